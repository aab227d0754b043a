"""The figures of docs/play/review.md: the levels in their order, and as they were measured."""

import json
from itertools import pairwise

from bench.accuracy import PICTURE, RESULTS, ROOT, draw, figures_of, table_of
from elgrande.review.data import Moment


def test_accuracy_orders_all_levels_with_clear_gaps() -> None:
    levels = json.loads(RESULTS.read_text(encoding="utf-8"))["levels"]
    names = [level["bot"].partition(":")[0] for level in levels]
    assert names == ["random", "novice", "steady", "strong", "master"]
    for worse, better in pairwise(levels):
        assert worse["high"] < better["low"]


def test_the_documentation_shows_what_was_measured() -> None:
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    text = (ROOT / "docs" / "play" / "review.md").read_text(encoding="utf-8")
    assert table_of(results) in text
    assert f"{results['games']} games" in text
    assert PICTURE.read_text(encoding="utf-8") == draw(results)


def test_figures_are_means_over_games() -> None:
    moments = [
        Moment(0, 1, seat, 1, "turn", None, (1,), (), 0.5, 0.5, 0.05 * seat, 0.0).to_data()
        for seat in range(5)
    ]
    bots = ["random", "novice", "steady", "strong:iterations=1000", "master:iterations=500"]
    games = [{"deal": deal, "bots": bots, "moments": moments, "cpu": 1.0} for deal in (1, 2)]
    levels = figures_of(games)["levels"]
    assert levels[0]["accuracy"] == levels[0]["low"] == levels[0]["high"] == 100.0
    assert [level["lost"] for level in levels] == [0.0, 0.05, 0.1, 0.15, 0.2]
