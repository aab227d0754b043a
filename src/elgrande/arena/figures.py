"""The figures of a match in the terminal."""

from typing import Any, Final

from rich.console import Console
from rich.table import Table

from elgrande.arena.labels import (
    REASON_NAMES,
    line_up,
    milliseconds,
    number,
    percent,
    signed,
    wins,
)
from elgrande.terminal_tables import plain_table

GAP: Final = 2
BOT_WIDTH: Final = 20
SHORT_SOURCES: Final = {
    "region_1": "1st",
    "region_2": "2nd",
    "region_3": "3rd",
    "castillo": "Castillo",
    "king_bonus": "King",
    "grande_bonus": "Grande",
    "special": "Special",
}


def show(console: Console, summary: dict[str, Any]) -> None:
    """Print the figures as tables that fit into 80 columns."""
    console.print(_result(summary))
    console.print(
        f"Share: of the games, for each seat taken; equal bots have {percent(summary['fair'])}."
        f" Intervals: 95%."
    )
    for table in (_sources(summary), _rounds(summary), _times(summary)):
        console.print()
        console.print(table)
    if summary["faults"]:
        console.print()
        console.print(_faults(summary))
    console.print()
    for sentence in _sentences(summary):
        console.print(sentence)


def _table(title: str, *columns: str) -> Table:
    table = plain_table(title, GAP)
    table.add_column("Bot", overflow="fold", min_width=8, max_width=BOT_WIDTH)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _result(summary: dict[str, Any]) -> Table:
    games, deals = summary["games"], summary["deals"]
    title = f"{line_up(summary['entries'])}: {_count(games, 'game')}, {_count(deals, 'deal')}"
    table = _table(title, "Seats", "Wins", "Share", "95%", "Score", "Margin", "Rank", "Rating")
    for row in summary["bots"]:
        rating = row["rating"]
        table.add_row(
            row["bot"],
            str(row["seat_games"]),
            wins(row["wins"]),
            percent(row["share"]),
            f"{100 * row['low']:.1f}-{100 * row['high']:.1f}",
            number(row["score"]["mean"]),
            signed(row["margin"]["mean"]),
            number(row["rank"], 2),
            "" if rating is None else number(rating["ordinal"]),
        )
    return table


def _sources(summary: dict[str, Any]) -> Table:
    table = _table("Points by source", *SHORT_SOURCES.values(), "Total")
    for row in summary["bots"]:
        points = [number(row["sources"][source]) for source in SHORT_SOURCES]
        table.add_row(row["bot"], *points, number(row["score"]["mean"]))
    return table


def _rounds(summary: dict[str, Any]) -> Table:
    table = _table("Points by round", *(str(played) for played in summary["rounds"]))
    for row in summary["bots"]:
        table.add_row(row["bot"], *(number(points) for points in row["by_round"]))
    return table


def _times(summary: dict[str, Any]) -> Table:
    columns = ("Number", "Mean", "p50", "p95", "p99", "Max", "Budget", "Over")
    table = _table("Milliseconds per decision (Over: beyond the budget, p99)", *columns)
    for row in summary["bots"]:
        time = row["time"]
        figures = ("mean", "p50", "p95", "p99", "max", "budget", "over_p99")
        table.add_row(
            row["bot"], str(time["decisions"]), *(milliseconds(time.get(key)) for key in figures)
        )
    return table


def _faults(summary: dict[str, Any]) -> Table:
    table = _table("Forfeited decisions", *(reason.capitalize() for reason in REASON_NAMES), "All")
    for row in summary["bots"]:
        counted = [str(row["faults"][reason]) for reason in (*REASON_NAMES, "all")]
        table.add_row(row["bot"], *counted)
    return table


def _sentences(summary: dict[str, Any]) -> list[str]:
    scores, best = summary["scores"], summary["winner_scores"]
    paid = ", ".join(f"{scoring['mean']:.1f}" for scoring in summary["general"])
    choices = summary["choices"]
    return [
        f"Final scores: {scores['mean']:.1f} on average, half of them"
        f" {scores['q1']:.0f} to {scores['q3']:.0f}; the winner's {best['mean']:.1f}.",
        f"The general scorings paid {paid} in all.",
        f"Choices per game: {choices['mean']:.1f} on average,"
        f" {choices['min']} to {choices['max']}.",
    ]


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
