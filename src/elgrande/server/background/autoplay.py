"""What a table does by itself: bots move, clocks run out, absent players are notified.

It looks at a table after every change. It only changes anything through `LiveTables.act`, so that
whatever it wants is decided again from the state of the table at that moment.
"""

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Final

import structlog

from elgrande.bots.answer import DIED, Failure, default_choice
from elgrande.bots.situation import Situation, fresh_luck
from elgrande.rules.errors import GameError
from elgrande.server.background.bot_processes import Asker
from elgrande.server.background.notifying import Notifier
from elgrande.server.background.ownership import Ownership
from elgrande.server.background.suspensions import Suspensions
from elgrande.server.background.workers import Answer, Workers
from elgrande.server.errors import NoSuchTable, ShuttingDown, StorageDown
from elgrande.server.harmless import harmless
from elgrande.server.tables.decisions import play
from elgrande.server.tables.live_table import Decide, LiveTable
from elgrande.server.tables.live_tables import LiveTables
from elgrande.server.tables.playthrough import Playthrough
from elgrande.server.tables.table import RUNNING
from elgrande.server.timestamps import now_ms

log: Final = structlog.get_logger("elgrande.autoplay")
RETRY_SECONDS: Final = 1.0
LONGEST_RETRY: Final = 60.0


class Autoplay:
    """Looks after the tables of this process."""

    def __init__(
        self, live_tables: LiveTables, workers: Workers, ownership: Ownership, notifier: Notifier
    ) -> None:
        self._live_tables: Final = live_tables
        self._workers: Final = workers
        self._ownership: Final = ownership
        self._notifier: Final = notifier
        self._thinking: Final[dict[tuple[str, int], asyncio.Task[None]]] = {}
        self._suspensions: Final = Suspensions()
        self._setbacks: Final[dict[tuple[str, int], int]] = {}  # unexpected failures in a row
        self._timers: Final[dict[str, asyncio.TimerHandle]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        live_tables.on_change.append(self.look)
        live_tables.keeps = ownership.owns
        live_tables.pauses.on_resumed.append(self._sweep_soon)
        ownership.on_change.append(self._sweep_soon)
        ownership.on_loss.append(self._note_absence)

    def start(self) -> None:
        """Take up every running table that is ours."""
        if self._ownership.is_only:
            self._note_absence()
        self._sweep_soon()

    def _note_absence(self) -> None:
        """Some tables had no process to look after them, so their clocks stood still."""
        self._live_tables.pauses.away_until = now_ms()

    async def close(self) -> None:
        """Stop thinking and watching; what was begun is not lost, for nothing was decided."""
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._thinking.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look(self, live: LiveTable) -> None:
        """See what a table needs now."""
        table, playthrough = live.state, live.state.playthrough
        if playthrough is None or table.row.state != RUNNING or self._live_tables.closing:
            self._drop_timer(table.id)
            return
        if not self._ownership.owns(table.id):
            self._drop_timer(table.id)
            return
        people = []
        for seat in playthrough.awaited:
            bot = table.bot_for(seat)
            if bot is not None:
                self._think(table.id, seat, bot)
            elif table.seating.seats[seat].player is not None:
                people.append(seat)
        self._set_timer(live, playthrough)
        # Last: the game goes on whether or not anybody can be notified.
        for seat in people:
            with harmless("notifying"):
                self._notifier.turn_of(table, seat, playthrough)

    async def look_again(self) -> None:
        """Look at every table in memory, in case a change was missed somewhere."""
        for live in list(self._live_tables.tables.values()):
            with harmless("looking again"):
                self.look(live)

    # Bots.

    def _think(self, table_id: str, seat: int, bot: str) -> None:
        key = (table_id, seat)
        if key in self._thinking:
            return  # when it is done, the table is looked at again
        task = asyncio.create_task(self._move(table_id, seat, bot))
        self._thinking[key] = task
        task.add_done_callback(partial(self._thought, key))

    def _thought(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        self._thinking.pop(key, None)
        live = self._live_tables.tables.get(key[0])
        if task.cancelled() or live is None:
            return
        error = task.exception()
        if error is None:
            self._setbacks.pop(key, None)
            self.look(live)
        elif isinstance(error, ShuttingDown) or self._live_tables.paused is not None:
            return  # all tables are looked at when the storage is back
        else:
            setbacks = self._setbacks[key] = self._setbacks.get(key, 0) + 1
            pause = min(RETRY_SECONDS * 2 ** (setbacks - 1), LONGEST_RETRY)
            asyncio.get_running_loop().call_later(pause, self._retry, key)
            log.error("bot_task_failed", table=key[0], exc_info=error)

    def _retry(self, key: tuple[str, int]) -> None:
        live = self._live_tables.tables.get(key[0])
        if live is None:
            self._setbacks.pop(key, None)
        else:
            self.look(live)

    async def _move(self, table_id: str, seat: int, bot: str) -> None:
        """Let a bot answer for a seat, until the table waits for another."""
        while True:
            live = await self._live_tables.get(table_id)
            table, playthrough = live.state, live.state.playthrough
            if (
                playthrough is None
                or table.row.state != RUNNING
                or seat not in playthrough.awaited
                or table.bot_for(seat) != bot
            ):
                return
            if playthrough.held:
                await self._act(table_id, partial(play.confirm_for, seat=seat))
                continue
            step = playthrough.step_for(seat)
            answer = await self._answer(live, playthrough, seat, bot)
            await self._act(
                table_id,
                partial(play.choose_for, seat=seat, step=step, choice=answer.choice, bot=bot),
            )
            with harmless("measuring"):
                self._measure(table_id, bot, answer)

    async def _answer(
        self, live: LiveTable, playthrough: Playthrough, seat: int, bot: str
    ) -> Answer:
        """What a bot answers for a seat; the default, whatever goes wrong."""
        # After an undo a bot starts afresh: it must not continue its old plan.
        key = f"{live.state.id}:{seat}:{playthrough.returns}"
        legal = tuple(playthrough.game.legal(seat))
        suspended = self._suspensions.failure_of(key)
        if suspended is not None:
            return Answer(default_choice(legal), suspended, 0.0, 0.0)
        try:
            situation = Situation.of(playthrough.game, seat, fresh_luck())
            answer = await self._workers.choose(key, bot, situation, _asker(live, seat))
        except ShuttingDown:
            raise
        except Exception as error:
            log.error("bot_not_asked", table=live.state.id, exc_info=error)
            answer = Answer(default_choice(legal), Failure(DIED, "it could not be asked"), 0.0, 0.0)
        self._suspensions.note(key, answer.failure)
        return answer

    def _measure(self, table_id: str, bot: str, answer: Answer) -> None:
        metrics, level = self._live_tables.metrics, bot.partition(":")[0]
        if answer.failure is not None:
            log.warning("bot_failed", table=table_id, bot=level, reason=answer.failure.reason)
            metrics.bot_failures.labels(answer.failure.reason).inc()
        metrics.bot_seconds.labels(level).observe(answer.seconds)
        metrics.choices.labels("bot").inc()

    async def _act(self, table_id: str, decide: Decide) -> None:
        """Do it, if it can still be done: the table may have changed in the meantime."""
        try:
            await self._live_tables.act(table_id, decide)
        except (StorageDown, ShuttingDown):
            raise
        except GameError as error:
            log.info("too_late", table=table_id, code=error.code)

    # Clocks.

    def _set_timer(self, live: LiveTable, playthrough: Playthrough) -> None:
        table_id = live.state.id
        self._drop_timer(table_id)
        due = [
            (time, seat)
            for time, seat in playthrough.clock.deadlines()
            if live.state.bot_for(seat) is None
        ]
        if due:
            time, seat = due[0]
            delay = max(0.0, (time - now_ms()) / 1000) + 0.001
            self._timers[table_id] = asyncio.get_running_loop().call_later(
                delay, self._spawn_time_out, table_id, seat
            )

    def _drop_timer(self, table_id: str) -> None:
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()

    def _spawn_time_out(self, table_id: str, seat: int) -> None:
        self._timers.pop(table_id, None)
        self._spawn(self._time_out(table_id, seat))

    async def _time_out(self, table_id: str, seat: int) -> None:
        await self._act(table_id, partial(play.time_out, seat=seat))
        self.look(await self._live_tables.get(table_id))

    # All tables.

    def _sweep_soon(self) -> None:
        self._spawn(self._sweep())

    async def _sweep(self) -> None:
        """Look at every running table of ours, whether somebody is there or not."""
        try:
            running = await self._live_tables.storage.running_ids()
        except StorageDown as error:
            self._live_tables.pauses.begin(str(error))
            return
        except Exception as error:
            asyncio.get_running_loop().call_later(LONGEST_RETRY, self._sweep_soon)
            log.error("tables_not_kept", exc_info=error)
            return
        for table_id in running:
            if not self._ownership.owns(table_id):
                continue
            try:
                await self._take_up(table_id)
            except (NoSuchTable, ShuttingDown):
                continue
            except StorageDown:
                return  # all are looked at again when it is back
            except Exception:  # one table that cannot be read must not stop the others
                log.exception("table_not_kept", table=table_id)

    async def _take_up(self, table_id: str) -> None:
        # Only what was left open is decided: a clock that stood still, a finished game.
        self.look(await self._live_tables.act(table_id, lambda table, now: play.NOTHING))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._spawned)

    def _spawned(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StorageDown | ShuttingDown):
            log.error("keeper_failed", exc_info=error)


def _asker(live: LiveTable, seat: int) -> Asker:
    """Who a bot's thinking is charged to: its player where it stands in, else the host.

    Nobody waits at a table where only bots play and nobody watches from this process.
    """
    table = live.state
    payer = table.seating.seats[seat].player or table.row.host
    is_played = any(table_seat.player_here is not None for table_seat in table.seating.seats)
    return Asker(payer, table.id, attended=is_played or bool(live.listeners))
