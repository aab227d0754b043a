"""What happens to a table when somebody at it is deleted: the game stays, the person goes.

Entries keep their numbers, kinds and choices, so that the game replays as before; names, words and
the player's id are taken out of them. A running game is handed to a bot, left or closed by further
entries, as if the player had done so.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from elgrande.server.storage.rows import Entry, Seat, Table
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.seating import BOT, INVITED, OPEN, Seating, TableSeat
from elgrande.server.tables.settings import read_settings

FORMER: Final = "Former player"
# These entries say whose name they hold; in others it is the name of the person on the seat.
_SAID_BY_PLAYER: Final = frozenset({kinds.OPENED, kinds.JOINED, kinds.CHAT})


class Erasure(msgspec.Struct):
    """What to write so that nothing of a player is left at a table."""

    rewritten: list[Entry]
    added: list[Entry]
    seats: list[Seat]
    host: str
    title: str
    state: str


def erase(table: Table, log: Sequence[Entry], player: str, now: int) -> Erasure:
    """Take a player out of a table."""
    hosted = table.host == player
    before, after, rewritten = Seating(), Seating(), []
    for entry in log:
        clean = _without(entry, player, before, hosted=hosted)
        if clean != entry:
            rewritten.append(clean)
        before.apply(entry)
        after.apply(clean)
    own = [table_seat.seat for table_seat in before.of(player)]
    others = [other for other in before.players() if other != player]
    added = _last_entries(table, log, after, own, others, now, hosted=hosted)
    for entry in added:
        after.apply(entry)
    is_closed = any(entry.kind == kinds.CLOSED for entry in added)
    return Erasure(
        rewritten=rewritten,
        added=added,
        seats=after.rows(),
        host=next(iter(others), "") if hosted else table.host,
        title="" if hosted else table.title,
        state="closed" if is_closed else table.state,
    )


def _last_entries(
    table: Table,
    log: Sequence[Entry],
    seating: Seating,
    own: Sequence[int],
    others: Sequence[str],
    now: int,
    *,
    hosted: bool,
) -> list[Entry]:
    """How a player leaves a table that is not over."""
    number = log[-1].number + 1 if log else 1
    if table.state not in ("open", "running"):
        return []
    if hosted and (table.state == "open" or not others):
        return [Entry(number, kinds.CLOSED, None, None, now, {"reason": "host"})]
    entries: list[Entry] = []
    for seat in own:
        entry = _leave(table, seating.seats[seat], number + len(entries), now)
        if entry is not None:
            entries.append(entry)
    return entries


def _leave(table: Table, table_seat: TableSeat, number: int, now: int) -> Entry | None:
    if table.state == "open":
        kind = OPEN if table.public else INVITED
        return Entry(number, kinds.LEFT, table_seat.seat, None, now, {"kind": kind, "name": FORMER})
    if table_seat.substitute is not None:
        return None
    bot = table_seat.policy or read_settings(table.settings).policy
    return Entry(number, kinds.HANDED, table_seat.seat, None, now, {"bot": bot, "reason": "left"})


def _without(entry: Entry, player: str, seating: Seating, *, hosted: bool) -> Entry:
    """An entry without the player's id, name and words."""
    data: dict[str, Any] = dict(entry.data)
    if entry.kind == kinds.OPENED:
        data["seats"] = [_without_name(row, player, hosted=hosted) for row in data["seats"]]
    elif "name" in data and _named_in(entry, seating) == player:
        data["name"] = FORMER
    elif hosted and entry.kind == kinds.SEAT_SET and data.get("kind") == BOT:
        data["name"] = data["bot"]
    if data.get("player") == player:
        data["player"] = None
    if entry.player != player:
        return msgspec.structs.replace(entry, data=data)
    if "who" in data:
        data["who"] = FORMER
    if entry.kind == kinds.CHAT:
        data.pop("text", None)
        data.pop("key", None)
    return msgspec.structs.replace(entry, player=None, data=data)


def _named_in(entry: Entry, seating: Seating) -> str | None:
    """Whose name an entry holds."""
    if "player" in entry.data:
        whose: str | None = entry.data["player"]
        return whose
    if entry.seat is None or entry.kind in _SAID_BY_PLAYER:
        return entry.player
    return seating.seats[entry.seat].player


def _without_name(row: dict[str, Any], player: str, *, hosted: bool) -> dict[str, Any]:
    """A seat as it was opened; names that a deleted host gave to bots go as well."""
    if row.get("player") == player:
        return {**row, "player": None, "name": FORMER}
    if hosted and row.get("kind") == BOT:
        return {**row, "name": row["bot"]}
    return row
