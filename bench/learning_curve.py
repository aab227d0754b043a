"""The picture of how the example of PPO learns: python -m bench.learning_curve writes it.

It is drawn from `bench/ppo_results.json`, where the runs are kept with their commands.
"""

import json
from html import escape
from pathlib import Path
from typing import Any

from bench.soak.picture import BOTTOM, GRID, HEIGHT, LEFT, RIGHT, STYLE, TOP, WIDTH, at, words
from elgrande.arena.svg import Scale

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "ppo_results.json"
PICTURE = ROOT / "docs" / "pictures" / "ppo.svg"
TITLE = "Win share of one PPO policy against three novices"
EVEN = 0.25
MINUTE = 60
# Readable on white and on black alike, and told apart without colours too.
LOOKS = (("#2f6fd0", ""), ("#b4561e", "7 4"))
Run = dict[str, Any]


def draw(runs: list[Run]) -> str:
    """The win share over time, one line with its 95% interval for each run."""
    across = Scale(0.0, max(row["seconds"] for run in runs for row in run["curve"]) / MINUTE)
    parts = axes(across)
    for number, (run, (colour, dash)) in enumerate(zip(runs, LOOKS, strict=True)):
        stroke = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
        upper = [point(across, row, "high") for row in run["curve"]]
        lower = [point(across, row, "low") for row in reversed(run["curve"])]
        line = [point(across, row, "share") for row in run["curve"]]
        parts.append(f'<polygon points="{" ".join(upper + lower)}" fill="{colour}22"/>')
        parts.append(f'<polyline points="{" ".join(line)}" {stroke}/>')
        x = LEFT + 250 * number
        parts.append(f'<path d="M{x} {TOP - 10}h28" {stroke}/>')
        parts.append(words(x + 34, TOP - 6, run["name"], "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' style="{STYLE}"><title>{escape(TITLE)}</title>{words(LEFT, 18, TITLE, "start")}'
        f"{''.join(parts)}</svg>\n"
    )


def axes(across: Scale) -> list[str]:
    """Lines and figures of both axes, and the line of an even match."""
    parts = []
    for share in (0.0, EVEN, 0.5, 0.75, 1.0):
        dash = ' stroke-dasharray="2 4" stroke-width="2"' if share == EVEN else ""
        y = down(share)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{GRID}"{dash}/>')
        parts.append(words(LEFT - 8, y + 4, f"{share:.0%}", "end"))
    for tick in across.ticks():
        parts.append(words(at(across, tick), HEIGHT - BOTTOM + 18, f"{tick:g}", "middle"))
    parts.append(words(WIDTH - RIGHT, HEIGHT - 8, "minutes", "end"))
    parts.append(words(WIDTH - RIGHT, down(EVEN) - 6, "an even match", "end"))
    return parts


def point(across: Scale, row: dict[str, float], name: str) -> str:
    """Where a share is in the picture."""
    return f"{at(across, row['seconds'] / MINUTE):.1f},{down(row[name]):.1f}"


def down(share: float) -> float:
    """How far down a share is."""
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


if __name__ == "__main__":
    PICTURE.write_text(draw(json.loads(RESULTS.read_text())["runs"]), encoding="utf-8")
