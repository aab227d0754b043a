"""What a bot is given to decide with: all that its seat may know, and nothing else.

A situation is made from one imagined game, never from the true one. So whatever a bot does with it,
it cannot reach a secret.
"""

import secrets
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from elgrande.game import Game
from elgrande.rules.options import Options
from elgrande.rules.rng import Rng
from elgrande.rules.view import View

SEEDS: Final = 2**31
LUCK_BITS: Final = 128


class Situation:
    """One decision of one seat.

    >>> game = Game.new(Options(players=3), seed=7)
    >>> situation = Situation.of(game, game.waiting[0], Rng(1))
    >>> situation.legal == tuple(game.legal())
    True
    """

    def __init__(self, imagined: Game, seat: int, rng: Rng, cores: int = 1) -> None:
        self._imagined = imagined
        self.seat = seat
        self.rng = rng
        self.cores = cores  # free for this decision, that of this process included

    @classmethod
    def of(cls, game: Game, seat: int, rng: Rng, cores: int = 1) -> "Situation":
        """What this seat may know of a game; `rng` is the bot's own, `cores` are free for it."""
        return cls(game.determinize(seat, rng.below(SEEDS)), seat, rng, cores)

    @classmethod
    def from_data(cls, data: dict[str, object]) -> "Situation":
        """The situation that `to_data` described, in another process perhaps."""
        seat, luck = data["seat"], data["luck"]
        assert isinstance(seat, int)
        assert isinstance(luck, int)
        rng = Rng(0)
        rng.state = luck
        cores = data["cores"]
        assert isinstance(cores, int)
        return cls(Game.from_snapshot(data["imagined"]), seat, rng, cores)

    def to_data(self) -> dict[str, object]:
        """Plain JSON data, for a bot in another process, with the state of its random numbers."""
        return {
            "seat": self.seat,
            "luck": self.rng.state,
            "cores": self.cores,
            "imagined": self._imagined.snapshot(),
        }

    @property
    def options(self) -> Options:
        """What was decided before the deal."""
        return self._imagined.options

    @property
    def decision(self) -> str:
        """The kind of decision asked, as in docs/program/notation.md."""
        return self._imagined.decision

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal choices, sorted; never empty."""
        return tuple(self._imagined.legal(self.seat))

    @cached_property
    def view(self) -> View:
        """What this seat sees."""
        return self._imagined.view(self.seat)

    def imagine(self, seed: int | None = None) -> Game:
        """A full game that agrees with all this seat knows; a different one for every seed."""
        drawn = self.rng.below(SEEDS) if seed is None else seed
        return self._imagined.determinize(self.seat, drawn)

    def describe(
        self, choice: int, language: str = "en", names: Sequence[str] | None = None
    ) -> str:
        """One line for people that says what a choice would do."""
        return self._imagined.describe(choice, language, names=names)

    def notation(self, choice: int) -> str:
        """The short text of a choice."""
        return self._imagined.notation(choice)


def fresh_luck() -> Rng:
    """Random numbers for one choice of a bot, which reveal nothing about the deal."""
    return Rng(secrets.randbits(LUCK_BITS))
