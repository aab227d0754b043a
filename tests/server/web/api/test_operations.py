"""Health, metrics, the log and the API document; and that none of them holds a secret."""

import asyncio
import json
import logging
import re
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from litestar import get

from elgrande.server.errors import SERVER_ERRORS, StorageDown
from elgrande.server.logs import set_up_logs
from elgrande.server.settings import ServerSettings
from elgrande.server.web.api import operations, players
from tests.server.web.api.test_players import bearer, come_in, is_refused
from tests.support.server import ServerProcess, serving, serving_here, sqlite_url

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(sqlite_url(tmp_path_factory.mktemp("operations"))) as running:
        yield running


@pytest.fixture
def client(server: ServerProcess) -> Iterator[httpx.Client]:
    with server.client() as made:
        yield made


# Health


@pytest.mark.parametrize("path", ["/health", "/health/ready"])
def test_a_healthy_server_says_so(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ok",
        "parts": {"storage": "ok"},
        "storage": True,
        "redis": None,
        "stopping": False,
    }


def test_a_live_server_says_so(client: httpx.Client) -> None:
    answer = client.get("/health/live")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.proof
def test_a_locked_database_is_no_health_until_it_is_free(tmp_path: Path) -> None:
    with serving(sqlite_url(tmp_path)) as server, server.client() as client:
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        # Nothing would be won by starting another process.
        assert client.get("/health/live").status_code == 200
        assert client.get("/health/ready").status_code == 503
        answer = client.get("/health")
        assert answer.status_code == 503
        assert answer.json() == {
            "status": "down",
            "parts": {"storage": "down"},
            "storage": False,
            "redis": None,
            "stopping": False,
        }
        other.execute("ROLLBACK")
        other.close()
        assert client.get("/health").status_code == 200
        come_in(client)


def test_a_request_that_needs_the_database_says_that_it_is_away(tmp_path: Path) -> None:
    async def away(*given: Any) -> None:
        raise StorageDown("The database cannot be read now.")

    async def main() -> None:
        settings = ServerSettings(database_url=sqlite_url(tmp_path))
        handlers = [*players.HANDLERS, *operations.HANDLERS]
        async with (
            serving_here(settings, handlers) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            services = server.app.state.services
            whole, services.storage.add_player = services.storage.add_player, away
            answer = await client.post("/api/players", json={"name": "Ana"})
            is_refused(answer, 503, "storage_down")
            assert int(answer.headers["retry-after"]) >= 1
            services.storage.add_player = whole
            answer = await client.post("/api/players", json={"name": "Ana"})
            assert answer.status_code == 201

    asyncio.run(main())


def test_while_redis_is_away_a_server_is_degraded_but_ready(tmp_path: Path) -> None:
    async def main() -> None:
        settings = ServerSettings(
            database_url=sqlite_url(tmp_path), redis_url="redis://127.0.0.1:1/0"
        )
        handlers = [*players.HANDLERS, *operations.HANDLERS]
        async with (
            serving_here(settings, handlers) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            for path in ("/health", "/health/ready"):
                answer = await client.get(path)
                assert answer.status_code == 200
                assert answer.json() == {
                    "status": "degraded",
                    "parts": {"storage": "ok", "redis": "down"},
                    "storage": True,
                    "redis": False,
                    "stopping": False,
                }
            assert (await client.get("/health/live")).status_code == 200
            answer = await client.post("/api/players", json={"name": "Ana"})
            assert answer.status_code == 201

    asyncio.run(main())


def test_a_server_that_stops_is_alive_but_not_ready(tmp_path: Path) -> None:
    async def main() -> None:
        settings = ServerSettings(database_url=sqlite_url(tmp_path))
        async with (
            serving_here(settings, operations.HANDLERS) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            server.app.state.services.stopping = True
            for path in ("/health", "/health/ready"):
                answer = await client.get(path)
                assert (answer.status_code, answer.json()["status"]) == (503, "stopping")
            assert (await client.get("/health/live")).status_code == 200

    asyncio.run(main())


# Metrics


def test_metrics_count_what_happens(client: httpx.Client) -> None:
    come_in(client)
    client.get("/api/nothing")
    client.delete("/api/me/tokens/1234567890123456")
    client.post("/api/login", json={"name": "Nobody", "password": "wrong password"})
    text = client.get("/metrics").text
    assert client.get("/metrics").headers["content-type"].startswith("text/plain")
    for line in [
        'elgrande_requests_total{method="POST",path="/api/players",status="201"}',
        'elgrande_requests_total{method="GET",path="(no such path)",status="404"}',
        'elgrande_requests_total{method="DELETE",path="/api/me/tokens/{token_id}",status="404"}',
        'elgrande_errors_total{code="not_found"}',
        'elgrande_errors_total{code="wrong_password"}',
        "elgrande_login_failures_total 1.0",
        "elgrande_sockets 0.0",
    ]:
        assert line in text, line
    for name in ("elgrande_tables", "elgrande_choices", "elgrande_choice_seconds"):
        assert f"# HELP {name}" in text
    for name in ("elgrande_bot_seconds", "elgrande_bot_failures", "elgrande_commit_seconds"):
        assert f"# HELP {name}" in text


def test_labels_do_not_grow_with_what_clients_invent(client: httpx.Client) -> None:
    def series() -> set[str]:
        found = re.findall(r"^elgrande_\w+(?:\{[^}]*\})?", client.get("/metrics").text, re.M)
        return {name for name in found if "_bucket" not in name}

    def pester(number: int) -> None:
        client.get(f"/api/invented/{number}")
        client.delete(f"/api/me/tokens/invented{number}")
        client.request(f"INVENT{number}", "/api/me")
        client.post("/api/players", json={f"field{number}": number})
        client.post("/api/players", json={"name": f"\x00{number}"})

    pester(0)
    client.get("/metrics")
    before = series()
    for number in range(1, 30):
        pester(number)
    assert series() == before


def test_metrics_can_ask_for_a_token(tmp_path: Path) -> None:
    environment = {"ELGRANDE_METRICS_TOKEN": "a-long-token"}
    url = sqlite_url(tmp_path)
    with serving(url, environment=environment) as server, server.client() as client:
        is_refused(client.get("/metrics"), 401, "not_signed_in")
        is_refused(client.get("/metrics", headers=bearer("a-long-tokem")), 401, "not_signed_in")
        odd = [(b"authorization", b"Bearer \xff\xfe")]
        is_refused(client.get("/metrics", headers=odd), 401, "not_signed_in")
        assert client.get("/metrics", headers=bearer("a-long-token")).status_code == 200
        assert client.get("/health").status_code == 200


# The log


def test_nothing_secret_is_logged_or_counted(tmp_path: Path) -> None:
    options = ["--allow-private-webhooks"]
    with serving(sqlite_url(tmp_path), options=options) as server, server.client() as client:
        made = come_in(client, "Wanda Secretname")
        secrets = {made["token"], made["token"].split(".")[1], PASSWORD, "Secretname"}
        client.post("/api/me/password", json={"password": PASSWORD})
        client.post("/api/login", json={"name": "Wanda Secretname", "password": "guessed-wrong"})
        login = {"name": "Wanda Secretname", "password": PASSWORD}
        secrets |= {"guessed-wrong", client.post("/api/login", json=login).json()["token"]}
        token = client.post("/api/me/tokens", json={"label": "secret-label"}).json()
        secrets |= {token["token"], "secret-label"}
        hook = client.put("/api/me/webhook", json={"url": "http://127.0.0.1:9/secret-hook"})
        secrets |= {hook.json()["secret"], "secret-hook"}
        client.get("/api/me?token=secret-query", headers=bearer(token["token"]))
        client.get("/secret-path/secret-query")
        client.get("/api/me", headers={"cookie": "elgrande=secret-cookie"})
        client.post("/api/players", content=b'{"secret-body": 1', headers={"x-y": "secret-header"})
        client.delete("/api/me/tokens/secret-identity")
        with httpx.Client(base_url=server.url) as other:
            upgrade = {"connection": "upgrade", "upgrade": "websocket"}
            upgrade |= {"sec-websocket-version": "13", "sec-websocket-key": "x" * 22 + "=="}
            other.get("/api/tables/secret-table/socket?token=secret-query", headers=upgrade)
            other.get("/api/secret-place?token=secret-query", headers=upgrade)
        metrics = client.get("/metrics").text
        assert server.stop() == 0
        log = server.log()
        for secret in secrets:
            assert secret not in log
            assert secret not in metrics
        # Whatever begins so was invented by this test.
        assert "secret-" not in log + metrics
        assert "127.0.0.1" not in re.sub(r'"address":"[^"]*"', "", log)


def test_the_log_is_one_object_a_line(server: ServerProcess, client: httpx.Client) -> None:
    for quiet in ("/health", "/health/live", "/health/ready", "/metrics"):
        client.get(quiet)
    answer = client.get("/api/nothing")
    identity = answer.headers["x-request-id"]
    deadline = time.monotonic() + 10
    while identity not in server.log() and time.monotonic() < deadline:
        time.sleep(0.02)
    lines = [json.loads(line) for line in server.log().splitlines()]
    (line,) = [line for line in lines if line.get("request") == identity]
    assert line["event"] == "request"
    assert (line["path"], line["method"], line["status"]) == ("(no such path)", "GET", 404)
    assert line["level"] == "info"
    assert line["ms"] >= 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", line["time"])
    # Whoever asks every second whether it is up does not fill the disk.
    assert not any(str(line.get("path")).startswith(("/health", "/metrics")) for line in lines)


@pytest.fixture
def own_log() -> Iterator[None]:
    """Whatever a test does to the log of this process is undone."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.mark.usefixtures("own_log")
def test_a_mistake_is_logged_with_its_place_and_without_values(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    @get("/test/mistake")
    async def mistake() -> None:
        hidden = "".join(["value", "-of-", "a-variable"])
        raise ZeroDivisionError(len(hidden))

    async def main() -> None:
        set_up_logs("json")
        settings = ServerSettings(database_url=sqlite_url(tmp_path))
        async with (
            serving_here(settings, [*operations.HANDLERS, mistake]) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            assert (await client.get("/test/mistake")).status_code == 500

    asyncio.run(main())
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    (line,) = [line for line in lines if line["event"] == "internal"]
    assert line["path"] == "/test/mistake"
    assert "ZeroDivisionError" in line["exception"]
    assert "value-of-a-variable" not in json.dumps(lines)


# The document


@pytest.fixture(scope="module")
def document(server: ServerProcess) -> Any:
    return httpx.get(f"{server.url}/api/openapi.json").json()


def operations_of(document: Any) -> Iterator[tuple[str, str, Any]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def test_the_document_tells_all_of_the_players_routes(document: Any) -> None:
    told = {(method, path) for path, method, _ in operations_of(document)}
    assert told >= {
        ("post", "/api/players"),
        ("get", "/api/me"),
        ("patch", "/api/me"),
        ("post", "/api/me/password"),
        ("post", "/api/login"),
        ("post", "/api/logout"),
        ("get", "/api/me/tokens"),
        ("post", "/api/me/tokens"),
        ("delete", "/api/me/tokens/{token_id}"),
        ("put", "/api/me/webhook"),
        ("delete", "/api/me/webhook"),
        ("get", "/health"),
        ("get", "/health/live"),
        ("get", "/health/ready"),
        ("get", "/metrics"),
    }


def test_every_operation_is_described(document: Any) -> None:
    identities = set()
    for path, method, operation in operations_of(document):
        assert operation["summary"].endswith("."), (path, method)
        assert operation["tags"], (path, method)
        assert operation["operationId"] not in identities
        identities.add(operation["operationId"])
        for status, response in operation["responses"].items():
            assert response["description"], (path, method, status)
        for parameter in operation.get("parameters", []):
            assert parameter["description"], (path, method, parameter["name"])
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description"), name


def test_every_refusal_is_told_with_its_codes(document: Any) -> None:
    codes = {error.code: error.status for error in SERVER_ERRORS}
    for path, method, operation in operations_of(document):
        if path.startswith("/health"):
            continue
        responses = operation["responses"]
        wanted = {"400", "429", "500", "503"}
        if operation.get("security") != [{}] and operation["tags"] == ["players"]:
            wanted.add("401")
        if "requestBody" in operation:
            wanted |= {"403", "413"}
        assert wanted <= set(responses), (path, method)
        for status, response in responses.items():
            if int(status) >= 400:
                schema = response["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/ErrorBody"}
                for code in re.findall(r"`(\w+)`:", response["description"]):
                    assert codes.get(code, int(status)) == int(status), (path, method, code)


def test_the_document_says_what_is_checked(document: Any) -> None:
    schemas = document["components"]["schemas"]
    player = schemas["NewPlayer"]
    assert player["additionalProperties"] is False
    assert player["required"] == ["name"]
    assert (
        player["properties"]["name"]["minLength"],
        player["properties"]["name"]["maxLength"],
    ) == (
        1,
        30,
    )
    assert schemas["NewPassword"]["properties"]["password"]["minLength"] == 8
    assert document["components"]["securitySchemes"]["cookie"]["name"] == "elgrande"
    assert document["paths"]["/api/players"]["post"]["security"] == [{}]
    assert document["security"] == [{"cookie": []}, {"token": []}]


def test_every_reference_in_the_document_leads_somewhere(document: Any) -> None:
    found = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert found == set(document["components"]["schemas"]) & found
    assert found


def test_the_document_needs_nothing_from_elsewhere(client: httpx.Client) -> None:
    assert client.get("/api").json() == client.get("/api/openapi.json").json()
