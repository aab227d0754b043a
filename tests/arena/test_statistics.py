"""The figures of a match, against ones worked out by hand or in another way."""

import io
import json
from collections import defaultdict
from statistics import fmean, median
from typing import Any

import pytest
from rich.console import Console

from elgrande.arena import ratings
from elgrande.arena.budgets import budget_of
from elgrande.arena.intervals import wilson
from elgrande.arena.labels import command_of, line_up
from elgrande.arena.result import Fault, GameResult
from elgrande.arena.statistics import show, summarise
from elgrande.rules.options import Options
from tests.arena.maker import OPTIONS, make_game, make_match


@pytest.fixture(scope="module")
def match() -> list[GameResult]:
    return make_match()


@pytest.fixture(scope="module")
def summary(match: list[GameResult]) -> dict[str, Any]:
    return summarise(OPTIONS, match)


def row_of(summary: dict[str, Any], bot: str) -> dict[str, Any]:
    (row,) = [row for row in summary["bots"] if row["bot"] == bot]
    found: dict[str, Any] = row
    return found


def small_match() -> list[GameResult]:
    """Two deals, both ways round: a wins, a and b share, b wins, a wins."""
    return [
        make_game(0, 10, ("a", "b"), (0, 1), (50, 40)),
        make_game(1, 10, ("b", "a"), (1, 0), (60, 60)),
        make_game(2, 11, ("a", "b"), (0, 1), (30, 45)),
        make_game(3, 11, ("b", "a"), (1, 0), (20, 80)),
    ]


def test_a_small_match_by_hand() -> None:
    summary = summarise(Options(players=2), small_match())
    a, b = summary["bots"]
    assert (a["bot"], b["bot"]) == ("a", "b")
    assert (summary["games"], summary["deals"], summary["fair"]) == (4, 2, 0.5)
    assert (a["games"], a["seat_games"], a["wins"], a["share"]) == (4, 4, 2.5, 0.625)
    assert a["share"] + b["share"] == 1
    assert a["score"]["mean"] == 55  # 50, 60, 30 and 80
    assert a["score"]["median"] == 55
    assert a["score"]["sd"] == pytest.approx((1300 / 3) ** 0.5, abs=1e-4)
    assert a["margin"]["mean"] == 13.75  # 10, 0, -15 and 60
    assert a["rank"] == 1.375  # 1, 1.5, 2 and 1
    assert [share["share"] for share in a["by_seat"]] == [0.5, 0.75]
    # Both deals gave a 1.5 and 1 of 2: as alike as not at all, so four games count as four.
    low, high = wilson(0.625, 4, 12.7062)
    assert (a["low"], a["high"]) == pytest.approx((low, high), abs=1e-4)
    assert summary["winner_scores"]["mean"] == pytest.approx(fmean([50, 60, 45, 80]))
    assert summary["scores"]["median"] == 47.5
    assert summary["entries"] == ["a", "b"]


def test_shares_and_wins_add_up(match: list[GameResult], summary: dict[str, Any]) -> None:
    bots = summary["bots"]
    assert sum(bot["share_of_games"] for bot in bots) == pytest.approx(1, abs=1e-4)
    assert sum(bot["wins"] for bot in bots) == pytest.approx(len(match), abs=1e-3)
    assert sum(bot["seat_games"] for bot in bots) == 4 * len(match)
    assert sum(share["share"] for share in summary["by_seat"]) == pytest.approx(1, abs=1e-4)
    for key in ("by_seat", "by_first_power"):
        for bot in bots:
            assert sum(share["wins"] for share in bot[key]) == pytest.approx(bot["wins"], abs=1e-3)
            assert sum(share["seat_games"] for share in bot[key]) == bot["seat_games"]
    for bot in bots:
        assert 0 <= bot["low"] <= bot["share"] <= bot["high"] <= 1


def test_points_by_source_and_by_round_add_up_to_the_score(summary: dict[str, Any]) -> None:
    for bot in summary["bots"]:
        assert sum(bot["sources"].values()) == pytest.approx(bot["score"]["mean"], abs=1e-3)
        assert sum(bot["by_round"]) == pytest.approx(bot["score"]["mean"], abs=1e-3)


def test_equal_bots_are_one_row(match: list[GameResult], summary: dict[str, Any]) -> None:
    steady = row_of(summary, "steady")
    assert (steady["games"], steady["seat_games"]) == (400, 800)
    won = total = 0.0
    scores = []
    for game in match:
        for seat, bot in enumerate(game.bots):
            if bot == "steady":
                total += 1
                won += (seat in game.winners) / len(game.winners)
                scores.append(game.scores[seat])
    assert steady["share"] == pytest.approx(won / total, abs=1e-5)
    assert steady["score"]["mean"] == pytest.approx(fmean(scores), abs=1e-5)
    assert steady["score"]["median"] == median(scores)


def test_first_power_cards_are_counted(match: list[GameResult], summary: dict[str, Any]) -> None:
    played: dict[int, int] = defaultdict(int)
    for game in match:
        played[game.first_powers[game.bots.index("random")]] += 1
    shares = row_of(summary, "random")["by_first_power"]
    assert [share["card"] for share in shares] == list(range(1, 14))
    assert {share["card"]: share["seat_games"] for share in shares} == played


def test_a_card_nobody_began_with_has_no_share() -> None:
    shares = summarise(Options(players=2), small_match())["by_first_power"]
    assert {"seat_games": 0, "share": None} in [
        {key: share[key] for key in ("seat_games", "share")} for share in shares
    ]


def test_the_stronger_bot_is_first_and_the_data_is_json(summary: dict[str, Any]) -> None:
    assert [bot["bot"] for bot in summary["bots"]] == ["strong:seconds=0.3", "steady", "random"]
    assert json.loads(json.dumps(summary)) == summary


def test_the_order_of_the_results_does_not_matter(
    match: list[GameResult],
) -> None:
    assert summarise(OPTIONS, match[:40][::-1]) == summarise(OPTIONS, match[:40])


def test_times_and_budgets(match: list[GameResult], summary: dict[str, Any]) -> None:
    strong = row_of(summary, "strong:seconds=0.3")["time"]
    times = [time for game in match for time in game.times[game.bots.index("strong:seconds=0.3")]]
    assert strong["decisions"] == len(times) == 24_000
    assert strong["budget"] == 300
    assert strong["max"] == pytest.approx(max(times), abs=1e-4)
    assert sum(time > strong["p99"] for time in times) == pytest.approx(240, abs=1)
    assert strong["over_p99"] == pytest.approx(strong["p99"] - 300, abs=1e-3)
    assert strong["over_grace"] == sum(time > 400 for time in times)
    steady = row_of(summary, "steady")["time"]
    assert steady["budget"] is None
    assert "over_p99" not in steady


@pytest.mark.parametrize(
    ("bot", "budget"),
    [
        ("strong:seconds=0.25:rollouts=9", 250.0),
        ("random", None),
        ("unheard-of", None),
        ("strong:seconds=soon", None),
    ],
)
def test_a_budget_is_read_from_the_bots_text(bot: str, budget: float | None) -> None:
    assert budget_of(bot) == budget


def test_faults_are_counted_for_the_bot_that_made_them() -> None:
    games = small_match()
    faults = (Fault(0, "a", 3, "raised", "KeyError"), Fault(1, "b", 4, "late", ""))
    games[0] = make_game(0, 10, ("a", "b"), (0, 1), (50, 40), faults=faults)
    games[1] = make_game(
        1, 10, ("b", "a"), (1, 0), (60, 60), faults=(Fault(1, "a", 9, "raised", ""),)
    )
    summary = summarise(Options(players=2), games)
    assert summary["faults"] == 3
    assert row_of(summary, "a")["faults"] == {
        "raised": 2,
        "illegal": 0,
        "late": 0,
        "died": 0,
        "all": 2,
    }
    assert row_of(summary, "b")["faults"]["late"] == 1


def test_general_scorings_and_length(match: list[GameResult], summary: dict[str, Any]) -> None:
    assert len(summary["general"]) == 3
    assert summary["general"][1]["mean"] == pytest.approx(
        fmean(game.general[1] for game in match), abs=1e-4
    )
    assert summary["choices"]["max"] == max(game.choices for game in match)


def test_a_bot_alone_has_its_fair_share_for_sure() -> None:
    (row,) = summarise(OPTIONS, make_match(3, ("random",) * 4))["bots"]
    assert (row["share"], row["low"], row["high"]) == (0.25, 0.25, 0.25)
    assert row["share_of_games"] == 1


def test_the_short_game_names_its_rounds() -> None:
    games = make_match(2, ("a", "b", "c"), faulty=False)
    assert summarise(Options(players=3, short=True), games)["rounds"] == [2, 3, 5, 6, 8, 9]


def test_one_game_is_enough_and_none_is_refused() -> None:
    (first, *_) = small_match()
    summary = summarise(Options(players=2), [first])
    assert summary["bots"][0]["score"]["error"] is None
    with pytest.raises(ValueError, match="without games"):
        summarise(OPTIONS, [])


def test_without_openskill_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "available", lambda: False)
    summary = summarise(Options(players=2), small_match())
    assert [row["rating"] for row in summary["bots"]] == [None, None]
    assert "Points by source" in shown(summary)


def shown(summary: dict[str, Any]) -> str:
    output = io.StringIO()
    show(Console(file=output, width=80, highlight=False, markup=False), summary)
    return output.getvalue()


@pytest.mark.parametrize(
    "bots",
    [
        ("strong:seconds=0.3", "steady", "steady", "random"),
        ("strong:seconds=0.25:rollouts=2000:depth=7", "[bold]odd[/]", "a", "b", "c"),
    ],
)
def test_the_tables_fit_into_80_columns_and_cut_nothing(bots: tuple[str, ...]) -> None:
    summary = summarise(Options(players=len(bots)), make_match(3, bots))
    text = shown(summary)
    assert max(len(line) for line in text.splitlines()) <= 80
    assert "\u2026" not in text
    assert "[bold]odd[/]" in text or "steady" in text
    for title in ("Share", "Points by source", "Points by round", "Milliseconds per decision"):
        assert title in text


def test_the_line_up_and_the_command_to_repeat_it() -> None:
    assert line_up(["a", "b", "b", "c"]) == "a against 2 \u00d7 b and c"
    assert line_up(["a", "b", "c", "d"]) == "a against b, c and d"
    assert line_up(["a", "a"]) == "2 \u00d7 a"
    summary = summarise(
        Options(players=2, short=True, old_hands=("veto", "veto"), castillo="open"), small_match()
    )
    assert command_of(summary, 10) == (
        "elgrande arena --bots a,b --games 4 --seed 10 --short --old-hands veto --old-hands veto"
        " --castillo open"
    )
    assert " --limit 2.5 " in command_of(summary | {"run": {"limit": 2.5}}, 10)
    assert "--bots 'a;b'" in command_of(summary | {"entries": ["a;b"]}, 10)
    assert command_of(summary | {"command": "as it was"}, 10) == "as it was"
