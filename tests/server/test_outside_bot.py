"""The example of an outside bot plays a whole game, as its file says it is run."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.documents import text_of
from tests.support.server import ServerProcess, serving, sqlite_url

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "bot_author" / "outside_bot.py"
SECONDS = 120


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(sqlite_url(tmp_path_factory.mktemp("outside"))) as running:
        yield running


@pytest.fixture
def ana(server: ServerProcess) -> Iterator[httpx.Client]:
    with server.client() as client:
        client.post("/api/players", json={"name": "Ana"})
        yield client


def run_example(url: str, token: str, table: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(EXAMPLE), url, token, table],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def make_token(ana: httpx.Client) -> Any:
    made = ana.post("/api/me/tokens", json={"label": "my bot"})
    assert made.status_code == 201
    return made.json()


def open_table(ana: httpx.Client, *kinds: str) -> str:
    seats = [{"kind": kind, "bot": "novice"} if kind == "bot" else {"kind": kind} for kind in kinds]
    options = {"players": len(kinds), "short": True}
    opened = ana.post("/api/tables", json={"seats": seats, "options": options})
    table: str = opened.json()["table"]["id"]
    return table


@pytest.mark.parametrize("kinds", [("me", "bot"), ("me", "hotseat", "bot")])
def test_the_example_plays_until_the_game_is_over(
    server: ServerProcess, ana: httpx.Client, kinds: tuple[str, ...]
) -> None:
    table = open_table(ana, *kinds)
    ran = run_example(server.url, make_token(ana)["token"], table)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("The game is over: {'scores':")
    assert not ran.stderr
    shown = ana.get(f"/api/tables/{table}").json()
    assert shown["state"] == "finished"
    assert len(shown["result"]["scores"]) == len(kinds)


def test_the_example_is_short_and_needs_nothing_but_python() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 45
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module
            imported.add(node.module.partition(".")[0])
    assert imported <= sys.stdlib_module_names
    assert "<!-- the file examples/bot_author/outside_bot.py -->" in text_of(
        "docs/program/outside_bot.md"
    )
    assert re.search(r"python outside_bot\.py URL TOKEN TABLE", text)


def test_a_token_plays_but_does_not_manage_the_account(
    server: ServerProcess, ana: httpx.Client
) -> None:
    made = make_token(ana)
    headers = {"Authorization": f"Bearer {made['token']}"}
    with server.client(headers=headers) as bot:
        assert bot.get("/api/me").json()["kind"] == "bot"
        wishes: list[tuple[str, str, Any]] = [
            ("PATCH", "/api/me", {"name": "Eve"}),
            ("POST", "/api/me/password", {"password": "a long password"}),
            ("POST", "/api/me/tokens", {"label": "another"}),
            ("DELETE", f"/api/me/tokens/{made['id']}", None),
            ("PUT", "/api/me/webhook", {"url": "https://example.org/"}),
            ("DELETE", "/api/me/webhook", None),
        ]
        for method, path, body in wishes:
            refused = bot.request(method, path, json=body)
            assert (refused.status_code, refused.json()["error"]) == (403, "not_allowed"), path
    me = ana.get("/api/me").json()
    assert (me["player"]["name"], me["player"]["claimed"], me["webhook"]) == ("Ana", False, None)


def test_a_dropped_token_plays_no_more(server: ServerProcess, ana: httpx.Client) -> None:
    table = open_table(ana, "me", "hotseat")
    made = make_token(ana)
    assert ana.delete(f"/api/me/tokens/{made['id']}").status_code == 204
    before = ana.get(f"/api/tables/{table}/state").json()["number"]
    ran = run_example(server.url, made["token"], table)
    assert ran.returncode == 1
    assert "401" in ran.stderr
    assert ana.get(f"/api/tables/{table}/state").json()["number"] == before
