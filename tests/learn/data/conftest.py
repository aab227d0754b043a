"""A folder of quick games, made once for all tests of data."""

from pathlib import Path

import pytest

from tests.support.command_line import run

SEED = 2**32
COUNT = 6
# What writes games like those of `folder`, but for their number and the folder.
COMMAND = ("games", "--bots", "novice,random,novice", "--players", "3")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `elgrande games` wrote for six games of three players."""
    path = tmp_path_factory.mktemp("games") / "novice"
    done = run(*COMMAND, "--games", f"{COUNT}", "--out", f"{path}")
    assert done == (0, f"The games are in {path}.\n", "")
    return path
