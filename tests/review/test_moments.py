"""Which moments are judged: all turns, power cards and discs with a choice in them."""

import itertools

from elgrande.bots.levels import is_own_turn
from elgrande.review.moments import game_at, moments_of
from elgrande.search.plans import PAUSE
from tests.review.games import GAMES, recorded


def test_every_recorded_variant_has_its_moments() -> None:
    for name in sorted(path.stem for path in GAMES.glob("*.egn"))[::5]:
        start, line = recorded(name)
        moments = moments_of(start, line)
        assert {moment.kind for moment in moments} >= {"turn", "power"}
        assert [moment.position for moment in moments] == sorted(
            moment.position for moment in moments
        )
        for moment in moments:
            game = game_at(start, line, 0, moment.position)
            assert moment.seat in game.waiting
            assert len(game.legal(moment.seat)) > 1
            assert game.round == moment.round
            assert is_own_turn(game.state, moment.seat) == (moment.kind == "turn")
            assert moment.plan[0] == line[moment.position][1]


def test_a_turn_holds_all_choices_of_its_seat_and_ends_with_them() -> None:
    start, line = recorded("2023-4p")
    for moment in moments_of(start, line):
        if moment.kind != "turn":
            continue
        own = [choice for choice in moment.plan if choice != PAUSE]
        made = [
            choice for seat, choice in line[moment.position : moment.until] if seat == moment.seat
        ]
        assert [choice for choice in made if choice in own][: len(own)] == own
        assert moment.card is not None


def test_turns_do_not_overlap() -> None:
    start, line = recorded("2023-5p-everything")
    turns = [moment for moment in moments_of(start, line) if moment.kind == "turn"]
    for one, other in itertools.pairwise(turns):
        assert one.position < one.until <= other.position
