"""What the players at a table are called in sentences."""

from collections import Counter

from elgrande.editions.wording import colour_name
from elgrande.rules.options import Options
from elgrande.server.tables.seating import TableSeat
from elgrande.server.tables.table import TableState


def names_at(table: TableState, language: str) -> list[str] | None:
    """The names of the seats; None where only their colours are known, as in an imported game.

    Players who share a name are told apart by their colours.
    """
    row = table.row
    if row.source is not None and row.source.get("kind") == "record":
        return None
    names = [_name_of(seat) for seat in table.seating.seats]
    if not all(names):
        return None
    options = Options.from_data(row.options)
    shared = Counter(names)
    return [
        f"{name} ({colour_name(seat, options, language)})" if shared[name] > 1 else name
        for seat, name in enumerate(names)
    ]


def _name_of(seat: TableSeat) -> str:
    """The name of a seat; a bot without a name of its own is called by its level."""
    return seat.name.split(":")[0].capitalize() if seat.name == seat.bot else seat.name
