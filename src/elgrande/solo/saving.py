"""What a browser keeps: who plays here, and every table with its log, each a text under a key."""

from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec

from elgrande.server.storage.rows import Entry, Table
from elgrande.server.tables.loading import fold
from elgrande.server.tables.table import TableState
from elgrande.solo.errors import DamagedSave

PLAYER: Final = "player"
TABLE: Final = "table."
# Writes a text under a key of the browser's storage; None removes what is there.
Keep = Callable[[str, str | None], Any]


class SoloPlayer(msgspec.Struct):
    """Whoever plays in this browser, as the server shows players to themselves."""

    id: str
    name: str
    claimed: Literal[False] = False
    admin: Literal[False] = False


class SavedTable(msgspec.Struct):
    """A table as it is kept: its row and its log. A newer form has another number."""

    row: Table
    entries: list[Entry]
    form: Literal[1] = 1


def write(value: SoloPlayer | SavedTable) -> str:
    """The text that is kept."""
    return msgspec.json.encode(value).decode()


def read_player(text: str) -> SoloPlayer | None:
    """The player that was kept; None if nobody can be read."""
    try:
        return msgspec.json.decode(text, type=SoloPlayer)
    except msgspec.DecodeError:
        return None


def read_table(text: str) -> SavedTable:
    """The table that was kept; DamagedSave if it is none."""
    try:
        return msgspec.json.decode(text, type=SavedTable)
    except (msgspec.DecodeError, RecursionError):
        raise DamagedSave("The saved game cannot be read.") from None


def fold_table(saved: SavedTable) -> TableState:
    """The table after its log; DamagedSave if it does not fold."""
    try:
        return fold(saved.row, saved.entries, [])
    except Exception as error:  # whatever a damaged log leads to
        raise DamagedSave("The saved game cannot be played on.") from error
