"""The end of a table before its game is over: nobody wins, and its log is kept."""

from elgrande.server.errors import NotAllowed, WrongState
from elgrande.server.storage.rows import Change
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions.writing import Decision, Writing
from elgrande.server.tables.table import CLOSED, FINISHED, RUNNING, Ending, TableState


def close(table: TableState, now: int, player: str) -> Decision:
    """The host gives up a table: before it starts, or one where nobody else plays."""
    table.check_host(player)
    if table.row.state == RUNNING and any(other != player for other in table.seating.players()):
        raise NotAllowed("Others play at this table and have to agree to closing it.")
    return abandon(table, now, player, reason="host")


def abandon(table: TableState, now: int, player: str | None, *, reason: Ending) -> Decision:
    """End a table for good; doing so again changes nothing. The caller checked who may do this."""
    if table.row.state == CLOSED:
        return Decision([])
    if table.row.state == FINISHED:
        raise WrongState("The game is over.")
    writing = Writing(table, now)
    write_end(writing, player, reason)
    return writing.decide(Change(state=CLOSED))


def write_end(writing: Writing, player: str | None, reason: Ending) -> None:
    """Write that a table is closed, and why."""
    writing.add(kinds.CLOSED, None, player, reason=reason)
