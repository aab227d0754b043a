"""`ElGrande-LastRound`: the end of a game for two, solved by going back from every end of it.

Its positions begin in the last turn of the last round or a little before it, because from the start
of the round about 10**16 sequences of choices lead to the end.

With an open Castillo nothing is hidden in the last round and no card is drawn any more, so that a
position has a value: by how many points the first seat wins, or loses, if both play as well as can
be. Where both choose in secret, that is the value of a matrix. All values are exact fractions.
"""

from fractions import Fraction
from typing import Final, NamedTuple

from elgrande.game import Game
from elgrande.learn.solvable.matrix_games import ZeroSum, solve_zero_sum
from elgrande.rules.board import ROUNDS
from elgrande.rules.errors import BadArgument

SEATS: Final = (0, 1)


class Secret(NamedTuple):
    """A decision of both seats at once: what they can choose, and how they should."""

    choices: tuple[list[int], list[int]]
    solution: ZeroSum


class Solver:
    """Values of positions, each of them computed once."""

    def __init__(self) -> None:
        self._values: dict[str, Fraction] = {}
        self._matrices: dict[tuple[tuple[Fraction, ...], ...], ZeroSum] = {}

    @property
    def positions(self) -> int:
        """How many different positions it has looked at."""
        return len(self._values)

    def value(self, game: Game) -> Fraction:
        """By how many points seat 0 wins if both play as well as can be; negative if it loses."""
        check(game)
        return self._value(game)

    def values(self, game: Game) -> dict[int, Fraction]:
        """The value after each choice of the seat that is asked alone."""
        check(game)
        if len(game.waiting) != 1:
            raise BadArgument("Not one seat alone is asked here; see `secret`.")
        return {choice: self._value(_after(game, choice)) for choice in game.legal()}

    def secret(self, game: Game) -> Secret:
        """What both should do where they choose at once."""
        check(game)
        if len(game.waiting) != len(SEATS):
            raise BadArgument("Both seats are not asked at once here; see `values`.")
        rows, columns = game.legal(0), game.legal(1)
        matrix = tuple(
            tuple(self._value(_after(_after(game, row, 0), column, 1)) for column in columns)
            for row in rows
        )
        if matrix not in self._matrices:
            self._matrices[matrix] = solve_zero_sum(matrix)
        return Secret((rows, columns), self._matrices[matrix])

    def _value(self, game: Game) -> Fraction:
        if game.over:
            return margin(game)
        key = repr(game.snapshot())
        if key not in self._values:
            if len(game.waiting) == len(SEATS):
                self._values[key] = self.secret(game).solution.value
            else:
                after = [self._value(_after(game, choice)) for choice in game.legal()]
                self._values[key] = max(after) if game.waiting == SEATS[:1] else min(after)
        return self._values[key]


def check(game: Game) -> None:
    """Refuse a position whose value this cannot be."""
    options = game.options
    if (options.players, options.castillo, game.round) != (len(SEATS), "open", ROUNDS):
        raise BadArgument("Only the last round of a game for two with an open Castillo is solved.")


def margin(game: Game) -> Fraction:
    """By how many points seat 0 is ahead."""
    return Fraction(game.scores[0] - game.scores[1])


def _after(game: Game, choice: int, seat: int | None = None) -> Game:
    played = game.clone()
    played.play(choice, seat)
    return played
