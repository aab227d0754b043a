"""A player takes their data away, or is deleted: nothing personal is left, and games replay."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from sqlalchemy import Table

from elgrande import Record
from elgrande.server.accounts.personal_data import (
    AccountKept,
    EntryKept,
    NoticeKept,
    OthersKept,
    PersonalData,
    PuzzleDayKept,
    PuzzleKept,
    PuzzleRatingKept,
    RatingKept,
    RecordSettingsKept,
    ResultKept,
    SessionKept,
    WatchedKept,
)
from elgrande.server.storage.schema import entries, metadata, players, seats, sessions
from elgrande.server.web.schemas import Schemas
from tests.support.clients import Person, SeatClient, come_in, open_table, open_with_links
from tests.support.moderating import (
    PASSWORD,
    SECONDS_TO_NOTICE,
    admin,
    an_admin,
    claimed,
    closed_with,
    id_of,
    in_time,
    play,
    socket_at,
)
from tests.support.server import ServerProcess, serving, sqlite_url

NAME = "Xochitl Q"
WORDS = "mygreatsecretwords"


@pytest.fixture
def database(tmp_path: Path) -> str:
    return sqlite_url(tmp_path)


@pytest.fixture
def server(database: str) -> Iterator[ServerProcess]:
    with serving(database, options=["--allow-private-webhooks"]) as running:
        yield running


def everything(folder: Path) -> bytes:
    """Every byte of the database, also of what is only its log of writes."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("tables.db*")))


class Life:
    """Somebody who has left traces wherever one can."""

    def __init__(self, person: Person, friend: Person, key: str) -> None:
        self.person, self.friend, self.key = person, friend, key
        self.finished = self.running = self.hosted = self.open_hosted = self.joined = ""
        self.left = self.watched = ""


async def live(http: httpx.AsyncClient, url: str) -> Life:
    """A player with a password, tokens, a webhook, and tables in every state."""
    person = await claimed(http, url, NAME)
    friend = await come_in(http, url, "Friend")
    life = Life(person, friend, await id_of(person))
    await person.post("/api/me/tokens", {"label": f"bot of {NAME}"})
    hook = {"url": f"https://127.0.0.1:9/{NAME.replace(' ', '')}"}
    assert (await person.ask("PUT", "/api/me/webhook", hook)).is_success
    title = f"Table of {NAME}"
    life.finished = await open_table(
        [person, friend], ["me", "invite"], {"short": True}, title=title
    )
    clients = [
        SeatClient(one, life.finished, seed=seed) for seed, one in enumerate((person, friend))
    ]
    await asyncio.gather(*(client.play(40) for client in clients))
    life.running = await open_table([friend, person], ["me", "invite", "bot:random"])
    life.hosted = await open_table([person, friend], ["me", "invite"], title=title)
    life.open_hosted = (await open_with_links(person, ["me", "hotseat", "invite"], title=title)).id
    life.joined = (await open_with_links(friend, ["me", "open", "open"], public=True)).id
    await person.post(f"/api/tables/{life.joined}/join", {"seat": 1})
    life.left = (await open_with_links(friend, ["me", "open"], public=True)).id
    # A table they only watched, and talked at.
    watched = await open_with_links(friend, ["me", "hotseat"])
    life.watched = watched.id
    await person.post("/api/invitations/accept", {"token": watched.links[None]})
    for table in (life.finished, life.running, life.watched):
        await person.post(f"/api/tables/{table}/chat", {"text": f"{WORDS} at {table}", "key": "k"})
    await friend.post(f"/api/tables/{life.running}/chat", {"text": "I am still here"})
    return life


async def check_that_games_keep_their_sense(life: Life, record: str) -> None:
    """The games are there, without the person."""
    friend = life.friend
    shown = await friend.get(f"/api/tables/{life.finished}")
    assert [seat["name"] for seat in shown["seats"]] == ["Former player", "Friend"]
    assert shown["title"] == ""
    answer = await friend.ask("GET", f"/api/tables/{life.finished}/record.egn")
    assert answer.text == record
    assert Record.from_text(record).replay().digest() == shown["result"]["digest"]
    log = await friend.get(f"/api/tables/{life.finished}/log")
    said = [line for line in log if line["kind"] == "chat"]
    assert [(line["who"], line.get("text")) for line in said] == [("Former player", None)]
    # The friend goes on against a bot, and now looks after the table.
    for table in (life.running, life.hosted):
        state = await friend.get(f"/api/tables/{table}/state")
        seats = {seat["name"]: seat["substitute"] for seat in state["table"]["seats"]}
        assert state["table"]["state"] == "running"
        assert seats["Former player"]
        assert state["table"]["host"] == [next(seat for seat in state["mine"])]
    assert await friend.refused("GET", f"/api/tables/{life.open_hosted}") == "no_such_table"
    free = await friend.get(f"/api/tables/{life.joined}")
    assert [seat["kind"] for seat in free["seats"]] == ["human", "open", "open"]
    end = await SeatClient(friend, life.running, seed=3).play(40)
    assert end["table"]["state"] == "finished"


@pytest.mark.proof
@pytest.mark.parametrize("way", ["command line", "admin", "player"])
def test_a_deleted_player_leaves_games_and_nothing_else(
    server: ServerProcess, database: str, tmp_path: Path, way: str
) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        boss = await an_admin(http, server.url, database, "Boss")
        life = await live(http, server.url)
        person, friend = life.person, life.friend
        record = (await friend.ask("GET", f"/api/tables/{life.finished}/record.egn")).text
        assert NAME.encode() in everything(tmp_path)
        assert WORDS.encode() in everything(tmp_path)
        async with (
            socket_at(person, f"/api/tables/{life.running}/socket") as mine,
            socket_at(friend, f"/api/tables/{life.running}/socket") as theirs,
        ):
            await mine.recv()
            await theirs.recv()
            if way == "command line":
                done = await asyncio.to_thread(admin, database, "delete", NAME, "--yes")
                assert done == {"player": life.key, "tables": 6}
            elif way == "admin":
                path = f"/api/admin/players/{life.key}/delete"
                assert (await boss.ask("POST", path, {"reason": "asked"})).status_code == 204
            else:
                wrong = await person.refused("DELETE", "/api/me", {"password": "no no no no"})
                assert wrong == "wrong_password"
                answer = await person.ask("DELETE", "/api/me", {"password": PASSWORD})
                assert answer.status_code == 204, answer.text
            assert (await closed_with(mine))[0] == 4401

            async def is_told() -> bool:
                async with asyncio.timeout(SECONDS_TO_NOTICE):
                    frame = json.loads(await theirs.recv())
                seats = frame.get("table", {}).get("seats", [])
                return "Former player" in [seat["name"] for seat in seats]

            await in_time(is_told)
        assert await person.refused("GET", "/api/me") == "not_signed_in"
        body = {"name": NAME, "password": PASSWORD}
        assert (await http.post(f"{server.url}/api/login", json=body)).status_code == 401
        await check_that_games_keep_their_sense(life, record)
        log = await boss.get(f"/api/admin/audit?target={life.key}")
        acts = {"player": "leave"}.get(way, "delete")
        assert [line["act"] for line in log] == [acts, "sign_out"]
        assert log[0]["target_name"] is None
        assert await boss.refused("POST", f"/api/admin/players/{life.key}/ban", {}) == "not_found"
        # The name is free again.
        await come_in(http, server.url, "Another")
        _look_for_traces(tmp_path, life)

    play(work)
    assert server.stop() == 0
    left = everything(tmp_path)
    for trace in (NAME, NAME.lower(), NAME.replace(" ", ""), WORDS):
        assert trace.encode() not in left
    with serving(database) as again, again.client() as client:
        assert client.get("/health").status_code == 200


def _look_for_traces(folder: Path, life: Life) -> None:
    """Not in any column either, by name or by id, but for the audit log, which has the id,
    and the note of who was here a moment ago.
    """
    with sqlite3.connect(f"file:{folder / 'tables.db'}?mode=ro", uri=True) as opened:
        names = [
            row[0] for row in opened.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        for name in names:
            rows = str(opened.execute(f"SELECT * FROM {name}").fetchall())
            assert NAME not in rows, name
            assert WORDS not in rows, name
            assert life.key not in rows or name in ("audit", "processes"), name
    opened.close()


def test_a_guest_may_go_without_a_password(server: ServerProcess) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        guest = await come_in(http, server.url, "A guest")
        token = (await guest.post("/api/me/tokens", {"label": "bot"}))["token"]
        bot = Person(http, server.url, "bot", token)
        assert await bot.refused("DELETE", "/api/me", {}) == "not_allowed"
        assert await bot.refused("GET", "/api/me/data") == "not_allowed"
        table = await open_table([guest], ["me", "bot:random"])
        answer = await guest.ask("DELETE", "/api/me", {})
        assert answer.status_code == 204
        assert "Max-Age=0" in answer.headers["set-cookie"]
        assert await guest.refused("DELETE", "/api/me", {}) == "not_signed_in"
        assert await bot.refused("GET", "/api/me") == "not_signed_in"
        other = await come_in(http, server.url, "Other")
        assert await other.refused("GET", f"/api/tables/{table}") == "no_such_table"
        assert await other.refused("DELETE", "/api/me", {"password": 5}) == "bad_request"

    play(work)


def test_a_player_takes_everything_personal_away(server: ServerProcess) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        ana = await claimed(http, server.url, "Ana")
        ben = await come_in(http, server.url, "Ben")
        await ana.post("/api/me/tokens", {"label": "my bot"})
        hook = {"url": "https://127.0.0.1:9/hook"}
        secret = (await ana.ask("PUT", "/api/me/webhook", hook)).json()["secret"]
        table = await open_table([ana, ben], ["me", "invite"], title="Friday")
        await ana.post(f"/api/tables/{table}/chat", {"text": "hello there"})
        await ben.post(f"/api/tables/{table}/chat", {"text": "a word of Ben"})
        answer = await ana.ask("GET", "/api/me/data")
        assert answer.headers["content-disposition"].startswith("attachment")
        data = answer.json()
        Schemas(strict=True).check(data, PersonalData)
        assert data["format"] == "elgrande personal data 1"
        account = data["account"]
        assert (account["name"], account["claimed"], account["admin"]) == ("Ana", True, False)
        assert account["webhook"] == hook["url"]
        assert sorted(session["kind"] for session in data["sessions"]) == ["bot", "browser"]
        (shown,) = data["tables"]
        assert (shown["title"], shown["host"]) == ("Friday", True)
        assert shown["seats"] == [{"seat": 0, "name": "Ana"}]
        assert [line["text"] for line in data["written"] if line["kind"] == "chat"] == [
            "hello there"
        ]
        for hidden in (secret, "argon2", "seed", "salt", "hash", "a word of Ben"):
            assert hidden not in answer.text
        (of_ben,) = (await ben.get("/api/me/data"))["tables"]
        assert "title" not in of_ben

    play(work)


# What of a player is in each of the other tables.
KEPT: dict[str, type[msgspec.Struct]] = {
    "watchers": WatchedKept,
    "deliveries": NoticeKept,
    "event_entrants": EntryKept,
    "seat_results": ResultKept,
    "ratings": RatingKept,
    "record_settings": RecordSettingsKept,
    "puzzle_attempts": PuzzleKept,
    "puzzle_days": PuzzleDayKept,
    "puzzle_players": PuzzleRatingKept,
}


def columns_of(table: Table) -> set[str]:
    return {column.name for column in table.c} - {"player"}


def fields_of(kept: type[msgspec.Struct]) -> set[str]:
    return set(kept.__struct_fields__)


def test_what_is_taken_away_has_a_field_for_everything_kept() -> None:
    """A new column or table with a player's data needs a field, or a reason to be secret."""
    secret = {"password", "webhook_secret", "shape"}
    assert fields_of(AccountKept) == columns_of(players) - secret
    assert fields_of(SessionKept) == columns_of(sessions) - {"hash"}
    apart = (sessions, seats, entries)
    others = {one for one in metadata.sorted_tables if "player" in one.c and one not in apart}
    assert fields_of(OthersKept) == {table.name for table in others} == set(KEPT)
    for name, kept in KEPT.items():
        assert fields_of(kept) == columns_of(metadata.tables[name])


def test_data_is_not_given_without_end(tmp_path: Path) -> None:
    with (
        serving(sqlite_url(tmp_path), limits=["personal_data=1/60"]) as server,
        server.client() as client,
    ):
        client.post("/api/players", json={"name": "Ana"})
        assert client.get("/api/me/data").status_code == 200
        refused = client.get("/api/me/data")
        assert (refused.status_code, refused.json()["error"]) == (429, "too_fast")
