"""Games for training on Ray are those played here, file by file."""

import subprocess
import sys
from pathlib import Path

import pytest

from elgrande.search.network_file import write_network
from tests.support.networks import random_layers
from tests.support.processes import left_behind, marked_environment

SECONDS = 300


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.proof
def test_a_local_ray_plays_the_same_games_and_goes_on_with_what_is_missing(tmp_path: Path) -> None:
    network = tmp_path / "one.network"
    network.write_bytes(write_network(random_layers(4)))
    environment = marked_environment(RAY_USAGE_STATS_ENABLED="0")

    def play(folder: str, games: int, *more: str) -> None:
        line = ["--games", str(games), "--tables", "two", "--network", str(network), *more]
        subprocess.run(
            [sys.executable, "-m", "training.play", str(tmp_path / folder), *line],
            check=True,
            timeout=SECONDS,
            env=environment,
        )

    play("here", 6, "--workers", "1")
    play("ray", 6, "--workers", "2", "--ray", "local")
    assert files_in(tmp_path / "ray")
    assert files_in(tmp_path / "ray") == files_in(tmp_path / "here")
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "ray").rglob("games*")}
    assert written
    play("ray", 6, "--workers", "2", "--ray", "local")
    assert {path: path.stat().st_mtime_ns for path in written} == written
    assert left_behind(environment, 20) == []
