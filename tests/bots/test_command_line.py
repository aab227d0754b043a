"""Other people's bots at our tables: listed, playing, and forgiven when they fail."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from elgrande.bots import kinds
from elgrande.cli.words import word
from elgrande.editions.wording import LANGUAGES, bot_title
from tests.support.command_line import is_refused, run, run_outside, stop_when
from tests.support.marks import with_proofs
from tests.support.plug_ins import write_package
from tests.support.processes import left_behind, marked_environment, with_deadly

ROUND = ["--players", "2", "--short", "--seed", "4"]


@pytest.mark.proof
def test_an_installed_package_plays(plugged_in: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(plugged_in)}
    line = ["simulate", "--games", "2", *ROUND, "--bots", "random,thoughtful:depth=2", "--json"]
    alone = run(*line)
    together = run_outside(*line, "--workers", "2", environment=environment)
    assert alone.code == 0
    assert alone.out == together.out
    data = alone.data()
    assert [seat["bot"] for seat in data["seats"]] == ["random", "thoughtful:depth=2"]
    assert all(not sum(seat["failures"].values()) for seat in data["seats"])


@pytest.mark.proof
def test_ctrl_c_ends_plug_ins_that_hang(package: Path, tmp_path: Path) -> None:
    environment = marked_environment(PYTHONPATH=str(package))
    asleep = tmp_path / "asleep"
    bots = f"random,moody:path={asleep}:mood=sleeping"
    line = ["simulate", "--games", "4", *ROUND, "--bots", bots, "--workers", "2"]
    stopped = stop_when(asleep.exists, line, environment)
    assert (stopped.code, stopped.out) == (130, "")
    assert left_behind(environment) == []


@pytest.mark.proof
def test_a_process_that_dies_twice_is_an_error_with_its_games(tmp_path: Path) -> None:
    environment = with_deadly(tmp_path, "elgrande.bots", "Player.answer")
    line = ["simulate", "--games", "4", *ROUND, "--workers", "2"]
    shown = run_outside(*line, environment=environment)
    assert is_refused(shown)
    assert re.search(r"seeds (\d) to \1: its process died twice \(exit code 9\)", shown.err)
    assert left_behind(environment) == []


@pytest.fixture(scope="module")
def listed(package: Path) -> tuple[str, dict[str, Any]]:
    """What `elgrande bots` shows with the package installed, for people and for programs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(package)
        shown, data = run("bots"), run("bots", "--json")
    assert (shown.code, shown.err) == (0, "")
    assert (data.code, data.err) == (0, "")
    return shown.out, {f"{bot['provider']} {bot['name']}": bot for bot in data.data()["bots"]}


def test_all_bots_are_listed(listed: tuple[str, dict[str, Any]]) -> None:
    shown, bots = listed
    assert [bot["name"] for bot in bots.values() if bot["provider"] is None] == list(kinds())
    thoughtful = bots["people thoughtful"]
    assert thoughtful["summary"] == "Counts its choices, imagines and draws."
    assert [(one["name"], one["type"], one["default"]) for one in thoughtful["parameters"]] == [
        ("depth", "int", 1),
        ("share", "float", None),
        ("bold", "bool", False),
    ]
    assert re.search(r"^thoughtful +depth: int = 1 +Counts .* people *$", shown, re.MULTILINE)
    assert "share: float = none" in shown
    assert "bold: bool = false" in shown
    assert "name: str, required" in shown


def test_a_broken_plug_in_is_listed_with_what_is_wrong(
    listed: tuple[str, dict[str, Any]],
) -> None:
    problems = {name: bot["problem"] for name, bot in listed[1].items() if bot["problem"]}
    assert set(problems) == {
        f"people {name}"
        for name in (
            *("absent", "missing", "broken", "dead", "random", "two words", "nonsense"),
            "not_callable",
        )
    }
    assert problems["people broken"].endswith("cannot be loaded: RuntimeError: no licence.")
    assert problems["people dead"].endswith("died (its process ended with exit code 9).")
    assert "no licence" in listed[0]


def test_failures_are_counted_and_the_games_go_on(plugged_in: Path) -> None:
    line = ["simulate", "--games", "1", *ROUND, "--bots", "random,tampering"]
    data = run(*line, "--json").data()
    failures = data["seats"][1]["failures"]
    assert failures.pop("illegal") > 20
    assert not sum(failures.values())
    assert not sum(data["seats"][0]["failures"].values())


@pytest.mark.proof
def test_a_bot_that_died_once_plays_on(plugged_in: Path, tmp_path: Path) -> None:
    line = ["simulate", "--games", "1", *ROUND, "--bots", f"moody:path={tmp_path}/mood,random"]
    failures = run(*line, "--json").data()["seats"][0]["failures"]
    assert failures == {"raised": 0, "illegal": 0, "late": 0, "died": 1}


@pytest.mark.proof
def test_failures_are_shown(plugged_in: Path) -> None:
    shown = run("simulate", "--games", "1", *ROUND, "--bots", "random,raising")
    assert (shown.code, shown.err) == (0, "")
    assert re.search(r"Decisions forfeited by raising in seat 1: raised \d+\.", shown.out)


def test_people_are_told_when_a_bot_fails(plugged_in: Path) -> None:
    line = ["play", *ROUND, "--plain", "--first-player", "1", "--limit", "0.2"]
    raising = run(*line, "--bots", "raising")
    late = run(*line, "--bots", "sleeping")
    assert raising.code == late.code == 0
    assert (
        "Azure: the bot raising failed with an error (RuntimeError: out of ideas),"
        " so the first choice is played for it." in raising.out
    )
    assert "Azure: the bot sleeping took too long (no answer within 0.2 s)" in late.out


@pytest.mark.parametrize("language", with_proofs(LANGUAGES, quick=1))
def test_opponents_may_differ(language: str, plugged_in: Path) -> None:
    line = ["play", "--players", "3", "--seed", "4", "--short", "--language", language]
    shown = run(*line, "--bots", "random, counting", answers="1\n" * 999)
    assert (shown.code, shown.err) == (0, "")
    greeting = shown.out.splitlines()[0]
    level = bot_title("random", language)
    assert re.search(rf"\({level}\) \w+ \S+ \(counting\)\.$", greeting)
    table = shown.out[shown.out.index(word(language, "final")) :]
    for name in (level, "counting", word(language, "you")):
        assert re.search(rf"\b{name}\b", table)


@pytest.mark.parametrize(
    ("command", "bots", "says"),
    [
        ("play", "dead", "The bot dead cannot be started: died"),
        ("simulate", "thoughtful:depth=0", "The depth of thoughtful is at least 1."),
    ],
)
def test_a_plug_in_that_cannot_play_is_refused(
    command: str, bots: str, says: str, plugged_in: Path
) -> None:
    outcome = run(command, *ROUND, "--bots", bots)
    assert is_refused(outcome)
    assert says in outcome.err


@pytest.mark.proof
def test_two_packages_cannot_share_a_name(
    plugged_in: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(tmp_path, {"talking": "people_bots:talking"}, "latecomers")
    monkeypatch.syspath_prepend(tmp_path)
    owner = kinds()["talking"].provider
    assert owner == "latecomers"
    bots = run("bots", "--json").data()["bots"]
    problems = [bot["problem"] for bot in bots if bot["name"] == "talking"]
    assert problems == [None, "The plug-in talking of people has the name of another bot."]
