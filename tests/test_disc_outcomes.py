"""What a secret disc is said to do, before it is set, is what it does."""

from typing import Any

import pytest

from elgrande import Game
from elgrande.disc_outcomes import disc_outcome
from elgrande.rules.board import PLACE_KEYS
from elgrande.rules.rng import Rng
from tests.support.marks import with_proofs
from tests.support.playing import finish_round
from tests.support.positions import position, take
from tests.support.walks import every_variant, pick

VARIANTS = list(every_variant())
DISCS = ("disc_scoring", "disc_coup", "disc_return")


def outcomes(game: Game, seat: int) -> dict[str, Any]:
    """What each region on a seat's disc would do."""
    return {
        game.notation(choice): disc_outcome(game.state, choice, seat) for choice in game.legal(seat)
    }


def test_an_eviction_says_where_its_victims_would_go() -> None:
    game = position("C-coup", king="castilla", regions={"toledo": [0, 3, 1], "castilla": [0, 1]})
    take(game, "C-coup", "special", "toledo")
    said = outcomes(game, 1)
    assert len(said) == 9
    ride = {"from": "toledo", "count": 3, "grande": False}
    assert said["granada"] == {**ride, "to": "granada", "barred": None}
    assert said["castilla"] == {**ride, "to": "court", "barred": "king"}
    assert said["toledo"] == {**ride, "to": "court", "barred": "named"}


@pytest.mark.parametrize(("mode", "count"), [("open", 2), ("secret", None)])
def test_what_is_in_a_closed_castillo_is_not_counted(mode: str, count: int | None) -> None:
    game = finish_round(
        position(
            round_number=3,
            king="castilla",
            castillo=[2, 1],
            grandes=["castillo", "toledo", "toledo", "toledo"],
            castillo_mode=mode,
            new_regency=True,
        )
    )
    said = outcomes(game, 0)
    assert said["granada"]["to"] == "granada"
    assert said["granada"]["grande"]
    assert said["castilla"] == {
        "from": "castillo",
        "to": "court",
        "count": count,
        "barred": "king",
        "grande": False,
    }


@pytest.mark.parametrize("portion", with_proofs(range(4)))
def test_discs_do_what_was_said_of_them(portion: int) -> None:
    seen: set[str] = set()
    for seed, options in enumerate(VARIANTS[portion::4]):
        rng = Rng(seed)
        game = Game.new(options, seed, events=True)
        said: dict[int, Any] = {}
        while not game.over:
            seat = pick(rng, game.waiting)
            choice = pick(rng, game.legal(seat))
            before = game.event_count
            outcome = disc_outcome(game.state, choice, seat)
            assert (outcome is not None) == (game.decision in DISCS)
            if outcome is not None:
                said[seat] = outcome
                seen.add(str(game.decision))
            game.play(choice, seat)
            events: list[Any] = game.events(None, before)
            if any(event["event"] == "disc_shown" for event in events):
                check(said, events)
                said = {}
    assert seen


def check(said: dict[int, Any], events: list[Any]) -> None:
    """What moved is what was said."""
    for seat, outcome in said.items():
        rode = [
            event
            for event in events
            if event["event"] == "moved"
            and (event["colour"], event["from"]) == (seat, outcome["from"])
        ]
        if outcome["count"] is None:
            assert [event["to"] for event in rode] in ([], [outcome["to"]])
        else:
            assert [(event["to"], event["count"]) for event in rode] == [
                (outcome["to"], outcome["count"])
            ] * bool(outcome["count"])
        moved = [event["to"] for event in events if event["event"] == "grande_moved"]
        assert not outcome["grande"] or outcome["to"] in moved
        assert outcome["to"] in PLACE_KEYS
