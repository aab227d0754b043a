"""How long things that nobody needs any more are kept, each with a default and a sentence.

A time is written `90d` (days), `12h` (hours) or `off`: for ever.
"""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from elgrande.server.errors import BadSetting

HOUR_MS: Final = 3_600_000
DAY_MS: Final = 24 * HOUR_MS
LONGEST_SHOWN: Final = 40
_UNITS: Final = {"h": HOUR_MS, "d": DAY_MS}


class KeepRow(Struct, frozen=True):
    """The default of a retention time in milliseconds (None: for ever), and what it applies to."""

    default: int | None
    sentence: str


# In the order in which a round removes them: tables before the guests who sat at them.
KEEP: Final = MappingProxyType(
    {
        "sessions": KeepRow(7 * DAY_MS, "Expired sessions."),
        "invitations": KeepRow(30 * DAY_MS, "Withdrawn links, counted from when they were made."),
        "deliveries": KeepRow(14 * DAY_MS, "Turn notifications that were delivered or given up."),
        "chat": KeepRow(180 * DAY_MS, "Chat messages, counted from the end of the game."),
        "idle_tables": KeepRow(90 * DAY_MS, "Running games without a move; they are closed then."),
        "open_tables": KeepRow(
            30 * DAY_MS, "Tables that never started, counted from the last activity."
        ),
        "closed_tables": KeepRow(30 * DAY_MS, "Tables closed before their game was over."),
        "bot_games": KeepRow(30 * DAY_MS, "Finished games with only bots."),
        "finished_tables": KeepRow(None, "Other finished games."),
        "guests": KeepRow(
            90 * DAY_MS, "Players with no password and no table, since they were here."
        ),
    }
)

Keep = Mapping[str, int | None]


def kept_for(keep: Keep, name: str) -> int | None:
    """How many milliseconds something is kept; None: for ever."""
    return keep[name] if name in keep else KEEP[name].default


def read_keep(texts: Iterable[str]) -> dict[str, int | None]:
    """The times set by texts like `guests=90d`."""
    keep: dict[str, int | None] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in KEEP:
            raise BadSetting(f"There is no retention time {_short(name)}{_meant(name)}")
        found = re.fullmatch(r"(\d{1,5})([dh])", value, flags=re.ASCII)
        if value != "off" and (found is None or int(found[1]) < 1):
            raise BadSetting(
                f"Write how long to keep {name} as 90d, 12h or off, not {_short(value)}."
            )
        keep[name] = None if found is None else int(found[1]) * _UNITS[found[2]]
    return keep


def _meant(name: str) -> str:
    near = get_close_matches(name[:LONGEST_SHOWN], KEEP, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else f"; choose from {', '.join(KEEP)}."


def _short(text: str) -> str:
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}...")
