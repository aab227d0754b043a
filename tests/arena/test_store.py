"""Runs on disk: continued where they stopped, and never mixed with others."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from elgrande import Options
from elgrande.arena import ArenaError, GameResult, RunSettings, Store, play_games

SETTINGS = RunSettings(Options(players=2, short=True), ("random", "random"), 5, 1, 30.0)


@pytest.fixture(scope="module")
def results() -> list[GameResult]:
    return list(play_games(SETTINGS.fixtures()))


def test_what_was_kept_is_there_again(tmp_path: Path, results: list[GameResult]) -> None:
    folder = tmp_path / "new" / "run"
    store = Store(folder, SETTINGS)
    assert store.finished == {}
    for result in results[:3]:
        store.append(result)
    assert Store(folder, SETTINGS).finished == {0: results[0], 1: results[1], 2: results[2]}
    assert json.loads((folder / "run.json").read_text()) == SETTINGS.to_data()


@pytest.mark.parametrize("cut", [1, 40, 1000])
def test_a_torn_last_line_is_dropped(tmp_path: Path, results: list[GameResult], cut: int) -> None:
    store = Store(tmp_path, SETTINGS)
    for result in results[:3]:
        store.append(result)
    games = tmp_path / "games.jsonl"
    games.write_bytes(games.read_bytes()[:-cut])
    again = Store(tmp_path, SETTINGS)
    assert set(again.finished) == {0, 1}
    again.append(results[2])
    assert set(Store(tmp_path, SETTINGS).finished) == {0, 1, 2}


def test_a_game_that_was_kept_twice_counts_once(tmp_path: Path, results: list[GameResult]) -> None:
    store = Store(tmp_path, SETTINGS)
    store.append(results[0])
    store.append(replace(results[0], times=()))
    assert Store(tmp_path, SETTINGS).finished == {0: results[0]}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (replace(SETTINGS, seed=2), "(seed: 1, not 2)"),
        (replace(SETTINGS, games=6), "(games: 5, not 6)"),
        (replace(SETTINGS, limit=1.5), "(limit: 30.0, not 1.5)"),
        (replace(SETTINGS, bots=("random", "other")), "(bots: random,random, not random,other)"),
        (replace(SETTINGS, options=Options(players=2)), '(options: {"edition"'),
    ],
)
def test_a_run_with_other_settings_is_refused(
    tmp_path: Path, changed: RunSettings, says: str
) -> None:
    Store(tmp_path, SETTINGS)
    with pytest.raises(ArenaError) as refused:
        Store(tmp_path, changed)
    assert says in str(refused.value)
    assert "name another folder" in str(refused.value)


def test_another_version_has_other_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path, SETTINGS)
    monkeypatch.setattr("elgrande.__version__", "99.0")
    with pytest.raises(ArenaError, match="version"):
        Store(tmp_path, SETTINGS)


@pytest.mark.parametrize("text", ["", "{}", "[]", "nothing", '{"bots": 3}', "\xff"])
def test_settings_that_cannot_be_read_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text, encoding="latin-1")
    with pytest.raises(ArenaError, match="does not hold the settings"):
        Store(tmp_path, SETTINGS)


def test_lines_that_are_no_games_of_the_run_are_refused(
    tmp_path: Path, results: list[GameResult]
) -> None:
    good = results[0].to_data()
    lines = ["nothing", "[]", "{}", json.dumps({**good, "seed": 9}), json.dumps(good)[:-1]]
    lines += [json.dumps({**good, "number": 99}), json.dumps({**good, "bots": ["a", "b"]})]
    lines += [json.dumps({**good, "sources": 3}), json.dumps({**good, "faults": [{}]}), "[" * 9999]
    Store(tmp_path, SETTINGS)
    for line in lines:
        (tmp_path / "games.jsonl").write_text(f"{json.dumps(good)}\n{line}\n")
        with pytest.raises(ArenaError, match=r"games\.jsonl, line 2: this is not a game"):
            Store(tmp_path, SETTINGS)
