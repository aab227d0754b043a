"""A game as a row of moments: what a seat saw after each choice, and what had just happened."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from elgrande.game import Game
from elgrande.rules.events import lasting_events
from elgrande.rules.view_types import ViewData

# Here a turn, or something as large, is over.
STOPS = frozenset({"turn_ended", "round", "general_scoring", "castillo_opened"})


class Moment(NamedTuple):
    """A position with something to see: what was said about it, and whether a turn is over."""

    position: int
    view: ViewData
    says: tuple[str, ...]
    is_stop: bool


class Course(NamedTuple):
    """How a game went: where it began, as a snapshot at a position, and the choices by seat."""

    start: Mapping[str, object]
    first: int
    line: Sequence[tuple[int, int]]


def moments(
    course: Course,
    *,
    seat: int | None = None,
    names: Sequence[str] | None = None,
    language: str = "en",
    since: int | None = None,
    until: int | None = None,
) -> list[Moment]:
    """The moments from one position to another, as a seat or a spectator knew them.

    A position at which nothing happened is no moment, except the first one: what is said about it
    happened last.
    """
    since = course.first if since is None else since
    until = course.first + len(course.line) if until is None else until
    game = Game.from_snapshot(course.start)
    game.listen()
    seen: list[tuple[int, ViewData, int, int]] = []
    told = 0
    for step in range(len(course.line) + 1):
        position = course.first + step
        if since <= position <= until:
            seen.append((position, game.view(seat).data, told, game.event_count))
        told = game.event_count
        if step < len(course.line):
            who, choice = course.line[step]
            game.play(choice, who)
    lasting = [*lasting_events(game.events(seat), game.options.castillo == "secret")]
    kept: list[Moment] = []
    for position, view, before, after in seen:
        events = [event for index, event in lasting if before <= index < after]
        if not events and kept:
            continue
        events = events or [event for index, event in lasting if index < after][-1:]
        says = tuple(game.tell(event, language, names) for event in events)
        kept.append(Moment(position, view, says, any(one["event"] in STOPS for one in events)))
    return kept
