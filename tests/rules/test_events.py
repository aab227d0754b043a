"""What is hidden, and for how long: said once, for the server, the terminal and the pages (R11)."""

from elgrande import Game, Options
from elgrande.rules.event_types import Event
from elgrande.rules.events import (
    EVENT_FIELDS,
    REVEALING,
    insiders,
    lasting_events,
    opens_castillo,
    reveals,
    uncounted_from,
    without_count,
)
from elgrande.rules.keys import PiecePlace
from elgrande.rules.rng import Rng
from tests.support.walks import pick

OPENED: Event = {"event": "castillo_opened"}


def throw(
    count: int, colour: int = 0, source: PiecePlace = "court", by: int | None = None
) -> Event:
    return {
        "event": "moved",
        "colour": colour,
        "from": source,
        "to": "castillo",
        "count": count,
        "by": colour if by is None else by,
    }


def kept(
    events: list[Event], secret: bool = True, before: Event | None = None
) -> list[tuple[int, Event]]:
    return list(lasting_events(events, secret, before))


def uncounted(event: Event) -> Event:
    shown = without_count(event)
    assert "count" not in shown
    return shown


def test_revealing_events_are_events() -> None:
    assert {fields[0] for fields in EVENT_FIELDS} >= REVEALING


def test_a_new_round_reveals_something_and_a_power_card_nothing() -> None:
    game = Game.new(Options(players=3), events=True)
    assert reveals(game.events())
    count = game.event_count
    game.play(game.legal()[0])
    assert not reveals(game.events(since=count))


def test_throws_in_a_row_are_kept_as_one_without_a_number() -> None:
    assert kept([throw(1), throw(2)]) == [(0, uncounted(throw(1)))]


def test_throws_of_one_colour_are_one_wherever_they_come_from() -> None:
    assert kept([throw(1), throw(1, source="toledo")]) == [(0, uncounted(throw(1)))]


def test_throws_of_others_are_kept_apart() -> None:
    events = [throw(1), throw(1, colour=1), throw(1), throw(1, by=1)]
    assert kept(events) == [(index, uncounted(event)) for index, event in enumerate(events)]


def test_throws_with_something_in_between_are_kept_apart() -> None:
    events: list[Event] = [throw(1), {"event": "infiltrated", "colour": 0}, throw(1)]
    assert [index for index, _ in kept(events)] == [0, 1, 2]


def test_a_throw_after_one_that_was_told_before_is_not_told_again() -> None:
    assert kept([throw(2), OPENED], before=throw(1)) == [(0, throw(2)), (1, OPENED)]
    assert kept([throw(2)], before=throw(1)) == []
    assert kept([throw(2)], before=throw(1, colour=1)) == [(0, uncounted(throw(2)))]
    assert kept([throw(2)], before=OPENED) == [(0, uncounted(throw(2)))]
    assert kept([throw(2)], secret=False, before=throw(1)) == [(0, throw(2))]


def test_insiders_are_those_who_are_told_more_than_a_spectator() -> None:
    seen = 0
    for options in (Options(players=4), Options(players=3, power_shift=True)):
        game, rng = Game.new(options, 3, events=True), Rng(3)
        while not game.over:
            seat = pick(rng, game.waiting)
            since = game.event_count
            game.play(pick(rng, game.legal(seat)), seat)
            everybody = game.events(None, since)
            told_more = {
                one for one in range(options.players) if game.events(one, since) != everybody
            }
            assert insiders(everybody) == told_more
            seen += len(told_more)
    assert seen


def test_only_opening_the_castillo_opens_it() -> None:
    assert opens_castillo([throw(1), OPENED])
    assert not opens_castillo([throw(1)])


def test_what_was_thrown_before_the_castillo_was_opened_is_counted() -> None:
    events = [throw(1), throw(2), OPENED, throw(3)]
    assert uncounted_from(events, True) == 3
    assert kept(events) == [*enumerate(events[:3]), (3, uncounted(throw(3)))]


def test_an_open_castillo_is_always_counted() -> None:
    events = [throw(1), throw(1)]
    assert uncounted_from(events, False) == 2
    assert kept(events, secret=False) == list(enumerate(events))


def test_other_moves_keep_their_numbers() -> None:
    event: Event = {
        "event": "moved",
        "colour": 0,
        "from": "court",
        "to": "toledo",
        "count": 2,
        "by": 0,
    }
    assert kept([event, event]) == [(0, event), (1, event)]
