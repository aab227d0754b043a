"""Turn notices: when a table begins to wait for somebody, they are told about it elsewhere.

A notice is known by its table, seat and the moment the turn began, so that it is queued once,
whichever process finds it, and however often.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import structlog

from elgrande.server.background.webhooks import opening_notice, turn_notice
from elgrande.server.errors import StorageDown
from elgrande.server.storage.rows import Change, Delivery
from elgrande.server.storage.store import Storage
from elgrande.server.tables.playthrough import Playthrough
from elgrande.server.tables.table import TableState
from elgrande.server.timestamps import now_ms

log: Final = structlog.get_logger("elgrande.notices")
REMEMBERED_SECONDS: Final = 30.0
MOST_REMEMBERED: Final = 50_000


class Notifier:
    """Announces turns: to feeds at once, and to webhooks by queued notices.

    `tell` takes the player and the notice, `wake` makes the senders look for notices.
    """

    def __init__(
        self,
        storage: Storage,
        address: str,
        tell: Callable[[str, dict[str, Any]], None],
        wake: Callable[[], None],
    ) -> None:
        self._storage: Final = storage
        self._address: Final = address
        self._tell: Final = tell
        self._wake: Final = wake
        self._told: Final[OrderedDict[tuple[str, int], int]] = OrderedDict()
        self._with_webhook: frozenset[str] = frozenset()
        self._looked = -REMEMBERED_SECONDS
        self._looking: Final = asyncio.Lock()
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def turn_of(self, table: TableState, seat: int, playthrough: Playthrough) -> None:
        """The table waits for a seat; nothing happens if its player has been told already."""
        player = table.seating.seats[seat].player
        began = playthrough.clock.since.get(seat, 0)
        key = (table.id, seat)
        if player is None or self._told.get(key) == began:
            return
        self._told[key] = began
        self._told.move_to_end(key)
        if len(self._told) > MOST_REMEMBERED:
            self._told.popitem(last=False)
        url = f"{self._address}/table/{table.id}"
        notice = turn_notice(table.id, table.row.title, seat, playthrough.step_for(seat), url)
        self._send(f"{table.id}.{seat}.{began}", player, notice)

    def game_opened(self, table: TableState) -> None:
        """A game of an event is open: its players are told, but for those whose turn it is."""
        awaited = () if table.playthrough is None else table.playthrough.awaited
        for table_seat in table.seating.seats:
            if table_seat.player is not None and table_seat.seat not in awaited:
                url, seat = f"{self._address}/table/{table.id}", table_seat.seat
                notice = opening_notice(table.id, table.row.title, seat, url)
                self._send(f"{table.id}.{seat}.opened", table_seat.player, notice)

    def _send(self, key: str, player: str, notice: dict[str, Any]) -> None:
        """Tell a player's feeds, and queue a notice for their webhook if they may have one."""
        self._tell(player, notice)
        if not self._is_stale and player not in self._with_webhook:
            return
        delivery = Delivery(
            id=key,
            player=player,
            table=notice["table"],
            body=notice,
            attempts=0,
            due=now_ms(),
            state="waiting",
        )
        task = asyncio.create_task(self._queue(delivery))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def _is_stale(self) -> bool:
        return time.monotonic() - self._looked > REMEMBERED_SECONDS

    async def _players_with_webhook(self) -> frozenset[str]:
        """Who has a webhook: few do, so an occasional look costs less than one for each turn."""
        async with self._looking:
            if self._is_stale:
                self._with_webhook = frozenset(await self._storage.players_with_webhook())
                self._looked = time.monotonic()
        return self._with_webhook

    async def _queue(self, delivery: Delivery) -> None:
        try:
            if delivery.player not in await self._players_with_webhook():
                return
            await self._storage.append(delivery.table, [], Change(deliveries=[delivery]))
            self._wake()
        except Exception as error:  # a notice is lost, and nothing else
            reason = "storage" if isinstance(error, StorageDown) else type(error).__name__
            log.warning("notice_not_queued", table=delivery.table, reason=reason)
