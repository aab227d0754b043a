"""What the server keeps: tables, their logs of entries, players and all that belongs to them."""

from elgrande.server.storage.database import default_url
from elgrande.server.storage.failures import NumberTaken, RowGone
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
