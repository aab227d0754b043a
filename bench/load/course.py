"""The course of a measurement: memory first, then the target load, then twice that.

The load is doubled by tables, not by choices per table: a table's next choice waits for its last,
so at twice the rate a slow server would hold up the very choices that measure it.
"""

import asyncio
import resource
import sys
from dataclasses import dataclass, field
from time import perf_counter

from bench.load.drive import Measurement, drive
from bench.load.failures import LoadFailure
from bench.load.peer import SEATS, LoadTable, Peer
from bench.load.processes import ServerProcess

RATE = 1.0
SLOW_MS = 500.0
WARM_UP_TABLES = 8
WARM_UP_SECONDS = 3.0
# Tables whose sockets are opened at the same time.
OPENING = 16
# Descriptors that are not sockets of players.
SPARE_FILES = 200


@dataclass(frozen=True)
class Plan:
    """How much to measure."""

    tables: int
    seconds: float
    doubling_seconds: float
    # No further doubling begins once a server has been measured for this long.
    budget_seconds: float
    # Memory is read after servers have had this long to clean up.
    settling_seconds: float = 4.0


@dataclass(frozen=True)
class Memory:
    """The server's memory in bytes, and how many tables it held."""

    tables: int
    base: int
    idle: int
    connected: int

    @property
    def per_idle_table(self) -> float:
        """Bytes per running table that nobody looks at."""
        return (self.idle - self.base) / self.tables

    @property
    def per_connected_table(self) -> float:
        """Bytes per running table with four quiet sockets."""
        return (self.connected - self.base) / self.tables


@dataclass
class Outcome:
    """Everything measured about one server."""

    name: str
    versions: dict[str, str] = field(default_factory=dict)
    setup_seconds: float = 0.0
    memory: Memory | None = None
    promised: Measurement | None = None
    doubled: list[Measurement] = field(default_factory=list)
    end: str = ""
    failure: str | None = None


async def measure(peer: Peer, plan: Plan) -> Outcome:
    """Measure one server from its start to its end; a failure is part of the outcome."""
    outcome = Outcome(peer.name)
    tables: list[LoadTable] = []
    try:
        server = await peer.start()
        outcome.versions = peer.describe()
        begun = perf_counter()
        await warm_up(peer, server, plan)
        outcome.memory = await measure_memory(peer, server, plan, tables, outcome)
        say(peer, f"{plan.tables} tables, {RATE:g} choice each a second for {plan.seconds:g} s")
        outcome.promised = await drive(tables, peer.tally, server, RATE, plan.seconds)
        await double(peer, server, plan, tables, outcome, begun)
    except LoadFailure as error:
        outcome.failure = str(error)
    finally:
        for table in tables:
            table.disconnect()
        await peer.stop()
    return outcome


def say(peer: Peer, line: str) -> None:
    """Report progress without touching the output."""
    print(f"{peer.name}: {line}", file=sys.stderr, flush=True)


async def warm_up(peer: Peer, server: ServerProcess, plan: Plan) -> None:
    """Play a little, so that whatever is loaded on first use is part of the base."""
    tables = await peer.make_tables(min(WARM_UP_TABLES, plan.tables))
    await connect(tables)
    await drive(tables, peer.tally, server, RATE, min(WARM_UP_SECONDS, plan.seconds))
    for table in tables:
        table.disconnect()


async def measure_memory(
    peer: Peer, server: ServerProcess, plan: Plan, tables: list[LoadTable], outcome: Outcome
) -> Memory:
    """Make the tables, connect them, and see what each step adds."""
    base = await settled_memory(peer, server, plan)
    say(peer, f"making {plan.tables} tables")
    begun = perf_counter()
    tables += await peer.make_tables(plan.tables)
    outcome.setup_seconds = perf_counter() - begun
    idle = await settled_memory(peer, server, plan)
    say(peer, f"opening {SEATS * plan.tables} sockets")
    await connect(tables)
    return Memory(plan.tables, base, idle, await settled_memory(peer, server, plan))


async def settled_memory(peer: Peer, server: ServerProcess, plan: Plan) -> int:
    """The server's memory once it has settled."""
    await asyncio.sleep(0.75 * plan.settling_seconds)
    peer.collect_garbage()
    await asyncio.sleep(0.25 * plan.settling_seconds)
    return server.memory()


async def double(
    peer: Peer,
    server: ServerProcess,
    plan: Plan,
    tables: list[LoadTable],
    outcome: Outcome,
    begun: float,
) -> None:
    """Double the tables until the server is slow or something else stops it."""
    while True:
        last = outcome.doubled[-1] if outcome.doubled else outcome.promised
        assert last is not None
        if last.p99_ms > SLOW_MS:
            outcome.end = f"p99 passed {SLOW_MS:g} ms at {last.tables} tables."
            return
        if perf_counter() - begun > plan.budget_seconds:
            outcome.end = f"the time was up after {last.tables} tables."
            return
        if 2 * SEATS * last.tables + SPARE_FILES > resource.getrlimit(resource.RLIMIT_NOFILE)[1]:
            outcome.end = f"this machine allows no more sockets than {last.tables} tables have."
            return
        say(peer, f"{2 * last.tables} tables for {plan.doubling_seconds:g} s")
        more = await peer.make_tables(last.tables)
        tables += more
        await connect(more)
        outcome.doubled.append(await drive(tables, peer.tally, server, RATE, plan.doubling_seconds))


async def connect(tables: list[LoadTable]) -> None:
    """Open the sockets of all tables, a few tables at a time."""
    waiting = list(tables)

    async def labour() -> None:
        while waiting:
            await waiting.pop().connect()

    labours = [asyncio.ensure_future(labour()) for _ in range(OPENING)]
    try:
        await asyncio.gather(*labours)
    finally:
        for task in labours:
            task.cancel()
