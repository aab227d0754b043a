"""`make baselines`: fair matches on test seeds, the same in every run, and one table."""

from pathlib import Path
from typing import Any

import pytest

from bench import baselines
from bench.baselines import Row, match_of_bots, match_of_policy, read_arguments, table_of
from elgrande.arena.store import Store
from elgrande.learn.evaluation import Policy, play_matches
from elgrande.learn.policies import random_policy

DEALS = 2


def test_every_deal_is_a_test_seed_and_played_from_every_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = []
    monkeypatch.setattr(Store, "append", lambda store, result: kept.append(result))
    row = match_of_bots("novice", "random", DEALS, tmp_path, workers=1)
    assert (row.games, row.share) == (8, 1.0)
    assert row.low < row.share <= row.high
    tests = baselines.TASK.seeds.test
    assert sorted({result.seed for result in kept}) == list(tests[:DEALS])
    seats = sorted((result.seed, result.bots.index("novice")) for result in kept)
    assert seats == [(seed, seat) for seed in tests[:DEALS] for seat in range(4)]


def test_a_match_is_continued_and_the_same_every_time(tmp_path: Path) -> None:
    first = match_of_bots("novice", "random", DEALS, tmp_path / "one", workers=1)
    again = match_of_bots("novice", "random", DEALS, tmp_path / "one", workers=1)
    other = match_of_bots("novice", "random", DEALS, tmp_path / "two", workers=1)
    assert again == first
    assert (other.share, other.low, other.high) == (first.share, first.low, first.high)


def test_a_policy_plays_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def play(policy: Policy, bot: str, options: Any, seeds: Any) -> Any:
        asked.append((bot, options, seeds))
        return play_matches(policy, bot, options, seeds)

    monkeypatch.setattr(baselines, "play_matches", play)
    row = match_of_policy("any", random_policy(1), 7, "random", DEALS, 0.5)
    assert (row.entrant, row.games, row.parameters, row.cost) == ("any", 8, 7, 0.5)
    assert asked == [("random", baselines.TASK.options, baselines.TASK.seeds.test[:DEALS])]
    assert baselines.time_policy(random_policy(1)) > 0


def test_the_table_has_all_rows() -> None:
    rows = [
        Row("novice", "steady", 100, 0.02, 0.005, 0.074, 0.031, None),
        Row("steady", "novice", 100, 0.815, 0.723, 0.882, 1.2, None),
        Row("ppo", "novice", 100, 0.5, 0.4, 0.6, 0.2, 328_321),
        Row("ppo", "steady", 100, 0.25, 0.15, 0.35, 0.2, 328_321),
    ]
    lines = table_of(rows, ("novice", "steady")).splitlines()
    assert lines[2] == "| `novice` |  | 0.03 | 25%, by definition | 2.0% (0.5% to 7.4%) |"
    assert lines[4] == (
        "| `ppo` | 328,321 | 0.20 | 50.0% (40.0% to 60.0%) | 25.0% (15.0% to 35.0%) |"
    )


def test_bots_that_search_count_iterations_so_that_runs_are_the_same() -> None:
    given = read_arguments([])
    assert [bot.split(":")[0] for bot in given.bots] == [
        "random",
        "novice",
        "steady",
        "strong",
        "master",
    ]
    assert all("iterations=" in bot for bot in given.bots[3:])
    assert list(given.opponents) == ["novice", "steady"]
