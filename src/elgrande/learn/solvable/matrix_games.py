"""Games in which all choose at once: exact solutions for two, regret matching for any number."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.learn.arrays import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Row = list[Fraction]


class ZeroSum(NamedTuple):
    """The solution of a game of two whose payoffs add up to nothing."""

    value: Fraction  # what the one who chooses the row gets
    rows: tuple[Fraction, ...]  # how often to choose each row
    columns: tuple[Fraction, ...]


def solve_zero_sum(payoffs: Sequence[Sequence[int | Fraction]]) -> ZeroSum:
    """The exact value of a matrix for the one who chooses the row, and the best mixes of both.

    >>> solve_zero_sum([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).rows[0]
    Fraction(1, 3)
    """
    lows, highs = (
        [min(row) for row in payoffs],
        [max(column) for column in zip(*payoffs, strict=True)],
    )
    if max(lows) == min(highs):
        best = lows.index(max(lows)), highs.index(min(highs))
        return ZeroSum(
            Fraction(max(lows)),
            tuple(Fraction(row == best[0]) for row in range(len(lows))),
            tuple(Fraction(column == best[1]) for column in range(len(highs))),
        )
    return _by_simplex(payoffs, min(lows) - 1)


def _by_simplex(payoffs: Sequence[Sequence[int | Fraction]], below: int | Fraction) -> ZeroSum:
    """The linear programme of the columns: the least total weight, with all payoffs made positive.

    Bland's rule, so that it ends; in fractions, so that it is exact.
    """
    height, width = len(payoffs), len(payoffs[0])
    table: list[Row] = []
    for number, row in enumerate(payoffs):
        slack = [Fraction(number == other) for other in range(height)]
        table.append([*(Fraction(entry - below) for entry in row), *slack, Fraction(1)])
    goal: Row = [Fraction(-1)] * width + [Fraction(0)] * (height + 1)
    basis = list(range(width, width + height))
    while True:
        entering = next((at for at in range(width + height) if goal[at] < 0), None)
        if entering is None:
            break
        ratios = [
            (table[at][-1] / table[at][entering], basis[at], at)
            for at in range(height)
            if table[at][entering] > 0
        ]
        leaving = min(ratios)[2]
        basis[leaving] = entering
        _pivot(table, goal, leaving, entering)
    total = goal[-1]
    columns = [Fraction(0)] * width
    for at, variable in enumerate(basis):
        if variable < width:
            columns[variable] = table[at][-1] / total
    rows = [goal[width + row] / total for row in range(height)]
    return ZeroSum(1 / total + below, tuple(rows), tuple(columns))


def _pivot(table: list[Row], goal: Row, leaving: int, entering: int) -> None:
    pivot = table[leaving][entering]
    chosen = table[leaving] = [entry / pivot for entry in table[leaving]]
    for row in [*(row for row in table if row is not chosen), goal]:
        factor = row[entering]
        if factor:
            for at, entry in enumerate(chosen):
                row[at] -= factor * entry


def regret_matching(payoffs: "NDArray[Any]", iterations: int) -> list["NDArray[Any]"]:
    """How often each player should choose what, by regret matching plus.

    `payoffs` has an axis for the choices of each player and one for the players. As in the search
    of the bots, everyone compares what they chose with all they could have chosen; but here with
    all that the others may do, not with one draw of it, and later iterations count for more.
    """
    players = payoffs.ndim - 1
    regrets = [np.zeros(choices) for choices in payoffs.shape[:-1]]
    played = [np.zeros(choices) for choices in payoffs.shape[:-1]]
    mixes = [_mix(regret) for regret in regrets]
    for iteration in range(1, iterations + 1):
        for player in range(players):
            values = values_of(payoffs, mixes, player)
            gained = values - mixes[player] @ values
            regrets[player] = np.maximum(regrets[player] + gained, 0.0)
            mixes[player] = _mix(regrets[player])
            played[player] += iteration * mixes[player]
    return [total / total.sum() for total in played]


def _mix(regrets: "NDArray[Any]") -> "NDArray[Any]":
    """In proportion to the regrets, evenly while there are none."""
    total = regrets.sum()
    return regrets / total if total > 0 else np.full(len(regrets), 1 / len(regrets))


def values_of(
    payoffs: "NDArray[Any]", mixes: Sequence["NDArray[Any]"], player: int
) -> "NDArray[Any]":
    """What each choice of a player brings on average if the others keep to their mixes."""
    values = np.moveaxis(payoffs[..., player], player, 0)
    for other in reversed(range(len(mixes))):
        if other != player:
            values = values @ mixes[other]
    return values


def exploitability(payoffs: "NDArray[Any]", mixes: Sequence["NDArray[Any]"]) -> list[float]:
    """What each player would gain by the best choice against the mixes of the others."""
    found = []
    for player, mix in enumerate(mixes):
        values = values_of(payoffs, mixes, player)
        found.append(float(values.max() - mix @ values))
    return found
