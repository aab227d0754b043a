"""`elgrande arena`: what it says, keeps and continues, and one line for whatever is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from elgrande import Record
from elgrande.arena import GameResult
from tests.support.command_line import Outcome, is_refused, run, run_outside, stop_when
from tests.support.marks import with_proofs
from tests.support.processes import left_behind, marked_environment, with_deadly, with_slow

SHORT = ["arena", "--short", "--bots", "random,random,random"]


def kept(folder: Path) -> dict[int, dict[str, Any]]:
    """The games in a folder by number, without their times."""
    lines = (folder / "games.jsonl").read_text().splitlines()
    games = [json.loads(line) for line in lines]
    for game in games:
        game.pop("times")
    assert len({game["number"] for game in games}) == len(games)
    return {game["number"]: game for game in games}


def untimed(outcome: Outcome) -> Any:
    summary = outcome.data()
    for bot in summary["bots"]:
        bot.pop("time")
    return summary


def test_a_run_shows_its_figures_and_writes_what_it_is_asked_for(tmp_path: Path) -> None:
    report, records, out = tmp_path / "report.html", tmp_path / "records", tmp_path / "run"
    line = [*SHORT, "--games", "3", "--report", f"{report}", "--records", f"{records}"]
    shown = run(*line, "--out", f"{out}")
    assert (shown.code, shown.err) == (0, "")
    assert "3 games, 3 deals" in shown.out
    for written in (f"The report is in {report}.", f"The games are in {out}."):
        assert written in shown.out
    assert "<html" in report.read_text()
    games = kept(out)
    assert sorted(path.name for path in records.iterdir()) == ["0.egn", "1.egn", "2.egn"]
    for number, game in games.items():
        record = Record.from_text((records / f"{number}.egn").read_text())
        assert record.replay().digest() == game["digest"]


def test_programs_get_one_object() -> None:
    shown = run(*SHORT, "--games", "2", "--json")
    assert (shown.code, shown.err) == (0, "")
    data = shown.data()
    assert data["games"] == 2
    assert data["run"]["bots"] == ["random"] * 3
    assert data["run"]["options"]["players"] == 3


def test_games_are_rounded_up_to_whole_sets_and_that_is_said(
    plugged_in: Path, tmp_path: Path
) -> None:
    bots = ["--bots", "random,counting"]
    line = ["arena", "--short", *bots, "--games", "3", "--out", f"{tmp_path / 'run'}"]
    shown = run(*line)
    assert shown.code == 0
    assert shown.err == (
        "elgrande: playing 4 games, not 3, so that every deal has all 2 seatings.\n"
    )
    data = run(*line, "--json")
    assert (data.err, data.data()["games"], data.data()["deals"]) == ("", 4, 2)


@pytest.mark.proof
def test_results_do_not_depend_on_the_number_of_processes(plugged_in: Path, tmp_path: Path) -> None:
    environment = marked_environment(PYTHONPATH=str(plugged_in))
    line = ["arena", "--short", "--bots", "random,thoughtful:depth=2", "--games", "4", "--json"]
    alone = run(*line, "--out", f"{tmp_path / '1'}")
    more = ["--workers", "2", "--out", f"{tmp_path / '2'}"]
    together = run_outside(*line, *more, environment=environment)
    assert alone.code == together.code == 0
    assert untimed(alone) == untimed(together)
    assert kept(tmp_path / "1") == kept(tmp_path / "2")
    assert left_behind(environment) == []


# Stopping and going on


@pytest.mark.parametrize("workers", with_proofs(["1", "2"], quick=1))
def test_ctrl_c_stops_and_the_same_command_continues(workers: str, tmp_path: Path) -> None:
    through, stopped = tmp_path / "through", tmp_path / "stopped"
    line = [*SHORT, "--games", "40", "--workers", workers]
    # Slow enough that it is stopped before its end, however busy this machine is.
    environment = with_slow(tmp_path / "slow", "elgrande.arena.match", "Table.play", 0.2)
    file = stopped / "games.jsonl"
    before = stop_when(
        lambda: file.exists() and file.read_bytes().count(b"\n") >= 3,
        [*line, "--out", f"{stopped}"],
        environment,
    )
    assert (before.code, before.out) == (130, "")
    assert before.err.startswith("elgrande: stopped after ")
    assert before.err.endswith(" of 40 games. Run the same command to resume.\n")
    assert left_behind(environment) == []
    already = kept(stopped)
    assert 3 <= len(already) < 40
    with file.open("a") as torn:
        torn.write('{"number": 39, "se')  # as if the power had gone
    again = run(*line, "--out", f"{stopped}", "--json")
    whole = run(*line, "--workers", "1", "--out", f"{through}", "--json")
    assert untimed(again) == untimed(whole)
    assert kept(stopped) == kept(through)
    assert {number: kept(stopped)[number] for number in already} == already


def test_a_run_that_keeps_nothing_says_how_to_keep_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(*_: object) -> GameResult:
        raise KeyboardInterrupt

    monkeypatch.setattr("elgrande.arena.match.Table.play", interrupt)
    shown = run(*SHORT, "--games", "4")
    assert (shown.code, shown.out) == (130, "")
    assert shown.err == "elgrande: stopped after 0 of 4 games. Use --out DIR to keep them.\n"


@pytest.mark.proof
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_plug_ins_that_hang(workers: str, package: Path, tmp_path: Path) -> None:
    environment = marked_environment(PYTHONPATH=str(package))
    asleep = tmp_path / "asleep"
    bots = f"random,thoughtful,moody:path={asleep}:mood=sleeping"
    line = ["arena", "--short", "--bots", bots, "--workers", workers]
    stopped = stop_when(asleep.exists, line, environment)
    assert stopped.code == 130
    assert "elgrande: stopped after 0 of 102 games." in stopped.err
    assert left_behind(environment) == []


def test_a_finished_run_is_shown_again_without_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = [*SHORT, "--games", "2", "--out", f"{tmp_path}"]
    first = run(*line)
    monkeypatch.setattr("elgrande.arena.match.Table.play", None)
    again = run(*line)
    assert again.out == first.out
    assert again.err == "elgrande: 2 of 2 games have already been played.\n"


# Bots that fail


def test_failing_plug_ins_are_named_and_counted(plugged_in: Path, tmp_path: Path) -> None:
    bots = ["--bots", "random,raising,tampering"]
    line = ["arena", "--short", *bots, "--games", "3", "--out", f"{tmp_path / 'run'}"]
    data = run(*line, "--json").data()
    faults = {bot["bot"]: bot["faults"] for bot in data["bots"]}
    assert faults["random"]["all"] == 0
    assert faults["raising"]["raised"] == faults["raising"]["all"] > 30
    assert faults["tampering"]["illegal"] == faults["tampering"]["all"] > 30
    shown = run(*line)
    assert shown.code == 0
    assert "Forfeited decisions" in shown.out


@pytest.mark.proof
def test_a_built_in_that_ends_its_process_is_an_error_with_the_game(tmp_path: Path) -> None:
    """As the kernel does when memory is short: every worker is killed at its first game."""
    environment = with_deadly(tmp_path, "elgrande.arena.match", "Table.play")
    shown = run_outside(*SHORT, "--workers", "2", environment=environment)
    assert is_refused(shown)
    assert "random, random, random): its process died twice (exit code 9)" in shown.err


# Mistakes


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "--bots"),
        ("--bots random", "2 to 5 players, not 1"),
        ("--bots random,random --players 3", "--bots names 2 bots, but --players says 3"),
        ("--bots random,hal", "There is no bot 'hal'"),
        ("--bots random,", "There is no bot ''"),
        ("--bots random,random:x=1", "no parameter 'x'"),
        ("--bots random,random --games 0", "--games must be at least 1"),
        ("--bots random,random --workers 0", "--workers must be at least 1"),
        ("--bots random,random --workers -2", "--workers must be at least 1"),
        ("--bots random,random --limit 0", "more than 0"),
        ("--bots random,random --limit -1", "more than 0"),
        ("--bots random,random --limit nan", "more than 0"),
        ("--bots random,random --limit inf", "more than 0"),
        ("--bots random,random --out /dev/null/x", "/dev/null/x"),
        ("--bots random,random --report /nowhere/at/all.html", "/nowhere/at/all.html"),
        ("--bots random,random --report /", "/: Is a directory"),
        ("--bots random,random --records /dev/null/x", "/dev/null/x"),
        ("--bots random,random --edition 1995", "editions are 2023 and classic"),
        ("--bots random,random --ray nonsense", "No Ray cluster answers at nonsense"),
        ("--bots random,random --ray 127.0.0.1:1", "answers at 127.0.0.1:1: Connection refused"),
        ("--bots random,random --ray ray://127.0.0.1:1", "Connection refused"),
    ],
)
def test_bad_input_is_refused_in_one_line(line: str, says: str) -> None:
    outcome = run("arena", *line.split())
    assert is_refused(outcome), outcome
    assert says in outcome.err


@pytest.mark.parametrize("name", ["dead", "absent"])
def test_a_plug_in_that_cannot_be_started_is_refused(name: str, plugged_in: Path) -> None:
    outcome = run("arena", "--bots", f"random,{name}")
    assert is_refused(outcome), outcome
    assert name in outcome.err


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    assert run(*SHORT, "--games", "1", "--out", f"{tmp_path}").code == 0
    outcome = run(*SHORT, "--games", "1", "--seed", "2", "--out", f"{tmp_path}")
    assert is_refused(outcome)
    assert "holds a run with different settings (seed: 1, not 2)" in outcome.err


def test_nothing_is_left_of_a_report_that_was_not_written(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    outcome = run(*SHORT, "--report", f"{report}", "--out", "/dev/null/x")
    assert is_refused(outcome)
    assert not report.exists()


@pytest.mark.parametrize(("package", "extra"), [("openskill", "arena"), ("ray", "cluster")])
def test_a_missing_package_is_named(
    package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "elgrande.cli.arena.find_spec", lambda name: None if name == package else True
    )
    outcome = run(*SHORT, "--ray", "local")
    assert is_refused(outcome)
    assert f"needs the package {package}: pip install 'elgrande[{extra}]'." in outcome.err
