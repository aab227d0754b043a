"""The picture of a soak: memory over time, as an SVG that needs no style sheet."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from elgrande.arena.svg import Scale, scale_to

WIDTH, HEIGHT = 800, 360
LEFT, RIGHT, TOP, BOTTOM = 62, 18, 44, 44
# Readable on white and on black alike; each line has its own dash pattern too, for readers who do
# not see colours.
INK, GRID = "#767676", "#76767640"
STYLE = "font: 13px system-ui, sans-serif"


class Line(NamedTuple):
    """A quantity over time."""

    name: str
    values: Sequence[float]
    colour: str
    dash: str = ""


def draw(title: str, minutes: Sequence[float], lines: Sequence[Line], warm_up: float) -> str:
    """Draw the lines over minutes, with the warm-up set apart."""
    across = Scale(0.0, max(max(minutes), 1.0))
    up = scale_to([value for line in lines for value in line.values])
    parts = [
        f'<rect x="{LEFT}" y="{TOP}" width="{at(across, warm_up) - LEFT:.1f}"'
        f' height="{HEIGHT - TOP - BOTTOM}" fill="{GRID}"/>',
        *axes(across, up),
    ]
    for number, line in enumerate(lines):
        points = " ".join(
            f"{at(across, minute):.1f},{height_of(up, value):.1f}"
            for minute, value in zip(minutes, line.values, strict=True)
        )
        stroke = (
            f'fill="none" stroke="{line.colour}" stroke-width="2" stroke-dasharray="{line.dash}"'
        )
        parts.append(f'<polyline points="{points}" {stroke}/>')
        x = LEFT + 250 * number
        parts.append(f'<path d="M{x} {TOP - 10}h28" {stroke}/>')
        parts.append(words(x + 34, TOP - 6, line.name, "start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' style="{STYLE}"><title>{escape(title)}</title>{words(LEFT, 18, title, "start")}'
        f"{''.join(parts)}</svg>\n"
    )


def axes(across: Scale, up: Scale) -> list[str]:
    """Lines and figures of both axes."""
    parts = []
    for tick in up.ticks():
        y = height_of(up, tick)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{GRID}"/>')
        parts.append(words(LEFT - 8, y + 4, f"{tick:g}", "end"))
    for tick in across.ticks():
        parts.append(words(at(across, tick), HEIGHT - BOTTOM + 18, f"{tick:g}", "middle"))
    parts.append(words(WIDTH - RIGHT, HEIGHT - 8, "minutes", "end"))
    parts.append(words(LEFT - 8, TOP - 6, "MiB", "end"))
    return parts


def at(across: Scale, minute: float) -> float:
    """How far to the right a minute is."""
    return LEFT + across(minute) * (WIDTH - LEFT - RIGHT) / 100


def height_of(up: Scale, value: float) -> float:
    """How far down a value is."""
    return HEIGHT - BOTTOM - up(value) * (HEIGHT - TOP - BOTTOM) / 100


def words(x: float, y: float, text: str, anchor: str) -> str:
    """A text in the colour of the axes."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}" text-anchor="{anchor}">{escape(text)}</text>'
    )
