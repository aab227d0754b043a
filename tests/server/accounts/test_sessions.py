"""Sessions: looked up once in a while, forgotten when they end, renewed in time."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from elgrande.server import tokens
from elgrande.server.accounts import sessions as sessions_module
from elgrande.server.accounts.sessions import Sessions
from elgrande.server.storage import Player, Storage
from elgrande.server.timestamps import now_ms
from tests.server.web.api.test_players import is_refused
from tests.server.web.test_security import OURS, come_in_body, here
from tests.support.server import serving_here


class CountingStorage:
    """Counts how often a session is looked up."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.looked_up = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)

    async def session(self, identity: str) -> Any:
        self.looked_up += 1
        return await self._storage.session(identity)


def test_a_session_in_use_is_looked_up_once_in_a_while(tmp_path: Path) -> None:
    async def main() -> None:
        settings = here(tmp_path)
        storage = CountingStorage(await Storage.open(settings.database_url))
        now = 1000.0
        shown: list[str] = []
        sessions = Sessions(storage, settings, shown.append, clock=lambda: now)  # type: ignore[arg-type]
        player = Player(tokens.new_id(), "Ana", None, 1, 1, None, None)
        await storage.add_player(player)
        session, token = await sessions.open(player.id, sessions_module.BROWSER)
        for _ in range(10):
            caller = await sessions.caller(token)
            assert caller is not None
            assert (caller.id, caller.name, caller.session) == (player.id, "Ana", session.id)
        assert storage.looked_up == 1
        now += sessions_module.REMEMBERED_SECONDS + 1
        await sessions.caller(token)
        assert storage.looked_up == 2
        # Another process ends it: known here after a while. This one ends it: known at once.
        await storage.drop_sessions([session.id])
        assert await sessions.caller(token) is not None
        now += sessions_module.REMEMBERED_SECONDS + 1
        assert await sessions.caller(token) is None
        second, token = await sessions.open(player.id, sessions_module.BROWSER)
        assert await sessions.caller(token) is not None
        await sessions.end([second.id])
        assert await sessions.caller(token) is None
        assert set(shown) == {player.id}
        for _ in range(5):
            await sessions.caller((await sessions.open(player.id, sessions_module.BROWSER))[1])
        now += sessions_module.REMEMBERED_SECONDS + 1
        await sessions.end_expired()
        assert not sessions._known  # whoever came and went leaves nothing in memory
        await storage.close()

    asyncio.run(main())


def test_a_session_dropped_while_it_is_looked_up_is_not_remembered(tmp_path: Path) -> None:
    async def main() -> None:
        settings = here(tmp_path)
        storage = await Storage.open(settings.database_url)
        sessions = Sessions(storage, settings, lambda player: None)
        player = Player(tokens.new_id(), "Ana", None, 1, 1, None, None)
        await storage.add_player(player)
        for _ in range(20):
            session, token = await sessions.open(player.id, sessions_module.BROWSER)
            await asyncio.gather(sessions.caller(token), sessions.end([session.id]))
            assert await sessions.caller(token) is None
        await storage.close()

    asyncio.run(main())


def test_a_session_ends_with_its_time_and_is_renewed_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with (
            serving_here(here(tmp_path), OURS) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            token = come_in_body(await client.post("/api/players", json={"name": "Ana"}))
            assert "set-cookie" not in (await client.get("/api/me")).headers
            now = now_ms()
            later = now + sessions_module.SESSION_MS - sessions_module.RENEWED_MS + 1000
            monkeypatch.setattr(sessions_module, "now_ms", lambda: later)
            monkeypatch.setattr("elgrande.server.web.api.players.now_ms", lambda: later)
            renewed = await client.get("/api/me")
            assert "elgrande=" in renewed.headers["set-cookie"]
            assert client.cookies["elgrande"] != token
            # The old one still holds for the other tabs, until it ends.
            bearer = {"authorization": f"Bearer {token}"}
            assert (await client.get("/api/me", headers=bearer)).status_code == 200
            end = now + sessions_module.SESSION_MS + 1000
            monkeypatch.setattr(sessions_module, "now_ms", lambda: end)
            old = await client.get("/api/me", headers=bearer)
            is_refused(old, 401, "not_signed_in")
            assert (await client.get("/api/me")).status_code == 200

    asyncio.run(main())
