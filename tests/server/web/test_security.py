"""What stands before every answer: headers, cookie flags, other sites, rates, and who asks."""

import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from litestar import WebSocket, get, post, websocket
from litestar.params import JSONBody
from websockets.asyncio.client import connect

from elgrande.server.accounts.sessions import Asking
from elgrande.server.errors import NoSuchTable
from elgrande.server.settings import Rate, ServerSettings
from elgrande.server.web.api import operations, players
from elgrande.server.web.uvicorn_limits import MOST_HEAD_BYTES
from tests.server.web.api.test_players import come_in, is_refused
from tests.support.server import ServerProcess, serving, serving_here, sqlite_url

OURS = [*players.HANDLERS, *operations.HANDLERS]
POLICY = [
    "default-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(sqlite_url(tmp_path_factory.mktemp("security"))) as running:
        yield running


@pytest.fixture
def client(server: ServerProcess) -> Iterator[httpx.Client]:
    with server.client() as made:
        yield made


# Headers and the cookie


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/health"),
        ("GET", "/health/live"),
        ("GET", "/health/ready"),
        ("GET", "/metrics"),
        ("GET", "/api/openapi.json"),
        ("GET", "/api/me"),
        ("GET", "/nothing"),
        ("POST", "/api/players"),
        ("DELETE", "/api/players"),
        ("OPTIONS", "/api/players"),
    ],
)
def test_every_answer_has_the_headers(client: httpx.Client, method: str, path: str) -> None:
    headers = client.request(method, path).headers
    policy = headers["content-security-policy"].split("; ")
    assert set(POLICY) <= set(policy)
    assert not any("unsafe" in part or "*" in part for part in policy)
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert "camera=()" in headers["permissions-policy"]
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert ("no-store" in headers.get("cache-control", "")) == path.startswith("/api")
    assert len(headers["x-request-id"]) == 16
    assert "server" not in headers
    assert "strict-transport-security" not in headers
    assert "access-control-allow-origin" not in headers


def test_the_page_holds_nothing_that_the_policy_forbids(client: httpx.Client) -> None:
    page = client.get("/").text
    for forbidden in ("<style", " style=", " on", "javascript:", "//"):
        assert not re.search(rf"<[^>]*{forbidden}", page), forbidden
    for inside in re.findall(r"<script[^>]*>(.*?)</script>", page, flags=re.DOTALL):
        assert not inside.strip()


def test_the_cookie_is_for_the_browser_alone(client: httpx.Client) -> None:
    answer = client.post("/api/players", json={"name": "Ana"})
    parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
    assert parts == {"httponly", "samesite=lax", "path=/", "max-age=34560000"}


def test_behind_https_the_cookie_travels_by_https_only(client: httpx.Client) -> None:
    forwarded = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"}
    answer = client.post("/api/players", json={"name": "Ana"}, headers=forwarded)
    assert "Secure" in answer.headers["set-cookie"]
    assert "max-age" in answer.headers["strict-transport-security"]
    client.cookies.set("elgrande", answer.json()["token"])
    away = client.post("/api/logout", headers=forwarded)
    assert "Secure" in away.headers["set-cookie"]


def test_a_proxy_that_is_not_trusted_is_not_believed(tmp_path: Path) -> None:
    options = ["--forwarded-allow-ips", "192.0.2.1"]
    with serving(sqlite_url(tmp_path), options=options) as server, server.client() as client:
        answer = client.get("/", headers={"x-forwarded-proto": "https"})
        assert "strict-transport-security" not in answer.headers


def test_with_a_public_https_address_everything_is_https(tmp_path: Path) -> None:
    options = ["--public-url", "https://club.example"]
    with serving(sqlite_url(tmp_path), options=options) as server, server.client() as client:
        answer = client.post("/api/players", json={"name": "Ana"})
        assert "Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]
        token = {"cookie": f"elgrande={answer.json()['token']}"}
        ours = client.post("/api/logout", headers={**token, "origin": "https://club.example"})
        assert ours.status_code == 204


# Pages of other sites


CASES: list[tuple[dict[str, str], bool]] = [
    ({}, True),
    ({"sec-fetch-site": "same-origin"}, True),
    ({"sec-fetch-site": "none"}, True),
    ({"sec-fetch-site": "same-origin", "origin": "http://HOST"}, True),
    ({"origin": "http://HOST"}, True),
    ({"origin": "HTTP://HOST"}, True),
    ({"sec-fetch-site": "cross-site"}, False),
    ({"sec-fetch-site": "same-site"}, False),
    ({"sec-fetch-site": "cross-site", "origin": "http://HOST"}, False),
    ({"sec-fetch-site": "odd"}, False),
    ({"origin": "http://evil.example"}, False),
    ({"origin": "http://HOST.evil.example"}, False),
    ({"origin": "http://evil.example:80/HOST"}, False),
    ({"origin": "null"}, False),
    ({"origin": ""}, False),
    ({"origin": "http://["}, False),
]


@pytest.mark.parametrize(("headers", "let_in"), CASES)
def test_pages_of_other_sites_change_nothing(
    client: httpx.Client, headers: dict[str, str], let_in: bool
) -> None:
    come_in(client)
    host = client.base_url.netloc.decode()
    sent = {name: value.replace("HOST", host) for name, value in headers.items()}
    answer = client.patch("/api/me", json={"name": "Evil"}, headers=sent)
    if let_in:
        assert answer.status_code == 200
    else:
        is_refused(answer, 403, "cross_origin")
    assert client.get("/api/me", headers=sent).status_code == 200
    assert client.get("/api/me").json()["player"]["name"] == ("Evil" if let_in else "Ana")


@pytest.mark.parametrize("path", ["/api/login", "/api/players", "/api/nothing"])
def test_another_site_cannot_sign_a_browser_in(client: httpx.Client, path: str) -> None:
    evil = {"sec-fetch-site": "cross-site", "origin": "https://evil.example"}
    answer = client.post(path, json={"name": "Ana", "password": "x" * 9}, headers=evil)
    is_refused(answer, 403, "cross_origin")


def test_who_shows_a_token_may_come_from_anywhere(client: httpx.Client) -> None:
    token = come_in(client)["token"]
    evil = {"sec-fetch-site": "cross-site", "authorization": f"Bearer {token}"}
    # With the cookie a page of another site could be using the browser's session.
    is_refused(client.patch("/api/me", json={"name": "X"}, headers=evil), 403, "cross_origin")
    client.cookies.clear()
    assert client.patch("/api/me", json={"name": "X"}, headers=evil).status_code == 200


def test_a_session_that_is_not_ours_is_no_cookie(client: httpx.Client) -> None:
    answer = client.get("/api/me", headers={"cookie": "theme=dark; xelgrande=1; elgrande"})
    is_refused(answer, 401, "not_signed_in")


# Sockets


@websocket("/test/socket")
async def echo(socket: WebSocket[Any, Any, Any], caller: Asking) -> None:
    await socket.accept()
    async for text in socket.iter_data("text"):
        if text == "refuse":
            raise NoSuchTable("There is no such table.")
        if text == "break":
            raise ZeroDivisionError("a secret of the server")
        await socket.send_text(f"{caller.name}: {text}")


@get("/test/mistake")
async def mistake() -> None:
    """A handler with a mistake in it."""
    raise ZeroDivisionError("a secret of the server")


def here(tmp_path: Path, **changed: Any) -> ServerSettings:
    return ServerSettings(database_url=sqlite_url(tmp_path), **changed)


async def new_token(url: str) -> str:
    async with httpx.AsyncClient(base_url=url) as client:
        token: str = come_in_body(await client.post("/api/players", json={"name": "Ana"}))
        return token


def come_in_body(answer: httpx.Response) -> str:
    return str(answer.json()["token"])


async def refused_socket(url: str, headers: dict[str, str]) -> tuple[int, str]:
    """The status and the code with which a socket is refused."""
    with pytest.raises(websockets.InvalidStatus) as caught:
        async with connect(url, additional_headers=headers):
            raise AssertionError("The socket was accepted.")
    response = caught.value.response
    body = json.loads(response.body or b"")
    assert body["status"] == response.status_code
    assert body["detail"].endswith(".")
    assert "content-security-policy" in response.headers
    return response.status_code, body["error"]


def test_sockets_ask_who_and_from_where(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with serving_here(here(tmp_path), [*OURS, echo]) as server:
            url = f"{server.socket_url}/test/socket"
            host = server.url.removeprefix("http://")
            token = await new_token(server.url)
            cookie, bearer = {"cookie": f"elgrande={token}"}, {"authorization": f"Bearer {token}"}
            evil = {"origin": "https://evil.example"}
            for headers in (cookie, bearer, {**cookie, "origin": f"http://{host}"}):
                async with connect(url, additional_headers=headers) as held:
                    await held.send("hello")
                    assert await held.recv() == "Ana: hello"
            async with connect(url, additional_headers={**bearer, **evil}) as held:
                await held.send("from anywhere")
                assert await held.recv() == "Ana: from anywhere"
            assert await refused_socket(url, {}) == (401, "not_signed_in")
            assert await refused_socket(url, {**cookie, **evil}) == (403, "cross_origin")
            fetched = {**cookie, "sec-fetch-site": "same-site"}
            assert await refused_socket(url, fetched) == (403, "cross_origin")
            assert await refused_socket(f"{server.socket_url}/no", cookie) == (404, "not_found")

    asyncio.run(main())
    # A refusal is an answer: the server does not complain about it as none.
    assert "handshake" not in caplog.text


def test_what_goes_wrong_in_a_socket_closes_it_with_a_code(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving_here(here(tmp_path), [*OURS, echo]) as server:
            token = await new_token(server.url)
            for text, code, reason in [
                ("refuse", 4404, "no_such_table"),
                ("break", 1011, "internal"),
                ("x" * 20_000, 1009, ""),
            ]:
                headers = {"authorization": f"Bearer {token}"}
                async with connect(
                    f"{server.socket_url}/test/socket", additional_headers=headers
                ) as held:
                    await held.send(text)
                    with pytest.raises(websockets.ConnectionClosed) as closed:
                        await held.recv()
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == code
                    if reason:
                        assert closed.value.rcvd.reason == reason

    asyncio.run(main())


def test_a_mistake_of_ours_tells_the_client_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            serving_here(here(tmp_path), [*OURS, mistake]) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            answer = await client.get("/test/mistake")
            is_refused(answer, 500, "internal")
            assert "secret" not in answer.text
            assert "Zero" not in answer.text
            metrics = (await client.get("/metrics")).text
            assert 'elgrande_errors_total{code="internal"} 1.0' in metrics

    asyncio.run(main())


@post("/test/anything")
async def take_anything(data: JSONBody[dict[str, Any]]) -> int:
    """A handler that takes any object."""
    return len(data)


@pytest.mark.parametrize(
    "body", [b'{"a":' * 12_000, b'{"a":' + b"[" * 60_000, b'{"a": "\xff"}', b'{"a": 1e999}', b""]
)
def test_whatever_a_handler_takes_odd_json_is_refused(tmp_path: Path, body: bytes) -> None:
    async def main() -> None:
        async with (
            serving_here(here(tmp_path), [*OURS, take_anything]) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            json = {"content-type": "application/json"}
            answer = await client.post("/test/anything", content=b'{"a": [[]]}', headers=json)
            assert answer.text == "1"
            answer = await client.post("/test/anything", content=body, headers=json)
            is_refused(answer, 400, "bad_request")

    asyncio.run(main())


# Rates


def test_who_asks_too_often_is_told_when_to_come_again(tmp_path: Path) -> None:
    async def main() -> None:
        rates = {"requests_of_address": Rate(10, 100), "new_players": Rate(3, 3600)}
        async with (
            serving_here(here(tmp_path, rates=rates), [*OURS, echo]) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            for _ in range(3):
                assert (await client.post("/api/players", json={"name": "A"})).status_code == 201
            answer = await client.post("/api/players", json={"name": "A"})
            is_refused(answer, 429, "too_fast")
            assert 1100 <= int(answer.headers["retry-after"]) <= 1200
            for _ in range(6):
                assert (await client.get("/api/me")).status_code == 200
            answer = await client.get("/api/me")
            is_refused(answer, 429, "too_fast")
            assert 1 <= int(answer.headers["retry-after"]) <= 10
            # Another household has its own; sockets count too; health is always told.
            other = {"x-forwarded-for": "192.0.2.9"}
            assert (await client.get("/api/me", headers=other)).status_code == 200
            refused = await refused_socket(f"{server.socket_url}/test/socket", {})
            assert refused == (429, "too_fast")
            assert (await client.get("/health")).status_code == 200

    asyncio.run(main())


def test_one_player_has_a_rate_from_everywhere(tmp_path: Path) -> None:
    async def main() -> None:
        rates = {"requests_of_player": Rate(5, 100)}
        async with (
            serving_here(here(tmp_path, rates=rates), OURS) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            await client.post("/api/players", json={"name": "A"})
            answers = [
                await client.get("/api/me", headers={"x-forwarded-for": f"192.0.2.{number}"})
                for number in range(6)
            ]
            assert [answer.status_code for answer in answers] == [200] * 5 + [429]
            is_refused(answers[-1], 429, "too_fast")

    asyncio.run(main())


@pytest.mark.proof
def test_passwords_are_slow_to_guess(tmp_path: Path) -> None:
    with serving(sqlite_url(tmp_path)) as server, server.client() as client:
        come_in(client, "Target")
        client.post("/api/me/password", json={"password": "correct horse"})
        with server.client() as other:
            codes: list[str] = []
            wait = 0
            while wait < 4:  # seconds: long enough for what follows, however slow the machine is
                guess = {"name": "Target", "password": f"guess {len(codes)}"}
                answer = other.post("/api/login", json=guess)
                codes.append(answer.json()["error"])
                wait = int(answer.headers.get("retry-after", 0))
                time.sleep(min(wait, 0.25))
            assert codes[:5] == ["wrong_password"] * 5
            assert set(codes[5:]) <= {"wrong_password", "too_fast"}
            # The sixth, seventh and eighth guess each wait twice as long as the one before.
            assert codes.count("wrong_password") <= 8
            # Even the right password has to wait here, but not at another address.
            right = {"name": "Target", "password": "correct horse"}
            is_refused(other.post("/api/login", json=right), 429, "too_fast")
            elsewhere = other.post(
                "/api/login", json=right, headers={"x-forwarded-for": "192.0.2.8"}
            )
            assert elsewhere.status_code == 200
        failed = float(codes.count("wrong_password"))
        assert f"elgrande_login_failures_total {failed}" in client.get("/metrics").text


# Heads of requests


def talk(server: ServerProcess, sent: bytes) -> bytes:
    """What comes back for some bytes."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as held:
        found = b""
        # It may be refused before all of it is sent.
        with suppress(ConnectionError):
            held.sendall(sent)
        with suppress(ConnectionError):
            while piece := held.recv(65536):
                found += piece
        return found


@pytest.mark.parametrize(
    "sent",
    [
        b"GARBAGE\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n",
        b"POST /api/players HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n",
    ],
)
def test_what_is_no_http_gets_our_body_too(server: ServerProcess, sent: bytes) -> None:
    head, _, body = talk(server, sent).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["error"] == "bad_request"


def test_a_head_without_end_is_refused(server: ServerProcess) -> None:
    line = b"x-filler: " + b"y" * 1000 + b"\r\n"
    sent = b"GET /health HTTP/1.1\r\nhost: x\r\n" + line * (3 * MOST_HEAD_BYTES // 1000)
    assert b'"too_large"' in talk(server, sent)
    url = b"GET /" + b"a" * (3 * MOST_HEAD_BYTES)
    assert b'"too_large"' in talk(server, url)


def test_a_head_of_a_usual_size_is_read(server: ServerProcess) -> None:
    sent = b"GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"
    sent += b"cookie: " + b"y" * 8000 + b"\r\n\r\n"
    assert talk(server, sent).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("host", [b"a b", b"[", b"x" * 300, b"\xff", b""])
def test_odd_hosts_are_no_mistake_of_the_server(server: ServerProcess, host: bytes) -> None:
    sent = b"GET /api/me HTTP/1.1\r\nhost: " + host + b"\r\nconnection: close\r\n\r\n"
    status = talk(server, sent).split(b" ")[1]
    assert status in (b"400", b"401")


# Who asks, without a database for each request


def test_nothing_of_all_this_was_a_mistake_of_the_server(server: ServerProcess) -> None:
    """The last of the file: whatever was sent before, the log holds no traceback."""
    assert "Traceback" not in server.log()
