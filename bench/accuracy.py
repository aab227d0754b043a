"""How well accuracy tells the levels apart: python -m bench.accuracy [--games 200].

Tables of five with one bot of each level, every deal in all five seatings; each game is reviewed.
Games that were played before are kept in bench/runs/ and not played again, so a run can be stopped
and resumed. Writes bench/accuracy_results.json and docs/pictures/accuracy.svg.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any

from bench.soak.picture import GRID, STYLE, words
from elgrande.arena.intervals import mean_error, t_reach
from elgrande.arena.match import open_table
from elgrande.arena.schedule import Fixture, RunSettings
from elgrande.record import Record
from elgrande.review import Moment, judge, moments_of
from elgrande.review.accuracy import mean_accuracy
from elgrande.rules.options import Options

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "bench" / "runs" / "accuracy.jsonl"
RESULTS = ROOT / "bench" / "accuracy_results.json"
PICTURE = ROOT / "docs" / "pictures" / "accuracy.svg"
BOTS = ("random", "novice", "steady", "strong:iterations=1000", "master:iterations=500")
ITERATIONS = 300
FIRST_DEAL = 16_000
WIDTH, ROW, LEFT, TOP = 640, 44, 96, 44
TITLE = "Accuracy of the levels at the same tables"
Game = Mapping[str, Any]


def main() -> None:
    """Play and review what is missing, then write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--figures", action="store_true", help="only write the figures")
    given = parser.parse_args()
    games = [*kept()]
    if not given.figures:
        done = {game["number"] for game in games}
        settings = RunSettings(Options(players=5), BOTS, given.games, FIRST_DEAL, 10.0)
        KEPT.parent.mkdir(exist_ok=True)
        with open_table() as play, KEPT.open("a", encoding="utf-8") as out:
            for fixture in settings.fixtures():
                if fixture.number not in done:
                    games.append(play_and_review(play(fixture).record, fixture))
                    out.write(json.dumps(games[-1]) + "\n")
                    out.flush()
    results = figures_of(games)
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    PICTURE.write_text(draw(results), encoding="utf-8")
    print(table_of(results))


def kept() -> Iterator[Game]:
    """The games that were reviewed before."""
    if KEPT.exists():
        yield from map(json.loads, KEPT.read_text(encoding="utf-8").splitlines())


def play_and_review(text: str, fixture: Fixture) -> Game:
    """All moments of a game, judged."""
    began = process_time()
    record = Record.from_text(text)
    start, line = record.replay(0), [*zip(record.seats, record.choices, strict=True)]
    moments = [
        judge(start, line, 0, moment, ITERATIONS).to_data() for moment in moments_of(start, line)
    ]
    return {
        "number": fixture.number,
        "deal": fixture.seed,
        "bots": fixture.bots,
        "scores": record.replay().scores,
        "moments": moments,
        "cpu": round(process_time() - began, 2),
    }


def figures_of(games: Sequence[Game]) -> dict[str, Any]:
    """The mean accuracy of each level, with its 95% interval over deals."""
    levels = []
    for bot in BOTS:
        rows = []
        for game in games:
            seat = game["bots"].index(bot)
            own = [Moment.from_data(one) for one in game["moments"] if one["seat"] == seat]
            rows.append((game["deal"], mean_accuracy(own) or 0.0, sum(one.lost for one in own)))
        mean = fmean(row[1] for row in rows)
        error = mean_error((deal, accuracy) for deal, accuracy, _ in rows) or 0.0
        reach = t_reach(max(1, len({row[0] for row in rows}) - 1)) * error
        levels.append(
            {
                "bot": bot,
                "accuracy": round(mean, 2),
                "low": round(mean - reach, 2),
                "high": round(mean + reach, 2),
                "lost": round(fmean(row[2] for row in rows), 4),
            }
        )
    return {
        "games": len(games),
        "deals": len({game["deal"] for game in games}),
        "iterations": ITERATIONS,
        "cpu_seconds_of_a_review": round(fmean(game["cpu"] for game in games), 2),
        "levels": levels,
    }


def table_of(results: Mapping[str, Any]) -> str:
    """The figures as a table for docs/play/review.md."""
    lines = ["| level | accuracy | 95% interval | lost in a game |", "|---|---|---|---|"]
    for row in results["levels"]:
        lines.append(
            f"| `{row['bot']}` | {row['accuracy']:.1f} % | {row['low']:.1f} to {row['high']:.1f} %"
            f" | {100 * row['lost']:.0f} % |"
        )
    return "\n".join(lines)


def draw(results: Mapping[str, Any]) -> str:
    """A row for each level: its accuracy as a bar, with the interval."""
    height = TOP + ROW * len(results["levels"]) + 34
    room = WIDTH - LEFT - 70

    def across(value: float) -> float:
        return LEFT + room * value / 100

    parts = [words(LEFT, 20, TITLE, "start")]
    for tick in range(0, 101, 20):
        x = across(tick)
        parts.append(f'<path d="M{x:.1f} {TOP - 8}V{height - 28}" stroke="{GRID}"/>')
        parts.append(words(x, height - 10, f"{tick} %", "middle"))
    for number, row in enumerate(results["levels"]):
        y = TOP + ROW * number
        middle = y + ROW / 2 - 6
        bar = across(row["accuracy"]) - LEFT
        parts.append(words(LEFT - 10, middle + 4, row["bot"].partition(":")[0], "end"))
        parts.append(
            f'<rect x="{LEFT}" y="{y}" width="{bar:.1f}" height="{ROW - 12}" fill="#2f6fd0"/>'
        )
        low, high = across(row["low"]), across(row["high"])
        parts.append(
            f'<path d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 6}v12M{high:.1f}'
            f' {middle - 6}v12" stroke="#b4561e" stroke-width="2.5"/>'
        )
        parts.append(words(high + 8, middle + 4, f"{row['accuracy']:.1f} %", "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' style="{STYLE}"><title>{escape(TITLE)}</title>{"".join(parts)}</svg>\n'
    )


if __name__ == "__main__":
    main()
