"""What happened, in sentences: the news since the last time, and the permanent log."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from elgrande.game import Game
from elgrande.rules.event_types import Event, MovedEvent
from elgrande.rules.events import lasting_events

# The board that follows shows these, or nothing came of them.
NO_NEWS: Final = frozenset({"revealed", "order", "turn_ended", "place_counted", "unpaid"})


def tell_news(game: Game, events: Sequence[Event], language: str) -> Iterator[tuple[Event, str]]:
    """The events with their sentences, without those that are no news; equal moves are merged."""
    for event in _merge_moves(events):
        if event["event"] not in NO_NEWS:
            yield event, game.tell(event, language)


def tell_log(game: Game, events: Sequence[Event], language: str) -> Iterator[str]:
    """The sentences of a permanent log."""
    kept = lasting_events(events, game.options.castillo == "secret")
    for event in _merge_moves(event for _, event in kept):
        yield game.tell(event, language)


def _merge_moves(events: Iterable[Event]) -> Iterator[Event]:
    """Merge moves of single caballeros of one colour along the same way."""
    held: Event | None = None
    for event in events:
        together = None if held is None else _as_one_move(held, event)
        if held is not None and together is None:
            yield held
        held = event if together is None else together
    if held is not None:
        yield held


def _as_one_move(one: Event, other: Event) -> MovedEvent | None:
    """Two moves by the same colour along the same way as one; None if they are not that."""
    if one["event"] != "moved" or other["event"] != "moved":
        return None
    if {**one, "count": 0} != {**other, "count": 0}:
        return None
    return {**one, "count": one["count"] + other["count"]}
