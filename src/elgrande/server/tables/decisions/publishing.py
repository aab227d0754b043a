"""Making a finished game public, and private again."""

from elgrande.server.errors import NotAllowed, WrongState
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions.writing import Decision, Writing
from elgrande.server.tables.table import FINISHED, TableState


def publish(table: TableState, now: int, player: str, *, published: bool) -> Decision:
    """Let anyone look at a finished game, or only those who could before.

    Whoever played in it may decide that; if no people did, as in an imported record, the host may.
    """
    if player not in (table.seating.players() or [table.row.host]):
        raise NotAllowed("Only people who played in this game may decide who can look at it.")
    if table.row.state != FINISHED:
        raise WrongState("Only a finished game can be made public.")
    if table.admission.published == published:
        return Decision([])
    seat = next((table_seat.seat for table_seat in table.seating.of(player)), None)
    writing = Writing(table, now)
    writing.add(kinds.PUBLISHED, seat, player, published=published)
    return writing.decide()
