"""What an attack is, and what it finds."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bench.attacks.victim import Victim


@dataclass(frozen=True)
class Figure:
    """One thing that was measured or tried."""

    what: str
    # Seconds, a count, whether it succeeded; None: it did not happen in the time available.
    value: float | int | bool | str | None
    unit: str = ""
    # Whether the server withstood; None where the figure is only for comparison.
    withstood: bool | None = None


@dataclass(frozen=True)
class Attack:
    """Something a stranger does to a server; each attack gets a new one."""

    name: str
    summary: str
    run: Callable[[Victim], Awaitable[list[Figure]]]
    # The attack ends after this many seconds, whatever it has found.
    seconds: float
    # Options of `elgrande serve` besides those that every victim has.
    options: tuple[str, ...] = ()
