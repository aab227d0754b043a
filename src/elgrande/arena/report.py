"""The report of a match: one self-contained page that loads nothing else."""

import platform
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import elgrande
from elgrande.arena import charts
from elgrande.arena.labels import (
    REASON_NAMES,
    SOURCE_NAMES,
    command_of,
    line_up,
    milliseconds,
    number,
    percent,
    signed,
    wins,
)
from elgrande.arena.result import GameResult
from elgrande.arena.svg import patterns
from elgrande.editions.wording import colour_name
from elgrande.insight.points import SOURCES
from elgrande.rules.options import Options

MOST_FAULTS: Final = 100  # listed one by one
LONGEST_DETAIL: Final = 300
GRACE: Final = 100

Summary = Mapping[str, Any]
Cells = Sequence[object]


def write_report(summary: dict[str, Any], results: Sequence[GameResult], path: Path) -> None:
    """Write the page to a file."""
    path.write_text(page(summary, results), encoding="utf-8")


def page(summary: dict[str, Any], results: Sequence[GameResult]) -> str:
    """The page as text."""
    games = sorted(results, key=lambda result: result.number)
    slots = {bot: slot for slot, bot in enumerate(dict.fromkeys(summary["entries"]))}
    title = line_up(summary["entries"])
    style = files("elgrande.arena").joinpath("report.css").read_text(encoding="utf-8")
    sections = [
        _result(summary, slots),
        _scores(summary, games, slots),
        _sources(summary, slots),
        _rounds(summary, slots),
        _seats(summary, slots),
        _powers(summary, slots),
        _times(summary, slots),
        _general(summary),
        _faults(summary, games),
        _settings(summary, games),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)} \u2013 El Grande arena</title>\n"
        f"<style>\n{style}</style>\n</head>\n<body>\n{patterns(len(slots), SOURCES)}\n<main>\n"
        f"{_heading(summary, title)}\n{chr(10).join(sections)}\n</main>\n</body>\n</html>\n"
    )


def _heading(summary: Summary, title: str) -> str:
    best = summary["bots"][0]
    fair = summary["fair"]
    per_seat = "" if best["seat_games"] == best["games"] else " for each seat it took"
    told = (
        f"<strong>{escape(best['bot'])}</strong> won {percent(best['share'])} of its games"
        f"{per_seat}; with 95% confidence it is between {percent(best['low'])} and"
        f" {percent(best['high'])}. Equal bots would win {percent(fair)} each."
    )
    if len(summary["bots"]) == 1:
        told = "One bot played against itself, so nobody could win more than a fair share."
    elif best["low"] <= fair:
        told += " That does not yet show that it is better."
    options = summary["options"]
    return (
        f'<header>\n<p class="above">El Grande \u00b7 arena</p>\n<h1>{escape(title)}</h1>\n'
        f'<p class="lead">{told}</p>\n<p class="facts">{_count(summary["games"], "game")}'
        f" of {summary['players']} players on {_count(summary['deals'], 'deal')} \u00b7"
        f" edition {escape(str(options['edition']))}</p>\n</header>"
    )


def _section(title: str, caption: str, plot: str, data: str) -> str:
    return (
        f"<section>\n<figure>\n<h2>{escape(title)}</h2>\n<figcaption>{caption}</figcaption>\n"
        f"{plot}\n</figure>\n<details><summary>Show the figures</summary>{data}</details>\n"
        "</section>"
    )


def _table(heads: Sequence[str], rows: Iterable[Cells]) -> str:
    """A table of escaped cells whose first column names the rows."""
    head = "".join(f'<th scope="col">{charts.breakable(name)}</th>' for name in heads)
    body = []
    for first, *others in rows:
        cells = "".join(f"<td>{escape(str(cell))}</td>" for cell in others)
        body.append(f'<tr><th scope="row">{charts.breakable(str(first))}</th>{cells}</tr>')
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def _result(summary: Summary, slots: charts.Slots) -> str:
    bots, fair = summary["bots"], summary["fair"]
    scale = charts.share_scale(bots, fair)
    rated = all(bot["rating"] for bot in bots)
    heads = ["Wins", "Score", "Margin", "Rank", *(["Rating"] if rated else [])]
    rows = []
    for bot in bots:
        plot = charts.share_plot(bot, scale, fair, slots[bot["bot"]], bot["bot"])
        error = bot["score"]["error"]
        off = "" if error is None else f" <small>\u00b1{1.96 * error:.1f}</small>"
        cells = [
            ("Share", f'<span class="strong">{percent(bot["share"])}</span>'),
            ("Wins", f"{wins(bot['wins'])} <small>of {bot['seat_games']}</small>"),
            ("Score", f"{number(bot['score']['mean'])}{off}"),
            ("Margin", signed(bot["margin"]["mean"])),
            ("Rank", number(bot["rank"], 2)),
        ]
        if rated:
            cells.append(("Rating", number(bot["rating"]["ordinal"])))
        rows.append(
            f'<tr><th scope="row">{charts.named(bot["bot"], slots)}</th>'
            f'<td class="drawn">{plot}</td>'
            + "".join(f'<td data-name="{name}">{cell}</td>' for name, cell in cells)
            + "</tr>"
        )
    head = '<th scope="col">Bot</th><th scope="col" colspan="2" class="words">Winning share</th>'
    head += "".join(f'<th scope="col">{name}</th>' for name in heads)
    foot = f'<td></td><td class="drawn">{charts.percent_axis(scale, None)}</td>'
    foot += f'<td colspan="{len(heads) + 1}"></td>'
    caption = (
        "The share of its games each bot won, for each seat it took, with its 95% interval; the"
        f" dashed line is {percent(fair)}, what equal bots would have. Score, margin to the best"
        " other and rank are means."
        + (" Rating: the skill less three standard deviations of it." if rated else "")
    )
    data = _table(
        ["Bot", "Games", "Seats", "Wins", "Share", "From", "To", "Of all games", "Median score"]
        + ["Sd", "Margin sd", "Skill", "Skill sd"],
        [
            (
                bot["bot"],
                bot["games"],
                bot["seat_games"],
                wins(bot["wins"]),
                percent(bot["share"]),
                percent(bot["low"]),
                percent(bot["high"]),
                percent(bot["share_of_games"]),
                number(bot["score"]["median"]),
                number(bot["score"]["sd"]),
                number(bot["margin"]["sd"]),
                *(number(bot["rating"][key] if rated else None, 2) for key in ("mu", "sigma")),
            )
            for bot in bots
        ],
    )
    table = (
        f'<div class="result"><table><thead><tr>{head}</tr></thead>'
        f'<tbody>{"".join(rows)}</tbody><tfoot aria-hidden="true"><tr>{foot}</tr></tfoot>'
        "</table></div>"
    )
    return _section("Who won", caption, table, data)


def _scores(summary: Summary, games: Sequence[GameResult], slots: charts.Slots) -> str:
    caption = (
        "How often each final score came. The line marks the median; half of the scores lie on"
        " the bar below."
    )
    spreads = [(bot["bot"], bot["score"]) for bot in summary["bots"]]
    spreads += [("All players", summary["scores"]), ("The winners", summary["winner_scores"])]
    keys = ("mean", "sd", "min", "p10", "q1", "median", "q3", "p90", "max")
    data = _table(
        ["", "Mean", "Sd", "Lowest", "10%", "25%", "Median", "75%", "90%", "Highest"],
        [(name, *(number(spread[key]) for key in keys)) for name, spread in spreads],
    )
    return _section("Final scores", caption, charts.scores_chart(summary, games, slots), data)


def _sources(summary: Summary, slots: charts.Slots) -> str:
    caption = (
        "Mean points of a game by where they came from: places in regions and the Castillo in"
        " general scorings, the two bonuses wherever they were paid, and all else that cards"
        " scored."
    )
    data = _table(
        ["Bot", *SOURCE_NAMES.values(), "Total"],
        [
            (
                bot["bot"],
                *(number(bot["sources"][source], 2) for source in SOURCES),
                number(bot["score"]["mean"], 2),
            )
            for bot in summary["bots"]
        ],
    )
    return _section("Points by source", caption, charts.sources_chart(summary, slots), data)


def _rounds(summary: Summary, slots: charts.Slots) -> str:
    caption = "Mean points in each round. Rounds 3, 6 and 9 end with a general scoring."
    data = _table(
        ["Bot", *(f"Round {played}" for played in summary["rounds"])],
        [
            (bot["bot"], *(number(points, 2) for points in bot["by_round"]))
            for bot in summary["bots"]
        ],
    )
    return _section("Points by round", caption, charts.rounds_chart(summary, slots), data)


def _seats(summary: Summary, slots: charts.Slots) -> str:
    options = Options.from_data(summary["options"])
    houses = [colour_name(seat, options) for seat in range(options.players)]
    caption = (
        "The winning share of each bot in each seat, with 95% intervals; dashed, what equal bots"
        f" would have. Hollow signs rest on fewer than {charts.FEW} games."
    )
    data = _share_table(summary, "by_seat", "seat")
    return _section("By seat", caption, charts.seats_chart(summary, slots, houses), data)


def _powers(summary: Summary, slots: charts.Slots) -> str:
    caption = (
        "The winning share by the power card played in the first round, with 95% intervals, and"
        " below each card how many seats began with it. A bot chooses its card, so this shows what"
        " goes together, not what causes what. Hollow signs rest on fewer than"
        f" {charts.FEW} seats and say next to nothing; their lines may run off the top."
    )
    data = _share_table(summary, "by_first_power", "card")
    return _section("By first power card", caption, charts.powers_chart(summary, slots), data)


def _share_table(summary: Summary, key: str, group: str) -> str:
    """The shares by something: a column for all bots together and one for each."""
    columns = [summary[key], *(bot[key] for bot in summary["bots"])]
    return _table(
        [group.capitalize(), "All bots", *(bot["bot"] for bot in summary["bots"])],
        [
            (shares[0][group], *(_share_cell(share) for share in shares))
            for shares in zip(*columns, strict=True)
        ],
    )


def _share_cell(share: Mapping[str, Any]) -> str:
    if share["share"] is None:
        return "\u2013"
    ends = f"{100 * share['low']:.1f}\u2013{100 * share['high']:.1f}"
    return f"{percent(share['share'])} ({ends}) of {share['seat_games']}"


def _times(summary: Summary, slots: charts.Slots) -> str:
    caption = (
        "Milliseconds per decision that left a choice: the sign is the median, the thick line ends"
        " at the 99th percentile (the figure at the right), the thin one at the longest. Red: the"
        " budget. "
    )
    judged = [_judged(bot) for bot in summary["bots"] if bot["time"].get("over_p99") is not None]
    caption += " ".join(judged) if judged else "No bot has one."
    keys = ("mean", "p50", "p95", "p99", "max", "budget", "over_p99", "over_max")
    data = _table(
        ["Bot", "Decisions", "Mean", "Median", "p95", "p99", "Longest", "Budget", "Over, p99"]
        + ["Over, most", f"Over by {GRACE} ms"],
        [
            (
                bot["bot"],
                bot["time"]["decisions"],
                *(milliseconds(bot["time"].get(key)) for key in keys),
                bot["time"].get("over_grace", "\u2013"),
            )
            for bot in summary["bots"]
        ],
    )
    return _section("Time per decision", caption, charts.times_chart(summary, slots), data)


def _judged(bot: Mapping[str, Any]) -> str:
    """Whether a bot kept to its time: 99 of 100 decisions within a tenth of a second of it."""
    over = bot["time"]["over_p99"]
    name, told, kept = escape(bot["bot"]), escape(milliseconds(over)), over <= GRACE
    return (
        f'<span class="{"good" if kept else "bad"}">{name}: p99 is {told} ms over'
        f" the budget; {GRACE} are allowed.</span>"
    )


def _general(summary: Summary) -> str:
    caption = (
        "What each general scoring paid to all players together: all games from end to end, half"
        " of them in the box, the median as a line."
    )
    keys = ("mean", "sd", "min", "q1", "median", "q3", "max")
    spreads = [(f"Scoring {i}", spread) for i, spread in enumerate(summary["general"], 1)]
    spreads.append(("Choices in a game", summary["choices"]))
    data = _table(
        ["", "Mean", "Sd", "Lowest", "25%", "Median", "75%", "Highest"],
        [(name, *(number(spread[key]) for key in keys)) for name, spread in spreads],
    )
    return _section("General scorings", caption, charts.general_chart(summary), data)


def _faults(summary: Summary, games: Sequence[GameResult]) -> str:
    found = [(game, fault) for game in games for fault in game.faults]
    if not found:
        body = "<p>No bot forfeited a decision.</p>"
        return f"<section>\n<h2>Faults</h2>\n{body}\n</section>"
    counted = _table(
        ["Bot", *(name.capitalize() for name in REASON_NAMES.values()), "All"],
        [
            (bot["bot"], *(bot["faults"][reason] for reason in (*REASON_NAMES, "all")))
            for bot in summary["bots"]
        ],
    )
    listed = _table(
        ["Game", "Deal", "Seat", "Step", "Bot", "Fault", "Detail"],
        [
            (
                game.number,
                game.seed,
                fault.seat,
                fault.step,
                fault.bot,
                REASON_NAMES.get(fault.reason, fault.reason),
                _shortened(fault.detail),
            )
            for game, fault in found[:MOST_FAULTS]
        ],
    )
    which = f"The first {MOST_FAULTS}" if len(found) > MOST_FAULTS else "Each of them"
    return (
        '<section>\n<h2>Faults</h2>\n<p class="note">Decisions a bot forfeited, so that a legal'
        f" choice was made for it.</p>\n{counted}\n<details><summary>{which}</summary>"
        f'<div class="faults">{listed}</div></details>\n</section>'
    )


def _shortened(detail: str) -> str:
    return detail if len(detail) <= LONGEST_DETAIL else detail[:LONGEST_DETAIL] + "\u2026"


def _settings(summary: dict[str, Any], games: Sequence[GameResult]) -> str:
    seeds = [game.seed for game in games]
    facts = {
        "Bots": ", ".join(summary["entries"]),
        "Games": f"{summary['games']} on the deals {min(seeds)} to {max(seeds)}",
        **{name.replace("_", " ").capitalize(): _told(v) for name, v in summary["options"].items()},
        "Played with": f"elgrande {elgrande.__version__}, Python {platform.python_version()}",
    }
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(v)}</dd>" for name, v in facts.items())
    return (
        "<section>\n<h2>How to repeat it</h2>\n"
        f"<pre><code>{escape(command_of(summary, min(seeds)))}</code></pre>\n"
        f"<dl>{listed}</dl>\n</section>"
    )


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(str(part) for part in value) or "none"
    return "drawn" if value is None else str(value)


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
