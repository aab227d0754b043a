"""Reading addresses as the pages write them: the table, the seat, the language."""

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from elgrande.editions.wording import LANGUAGES
from elgrande.rules.keys import Edition
from elgrande.server.errors import BadRequest

Query = Mapping[str, Sequence[str]]
EDITIONS: Final[tuple[str, ...]] = get_args(Edition)
WATCHING: Final = "none"


def table_in(path: str) -> str:
    """The id of the table in a path.

    >>> table_in("/api/tables/7f/socket")
    '7f'
    """
    return path.split("/")[3] if path.count("/") >= 3 else ""


def language_in(query: Query) -> str:
    """The language that is asked for; English if none is."""
    language = query.get("language", ("en",))[0]
    if language not in LANGUAGES:
        raise BadRequest("There is no such language.")
    return language


def edition_in(query: Query) -> str:
    """The edition that is asked for; the newest if none is."""
    edition = query.get("edition", EDITIONS)[0]
    if edition not in EDITIONS:
        raise BadRequest("There is no such edition.")
    return edition


def seat_in(query: Query, usual: int | None = None) -> int | None:
    """The seat to look from; the usual one if none is named."""
    seat = query.get("seat", ("",))[0]
    if seat == WATCHING:
        return None
    return usual if not seat else _number(seat, "seat")


def number_in(query: Query, name: str) -> int | None:
    """A number that may be there."""
    text = query.get(name, ("",))[0]
    return None if not text else _number(text, name)


def _number(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise BadRequest(f"The field {name}: expected int.")
    return int(text)
