"""What just happened, for the log and the animation; noted only while somebody is listening.

An event is noted as one integer (`State.tell`). `describe_event` turns it into plain data for one
seat or a spectator, leaving out what that seat may not know. This module also says which events
reveal something hidden, and what a lasting log keeps.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, cast

from elgrande.rules.board import CASTILLO, MODIFIER_KEYS, PLACE_KEYS, TILE_KEYS
from elgrande.rules.deal import Deal
from elgrande.rules.event_types import Event

ROUND_BEGAN: Final = 0
REVEALED: Final = 1
DUMMY_DREW: Final = 2
POWER_PLAYED: Final = 3
MODIFIER_PLAYED: Final = 4
MODIFIER_PASSED: Final = 5
MODIFIERS_ARRIVED: Final = 6
ORDER_SET: Final = 7
CARD_TAKEN: Final = 8
DUMMY_TOOK: Final = 9
ANNOUNCED: Final = 10
ALLOWED: Final = 11
VETOED: Final = 12
VETO_KEPT: Final = 13
VETO_EXPIRED: Final = 14
MOVED: Final = 15
GRANDE_MOVED: Final = 16
KING_MOVED: Final = 17
TILE_PUT: Final = 18
REGION_NAMED: Final = 19
DISC_SET: Final = 20
DISC_SHOWN: Final = 21
TAKEN_BACK: Final = 22
INFILTRATED: Final = 23
CASTILLO_OPENED: Final = 24
SCORED: Final = 25
GENERAL_SCORING: Final = 26
FIRST_PLAYER: Final = 27
GAME_ENDED: Final = 28
TURN_ENDED: Final = 29
CASTILLO_HELD: Final = 30
PLACE_COUNTED: Final = 31
UNPAID: Final = 32

# For each event its name and what its numbers are. A name that ends in "!" is only for the seat in
# the first number.
EVENT_FIELDS: Final[tuple[tuple[str, ...], ...]] = (
    ("round", "round"),
    ("revealed", "stack", "card"),
    ("dummy_drew", "place", "count"),
    ("power", "colour", "value"),
    ("modifier", "colour", "modifier"),
    ("modifier_passed", "colour", "modifier!"),
    ("modifiers_arrived",),
    ("order", "index", "colour"),
    ("card", "colour", "stack", "card"),
    ("dummy_took", "stack", "card"),
    ("announced", "colour", "card"),
    ("allowed", "colour", "whole"),
    ("vetoed", "colour", "by"),
    ("veto_kept", "colour"),
    ("veto_expired", "colour"),
    ("moved", "colour", "from", "to", "count", "by"),
    ("grande_moved", "colour", "from", "to", "by"),
    ("king_moved", "from", "to", "by"),
    ("tile_put", "tile", "from", "to", "by"),
    ("region_named", "colour", "place"),
    ("disc_set", "colour", "place!"),
    ("disc_shown", "colour", "place"),
    ("taken_back", "colour", "value!", "modifier!"),
    ("infiltrated", "colour"),
    ("castillo_opened",),
    ("scored", "place", "colour", "points", "rank", "count", "king", "grande"),
    ("general_scoring", "round"),
    ("first_player", "colour"),
    ("game_ended",),
    ("turn_ended", "colour", "card"),
    ("castillo_held", "colour", "count"),
    ("place_counted", "place", "colours", "first", "second", "third", "first_only"),
    ("unpaid", "place", "colour", "rank", "count"),
)

# Events that show what was hidden. Taking back a choice made before one of them would be peeking.
REVEALING: Final = frozenset(
    {"revealed", "disc_shown", "dummy_drew", "modifier", "modifiers_arrived", "castillo_opened"}
)

_PLACES: Final = ("place", "from", "to")
_PRIVATE: Final = frozenset(
    {fields[0] for fields in EVENT_FIELDS if any(name.endswith("!") for name in fields)}
)


def describe_event(event: int, deal: Deal, seat: int | None) -> Event:
    """The event as plain data, as far as this seat (None: a spectator) may know it."""
    fields = EVENT_FIELDS[event & 127]
    data: dict[str, object] = {"event": fields[0]}
    owner = ((event >> 7) & 127) - 1
    for index in range(1, len(fields)):
        name = fields[index]
        number = ((event >> (7 * index)) & 127) - 1
        if name.endswith("!"):
            if seat != owner:
                continue
            name = name[:-1]
        if name in _PLACES:
            data[name] = PLACE_KEYS[number] if number >= 0 else None
        elif name == "stack":
            data[name] = number + 1
        elif name == "card":
            data[name] = deal.key(number)
        elif name == "tile":
            data[name] = TILE_KEYS[number]
        elif name == "modifier":
            data[name] = MODIFIER_KEYS[number] if number >= 0 else None
        else:
            data[name] = number if number >= 0 else None
    return cast(Event, data)


def insiders(events: Iterable[Event]) -> set[int]:
    """The seats that may know more of these events than a spectator."""
    return {cast(dict[str, int], one)["colour"] for one in events if one["event"] in _PRIVATE}


def reveals(events: Iterable[Event]) -> bool:
    """Whether any of these events showed what was hidden before."""
    return any(event["event"] in REVEALING for event in events)


def is_throw(event: Event) -> bool:
    """Whether caballeros were thrown into the Castillo."""
    return event["event"] == "moved" and event["to"] == PLACE_KEYS[CASTILLO]


def opens_castillo(events: Iterable[Event]) -> bool:
    """Whether the Castillo was opened: a log may now tell how many had been thrown in (R11)."""
    return any(event["event"] == "castillo_opened" for event in events)


def uncounted_from(events: Sequence[Event], secret: bool) -> int:
    """The first event after the Castillo was last opened; if it is never closed, their number.

    How many are thrown in from there on is announced once and not kept (R11).
    """
    if not secret:
        return len(events)
    openings = [index for index, event in enumerate(events) if event["event"] == "castillo_opened"]
    return openings[-1] + 1 if openings else 0


def without_count(throw: Event) -> Event:
    """A throw into the closed Castillo for those who were not there when it was announced."""
    return cast(Event, {name: value for name, value in throw.items() if name != "count"})


def lasting_events(
    events: Sequence[Event], secret: bool, before: Event | None = None
) -> Iterator[tuple[int, Event]]:
    """What a log keeps, with the index of each: consecutive uncounted throws become one (R11).

    The events are the last ones of a game; `before` is the one before them, if there was any.
    """
    uncounted = uncounted_from(events, secret)
    # Whose throw of whose caballeros was kept last, with nothing after it.
    last: tuple[int, int] | None = None
    if secret and before is not None and before["event"] == "moved" and is_throw(before):
        last = before["by"], before["colour"]
    for index, event in enumerate(events):
        if index < uncounted or event["event"] != "moved" or not is_throw(event):
            last = None
            yield index, event
        elif (event["by"], event["colour"]) != last:
            last = event["by"], event["colour"]
            yield index, without_count(event)
