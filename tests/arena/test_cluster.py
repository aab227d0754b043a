"""Games on Ray have the results they have here."""

import re
import subprocess
import sys
from pathlib import Path

from tests.arena.test_command_line import kept
from tests.support.command_line import run
from tests.support.processes import left_behind, marked_environment

LINE = ["arena", "--short", "--bots", "random,random,random", "--games", "6", "--json"]
SECONDS = 120


def test_a_local_ray_plays_the_same_games_and_is_gone_afterwards(tmp_path: Path) -> None:
    environment = marked_environment(RAY_USAGE_STATS_ENABLED="0")
    line = [*LINE, "--ray", "local", "--workers", "2", "--out", f"{tmp_path / 'ray'}"]
    done = subprocess.run(
        [sys.executable, "-m", "elgrande", *line],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert re.match(r"\{.*\}\n$", done.stdout)
    assert run(*LINE, "--out", f"{tmp_path / 'here'}").code == 0
    assert kept(tmp_path / "ray") == kept(tmp_path / "here")
    assert left_behind(environment, 20) == []
