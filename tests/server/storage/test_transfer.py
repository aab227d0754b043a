"""All data in one file, and from there into another database."""

import json
import os
import signal
import stat
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from elgrande.server.accounts.puzzle_ratings import new_puzzle
from elgrande.server.accounts.puzzle_records import Attempt, count_attempt
from elgrande.server.storage import (
    Change,
    Checkpoint,
    Delivery,
    KeptReview,
    Seat,
    Storage,
    club_events,
    moderating,
    results,
)
from elgrande.server.storage.migrate import newest_revision
from elgrande.server.storage.moderating import By, act
from elgrande.server.storage.rows import Entrant, FinishedGame, SeatResult
from elgrande.server.storage.schema import LASTING
from tests.server.storage.samples import (
    NOW,
    club_event,
    entry,
    file_of,
    invitation,
    on,
    player,
    session,
    table,
)
from tests.support.command_line import is_refused, run, run_outside, stop_when
from tests.support.processes import marked_environment
from tests.support.services import Postgres

RESULT = FinishedGame(
    table_id="t9",
    finished=NOW,
    edition="2023",
    players=2,
    variant="castillo",
    people=2,
    unrated=None,
    seats=[SeatResult(0, "p1", None, 1, 90, sources={"z": 90}), SeatResult(1, "p2", None, 2, 80)],
)


async def fill(storage: Storage) -> None:
    """A bit of everything, in an order that is not the order of the file."""
    for key, name in (("p2", "Zoë"), ("p10", "bo"), ("P3", "Ángel"), ("p1", "王")):
        await storage.add_player(player(key, name, "hash" if key == "p1" else None))
    await storage.set_webhook("p2", "https://example.org", "secret")
    await storage.add_session(session("s1"))
    await storage.add_table(
        table("t2", start={"round": 1}, source={"z": 1, "a": 10**30}, public=False), [entry(1)]
    )
    await storage.add_table(table(), [entry(1, text="\u0000 \U0001f3f0")], [invitation("i1")])
    await storage.append(
        "t1",
        [entry(number, z=number, a=1.5) for number in range(2, 700)],
        Change(
            state="running",
            seats=[Seat(1, "bot", bot="steady", local=True)],
            checkpoint=Checkpoint(2, 1, "digest", "1", {"round": 1}, NOW),
            deliveries=[Delivery("d1", "p1", "t1", {"turn": 1}, 2, NOW, "waiting")],
        ),
    )
    await storage.add_watcher("t1", "p2")
    await storage.keep_review("t2", KeptReview(1, 4000, {"z": [0.5, None], "a": "é"}, NOW))
    await act(storage.database, moderate)
    await storage.database.write(run_event)
    await storage.database.write(partial(results.add_result, game=RESULT))
    await storage.database.write(partial(results.set_private, player="p2", private=True))
    await storage.database.write(solve_puzzles)
    await storage.beat("a process", NOW)


def moderate(connection: Connection) -> None:
    """A bit of everything that admins do."""
    moderating.ban_network(connection, By(NOW, None, "spam"), "203.0.113.7", NOW + 1)
    moderating.grant(connection, By(NOW), "p1")
    moderating.mute(connection, By(NOW, "p1"), "p2", NOW + 1)
    moderating.set_invite_only(connection, By(NOW), wanted=True)
    moderating.invite(
        connection, By(NOW), identity="w1", hashed=b"\xff", uses=2, expires=None, remark="club"
    )


def run_event(connection: Connection) -> None:
    """An event whose first round is under way."""
    people = [Entrant(1, "p1", "Ana", None, NOW)]
    club_events.add(connection, club_event("e1"), people, ["novice"], 9)
    club_events.start(connection, "e1", NOW, "novice", 2)
    new = club_events.NewGame([1, 2], table("t9"), [entry(1)])
    club_events.open_round(connection, "e1", 1, [new], NOW, NOW + 1, [])


def solve_puzzles(connection: Connection) -> None:
    """One puzzle, on its day."""
    attempt = Attempt("p1", "k1", solved=True, time=NOW, is_of_the_day=True)
    count_attempt(connection, attempt, new_puzzle(1600))


def exported(url: str, path: Path) -> bytes:
    done = run("export", str(path), "--database-url", url, "--json")
    assert done.code == 0, done.err
    assert done.data() == {"file": str(path), "rows": path.read_bytes().count(b"\n") - 1}
    return path.read_bytes()


def test_everything_moves_there_and_back(
    url: str, postgres_server: Postgres, tmp_path: Path
) -> None:
    """Between all pairs of databases the file stays the same, byte by byte."""
    on(url, fill)
    here, there = tmp_path / "first.jsonl", tmp_path / "again.jsonl"
    first = exported(url, here)
    assert stat.S_IMODE(os.stat(here).st_mode) == 0o600
    for kept in LASTING:
        assert f'"{kept.name}"'.encode() in first
    assert b"a process" not in first
    rows = first.count(b"\n") - 1
    for other in (f"sqlite:///{tmp_path / 'other.db'}", postgres_server.new_database()):
        done = run("import", str(here), "--database-url", other)
        assert (done.code, done.out) == (0, f"{rows} rows read from {here}.\n")
        assert exported(other, there) == first
        moved = on(other, lambda storage: storage.table("t1"))
        assert moved == on(url, lambda storage: storage.table("t1"))
    assert not list(tmp_path.glob(".*.part"))


def test_an_import_is_all_or_nothing(url: str, tmp_path: Path) -> None:
    full = f"sqlite:///{tmp_path / 'full.db'}"
    on(full, fill)
    exported(full, tmp_path / "all.jsonl")
    on(url, lambda storage: storage.add_table(table("t2", title="mine"), []))
    done = run("import", str(tmp_path / "all.jsonl"), "--database-url", url)
    assert is_refused(done)
    assert "some of these tables already" in done.err
    found = on(url, lambda storage: storage.players(["p1", "p2"]))
    assert found == {}
    kept = on(url, lambda storage: storage.table("t2"))
    assert kept is not None
    assert kept.title == "mine"
    again = run("import", str(tmp_path / "all.jsonl"), "--database-url", full)
    assert "some of these players already" in again.err


def row(kind: str, /, **fields: object) -> bytes:
    return json.dumps({kind: fields}).encode()


NEWEST = newest_revision().encode()
HEADER = b'{"format":"elgrande data 1","schema":"%s","rows":1}' % NEWEST
SESSION: dict[str, object] = {
    "id": "s1",
    "player": "p1",
    "hash": "AA==",
    "kind": "browser",
    "label": "",
    "created": 1,
    "expires": None,
}
BAD_FILES = [
    ([], "was not written by"),
    ([b"hello"], "was not written by"),
    ([b"\xff\xfe"], "was not written by"),
    ([b"[]"], "was not written by"),
    ([HEADER.replace(b"data 1", b"data 7")], "starts with 'elgrande data 7'"),
    ([HEADER.replace(NEWEST, b"0077")], "of revision '0077'"),
    ([HEADER], "should have 1 rows but has 0"),
    ([HEADER, row("watchers", table_id="t", player="p")], "belong to nothing"),
    ([HEADER, b"{"], "Line 2 of the file is not a JSON object"),
    ([HEADER, b"\xff"], "Line 2 of the file is not a JSON object"),
    ([HEADER, b"[" * 10_000], "Line 2 of the file is not a JSON object"),
    ([HEADER, b"{}"], "is not a row of one of: players"),
    ([HEADER, row("processes", id="x", time=1)], "is not a row of"),
    ([HEADER, row("players", id="x")], "does not have the fields of players"),
    ([HEADER, b'{"players":[1]}'], "does not have the fields of players"),
    ([HEADER, row("sessions", **{**SESSION, "id": None})], "id of sessions is invalid"),
    ([HEADER, row("sessions", **{**SESSION, "id": "a\0b"})], "id of sessions is invalid"),
    ([HEADER, row("sessions", **{**SESSION, "hash": "?"})], "hash of sessions is invalid"),
    ([HEADER, row("sessions", **{**SESSION, "hash": 5})], "hash of sessions is invalid"),
    ([HEADER, row("sessions", **{**SESSION, "created": "1"})], "created of sessions is invalid"),
    ([HEADER, row("sessions", **{**SESSION, "created": 2**63})], "created of sessions is invalid"),
    ([HEADER, row("sessions", **{**SESSION, "expires": True})], "expires of sessions is invalid"),
]


@pytest.mark.parametrize(("lines", "sentence"), BAD_FILES)
def test_a_bad_file_is_refused(tmp_path: Path, lines: list[bytes], sentence: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"\n".join(lines))
    done = run("import", str(path), "--database-url", f"sqlite:///{tmp_path / 'x.db'}")
    assert is_refused(done)
    assert sentence in done.err


def test_bad_places_are_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    for line in (
        ["export", str(tmp_path / "a.jsonl"), "--database-url", url],
        ["export", str(tmp_path / "a.jsonl"), "--database-url", f"sqlite:///{tmp_path}/no/x.db"],
        ["export", str(tmp_path / "a.jsonl"), "--database-url", "mysql://x"],
        ["import", str(tmp_path / "missing.jsonl"), "--database-url", url],
        ["import", str(tmp_path), "--database-url", url],
    ):
        assert is_refused(run(*line)), line
        assert not list(tmp_path.iterdir())
    on(url, Storage.ping)
    assert run("export", str(tmp_path / "a.jsonl"), "--database-url", url).code == 0
    nowhere = f"sqlite:///{tmp_path}/no/x.db"
    for line in (
        ["import", str(tmp_path / "a.jsonl"), "--database-url", nowhere],
        ["export", str(tmp_path / "b.jsonl"), "--database-url", nowhere],
    ):
        done = run(*line)
        assert is_refused(done)
        assert f"The folder {tmp_path / 'no'} does not exist" in done.err
        assert not (tmp_path / "no").exists()
    missing = f"sqlite:///{tmp_path}/y.db"
    done = run("export", str(tmp_path / "b.jsonl"), "--database-url", missing)
    assert f"There is no database {tmp_path / 'y.db'}." in done.err
    assert not (tmp_path / "y.db").exists()
    for place in (tmp_path / "no" / "folder.jsonl", tmp_path):
        done = run("export", str(place), "--database-url", url)
        assert is_refused(done)
        assert str(place) in done.err
        assert ".part" not in done.err
    assert not list(tmp_path.glob(".*"))


def test_the_default_is_the_database_of_the_server(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    (tmp_path / "elgrande").mkdir()
    on(f"sqlite:///{tmp_path / 'elgrande' / 'elgrande.db'}", fill)
    done = run_outside("export", str(tmp_path / "a.jsonl"), "--json", environment=environment)
    assert done.code == 0, done.err
    assert done.data()["rows"] > 700


@pytest.mark.proof
def test_ctrl_c_leaves_no_half_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"

    async def much(storage: Storage) -> None:
        await storage.add_table(table(), [])
        for part in range(6):
            first = part * 5000 + 1
            await storage.append("t1", [entry(number) for number in range(first, first + 5000)])

    on(url, much)
    target = tmp_path / "out.jsonl"
    line = ["export", str(target), "--database-url", url]
    done = stop_when(lambda: bool(list(tmp_path.glob(".*.part"))), line, marked_environment())
    assert done.code in (130, -signal.SIGINT), done
    assert (done.out, done.err) == ("", "")
    assert not target.exists()
    assert not list(tmp_path.glob(".*.part"))
    assert file_of(url).exists()
