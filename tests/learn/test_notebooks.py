"""The notebooks in examples/: small, without outputs, and their code runs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples").rglob("*.ipynb"))
LARGEST = 20_000  # bytes
# What each prints if it does what its text says.
PRINTED = {
    "exploring_data": (
        r"150 games, \d{5} decisions",
        r"seat 3: \d{2,3}\.\d points, wins \d+%",
        r"power +\d+\.\d% +[4-9]\.\d legal",
        r"round 9: +\d+\.\d on average",
    ),
    "first_steps": (
        r"decision\.kind_power +1",
        r"84 .*13",
        r"[3-9]\d\d games; legal actions on average: [45]\.\d",
        r"random against three random: [1-9]\d?% ",
        r"random against three novice: 0% ",
    ),
    "train_a_judge": (
        r"pass 6: cross-entropy (0\.\d+) on other games",
        r"always saying 25%: (0\.\d+)",
        r"round 9: 0\.\d+",
    ),
}


def cells_of(path: Path) -> list[dict[str, Any]]:
    """The cells that hold code."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def test_notebooks_are_small_and_kept_without_outputs() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["exploring_data", "first_steps", "train_a_judge"]
    for path in NOTEBOOKS:
        assert path.stat().st_size < LARGEST
        for cell in cells_of(path):
            assert cell["outputs"] == [], path
            assert cell["execution_count"] is None, path


@pytest.mark.proof
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path, tmp_path: Path) -> None:
    program = tmp_path / f"{path.stem}.py"
    program.write_text("\n\n".join("".join(cell["source"]) for cell in cells_of(path)))
    # One thread: several wait for each other on a machine that is busy with other tests.
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    run = subprocess.run(
        [sys.executable, program], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    found = [re.search(rf"^{line}", run.stdout, re.MULTILINE) for line in PRINTED[path.stem]]
    assert None not in found, run.stdout
    if path.stem == "train_a_judge":
        learned, guessed = (float(line[1]) for line in found[:2] if line is not None)
        assert learned < guessed - 0.02
