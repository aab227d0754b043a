"""What becomes of the entries of a table when somebody at it is deleted."""

from pathlib import Path
from typing import Any

from elgrande.server.storage import Entry, Seat, Table
from elgrande.server.tables.decisions.erasure import FORMER, erase

NOW = 1_800_000_000_000


def table(state: str = "open", host: str = "p1", **fields: Any) -> Table:
    usual: dict[str, Any] = {
        "title": "Table of Ana",
        "public": True,
        "options": {},
        "seed": "1",
        "salt": "",
        "start": None,
        "settings": {},
        "source": None,
        "revision": "1",
        "created": NOW,
        "started": None,
        "finished": None,
        "result": None,
        "seats": [Seat(0, "human", "p1", "Ana"), Seat(1, "open")],
    }
    return Table(id="t1", state=state, host=host, **{**usual, **fields})


def entry(number: int, kind: str, seat: int | None, player: str | None, /, **data: Any) -> Entry:
    return Entry(number, kind, seat, player, NOW, data)


def place(seat: int, kind: str, player: str | None = None, name: str = "", **more: Any) -> Any:
    return {"seat": seat, "kind": kind, "player": player, "name": name, **more}


OPENED = entry(
    1,
    "opened",
    None,
    "p1",
    seats=[
        place(0, "human", "p1", "Ana"),
        place(1, "open"),
        place(2, "bot", None, "Ana's bot", bot="steady"),
    ],
)


def test_a_host_closes_what_is_open_and_leaves_no_words() -> None:
    log = [OPENED, entry(2, "joined", 1, "p2", name="Ben")]
    done = erase(table(), log, "p1", NOW)
    (opened,) = done.rewritten
    assert opened.player is None
    assert [row["name"] for row in opened.data["seats"]] == [FORMER, "", "steady"]
    assert [one.kind for one in done.added] == ["closed"]
    assert (done.state, done.host, done.title) == ("closed", "p2", "")
    assert "Ana" not in str(done)


def test_somebody_else_at_the_table_keeps_name_and_seat() -> None:
    log = [
        OPENED,
        entry(2, "asked_seat", None, "p2", name="Ben", seat=None),
        entry(3, "joined", 1, "p2", name="Ben"),
        entry(4, "left", 1, "p2", kind="open", name="Ben"),
        entry(5, "joined", 1, "p3", name="Ben"),
        entry(6, "chat", None, "p2", text="my words", who="Ben", key="k"),
        entry(7, "chat", 1, "p3", text="his words", who="Ben"),
    ]
    done = erase(table(), log, "p2", NOW)
    assert {one.number: one.data for one in done.rewritten} == {
        2: {"name": FORMER, "seat": None},
        3: {"name": FORMER},
        4: {"kind": "open", "name": FORMER},
        6: {"who": FORMER},
    }
    assert all(one.player is None for one in done.rewritten)
    assert not done.added
    assert (done.state, done.host, done.title) == ("open", "p1", "Table of Ana")
    assert [(seat.player, seat.name) for seat in done.seats[:2]] == [("p1", "Ana"), ("p3", "Ben")]


def test_a_running_game_goes_on_with_a_bot() -> None:
    log = [
        OPENED,
        entry(2, "joined", 1, "p2", name="Ben"),
        entry(3, "started", None, None, seal="x"),
        entry(4, "choice", 0, "p1", choice=101, step=3, confirm=True),
    ]
    done = erase(table("running"), log, "p1", NOW)
    assert [(one.number, one.kind, one.seat) for one in done.added] == [(5, "handed", 0)]
    assert done.added[0].data["reason"] == "left"
    assert done.rewritten[-1].data == log[-1].data
    assert (done.state, done.host) == ("running", "p2")
    alone = erase(table("running"), [OPENED, *log[2:3]], "p1", NOW)
    assert [one.kind for one in alone.added] == ["closed"]


def test_a_seat_that_a_bot_plays_already_is_not_handed_over_again() -> None:
    log = [
        OPENED,
        entry(2, "joined", 1, "p2", name="Ben"),
        entry(3, "started", None, None, seal="x"),
        entry(4, "handed", 1, "p2", bot="steady", reason="left"),
    ]
    assert erase(table("running"), log, "p2", NOW).added == []
    assert erase(table("finished"), log[:3], "p2", NOW).added == []


def test_the_pages_know_the_name_of_a_deleted_player() -> None:
    page = Path(__file__).parents[4] / "ui" / "src" / "app" / "people.ts"
    assert f'const FORMER = "{FORMER}";' in page.read_text(encoding="utf-8")
