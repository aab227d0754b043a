"""Everything a client can send wrong to a table: the right status, the stable code, one sentence.

After each refusal the table is as it was: its log has as many entries as before.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from elgrande.server.errors import BadSetting
from elgrande.server.settings import read_limits
from elgrande.server.web.openapi import OPEN_TO_ALL
from tests.support.server import ServerProcess, serving, sqlite_url

GAMES = Path(__file__).parents[1] / "games"
RECORD = (GAMES / "2023-2p-short.egn").read_text(encoding="utf-8")
ME, INVITE, HOTSEAT, OPEN = ({"kind": kind} for kind in ("me", "invite", "hotseat", "open"))
TWO = {"players": 2}
LARGEST = 1024 * 1024

Body = Any
Row = tuple[str, str, str, Body, int, str]


class Scene:
    """People, and a table in every state; `facts` are the words that rows of tests may use."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=30.0)
        names = ("ana", "ben", "eva", "wim")
        self.tokens = {name: self.come_in(name) for name in names}
        running = self.open([ME, INVITE], title="shared")
        seat_link, watch_link = (link["token"] for link in running["invitations"])
        self.good("ben", "POST", "/api/invitations/accept", {"token": seat_link})
        self.good("wim", "POST", "/api/invitations/accept", {"token": watch_link})
        kept = self.open([ME, INVITE])
        revoked = kept["invitations"][0]["token"]
        self.good("ana", "POST", f"/api/tables/{kept['table']['id']}/seats/1/invitation")
        closed = self.open([ME, INVITE])
        closed_id = closed["table"]["id"]
        self.good("ana", "DELETE", f"/api/tables/{closed_id}")
        public = {"public": True, "options": {"players": 3}}
        opened = self.open([ME, OPEN, INVITE], **public)
        full = self.open([ME, OPEN, INVITE], **public)
        self.good("ben", "POST", f"/api/tables/{full['table']['id']}/join", {"seat": 1})
        alone = self.open([ME, HOTSEAT], settings={"watching": "nobody"})
        handed = self.open([ME, HOTSEAT], settings={"coach": True})
        finished = self.good("ana", "POST", "/api/records", {"record": RECORD})
        found = {
            "running": running,
            "kept": kept,
            "closed": closed,
            "opened": opened,
            "full": full,
            "alone": alone,
            "handed": handed,
            "finished": finished,
        }
        self.tables = {name: one["table"]["id"] for name, one in found.items()}
        self.facts: dict[str, Any] = dict(self.tables)
        state = self.good("ana", "GET", f"/api/tables/{self.tables['running']}/state")
        asked = state["table"]["play"]["waiting"][0]
        self.facts |= {
            "asked": asked,
            "waiting": 1 - asked,
            "asker": names[asked],
            "waiter": names[1 - asked],
            "step": state["view"]["step"],
            "used": seat_link,
            "revoked": revoked,
            "dead": closed["invitations"][0]["token"],
            "last": finished["table"]["result"]["choices"],
        }
        self._hand_over(self.tables["handed"])
        self.numbers = {name: self.number(table) for name, table in self.tables.items()}

    def _hand_over(self, table: str) -> None:
        """The seat that is not asked now gets a bot, which has nothing to do yet."""
        state = self.good("ana", "GET", f"/api/tables/{table}/state")
        asked = state["table"]["play"]["waiting"][0]
        self.facts |= {"handed_asked": asked, "handed_seat": 1 - asked}
        self.facts["handed_step"] = state["view"]["step"]
        self.good("ana", "POST", f"/api/tables/{table}/seats/{1 - asked}/bot", {"bot": "novice"})

    def come_in(self, name: str) -> str:
        token: str = self.client.post("/api/players", json={"name": name}).json()["token"]
        self.client.cookies.clear()
        return token

    def open(self, seats: list[Body], **more: Any) -> Any:
        body = {"seats": seats, "options": TWO, **more}
        return self.good("ana", "POST", "/api/tables", body)

    def good(self, who: str, method: str, path: str, body: Body = None) -> Any:
        answer = self.ask(who, method, path, body)
        assert answer.is_success, answer.text
        return answer.json()

    def ask(self, who: str, method: str, path: str, body: Body = None) -> httpx.Response:
        """A request; words in braces are facts of the scene, and so are lone ones in the body."""
        who = who.format_map(self.facts) if "{" in who else who
        headers = {} if who == "nobody" else {"Authorization": f"Bearer {self.tokens[who]}"}
        path = path.format_map(self.facts) if "{" in path else path
        if isinstance(body, bytes):
            headers["Content-Type"] = "application/json"
            return self.client.request(method, path, content=body, headers=headers)
        return self.client.request(method, path, json=self.filled(body), headers=headers)

    def filled(self, body: Body) -> Body:
        if isinstance(body, dict):
            return {name: self.filled(value) for name, value in body.items()}
        if isinstance(body, str) and re.fullmatch(r"\{\w+\}", body):
            return self.facts[body[1:-1]]
        return body

    def number(self, table: str) -> int:
        state = self.good("ana", "GET", f"/api/tables/{table}/state")
        number: int = state["number"]
        return number

    def named_in(self, path: str) -> str | None:
        return next((name for name in self.tables if f"{{{name}}}" in path), None)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("bad")
    with serving(sqlite_url(folder), options=["--bot-seconds", "2"]) as running:
        yield running


@pytest.fixture(scope="module")
def scene(server: ServerProcess) -> Iterator[Scene]:
    made = Scene(server.url)
    yield made
    made.client.close()


def check_refusal(answer: httpx.Response, status: int, code: str) -> None:
    """The body of every refusal: a code, one sentence that says nothing of our insides."""
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert set(body) == {"error", "detail", "status"}
    assert (body["error"], body["status"]) == (code, status), body
    sentence = body["detail"]
    assert re.fullmatch(r"\w[^\n]{5,250}\.", sentence), sentence
    assert not sentence.endswith(".."), sentence
    for inside in ("Traceback", "msgspec", "litestar", "Struct", "sqlite", "0x", "`", "$"):
        assert inside not in sentence, sentence


def new_table(**changed: Body) -> Body:
    return {"seats": [ME, HOTSEAT], "options": TWO, **changed}


def choice(**changed: Body) -> Body:
    return {"seat": "{asked}", "step": "{step}", "choice": 0, **changed}


BOT_SEAT = {"kind": "bot", "bot": "novice"}
TABLES = "/api/tables"
R = "/api/tables/{running}"

NEW_TABLES: list[tuple[Body, str]] = [
    ({}, "bad_request"),
    ([], "bad_request"),
    (None, "bad_request"),
    (new_table(seats=None), "bad_request"),
    (new_table(seats=[ME]), "bad_request"),
    (new_table(seats=[ME] * 6), "bad_request"),
    (new_table(seats=[ME, {}]), "bad_request"),
    (new_table(seats=[ME, "bot"]), "bad_request"),
    (new_table(seats=[ME, {"kind": "king"}]), "bad_request"),
    (new_table(seats=[ME, {"kind": "hotseat", "crown": 1}]), "bad_request"),
    (new_table(seats=[ME, {"kind": "bot"}]), "bad_request"),
    (new_table(seats=[ME, {"kind": "invite", "bot": "novice"}]), "bad_request"),
    (new_table(seats=[ME, {"kind": "hotseat", "name": "x" * 31}]), "bad_name"),
    (new_table(seats=[ME, {"kind": "hotseat", "name": "\u202eevil"}]), "bad_name"),
    (new_table(seats=[ME, {"kind": "bot", "bot": "novice", "name": "x" * 31}]), "bad_name"),
    (new_table(seats=[ME, {"kind": "bot", "bot": "wizard"}]), "unknown_bot"),
    (new_table(seats=[ME, {"kind": "bot", "bot": "x" * 201}]), "bad_request"),
    (new_table(seats=[ME, {"kind": "bot", "bot": "strong:seconds=3"}]), "bad_parameter"),
    (new_table(seats=[ME, {"kind": "bot", "bot": "strong:seconds=-1"}]), "bad_parameter"),
    (new_table(seats=[ME, {"kind": "bot", "bot": "strong:seconds=nan"}]), "bad_parameter"),
    (new_table(seats=[ME, {"kind": "bot", "bot": "strong:wisdom=3"}]), "bad_parameter"),
    (new_table(seats=[ME, OPEN]), "bad_request"),
    (new_table(seats=[ME, HOTSEAT, HOTSEAT]), "bad_options"),
    (new_table(options={"players": 6}), "bad_request"),
    (new_table(options={"players": "2"}), "bad_request"),
    (new_table(options={"players": 2.5}), "bad_request"),
    (new_table(options={"players": 10**30}), "bad_request"),
    (new_table(options={"edition": "1995", "players": 2}), "bad_request"),
    (new_table(options={**TWO, "old_hands": ["fold"]}), "bad_options"),
    (new_table(options={**TWO, "first_player": 3}), "bad_options"),
    (new_table(options={**TWO, "kings": 2}), "bad_request"),
    (new_table(settings={"clock": {"kind": "sand"}}), "bad_request"),
    (new_table(settings={"clock": {"kind": "turn"}}), "bad_request"),
    (new_table(settings={"clock": {"kind": "turn", "seconds": 4}}), "bad_request"),
    (new_table(settings={"clock": {"kind": "turn", "seconds": -5}}), "bad_request"),
    (new_table(settings={"clock": {"kind": "turn", "seconds": 1e99}}), "bad_request"),
    (new_table(settings={"clock": {"kind": "none", "seconds": 60}}), "bad_request"),
    (
        new_table(settings={"clock": {"kind": "turn", "seconds": 60, "increment": 5}}),
        "bad_request",
    ),
    (new_table(settings={"watching": "everyone"}), "bad_request"),
    (new_table(settings={"absence_seconds": 1}), "bad_request"),
    (new_table(settings={"policy": "nobody"}), "unknown_bot"),
    (new_table(settings={"policy": "strong:seconds=600"}), "bad_parameter"),
    (new_table(title="x" * 61), "bad_name"),
    (new_table(title="x" * 201), "bad_request"),
    (new_table(title="a\x00b"), "bad_name"),
    (new_table(title=7), "bad_request"),
    (new_table(public="yes"), "bad_request"),
    (new_table(seed=5), "bad_request"),
    (b"", "bad_request"),
    (b"{", "bad_request"),
    (b"\xff\xfe", "bad_request"),
    (b'"\xed\xa0\x80"', "bad_request"),
    (b"[" * 50_000, "bad_request"),
    (b'{"seats": NaN}', "bad_request"),
]


@pytest.mark.parametrize(("body", "code"), NEW_TABLES)
def test_tables_that_cannot_be(scene: Scene, body: Body, code: str) -> None:
    before = len(scene.good("ana", "GET", "/api/me/tables?limit=100"))
    check_refusal(scene.ask("ana", "POST", TABLES, body), 400, code)
    assert len(scene.good("ana", "GET", "/api/me/tables?limit=100")) == before


WRONG: list[Row] = [
    # Choices.
    ("{asker}", "POST", R + "/choices", {}, 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(seat=5), 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(seat=None), 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(seat="0"), 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(choice=256), 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(choice=-1), 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(choice=True), 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(choice=1.5), 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(step=2**60), 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(step=10**400), 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(confirm="yes"), 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(colour="red"), 400, "bad_request"),
    ("{asker}", "POST", R + "/choices", choice(choice=255), 422, "illegal_choice"),
    ("{asker}", "POST", R + "/choices", choice(step=0), 409, "stale_step"),
    ("{asker}", "POST", R + "/choices", choice(step=2**53), 409, "stale_step"),
    ("{asker}", "POST", R + "/choices", choice(seat=3), 404, "no_such_seat"),
    ("{asker}", "POST", R + "/choices", choice(seat="{waiting}"), 403, "not_your_seat"),
    ("{waiter}", "POST", R + "/choices", choice(), 403, "not_your_seat"),
    ("{waiter}", "POST", R + "/choices", choice(seat="{waiting}"), 409, "not_your_turn"),
    ("wim", "POST", R + "/choices", choice(), 403, "not_your_seat"),
    ("eva", "POST", R + "/choices", choice(), 404, "no_such_table"),
    ("nobody", "POST", R + "/choices", choice(), 401, "not_signed_in"),
    ("ana", "POST", TABLES + "/{opened}/choices", choice(seat=0), 409, "wrong_state"),
    ("ana", "POST", TABLES + "/{closed}/choices", choice(seat=0), 409, "wrong_state"),
    ("ana", "POST", TABLES + "/{finished}/choices", choice(seat=0), 403, "not_your_seat"),
    (
        "ana",
        "POST",
        TABLES + "/{handed}/choices",
        {"seat": "{handed_seat}", "step": "{handed_step}", "choice": 0},
        409,
        "seat_with_bot",
    ),
    # Drafts and undo.
    ("{asker}", "POST", R + "/confirm", {"seat": "{asked}"}, 400, "bad_request"),
    (
        "{asker}",
        "POST",
        R + "/confirm",
        {"seat": "{asked}", "step": "{step}"},
        409,
        "not_your_turn",
    ),
    ("{asker}", "POST", R + "/confirm", {"seat": "{asked}", "step": 1}, 409, "stale_step"),
    ("{waiter}", "POST", R + "/confirm", {"seat": "{asked}", "step": 1}, 403, "not_your_seat"),
    (
        "{asker}",
        "POST",
        R + "/take-back",
        {"seat": "{asked}", "step": "{step}"},
        409,
        "cannot_undo",
    ),
    ("{asker}", "POST", R + "/take-back", {"seat": "{asked}", "step": 9}, 409, "stale_step"),
    (
        "{asker}",
        "POST",
        R + "/take-back",
        {"seat": "{asked}", "step": "{step}", "whole": 1},
        400,
        "bad_request",
    ),
    ("ana", "POST", R + "/undo", {"seat": 0, "to": 0}, 409, "cannot_undo"),
    ("ana", "POST", R + "/undo", {"seat": 0, "to": 10_000}, 409, "cannot_undo"),
    ("ana", "POST", R + "/undo", {"seat": 0, "to": 10_001}, 400, "bad_request"),
    ("ana", "POST", R + "/undo", {"seat": 0, "to": -1}, 400, "bad_request"),
    ("ana", "POST", R + "/undo", {"seat": 1, "to": 0}, 403, "not_your_seat"),
    ("ana", "POST", TABLES + "/{opened}/undo", {"seat": 0, "to": 0}, 409, "wrong_state"),
    (
        "ben",
        "POST",
        R + "/undo/answer",
        {"seat": 1, "request": 99, "agree": True},
        409,
        "stale_step",
    ),
    ("ben", "POST", R + "/undo/answer", {"seat": 1, "request": 99}, 400, "bad_request"),
    (
        "ben",
        "POST",
        R + "/undo/answer",
        {"seat": 0, "request": 99, "agree": True},
        403,
        "not_your_seat",
    ),
    # Chat.
    ("ana", "POST", R + "/chat", {"text": ""}, 400, "bad_request"),
    ("ana", "POST", R + "/chat", {"text": "x" * 501}, 400, "bad_request"),
    ("ana", "POST", R + "/chat", {"text": "   "}, 400, "bad_name"),
    ("ana", "POST", R + "/chat", {"text": "a\x07b"}, 400, "bad_name"),
    ("ana", "POST", R + "/chat", {"text": ["hello"]}, 400, "bad_request"),
    ("ana", "POST", R + "/chat", {"text": "hello", "key": "k" * 65}, 400, "bad_request"),
    ("ana", "POST", R + "/chat", {"text": "hello", "to": "ben"}, 400, "bad_request"),
    ("eva", "POST", R + "/chat", {"text": "hello"}, 404, "no_such_table"),
    # The state.
    ("ana", "GET", R + "/state?seat=1", None, 403, "not_your_seat"),
    ("ana", "GET", R + "/state?seat=4", None, 404, "no_such_seat"),
    ("ana", "GET", R + "/state?seat=-1", None, 400, "bad_request"),
    ("ana", "GET", R + "/state?seat=5", None, 400, "bad_request"),
    ("ana", "GET", R + "/state?seat=none", None, 400, "bad_request"),
    ("ana", "GET", R + "/state?after=-1", None, 400, "bad_request"),
    ("ana", "GET", R + "/state?wait=31", None, 400, "bad_request"),
    ("ana", "GET", R + "/state?wait=nan", None, 400, "bad_request"),
    ("ana", "GET", R + "/state?wait=soon", None, 400, "bad_request"),
    ("ana", "GET", R + "/state?language=fr", None, 400, "bad_request"),
    ("wim", "GET", R + "/state?seat=0", None, 403, "not_your_seat"),
    ("eva", "GET", R + "/state", None, 404, "no_such_table"),
    # Tables, seats and invitations.
    ("ana", "GET", TABLES + "/nowhere", None, 404, "no_such_table"),
    ("ana", "GET", TABLES + "/" + "x" * 41, None, 400, "bad_request"),
    ("ana", "GET", TABLES + "?limit=0", None, 400, "bad_request"),
    ("ana", "GET", TABLES + "?limit=101", None, 400, "bad_request"),
    ("ana", "GET", "/api/me/tables?limit=many", None, 400, "bad_request"),
    ("ana", "PATCH", TABLES, {}, 405, "wrong_method"),
    ("ana", "GET", R + "/choices", None, 405, "wrong_method"),
    ("ana", "GET", R + "/nothing", None, 404, "not_found"),
    ("eva", "POST", TABLES + "/{opened}/join", {"seat": 0}, 409, "seat_taken"),
    ("eva", "POST", TABLES + "/{opened}/join", {"seat": 2}, 403, "not_allowed"),
    ("eva", "POST", TABLES + "/{opened}/join", {"seat": 3}, 404, "no_such_seat"),
    ("eva", "POST", TABLES + "/{opened}/join", {"seat": 5}, 400, "bad_request"),
    ("eva", "POST", TABLES + "/{full}/join", {}, 409, "seat_taken"),
    ("wim", "POST", R + "/join", {"seat": 0}, 409, "wrong_state"),
    ("eva", "POST", TABLES + "/{alone}/join", {}, 404, "no_such_table"),
    ("eva", "POST", "/api/invitations/accept", {"token": "abc.def"}, 404, "bad_invitation"),
    ("eva", "POST", "/api/invitations/accept", {"token": "{revoked}"}, 404, "bad_invitation"),
    ("eva", "POST", "/api/invitations/accept", {"token": "{used}"}, 409, "wrong_state"),
    ("eva", "POST", "/api/invitations/accept", {"token": "{dead}"}, 409, "wrong_state"),
    ("eva", "POST", "/api/invitations/accept", {"token": ""}, 400, "bad_request"),
    ("eva", "POST", "/api/invitations/accept", {"token": "x" * 201}, 400, "bad_request"),
    ("nobody", "POST", "/api/invitations/accept", {"token": "{used}"}, 401, "not_signed_in"),
    ("nobody", "POST", "/api/invitations/look", {"token": "a.b"}, 404, "bad_invitation"),
    ("nobody", "POST", "/api/invitations/look", {"token": "{revoked}"}, 404, "bad_invitation"),
    ("ana", "POST", R + "/seats/0/leave", None, 409, "wrong_state"),
    ("ben", "POST", TABLES + "/{full}/seats/0/leave", None, 403, "not_your_seat"),
    ("ben", "POST", TABLES + "/{full}/seats/4/leave", None, 404, "no_such_seat"),
    ("ben", "POST", TABLES + "/{full}/seats/5/leave", None, 400, "bad_request"),
    ("ben", "POST", TABLES + "/{full}/seats/first/leave", None, 404, "not_found"),
    ("ben", "PUT", TABLES + "/{full}/seats/2", BOT_SEAT, 403, "not_allowed"),
    ("ana", "PUT", TABLES + "/{full}/seats/1", BOT_SEAT, 409, "seat_taken"),
    ("ana", "PUT", TABLES + "/{full}/seats/3", BOT_SEAT, 404, "no_such_seat"),
    ("ana", "PUT", TABLES + "/{full}/seats/2", {"kind": "bot"}, 400, "bad_request"),
    (
        "ana",
        "PUT",
        TABLES + "/{full}/seats/2",
        {"kind": "bot", "bot": "nobody"},
        400,
        "unknown_bot",
    ),
    ("ana", "PUT", TABLES + "/{kept}/seats/1", OPEN, 400, "bad_request"),
    ("ana", "PUT", R + "/seats/1", BOT_SEAT, 409, "wrong_state"),
    ("ana", "POST", TABLES + "/{opened}/seats/0/invitation", None, 409, "wrong_state"),
    ("eva", "POST", TABLES + "/{opened}/seats/2/invitation", None, 403, "not_allowed"),
    ("ana", "POST", TABLES + "/{opened}/seats/4/invitation", None, 404, "no_such_seat"),
    ("ana", "POST", TABLES + "/{alone}/watch-link", None, 403, "not_allowed"),
    ("ben", "POST", R + "/watch-link", None, 403, "not_allowed"),
    ("ben", "DELETE", R, None, 403, "not_allowed"),
    ("ana", "DELETE", R, None, 403, "not_allowed"),
    ("ana", "DELETE", TABLES + "/{finished}", None, 409, "wrong_state"),
    ("eva", "DELETE", TABLES + "/{alone}", None, 404, "no_such_table"),
    # What the host decides about strangers.
    ("eva", "PUT", TABLES + "/{opened}/lock", {"locked": True}, 403, "not_allowed"),
    ("ana", "PUT", TABLES + "/{opened}/lock", {}, 400, "bad_request"),
    ("ana", "PUT", TABLES + "/{opened}/lock", {"locked": 1}, 400, "bad_request"),
    ("ana", "PUT", R + "/lock", {"locked": True}, 409, "wrong_state"),
    ("ana", "PUT", TABLES + "/{finished}/lock", {"locked": True}, 409, "wrong_state"),
    ("eva", "PUT", R + "/lock", {"locked": True}, 404, "no_such_table"),
    ("nobody", "PUT", R + "/lock", {"locked": True}, 401, "not_signed_in"),
    # Making a finished game public.
    ("ana", "PUT", R + "/published", {"published": True}, 409, "wrong_state"),
    ("ana", "PUT", TABLES + "/{finished}/published", {"published": 1}, 400, "bad_request"),
    ("ana", "PUT", TABLES + "/{finished}/published", {}, 400, "bad_request"),
    ("eva", "PUT", R + "/published", {"published": True}, 404, "no_such_table"),
    ("nobody", "PUT", R + "/published", {"published": True}, 401, "not_signed_in"),
    ("ben", "POST", TABLES + "/{full}/seats/0/remove", None, 403, "not_allowed"),
    ("ana", "POST", TABLES + "/{full}/seats/0/remove", None, 403, "not_allowed"),
    ("ana", "POST", TABLES + "/{full}/seats/4/remove", None, 404, "no_such_seat"),
    ("ana", "POST", TABLES + "/{full}/seats/5/remove", None, 400, "bad_request"),
    ("ana", "POST", R + "/seats/1/remove", None, 409, "wrong_state"),
    ("eva", "GET", R + "/requests", None, 404, "no_such_table"),
    ("ben", "POST", TABLES + "/{full}/join", {"seat": 2}, 403, "not_allowed"),
    (
        "ana",
        "POST",
        TABLES + "/{opened}/requests/9/answer",
        {"agree": True},
        409,
        "stale_step",
    ),
    ("eva", "POST", TABLES + "/{opened}/requests/9/answer", {"agree": True}, 403, "not_allowed"),
    ("ana", "POST", TABLES + "/{opened}/requests/0/answer", {"agree": True}, 400, "bad_request"),
    ("ana", "POST", TABLES + "/{opened}/requests/9/answer", {}, 400, "bad_request"),
    ("ana", "POST", R + "/requests/9/answer", {"agree": True}, 409, "wrong_state"),
    ("eva", "DELETE", TABLES + "/{opened}/requests/9", None, 409, "stale_step"),
    ("wim", "PUT", R + "/mute", {"muted": True, "seat": 0}, 403, "not_allowed"),
    ("ben", "PUT", R + "/mute", {"muted": True, "seat": 0}, 403, "not_allowed"),
    ("ana", "PUT", R + "/mute", {"muted": True}, 400, "bad_request"),
    ("ana", "PUT", R + "/mute", {"muted": True, "seat": 1, "speaker": 1}, 400, "bad_request"),
    ("ana", "PUT", R + "/mute", {"muted": True, "speaker": 77}, 404, "not_found"),
    ("ana", "PUT", R + "/mute", {"muted": True, "seat": 3}, 404, "no_such_seat"),
    ("ana", "PUT", R + "/mute", {"muted": True, "seat": 0}, 403, "not_allowed"),
    ("ben", "PUT", R + "/spectators-chat", {"spectators": False}, 403, "not_allowed"),
    ("ana", "PUT", R + "/spectators-chat", {}, 400, "bad_request"),
    (
        "ana",
        "PUT",
        TABLES + "/{finished}/spectators-chat",
        {"spectators": False},
        409,
        "wrong_state",
    ),
    # Proposals.
    ("ana", "POST", R + "/proposals", {}, 400, "bad_request"),
    ("ana", "POST", R + "/proposals", {"kind": "dance"}, 400, "bad_request"),
    ("ana", "POST", R + "/proposals", {"kind": "replace"}, 400, "bad_request"),
    ("ana", "POST", R + "/proposals", {"kind": "replace", "seat": 3}, 404, "no_such_seat"),
    ("ana", "POST", R + "/proposals", {"kind": "replace", "seat": 0}, 403, "not_allowed"),
    ("ana", "POST", R + "/proposals", {"kind": "replace", "seat": 1}, 403, "not_allowed"),
    (
        "ana",
        "POST",
        R + "/proposals",
        {"kind": "replace", "seat": 1, "bot": "nobody"},
        400,
        "unknown_bot",
    ),
    ("wim", "POST", R + "/proposals", {"kind": "abandon"}, 403, "not_allowed"),
    ("eva", "POST", R + "/proposals", {"kind": "abandon"}, 404, "no_such_table"),
    ("nobody", "POST", R + "/proposals", {"kind": "abandon"}, 401, "not_signed_in"),
    ("ana", "POST", TABLES + "/{opened}/proposals", {"kind": "abandon"}, 409, "wrong_state"),
    ("ana", "POST", TABLES + "/{finished}/proposals", {"kind": "abandon"}, 409, "wrong_state"),
    ("ana", "POST", R + "/proposals/9/answer", {"agree": True}, 409, "stale_step"),
    ("ana", "POST", R + "/proposals/0/answer", {"agree": True}, 400, "bad_request"),
    ("ana", "POST", R + "/proposals/9/answer", {"agree": "yes"}, 400, "bad_request"),
    ("eva", "POST", R + "/proposals/9/answer", {"agree": True}, 404, "no_such_table"),
    # Bots for those who are away.
    ("ana", "POST", R + "/seats/1/bot", {"bot": "novice"}, 403, "not_allowed"),
    ("wim", "POST", R + "/seats/1/bot", {"bot": "novice"}, 403, "not_allowed"),
    ("ben", "POST", R + "/seats/1/bot", {"bot": "nobody"}, 400, "unknown_bot"),
    ("ben", "POST", R + "/seats/1/bot", {"bot": "strong:seconds=60"}, 400, "bad_parameter"),
    ("ben", "POST", R + "/seats/4/bot", {}, 404, "no_such_seat"),
    ("ana", "POST", TABLES + "/{opened}/seats/0/bot", {}, 409, "wrong_state"),
    ("ana", "POST", R + "/seats/1/return", None, 403, "not_your_seat"),
    ("ana", "POST", TABLES + "/{opened}/seats/0/return", None, 409, "wrong_state"),
    ("ana", "PUT", R + "/seats/1/policy", {"bot": "novice"}, 403, "not_your_seat"),
    ("ana", "PUT", R + "/seats/0/policy", {"bot": "nobody"}, 400, "unknown_bot"),
    ("ana", "PUT", R + "/seats/0/policy", {}, 400, "bad_request"),
    ("ana", "PUT", TABLES + "/{closed}/seats/0/policy", {"bot": "novice"}, 409, "wrong_state"),
    # Looking back.
    ("ana", "GET", R + "/positions/1", None, 404, "not_found"),
    ("ana", "GET", R + "/positions/10001", None, 400, "bad_request"),
    ("ana", "GET", R + "/positions/-1", None, 400, "bad_request"),
    ("ana", "GET", R + "/positions/last", None, 404, "not_found"),
    ("ana", "GET", R + "/positions/0?seat=1", None, 403, "not_your_seat"),
    ("ana", "GET", TABLES + "/{opened}/positions/0", None, 409, "wrong_state"),
    ("ana", "GET", TABLES + "/{finished}/positions/9999", None, 404, "not_found"),
    ("ana", "GET", TABLES + "/{finished}/positions/0?seat=3", None, 404, "no_such_seat"),
    ("eva", "GET", TABLES + "/{finished}/positions/0", None, 404, "no_such_table"),
    ("ana", "GET", R + "/events?seat=1", None, 403, "not_your_seat"),
    ("ana", "GET", TABLES + "/{opened}/events", None, 409, "wrong_state"),
    ("ana", "GET", R + "/log?after=x", None, 400, "bad_request"),
    ("eva", "GET", R + "/log", None, 404, "no_such_table"),
    ("ana", "GET", R + "/record.egn", None, 409, "wrong_state"),
    ("ana", "GET", R + "/record.json", None, 409, "wrong_state"),
    ("ana", "POST", R + "/fork", {"position": 0, "seat": 0}, 403, "not_allowed"),
    (
        "ana",
        "POST",
        TABLES + "/{finished}/fork",
        {"position": 9999, "seat": 0},
        404,
        "not_found",
    ),
    (
        "ana",
        "POST",
        TABLES + "/{finished}/fork",
        {"position": "{last}", "seat": 0},
        409,
        "wrong_state",
    ),
    (
        "ana",
        "POST",
        TABLES + "/{finished}/fork",
        {"position": 0, "seat": 3},
        404,
        "no_such_seat",
    ),
    (
        "ana",
        "POST",
        TABLES + "/{finished}/fork",
        {"position": 0, "seat": 0, "bot": "nobody"},
        400,
        "unknown_bot",
    ),
    (
        "ana",
        "POST",
        TABLES + "/{finished}/fork",
        {"position": 0, "seat": 0, "bot": "strong:seconds=99"},
        400,
        "bad_parameter",
    ),
    ("ana", "POST", TABLES + "/{opened}/fork", {"position": 0, "seat": 0}, 409, "wrong_state"),
    ("ana", "POST", TABLES + "/{finished}/fork", {"seat": 0}, 400, "bad_request"),
    ("ana", "POST", "/api/lessons/first-round", {"names": [1]}, 400, "bad_request"),
    ("ana", "POST", "/api/lessons/first-round", {"names": ["", "\u202e"]}, 400, "bad_name"),
    ("ana", "POST", "/api/lessons/first-round", {"names": ["", "Admin"]}, 409, "name_taken"),
    ("{asker}", "POST", R + "/advice", {"seat": "{asked}"}, 403, "not_allowed"),
    ("{asker}", "POST", R + "/advice", {"seat": "{waiting}"}, 403, "not_your_seat"),
    ("ana", "POST", TABLES + "/{opened}/advice", {"seat": 0}, 409, "wrong_state"),
    ("ana", "POST", TABLES + "/{handed}/advice", {"seat": 0, "seconds": 6}, 400, "bad_request"),
    ("ana", "POST", TABLES + "/{handed}/advice", {"seat": 0, "seconds": 0}, 400, "bad_request"),
    (
        "ana",
        "POST",
        TABLES + "/{handed}/advice",
        {"seat": "{handed_seat}"},
        409,
        "not_your_turn",
    ),
    # Records.
    ("ana", "POST", "/api/records", {}, 400, "bad_request"),
    ("ana", "POST", "/api/records", {"record": 5}, 400, "bad_request"),
    ("ana", "POST", "/api/records", {"record": ""}, 422, "bad_record"),
    ("ana", "POST", "/api/records", {"record": "hello"}, 422, "bad_record"),
    ("ana", "POST", "/api/records", {"record": "{}"}, 422, "bad_record"),
    ("ana", "POST", "/api/records", {"record": "{" * 100_000}, 422, "bad_record"),
    ("ana", "POST", "/api/records", {"record": '{"a":' * 100_000}, 422, "bad_record"),
    ("ana", "POST", "/api/records", {"record": RECORD[:-300]}, 422, "bad_record"),
    ("ana", "POST", "/api/records", {"record": RECORD * 40}, 422, "bad_record"),
    ("ana", "POST", "/api/records", {"record": "\x00" * 1000}, 422, "bad_record"),
    ("ana", "POST", "/api/records", {"record": "x" * 1_000_000}, 422, "bad_record"),
    ("ana", "POST", "/api/records", {"record": "x" * LARGEST}, 413, "too_large"),
    ("ana", "POST", "/api/records", {"record": RECORD, "title": "x" * 61}, 400, "bad_name"),
    ("nobody", "POST", "/api/records", {"record": RECORD}, 401, "not_signed_in"),
]


@pytest.mark.parametrize(
    ("who", "method", "path", "body", "status", "code"),
    WRONG,
    ids=[f"{index}-{row[1]} {row[2][:40]}" for index, row in enumerate(WRONG)],
)
def test_wrong_requests_are_refused_and_change_nothing(
    scene: Scene, who: str, method: str, path: str, body: Body, status: int, code: str
) -> None:
    check_refusal(scene.ask(who, method, path, body), status, code)
    name = scene.named_in(path)
    if name is not None:
        assert scene.number(scene.tables[name]) == scene.numbers[name]


BODIES: dict[str, Body] = {
    "join": {},
    "choices": {"seat": 0, "step": 2, "choice": 0},
    "confirm": {"seat": 0, "step": 2},
    "take-back": {"seat": 0, "step": 2},
    "undo": {"seat": 0, "to": 0},
    "undo/answer": {"seat": 0, "request": 2, "agree": True},
    "{number}/answer": {"agree": True},
    "lock": {"locked": True},
    "proposals": {"kind": "abandon"},
    "mute": {"muted": True, "seat": 1},
    "spectators-chat": {"spectators": False},
    "published": {"published": True},
    "chat": {"text": "hello"},
    "fork": {"position": 0, "seat": 0},
    "advice": {"seat": 0},
    "bot": {"bot": "novice"},
    "policy": {"bot": "novice"},
    "{seat}": {"kind": "bot", "bot": "novice"},
}


def body_for(path: str) -> Body:
    """A right body for a route."""
    return next(body for ending, body in BODIES.items() if path.endswith(f"/{ending}"))


def routes_of_tables(scene: Scene) -> list[tuple[str, str, Body, bool]]:
    """Every route of a table, with a body that is right, and whether it asks for no sign-in."""
    paths = scene.client.get("/api/openapi.json").json()["paths"]
    return [
        (
            method.upper(),
            path,
            body_for(path) if "requestBody" in said else None,
            said.get("security") == OPEN_TO_ALL,
        )
        for path, item in paths.items()
        for method, said in item.items()
        if path.startswith("/api/tables/{table_id}")
    ]


@pytest.mark.parametrize(
    ("who", "status", "code"), [("nobody", 401, "not_signed_in"), ("eva", 404, "no_such_table")]
)
def test_a_table_is_not_there_for_strangers(scene: Scene, who: str, status: int, code: str) -> None:
    routes = routes_of_tables(scene)
    assert len(routes) > 20
    for method, path, body, is_open in routes:
        # Where nobody has to sign in, a table that is not for everybody is not there either.
        refusal = (404, "no_such_table") if is_open else (status, code)
        for table in (scene.tables["alone"], "0123456789abcdef"):
            filled = path.format(table_id=table, seat=0, position=0, number=3)
            check_refusal(scene.ask(who, method, filled, body), *refusal)
    assert scene.number(scene.tables["alone"]) == scene.numbers["alone"]


def test_a_private_table_is_in_nobodys_list(scene: Scene) -> None:
    hidden = {scene.tables[name] for name in ("running", "alone", "kept", "closed", "finished")}
    for who in ("nobody", "eva", "ana"):
        lobby = {line["id"] for line in scene.good(who, "GET", "/api/tables?limit=100")}
        assert lobby == {scene.tables["opened"], scene.tables["full"]}
        assert not lobby & hidden


def test_a_body_that_is_too_large_is_refused(scene: Scene) -> None:
    large = json.dumps({"text": "x" * 70_000}).encode()
    answer = scene.ask("ana", "POST", R + "/chat", large)
    check_refusal(answer, 413, "too_large")


def test_after_all_this_every_table_is_as_it_was(scene: Scene, server: ServerProcess) -> None:
    assert {name: scene.number(table) for name, table in scene.tables.items()} == scene.numbers
    assert "internal" not in server.log()


def test_the_size_of_a_record_can_be_set(tmp_path: Path) -> None:
    limits = ["record_bytes=500", "body_bytes=400"]
    with serving(sqlite_url(tmp_path), limits=limits) as server, server.client() as client:
        client.post("/api/players", json={"name": "Ana"})
        check_refusal(client.post("/api/records", json={"record": RECORD}), 413, "too_large")
        check_refusal(client.post("/api/records", json={"record": "x" * 450}), 422, "bad_record")
        check_refusal(client.post("/api/tables", json={"title": "x" * 450}), 413, "too_large")


def test_a_setting_that_cannot_be_has_its_code() -> None:
    with pytest.raises(BadSetting) as refused:
        read_limits(["record_bytes=large"])
    assert refused.value.code == "bad_setting"
