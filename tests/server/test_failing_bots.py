"""Plug-ins that raise, babble, hang or die at a served table: its game goes on to the end."""

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.support.clients import Person, come_in, open_table
from tests.support.marks import with_proofs
from tests.support.plug_ins import FAILING, install_bots
from tests.support.server import ServerProcess, serving, sqlite_url

SHORT = {"short": True}
QUICK = [name for name, reason in FAILING.items() if reason != "late"]
LATE = [name for name, reason in FAILING.items() if reason == "late"]
SECONDS = 60.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server, as people run it, where the bots of other people are installed."""
    bots = install_bots(tmp_path_factory.mktemp("bots"))
    with serving(
        sqlite_url(tmp_path_factory.mktemp("tables")),
        options=["--bot-seconds", "0.1"],  # and the five seconds of grace
        environment={"PYTHONPATH": str(bots)},
        fresh=True,
    ) as running:
        yield running


async def play_to_the_end(server: ServerProcess, bot: str) -> Any:
    """A game of this bot against another, as its host finds it when it is over."""
    async with httpx.AsyncClient(timeout=60.0) as http:
        host = await come_in(http, server.url, f"Host of {bot}")
        table = await open_table([host], [f"bot:{bot}", "bot:random"], SHORT)
        return await until_it_is_over(host, table)


async def until_it_is_over(host: Person, table: str) -> Any:
    number = 0
    async with asyncio.timeout(SECONDS):
        while True:
            path = f"/api/tables/{table}/state?after={number}&wait=5"
            state = await host.get(path)
            if state["table"]["state"] == "finished":
                return state
            number = state["number"]


def failures_counted(server: ServerProcess) -> dict[str, float]:
    text = httpx.get(f"{server.url}/metrics").text
    found = re.findall(r'^elgrande_bot_failures_total\{reason="(\w+)"\} (\S+)$', text, re.M)
    return {reason: float(count) for reason, count in found}


def lines_of(server: ServerProcess, table: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in server.log().splitlines()]
    return [line for line in lines if line.get("table") == table]


def plays_on(server: ServerProcess, bot: str) -> None:
    before = failures_counted(server)
    state = asyncio.run(play_to_the_end(server, bot))
    table = state["table"]["id"]
    reason = FAILING[bot]
    counted = failures_counted(server).get(reason, 0) - before.get(reason, 0)
    lines = lines_of(server, table)
    # Each failure is counted and has one line, which says why in a word; none has a traceback.
    assert counted == len(lines) > 10
    assert {(line["event"], line["reason"], line["bot"]) for line in lines} == {
        ("bot_failed", reason, bot)
    }
    assert "Traceback" not in server.log()


@pytest.mark.parametrize("bot", with_proofs(QUICK, quick=1))
def test_a_game_with_a_bot_that_fails_goes_on_to_its_end(server: ServerProcess, bot: str) -> None:
    plays_on(server, bot)


@pytest.mark.proof
@pytest.mark.parametrize("bot", LATE)
def test_a_game_with_a_bot_that_hangs_goes_on_to_its_end(server: ServerProcess, bot: str) -> None:
    plays_on(server, bot)
