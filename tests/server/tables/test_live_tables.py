"""The tables of a process: kept, loaded again, changed one after the other, and let go."""

from functools import partial
from pathlib import Path

import pytest

from elgrande.server.errors import NoSuchTable, ShuttingDown
from elgrande.server.metrics import Metrics
from elgrande.server.storage import Storage
from elgrande.server.tables.decisions import seats
from elgrande.server.tables.live_tables import LiveTables
from tests.server.storage.samples import on
from tests.support.table_states import running


def test_a_table_is_changed_told_of_and_read_again(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        live_tables = LiveTables(storage, Metrics())
        told: list[int] = []
        live_tables.on_own_change.append(lambda live: told.append(live.state.number))
        made = running("ana", "ben")
        live = await live_tables.add(made.row, list(made.log), [])
        say = partial(seats.chat, player="ana", name="Ana", text="Hello", key=None)
        assert await live_tables.act(live.state.id, say) is live
        assert told == [2, 3]
        live.used = -(10**9)
        await live_tables.forget_idle()
        assert live_tables.tables == {}
        again = await live_tables.get(live.state.id)
        assert again is not live
        assert (again.state.number, again.state.log[-1].data["text"]) == (3, "Hello")
        with pytest.raises(NoSuchTable):
            await live_tables.get("nothing")
        await live_tables.close()
        with pytest.raises(ShuttingDown):
            await live_tables.act(live.state.id, say)

    on(f"sqlite:///{tmp_path / 'games.db'}", body)


def test_what_others_wrote_is_read_when_it_is_heard_of(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        here, there = LiveTables(storage, Metrics()), LiveTables(storage, Metrics())
        here.alone = there.alone = False
        made = running("ana", "ben")
        table = (await here.add(made.row, list(made.log), [])).state.id
        say = partial(seats.chat, player="ana", name="Ana", text="Hello", key=None)
        await there.act(table, say)
        here.hear(table, 3)
        assert (await here.get(table)).state.number == 3
        assert here.present() == set()
        assert not here.is_used(table)

    on(f"sqlite:///{tmp_path / 'games.db'}", body)
