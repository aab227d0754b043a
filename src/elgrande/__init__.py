"""El Grande, the board game: complete rules, fast, deterministic and replayable."""

from elgrande.game import Game, playouts
from elgrande.record import Record
from elgrande.rules.errors import (
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

__version__ = "0.1.0"

__all__ = [
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
    "playouts",
]
