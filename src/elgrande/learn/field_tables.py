"""The tables of docs/research/encodings.md that name every action and byte, written from the code.

    python -m elgrande.learn.field_tables docs/research/encodings.md

writes them again between their two marks.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from elgrande.learn.core.actions import ACTIONS
from elgrande.learn.observation_fields import (
    BLOCKS,
    OBSERVATION_VERSION,
    RESERVE,
    Field,
    size_of,
)
from elgrande.rules.board import COLOURS, MODIFIER_KEYS, PLACE_KEYS, REGIONS, STACKS
from elgrande.rules.choices import (
    ALLOW,
    CHOICES,
    COUNT_BASE,
    EITHER_BASE,
    END,
    GRANDE_BASE,
    MODIFIER_BASE,
    PIECE_BASE,
    PLACE_ACTION,
    PLACE_BASE,
    POWER_BASE,
    SPECIAL_ACTION,
    STACK_BASE,
    STOP,
    TILE_BASE,
)

ACTION_VERSION: Final = "elgrande-actions-1"
BEGIN: Final = "<!-- tables: written by `make learning-tables` -->"
END_MARK: Final = "<!-- end of tables -->"
# The first action of every group, and what the group means.
GROUPS: Final = (
    (STOP, "no more"),
    (PLACE_BASE, f"a place: {', '.join(PLACE_KEYS)}"),
    (PIECE_BASE, f"a caballero: {PIECE_BASE} + {REGIONS} · colour + region"),
    (PIECE_BASE + COLOURS * REGIONS, "never legal"),
    (END, "end the turn, no modifier, leave the Grandes"),
    (COUNT_BASE, "take 0 to 6 caballeros from the Province"),
    (POWER_BASE + 1, "a power card, 1 to 13"),
    (MODIFIER_BASE, f"a modifier: {', '.join(MODIFIER_KEYS)}"),
    (STACK_BASE, f"the card of a stack, 1 to {STACKS}"),
    (PLACE_ACTION, "begin placing caballeros"),
    (SPECIAL_ACTION, "perform the special action"),
    (EITHER_BASE, "the first or the second action of Delegation"),
    (TILE_BASE, "the tile 8/4/0 or 4/0/0"),
    (GRANDE_BASE, f"a Grande: {GRANDE_BASE} + colour"),
    (ALLOW, "allow, allow all, veto"),
    (CHOICES, "never legal, for later versions"),
)


def action_lines() -> Iterator[str]:
    """The table of actions."""
    yield f"## Actions: `{ACTION_VERSION}`\n"
    yield "| actions | meaning |"
    yield "|---|---|"
    ends = [*(first for first, _ in GROUPS[1:]), ACTIONS]
    for (first, meaning), end in zip(GROUPS, ends, strict=True):
        yield f"| {span(first, end)} | {meaning} |"


def observation_lines() -> Iterator[str]:
    """The tables of an observation: its blocks, then the bytes of every kind of block."""
    yield f"\n## Observations: `{OBSERVATION_VERSION}`\n"
    yield "| bytes | block | fields |"
    yield "|---|---|---|"
    at = 0
    for block in BLOCKS:
        size = size_of(block.fields)
        yield f"| {span(at, at + size)} | `{block.name}` | {block.kind} |"
        at += size
    for kind in dict.fromkeys(block.kind for block in BLOCKS):
        fields = next(block.fields for block in BLOCKS if block.kind == kind)
        yield f"\n**{kind}**\n"
        yield "| byte of the block | names | scale | meaning |"
        yield "|---|---|---:|---|"
        yield from field_lines(fields)


def field_lines(fields: tuple[Field, ...]) -> Iterator[str]:
    """A line for every field of a block."""
    at = 0
    for field in fields:
        end = at + len(field.names)
        names = "-" if field.names[0] == RESERVE else ", ".join(f"`{n}`" for n in field.names)
        yield f"| {span(at, end)} | {names} | {field.scale} | {field.help} |"
        at = end


def span(first: int, end: int) -> str:
    """The numbers from the first to the one before the end."""
    return str(first) if end == first + 1 else f"{first} to {end - 1}"


def tables() -> str:
    """All tables, between their marks."""
    return "\n".join([BEGIN, "", *action_lines(), *observation_lines(), "", END_MARK])


def renewed(text: str) -> str:
    """The document with today's tables."""
    before, _, rest = text.partition(BEGIN)
    return before + tables() + rest.partition(END_MARK)[2]


if __name__ == "__main__":
    document = Path(sys.argv[1])
    document.write_text(renewed(document.read_text(encoding="utf-8")), encoding="utf-8")
