"""Undo beyond one's own draft: somebody asks, everyone at the table agrees."""

from elgrande.server import entries as kinds
from elgrande.server.course import Course
from elgrande.server.decisions.writing import Decision, Writing
from elgrande.server.errors import CannotUndo, StaleStep
from elgrande.server.table import TableState


def ask_undo(table: TableState, now: int, player: str, *, seat: int, to: int) -> Decision:
    """Ask to go back to a position; at once if there is nobody else to ask."""
    course = table.running()
    table.place(seat, player)
    target = course.undo_target(to)
    if course.request is not None:
        raise CannotUndo("Somebody already asks to go back; answer that first.")
    writing = Writing(table, now)
    writing.add(kinds.ASK_UNDO, seat, player, to=target)
    if not missing(table, {seat}):
        writing.add(kinds.UNDO, to=target)
    return writing.decide()


def answer_undo(
    table: TableState, now: int, player: str, *, seat: int, request: int, agree: bool
) -> Decision:
    """Agree to go back, or not. Whoever asked takes the wish back by not agreeing."""
    course = table.running()
    table.place(seat, player)
    wish = course.request
    if wish is None or wish.number != request:
        raise StaleStep(f"Nobody asks to go back with request {request} now.")
    if agree and seat in wish.agreed:
        return Decision([])
    writing = Writing(table, now)
    writing.add(kinds.ANSWER_UNDO, seat, player, request=request, agree=agree)
    if agree and not missing(table, wish.agreed | {seat}):
        writing.add(kinds.UNDO, to=wish.to)
    return writing.decide()


def missing(table: TableState, agreed: set[int]) -> list[int]:
    """A seat of each person whose agreement is still wanted; bots agree to everything."""
    people = {table.seating.places[seat].player for seat in agreed}
    wanted: dict[str, int] = {}
    for place in table.seating.places:
        player = place.player_here
        if player is not None and player not in people:
            wanted.setdefault(player, place.seat)
    return sorted(wanted.values())


def still_wanted(table: TableState, course: Course) -> list[int]:
    """The seats that the present wish to go back waits for."""
    return [] if course.request is None else missing(table, course.request.agreed)
