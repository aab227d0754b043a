"""`elgrande games`: the same games from any number of processes, continued where it stopped."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from elgrande.learn.data.collection import Collection, check_collection
from elgrande.learn.data.games_file import FORMAT, WHOLE_BYTES, Common, PlayedGame, read_games
from elgrande.rules.errors import BadArgument, BadRecord
from elgrande.rules.options import Options
from tests.learn.data.conftest import COMMAND, COUNT, SEED
from tests.learn.data.test_games_file import in_whole_bytes
from tests.support.command_line import is_refused, run


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def collection_of(source: Path, target: Path) -> tuple[Collection, list[PlayedGame]]:
    """A new folder for the games of another, and those games."""
    file = read_games(source)
    return Collection(target, file.common, range(SEED, SEED + COUNT)), file.games


def test_the_card_tells_what_is_there(folder: Path) -> None:
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    content = (folder / "games.elgames").read_bytes()
    file = read_games(folder)
    assert card["sha256"] == sha256(content).hexdigest()
    assert (card["games"], card["bytes"]) == (COUNT, len(content))
    assert card["decisions"] == sum(len(game.choices) for game in file.games)
    assert (card["seeds"], card["part"]) == ([SEED, SEED + COUNT - 1], "train")
    assert (card["task"], card["licence"]) == ("ElGrande-2023-3p-v1", "MIT")
    assert sum(card["win_shares"]) == pytest.approx(1, abs=1e-4)
    assert [game.seed for game in file.games] == list(range(SEED, SEED + COUNT))
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert card["sha256"] in page
    command = f"elgrande games --bots novice,random,novice --games {COUNT} --seed {SEED}"
    assert f"`{command} --players 3 --out DIR`" in page
    check_collection(folder)


def test_the_games_are_those_of_simulate(folder: Path, tmp_path: Path) -> None:
    given = ("--bots", "novice,random,novice", "--players", "3", "--seed", f"{SEED}")
    assert run("simulate", *given, "--games", "2", "--records", f"{tmp_path}").code == 0
    file = read_games(folder)
    for number in range(2):
        text = (tmp_path / f"{SEED + number}.egn").read_text(encoding="utf-8")
        assert file.game(number).record().to_text() == text


def test_an_interrupted_run_is_continued(folder: Path, tmp_path: Path) -> None:
    unfinished, games = collection_of(folder, tmp_path)
    unfinished.add([games[4], games[1]])
    journal = tmp_path / "unfinished.elgames"
    with journal.open("ab") as file:
        file.write(games[2].to_bytes()[:100])
    done = run(*COMMAND, "--games", f"{COUNT}", "--out", f"{tmp_path}")
    assert (done.code, done.err) == (0, f"elgrande: 2 of {COUNT} games are there.\n")
    assert files_of(tmp_path) == files_of(folder)


def test_a_run_may_be_interrupted_twice(folder: Path, tmp_path: Path) -> None:
    first, games = collection_of(folder, tmp_path)
    first.add([games[1]])
    with (tmp_path / "unfinished.elgames").open("ab") as file:
        file.write(games[2].to_bytes()[:100])
    second, _ = collection_of(folder, tmp_path)
    second.add([games[3]])
    third, _ = collection_of(folder, tmp_path)
    assert third.left == [SEED, SEED + 2, SEED + 4, SEED + 5]


def test_a_run_that_began_in_the_format_before_is_continued(folder: Path, tmp_path: Path) -> None:
    unfinished, games = collection_of(folder, tmp_path)
    unfinished.add([])
    journal = tmp_path / "unfinished.elgames"
    head = journal.read_bytes().replace(FORMAT.encode(), WHOLE_BYTES.encode())
    journal.write_bytes(head + in_whole_bytes(games[4]) + in_whole_bytes(games[1])[:-1])
    continued, _ = collection_of(folder, tmp_path)
    assert continued.left == [game.seed for game in games if game.seed != games[4].seed]
    continued.add(game for game in games if game.seed in continued.left)
    again, _ = collection_of(folder, tmp_path)
    again.finish()
    assert files_of(tmp_path) == files_of(folder)


def test_games_that_are_there_are_not_played_again(folder: Path, tmp_path: Path) -> None:
    unfinished, games = collection_of(folder, tmp_path)
    unfinished.add(games)
    assert unfinished.left == []
    assert not (tmp_path / "games.elgames").exists()
    unfinished.finish()
    assert files_of(tmp_path) == files_of(folder)
    finished, _ = collection_of(folder, tmp_path)
    assert finished.is_finished
    assert finished.left == []


@pytest.mark.parametrize("is_finished", [False, True])
def test_a_folder_of_other_games_is_refused(
    folder: Path, tmp_path: Path, is_finished: bool
) -> None:
    found, games = collection_of(folder, tmp_path)
    if is_finished:
        found.add(games)
        found.finish()
    before = files_of(tmp_path)
    refused = run(
        "games", "--bots", "random", "--players", "3", "--games", f"{COUNT}", "--out", f"{tmp_path}"
    )
    assert is_refused(refused)
    assert "holds different games (bots:" in refused.err
    with pytest.raises(BadArgument, match="seeds"):
        Collection(tmp_path, read_games(folder).common, range(5))
    assert files_of(tmp_path) == before


def test_foreign_files_in_the_folder_are_refused(folder: Path, tmp_path: Path) -> None:
    common = Common(Options(players=3), ("random",) * 3)
    (tmp_path / "unfinished.elgames").write_bytes(b"something else")
    with pytest.raises(BadRecord, match="not a file of games"):
        Collection(tmp_path, common, range(5))
    (tmp_path / "card.json").write_text("[]", encoding="utf-8")
    with pytest.raises(BadRecord, match="not a data card"):
        Collection(tmp_path, common, range(5))


def test_games_that_are_not_those_of_the_card_are_noticed(folder: Path, tmp_path: Path) -> None:
    for name, content in files_of(folder).items():
        (tmp_path / name).write_bytes(content)
    with (tmp_path / "games.elgames").open("ab") as file:
        file.write(b"x")
    with pytest.raises(BadRecord, match=r"not the file that card\.json describes"):
        check_collection(tmp_path)
    with pytest.raises(BadRecord, match=r"not the file that card\.json describes"):
        collection_of(folder, tmp_path)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("--games", "0"), "--games must be at least 1"),
        (("--workers", "0"), "--workers must be at least 1"),
        (("--bots", "nobody"), "There is no bot 'nobody'"),
        (("--seed", str(2**63)), "--seed must be from"),
        (("--bots", "random,random"), "--bots takes one bot, or 4"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(
    given: tuple[str, str], sentence: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    refused = run("games", "--out", f"{out}", *given)
    assert is_refused(refused)
    assert sentence in refused.err
    assert not out.exists()


@pytest.mark.proof
def test_several_processes_write_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    for workers in ("2", "3"):
        out = tmp_path / workers
        done = run(*COMMAND, "--games", f"{COUNT}", "--out", f"{out}", "--workers", workers)
        assert done.code == 0
        assert files_of(out) == files_of(folder)
