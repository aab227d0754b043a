"""The plots of the report: each function draws one from the summary of a match."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from elgrande.arena.labels import SOURCE_NAMES, milliseconds, number, percent
from elgrande.arena.result import GameResult
from elgrande.arena.svg import (
    EVERYONE,
    Scale,
    box,
    drawing,
    level,
    marker,
    scale_to,
    sign,
    swatch,
    text,
    tint,
    upright,
)

FEW: Final = 10  # seat-games below which a share says next to nothing
ROW: Final = 26
MIDDLE: Final = ROW / 2
HILL: Final = 62  # height of a distribution
COLUMNS: Final = 120  # height of a chart of columns
HEAD: Final = 18  # room above it for figures
BINS: Final = 30
MOST_LABELS: Final = 6  # on an axis; with more ticks only every other is labelled
WRITTEN_IN: Final = 7.5  # percent of the width a segment needs to hold its figure

Slots = Mapping[str, int]


def row(label: str, plot: str, value: str) -> str:
    """A line of a chart: whose it is, the drawing, and the figure; label and value are HTML."""
    return (
        f'<div class="row"><span class="label">{label}</span>{plot}'
        f'<span class="value">{value}</span></div>'
    )


def axis(scale: Scale, words: Iterable[str], unit: str | None = "") -> str:
    """The tick labels below rows, as a row itself unless the unit is None."""
    ticks = scale.ticks()
    every = 2 if len(ticks) > MOST_LABELS else 1
    parts = []
    for index, (tick, word) in enumerate(list(zip(ticks, words, strict=True))[::every]):
        # On a phone every other label is left out where they would touch.
        parts.append(text(scale(tick), 14, word, "tick odd" if index % 2 else "tick"))
    plot = f'<svg class="plot" height="18" aria-hidden="true">{"".join(parts)}</svg>'
    return plot if unit is None else row("", plot, f'<span class="tick">{escape(unit)}</span>')


def grid(scale: Scale, height: float) -> str:
    """Faint upright lines at the ticks."""
    return "".join(upright(scale(tick), 0, height, "grid") for tick in scale.ticks())


def named(bot: str, slots: Slots) -> str:
    """The sign and the name of a bot."""
    return f'<span class="named">{sign(slots[bot])}<span>{breakable(bot)}</span></span>'


def breakable(bot: str) -> str:
    """The escaped name of a bot, which may be broken between its parameters."""
    return escape(bot).replace(":", ":<wbr>")


def share_scale(shares: Iterable[Mapping[str, Any]], fair: float) -> Scale:
    """From nothing to the highest share, or end of an interval that rests on some games."""
    ends = [
        share["high"] if share["seat_games"] >= FEW else share["share"]
        for share in shares
        if share["seat_games"]
    ]
    return scale_to([max([*ends, 1.6 * fair])])


def share_plot(share: Mapping[str, Any], scale: Scale, fair: float, slot: int, label: str) -> str:
    """A share as a sign on its interval, beside what equal bots have."""
    parts = [grid(scale, ROW), upright(scale(fair), 0, ROW, "fair")]
    words = f"{label}: no games"
    if share["share"] is not None:
        few = share["seat_games"] < FEW
        name = f"interval {tint(slot)}{' few' if few else ''}"
        parts.append(level(scale(share["low"]), scale(share["high"]), MIDDLE, name))
        parts.append(marker(scale(share["share"]), MIDDLE, slot, few))
        words = f"{label}: {interval_words(share)}"
    return drawing(ROW, words, *parts)


def interval_words(share: Mapping[str, Any]) -> str:
    """A share and its interval in words."""
    return (
        f"{percent(share['share'])}, interval {percent(share['low'])} to {percent(share['high'])},"
        f" {share['seat_games']} seats"
    )


def percent_axis(scale: Scale, unit: str | None = "") -> str:
    """Tick labels in percent."""
    return axis(scale, (percent(tick, 0) for tick in scale.ticks()), unit)


def with_everyone(summary: Mapping[str, Any], key: str, slots: Slots) -> list[tuple[str, int, Any]]:
    """Title, slot and figures of all bots together and of each; alone, a bot is everyone."""
    bots = [(named(bot["bot"], slots), slots[bot["bot"]], bot[key]) for bot in summary["bots"]]
    together = f'<span class="named">{sign(EVERYONE)}<span>All bots</span></span>'
    return bots if len(bots) == 1 else [(together, EVERYONE, summary[key]), *bots]


def seats_chart(summary: Mapping[str, Any], slots: Slots, houses: Sequence[str]) -> str:
    """The winning share of every bot in every seat."""
    fair = summary["fair"]
    groups = with_everyone(summary, "by_seat", slots)
    scale = share_scale((share for *_, shares in groups for share in shares), fair)
    panels = []
    for title, slot, shares in groups:
        rows = [
            row(
                f"Seat {share['seat']} <small>{escape(houses[share['seat']])}</small>",
                share_plot(share, scale, fair, slot, f"Seat {share['seat']}"),
                f"{percent(share['share'])} <small>of {share['seat_games']}</small>",
            )
            for share in shares
        ]
        panels.append(_panel(title, "".join(rows) + percent_axis(scale)))
    return _panels(panels)


def scores_chart(summary: Mapping[str, Any], results: Sequence[GameResult], slots: Slots) -> str:
    """How the final scores of every bot, and of the winners, are distributed."""
    scores: dict[str, list[int]] = {bot["bot"]: [] for bot in summary["bots"]}
    for game in results:
        for bot, score in zip(game.bots, game.scores, strict=True):
            scores[bot].append(score)
    winners = [max(game.scores) for game in results]
    everything = [score for found in scores.values() for score in found]
    width = max(1, round((max(everything) - min(everything)) / BINS))
    # Whole bins, so that none is cut at an edge.
    scale = Scale((min(everything) // width - 1) * width, (max(everything) // width + 2) * width)
    tables = {bot: _histogram(found, width) for bot, found in scores.items()}
    of_winners = _histogram(winners, width)
    highest = max(max(table.values()) for table in [*tables.values(), of_winners])
    rows = []
    for bot in summary["bots"]:
        name = bot["bot"]
        hill = _hill(tables[name], bot["score"], scale, width, highest, f"bot{slots[name]}", name)
        rows.append(row(named(name, slots), hill, _centre(bot["score"])))
    hill = _hill(
        of_winners, summary["winner_scores"], scale, width, highest, "everyone", "The winners"
    )
    rows.append(row("The winners", hill, _centre(summary["winner_scores"])))
    rows.append(axis(scale, (f"{tick:.0f}" for tick in scale.ticks()), "points"))
    return _rows(rows, "tall")


def _histogram(scores: Sequence[int], width: int) -> dict[int, float]:
    """The part of the scores in each bin, by the bin's lower end."""
    counted: dict[int, float] = {}
    for score in scores:
        start = score // width * width
        counted[start] = counted.get(start, 0) + 1 / len(scores)
    return counted


def _hill(
    table: Mapping[int, float],
    spread: Mapping[str, float],
    scale: Scale,
    width: int,
    highest: float,
    fill: str,
    name: str,
) -> str:
    bars = []
    for start, part in sorted(table.items()):
        height = part / highest * (HILL - 10)
        told = f"{start} to {start + width - 1}: {percent(part)}"
        low, high = scale(start), scale(start + width)
        bars.append(box(low, high, HILL - 8 - height, height, fill, told))
    quarters = level(scale(spread["q1"]), scale(spread["q3"]), HILL - 4, "quarters")
    median = upright(scale(spread["median"]), 2, HILL, "median")
    words = f"{name}: half of the scores {spread['q1']:g} to {spread['q3']:g}"
    return drawing(HILL, words, grid(scale, HILL - 8), *bars, quarters, median)


def _centre(spread: Mapping[str, float]) -> str:
    return (
        f"{spread['median']:g} <small>half {round(spread['q1'])}\u2013{round(spread['q3'])}</small>"
    )


def sources_chart(summary: Mapping[str, Any], slots: Slots) -> str:
    """What every bot's points came from, end to end."""
    scale = scale_to([bot["score"]["mean"] for bot in summary["bots"]])
    rows = []
    for bot in summary["bots"]:
        parts, begin, words = [grid(scale, ROW)], 0.0, []
        for source, label in SOURCE_NAMES.items():
            points = bot["sources"][source]
            low, high = scale(begin), scale(begin + points)
            told = f"{label}: {number(points)}"
            words.append(told)
            if points > 0:
                parts.append(box(low, high, 2, ROW - 4, f"from-{source}", told))
            if high - low > WRITTEN_IN:
                parts.append(
                    text((low + high) / 2, MIDDLE + 5, f"{points:.0f}", f"inside s-{source}")
                )
            begin += points
        plot = drawing(ROW, f"{bot['bot']}: {', '.join(words)}", *parts)
        rows.append(row(named(bot["bot"], slots), plot, number(bot["score"]["mean"])))
    rows.append(axis(scale, (f"{tick:.0f}" for tick in scale.ticks()), "points"))
    legend = "".join(
        f"<li>{swatch(f'from-{source}')} {escape(label)}</li>"
        for source, label in SOURCE_NAMES.items()
    )
    return f'<ul class="legend">{legend}</ul>{_rows(rows)}'


def rounds_chart(summary: Mapping[str, Any], slots: Slots) -> str:
    """The mean points of every round, bot by bot on one scale."""
    rounds: Sequence[int] = summary["rounds"]
    highest = max([1.0, *(points for bot in summary["bots"] for points in bot["by_round"])])
    panels = []
    for bot in summary["bots"]:
        slot, step = slots[bot["bot"]], 100 / len(rounds)
        parts, words = [], []
        for index, points in enumerate(bot["by_round"][: len(rounds)]):
            middle = (index + 0.5) * step
            height = max(points, 0.0) / highest * COLUMNS
            top = HEAD + COLUMNS - height
            told = f"Round {rounds[index]}: {number(points)}"
            words.append(told)
            low, high = round(middle - 0.36 * step, 2), round(middle + 0.36 * step, 2)
            parts.append(box(low, high, top, height, f"bot{slot}", told))
            parts.append(text(middle, top - 5, number(points)))
            scoring = "scoring" if rounds[index] % 3 == 0 else "tick"
            parts.append(text(middle, HEAD + COLUMNS + 18, str(rounds[index]), scoring))
        parts.append(level(0, 100, HEAD + COLUMNS, "base"))
        label = f"{bot['bot']}: {', '.join(words)}"
        plot = drawing(HEAD + COLUMNS + 24, label, *parts)
        panels.append(_panel(named(bot["bot"], slots), plot))
    return _panels(panels, "narrow")


def powers_chart(summary: Mapping[str, Any], slots: Slots) -> str:
    """The winning share by the first power card, bot by bot on one scale."""
    fair = summary["fair"]
    groups = with_everyone(summary, "by_first_power", slots)
    scale = share_scale((share for *_, shares in groups for share in shares), fair)
    # Long counts stand on two lines in turn, so that they do not touch on a phone.
    long = any(share["seat_games"] >= 100 for *_, shares in groups for share in shares)
    stagger = 16 if long else 0
    panels = [
        _panel(title, _power_columns(shares, scale, fair, slot, stagger))
        for title, slot, shares in groups
    ]
    return _panels(panels)


def _power_columns(
    shares: Sequence[Mapping[str, Any]], scale: Scale, fair: float, slot: int, stagger: int
) -> str:
    def y(value: float) -> float:
        return round(8 + COLUMNS * (1 - scale(value) / 100), 1)

    step, bottom = 100 / len(shares), 8 + COLUMNS
    parts = [level(0, 100, y(tick), "grid") for tick in scale.ticks()]
    parts.append(level(0, 100, y(fair), "fair"))
    words = []
    for index, share in enumerate(shares):
        x = round((index + 0.5) * step, 2)
        parts.append(text(x, bottom + 20, str(share["card"]), "scoring"))
        below = bottom + 38 + stagger * (index % 2)
        parts.append(text(x, below, str(share["seat_games"]), "tick"))
        if share["share"] is None:
            continue
        few = share["seat_games"] < FEW
        line = f"interval {tint(slot)}{' few' if few else ''}"
        parts.append(upright(x, y(share["high"]), y(share["low"]), line))
        parts.append(marker(x, y(share["share"]), slot, few))
        words.append(f"card {share['card']}: {percent(share['share'], 0)}")
    height = bottom + 44 + stagger
    ticks = "".join(
        f'<text x="38" y="{y(tick) + 4}" text-anchor="end" class="tick">{percent(tick, 0)}</text>'
        for tick in scale.ticks()
    )
    gutter = (
        f'<svg class="gutter" width="42" height="{height}" aria-hidden="true">{ticks}'
        f'<text x="0" y="{bottom + 20}" class="tick">card</text>'
        f'<text x="0" y="{bottom + 38}" class="tick">seats</text></svg>'
    )
    plot = drawing(height, ", ".join(words) or "no games", *parts)
    return f'<div class="cards">{gutter}{plot}</div>'


def times_chart(summary: Mapping[str, Any], slots: Slots) -> str:
    """How long decisions took, on a scale of powers of ten, with the budgets."""
    timed = [bot for bot in summary["bots"] if bot["time"]["decisions"]]
    if not timed:
        return "<p>No decision was timed.</p>"
    shortest = max(min(bot["time"]["p50"] for bot in timed), 0.002)
    longest = max(max(bot["time"]["max"], bot["time"]["budget"] or 0) for bot in timed)
    scale = Scale(shortest / 2, max(longest * 1.5, shortest), logarithmic=True)
    rows = []
    for bot in timed:
        time, slot = bot["time"], slots[bot["bot"]]
        middle, name = scale(time["p50"]), tint(slot)
        parts = [grid(scale, ROW)]
        words = [f"median {milliseconds(time['p50'])} ms", f"p99 {milliseconds(time['p99'])} ms"]
        parts.append(level(middle, scale(time["max"]), MIDDLE, f"thin {name}"))
        parts.append(level(middle, scale(time["p99"]), MIDDLE, f"interval {name}"))
        parts.append(upright(scale(time["p99"]), MIDDLE - 6, MIDDLE + 6, f"end {name}"))
        parts.append(marker(middle, MIDDLE, slot))
        value = f"{escape(milliseconds(time['p99']))} ms"
        if time["budget"] is not None:
            parts.append(upright(scale(time["budget"]), 0, ROW, "budget"))
            words.append(f"budget {milliseconds(time['budget'])} ms")
            value += f" <small>of {escape(milliseconds(time['budget']))}</small>"
        plot = drawing(ROW, f"{bot['bot']}: {', '.join(words)}", *parts)
        rows.append(row(named(bot["bot"], slots), plot, value))
    rows.append(axis(scale, (f"{tick:g}" for tick in scale.ticks()), "ms"))
    return _rows(rows)


def general_chart(summary: Mapping[str, Any]) -> str:
    """What the general scorings paid to all players together."""
    spreads = [(f"{_ordinal(index)} scoring", s) for index, s in enumerate(summary["general"])]
    ends = [spread[end] for _, spread in spreads for end in ("min", "max")]
    scale = scale_to(ends, from_zero=False)
    rows = []
    for label, spread in spreads:
        low, high = scale(spread["q1"]), scale(spread["q3"])
        parts = [
            grid(scale, ROW),
            level(scale(spread["min"]), scale(spread["max"]), MIDDLE, "thin ink"),
            box(low, high, 5, ROW - 10, "gold"),
            upright(scale(spread["median"]), 3, ROW - 3, "median"),
        ]
        words = f"{label}: half of them {spread['q1']:g} to {spread['q3']:g} points"
        plot = drawing(ROW, words, *parts)
        rows.append(row(label, plot, f"{number(spread['mean'])} <small>mean</small>"))
    rows.append(axis(scale, (f"{tick:.0f}" for tick in scale.ticks()), "points"))
    return _rows(rows)


def _ordinal(index: int) -> str:
    return ("First", "Second", "Third")[index] if index < 3 else f"{index + 1}th"


def _panel(title: str, body: str) -> str:
    return f'<div class="panel"><h3>{title}</h3>{body}</div>'


def _panels(panels: Sequence[str], name: str = "") -> str:
    return f'<div class="panels {name}">{"".join(panels)}</div>'


def _rows(rows: Sequence[str], name: str = "") -> str:
    return f'<div class="rows {name}">{"".join(rows)}</div>'
