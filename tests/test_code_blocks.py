"""Every block of code in the documents does what the page says, or at least could.

`docsite/code_blocks.py` names the languages and what is tried with each; the site is not built with
any other.
"""

import configparser
import importlib.util
import json
import re
import subprocess
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from typer.main import get_command

from docsite.code_blocks import TRIED, wrong_blocks
from elgrande import Options
from elgrande.cli import app
from tests.support.command_line import run
from tests.support.documents import (
    DOCUMENTS,
    ROOT,
    Found,
    commands_in,
    found_blocks,
    name_of,
    python_pages,
    run_python,
)
from tests.support.finished import played
from tests.support.programs import program

# Pages whose code takes more than a second or two; the other pages stand for them.
LONG = {"docs/play/review.md"}
# What a page prints, where its words say what that is.
PRINTED = {
    "README.md": r"(?s).*elgrande record 1.*",
    "docs/program/bots.md": r"\[\d+, \d+, \d+\]\n",
    "docs/research/learning.md": r"(?s).*Game 0: action 127 is not legal for seat.*",
    "docs/research/tasks.md": r"0% \(0% to \d+%\); an even match is 25%\n",
}
# What a page expects to be there, because a command on it makes it.
MADE = {
    "docs/research/data.md": "games --bots random --games 2 --out steady-games",
}
# Another test looks at what this one prints.
ELSEWHERE = {"docs/program/advice.md"}
# Programs that are not ours: what they are given cannot be tried here.
OTHERS = {"docker", "openssl", "printf", "systemctl", "useradd", "cd", ".", "git", "pipx", "uvx"}
OTHERS |= {"curl", "gh", "sha256sum"}
# Commands that answer at once, and with how many games instead of hundreds.
QUICK = {"bots", "play", "puzzles", "simulate"}
THINKING = re.compile(r"strong|master")
FEW = "2"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def cases(*languages: str) -> pytest.MarkDecorator:
    """One test for each block in these languages."""
    found = found_blocks(*languages)
    return pytest.mark.parametrize("found", found, ids=[one.where for one in found])


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_block_is_of_a_kind_that_is_tried(path: Path) -> None:
    assert wrong_blocks(path.read_text(encoding="utf-8")) == []


def test_a_block_without_a_language_or_an_end_is_named() -> None:
    assert wrong_blocks("```\nmake play\n```\n") == [
        f"line 1: no test tries a block of no language; there are {', '.join(TRIED)}."
    ]
    assert wrong_blocks("```perl\n```\n")[0].startswith("line 1: no test tries a block of perl;")
    assert wrong_blocks("```python\nprint()\n") == ["a block of code does not end."]


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(one, marks=pytest.mark.proof if one in LONG else ())
        for one in python_pages()
        if one not in ELSEWHERE
    ],
)
def test_the_python_of_a_page_runs(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening.egn").write_text(played(Options(players=4), 1).to_text(), encoding="utf-8")
    if document in MADE:
        assert run(*MADE[document].split()).code == 0
    printed = run_python(document)
    if document in PRINTED:
        assert re.fullmatch(PRINTED[document], printed), printed


@cases("sh")
def test_the_commands_of_a_block_exist(
    found: Found, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in commands_in(found.block.code):
        check_command(words)


@cases("ini")
def test_settings_of_systemd_can_be_read(found: Found) -> None:
    read = configparser.RawConfigParser(strict=False, delimiters="=")
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(found.block.code)
    _, _, command = read["Service"]["ExecStart"].strip("'").rpartition("/bin/")
    for words in commands_in(command):
        check_command(words)


@cases("json", "toml", "yaml")
def test_data_can_be_read(found: Found) -> None:
    if found.block.language == "toml":
        assert tomllib.loads(found.block.code)
    elif found.block.language == "yaml":
        assert yaml.safe_load(found.block.code)
    else:
        # Three dots stand for what is left out.
        whole = re.sub(r",\s*…|…,\s*", "", found.block.code).replace("{…}", "{}")
        assert json.loads(whole)


@cases("html")
def test_elements_are_closed(found: Found) -> None:
    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

    reader = Reader()
    reader.feed(found.block.code)
    assert not reader.open


@cases("nginx")
def test_directives_end_and_brackets_close(found: Found) -> None:
    depth = 0
    for line in found.block.code.splitlines():
        told = line.partition("#")[0].strip()
        assert not told or told[-1] in ";{}", line
        depth += told.count("{") - told.count("}")
        assert depth >= 0
    assert depth == 0


@cases("caddy")
def test_caddy_reads_its_settings(found: Found, tmp_path: Path) -> None:
    path = tmp_path / "Caddyfile"
    path.write_text(found.block.code, encoding="utf-8")
    line = [program("caddy"), "adapt", "--adapter", "caddyfile", "--config", str(path)]
    done = subprocess.run(line, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@cases("ts")
def test_texts_of_the_pages_have_their_keys(found: Found) -> None:
    texts = (ROOT / "ui" / "src" / "texts" / "en.ts").read_text(encoding="utf-8")
    (section,) = re.findall(r'words\("(\w+)"\)', found.block.code)
    within = texts.partition(f"  {section}: {{")[2].partition("\n  },")[0]
    keys = re.findall(r'\bt\("(\w+)"', found.block.code)
    assert keys
    for key in keys:
        assert f"    {key}: " in within, key


def check_command(words: list[str]) -> None:
    """Whether there is such a command; those that answer at once are run."""
    name, *arguments = words
    if name == "elgrande":
        parse(arguments)
        if arguments and arguments[0] in QUICK and not THINKING.search(" ".join(arguments)):
            few = [FEW if before == "--games" else word for before, word in pairs(arguments)]
            assert run(*few).code == 0, words
    elif name == "make":
        targets = [word for word in arguments if "=" not in word and not word.startswith("-")]
        for target in targets:
            assert re.search(rf"^{re.escape(target)}:", MAKEFILE, flags=re.MULTILINE), words
    elif name.endswith("pip") or words[:3] == ["python", "-m", "pip"]:
        extras = PYPROJECT["project"]["optional-dependencies"]
        for extra in re.findall(r"elgrande\[([\w,]+)\]", " ".join(words)):
            assert set(extra.split(",")) <= set(extras), words
    elif name in ("python", "python3"):
        check_module(arguments)
    else:
        assert name in OTHERS, words


def pairs(words: list[str]) -> list[tuple[str, str]]:
    """Every word with the one before it."""
    return list(zip(["", *words], words, strict=False))


def parse(arguments: list[str]) -> None:
    """Let the command line read what it is given, without carrying it out."""
    command: Any = get_command(app)
    rest = list(arguments)
    while rest and rest[0] in getattr(command, "commands", {}):
        command = command.commands[rest.pop(0)]
    command.make_context("elgrande", rest)


def check_module(arguments: list[str]) -> None:
    """Whether `python` finds the file or the module, and that has the options."""
    source = ROOT / arguments[0]
    if arguments[0] == "-m":
        spec = importlib.util.find_spec(arguments[1])
        assert spec is not None
        assert spec.origin is not None, arguments
        source = Path(spec.origin)
    if source.name == "__init__.py":
        source = source.with_name("__main__.py")
    assert source.is_file(), arguments
    for option in re.findall(r"--[a-z-]+", " ".join(arguments)):
        text = source.read_text(encoding="utf-8")
        assert f'"{option}"' in text or f"'{option}'" in text, option
