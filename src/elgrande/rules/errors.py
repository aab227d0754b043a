"""The typed errors, each with a stable code and one sentence that says what is allowed."""

from typing import ClassVar


class GameError(Exception):
    """The base of every error this library raises on bad input."""

    code: ClassVar[str] = "game_error"


class IllegalChoice(GameError, ValueError):
    """The choice is not one of the legal ones."""

    code = "illegal_choice"


class NotYourTurn(IllegalChoice):
    """The seat does not owe a choice now."""

    code = "not_your_turn"


class GameOver(IllegalChoice):
    """The game has ended."""

    code = "game_over"


class NoSuchSeat(IllegalChoice):
    """The seat is not at this table."""

    code = "no_such_seat"


class BadOptions(GameError, ValueError):
    """The options do not describe a game."""

    code = "bad_options"


class BadNotation(GameError, ValueError):
    """The text does not name a choice."""

    code = "bad_notation"


class BadRecord(GameError, ValueError):
    """The record cannot be read or does not replay."""

    code = "bad_record"


class BadSnapshot(GameError, ValueError):
    """The snapshot does not describe a possible position."""

    code = "bad_snapshot"


class BadArgument(GameError, ValueError):
    """A seed, a count, an event or a name is not what it must be."""

    code = "bad_argument"


class UnknownLanguage(GameError, ValueError):
    """There are no texts in that language."""

    code = "unknown_language"


class UnknownBot(GameError, ValueError):
    """There is no bot of that name."""

    code = "unknown_bot"


class BadParameter(GameError, ValueError):
    """A parameter of a bot is unknown or out of range."""

    code = "bad_parameter"


ERRORS: tuple[type[GameError], ...] = (
    IllegalChoice,
    NotYourTurn,
    GameOver,
    NoSuchSeat,
    BadOptions,
    BadNotation,
    BadRecord,
    BadSnapshot,
    BadArgument,
    UnknownLanguage,
    UnknownBot,
    BadParameter,
)
