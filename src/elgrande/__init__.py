"""El Grande, the board game: complete rules, fast, deterministic and replayable."""

from typing import TYPE_CHECKING

from elgrande.game import Game, playouts
from elgrande.record import Record
from elgrande.rules.errors import (
    BadArgument,
    BadNotation,
    BadOptions,
    BadParameter,
    BadRecord,
    BadSnapshot,
    GameError,
    GameOver,
    IllegalChoice,
    NoSuchSeat,
    NotYourTurn,
    UnknownBot,
    UnknownLanguage,
)
from elgrande.rules.options import Options
from elgrande.rules.view import View

if TYPE_CHECKING:
    from elgrande.bots.advice import Appraisal, consider

__version__ = "0.11.0"

__all__ = [
    "Appraisal",
    "BadArgument",
    "BadNotation",
    "BadOptions",
    "BadParameter",
    "BadRecord",
    "BadSnapshot",
    "Game",
    "GameError",
    "GameOver",
    "IllegalChoice",
    "NoSuchSeat",
    "NotYourTurn",
    "Options",
    "Record",
    "UnknownBot",
    "UnknownLanguage",
    "View",
    "consider",
    "playouts",
]

if not TYPE_CHECKING:  # otherwise type checkers would accept any name

    def __getattr__(name: str) -> object:
        """Load what needs the bots only when it is first used, so that the rules load quickly."""
        if name in ("Appraisal", "consider"):
            from elgrande.bots import advice

            return getattr(advice, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
