"""Where running games stand is kept now and then, and nobody waits for it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from elgrande.server.storage import Storage
from elgrande.server.tables import checkpoints as module
from elgrande.server.tables.checkpoints import Checkpoints
from elgrande.server.tables.decisions import play
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.tables.pauses import Pauses
from tests.server.storage.samples import on
from tests.support.table_states import NOW, commit, running


def advance(live: LiveTable) -> None:
    """Play one choice and confirm it."""
    playthrough = live.state.running()
    seat = playthrough.awaited[0]
    asked: dict[str, Any] = {"seat": seat, "step": playthrough.step_for(seat)}
    player = live.state.seating.seats[seat].player or ""
    choice = playthrough.game.legal(seat)[0]
    commit(live.state, play.choose(live.state, NOW, player, **asked, choice=choice, confirm=True))


def test_a_checkpoint_is_written_when_it_is_due_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHECKPOINT_EVERY", 1)

    async def body(storage: Storage) -> None:
        live = LiveTable(running("ana", "ben"))
        await storage.add_table(live.state.row, list(live.state.log), [])
        kept = Checkpoints(storage, Pauses(storage, lambda detail: None))
        kept.keep_soon(live)
        assert await storage.checkpoints(live.state.id) == []
        while not (live.state.running().settled and live.state.running().position):
            advance(live)
        kept.keep_soon(live)
        async with asyncio.timeout(60):
            while not live.state.checkpointed:
                await asyncio.sleep(0.01)
        (found,) = await storage.checkpoints(live.state.id)
        assert found.position == live.state.running().position == live.state.checkpointed
        await kept.try_to_keep(live)
        assert len(await storage.checkpoints(live.state.id)) == 1

    on(f"sqlite:///{tmp_path / 'games.db'}", body)
