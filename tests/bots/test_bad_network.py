"""Without a network that fits, or without compiled rules, games go on and one line says so."""

import struct
import time
from pathlib import Path

import pytest

from elgrande.insight.shipped_network import shipped_network
from elgrande.search.network_file import SHIPPED, load_network
from tests.support.command_line import run_outside
from tests.support.server import ServerProcess, serving, sqlite_url
from tests.support.spoiled import PACKAGE, interpreted_package, package_with_network

WHOLE = (PACKAGE / "search" / SHIPPED).read_bytes()
ENCODING_AT = 20  # in the header
SPOILED = {
    "missing": (None, f"There is no network {SHIPPED}."),
    "truncated": (WHOLE[:5000], f"{SHIPPED} is damaged: its checksum does not fit."),
    "foreign": (b"\x89PNG\r\n" + WHOLE, f"{SHIPPED} is not a network of El Grande."),
    "of another encoding": (
        WHOLE[:ENCODING_AT] + struct.pack("<I", 99) + WHOLE[ENCODING_AT + 4 :],
        f"{SHIPPED} has format 1 and encoding 99",
    ),
}
SAYS = "Positions are judged by hand-made weights: "
SECONDS_TO_PLAY = 120.0
SHORT = ("--players", "2", "--short")


def test_the_package_has_a_network() -> None:
    assert shipped_network() is not None
    assert load_network()


@pytest.mark.proof
@pytest.mark.parametrize("spoiled", SPOILED)
def test_games_are_played_without_a_network_and_one_line_says_so(
    spoiled: str, tmp_path: Path
) -> None:
    content, reason = SPOILED[spoiled]
    environment = package_with_network(tmp_path, content)
    line = ["simulate", "--games", "2", *SHORT, "--bots", "grandmaster:iterations=4", "--json"]
    done = run_outside(*line, "--workers", "2", environment=environment)
    assert done.code == 0
    (said,) = done.err.splitlines()
    assert said.startswith(f"{SAYS}{reason}")
    seats = done.data()["seats"]
    assert sum(sum(seat["failures"].values()) for seat in seats) == 0
    # The same games as those of `master`, which hand-made weights judge.
    line[line.index("grandmaster:iterations=4")] = "master:iterations=4"
    assert run_outside(*line).data()["seats"][0]["mean"] == seats[0]["mean"]


@pytest.mark.proof
def test_the_terminal_game_and_its_hints_go_on_without_a_network(tmp_path: Path) -> None:
    environment = package_with_network(tmp_path, None)
    line = ["play", *SHORT, "--plain", "--first-player", "0", "--seed", "1"]
    bots = ("--bots", "grandmaster:iterations=4")
    done = run_outside(*line, *bots, answers="hint\npower 13\nquit\n", environment=environment)
    assert (done.code, done.err) == (0, f"{SAYS}There is no network {SHIPPED}.\n")
    assert "%" in done.out


@pytest.mark.proof
def test_interpreted_rules_play_the_same_and_one_line_says_so(tmp_path: Path) -> None:
    line = ["simulate", "--games", "1", *SHORT, "--bots", "grandmaster:iterations=2", "--json"]
    compiled = run_outside(*line)
    interpreted = run_outside(*line, environment=interpreted_package(tmp_path))
    assert (compiled.code, compiled.err, interpreted.code) == (0, "", 0)
    assert interpreted.err.count("\n") == 1
    assert interpreted.err.startswith("The rules run interpreted")
    scores = [[seat["mean"] for seat in one.data()["seats"]] for one in (compiled, interpreted)]
    assert scores[0] == scores[1]


@pytest.mark.proof
def test_a_table_with_a_grandmaster_goes_on_without_a_network(tmp_path: Path) -> None:
    environment = package_with_network(tmp_path / "package", WHOLE[:5000])
    url = sqlite_url(tmp_path)
    with serving(url, fresh=True, environment=environment) as server:
        play_out(server, "grandmaster:iterations=4")
        log = server.log()
    assert log.count(SAYS) == 1
    assert "bot_failed" not in log
    assert '"error"' not in log


def play_out(server: ServerProcess, bot: str) -> None:
    """Let two bots play a game at a table to its end."""
    with server.client() as client:
        client.post("/api/players", json={"name": "Ana"}).raise_for_status()
        seats = [{"kind": "bot", "bot": bot}] * 2
        body = {"options": {"players": 2, "short": True}, "seats": seats}
        opened = client.post("/api/tables", json=body).raise_for_status().json()
        path = f"/api/tables/{opened['table']['id']}"
        deadline = time.monotonic() + SECONDS_TO_PLAY
        while client.get(path).json()["state"] != "finished":
            assert time.monotonic() < deadline, server.log()
            time.sleep(0.1)
