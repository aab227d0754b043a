"""docs/bots.md: its examples run, and the package it shows plays."""

import contextlib
import io
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from elgrande.bots.answer import REASONS
from elgrande.bots.registry import BUILT_IN
from elgrande.editions.wording import bot_text
from tests.support.command_line import run
from tests.support.plug_ins import write_package

TEXT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The blocks of a kind, in order."""
    return re.findall(rf"```{kind}\n(.*?)```", TEXT, flags=re.DOTALL)


def test_the_example_runs() -> None:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(blocks("python")[0], "bots.md", "exec"), {})
    assert re.fullmatch(r"\[\d+, \d+, \d+\]\n", output.getvalue())


def test_the_commands_run() -> None:
    lines = [line for line in blocks("")[0].splitlines() if line]
    assert len(lines) == 4
    for line in lines:
        arguments = shlex.split(line, comments=True)
        assert arguments[0] == "elgrande"
        assert run(*["2" if word == "100" else word for word in arguments[1:]]).code == 0


def test_the_package_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project,) = blocks("toml")
    data = tomllib.loads(project)["project"]
    write_package(tmp_path, data["entry-points"]["elgrande.bots"], data["name"])
    (tmp_path / "patient_bots.py").write_text(blocks("python")[1])
    monkeypatch.syspath_prepend(tmp_path)
    line = ["simulate", "--games", "1", "--players", "2", "--short", "--json"]
    seats = run(*line, "--bots", "patient:games=2,random").data()["seats"]
    assert not sum(seats[0]["failures"].values())
    assert seats[0]["mean"] > seats[1]["mean"]
    assert "patient needs at least 1 game." in run(*line, "--bots", "patient:games=0").err
    (patient,) = [bot for bot in run("bots", "--json").data()["bots"] if bot["name"] == "patient"]
    assert patient["summary"] == "Tries every choice in a few imagined games."
    assert patient["provider"] == data["name"]


def test_all_reasons_are_explained() -> None:
    for reason in REASONS:
        assert f"| `{reason}` |" in TEXT


def test_the_levels_are_described_in_their_own_words() -> None:
    for name in BUILT_IN:
        assert f"| `{name}` | {bot_text(name)} | " in TEXT, name
