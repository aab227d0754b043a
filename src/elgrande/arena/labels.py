"""What people call the figures, the same in the terminal and in the report."""

from collections import Counter
from collections.abc import Sequence
from shlex import quote
from typing import Any, Final

from elgrande.rules.options import Options

SOURCE_NAMES: Final = {
    "region_1": "1st places",
    "region_2": "2nd places",
    "region_3": "3rd places",
    "castillo": "Castillo",
    "king_bonus": "King's bonus",
    "grande_bonus": "Grande's bonus",
    "special": "Special scorings",
}
REASON_NAMES: Final = {
    "raised": "raised an error",
    "illegal": "illegal choice",
    "late": "too late",
    "died": "process died",
}
FLAGS: Final = ("short", "merged_stacks", "new_regency", "power_shift")


def line_up(entries: Sequence[str]) -> str:
    """Who played whom.

    >>> line_up(["strong", "steady", "steady"])
    'strong against 2 \u00d7 steady'
    """
    counted = Counter(entries)
    names = [bot if count == 1 else f"{count} \u00d7 {bot}" for bot, count in counted.items()]
    if len(names) == 1:
        return f"{names[0]} alone" if len(entries) == 1 else names[0]
    return f"{names[0]} against {' and '.join(', '.join(names[1:]).rsplit(', ', 1))}"


def percent(value: float | None, digits: int = 1) -> str:
    """A share in percent; a dash for none."""
    return "\u2013" if value is None else f"{100 * value:.{digits}f}%"


def number(value: float | None, digits: int = 1) -> str:
    """A figure; a dash for none."""
    return "\u2013" if value is None else f"{value:.{digits}f}".replace("-", "\u2212")


def wins(value: float) -> str:
    """A count of wins, with a digit more only for shared ones."""
    return f"{value:.1f}".removesuffix(".0")


def signed(value: float) -> str:
    """A figure with its sign, and a true minus."""
    return f"{value:+.1f}".replace("-", "\u2212")


def milliseconds(value: float | None) -> str:
    """A time, with as many digits as it deserves."""
    if value is None:
        return "\u2013"
    if 0 < value < 0.01:
        return "<0.01"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def command_of(summary: dict[str, Any], first_seed: int) -> str:
    """What to type to play the match again."""
    given = summary.get("command")
    if given:
        return str(given)
    words = ["elgrande arena", "--bots", quote(",".join(summary["entries"]))]
    words += ["--games", str(summary["games"]), "--seed", str(first_seed)]
    limit = summary.get("run", {}).get("limit")
    if limit is not None:
        words += ["--limit", f"{limit:g}"]
    plain = Options(players=summary["players"]).to_data()
    for name, value in summary["options"].items():
        option = "--" + name.replace("_", "-")
        if value == plain.get(name):
            continue
        if name in FLAGS:
            words.append(option)
        elif name == "old_hands":
            words += [f"{option} {card}" for card in value]
        else:
            words.append(f"{option} {value}")
    return " ".join(words)
