"""The pictures of docs/research/strategy.md, from the file of figures; for white and black."""

from collections.abc import Sequence
from html import escape
from typing import Any, Final

from bench.soak.picture import GRID, STYLE, words
from elgrande.arena.svg import Scale
from elgrande.editions.wording import card_title
from training.strategy.tables import EDITION, SOURCE_NAMES, is_known

WIDTH: Final = 800
TOP: Final = 56
BLUE, VIOLET = "#3a7ddc", "#9a5fd0"
PARTS: Final = ("#3a7ddc", "#6aa0ea", "#9cc3f5", "#9a5fd0", "#c2652a", "#b8912a", "#2e9e5b")
Figures = dict[str, Any]


def svg(title: str, height: float, parts: Sequence[str]) -> str:
    """A picture with its title."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img"'
        f' style="{STYLE}"><title>{escape(title)}</title>{words(14, 22, title, "start")}'
        f"{''.join(parts)}</svg>\n"
    )


def cards(figures: Figures) -> str:
    """How much chance is lost without each card, as dots with their intervals."""
    left, step = 170, 21
    worth = {
        card: found["worth"]
        for card, found in figures["card_worth"].items()
        if is_known(found["worth"])
    }
    rows = sorted(worth.items(), key=lambda pair: -pair[1]["mean"])
    across = Scale(0.0, 100 * max((one["high"] for _, one in rows), default=0.01))

    def at(value: float) -> float:
        return left + across(100 * value) * (WIDTH - left - 30) / 100

    bottom = TOP + step * len(rows)
    parts = []
    for tick in across.ticks():
        x = at(tick / 100)
        parts.append(f'<path d="M{x:.1f} {TOP - 8}V{bottom}" stroke="{GRID}"/>')
        parts.append(words(x, bottom + 18, f"{tick:g}", "middle"))
    for row, (card, one) in enumerate(rows):
        y = TOP + step * row + 8
        parts.append(words(left - 12, y + 4, card_title(card, EDITION), "end"))
        parts.append(
            f'<path d="M{at(max(one["low"], 0)):.1f} {y}H{at(one["high"]):.1f}"'
            f' stroke="{BLUE}" stroke-width="2"/>'
            f'<circle cx="{at(one["mean"]):.1f}" cy="{y}" r="4.5" fill="{BLUE}"/>'
        )
    parts.append(words(WIDTH - 14, bottom + 38, "chance of winning, percentage points", "end"))
    return svg("What is lost if a card is gone before your turn", bottom + 50, parts)


def first_power(figures: Figures) -> str:
    """How often those who laid each power card in the first round won, with intervals."""
    rows = [row for row in figures["first_power_by_value"] if is_known(row["share"])]
    left, bottom, height = 56, 300, 350
    fair = 1 / max(row["position"] for row in figures["first_power"])
    up = Scale(0.0, 100 * max((row["share"]["high"] for row in rows), default=1.0))

    def down(share: float) -> float:
        return bottom - up(100 * share) * (bottom - TOP) / 100

    def across(value: int) -> float:
        return left + 20 + (value - 1) * (WIDTH - left - 60) / 12

    parts = [
        f'<path d="M{left} {down(fair):.1f}H{WIDTH - 20}" stroke="{GRID}" stroke-width="2"'
        f' stroke-dasharray="4 4"/>',
        words(left + 4, down(fair) - 6, "a fair share", "start"),
    ]
    for tick in up.ticks():
        parts.append(
            f'<path d="M{left} {down(tick / 100):.1f}H{WIDTH - 20}" stroke="{GRID}"/>'
            f"{words(left - 8, down(tick / 100) + 4, f'{tick:g}%', 'end')}"
        )
    parts += [words(across(card), bottom + 20, str(card), "middle") for card in range(1, 14)]
    parts.append(words(WIDTH - 20, bottom + 40, "power card of the first round", "end"))
    for row in rows:
        x, one = across(row["value"]), row["share"]
        parts.append(
            f'<path d="M{x:.1f} {down(max(one["low"], 0)):.1f}V{down(one["high"]):.1f}"'
            f' stroke="{BLUE}" stroke-width="2"/>'
            f'<circle cx="{x:.1f}" cy="{down(one["mean"]):.1f}" r="4.5" fill="{BLUE}"/>'
        )
    return svg("How often those who laid a card in the first round won", height, parts)


def castillo(figures: Figures) -> str:
    """Caballeros that go into the Castillo and into regions in a turn, round by round."""
    rows = figures["castillo"]["rounds"]
    most = max(row["thrown"]["mean"] + row["placed"]["mean"] for row in rows)
    left, bottom, room = 46, 250, 180
    step = (WIDTH - left - 30) / len(rows)
    parts = []
    for number, row in enumerate(rows):
        x = left + number * step + step * 0.15
        y = float(bottom)
        for name, colour in (("thrown", VIOLET), ("placed", BLUE)):
            height = row[name]["mean"] / most * room
            y -= height
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{step * 0.7:.1f}" height="{height:.1f}"'
                f' fill="{colour}"/>'
            )
            middle = x + step * 0.35
            text = f"{row[name]['mean']:.1f}"
            parts.append(
                f'<text x="{middle:.1f}" y="{y + height / 2 + 5:.1f}" fill="#fff"'
                f' text-anchor="middle">{text}</text>'
            )
        parts.append(words(x + step * 0.35, bottom + 18, str(row["round"]), "middle"))
    for number, (name, colour) in enumerate(
        (("into the Castillo", VIOLET), ("into regions", BLUE))
    ):
        x = left + 190 * number
        parts.append(f'<rect x="{x}" y="36" width="14" height="14" fill="{colour}"/>')
        parts.append(words(x + 22, 48, name, "start"))
    parts.append(words(WIDTH - 20, bottom + 38, "round", "end"))
    return svg("Caballeros in a turn", bottom + 50, parts)


def points(figures: Figures) -> str:
    """Where the points of winners and others came from, as bars."""
    sources = [name for name in SOURCE_NAMES if name != "total"]
    most = figures["points"]["winners"]["total"]["mean"]
    left, height = 90, 40
    parts = []
    for row, name in enumerate(("winners", "others")):
        y = TOP + row * (height + 14) - 12
        x = float(left)
        parts.append(words(left - 10, y + height / 2 + 5, name, "end"))
        for source, colour in zip(sources, PARTS, strict=True):
            mean = figures["points"][name][source]["mean"]
            width = mean / most * (WIDTH - left - 30)
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{max(width - 1, 0):.1f}" height="{height}"'
                f' fill="{colour}"/>'
            )
            if width > 24:
                parts.append(
                    f'<text x="{x + width / 2:.1f}" y="{y + height / 2 + 5}" fill="#111"'
                    f' text-anchor="middle">{mean:.0f}</text>'
                )
            x += width
    for number, (source, colour) in enumerate(zip(sources, PARTS, strict=True)):
        x, y = left + 180 * (number % 4), TOP + 2 * (height + 14) + 4 + 22 * (number // 4)
        parts.append(f'<rect x="{x}" y="{y - 12}" width="14" height="14" fill="{colour}"/>')
        parts.append(words(x + 22, y, SOURCE_NAMES[source], "start"))
    return svg("Points of a game", TOP + 2 * (height + 14) + 44, parts)


PICTURES: Final = {
    "cards": cards,
    "first_power": first_power,
    "castillo": castillo,
    "points": points,
}
