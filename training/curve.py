"""The generations of a run as a table and a picture, from its curve.json.

Example: python -m training.curve runs/big --picture docs/pictures/generations.svg
"""

import argparse
import json
from html import escape
from pathlib import Path
from typing import Final

from bench.soak.picture import (
    BOTTOM,
    GRID,
    HEIGHT,
    LEFT,
    RIGHT,
    STYLE,
    TOP,
    WIDTH,
    at,
    height_of,
    words,
)
from elgrande.arena.svg import Scale
from training.command import run_command
from training.standings import TABLE, Figures, edge_over, of_pair

TITLE: Final = "Winning share of each generation alone against three others"
FAIR: Final = 1 / TABLE
# Readable on white and on black alike, and told apart without colours too.
LOOKS: Final = (("#2f6fd0", ""), ("#b4561e", "7 4"), ("#3d8b3d", "2 3"))
HEADER: Final = (
    "generation",
    "games learned from",
    "log loss",
    "alone against three `steady`",
    "alone against three of the last",
    "three against one of the last",
    "alone against three of the first",
    "mean edge over earlier ones",
)


def table_of(curve: Figures) -> str:
    """A line for each generation, in Markup; the best is bold."""
    lines = [HEADER, ("---",) * len(HEADER)]
    for figures in curve["generations"]:
        number = figures["generation"]
        name = f"**{number}**" if number == curve["best"] else str(number)
        training = figures["training"]
        loss = training["unseen"]["network"]["log_loss"]
        steady, _ = of_pair(figures["matches"], "steady")
        lines.append((name, f"{training['games']:,}", f"{loss:.4f}", share_of(steady)))
        lines[-1] += against_earlier(figures)
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def against_earlier(figures: Figures) -> tuple[str, ...]:
    """The last, the first and all earlier generations; the first has none."""
    number, matches = figures["generation"], figures["matches"]
    if number == 0:
        return ("",) * 4
    last, first = of_pair(matches, number - 1), of_pair(matches, 0)
    edge = sum(edge_over(matches, other) for other in range(number)) / number
    return share_of(last[0]), share_of(last[1]), share_of(first[0]), f"{100 * edge:+.1f}"


def share_of(match: Figures) -> str:
    """A share with its interval."""
    return f"{match['share']:.1%} ({match['low']:.1%} to {match['high']:.1%})"


def draw(curve: Figures) -> str:
    """Three lines with their 95% intervals: against `steady`, the last and the first."""
    done = curve["generations"]
    across = Scale(0.0, max(1.0, len(done) - 1))
    highest = max(match["high"] for figures in done for match in figures["matches"])
    up = Scale(0.0, max(0.5, highest))
    parts = axes(across, up)
    lines = {
        "steady": [(one["generation"], of_pair(one["matches"], "steady")[0]) for one in done],
        "the last": [
            (one["generation"], of_pair(one["matches"], one["generation"] - 1)[0])
            for one in done[1:]
        ],
        "the first": [(one["generation"], of_pair(one["matches"], 0)[0]) for one in done[1:]],
    }
    for index, ((name, line), (colour, dash)) in enumerate(zip(lines.items(), LOOKS, strict=True)):
        stroke = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
        for number, match in line:
            x, ends = at(across, number), [height_of(up, match[end]) for end in ("low", "high")]
            parts.append(f'<path d="M{x:.1f} {ends[0]:.1f}V{ends[1]:.1f}" stroke="{colour}"/>')
        points = [
            f"{at(across, one):.1f},{height_of(up, match['share']):.1f}" for one, match in line
        ]
        parts.append(f'<polyline points="{" ".join(points)}" {stroke}/>')
        x = LEFT + 170 * index
        parts.append(f'<path d="M{x} {TOP - 10}h28" {stroke}/>')
        parts.append(words(x + 34, TOP - 6, f"against {name}", "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' style="{STYLE}"><title>{escape(TITLE)}</title>{words(LEFT, 18, TITLE, "start")}'
        f"{''.join(parts)}</svg>\n"
    )


def axes(across: Scale, up: Scale) -> list[str]:
    """Lines and figures of both axes, and the line of an even match."""
    parts = []
    for share in (*up.ticks(), FAIR):
        dash = ' stroke-dasharray="2 4" stroke-width="2"' if share == FAIR else ""
        y = height_of(up, share)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{GRID}"{dash}/>')
        if share != FAIR:
            parts.append(words(LEFT - 8, y + 4, f"{share:.0%}", "end"))
    for tick in range(int(across.high) + 1):
        parts.append(words(at(across, tick), HEIGHT - BOTTOM + 18, str(tick), "middle"))
    parts.append(words(WIDTH - RIGHT, HEIGHT - 8, "generation", "end"))
    parts.append(words(WIDTH - RIGHT, height_of(up, FAIR) - 6, "an even match", "end"))
    return parts


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of the run")
    parser.add_argument("--picture", type=Path, help="where to write the picture, as SVG")
    given = parser.parse_args()
    curve = json.loads((given.folder / "curve.json").read_bytes())
    print(table_of(curve), end="")
    if given.picture is not None:
        given.picture.write_text(draw(curve), encoding="utf-8")


if __name__ == "__main__":
    run_command(main)
