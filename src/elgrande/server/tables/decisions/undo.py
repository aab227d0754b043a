"""Undo beyond a player's own draft: somebody asks, everyone at the table agrees."""

from elgrande.server.errors import CannotUndo, NotAllowed, StaleStep
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions.writing import Decision, Writing
from elgrande.server.tables.table import TableState


def ask_undo(table: TableState, now: int, player: str, *, seat: int, to: int) -> Decision:
    """Ask to go back to a position; it happens at once if there is nobody else to ask."""
    playthrough = table.running()
    table.own_seat(seat, player)
    target = playthrough.undo_target(to)
    if playthrough.request is not None:
        raise CannotUndo("Somebody has already asked to go back; answer that first.")
    writing = Writing(table, now)
    writing.add(kinds.ASK_UNDO, seat, player, to=target)
    if not table.missing_agreement({seat}, target):
        writing.add(kinds.UNDO, to=target)
    return writing.decide()


def answer_undo(
    table: TableState, now: int, player: str, *, seat: int, request: int, agree: bool
) -> Decision:
    """Agree to go back, or not. Whoever asked withdraws the request by not agreeing."""
    playthrough = table.running()
    table.own_seat(seat, player)
    wish = playthrough.request
    if wish is None or wish.number != request:
        raise StaleStep(f"There is no open request {request} to go back.")
    if agree and seat in wish.agreed:
        return Decision([])
    asked = [table.seating.seats[other].player for other in table.missing_agreement(set(), wish.to)]
    if player not in asked and seat not in wish.agreed:
        raise NotAllowed(
            "A bot has played your seat since before that position, so you are not asked."
        )
    writing = Writing(table, now)
    writing.add(kinds.ANSWER_UNDO, seat, player, request=request, agree=agree)
    if agree and not table.missing_agreement(wish.agreed | {seat}, wish.to):
        writing.add(kinds.UNDO, to=wish.to)
    return writing.decide()
