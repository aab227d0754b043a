"""`elgrande puzzles` on the command line."""

import json
from pathlib import Path

import pytest

from elgrande.puzzles.library import puzzles
from tests.support.command_line import run


@pytest.mark.parametrize("command", ["list", "show", "make", "choose", "check"])
def test_every_command_has_a_help_with_an_example(command: str) -> None:
    shown = run("puzzles", command, "--help")
    assert shown.code == 0
    assert f"Example: elgrande puzzles {command}" in shown.out


def test_the_list_is_the_library_in_its_order() -> None:
    listed = json.loads(run("puzzles", "list", "--json").out)
    assert [one["id"] for one in listed] == [puzzle.id for puzzle in puzzles()]
    assert set(listed[0]) == {
        "id", "kind", "theme", "difficulty", "rating", "players", "edition", "bytes",
    }  # fmt: skip
    assert max(one["bytes"] for one in listed) <= 1000


def test_the_list_can_be_narrowed() -> None:
    shown = run("puzzles", "list", "--theme", "king", "--difficulty", "5", "--json")
    listed = json.loads(shown.out)
    assert listed
    assert all(one["theme"] == "king" and one["difficulty"] == 5 for one in listed)
    assert puzzles()[0].id in run("puzzles", "list").out


def test_a_puzzle_is_shown_without_its_solution() -> None:
    puzzle = puzzles()[0]
    shown = run("puzzles", "show", puzzle.id, "--plain")
    assert shown.code == 0
    assert "?" in shown.out
    assert "clearly the best" not in shown.out
    assert "clearly the best" in run("puzzles", "show", puzzle.id, "--solution").out
    assert "solution" not in json.loads(run("puzzles", "show", "today", "--json").out)
    assert json.loads(run("puzzles", "show", puzzle.id, "--solution", "--json").out)["solution"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["show", "nothing"], "There is no puzzle"),
        (["show", "today", "--language", "fr"], "fr"),
        (["list", "--theme", "chess"], "--theme must be"),
        (["list", "--difficulty", "6"], "--difficulty must be"),
        (["make", "--games", "0", "--out", "x"], "--games must be"),
        (["make", "--seed", "-1", "--out", "x"], "--seed must be"),
        (["check", "--times", "0"], "--times must be"),
        (["check", "nothing"], "There is no puzzle"),
        (["choose", "nowhere", "--out", "x"], "No such file"),
    ],
)
def test_bad_input_is_refused_in_one_line(line: list[str], said: str) -> None:
    done = run("puzzles", *line)
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1


def test_puzzles_are_checked_and_chosen(tmp_path: Path) -> None:
    puzzle = max(puzzles(), key=lambda one: one.margin)
    assert "1 of 1 puzzles hold." in run("puzzles", "check", puzzle.id, "--times", "1").out
    told = json.loads(run("puzzles", "check", puzzle.id, "--times", "1", "--json").out)
    assert told[0]["holds"]
    lines = "".join(f"{one.to_line()}\n" for one in puzzles()[:5])
    (tmp_path / "found.jsonl").write_text(lines, encoding="utf-8")
    out = tmp_path / "mine.jsonl"
    chosen = run("puzzles", "choose", f"{tmp_path}", "--count", "3", "--out", f"{out}")
    assert "3 puzzles" in chosen.out
    assert len(out.read_text(encoding="utf-8").splitlines()) == 3
