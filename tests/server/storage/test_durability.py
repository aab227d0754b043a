"""What was acknowledged is there after `kill -9`, once and in order, on both databases."""

import random
import subprocess
import sys
import time
from typing import Final

import pytest

from elgrande.server.storage import Storage
from tests.server.storage.samples import on, table
from tests.support.marks import with_proofs

KILLS: Final = 5
TABLES: Final = 4
# Appends to every table as fast as it can and prints each number once it is acknowledged.
WRITER: Final = """
import asyncio, sys
from elgrande.server.storage import Entry, Storage

async def write(storage, key):
    number = (await storage.last_numbers([key])).get(key, 0)
    while True:
        number += 1
        await storage.append(key, [Entry(number, "choice", 0, "p1", number, {"number": number})])
        print(key, number, flush=True)

async def main():
    storage = await Storage.open(sys.argv[1])
    await asyncio.gather(*[write(storage, key) for key in sys.argv[2:]])

asyncio.run(main())
"""


@pytest.mark.parametrize("kills", with_proofs([2, KILLS]))
def test_nothing_that_was_acknowledged_is_lost(url: str, kills: int) -> None:
    keys = [f"t{number}" for number in range(TABLES)]

    async def make(storage: Storage) -> None:
        for key in keys:
            await storage.add_table(table(key), [])

    on(url, make)
    rng = random.Random(4)
    acknowledged = dict.fromkeys(keys, 0)
    for _ in range(kills):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, url, *keys], stdout=subprocess.PIPE, encoding="utf-8"
        )
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(rng.random() * 0.2)
        writer.kill()
        rest, _ = writer.communicate(timeout=60)
        for line in (first + rest).splitlines():
            if len(words := line.split()) == 2:
                acknowledged[words[0]] = max(acknowledged[words[0]], int(words[1]))

    async def look(storage: Storage) -> None:
        for key in keys:
            log = await storage.entries(key)
            assert [line.number for line in log] == list(range(1, len(log) + 1))
            assert all(line.data == {"number": line.number} for line in log)
            assert len(log) >= acknowledged[key] > 0

    # A killed process may still have a transaction at the server that comes to its end.
    time.sleep(0.1)
    on(url, look)
