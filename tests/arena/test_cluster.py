"""Games on Ray have the results they have here."""

import re
from pathlib import Path

import pytest

from tests.arena.test_command_line import kept
from tests.support.command_line import run, run_outside
from tests.support.processes import left_behind, marked_environment

pytestmark = pytest.mark.proof


LINE = ["arena", "--short", "--bots", "random,random,random", "--games", "6", "--json"]
SECONDS = 120


def test_a_local_ray_plays_the_same_games_and_is_gone_afterwards(tmp_path: Path) -> None:
    environment = marked_environment(RAY_USAGE_STATS_ENABLED="0")
    line = [*LINE, "--ray", "local", "--workers", "2", "--out", f"{tmp_path / 'ray'}"]
    done = run_outside(*line, environment=environment, seconds=SECONDS)
    assert done.code == 0, done.err
    assert re.match(r"\{.*\}\n$", done.out)
    assert run(*LINE, "--out", f"{tmp_path / 'here'}").code == 0
    assert kept(tmp_path / "ray") == kept(tmp_path / "here")
    assert left_behind(environment, 20) == []
