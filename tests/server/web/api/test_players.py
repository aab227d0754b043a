"""Players over real HTTP: guests, claimed names, sessions, tokens, and everything sent wrong."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.server import ServerProcess, serving, sqlite_url

PASSWORD = "correct horse battery"
JSON = {"content-type": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(sqlite_url(tmp_path_factory.mktemp("players"))) as running:
        yield running


@pytest.fixture
def client(server: ServerProcess) -> Iterator[httpx.Client]:
    with server.client() as made:
        yield made


def come_in(client: httpx.Client, name: str = "Ana") -> Any:
    answer = client.post("/api/players", json={"name": name})
    assert answer.status_code == 201, answer.text
    return answer.json()


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def is_refused(answer: httpx.Response, status: int, code: str) -> str:
    """Check that an answer is a refusal as all are, and give its sentence."""
    body = answer.json()
    assert (answer.status_code, body["error"]) == (status, code), answer.text
    assert list(body) == ["error", "detail", "status"]
    assert body["status"] == status
    assert answer.headers["content-type"] == "application/json"
    sentence: str = body["detail"]
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 200
    return sentence


# Guests


def test_a_page_can_ask_who_comes(client: httpx.Client) -> None:
    assert client.get("/api/visitor").json() == {"player": None}
    made = come_in(client)
    assert client.get("/api/visitor").json() == {"player": made["player"]}


def test_a_name_is_enough(client: httpx.Client) -> None:
    made = come_in(client, "  Ana  María ")
    assert made["player"]["name"] == "Ana María"
    assert not made["player"]["claimed"]
    assert re.fullmatch(r"[\w-]{16}\.[\w-]{43}", made["token"])
    me = client.get("/api/me").json()
    assert me["player"] == made["player"]
    assert (me["kind"], me["webhook"]) == ("browser", None)
    assert me["session"] == made["token"].split(".")[0]


def test_guests_may_share_a_name(client: httpx.Client, server: ServerProcess) -> None:
    first = come_in(client, "Twin")
    with server.client() as other:
        assert come_in(other, "Twin")["player"]["id"] != first["player"]["id"]


def test_the_token_works_without_the_cookie(client: httpx.Client) -> None:
    made = come_in(client)
    client.cookies.clear()
    is_refused(client.get("/api/me"), 401, "not_signed_in")
    assert client.get("/api/me", headers=bearer(made["token"])).status_code == 200
    shouted = {"authorization": f"BEARER  {made['token']}"}
    assert client.get("/api/me", headers=shouted).status_code == 200


@pytest.mark.parametrize(
    "token",
    ["-", "x", "a" * 16 + "." + "b" * 43, "é" * 60, "a" * 5000],
    ids=["sign", "short", "unknown", "odd", "long"],
)
def test_a_wrong_token_is_nobody(client: httpx.Client, token: str) -> None:
    headers = [(b"authorization", b"Bearer " + token.encode())]
    is_refused(client.get("/api/me", headers=headers), 401, "not_signed_in")
    cookie = [(b"cookie", b"elgrande=" + token.encode())]
    is_refused(client.get("/api/me", headers=cookie), 401, "not_signed_in")


def test_a_changed_secret_is_nobody(client: httpx.Client) -> None:
    token = come_in(client)["token"]
    client.get("/api/me")
    client.cookies.clear()
    changed = token[:-1] + ("A" if token[-1] != "A" else "B")
    is_refused(client.get("/api/me", headers=bearer(changed)), 401, "not_signed_in")


def test_a_guest_can_take_another_name(client: httpx.Client) -> None:
    come_in(client)
    answer = client.patch("/api/me", json={"name": "Isabel"})
    assert answer.json()["name"] == "Isabel"
    assert client.get("/api/me").json()["player"]["name"] == "Isabel"


@pytest.mark.parametrize(
    "name",
    ["A", "Ana", "阿娜", "Ana 2", "d'Artagnan", "☃", "❤️", "x" * 30, "é" * 30, "e\u0301" * 30, "0"],
)
def test_names_that_people_have(client: httpx.Client, name: str) -> None:
    assert come_in(client, name)["player"]["name"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u3164",
        "\u0301",
        "x" * 31,
        "x" * 50_000,
        "a\u0000b",
        "a\nb",
        "a\tb",
        "a\u200bb",
        "a\u202eb",
        "a\u2066b",
        "a\u2028b",
        "\ufeffa",
        "a\u00adb",
        "\U000e0041a",
        "\ue000",
        "\u0378",
        "a" + "\u0301" * 9,
    ],
)
def test_names_that_cannot_be(client: httpx.Client, name: str) -> None:
    sentence = is_refused(client.post("/api/players", json={"name": name}), 400, "bad_name")
    assert sentence.startswith(("A name must have", "A name may only contain"))
    made = come_in(client)
    is_refused(client.patch("/api/me", json={"name": name}), 400, "bad_name")
    is_refused(client.post("/api/me/tokens", json={"label": name}), 400, "bad_name")
    assert client.get("/api/me").json()["player"] == made["player"]


# Claimed names


def test_a_claimed_name_is_had_on_any_device(client: httpx.Client, server: ServerProcess) -> None:
    made = come_in(client, "Fernando")
    claimed = client.post("/api/me/password", json={"password": PASSWORD})
    assert claimed.json() == {**made["player"], "claimed": True}
    with server.client() as other:
        back = other.post("/api/login", json={"name": " FERNANDO ", "password": PASSWORD})
        assert back.status_code == 200
        assert back.json()["player"]["id"] == made["player"]["id"]
        assert other.get("/api/me").json()["player"]["claimed"]
        # Both stay signed in.
        assert client.get("/api/me").status_code == 200


def test_a_claimed_name_is_nobody_elses(client: httpx.Client, server: ServerProcess) -> None:
    come_in(client, "Beatriz")
    client.post("/api/me/password", json={"password": PASSWORD})
    with server.client() as other:
        for name in ("Beatriz", "BEATRIZ", " beatriz "):
            refused = other.post("/api/players", json={"name": name})
            is_refused(refused, 409, "name_taken")
        come_in(other, "Somebody")
        is_refused(other.patch("/api/me", json={"name": "beatriz"}), 409, "name_taken")
    assert client.patch("/api/me", json={"name": "BEATRIZ"}).status_code == 200


def test_who_has_a_name_too_cannot_claim_it(client: httpx.Client, server: ServerProcess) -> None:
    come_in(client, "Gemelo")
    with server.client() as other:
        come_in(other, "gemelo")
        assert client.post("/api/me/password", json={"password": PASSWORD}).status_code == 200
        is_refused(other.post("/api/me/password", json={"password": PASSWORD}), 409, "name_taken")


def test_a_claimed_player_moves_to_another_name(
    client: httpx.Client, server: ServerProcess
) -> None:
    come_in(client, "Old name")
    client.post("/api/me/password", json={"password": PASSWORD})
    assert client.patch("/api/me", json={"name": "New name"}).json()["claimed"]
    with server.client() as other:
        wrong = other.post("/api/login", json={"name": "Old name", "password": PASSWORD})
        is_refused(wrong, 401, "wrong_password")
        right = other.post("/api/login", json={"name": "New name", "password": PASSWORD})
        assert right.status_code == 200
        come_in(other, "Old name")


def test_a_password_is_changed_by_who_knows_it(client: httpx.Client, server: ServerProcess) -> None:
    come_in(client, "Changing")
    client.post("/api/me/password", json={"password": PASSWORD})
    bot = client.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
    with server.client() as other:
        other.post("/api/login", json={"name": "Changing", "password": PASSWORD})
        for current in ({}, {"current": None}, {"current": "wrong password"}):
            refused = client.post("/api/me/password", json={"password": "another one", **current})
            is_refused(refused, 401, "wrong_password")
        assert other.get("/api/me").status_code == 200
        done = client.post(
            "/api/me/password", json={"password": "another one", "current": PASSWORD}
        )
        assert done.status_code == 200
        # Other browsers are signed out, this one and the tokens are not.
        is_refused(other.get("/api/me"), 401, "not_signed_in")
        assert client.get("/api/me").status_code == 200
        assert other.get("/api/me", headers=bearer(bot)).status_code == 200
        old = other.post("/api/login", json={"name": "Changing", "password": PASSWORD})
        is_refused(old, 401, "wrong_password")
        new = other.post("/api/login", json={"name": "Changing", "password": "another one"})
        assert new.status_code == 200


def test_a_wrong_name_and_a_wrong_password_look_alike(client: httpx.Client) -> None:
    come_in(client, "Known")
    client.post("/api/me/password", json={"password": PASSWORD})
    bodies = []
    for name in ("Known", "Unknown", "\u200b", "", "x" * 200):
        answer = client.post("/api/login", json={"name": name, "password": "wrong password"})
        is_refused(answer, 401, "wrong_password")
        bodies.append(answer.text)
        assert "set-cookie" not in answer.headers
    assert len(set(bodies)) == 1


@pytest.mark.proof
def test_a_wrong_name_takes_as_long_as_a_wrong_password(tmp_path: Path) -> None:
    # A server with hashes that take their time.
    with serving(sqlite_url(tmp_path), fresh=True) as fresh, fresh.client() as client:
        come_in(client, "Timing")
        client.post("/api/me/password", json={"password": PASSWORD})
        client.post("/api/login", json={"name": "Warm up", "password": "wrong password"})

        def quickest(names: list[str]) -> float:
            times = []
            for name in names:
                began = time.perf_counter()
                answer = client.post(
                    "/api/login", json={"name": name, "password": "wrong password"}
                )
                times.append(time.perf_counter() - began)
                is_refused(answer, 401, "wrong_password")
            return min(times)

        known = quickest(["Timing"] * 3)
        unknown = quickest(["Nobody 1", "Nobody 2", "Nobody 3"])
        # A hash takes tens of milliseconds; without it the answer comes in two or three.
        assert unknown > known / 3


# Sessions and tokens


def test_log_out_ends_the_session_at_once(client: httpx.Client) -> None:
    token = come_in(client)["token"]
    client.get("/api/me")
    answer = client.post("/api/logout")
    assert answer.status_code == 204
    assert (
        'elgrande=""' in answer.headers["set-cookie"]
        or "elgrande=;" in (answer.headers["set-cookie"])
    )
    assert "Max-Age=0" in answer.headers["set-cookie"]
    is_refused(client.get("/api/me", headers=bearer(token)), 401, "not_signed_in")
    is_refused(client.post("/api/logout", headers=bearer(token)), 401, "not_signed_in")


def test_tokens_for_outside_bots(client: httpx.Client) -> None:
    made = come_in(client)
    token = client.post("/api/me/tokens", json={"label": "my bot"}).json()
    rows = client.get("/api/me/tokens").json()
    assert {(row["kind"], row["label"], row["current"]) for row in rows} == {
        ("browser", "", True),
        ("bot", "my bot", False),
    }
    assert token["token"].split(".")[1] not in json.dumps(rows)
    with httpx.Client(base_url=client.base_url, headers=bearer(token["token"])) as bot:
        assert bot.get("/api/me").json()["player"] == made["player"]
        assert bot.get("/api/me").json()["kind"] == "bot"
        # It plays, but does not manage the player.
        for method, path, body in [
            ("POST", "/api/me/password", {"password": PASSWORD}),
            ("POST", "/api/me/tokens", {"label": "another"}),
            ("PATCH", "/api/me", {"name": "Robot"}),
            ("PUT", "/api/me/webhook", {"url": "https://example.org/"}),
            ("DELETE", "/api/me/webhook", None),
            ("DELETE", f"/api/me/tokens/{made['token'].split('.')[0]}", None),
        ]:
            is_refused(bot.request(method, path, json=body), 403, "not_allowed")
        assert client.delete(f"/api/me/tokens/{token['id']}").status_code == 204
        is_refused(bot.get("/api/me"), 401, "not_signed_in")
    again = client.delete(f"/api/me/tokens/{token['id']}")
    is_refused(again, 404, "not_found")


def test_nobody_drops_the_token_of_another(client: httpx.Client, server: ServerProcess) -> None:
    token = come_in(client)["token"]
    with server.client() as other:
        come_in(other)
        refused = other.delete(f"/api/me/tokens/{token.split('.')[0]}")
        is_refused(refused, 404, "not_found")
    assert client.get("/api/me").status_code == 200


@pytest.mark.parametrize("identity", ["x", "%00", "%ff", "..%2f", "a" * 5000, "é", "'"])
def test_ids_that_cannot_be(client: httpx.Client, identity: str) -> None:
    come_in(client)
    is_refused(client.delete(f"/api/me/tokens/{identity}"), 404, "not_found")


def test_a_player_has_a_bounded_number_of_tokens_and_browsers(tmp_path: Path) -> None:
    limits = ("tokens_of_player=3", "browsers_of_player=2")
    with serving(sqlite_url(tmp_path), limits=limits) as server, server.client() as client:
        come_in(client, "Collector")
        client.post("/api/me/password", json={"password": PASSWORD})
        for _ in range(3):
            assert client.post("/api/me/tokens", json={"label": "bot"}).status_code == 201
        refused = client.post("/api/me/tokens", json={"label": "bot"})
        is_refused(refused, 429, "too_many")
        with server.client() as second, server.client() as third:
            for other in (second, third):
                other.post("/api/login", json={"name": "Collector", "password": PASSWORD})
            # The oldest browser had to go.
            is_refused(client.get("/api/me"), 401, "not_signed_in")
            assert second.get("/api/me").status_code == third.get("/api/me").status_code == 200


# Everything sent wrong


BODIES: list[tuple[str, bytes, dict[str, str], int, str]] = [
    ("empty", b"", JSON, 400, "bad_request"),
    ("not JSON", b"{", JSON, 400, "bad_request"),
    ("no object", b"[]", JSON, 400, "bad_request"),
    ("null", b"null", JSON, 400, "bad_request"),
    ("a text", b'"name"', JSON, 400, "bad_request"),
    ("nothing in it", b"{}", JSON, 400, "bad_request"),
    ("a number", b'{"FIELD": 5}', JSON, 400, "bad_request"),
    ("null in it", b'{"FIELD": null}', JSON, 400, "bad_request"),
    ("a list", b'{"FIELD": ["x"]}', JSON, 400, "bad_request"),
    ("unknown field", b'{"FIELD": "Some name", "admin": true}', JSON, 400, "bad_request"),
    ("long field", b'{"FIELD": "a", "' + b"k" * 9999 + b'": 1}', JSON, 400, "bad_request"),
    ("no UTF-8", b'{"FIELD": "\xff\xfe"}', JSON, 400, "bad_request"),
    ("half a character", b'{"FIELD": "\\ud800"}', JSON, 400, "bad_request"),
    ("a huge number", b'{"FIELD": 1' + b"0" * 5000 + b"}", JSON, 400, "bad_request"),
    ("1e999", b'{"FIELD": 1e999}', JSON, 400, "bad_request"),
    ("NaN", b'{"FIELD": NaN}', JSON, 400, "bad_request"),
    ("nested", b"[" * 30_000 + b"]" * 30_000, JSON, 400, "bad_request"),
    ("nested field", b'{"FIELD":' + b"[" * 30_000, JSON, 400, "bad_request"),
    ("nested in unknown", b'{"x":' + b'{"a":' * 12_000, JSON, 400, "bad_request"),
    ("trailing", b'{"FIELD": "Some name"} x', JSON, 400, "bad_request"),
    ("a form", b"name=Ana", FORM, 400, "bad_request"),
    ("plain text", b'{"FIELD": "Some name"}', {"content-type": "text/plain"}, 400, "bad_request"),
    ("no type", b'{"FIELD": "Some name"}', {}, 400, "bad_request"),
    ("odd type", b'{"FIELD": "Some name"}', {"content-type": ";;;=,"}, 400, "bad_request"),
    ("multipart", b"--x", {"content-type": "multipart/form-data; boundary=x"}, 400, "bad_request"),
    ("too large", b'{"FIELD": "' + b"x" * 70_000 + b'"}', JSON, 413, "too_large"),
]  # fmt: skip
ROUTES = [
    ("POST", "/api/players", "name"),
    ("PATCH", "/api/me", "name"),
    ("POST", "/api/me/password", "password"),
    ("POST", "/api/login", "name"),
    ("POST", "/api/me/tokens", "label"),
    ("PUT", "/api/me/webhook", "url"),
]


@pytest.mark.parametrize(("method", "path", "field"), ROUTES)
def test_bad_bodies_are_refused(client: httpx.Client, method: str, path: str, field: str) -> None:
    made = come_in(client)
    before = client.get("/api/me").json()
    for name, template, headers, status, code in BODIES:
        content = template.replace(b"FIELD", field.encode())
        answer = client.request(method, path, content=content, headers=headers)
        sentence = is_refused(answer, status, code)
        assert "kkkk" not in sentence, name
        assert made["token"] not in answer.text
    assert client.get("/api/me").json() == before


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("/api/me/password", {"password": "short"}, "The field password: expected str of length"),
        ("/api/me/password", {"password": "x" * 201}, "The field password: expected str of length"),
        ("/api/me/password", {"password": PASSWORD, "current": 5}, "The field current: "),
        ("/api/login", {"name": "Ana", "password": "x" * 201}, "The field password: "),
        ("/api/login", {"name": "Ana"}, "missing required field password"),
        ("/api/players", {"name": "Ana", "admin": True}, "unknown field admin"),
    ],
)
def test_what_is_wrong_with_a_field_is_said(
    client: httpx.Client, path: str, body: dict[str, Any], sentence: str
) -> None:
    come_in(client)
    assert sentence in is_refused(client.post(path, json=body), 400, "bad_request")


def test_a_body_without_a_length_is_bounded_too(client: httpx.Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    answer = client.post("/api/players", content=pieces(), headers=JSON)
    is_refused(answer, 413, "too_large")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/nothing/at/all", 404, "not_found"),
        ("GET", "/api/me/tokens/x/y", 404, "not_found"),
        ("GET", "/%00", 404, "not_found"),
        ("GET", "/" + "a" * 8000, 404, "not_found"),
        ("DELETE", "/api/players", 405, "wrong_method"),
        ("PUT", "/api/me", 405, "wrong_method"),
        ("POST", "/health", 405, "wrong_method"),
        ("GET", "/api/logout", 405, "wrong_method"),
        ("PROPFIND", "/api/me", 405, "wrong_method"),
    ],
)
def test_addresses_and_methods_that_there_are_not(
    client: httpx.Client, method: str, path: str, status: int, code: str
) -> None:
    is_refused(client.request(method, path), status, code)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/me", None),
        ("PATCH", "/api/me", {"name": "Ana"}),
        ("POST", "/api/me/password", {"password": PASSWORD}),
        ("POST", "/api/logout", None),
        ("GET", "/api/me/tokens", None),
        ("POST", "/api/me/tokens", {"label": "bot"}),
        ("DELETE", "/api/me/tokens/x", None),
        ("PUT", "/api/me/webhook", {"url": "https://example.org/"}),
        ("DELETE", "/api/me/webhook", None),
    ],
)
def test_strangers_have_to_come_in_first(
    client: httpx.Client, method: str, path: str, body: Any
) -> None:
    is_refused(client.request(method, path, json=body), 401, "not_signed_in")


def test_nothing_of_all_this_was_a_mistake_of_the_server(server: ServerProcess) -> None:
    """The last of the file: whatever was sent before, the log holds no traceback."""
    assert "Traceback" not in server.log()
    assert '"internal"' not in server.log()
