"""Tables in memory alone: folds of entries, without storage or clients."""

from elgrande.rules.options import Options
from elgrande.rules.rng import Rng
from elgrande.server.tables.decisions import play
from elgrande.server.tables.decisions.opening import open_table
from elgrande.server.tables.seating import HUMAN, TableSeat
from elgrande.server.tables.settings import TableSettings
from elgrande.server.tables.table import TableState
from tests.support.walks import pick


def new_table(options: Options) -> TableState:
    """A table at which everybody sits, and the game has begun."""
    table_seats = [
        TableSeat(seat=seat, kind=HUMAN, player=f"player {seat}", name=f"Player {seat}")
        for seat in range(options.players)
    ]
    row, entries = open_table(
        1,
        "player 0",
        title='A "title"',
        public=False,
        options=options,
        settings=TableSettings(),
        seats=table_seats,
    )
    state = TableState(row)
    state.apply_all(entries)
    return state


def choose(table: TableState, rng: Rng) -> None:
    """One of those asked makes a random choice, and confirms it sooner or later."""
    playthrough = table.running()
    seat = pick(rng, playthrough.asked)
    choice = pick(rng, playthrough.game.legal(seat))
    decision = play.choose(
        table,
        2,
        f"player {seat}",
        seat=seat,
        step=playthrough.step_for(seat),
        choice=choice,
        confirm=rng.below(3) > 0,
    )
    table.apply_all(decision.entries)
    if playthrough.held:
        seat = playthrough.awaited[0]
        step = playthrough.step_for(seat)
        table.apply_all(play.confirm(table, 3, f"player {seat}", seat=seat, step=step).entries)
