"""How a player stands to a table: which seats are theirs, and from which they may look."""

from elgrande.server.presentation.state_messages import Viewer
from elgrande.server.tables.table import FINISHED, TableState


def check_seat(table: TableState, player: str, seat: int | None) -> None:
    """Refuse the view from somebody else's seat; when the game is over all seats are open."""
    if seat is None:
        return
    if table.row.state == FINISHED:
        table.seat_at(seat)
    else:
        table.own_seat(seat, player)


def is_part(table: TableState, player: str) -> bool:
    """Whether a player sits at a table or is its host."""
    return player == table.row.host or bool(table.seating.of(player))


def viewer_of(table: TableState, player: str) -> Viewer:
    """How a player stands to a table."""
    return Viewer(
        seats=own_seats(table, player),
        is_host=player == table.row.host,
        reads_chat=is_part(table, player) or not table.admission.published,
    )


def own_seats(table: TableState, player: str) -> tuple[int, ...]:
    """The seats of a player."""
    return tuple(table_seat.seat for table_seat in table.seating.of(player))


def usual_seat(table: TableState, player: str) -> int | None:
    """The seat a player looks from by default: the one that is asked, or the first."""
    mine = own_seats(table, player)
    awaited = () if table.playthrough is None else table.playthrough.awaited
    return next((seat for seat in mine if seat in awaited), mine[0] if mine else None)
