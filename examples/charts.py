"""Two kinds of charts as SVG, for the examples: nothing more needs to be installed.

A file of its own has no style sheet, so all colours can be read on white and on black alike. They
can be told apart in every kind of colour blindness, and bars always stand in the legend's order.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from elgrande.arena.svg import Scale, scale_to

WIDTH: Final = 760
STYLE: Final = "font: 15px system-ui, sans-serif"
INK, GRID = "#808080", "#80808050"
COLOURS: Final = ("#3b82d6", "#d5730f", "#a45fae", "#1f9c77", "#b8952a")
TOP: Final = 84  # below the title, the line under it and the legend
Table = Mapping[str, Sequence[float]]  # the values of every series, in the order of the rows


def words(x: float, y: float, text: str, anchor: str = "start", size: int = 15) -> str:
    """A text; its colour can be read on white and on black."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{INK}"'
        f' text-anchor="{anchor}">{escape(text)}</text>'
    )


def rectangle(x: float, y: float, width: float, height: float, colour: str) -> str:
    """A filled part of a bar or of a legend."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"'
        f' fill="{colour}"/>'
    )


def picture(title: str, under: str, names: Sequence[str], height: float, body: str) -> str:
    """A chart with its title, a line that says what is measured, and a legend."""
    legend, x = "", 0.0
    for name, colour in zip(names, COLOURS, strict=False):
        legend += rectangle(x, 57, 14, 14, colour) + words(x + 20, 69, name)
        x += 46 + 8 * len(name)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -4 {WIDTH + 16} {height + 8:.0f}"'
        f' role="img" style="{STYLE}"><title>{escape(title)}</title>'
        f"{words(0, 18, title, size=19)}{words(0, 42, under)}{legend}{body}</svg>\n"
    )


def bars(title: str, under: str, rows: Sequence[str], table: Table, digits: int = 1) -> str:
    """Lying bars: one group for every row, one bar in it for every series, each with its value."""
    left, thick, gap = 150, 17, 12
    step = thick * len(table) + gap
    scale = scale_to([value for values in table.values() for value in values])
    body = ""
    for row, name in enumerate(rows):
        y = TOP + 12 + row * step
        body += words(left - 12, y + thick * len(table) / 2 + 5, name, "end")
        for number, values in enumerate(table.values()):
            end = scale(values[row]) / 100 * (WIDTH - left - 34 - 10 * digits)
            top = y + number * thick
            body += rectangle(left, top, end, thick - 2, COLOURS[number])
            body += words(left + end + 6, top + 13, f"{values[row]:.{digits}f}")
    return picture(title, under, list(table), TOP + 12 + step * len(rows), body)


def columns(title: str, under: str, across: Sequence[str], panels: Mapping[str, Table]) -> str:
    """Standing columns made of parts, one panel beside the other on one scale."""
    height, room = 250, 40
    width = (WIDTH - room * (len(panels) - 1)) / len(panels)
    series = list(next(iter(panels.values())))
    totals = {
        name: [sum(values[place] for values in table.values()) for place in range(len(across))]
        for name, table in panels.items()
    }
    scale = Scale(0.0, max(max(values) for values in totals.values()))
    bottom = TOP + 50 + height
    body = ""
    for panel, (name, table) in enumerate(panels.items()):
        begin, step = panel * (width + room), width / len(across)
        body += words(begin, TOP + 24, name, size=17)
        body += f'<path d="M{begin:.1f} {bottom}h{width:.1f}" stroke="{INK}"/>'
        for place, label in enumerate(across):
            x, y = begin + place * step, float(bottom)
            for number, values in enumerate(table.values()):
                tall = scale(values[place]) / 100 * height
                y -= tall
                # A hairline between the parts keeps them apart without colours, too.
                body += rectangle(x + step * 0.1, y, step * 0.8, tall - 1, COLOURS[number])
            middle = x + step / 2
            body += words(middle, y - 6, f"{totals[name][place]:.1f}", "middle", 13)
            body += words(middle, bottom + 20, label, "middle")
        body += words(begin + width, bottom + 42, "round", "end")
    return picture(title, under, series, bottom + 48, body)
