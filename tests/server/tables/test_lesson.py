"""The guided round: what its position promises to a learner, whatever they try in it."""

from collections.abc import Callable, Sequence

import pytest

from elgrande import Game
from elgrande.rules.rng import Rng
from elgrande.server.tables.lesson import SEAT, guided_round
from tests.support.marks import with_proofs

GENERAL_SCORING = 3  # the round with which it comes
LARGEST_GAP = 10  # points a learner may be behind the best of the others
GAMES = 40

Policy = Callable[[Sequence[int], Rng], int]
# Whatever comes first; whatever comes last, which ends and declines; anything.
POLICIES: dict[str, Policy] = {
    "first": lambda legal, chance: legal[0],
    "last": lambda legal, chance: legal[-1],
    "random": lambda legal, chance: legal[chance.below(len(legal))],
}


def play_round(policy: Policy, number: int) -> tuple[Game, bool]:
    """The game after the round, and whether the learner has set a secret disc in it."""
    game, chance = guided_round(number), Rng(number)
    has_set = False
    while game.round == GENERAL_SCORING:
        seat = game.waiting[0]
        is_learner = seat == SEAT
        has_set |= is_learner and game.decision == "disc_scoring"
        game.play((policy if is_learner else POLICIES["random"])(game.legal(seat), chance), seat)
    return game, has_set


def test_it_begins_with_the_learner_before_a_scoring() -> None:
    game = guided_round(1)
    assert (game.round, game.decision, game.waiting) == (GENERAL_SCORING, "power", (SEAT,))
    held = game.snapshot()["castillo"]["caballeros"]
    assert all(held), "everybody sets a disc"
    assert game.scores[SEAT] == max(game.scores)


def test_what_comes_after_it_is_dealt_again() -> None:
    stacks = {str(guided_round(number).snapshot()["stacks"]) for number in range(4)}
    shown = {str(guided_round(number).snapshot()["revealed"]) for number in range(4)}
    assert (len(stacks), len(shown)) == (4, 1)


@pytest.mark.parametrize(
    ("name", "numbers"),
    with_proofs(
        [(name, numbers) for numbers in (range(3), range(3, GAMES)) for name in POLICIES],
        quick=len(POLICIES),
    ),
)
def test_the_learner_sets_a_disc_and_is_not_left_behind(name: str, numbers: range) -> None:
    for number in numbers:
        game, has_set = play_round(POLICIES[name], number)
        assert has_set
        best = max(game.scores[SEAT + 1 :])
        assert game.scores[SEAT] >= best - LARGEST_GAP, (number, game.scores)
