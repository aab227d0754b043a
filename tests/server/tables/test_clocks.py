"""Clocks at a real server: time runs out and the bot plays; it stands still while nobody serves."""

import asyncio
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from elgrande.server.storage import Storage
from elgrande.server.storage.rows import Entry
from tests.support.clients import Frame, Person, come_in, open_table
from tests.support.hosting import forks
from tests.support.nursery import Nursery

pytestmark = pytest.mark.proof

__all__ = ["forks"]
TURN = {"clock": {"kind": "turn", "seconds": 5}, "policy": "novice"}
SECONDS = 5.0
SLACK = 20.0  # the machine may be busy


async def state_of(person: Person, table: str) -> Frame:
    found: Frame = await person.get(f"/api/tables/{table}/state")
    return found


async def submit(person: Person, table: str, state: Frame) -> str:
    body = {
        "seat": state["seat"],
        "step": state["view"]["step"],
        "choice": state["view"]["choices"][0]["choice"],
        "confirm": True,
    }
    answer = await person.ask("POST", f"/api/tables/{table}/choices", body)
    return str(answer.json().get("error", "done"))


def kinds_of(entries: list[Entry]) -> list[str]:
    return [entry.kind for entry in entries]


def test_time_runs_out_and_the_bot_plays_the_turn(forks: Nursery, tmp_path: Path) -> None:
    async def one_who_sleeps(ana: Person, storage: Storage) -> None:
        table = await open_table([ana], ["me", "hotseat"], settings=TURN)
        state = await state_of(ana, table)
        ends = state["table"]["play"]["clock"]["ends"][state["seat"]]
        assert abs(ends / 1000 - time.time() - SECONDS) < SLACK
        asked = state["seat"]
        entries = await storage.entries(table)
        async with asyncio.timeout(SECONDS + 10 + SLACK):
            while not any("by" in entry.data for entry in entries):
                await asyncio.sleep(0.05)
                entries = await storage.entries(table)
        late = next(entry for entry in entries if entry.kind == "timeout")
        assert late.seat == asked
        assert ends <= late.time < ends + SLACK * 1000
        played = next(entry for entry in entries if "by" in entry.data)
        assert (played.seat, played.data["by"]) == (asked, "novice")
        assert "timeout" in [line["kind"] for line in (await state_of(ana, table))["log"]]
        # The next turn is the next player's own again.
        while (state := await state_of(ana, table))["view"]["choices"] == []:
            await asyncio.sleep(0.05)
        assert await submit(ana, table, state) == "done"

    async def one_at_the_last_moment(ana: Person, storage: Storage, early: float) -> str:
        """Choose at the moment the time runs out: it counts, or the bot has the turn; not both."""
        table = await open_table([ana], ["me", "hotseat"], settings=TURN)
        state = await state_of(ana, table)
        ends = state["table"]["play"]["clock"]["ends"][state["seat"]] / 1000
        await asyncio.sleep(max(0.0, ends - early - time.time()))
        answer = await submit(ana, table, state)
        after = await storage.entries(table, after=state["number"])
        own = [entry for entry in after if entry.data.get("step") == state["view"]["step"]]
        if answer == "done":
            # A bot that was quicker may have chosen the very same, which then counts once.
            assert len(own) == 1
            assert ("by" in own[0].data) == (kinds_of(after)[0] == "timeout")
        else:
            assert answer in ("seat_with_bot", "stale_step")
            assert kinds_of(after)[0] == "timeout"
        assert len(own) <= 1
        return answer

    async def one_with_a_game_clock(ana: Person) -> None:
        clock = {"clock": {"kind": "game", "seconds": 600, "increment": 30}}
        table = await open_table([ana], ["me", "hotseat"], settings=clock)
        state = await state_of(ana, table)
        seat = state["seat"]
        await asyncio.sleep(1.0)
        while (state := await state_of(ana, table))["seat"] == seat:
            assert await submit(ana, table, state) == "done"
        left = state["table"]["play"]["clock"]["left"]
        assert 630_000 - 1000 - SLACK * 1000 < left[seat] <= 630_000 - 1000
        assert left[1 - seat] == 600_000

    async def play(url: str) -> None:
        storage = await Storage.open(database, migrate=False)
        try:
            async with httpx.AsyncClient(timeout=30) as http:
                ana = await come_in(http, url, "Ana")
                moments = [0.15, 0.03, 0.01, 0.0, -0.005, -0.02, -0.2]
                await asyncio.gather(
                    one_who_sleeps(ana, storage),
                    one_with_a_game_clock(ana),
                    *(one_at_the_last_moment(ana, storage, early) for early in moments),
                )
        finally:
            await storage.close()

    database = f"sqlite:///{tmp_path}/tables.db"
    server = forks.start(database)
    try:
        asyncio.run(play(server.wait_until_it_serves()))
    finally:
        server.kill(with_workers=True)


def test_time_stands_still_while_the_server_is_down(forks: Nursery, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"

    async def play() -> None:
        server = forks.start(database)
        url = await asyncio.to_thread(server.wait_until_it_serves)
        storage = await Storage.open(database, migrate=False)
        try:
            async with httpx.AsyncClient(timeout=30) as http:
                ana = await come_in(http, url, "Ana")
                clock = {"clock": {"kind": "game", "seconds": 5}, "policy": "novice"}
                tables = [
                    await open_table([ana], ["me", "hotseat"], settings=settings)
                    for settings in (TURN, clock, TURN, clock)
                ]
                server.kill()
                await asyncio.sleep(SECONDS + 1.5)
                server = forks.start(database, port=urlsplit(url).port or 0)
                began = time.time()
                await asyncio.to_thread(server.wait_until_it_serves)
                # Two are chosen at at once, whether the server has come to them or not.
                for table in tables[:2]:
                    assert await submit(ana, table, await state_of(ana, table)) == "done"
                    kinds = kinds_of(await storage.entries(table))
                    assert kinds[:4] == ["opened", "started", "resume", "choice"]
                left = (await state_of(ana, tables[1]))["table"]["play"]["clock"]["left"]
                assert min(left) > 0
                for table in tables[2:]:
                    async with asyncio.timeout(2 * SECONDS + SLACK):
                        while len(entries := await storage.entries(table)) < 4:
                            await asyncio.sleep(0.05)
                    assert kinds_of(entries)[2:4] == ["resume", "timeout"]
                    assert entries[3].time - entries[2].time >= SECONDS * 1000
                    assert entries[2].time >= began * 1000
        finally:
            await storage.close()
            server.kill(with_workers=True)

    asyncio.run(play())
