"""The command line: what people see, what programs read, and one line for whatever is wrong."""

import io
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import elgrande
from elgrande import Game, Options, Record
from elgrande.bots import DEFAULT_OPPONENT, Player
from elgrande.build_info import rules_are_compiled
from elgrande.cli import app
from elgrande.cli.common import open_console
from elgrande.cli.session import Session
from elgrande.cli.story import tell_log
from elgrande.cli.words import word
from elgrande.editions.wording import LANGUAGES, bot_title
from elgrande.model_games.comments import said_about
from elgrande.model_games.library import NAMES, model_game
from elgrande.rules.event_types import Event
from elgrande.rules.events import reveals
from elgrande.rules.rng import Rng
from elgrande.speed import standard_games
from tests.support.command_line import Outcome, is_refused, run, run_outside
from tests.support.marks import with_proofs
from tests.support.walks import pick

COMMANDS = (
    "play",
    "serve",
    "bots",
    "simulate",
    "arena",
    "games",
    "replay",
    "review",
    "perft",
    "bench",
    "backup",
    "restore",
    "prune",
    "export",
    "import",
)
FIRST_CHOICES = "1\n" * 2000


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the records of three games, from the seeds 5, 6 and 7."""
    folder = tmp_path_factory.mktemp("records")
    done = run(
        "simulate", "--games", "3", "--seed", "5", "--players", "3", "--records", f"{folder}"
    )
    assert done.code == 0
    return folder


def test_every_command_has_a_help_with_an_example() -> None:
    known = [
        command.name or command.callback.__name__
        for command in app.registered_commands
        if command.callback
    ]
    assert known == list(COMMANDS)
    for command in COMMANDS:
        shown = run(command, "--help")
        assert shown.code == 0
        assert f"Example: elgrande {command}" in shown.out
    assert "Example: elgrande" in run("--help").out


def test_the_version_says_how_the_rules_run() -> None:
    build = "compiled" if rules_are_compiled() else "interpreted"
    assert run_outside("--version") == (0, f"elgrande {elgrande.__version__} (rules {build})\n", "")


# Playing


@pytest.mark.parametrize(
    "options",
    [
        ["--edition", "2023", "--players", "2"],
        ["--edition", "classic", "--players", "5", "--plain"],
        ["--short", "--players", "4", "--seat", "3", "--new-regency", "--power-shift"]
        + ["--old-hands", "veto", "--old-hands", "veto", "--old-hands", "rivalries"]
        + ["--castillo", "open", "--first-player", "2"],
    ],
)
def test_a_game_can_be_played_to_the_end_through_a_pipe(options: list[str], tmp_path: Path) -> None:
    file = tmp_path / "game.egn"
    line = ["play", *options, "--bot", "random", "--seed", "4", "--save", str(file)]
    played = run(*line, answers=FIRST_CHOICES)
    assert played.code == 0
    assert "Final scores" in played.out
    assert f"Game saved to {file}." in played.out
    game = Record.from_text(file.read_text()).replay()
    assert game.over
    assert re.search(rf"(wins|share the victory) with {max(game.scores)} points\.", played.out)
    assert run(*line, answers=FIRST_CHOICES) == played


def test_in_the_terminal_one_plays_against_bots() -> None:
    shown = run("play", answers="quit\n")
    assert shown.code == 0
    others = "azure, ochre and green"
    assert f"You are carmine. The bot {bot_title(DEFAULT_OPPONENT)} plays {others}." in shown.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_the_input_is_a_quiet_goodbye(language: str) -> None:
    shown = run("play", "--bot", "random", "--seed", "1", "--language", language)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.endswith(f"\n{word(language, 'left')}\n")


def test_plain_output_suits_a_screen_reader() -> None:
    shown = run(
        "play", "--plain", "--bot", "random", "--seed", "1", answers="1\nboard\nlog\nquit\n"
    )
    assert not re.search(r"[\x1b\u2500-\u259f]| {2}", shown.out)
    assert "Grande of carmine: " in shown.out
    assert "1. Play power card 1 (take up to 6)." in shown.out


def test_choices_can_be_typed_in_notation_and_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "game.egn"
    answers = ["undo", "power 13", "undo", "card 5", "undo", "Card 4", "end", "quit"]
    line = ["play", "--first-player", "0", "--seed", "1", "--bot", "random", "--save", str(file)]
    shown = run(*line, answers="\n".join(answers))
    assert shown.out.count("Nothing to take back") == 2
    assert shown.out.count("Taken back.") == 1
    record = Record.from_text(file.read_text())
    mine = [choice for seat, choice in zip(record.seats, record.choices, strict=True) if seat == 0]
    game = record.replay()
    assert [game.notation(choice) for choice in mine][:3] == ["power 13", "card 4", "end"]


def test_what_is_typed_wrong_is_answered_and_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    answers = ["0", "14", "9" * 5000, "toldeo", "toledo", "", "help", "save", f"save {file}"]
    answers += [f"save {tmp_path}/no/x.egn", "save \0", "save ~nosuchuser/x", "\ufffd", "quit"]
    shown = run("play", "--first-player", "0", "--bot", "random", answers="\n".join(answers))
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.count("Please type a number from 1 to 13, or help.") == 6
    assert "toledo is not possible now." in shown.out
    assert "undo: take back" in shown.out
    assert "Please say where" in shown.out
    assert shown.out.count("The game could not be saved") == 3
    assert Record.from_json(file.read_text()).replay().step == 0


def test_undo_leads_back_exactly_and_never_past_something_learned() -> None:
    session, rng = quiet_session(Options(players=3, short=True, castillo="open")), Rng(2)
    undone = 0
    while not session.game.over:
        if session.seat not in session.game.waiting:
            session.let_bot_choose(session.game.waiting[0])
            assert not session.before
            continue
        session.tell()
        before, told = session.game.clone(), len(session.events)
        session.play_choice(pick(rng, session.game.legal(session.seat)))
        learned = seen_cards(session.game) != seen_cards(before)
        session.tell()
        assert not (learned and session.before)
        if session.before and rng.below(2):
            assert session.undo()
            assert session.game.digest() == before.digest()
            assert session.game.record() == before.record()
            assert len(session.events) == told
            undone += 1
        elif not session.before:
            assert reveals(session.events[told:])
    assert undone > 10


def test_the_log_keeps_no_count_of_a_secret_castillo() -> None:
    sentence = "Carmine throws 3 caballeros into the Castillo."
    events: list[Event] = [
        {"event": "moved", "colour": 0, "from": "court", "to": "castillo", "count": 1, "by": 0},
        {"event": "moved", "colour": 0, "from": "court", "to": "castillo", "count": 2, "by": 0},
    ]
    opened: list[Event] = [*events, {"event": "castillo_opened"}, *events]
    secret, open_game = Game.new(), Game.new(Options(castillo="open"))
    hidden = "Carmine throws caballeros into the Castillo."
    assert list(tell_log(secret, events, "en")) == [hidden]
    assert list(tell_log(open_game, events, "en")) == [sentence]
    assert list(tell_log(secret, opened, "en")) == [sentence, "The Castillo is opened.", hidden]


def seen_cards(game: Game) -> list[object]:
    stacks: Any = game.view(None)["stacks"]
    return [stack["revealed"] for stack in stacks.values()]


def quiet_session(options: Options) -> Session:
    console = open_console(plain=True)
    console.file = io.StringIO()
    game = Game.new(options, seed=9, events=True)
    players = {seat: Player("random") for seat in range(options.players) if seat != 1}
    return Session(game, 1, players, console, "en", plain=True)


def test_ctrl_c_stops_quietly(tmp_path: Path) -> None:
    file = tmp_path / "game.egn"
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "elgrande", "play", "--save", str(file), "--bot", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert Record.from_text(file.read_text()).replay()


# Programs


@pytest.mark.proof
def test_simulations_do_not_depend_on_the_number_of_processes() -> None:
    line = ["simulate", "--games", "5", "--short", "--players", "3", "--json"]
    alone, together = run_outside(*line), run_outside(*line, "--workers", "2")
    assert alone == together
    data = alone.data()
    assert data["games"] == 5
    assert sum(seat["wins"] for seat in data["seats"]) == pytest.approx(5, abs=0.01)
    for seat in data["seats"]:
        assert seat["worst"] <= seat["mean"] <= seat["best"]


def test_a_simulation_shows_a_table() -> None:
    shown = run("simulate", "--games", "1", "--short")
    assert (shown.code, shown.err) == (0, "")
    assert re.search(
        r"^0 +carmine +random +\d+\.0 +\d+ +\d+ +\S+ +\d+\.\d%$", shown.out, re.MULTILINE
    )
    assert "Decisions per game: " in shown.out


def test_every_record_of_a_simulation_replays(records: Path) -> None:
    assert sorted(path.name for path in records.iterdir()) == ["5.egn", "6.egn", "7.egn"]
    for path in records.iterdir():
        shown = run("replay", str(path))
        assert shown.code == 0
        assert "the position matches the record's digest" in shown.out
        data = run("replay", str(path), "--json").data()
        assert data["verified"]
        assert data["over"]
        assert data["seed"] == int(path.stem)


def test_a_game_becomes_a_page(records: Path, tmp_path: Path) -> None:
    record, page = next(records.iterdir()), tmp_path / "game.html"
    told = run("replay", str(record), "--page", str(page), "--language", "de", "--json").data()
    text = page.read_text(encoding="utf-8")
    assert told == {"page": str(page), "bytes": len(text.encode())}
    assert '<html lang="de">' in text
    assert str(page) in run("replay", "close", "--page", str(page)).out
    refused = run("replay", "close", "--page", str(tmp_path / "nowhere" / "game.html"))
    assert refused.code == 2
    assert refused.err.count("\n") == 1


def test_a_replay_can_stop_early_and_tell_the_story(records: Path, tmp_path: Path) -> None:
    path = records / "5.egn"
    shown = run("replay", str(path), "--upto", "20", "--log", "--language", "de")
    assert "Runde 1 beginnt." in shown.out
    assert re.search(r"Replayed 20 of \d+ choices\.", shown.out)
    record = Record.from_text(path.read_text())
    file = tmp_path / "same.json"
    file.write_text(record.to_json())
    data = run("replay", str(file), "--upto", "20", "--json", "--log").data()
    assert data["snapshot"] == record.replay(20).snapshot()
    assert not data["verified"]
    assert data["log"][0] == "Round 1 begins."


def test_a_record_without_a_digest_says_so(records: Path, tmp_path: Path) -> None:
    text = re.sub("digest: .*", "digest: ", (records / "5.egn").read_text())
    file = tmp_path / "game.egn"
    file.write_text(text)
    assert "no digest to check" in run("replay", str(file)).out


def test_perft_counts_by_depth() -> None:
    line = ["perft", "--depth", "3", "--seed", "7", "--players", "3"]
    data = run(*line, "--json").data()
    counts = {row["depth"]: row["count"] for row in data["depths"]}
    game = Game.new(Options(players=3), 7)
    assert counts == {depth: game.perft(depth) for depth in (1, 2, 3)}
    assert f"{counts[3]:,}" in run(*line).out


@pytest.mark.proof
def test_bench_measures_all_kinds_of_games() -> None:
    report = run("bench", "--seconds", "0.0005", "--json").data()
    assert report["rules"] == ("compiled" if rules_are_compiled() else "interpreted")
    kinds = {(row["edition"], row["variants"], row["players"]) for row in report["rows"]}
    assert len(kinds) == len(report["rows"]) == 12
    numbers = set(report["rows"][0]) - {"edition", "variants", "players", "options"}
    assert len(numbers) == 7
    assert all(row[number] > 0 for row in report["rows"] for number in numbers)


def test_bench_shows_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elgrande.cli.bench.standard_games", lambda: standard_games()[4:5])
    shown = run("bench", "--seconds", "0.0005")
    assert (shown.code, shown.err) == (0, "")
    assert re.search(r"^2023, 2, all +\d.*\d$", shown.out, re.MULTILINE)


# Mistakes


def test_games_to_learn_from_are_listed_and_told_with_comments() -> None:
    listed = run("replay", "--list", "--language", "de").out
    assert "comeback      Die Aufholjagd. Vier Spieler" in listed
    names = [game["name"] for game in run("replay", "--list", "--json").data()]
    assert names == [*NAMES]
    game = model_game("comeback")
    first = said_about(game)[0]
    assert f"[{first.position}] " in (shown := run("replay", "comeback").out)
    assert first.text in " ".join(shown.split())
    assert "the position matches the record's digest" in shown
    early = run("replay", "comeback", "--upto", "20", "--log").out
    assert "Replayed 20 of" in early
    assert game.comments[-1].position > 20
    assert f"[{game.comments[-1].position}]" not in early


def damaged_files(records: Path, folder: Path) -> Iterator[Path]:
    """Files that are no records, each in its own way."""
    good = (records / "5.egn").read_text()
    contents = [
        b"",
        b"\xff\xfe\x00",
        good[: len(good) // 2].encode(),
        good.replace("seed: 5", "seed: 6").encode(),
        re.sub("digest: ....", "digest: 0000", good).encode(),
        b"{}",
        b'{"format": "elgrande record 1", "options": ' + b"[" * 100_000,
        Record(Options(), 1).to_json().replace("2023", "1995").encode(),
    ]
    for number, content in enumerate(contents):
        path = folder / f"{number}.egn"
        path.write_bytes(content)
        yield path


def test_a_damaged_file_is_refused_in_one_line(records: Path, tmp_path: Path) -> None:
    for path in damaged_files(records, tmp_path):
        assert is_refused(run("replay", str(path))), path
    assert is_refused(run("replay", str(tmp_path / "missing.egn")))
    assert is_refused(run("replay", str(tmp_path)))
    assert is_refused(run("replay", str(records / "5.egn"), "--upto", "100000"))
    assert is_refused(run("replay", str(records / "5.egn"), "--upto", "-1"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fly", "No such command 'fly'"),
        ("--players 3", "No such option"),
        ("--port many", "'--port'"),
        ("--port 99999", "from 0 to 65535"),
        ("--no-browser bots", "leave them out"),
        ("--port 8480 serve", "leave them out"),
        ("play --players 6", "2 to 5 players"),
        ("play --players four", "--players"),
        ("play --edition 1995", "editions are 2023 and classic"),
        ("play --seat 4", "seats are 0 to 3"),
        ("play --language la", "en, es, de"),
        ("play --bot hal", "There is no bot 'hal'; there are: random"),
        ("play --bots random,hal,random", "There is no bot 'hal'"),
        ("play --bots random,random", "one bot, or 3 for the seats, not 2"),
        ("play --bots random:speed=1", "random has no parameter 'speed'"),
        ("play --limit 0", "more than 0"),
        ("play --first-player 7", "seat from 0 to 3"),
        ("play --save /nowhere/at/all.egn", "/nowhere/at/all.egn"),
        ("simulate --games 0", "--games must be at least 1"),
        ("simulate --workers 0", "--workers must be at least 1"),
        ("simulate --games 99999999999999", "--games must be at most 10000000"),
        ("simulate --workers 99999", "--workers must be at most 256"),
        ("simulate --seed " + 4300 * "9", "at most 600 digits"),
        ("play --seed " + 4300 * "9", "at most 600 digits"),
        ("perft --seed " + 5000 * "9", "'--seed'"),
        ("play --bot " + 5000 * "x", "there are: random"),
        ("play --players " + 5000 * "x", "'--players'"),
        ("replay " + 5000 * "x", "File name too long"),
        ("simulate --bot hal", "There is no bot 'hal'; there are: random"),
        ("simulate --bots random,", "one bot, or 4 for the seats, not 2"),
        ("simulate --limit nan", "more than 0"),
        ("bots random", "unexpected extra argument"),
        ("simulate --old-hands king", "but not 'king'"),
        ("simulate --castillo shut", "'secret' or 'open'"),
        ("simulate --edition classic --power-shift", "power_shift is only for edition 2023"),
        ("simulate --records /dev/null/here", "/dev/null/here"),
        ("perft --depth 0", "--depth must be at least 1"),
        ("perft --merged-stacks", "for 2 or 3 players"),
        ("replay", "FILE"),
        ("bench --seconds 0", "more than 0"),
        ("bench --seconds nan", "more than 0"),
        ("bench --seconds inf", "at most 60"),
    ],
)
def test_bad_input_is_refused_in_one_line(line: str, says: str) -> None:
    outcome = run(*line.split())
    assert is_refused(outcome)
    assert says in outcome.err


@pytest.mark.parametrize("columns", ["0", "1", "10", "99999999999999999999", "-1"])
def test_any_width_of_the_terminal_will_do(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for line in ("play --bot random --seed 1", "simulate --games 1 --short", "perft --depth 1"):
        shown = run(*line.split(), answers="1\n")
        assert (shown.code, shown.err) == (0, "")


@pytest.mark.parametrize("closed", with_proofs(["<&-", ">&-", "2>&-", "<&- >&- 2>&-"], quick=1))
def test_closed_streams_do_no_harm(closed: str) -> None:
    for line in ("--version", "play --bot random", "simulate --games 1 --short"):
        done = subprocess.run(
            ["/bin/sh", "-c", f'"$0" -m elgrande {line} {closed}', sys.executable],
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert bool(done.stdout) == (">&-" not in closed.replace("2>&-", ""))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_said_in_one_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "elgrande", "--version"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert is_refused(Outcome(done.returncode, "", done.stderr))


def test_bytes_that_are_no_text_do_no_harm() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "elgrande", "play", "--bot", "random", "--players", "2"],
        input=b"\xff\xfe\xfd\n\x00\nquit\n",
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )
    assert (done.returncode, done.stderr) == (0, b"")
