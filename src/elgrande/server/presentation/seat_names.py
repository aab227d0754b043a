"""What the players at a table are called in sentences."""

from collections import Counter

from elgrande.editions.wording import bot_title, colour_name, former_player
from elgrande.rules.options import Options
from elgrande.server.tables.decisions.erasure import FORMER
from elgrande.server.tables.seating import TableSeat
from elgrande.server.tables.table import TableState


def names_at(table: TableState, language: str) -> list[str] | None:
    """The names of the seats; None where only their colours are known, as in an imported game.

    Players who share a name are told apart by their colours.
    """
    row = table.row
    if row.source is not None and row.source.get("kind") == "record":
        return None
    names = [_name_of(seat, language) for seat in table.seating.seats]
    if not all(names):
        return None
    options = Options.from_data(row.options)
    shared = Counter(names)
    return [
        f"{name} ({colour_name(seat, options, language)})" if shared[name] > 1 else name
        for seat, name in enumerate(names)
    ]


def _name_of(seat: TableSeat, language: str) -> str:
    """The name of a seat; a bot without a name of its own is called by its level."""
    if seat.name == FORMER:
        return former_player(language)
    if seat.name != seat.bot:
        return seat.name
    title = bot_title(seat.name.split(":")[0], language)
    return title[0].upper() + title[1:]
