"""The tables of one browser: kept as logs, folded when needed, changed by decisions."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Final

from elgrande.server.errors import NoSuchTable
from elgrande.server.storage.rows import Entry, Table
from elgrande.server.tables.decisions import Decision, play
from elgrande.server.tables.table import RUNNING, TableState
from elgrande.server.timestamps import now_ms
from elgrande.solo.errors import DamagedSave
from elgrande.solo.levels import Bots
from elgrande.solo.saving import TABLE, Keep, SavedTable, fold_table, read_table, write

Decide = Callable[[TableState, int], Decision]
IMMEDIATELY: Final = 0


class SoloTables:
    """All tables of this browser. `keep` stores them, `changed` hears of every change."""

    def __init__(self, keep: Keep, changed: Callable[[TableState], None]) -> None:
        self._keep: Final = keep
        self._changed: Final = changed
        self._saved: Final[dict[str, SavedTable]] = {}
        self._damaged: Final[set[str]] = set()
        self._folded: Final[dict[str, TableState]] = {}
        self._bots: Final = Bots()

    def restore(self, kept: Mapping[str, str]) -> int:
        """Take up the tables that were kept; returns how many cannot be read."""
        for key, text in kept.items():
            if key.startswith(TABLE):
                try:
                    self._saved[key.removeprefix(TABLE)] = read_table(text)
                except DamagedSave:
                    self._damaged.add(key.removeprefix(TABLE))
        return len(self._damaged)

    def rows(self) -> Iterator[tuple[Table, TableState | None]]:
        """Every table, the newest first; those that run with their games."""
        for saved in sorted(self._saved.values(), key=lambda one: -one.row.created):
            table: TableState | None = None
            if saved.row.state == RUNNING:
                with suppress(DamagedSave):
                    table = self.get(saved.row.id)
                if table is None:
                    continue
            yield saved.row, table

    def get(self, table_id: str) -> TableState:
        """A table; NoSuchTable if there is none, DamagedSave if it cannot be read."""
        if table_id in self._damaged:
            raise DamagedSave("The saved game cannot be read.")
        if table_id not in self._saved:
            raise NoSuchTable("There is no such table in this browser.")
        if table_id not in self._folded:
            self._folded[table_id] = fold_table(self._saved[table_id])
            # Nobody could think while the page was closed.
            self.act(table_id, play.resume)
        return self._folded[table_id]

    def add(self, row: Table, entries: list[Entry]) -> TableState:
        """Keep a new table."""
        self._saved[row.id] = SavedTable(row, entries)
        table = self._folded[row.id] = fold_table(self._saved[row.id])
        self._store(table)
        return table

    def act(self, table_id: str, decide: Decide) -> TableState:
        """Decide, fold, keep. What `decide` raises goes to the caller."""
        table = self.get(table_id)
        before = table.number
        self._fold(table, decide(table, now_ms()))
        self._fold(table, play.finish(table, now_ms()))
        if table.number != before:
            self._store(table)
        return table

    def remove(self, table_id: str) -> None:
        """Forget a table for good."""
        self._saved.pop(table_id, None)
        self._folded.pop(table_id, None)
        self._damaged.discard(table_id)
        self._keep(TABLE + table_id, None)

    def _fold(self, table: TableState, decision: Decision) -> None:
        table.apply_all(decision.entries)
        self._saved[table.id].entries += decision.entries

    def _store(self, table: TableState) -> None:
        saved = self._saved[table.id]
        saved.row = table.row
        saved.row.seats = [table_seat.row() for table_seat in table.seating.seats]
        self._keep(TABLE + table.id, write(saved))
        if table.row.state != RUNNING:
            self._bots.forget(table.id)
        self._changed(table)

    # What a table does by itself.

    def work(self) -> int | None:
        """Let one bot move, or one clock run out.

        Returns in how many milliseconds there is more to do, and None if nobody is waited for but
        people without a clock.
        """
        waits = [self._work_at(table) for table in list(self._folded.values())]
        return min((wait for wait in waits if wait is not None), default=None)

    def _work_at(self, table: TableState) -> int | None:
        if table.playthrough is None or table.row.state != RUNNING:
            return None
        for seat in table.playthrough.awaited:
            bot = table.bot_for(seat)
            if bot is not None:
                self.act(table.id, self._move_of(table, seat, bot))
                return IMMEDIATELY
        due = [
            (time, seat)
            for time, seat in table.playthrough.clock.deadlines()
            if table.bot_for(seat) is None
        ]
        if not due:
            return None
        time, seat = due[0]
        if time > now_ms():
            return time - now_ms()
        self.act(table.id, lambda table, now: play.time_out(table, now, seat=seat))
        return IMMEDIATELY

    def _move_of(self, table: TableState, seat: int, bot: str) -> Decide:
        playthrough = table.running()
        if playthrough.held:
            return lambda table, now: play.confirm_for(table, now, seat=seat)
        step = playthrough.step_for(seat)
        choice = self._bots.choose(table, seat, bot)
        return lambda table, now: play.choose_for(
            table, now, seat=seat, step=step, choice=choice, bot=bot
        )
