"""The result of a finished game, worked out from its table and its log."""

from collections.abc import Sequence
from typing import Any, Final

from elgrande.rules.options import Options
from elgrande.server.storage.rows import Checkpoint, Entry, FinishedGame, SeatResult, Table
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.loading import fold
from elgrande.server.tables.table import TableState
from elgrande.standings.counting import (
    ALONE,
    SHARED_SCREEN,
    GameFacts,
    SeatFacts,
    why_unrated,
)
from elgrande.standings.figures import SeatFigures, figures_of, places_of

# Games that were not played here.
ELSEWHERE: Final = "elsewhere"
IMPORTED: Final = "record"
# Such a game belongs to nobody's record: it is only noted that it was looked at.
_NOBODYS: Final = (ALONE, SHARED_SCREEN, ELSEWHERE)


def result_of(
    row: Table, log: Sequence[Entry], checkpoints: Sequence[Checkpoint]
) -> FinishedGame | None:
    """The result of a table; None if its game is not over."""
    table = fold(row, log, checkpoints)
    result = table.row.result
    if result is None or table.row.finished is None:
        return None
    unrated = _why_unrated(table, log)
    seats = [] if unrated in _NOBODYS else _seats(table, result["scores"])
    options = Options.from_data(row.options)
    return FinishedGame(
        table_id=row.id,
        finished=table.row.finished,
        edition=options.edition,
        players=options.players,
        variant=variant_of(options),
        people=sum(seat.player is not None for seat in seats),
        unrated=unrated,
        seats=seats,
    )


def variant_of(options: Options) -> str:
    """The names of the options that change a game, with commas; empty for the plain game.

    >>> variant_of(Options(players=4, power_shift=True, castillo="open"))
    'castillo,power_shift'
    """
    usual = Options(edition=options.edition, players=options.players)
    names = ("short", "merged_stacks", "new_regency", "old_hands", "power_shift", "castillo")
    return ",".join(
        sorted(name for name in names if getattr(options, name) != getattr(usual, name))
    )


def unreadable(row: Table) -> FinishedGame:
    """A note that nothing could be worked out about a game."""
    return FinishedGame(row.id, row.finished or 0, "", 0, "", 0, ELSEWHERE)


def _why_unrated(table: TableState, log: Sequence[Entry]) -> str | None:
    source = table.row.source
    if table.row.start is not None or (source is not None and source.get("kind") == IMPORTED):
        return ELSEWHERE
    seats = [
        SeatFacts(seat.player, seat.bot, gave_up=seat.substitute is not None)
        for seat in table.seating.seats
    ]
    went_back = any(entry.kind == kinds.UNDO for entry in log)
    return why_unrated(GameFacts(seats, coach=table.settings.coach, went_back=went_back))


def _seats(table: TableState, scores: Sequence[int]) -> list[SeatResult]:
    figures = _figures(table)
    found = []
    for seat, place in zip(table.seating.seats, places_of(scores), strict=True):
        known: dict[str, Any] = {}
        if figures is not None and seat.bot is None:
            own = figures[seat.seat]
            cards = {"taken": own.taken, "expected": own.expected, "powers": own.powers}
            known = {"sources": own.sources, "cards": cards}
        found.append(
            SeatResult(
                seat=seat.seat,
                player=seat.player,
                bot=seat.bot,
                place=place,
                points=scores[seat.seat],
                gave_up=seat.substitute is not None,
                **known,
            )
        )
    return found


def _figures(table: TableState) -> list[SeatFigures] | None:
    """The figures of a game; None if today's rules do not play it as it was played."""
    played = table.playthrough
    if played is None or table.difference is not None or played.first > 0:
        return None
    return figures_of(played.options, int(table.row.seed), played.line())
