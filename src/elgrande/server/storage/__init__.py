"""What the server keeps: tables, their logs of entries, players and all that belongs to them.

The rows are plain values. What needs a database is imported when it is first asked for: tables are
also folded where there is none (`elgrande.solo`).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from elgrande.server.storage.rows import (
    Change,
    Checkpoint,
    Delivery,
    Entry,
    Invitation,
    KeptReview,
    Player,
    Seat,
    Session,
    Table,
)

if TYPE_CHECKING:
    from elgrande.server.storage.database import default_url
    from elgrande.server.storage.failures import NumberTaken, RowGone
    from elgrande.server.storage.store import Storage

__all__ = [
    "Change",
    "Checkpoint",
    "Delivery",
    "Entry",
    "Invitation",
    "KeptReview",
    "NumberTaken",
    "Player",
    "RowGone",
    "Seat",
    "Session",
    "Storage",
    "Table",
    "default_url",
]
_WITH_A_DATABASE: Final = {
    "NumberTaken": "failures",
    "RowGone": "failures",
    "Storage": "store",
    "default_url": "database",
}


def __getattr__(name: str) -> object:
    """A name that needs a database, imported now."""
    if name not in _WITH_A_DATABASE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WITH_A_DATABASE[name]}"), name)
