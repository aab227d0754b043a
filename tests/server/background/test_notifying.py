"""Turn notices from end to end: a turn begins, its player's receiver hears of it, once."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from elgrande.server import background_tasks
from elgrande.server.background import webhooks
from elgrande.server.background.webhooks import Notices, verify
from elgrande.server.settings import ServerSettings
from tests.server.background.test_webhooks import Receiver, until
from tests.support.clients import Person, come_in, open_table
from tests.support.server import serving, serving_here, sqlite_url

pytestmark = pytest.mark.proof

CHOICES = 24
PRIVATE = ["--allow-private-webhooks"]


async def set_webhook(person: Person, port: int) -> str:
    """Have notices sent to a port of this machine; the secret."""
    url = f"http://127.0.0.1:{port}/turn"
    answer = await person.ask("PUT", "/api/me/webhook", {"url": url})
    assert answer.status_code == 200, answer.text
    secret: str = answer.json()["secret"]
    return secret


async def play_on(people: list[Person], table: str, choices: int) -> list[tuple[int, int]]:
    """Some choices of whoever is asked; every turn of seat 0 that began, by seat and step."""
    turns: list[tuple[int, int]] = []
    was_waiting = False
    for number in range(choices + 1):
        state = await people[0].get(f"/api/tables/{table}/state?seat=0")
        waiting = state["table"]["play"]["waiting"]
        if 0 in waiting and not was_waiting:
            turns.append((0, state["view"]["step"]))
        was_waiting = 0 in waiting
        if number == choices:
            break
        seat = waiting[-1]
        asked = state["view"]
        if seat != 0:
            asked = (await people[seat].get(f"/api/tables/{table}/state?seat={seat}"))["view"]
        body = {"seat": seat, "step": asked["step"], "choice": asked["choices"][0]["choice"]}
        await people[seat].post(f"/api/tables/{table}/choices", {**body, "confirm": True})
    return turns


def at_a_server(folder: Path, check: Callable[[Person, Person], Awaitable[None]]) -> None:
    async def run(url: str) -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            await check(await come_in(http, url, "Ana"), await come_in(http, url, "Ben"))

    with serving(sqlite_url(folder), options=PRIVATE) as server:
        asyncio.run(run(server.url))
        assert "internal" not in server.log()


def test_every_turn_is_told_once_and_signed(tmp_path: Path) -> None:
    async def check(ana: Person, ben: Person) -> None:
        async with Receiver(204) as receiver:
            secret = await set_webhook(ana, receiver.port)
            table = await open_table([ana, ben], ["me", "invite"], title="Friday")
            turns = await play_on([ana, ben], table, CHOICES)
            assert len(turns) > 3
            await until(lambda: len(receiver.got) >= len(turns))
            await asyncio.sleep(0.3)  # would there be more, they would come now
            assert len(receiver.got) == len(turns)
            check_notices(receiver, secret, table, turns)
            gone = await ana.ask("DELETE", "/api/me/webhook")
            assert gone.status_code == 204
            assert await play_on([ana, ben], table, CHOICES)
            await asyncio.sleep(0.3)
            assert len(receiver.got) == len(turns)

    at_a_server(tmp_path, check)


def check_notices(
    receiver: Receiver, secret: str, table: str, turns: list[tuple[int, int]]
) -> None:
    told = []
    for request in receiver.got:
        stamp, signature = (
            request.headers[f"x-elgrande-{name}"] for name in ("timestamp", "signature")
        )
        assert verify(secret, stamp, request.body, signature)
        assert not verify("another secret", stamp, request.body, signature)
        assert not verify(secret, stamp, request.body + b" ", signature)
        notice: Any = json.loads(request.body)
        assert set(notice) == {"event", "table", "title", "seat", "step", "url", "sent"}
        assert (notice["event"], notice["table"]) == ("your_turn", table)
        assert notice["title"] == "Friday"
        assert notice["url"].endswith(f"/table/{table}")
        told.append((notice["seat"], notice["step"]))
    assert told == turns
    deliveries = [request.headers["x-elgrande-delivery"] for request in receiver.got]
    assert len(set(deliveries)) == len(deliveries)


@pytest.mark.parametrize("answers", ["hang", None])
def test_a_slow_or_dead_receiver_holds_up_nobody(tmp_path: Path, answers: str | None) -> None:
    async def check(ana: Person, ben: Person) -> None:
        async with Receiver(answers or 204) as receiver:
            port = receiver.port
            if answers is None:
                await receiver.__aexit__()
            await set_webhook(ana, port)
            table = await open_table([ana, ben], ["me", "invite"])
            began = time.monotonic()
            async with asyncio.timeout(60):
                assert len(await play_on([ana, ben], table, CHOICES)) > 3
            # One attempt takes five seconds to fail; all these choices together take less.
            assert time.monotonic() - began < webhooks.TIMEOUT_SECONDS

    at_a_server(tmp_path, check)


def test_a_notice_that_failed_is_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(background_tasks, "Notices", partial(Notices, pauses=(100,) * 6))
    settings = ServerSettings(database_url=sqlite_url(tmp_path), allow_private_webhooks=True)

    async def check() -> None:
        async with (
            Receiver(500, "hang up", 429, 200) as receiver,
            serving_here(settings) as server,
            httpx.AsyncClient(timeout=30) as http,
        ):
            ana = await come_in(http, server.url, "Ana")
            secret = await set_webhook(ana, receiver.port)
            await open_table([ana], ["me", "hotseat"], title="Friday")
            await until(lambda: len(receiver.got) >= 4)
            await asyncio.sleep(0.5)
            assert len(receiver.got) == 4  # then it was received
            assert len({one.headers["x-elgrande-delivery"] for one in receiver.got}) == 1
            for one in receiver.got:
                stamp = one.headers["x-elgrande-timestamp"]
                assert verify(secret, stamp, one.body, one.headers["x-elgrande-signature"])
            text = (await http.get(f"{server.url}/metrics")).text
            assert 'elgrande_webhook_deliveries_total{outcome="sent"} 1.0' in text
            assert 'elgrande_webhook_deliveries_total{outcome="failed"} 3.0' in text

    asyncio.run(check())
