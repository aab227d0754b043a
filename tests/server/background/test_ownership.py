"""Every table is kept by exactly one of the live processes."""

from pathlib import Path

from elgrande.server.accounts.presence import Presence
from elgrande.server.background.ownership import Ownership
from elgrande.server.storage import Storage
from tests.server.storage.samples import on

TABLES = [f"table {number}" for number in range(60)]


def test_tables_are_shared_out_and_taken_over(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        presence = Presence(storage, set)
        first, second = (Ownership(storage, presence, alone=False) for _ in range(2))
        changes: list[str] = []
        first.on_change.append(lambda: changes.append("change"))
        first.on_loss.append(lambda: changes.append("loss"))
        await first.start()
        assert first.is_only
        assert all(first.owns(table) for table in TABLES)
        await second.start()
        await first.beat()
        shares = [{table for table in TABLES if one.owns(table)} for one in (first, second)]
        assert not shares[0] & shares[1]
        assert shares[0] | shares[1] == set(TABLES)
        assert all(shares)
        await second.close()
        await first.beat()
        assert all(first.owns(table) for table in TABLES)
        assert changes == ["change", "loss", "change"]
        await first.close()

    on(f"sqlite:///{tmp_path / 'games.db'}", body)


def test_one_that_is_alone_asks_nobody(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        alone = Ownership(storage, Presence(storage, set), alone=True)
        await alone.start()
        assert await storage.live_processes(0) == []
        assert alone.owns("t1")
        await alone.close()

    on(f"sqlite:///{tmp_path / 'games.db'}", body)
