"""Small drawings that fit any width: fixed heights, and all across in percent.

Pictures that are scaled as a whole, as plotting libraries make them, have letters of 5 px on a
phone and need a second copy for the dark theme. These keep their letters and take their colours
from the page's style sheet.
"""

import math
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

COLOURS: Final = ("carmine", "azure", "ochre", "green", "violet")
# The fields of the five houses: plain, per pale, chequy, bendy, semé.
FIELDS: Final = (
    "",
    '<rect width="4" height="8"/>',
    '<path d="M0 0h4v4h-4zM4 4h4v4h-4z"/>',
    '<path d="M-2 10L10 -2M-2 2L2 -2M6 10L10 6"/>',
    '<circle cx="2" cy="2" r="1.3"/><circle cx="6" cy="6" r="1.3"/>',
)
MARKERS: Final = (
    '<circle r="5.5"/>',
    '<path d="M-5 -5h10v10h-10z"/>',
    '<path d="M0 -7L7 0L0 7L-7 0z"/>',
    '<path d="M0 -6.5L6.5 5H-6.5z"/>',
    '<path d="M0 6.5L6.5 -5H-6.5z"/>',
)
EVERYONE: Final = -1  # the slot of all bots together
CROSS: Final = '<path d="M-2.2 -7h4.4v4.8h4.8v4.4h-4.8v4.8h-4.4v-4.8h-4.8v-4.4h4.8z"/>'
TICKS: Final = 5


class Scale(NamedTuple):
    """Where a value lies across a drawing, in percent; what lies outside goes to the edge."""

    low: float
    high: float
    logarithmic: bool = False

    def __call__(self, value: float) -> float:
        """The percentage of a value.

        >>> Scale(0, 50)(10)
        20.0
        """
        low, high = self.low, self.high
        if self.logarithmic:
            low, high, value = math.log10(low), math.log10(high), math.log10(max(value, low))
        return round(min(max(100 * (value - low) / (high - low), 0.0), 100.0), 2)

    def ticks(self) -> list[float]:
        """Round values to mark."""
        if self.logarithmic:
            first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
            return [10.0**power for power in range(first, last + 1)]
        step = round_step((self.high - self.low) / TICKS)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(index * step, 9) for index in range(first, last + 1)]


def round_step(about: float) -> float:
    """The 1, 2 or 5 times a power of ten that is nearest.

    >>> round_step(0.08), round_step(13), round_step(21)
    (0.1, 10.0, 20.0)
    """
    power = math.floor(math.log10(about))
    steps = [factor * 10.0**exponent for exponent in (power, power + 1) for factor in (1, 2, 5)]
    return min(steps, key=lambda step: abs(math.log(step / about)))


def scale_to(values: Sequence[float], from_zero: bool = True) -> Scale:
    """A scale that holds all values with a little room."""
    low, high = (0.0 if from_zero else min(values)), max(values)
    room = 0.03 * (high - low) or 1.0
    return Scale(low if from_zero else low - room, high + room)


def drawing(height: int, label: str, *parts: str) -> str:
    """A drawing as wide as its container, with a description in words."""
    return (
        f'<svg class="plot" height="{height}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def level(low: float, high: float, y: float, name: str) -> str:
    """A level line between two percentages."""
    return f'<line class="{name}" x1="{low}%" x2="{high}%" y1="{y}" y2="{y}"/>'


def upright(x: float, top: float, bottom: float, name: str) -> str:
    """An upright line at a percentage."""
    return f'<line class="{name}" x1="{x}%" x2="{x}%" y1="{top}" y2="{bottom}"/>'


def box(low: float, high: float, top: float, height: float, fill: str, title: str = "") -> str:
    """A filled rectangle between two percentages; `fill` names a pattern of the page."""
    told = f"<title>{escape(title)}</title>" if title else ""
    width = round(high - low, 2)
    return (
        f'<rect x="{low}%" width="{width}%" y="{round(top, 1)}" height="{round(height, 1)}"'
        f' fill="url(#{fill})">{told}</rect>'
    )


def marker(x: float, y: float, slot: int, hollow: bool = False) -> str:
    """The sign of a bot at a percentage."""
    name = f"marker {tint(slot)}{' hollow' if hollow else ''}"
    return f'<svg x="{x}%" y="{y}" class="{name}">{_shape(slot)}</svg>'


def text(x: float, y: float, words: str, name: str = "", anchor: str = "middle") -> str:
    """Words at a percentage."""
    given = f' class="{name}"' if name else ""
    return f'<text{given} x="{x}%" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'


def sign(slot: int) -> str:
    """The sign of a bot beside its name."""
    return (
        f'<svg class="sign marker {tint(slot)}" viewBox="-8 -8 16 16" aria-hidden="true">'
        f"{_shape(slot)}</svg>"
    )


def tint(slot: int) -> str:
    """The class that gives a drawing the colour of a bot."""
    return "everyone" if slot == EVERYONE else f"c{slot % len(COLOURS)}"


def _shape(slot: int) -> str:
    return CROSS if slot == EVERYONE else MARKERS[slot % len(MARKERS)]


def swatch(fill: str) -> str:
    """A patch of a pattern, for a legend."""
    return (
        '<svg class="swatch" aria-hidden="true">'
        f'<rect width="100%" height="100%" fill="url(#{fill})"/></svg>'
    )


def patterns(bots: int, sources: Sequence[str]) -> str:
    """The patterns of the page: one for each bot and one for each source of points."""
    made = []
    for slot in range(bots):
        # After five bots the houses repeat with other fields.
        field = FIELDS[(slot + slot // len(COLOURS)) % len(FIELDS)]
        made.append(_pattern(f"bot{slot}", tint(slot), field))
    for index, source in enumerate(sources):
        made.append(_pattern(f"from-{source}", f"s-{source}", FIELDS[index % len(FIELDS)]))
    made.append(_pattern("gold", "gold", ""))
    made.append(_pattern("everyone", "everyone", ""))
    return f'<svg class="patterns" aria-hidden="true"><defs>{"".join(made)}</defs></svg>'


def _pattern(name: str, colour: str, field: str) -> str:
    return (
        f'<pattern id="{name}" class="field {colour}" width="8" height="8"'
        f' patternUnits="userSpaceOnUse"><rect class="ground" width="8" height="8"/>'
        f"{field}</pattern>"
    )
