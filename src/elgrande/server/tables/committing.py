"""From a decision to stored entries: decide, commit, fold.

If another process was quicker, its entries are read and the decision is made again.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog

from elgrande.rules.errors import GameError
from elgrande.server.errors import NoSuchTable, StorageDown
from elgrande.server.storage import NumberTaken, RowGone, Storage
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions import Decision, Writing, play
from elgrande.server.tables.live_table import Decide, LiveTable
from elgrande.server.tables.pauses import Pauses
from elgrande.server.timestamps import now_ms

log: Final = structlog.get_logger("elgrande.tables")
MOST_TRIES: Final = 20


class Committer:
    """Writes to the logs of tables; the caller holds the table.

    `heard` is called when others' entries changed a table, `gone` when it no longer exists.
    """

    def __init__(
        self,
        storage: Storage,
        pauses: Pauses,
        heard: Callable[[LiveTable], None],
        gone: Callable[[str], object],
    ) -> None:
        self._storage: Final = storage
        self._pauses: Final = pauses
        self._heard: Final = heard
        self._gone: Final = gone

    async def decide(self, live: LiveTable, decide: Decide, *, alone: bool) -> None:
        """Decide from the table's present state and commit; unless `alone`, others write too."""
        looked = alone
        for _ in range(MOST_TRIES):
            if live.is_behind:
                await self.catch_up(live)
            try:
                decision = decide(live.state, now_ms())
            except GameError:
                # Before refusing: another process may have written what makes it valid.
                if looked or not await self.catch_up(live):
                    raise
                looked = True
                continue
            if not decision.entries:
                return
            try:
                await self._commit(live, decision)
                return
            except NumberTaken:
                continue  # somebody was quicker: decide again
        raise StorageDown("Too many others are writing to this table; try again.")

    async def _commit(self, live: LiveTable, decision: Decision) -> None:
        """Store the entries, then fold them; after a failure the storage is read again."""
        live.behind = True
        with self._pauses:
            try:
                await self._storage.append(live.state.id, decision.entries, decision.change)
            except RowGone:  # it was removed, perhaps by another process
                self._gone(live.state.id)
                raise NoSuchTable("This table no longer exists.") from None
        live.state.apply_all(decision.entries)
        live.behind = False

    async def catch_up(self, live: LiveTable) -> bool:
        """Read what others wrote; returns whether they did."""
        with self._pauses:
            entries = await self._storage.entries(live.state.id, after=live.state.number)
        live.state.apply_all(entries)
        live.behind = False
        if entries:
            self._heard(live)
        return bool(entries)

    async def finish(self, live: LiveTable) -> None:
        """Write the end of a game that is over."""
        decision = play.finish(live.state, now_ms())
        if decision.entries:
            with suppress(NumberTaken):
                await self._commit(live, decision)

    async def restore(self, live: LiveTable) -> None:
        """Note where a game continues if the rules of today play it differently.

        NumberTaken if another process just did so.
        """
        playthrough = live.state.playthrough
        if playthrough is None:
            return
        log.warning("rules_changed", table=live.state.id, position=playthrough.position)
        writing = Writing(live.state, now_ms())
        writing.add(
            kinds.RESTORED,
            position=playthrough.position,
            game=playthrough.game.snapshot(),
            left=playthrough.clock.left,
        )
        await self._commit(live, writing.decide())
