"""Loading a table: the fold of its stored entries, even if the rules have changed.

A running game that no longer replays goes on from its newest checkpoint. A finished one stays
readable up to the first difference.
"""

from collections.abc import Sequence
from typing import Final

from elgrande.rules.errors import GameError
from elgrande.server.storage.rows import Checkpoint, Entry, Table
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.table import RUNNING, Difference, TableState

ANOTHER_POSITION: Final = "today's rules lead to a different position"


def fold(row: Table, entries: Sequence[Entry], checkpoints: Sequence[Checkpoint]) -> TableState:
    """The table after its entries; `difference` says if its game is not what was played."""
    table = TableState(row)
    begin = _last_restored(entries)
    marks = {mark.number: mark for mark in checkpoints}
    agreed = 0
    for entry in entries:
        plays = table.difference is None and entry.number >= begin
        try:
            table.apply(entry, play=plays)
        except GameError as error:
            position = 0 if table.playthrough is None else table.playthrough.position
            table.difference = Difference(position, str(error))
            table.apply(entry, play=False)
            continue
        mark = marks.get(entry.number)
        if plays and mark is not None and table.playthrough is not None:
            if table.playthrough.game.digest() == mark.digest:
                agreed = mark.position
            else:
                table.difference = Difference(agreed, ANOTHER_POSITION)
    if checkpoints:
        table.checkpointed = checkpoints[-1].position
    if table.difference is not None and table.row.state == RUNNING:
        _go_on_from(table, entries, checkpoints)
    return table


def _last_restored(entries: Sequence[Entry]) -> int:
    """The number from which on the game can be played through."""
    return max((entry.number for entry in entries if entry.kind == kinds.RESTORED), default=0)


def _go_on_from(
    table: TableState, entries: Sequence[Entry], checkpoints: Sequence[Checkpoint]
) -> None:
    """Restore the newest checkpoint and as much of the rest as can be played."""
    mark = checkpoints[-1] if checkpoints else None
    playthrough = table.playthrough
    if playthrough is None or mark is None or mark.snapshot is None:
        return
    refused = table.difference is not None and table.difference.detail != ANOTHER_POSITION
    if refused and playthrough.position >= mark.position:
        return  # it replayed beyond the checkpoint
    fresh = table.new_playthrough()
    data = {"position": mark.position, **mark.snapshot}
    try:
        fresh.apply(Entry(mark.number, kinds.RESTORED, None, None, mark.time, data))
        for entry in entries:
            if entry.number > mark.number:
                fresh.apply(entry)
    except GameError:
        if fresh.position < mark.position:
            return  # not even the snapshot can be read any more
    table.playthrough = fresh
