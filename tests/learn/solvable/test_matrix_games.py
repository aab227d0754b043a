"""Games in which all choose at once: exact for two, nearly an equilibrium for any number."""

import random
from fractions import Fraction

import numpy as np
import pytest

from elgrande.learn.solvable.matrix_games import exploitability, regret_matching, solve_zero_sum
from tests.learn.solvable.oracle import value_by_scipy


def random_matrix(seed: int, most: int = 4) -> list[list[int]]:
    draw = random.Random(seed)
    height, width = draw.randint(1, 9), draw.randint(1, 9)
    return [[draw.randint(-most, most) for _ in range(width)] for _ in range(height)]


@pytest.mark.parametrize("seed", range(60))
def test_an_exact_solution_proves_itself(seed: int) -> None:
    matrix = random_matrix(seed)
    found = solve_zero_sum(matrix)
    assert sum(found.rows) == sum(found.columns) == 1
    assert min((*found.rows, *found.columns)) >= 0
    # Nobody can do better against the mix of the other than the value: so it is the value.
    assert max(_product(row, found.columns) for row in matrix) == found.value
    columns = list(zip(*matrix, strict=True))
    assert min(_product(column, found.rows) for column in columns) == found.value


def _product(entries: list[int] | tuple[int, ...], mix: tuple[Fraction, ...]) -> Fraction:
    return sum((entry * share for entry, share in zip(entries, mix, strict=True)), Fraction(0))


def test_the_value_is_that_of_another_solver() -> None:
    for seed in range(10):
        matrix = random_matrix(1000 + seed)
        assert float(solve_zero_sum(matrix).value) == pytest.approx(value_by_scipy(matrix))


def test_fractions_and_equal_rows_are_no_trouble() -> None:
    half = Fraction(1, 2)
    assert solve_zero_sum([[half, -half], [-half, half]]).value == 0
    assert solve_zero_sum([[1, 0], [1, 0], [0, 1], [0, 1]]).value == half
    assert solve_zero_sum([[7]]).value == 7


def test_regret_matching_finds_the_value() -> None:
    for seed in range(4):
        matrix = np.array(random_matrix(seed), float)
        payoffs = np.stack([matrix, -matrix], axis=-1)
        rows, columns = regret_matching(payoffs, 1000)
        exact = float(solve_zero_sum(random_matrix(seed)).value)
        assert rows @ matrix @ columns == pytest.approx(exact, abs=0.01)
        assert sum(exploitability(payoffs, [rows, columns])) < 0.01


def test_exploitability_is_what_the_best_answer_gains() -> None:
    matrix = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], float)
    payoffs = np.stack([matrix, -matrix], axis=-1)
    even = np.full(3, 1 / 3)
    assert exploitability(payoffs, [even, even]) == pytest.approx([0, 0])
    assert exploitability(payoffs, [np.array([1.0, 0, 0]), even]) == pytest.approx([0, 1])


def test_three_players_can_be_asked() -> None:
    # Whoever is alone with a choice loses a point to the other two.
    payoffs = np.zeros((2, 2, 2, 3))
    for index in np.ndindex(2, 2, 2):
        for player in range(3):
            if index.count(index[player]) == 1:
                payoffs[(*index, player)] = -2
                payoffs[(*index, (player + 1) % 3)] = payoffs[(*index, (player + 2) % 3)] = 1
    mixes = regret_matching(payoffs, 100)
    assert max(exploitability(payoffs, mixes)) < 0.01
