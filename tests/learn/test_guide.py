"""What docs/learning.md says works: every piece of its code runs, one after the other."""

import re
from pathlib import Path
from typing import Any

import pytest

import elgrande
from elgrande.cli import main
from tests.support.command_line import run

ROOT = Path(__file__).parent.parent.parent
GUIDE = ROOT / "docs" / "learning.md"


def blocks_of(language: str) -> list[str]:
    """The pieces of the guide that are in a language; commands have none."""
    fenced = re.compile(r"^```(.*?)\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
    return [text for found, text in fenced.findall(GUIDE.read_text("utf-8")) if found == language]


def test_the_guide_has_code_and_commands_and_nothing_else() -> None:
    """So that no block is left out because its fence says something else."""
    fences = GUIDE.read_text(encoding="utf-8").count("\n```")
    assert len(blocks_of("python")) > 10
    assert 2 * (len(blocks_of("python")) + len(blocks_of(""))) == fences


@pytest.mark.parametrize("command", blocks_of(""))
def test_a_command_of_the_guide_has_the_options_it_is_given(command: str) -> None:
    options = re.findall(r"--[a-z-]+", command)
    assert options
    if command.startswith("elgrande "):
        known = run(command.split()[1], "--help").out
    else:
        found = re.fullmatch(r"python -m examples\.(\w+) .*\n", command)
        assert found is not None
        known = (ROOT / "examples" / f"{found[1]}.py").read_text(encoding="utf-8")
    for option in options:
        assert re.search(rf"{option}\b", known), option


@pytest.mark.proof
def test_the_code_of_the_guide_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["games", "--bots", "random", "--games", "2", "--out", "steady-games"])
    names: dict[str, Any] = {}
    for number, block in enumerate(blocks_of("python")):
        exec(compile(block, f"learning.md, block {number}", "exec"), names)
    assert names["wins"].sum() > 100
    printed = capsys.readouterr().out
    assert "Game 0: action 127 is not legal for seat" in printed
    assert re.search(r"^0% \(0% to \d+%\); an even match is 25%$", printed, re.MULTILINE)


def test_the_citation_names_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {elgrande.__version__}\n" in text
    assert "\ncff-version: 1.2.0\n" in f"\n{text}"
