"""What happened, told: the news since the last time, and the lasting log."""

from collections.abc import Iterator, Sequence
from typing import Final

from elgrande.cli.words import word
from elgrande.editions.wording import colour_name
from elgrande.game import Game

Event = dict[str, object]

# Once one of these has happened, taking a choice back would be peeking.
REVEALING: Final = frozenset(
    {"round", "revealed", "dummy_drew", "disc_shown", "castillo_opened", "modifiers_arrived"}
)
# The board that follows shows these.
ON_THE_BOARD: Final = frozenset({"revealed", "order", "turn_ended"})


def reveals_something(events: Sequence[Event]) -> bool:
    """Whether any of these events showed what was hidden before."""
    return any(event["event"] in REVEALING for event in events)


def tell_news(game: Game, events: Sequence[Event], language: str) -> Iterator[tuple[Event, str]]:
    """The events with their sentences; moves alike are told as one, and nothing the board shows."""
    for event in _merge_moves(events):
        if event["event"] not in ON_THE_BOARD:
            yield event, game.tell(event, language)


def tell_log(game: Game, events: Sequence[Event], language: str) -> Iterator[str]:
    """All sentences; how many are in a secret Castillo is not kept until it is opened (R11)."""
    opened = _last_opening(events) if game.options.castillo == "secret" else len(events)
    yield from (game.tell(event, language) for event in _merge_moves(events[:opened]))
    last = ""
    for event in _merge_moves(events[opened:]):
        secret = event["event"] == "moved" and event["to"] == "castillo"
        sentence = _throw(game, event, language) if secret else game.tell(event, language)
        if not secret or sentence != last:
            yield sentence
        last = sentence


def _last_opening(events: Sequence[Event]) -> int:
    """How many events came before the Castillo was last opened."""
    openings = [number for number, event in enumerate(events) if _is_opening(event)]
    return openings[-1] if openings else 0


def _is_opening(event: Event) -> bool:
    return event["event"] == "castillo_opened"


def _throw(game: Game, event: Event, language: str) -> str:
    """That a colour threw caballeros into the Castillo, but not how many."""
    colour = event["colour"]
    assert isinstance(colour, int)
    name = colour_name(colour, game.options, language)
    return word(language, "thrown", Colour=name.capitalize())


def _merge_moves(events: Sequence[Event]) -> Iterator[Event]:
    """Let caballeros of one colour that went the same way one by one go together."""
    held: Event | None = None
    for event in events:
        if held is not None and _goes_the_same_way(held, event):
            held = {**held, "count": _count(held) + _count(event)}
            continue
        if held is not None:
            yield held
        held = event
    if held is not None:
        yield held


def _goes_the_same_way(one: Event, other: Event) -> bool:
    return one["event"] == "moved" and {**one, "count": 0} == {**other, "count": 0}


def _count(event: Event) -> int:
    count = event["count"]
    assert isinstance(count, int)
    return count
