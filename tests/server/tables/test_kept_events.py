"""How much of what a client was told still stands."""

from elgrande import Game
from elgrande.server.tables.kept_events import KeptEvents


def test_what_was_taken_back_no_longer_stands() -> None:
    kept = KeptEvents(secret=True)
    for number, count in ((2, 5), (3, 9), (4, 6), (5, 11)):
        kept.note(number, count)
    assert kept.events(1, 11) == 0
    assert [kept.events(number, 11) for number in (2, 3, 4, 5)] == [5, 6, 6, 11]
    assert kept.events(6, 12) == 12
    kept.forget()
    kept.note(9, 3)
    assert kept.events(5, 3) == 0


def test_a_log_tells_again_what_the_opened_castillo_shows() -> None:
    kept = KeptEvents(secret=True)
    for number in range(2, 6):
        kept.note(number, number)
    kept.retell(4, Game.new(seed=1).events())
    assert kept.lines(5, 5) == kept.events(5, 5)
    assert kept.lines(3, 5) <= kept.events(3, 5)
