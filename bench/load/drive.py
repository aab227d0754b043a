"""One phase of load: choices at an even pace, and their outcome."""

import asyncio
import gc
import time
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from bench.load.peer import LoadTable, Tally
from bench.load.processes import ServerProcess, machine_seconds

# How long the last choices of a phase may take to arrive.
PATIENCE = 10.0
# The event loop counts in milliseconds: what is due within half a millisecond is due.
TIMER_GRAIN = 0.0005


@dataclass(frozen=True)
class Measurement:
    """The outcome of one phase of load; times in milliseconds."""

    tables: int
    sockets: int
    offered_per_second: float
    seconds: float
    choices: int
    updates: int
    p50_ms: float
    p99_ms: float
    max_ms: float
    skipped: int
    unseen: int
    errors: list[str]
    server_cores: float
    client_cores: float
    other_cores: float
    client_us_per_update: float
    pace_p99_ms: float
    bytes_per_update: float
    memory: int


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of values does not exceed."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


async def drive(
    tables: list[LoadTable], tally: Tally, server: ServerProcess, rate: float, seconds: float
) -> Measurement:
    """Submit choices at the rate per table and second, spread evenly over the second."""
    tally.reset()
    errors_before = len(tally.errors)
    received_before = received_bytes(tables)
    server_before, client_before = server.processor_seconds(), time.process_time()
    machine_before = machine_seconds()
    gc.collect()
    # A pause of the client's own garbage collector would look like one of the server's.
    gc.disable()
    try:
        start = perf_counter()
        delays = await keep_pace(tables, rate, seconds)
        await settle(tables)
        wall = perf_counter() - start
    finally:
        gc.enable()
    server.check()
    client = time.process_time() - client_before
    served = server.processor_seconds() - server_before
    others = machine_seconds() - machine_before - client - served
    unseen = sum(table.give_up() for table in tables)
    milliseconds = [1000 * latency for latency in tally.latencies]
    return Measurement(
        tables=len(tables),
        sockets=sum(len(table.sockets) for table in tables),
        offered_per_second=rate * len(tables),
        seconds=wall,
        choices=tally.choices,
        updates=tally.updates,
        p50_ms=percentile(milliseconds, 0.50),
        p99_ms=percentile(milliseconds, 0.99),
        max_ms=max(milliseconds, default=float("nan")),
        skipped=tally.skipped,
        unseen=unseen,
        errors=tally.errors[errors_before:],
        server_cores=served / wall,
        client_cores=client / wall,
        other_cores=max(0.0, others) / wall,
        client_us_per_update=1e6 * client / max(1, tally.updates),
        pace_p99_ms=1000 * percentile(delays, 0.99),
        bytes_per_update=(received_bytes(tables) - received_before) / max(1, tally.updates),
        memory=server.memory(),
    )


async def keep_pace(tables: list[LoadTable], rate: float, seconds: float) -> list[float]:
    """Submit every choice when it is due; returns how far behind each was."""
    delays: list[float] = []
    interval = 1 / (rate * len(tables))
    start = perf_counter()
    for turn in range(round(seconds * rate * len(tables))):
        due = start + turn * interval
        while (ahead := due - perf_counter()) > TIMER_GRAIN:
            await asyncio.sleep(ahead)
        delays.append(max(0.0, perf_counter() - due))
        tables[turn % len(tables)].submit()
        if turn % 64 == 0:
            # When behind the pace, nothing else would give the sockets a chance to be read.
            await asyncio.sleep(0)
    return delays


async def settle(tables: list[LoadTable]) -> None:
    """Wait, up to a limit, until everyone has seen the last choices."""
    end = perf_counter() + PATIENCE
    while perf_counter() < end and not all(table.settled for table in tables):
        await asyncio.sleep(0.05)


def received_bytes(tables: list[LoadTable]) -> int:
    """Bytes received over all sockets so far."""
    return sum(socket.received for table in tables for socket in table.sockets)
