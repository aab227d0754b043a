"""Reading the JSON that clients send, and saying in a sentence what is wrong with it."""

import re
from typing import Any, Final

import msgspec

from elgrande.server.errors import BadRequest

_SHOWN_FIELD: Final = re.compile(r"[A-Za-z_]{1,24}", flags=re.ASCII)
_PLACE: Final = re.compile(r" - at `([^`]*)`$")
_QUOTED: Final = re.compile(r"`([^`]*)`")


def read_json(text: str | bytes, wanted: Any, what: str) -> Any:
    """What a text of JSON holds, as the wanted type; BadRequest if it is none."""
    try:
        return msgspec.json.decode(text, type=wanted)
    except msgspec.ValidationError as error:
        raise BadRequest(sentence_of(str(error))) from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise BadRequest(f"{what} is not valid JSON.") from None


def sentence_of(message: str, field: str = "") -> str:
    """A sentence made from msgspec's message about a field, without any value in it.

    >>> sentence_of("Expected `str`, got `int` - at `$.name`")
    'The field name: expected str, got int.'
    """
    place = _PLACE.search(message)
    if place:
        message = message[: place.start()]
        field = place[1].removeprefix("$").lstrip(".")
    message = _QUOTED.sub(_show_quoted, message).rstrip(".")
    message = f"{message[:1].lower()}{message[1:]}"
    # A key of a mapping comes from the client; a field of ours is a plain word.
    shown = ".".join(part for part in field.split(".") if _SHOWN_FIELD.fullmatch(part))
    return f"The field {shown}: {message}." if shown else f"The request: {message}."


def _show_quoted(found: re.Match[str]) -> str:
    """A quoted word as it is, unless a client could have invented it."""
    words = found[1]
    plain = len(words) <= 40 and re.fullmatch(r"[\w |<>=.$^\[\]{},-]*", words, flags=re.ASCII)
    return words if plain else "something else"
