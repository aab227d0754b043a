"""What is past its time is removed, by the server and by `elgrande prune`; the rest stays."""

import asyncio
import os
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from elgrande.server.accounts.presence import Presence
from elgrande.server.background.ownership import Ownership
from elgrande.server.background.pruning import KINDS, round_alone
from elgrande.server.background_tasks import prune
from elgrande.server.retention import DAY_MS, KEEP, read_keep
from elgrande.server.settings import ServerSettings, read_limits
from elgrande.server.storage import (
    Change,
    Delivery,
    Entry,
    Invitation,
    Player,
    Seat,
    Session,
    Storage,
)
from elgrande.server.tables.loading import fold
from elgrande.server.timestamps import now_ms
from tests.server.storage.samples import on, table
from tests.support.clients import come_in, open_table
from tests.support.command_line import is_refused, run
from tests.support.server import NO_LIMITS, serving, serving_here, sqlite_url, unmade_sqlite_url

NOW = now_ms()
LONG_AGO = NOW - 1000 * DAY_MS
ALL = tuple(KEEP)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """The address of an empty database."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    return request.getfixturevalue("postgres_url")


def guest(key: str, seen: int = LONG_AGO, password: str | None = None) -> Player:
    return Player(key, key, password, LONG_AGO, seen, None, None)


def said(number: int, time: int, text: str = "Hello") -> Entry:
    return Entry(number, "chat", 0, "p1", time, {"text": text, "who": "Ana", "key": "k"})


async def add_table(
    storage: Storage, key: str, state: str, time: int, host: str = "p1", person: bool = True
) -> None:
    """A table in a state at which nothing has happened since then."""
    seats = [Seat(0, "human", host, host)] if person else [Seat(0, "bot", None, "x", "random")]
    row = table(key, state=state, host=host, created=time, seats=seats)
    row.finished = time if state == "finished" else None
    await storage.add_table(
        row, [Entry(1, "opened", None, host, time, {"seats": []}), said(2, time)]
    )


async def fill(storage: Storage) -> None:
    """Of every kind one that is past its time, and one that is not."""
    for player in (
        guest("p1"),
        guest("gone"),
        guest("new", NOW - DAY_MS),
        guest("mine", LONG_AGO, "x"),
    ):
        await storage.add_player(player)
    for key, expires in (("s-old", LONG_AGO), ("s-new", NOW + DAY_MS), ("s-bot", None)):
        await storage.add_session(Session(key, "mine", b"h", "browser", "", LONG_AGO, expires))
    await storage.add_session(Session("s-gone", "gone", b"h", "browser", "", LONG_AGO, None))
    for name in ("open", "closed", "running", "finished"):
        await add_table(storage, f"{name}-old", name, LONG_AGO)
        await add_table(storage, f"{name}-new", name, NOW - DAY_MS)
    await add_table(storage, "bots-old", "finished", LONG_AGO, person=False)
    await storage.add_watcher("open-old", "gone")
    await storage.add_watcher("finished-old", "gone")
    for key, created, revoked in (
        ("i-old", LONG_AGO, True),
        ("i-new", NOW, True),
        ("i", LONG_AGO, False),
    ):
        await storage.add_invitation(Invitation(key, "finished-old", None, b"h", created, revoked))
    notices = [
        Delivery("d-old", "p1", "finished-old", {}, 1, LONG_AGO, "sent"),
        Delivery("d-new", "p1", "finished-old", {}, 1, NOW, "given_up"),
        Delivery("d-due", "p1", "finished-old", {}, 1, LONG_AGO, "waiting"),
    ]
    await storage.append("finished-old", [], Change(deliveries=notices))


EXPECTED = {
    "sessions": 1,
    "invitations": 1,
    "deliveries": 1,
    # Of finished-old and closed-old, and of the game of bots, before their tables go.
    "chat": 3,
    "idle_tables": 1,
    "open_tables": 1,
    "closed_tables": 1,
    "bot_games": 1,
    "finished_tables": 0,
    "guests": 1,
    "long_chats": 0,
}


def keys_of(url: str) -> dict[str, set[str]]:
    """The keys of all rows there are, by table."""
    from sqlalchemy import Connection, select

    from elgrande.server.storage.schema import LASTING

    def read(connection: Connection) -> dict[str, set[str]]:
        return {
            kept.name: {str(row[0]) for row in connection.execute(select(*kept.primary_key))}
            for kept in LASTING
        }

    return on(url, lambda storage: storage.database.read(read))


def test_what_is_past_its_time_goes_and_the_rest_stays(url: str) -> None:
    on(url, fill)
    before = keys_of(url)
    counted = run("prune", "--database-url", url, "--dry-run", "--json")
    assert counted.code == 0, counted.err
    assert counted.data() == {"dry_run": True, "removed": EXPECTED, "bytes": None}
    assert keys_of(url) == before
    done = run("prune", "--database-url", url, "--json")
    assert done.data()["removed"] == EXPECTED
    left = keys_of(url)
    assert before["tables"] - left["tables"] == {"open-old", "closed-old", "bots-old"}
    assert before["players"] - left["players"] == {"gone"}
    assert before["sessions"] - left["sessions"] == {"s-old", "s-gone"}
    assert before["invitations"] - left["invitations"] == {"i-old"}
    assert before["deliveries"] - left["deliveries"] == {"d-old"}
    for kind in ("entries", "seats", "watchers"):
        assert left[kind] <= left["tables"]
    again = run("prune", "--database-url", url)
    assert (again.code, again.out.splitlines()[0]) == (0, "Nothing has expired.")

    async def entries(storage: Storage) -> dict[str, list[Entry]]:
        return {
            key: await storage.entries(key)
            for key in ("finished-old", "running-old", "finished-new")
        }

    logs = on(url, entries)
    # The line keeps its number and who spoke; its text is gone.
    line = logs["finished-old"][1]
    assert (line.number, line.kind, line.player, line.data) == (2, "chat", "p1", {"who": "Ana"})
    assert logs["finished-new"][1].data["text"] == "Hello"
    # A game that nobody goes on with is closed by its log, and its chat stays for now.
    assert [entry.kind for entry in logs["running-old"]] == ["opened", "chat", "closed"]
    closed = on(url, lambda storage: storage.table("running-old"))
    assert closed is not None
    assert closed.state == "closed"


def test_every_kind_can_be_kept_for_ever_or_an_hour(url: str) -> None:
    on(url, fill)
    before = keys_of(url)
    kept = [word for name in ALL for word in ("--keep", f"{name}=off")]
    assert run("prune", "--database-url", url, *kept, "--json").data()["removed"] == dict.fromkeys(
        KINDS, 0
    )
    assert keys_of(url) == before
    short = [word for name in ALL for word in ("--keep", f"{name}=1h")]
    run("prune", "--database-url", url, *short)
    left = keys_of(url)
    # The running ones were closed a moment ago; who sat at them stays with them.
    assert left["tables"] == {"running-old", "running-new"}
    assert left["players"] == {"p1", "mine"}


def test_a_table_stays_while_one_of_its_people_is_here(url: str) -> None:
    async def body(storage: Storage) -> dict[str, int]:
        now = now_ms()  # not NOW, which may be too long ago to be here
        await storage.add_player(guest("p1", now))
        await storage.add_player(guest("watcher", now))
        await add_table(storage, "hosted", "open", LONG_AGO)
        await add_table(storage, "watched", "open", LONG_AGO, host="nobody")
        await storage.add_watcher("watched", "watcher")
        await add_table(storage, "left", "open", LONG_AGO, host="nobody")
        return await round_alone(storage, {}, 1000).run()

    assert on(url, body)["open_tables"] == 1
    assert keys_of(url)["tables"] == {"hosted", "watched"}


def test_a_table_keeps_its_newest_lines_of_chat(url: str) -> None:
    async def body(storage: Storage) -> list[bool]:
        await storage.add_table(table("t", state="running"), [said(n, NOW) for n in range(1, 1300)])
        removed = await round_alone(storage, {}, 20).run()
        assert removed["long_chats"] == 1299 - 20
        return ["text" in entry.data for entry in await storage.entries("t")]

    assert on(url, body) == [False] * 1279 + [True] * 20


def test_the_server_prunes_beside_its_tables_and_spares_those_in_use(tmp_path: Path) -> None:
    """Chat goes from a game that is over, and a table somebody looks at stays."""

    async def main() -> None:
        rates, sizes = read_limits([*NO_LIMITS, "chat=off"])
        times = read_keep(["open_tables=1h", "chat=1h", "idle_tables=1h"])
        settings = ServerSettings(
            database_url=sqlite_url(tmp_path), rates=rates, sizes=sizes, keep=times, bot_workers=0
        )
        async with (
            serving_here(settings) as server,
            httpx.AsyncClient(timeout=30) as http,
        ):
            ana = await come_in(http, server.url, "Ana")
            tables = [await open_table([ana], ["me", "me"]) for _ in range(2)]
            waiting = (await ana.post("/api/tables", OPEN))["table"]["id"]
            watched = (await ana.post("/api/tables", OPEN))["table"]["id"]
            for key in tables:
                await ana.post(f"/api/tables/{key}/chat", {"text": "Hello"})
            services = server.app.state.services
            live_tables = services.live_tables
            listener = type(
                "L",
                (),
                {"player": "x", "nudge": lambda self: None, "pause": lambda self, why: None},
            )()
            live_tables.tables[watched].listeners.add(listener)
            age(tmp_path)
            await prune(services, Ownership(live_tables.storage, services.presence, alone=True))
            live_tables.tables[watched].listeners.discard(listener)
            assert await ana.refused("GET", f"/api/tables/{waiting}") == "no_such_table"
            assert (await ana.get(f"/api/tables/{watched}"))["state"] == "open"
            shown = await ana.get(f"/api/tables/{tables[0]}")
            assert shown["state"] == "closed"
            log = await ana.get(f"/api/tables/{tables[0]}/log")
            assert [line["kind"] for line in log][-1] == "closed"

    asyncio.run(main())


OPEN = {"seats": [{"kind": "me"}, {"kind": "invite"}], "options": {"players": 2}}


def age(folder: Path) -> None:
    """Let everything in a database have happened long ago."""
    with sqlite3.connect(folder / "tables.db", timeout=20) as connection:
        connection.execute("UPDATE entries SET time = ?", (LONG_AGO,))
        connection.execute("UPDATE tables SET created = ?", (LONG_AGO,))
        connection.execute("UPDATE players SET seen = ?", (LONG_AGO,))
    connection.close()


def test_a_table_that_was_removed_is_refused_by_those_who_still_hold_it(tmp_path: Path) -> None:
    async def main() -> None:
        rates, sizes = read_limits(NO_LIMITS)
        settings = ServerSettings(
            database_url=sqlite_url(tmp_path), rates=rates, sizes=sizes, bot_workers=0
        )
        async with serving_here(settings) as server, httpx.AsyncClient(timeout=30) as http:
            ana = await come_in(http, server.url, "Ana")
            key = (await ana.post("/api/tables", OPEN))["table"]["id"]
            await ana.get(f"/api/tables/{key}")
            storage = server.app.state.services.storage
            age(tmp_path)
            assert (await round_alone(storage, {}, 10).run())["open_tables"] == 1
            chat = f"/api/tables/{key}/chat"
            assert await ana.refused("POST", chat, {"text": "Hi"}) == "no_such_table"
            assert await ana.refused("GET", f"/api/tables/{key}") == "no_such_table"

    asyncio.run(main())


def test_of_several_processes_one_prunes(tmp_path: Path) -> None:
    """All agree who does, and whoever is left does when that one is gone."""

    async def body(storage: Storage) -> None:
        presence = Presence(storage, set)
        first, second = (Ownership(storage, presence, alone=False) for _ in range(2))
        for one in (first, second, first):
            await one.beat()
        assert [one.owns("pruning") for one in (first, second)].count(True) == 1
        owner, other = (first, second) if first.owns("pruning") else (second, first)
        await storage.forget_process(owner.process)
        await other.beat()
        assert other.owns("pruning")

    on(sqlite_url(tmp_path), body)


def test_a_log_without_its_texts_still_folds(tmp_path: Path) -> None:
    with serving(sqlite_url(tmp_path)) as server:

        async def play() -> str:
            async with httpx.AsyncClient(timeout=60) as http:
                ana = await come_in(http, server.url, "Ana")
                key = await open_table([ana], ["me", "bot:random"])
                await ana.post(f"/api/tables/{key}/chat", {"text": "Hello"})
                await ana.ask("DELETE", f"/api/tables/{key}")
                return key

        key = asyncio.run(play())
    age(tmp_path)
    assert (
        run("prune", "--database-url", sqlite_url(tmp_path), "--keep", "closed_tables=off").code
        == 0
    )

    async def body(storage: Storage) -> None:
        row = await storage.table(key)
        assert row is not None
        state = fold(row, await storage.entries(key), await storage.checkpoints(key))
        assert state.row.state == "closed"
        assert [entry.data for entry in state.log if entry.kind == "chat"] == [
            {"who": "Ana", "speaker": 3}
        ]

    on(sqlite_url(tmp_path), body)


def test_prune_leaves_a_running_server_alone(tmp_path: Path) -> None:
    with serving(sqlite_url(tmp_path)) as server:
        refused = run("prune", "--database-url", sqlite_url(tmp_path))
        assert is_refused(refused)
        assert "A server is using tables.db" in refused.err
        assert run("prune", "--database-url", sqlite_url(tmp_path), "--dry-run").code == 0
        assert server.stop() == 0


@pytest.mark.proof
def test_freed_space_is_given_back(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    path = tmp_path / "tables.db"

    async def body(storage: Storage) -> None:
        for number in range(20):
            key = f"t{number}"
            await add_table(storage, key, "open", LONG_AGO)
            await storage.append(key, [said(n, LONG_AGO, "x" * 300) for n in range(3, 500)])

    on(url, body)
    full = path.stat().st_size
    done = run("prune", "--database-url", url, "--json")
    assert done.data()["removed"]["open_tables"] == 20
    assert path.stat().st_size < full / 10
    assert done.data()["bytes"] == [full, path.stat().st_size]


def test_a_file_of_an_older_version_is_made_small_by_vacuum(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    path = tmp_path / "tables.db"

    async def body(storage: Storage) -> None:
        await add_table(storage, "t", "open", LONG_AGO)
        await storage.append("t", [said(n, LONG_AGO, "x" * 300) for n in range(3, 3000)])

    on(url, body)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA auto_vacuum = 0")
        connection.execute("VACUUM")
    connection.close()
    full = path.stat().st_size
    assert run("prune", "--database-url", url).code == 0
    assert path.stat().st_size == full
    assert run("prune", "--database-url", url, "--vacuum").code == 0
    assert path.stat().st_size < full / 4
    check = sqlite3.connect(path)
    assert check.execute("PRAGMA auto_vacuum").fetchone() == (2,)
    check.close()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (["--keep", "guest=9d"], "did you mean guests?"),
        (["--keep", "xyz=9d"], "choose from sessions, "),
        (["--keep", "guests=9"], "as 90d, 12h or off"),
        (["--keep", "guests=0d"], "as 90d"),
        (["--keep", "guests=-1d"], "as 90d"),
        (["--keep", "guests=999999d"], "as 90d"),
        (["--keep", "guests"], "as 90d"),
        (["--limit", "chat_lines_of_table=0"], "must be a number from 1"),
        (["--vacuum", "--dry-run"], "does not go with --dry-run"),
        ([], "There is no database"),
        (["--vacuum", "--database-url", "postgresql://u:p@127.0.0.1:1/x"], "is for SQLite"),
    ],
)
def test_bad_input_is_refused_in_one_line(tmp_path: Path, line: list[str], sentence: str) -> None:
    done = run("prune", "--database-url", unmade_sqlite_url(tmp_path), *line)
    assert is_refused(done)
    assert sentence in done.err
    assert not os.listdir(tmp_path)
