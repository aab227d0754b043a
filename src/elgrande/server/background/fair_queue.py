"""Who is served next when many wait: a fair share for every player and each of their tables.

Weighted fair queueing. Everybody with waiting work owns a share of the available time; the next job
is the one that would finish first if everybody were served at once, each with their share. So a
short job comes before a long one, somebody who rarely asks hardly waits, and a thousand jobs of one
player hold up only that player. There is no clock in here and no I/O.
"""

from collections import deque
from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final, Generic, NamedTuple, TypeVar

FEW_PLAYERS: Final = 500
FEW_TABLES: Final = 50

Item = TypeVar("Item")


class Ticket(NamedTuple, Generic[Item]):
    """Something that waits, for whom, and how long it will take, in their share of the time."""

    item: Item
    player: str
    table: str
    cost: float


class _Share(Generic[Item]):
    """What one player, or one table of a player, has used, and what of theirs waits."""

    def __init__(self) -> None:
        self.used = 0.0  # in virtual seconds
        self.waiting: deque[Ticket[Item]] = deque()
        self.tables: dict[str, _Share[Item]] = {}
        self.order: list[tuple[float, int, str]] = []
        self.served = 0.0  # the virtual time of the tables among themselves


class FairQueue(Generic[Item]):
    """Jobs that wait, each for a table of a player."""

    def __init__(self) -> None:
        self._players: dict[str, _Share[Item]] = {}
        self._order: list[tuple[float, int, str]] = []  # when the next job of each would be done
        self._now = 0.0  # virtual: how far everybody waiting has been served
        self._count: Final = count()
        self._length = 0
        self._room = FEW_PLAYERS  # how many players there may be before the idle are forgotten

    @property
    def remembered(self) -> int:
        """How many players are known, waiting or not."""
        return len(self._players)

    def __len__(self) -> int:
        return self._length

    def push(
        self, item: Item, *, player: str, table: str, seconds: float, weight: float = 1.0
    ) -> None:
        """Queue a job that will take about this long; with half the weight it counts twice that."""
        ticket = Ticket(item, player, table, seconds / weight)
        share = self._players.get(player)
        if share is None:
            self._make_room()
            share = self._players[player] = _Share()
        is_idle = not share.order
        if is_idle:
            # Idle time is not saved up.
            share.used = max(share.used, self._now)
        self._push_to_table(share, ticket)
        if is_idle:
            self._line_up(player, share)
        self._length += 1

    def _push_to_table(self, share: _Share[Item], ticket: Ticket[Item]) -> None:
        table = share.tables.setdefault(ticket.table, _Share())
        table.waiting.append(ticket)
        if len(table.waiting) == 1:
            table.used = max(table.used, share.served)
            due = table.used + ticket.cost
            heappush(share.order, (due, next(self._count), ticket.table))

    def _line_up(self, player: str, share: _Share[Item]) -> None:
        first = share.tables[share.order[0][2]].waiting[0]
        heappush(self._order, (share.used + first.cost, next(self._count), player))

    def pop(self, barred: Collection[str] = ()) -> Ticket[Item] | None:
        """The job to serve next, leaving out some players; None if there is none."""
        passed = []
        found = None
        while self._order and found is None:
            line = heappop(self._order)
            if line[2] in barred:
                passed.append(line)
            else:
                found = self._serve(line[2])
        for line in passed:
            heappush(self._order, line)
        return found

    def _serve(self, player: str) -> Ticket[Item]:
        share = self._players[player]
        _, _, name = heappop(share.order)
        table = share.tables[name]
        ticket = table.waiting.popleft()
        self._now = max(self._now, share.used)
        share.served = max(share.served, table.used)
        share.used += ticket.cost
        table.used += ticket.cost
        if table.waiting:
            due = table.used + table.waiting[0].cost
            heappush(share.order, (due, next(self._count), name))
        elif len(share.tables) > len(share.order) + FEW_TABLES:
            share.tables = {one: row for one, row in share.tables.items() if row.waiting}
        if share.order:
            self._line_up(player, share)
        self._length -= 1
        return ticket

    def settle(self, ticket: Ticket[Item], seconds: float, weight: float = 1.0) -> None:
        """A job took longer or shorter than estimated: charge its player for the difference."""
        share = self._players.get(ticket.player)
        if share is None:
            return
        difference = seconds / weight - ticket.cost
        share.used += difference
        table = share.tables.get(ticket.table)
        if table is not None:
            table.used += difference

    def drain(self) -> Iterator[Item]:
        """Take out everything, in no order."""
        for share in self._players.values():
            for table in share.tables.values():
                yield from (ticket.item for ticket in table.waiting)
        self._players, self._order, self._length = {}, [], 0

    def _make_room(self) -> None:
        """Forget those who want nothing and are not ahead of the others."""
        if len(self._players) < self._room:
            return
        self._players = {
            player: share
            for player, share in self._players.items()
            if share.order or share.used > self._now
        }
        self._room = max(FEW_PLAYERS, 2 * len(self._players))
