"""`ElGrande-Disc`: payoffs by the rules, and mixes that nobody gains by foreseeing."""

import numpy as np
import pytest

from elgrande.game import Game
from elgrande.learn import tasks
from elgrande.learn.solvable.disc import ITERATIONS, mixes_of_bots, payoffs_of, solve
from elgrande.learn.solvable.matrix_games import exploitability, regret_matching, solve_zero_sum
from elgrande.rules.errors import BadArgument
from elgrande.rules.options import PLAYERS, Options
from tests.learn.solvable.oracle import value_by_scipy
from tests.support.marks import with_proofs

# What all seats together may gain by foreseeing a solution, in points; a scoring pays about ninety.
# For two it is nearly nothing, but regret matching promises less for more.
NEARLY = {2: 0.05, 3: 0.05, 4: 0.05, 5: 0.1}
OFTEN = 0.05


def position(players: int, number: int) -> Game:
    return tasks.task(f"ElGrande-Disc-{players}p-v1").game(number)


@pytest.mark.parametrize("players", with_proofs([3, 2, 4, 5]))
def test_payoffs_are_what_the_scoring_brings(players: int) -> None:
    game = position(players, 0)
    payoffs = payoffs_of(game)
    assert payoffs.shape == (9,) * players + (players,)
    assert payoffs.sum(axis=-1) == pytest.approx(0)
    for number in range(9):
        places = [(number * (seat + 1) + seat) % 9 for seat in range(players)]
        scored = game.clone()
        for seat in reversed(range(players)):
            scored.play(game.legal(seat)[places[seat]], seat)
        gains = np.subtract(scored.scores, game.scores)
        expected = gains - (gains.sum() - gains) / (players - 1)
        assert payoffs[tuple(places)] == pytest.approx(expected)


@pytest.mark.parametrize(("players", "number"), [(2, 40), (4, 40)])
def test_nobody_gains_by_foreseeing_the_solution(players: int, number: int) -> None:
    payoffs = payoffs_of(position(players, number))
    assert sum(exploitability(payoffs, solve(position(players, number)))) < NEARLY[players]


@pytest.mark.proof
@pytest.mark.parametrize("players", PLAYERS)
def test_all_positions_are_solved(players: int) -> None:
    for seeds in tasks.SMALL_SEEDS:
        for number in seeds:
            payoffs = payoffs_of(position(players, number))
            mixes = regret_matching(payoffs, ITERATIONS)  # as `solve` does
            assert sum(exploitability(payoffs, mixes)) < NEARLY[players], number
            # The test can fail: even mixes can be exploited in every position.
            even = [np.full(9, 1 / 9)] * players
            assert sum(exploitability(payoffs, even)) > 0.5, number
            # And a position is worth a mix: for at least two nothing is best for certain.
            assert sum(float(np.sort(mix)[-2]) > OFTEN for mix in mixes) >= 2, number


def test_the_value_for_two_is_exact() -> None:
    for number in tasks.SMALL_SEEDS.test[:3]:
        game = position(2, number)
        matrix = payoffs_of(game)[..., 0]
        exact = solve_zero_sum([[int(entry) for entry in row] for row in matrix])
        assert float(exact.value) == pytest.approx(value_by_scipy(matrix.tolist()))
        rows, columns = solve(game)
        assert rows @ matrix @ columns == pytest.approx(float(exact.value), abs=NEARLY[2])


def test_the_bots_mix_too() -> None:
    game = position(3, 40)
    mixes = mixes_of_bots(game, 200, seed=1)
    assert [float(mix.sum()) for mix in mixes] == pytest.approx([1, 1, 1])
    assert all(
        np.array_equal(*pair) for pair in zip(mixes, mixes_of_bots(game, 200, 1), strict=True)
    )


def test_only_the_start_of_a_scoring_is_a_game_of_discs() -> None:
    with pytest.raises(BadArgument, match="begins with disc_scoring, not with power"):
        payoffs_of(Game.new(Options(), 1))
    game = position(3, 1)
    game.play(game.legal(1)[0], 1)
    with pytest.raises(BadArgument, match="before the first disc"):
        solve(game)
