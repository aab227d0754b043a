"""The picture and the table of docs/research/chances.md: python -m training.show_chances.

Both are made from `bench/calibration_results.json`, which `training.calibration` writes.
"""

import json
from html import escape
from pathlib import Path
from typing import Any, Final

from bench.soak.picture import GRID, STYLE, words
from training.documents import renew

ROOT: Final = Path(__file__).parent.parent
RESULTS: Final = ROOT / "bench" / "calibration_results.json"
PICTURE: Final = ROOT / "docs" / "pictures" / "chances.svg"
DOCUMENT: Final = ROOT / "docs" / "research" / "chances.md"
COMMAND: Final = "python -m training.show_chances"
TABLE: Final = "chances"
TITLE: Final = "How often a chance of winning came true"
ROWS: Final = {"early": "rounds 1 to 3", "middle": "rounds 4 to 6", "late": "rounds 7 to 9"}
# Readable on white and on black alike, and told apart without colours too.
LEARNED, BY_HAND = "#3a7ddc", "#c2652a"
SIDE, GAP = 176, 28  # of a panel
LEFT, TOP = 92, 84
TICKS: Final = (0.0, 0.5, 1.0)
SMALL: Final = 0.002  # a bin with less of all chances is left out
NAMES: Final = ("by_hand", "learned")
Figures = dict[str, Any]


def draw(figures: Figures) -> str:
    """A panel for each number of players and each part of the game."""
    tables = sorted(figures["learned"]["curves"])
    width = LEFT + len(tables) * (SIDE + GAP)
    bottom = TOP + len(ROWS) * (SIDE + GAP) - GAP
    height = bottom + 48
    parts = [words(LEFT, 20, TITLE, "start"), legend()]
    for column, players in enumerate(tables):
        x = LEFT + column * (SIDE + GAP)
        parts.append(words(x + SIDE / 2, TOP - 10, f"{players} players", "middle"))
        for row, part in enumerate(ROWS):
            y = TOP + row * (SIDE + GAP)
            parts += panel(x, y, *(figures[name]["curves"][players][part] for name in NAMES))
        for share, anchor in zip(TICKS, ("start", "middle", "end"), strict=True):
            parts.append(words(x + share * SIDE, bottom + 15, f"{share:.0%}", anchor))
    for row, name in enumerate(ROWS.values()):
        foot = TOP + row * (SIDE + GAP) + SIDE
        parts += [
            words(LEFT - 6, foot - share * SIDE + 4, f"{share:.0%}", "end") for share in TICKS
        ]
        middle = foot - SIDE / 2
        parts.append(
            f'<g transform="rotate(-90 18 {middle})">{words(18, middle + 4, name, "middle")}</g>'
        )
    parts.append(words(width - GAP, height - 8, "chance told", "end"))
    parts.append(words(LEFT - 8, TOP - 10, "won", "end"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' style="{STYLE}"><title>{escape(TITLE)}</title>{"".join(parts)}</svg>\n'
    )


def legend() -> str:
    """What the lines are."""
    looks = ((LEARNED, "", "the network"), (BY_HAND, "5 3", "weights set by hand"))
    parts = []
    for number, (colour, dash, name) in enumerate(looks):
        x = LEFT + 150 * number
        stroke = f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
        parts.append(f'<path d="M{x} 42h28" {stroke}/>{words(x + 34, 46, name, "start")}')
    return "".join(parts)


def panel(x: float, y: float, by_hand: Figures, learned: Figures) -> list[str]:
    """One diagram: on the diagonal, chances come true as often as they say."""
    parts = [
        f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{GRID}"/>',
        f'<path d="M{x} {y + SIDE}L{x + SIDE} {y}" stroke="{GRID}" stroke-width="2"/>',
    ]
    for figures, colour, dash in ((by_hand, BY_HAND, "5 3"), (learned, LEARNED, "")):
        bins = [one for one in figures["bins"] if one["part"] >= SMALL]
        line = " ".join(point(x, y, one["told"], one["came"]) for one in bins)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"'
            f' stroke-dasharray="{dash}"/>'
        )
        if figures is learned:
            parts += [mark(x, y, one) for one in bins]
    parts.append(words(x + 8, y + 18, f"ECE {learned['error']:.1%}", "start"))
    return parts


def mark(x: float, y: float, one: Figures) -> str:
    """A bin of the network: larger the more chances it holds, with its 95% interval."""
    low, high = point(x, y, one["told"], one["low"]), point(x, y, one["told"], one["high"])
    at, up = point(x, y, one["told"], one["came"]).split(",")
    radius = 1.5 + 9 * one["part"] ** 0.5
    return (
        f'<path d="M{low}L{high}" stroke="{LEARNED}" stroke-width="1"/>'
        f'<circle cx="{at}" cy="{up}" r="{radius:.1f}" fill="{LEARNED}88"/>'
    )


def point(x: float, y: float, told: float, came: float) -> str:
    """Where a share that came of a chance is in a panel."""
    return f"{x + told * SIDE:.1f},{y + SIDE - came * SIDE:.1f}"


def table(figures: Figures) -> str:
    """The errors in all, by number of players and by round."""
    names = ("learned", "seen", "by_hand")
    lines = [
        "| positions | games | the network | 95% | if it were perfect | as a seat sees it"
        " | weights set by hand |",
        "|---|---|---|---|---|---|---|",
    ]
    for label, keys in rows_of(figures):
        cells = [cell(figures[name], keys) for name in names]
        learned, seen, by_hand = cells
        lines.append(
            f"| {label} | {learned['games']:,} | **{learned['error']:.1%}**"
            f" | {learned['low']:.1%} to {learned['high']:.1%} | {learned['perfect']:.1%}"
            f" | {seen['error']:.1%} ({seen['perfect']:.1%}) | {by_hand['error']:.1%} |"
        )
    return "\n".join(lines)


def rows_of(figures: Figures) -> list[tuple[str, tuple[str, ...]]]:
    """What each line of the table is about, and where its figures are."""
    found: list[tuple[str, tuple[str, ...]]] = [("all", ("all",))]
    learned = figures["learned"]
    found += [(f"{players} players", ("by_players", players)) for players in learned["by_players"]]
    found += [(f"round {number}", ("by_round", number)) for number in learned["by_round"]]
    return found


def cell(figures: Figures, keys: tuple[str, ...]) -> Figures:
    """The figures of a line."""
    for key in keys:
        figures = figures[key]
    return figures


if __name__ == "__main__":
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    PICTURE.write_text(draw(results), encoding="utf-8")
    renew(DOCUMENT, TABLE, COMMAND, table(results))
