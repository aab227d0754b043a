"""A club evening by script: all rounds are played, the table is printed, records are saved."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from elgrande import Record
from examples.club import evening
from tests.support.server import serving, sqlite_url

EXAMPLE = Path(evening.__file__)


@pytest.mark.proof
def test_an_evening_at_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(sqlite_url(tmp_path)) as server:
        out = tmp_path / "records"
        asyncio.run(evening.run(server.url, ["Ana", "Ben"], [], rounds=1, out=out))
    printed = capsys.readouterr().out
    assert re.search(r"^Round 1: (Ana, Ben|Ben, Ana)$", printed, re.MULTILINE)
    table = re.findall(r"^ (\d)\. (Ana|Ben) +(\d+) +(\d) +(\d+)$", printed, re.MULTILINE)
    assert {name for _, name, *_ in table} == {"Ana", "Ben"}
    (file,) = out.iterdir()
    scores = Record.from_text(file.read_text(encoding="utf-8")).replay().scores
    assert sorted(scores) == sorted(int(points) for *_, points in table)


@pytest.mark.proof
def test_an_evening_with_a_server_of_its_own(tmp_path: Path) -> None:
    line = [
        sys.executable,
        str(EXAMPLE),
        "--guests",
        "Ana,Ben,Eva",
        "--bots",
        "steady,novice,novice",
    ]
    ran = subprocess.run(
        [*line, "--rounds", "2"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    # Six sit at two tables in every round.
    assert len(re.findall(r"^Round \d: ", ran.stdout, re.MULTILINE)) == 4
    assert re.search(r"^ 1\. .* \(steady\) ", ran.stdout, re.MULTILINE), ran.stdout
    files = sorted(path.name for path in (tmp_path / "runs" / "evening").iterdir())
    assert files == [f"round{number}-table{table}.egn" for number in (1, 2) for table in (1, 2)]


def test_without_a_server_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["evening.py", "--server", "http://127.0.0.1:9"])
    with pytest.raises(SystemExit, match=r"There is no elgrande server at http://127.0.0.1:9: "):
        evening.main()
