"""docs/play/bots.md and docs/program/bots.md: the levels, and the package that is shown plays."""

import tomllib
from pathlib import Path

import pytest

from docsite.code_blocks import blocks_of
from elgrande.bots.answer import REASONS
from elgrande.bots.registry import BUILT_IN
from elgrande.editions.wording import bot_text
from tests.support.command_line import run
from tests.support.documents import text_of
from tests.support.plug_ins import write_package

GUIDE = text_of("docs/program/bots.md")


def test_the_package_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = blocks_of(GUIDE)
    (project,) = [block.code for block in blocks if block.language == "toml"]
    *_, module = [block.code for block in blocks if block.language == "python"]
    data = tomllib.loads(project)["project"]
    write_package(tmp_path, data["entry-points"]["elgrande.bots"], data["name"])
    (tmp_path / "patient_bots.py").write_text(module)
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
        assert f"| `{reason}` |" in GUIDE


def test_the_levels_are_described_in_their_own_words() -> None:
    levels = text_of("docs/play/bots.md")
    for name in BUILT_IN:
        assert f"| `{name}` | {bot_text(name)} | " in levels, name
