"""The complete position, hidden cards included, as plain JSON data."""

from typing import Final, cast

from mypy_extensions import i64

from elgrande.rules.board import (
    BIT,
    CASTILLO,
    COURT,
    MODIFIER_KEYS,
    MODIFIERS,
    NOWHERE,
    PLACE_KEYS,
    POWER_CARDS,
    PROVINCE,
    REGION_KEYS,
    REGIONS,
    STACKS,
    TILE_KEYS,
    TILES,
    rounds_begun,
)
from elgrande.rules.frames import KIND_KEYS
from elgrande.rules.keys import KingPlace, Modifier, Region, Tile
from elgrande.rules.packing import (
    argument_of,
    earlier_notes,
    kind_of,
    last_note,
    note_is_modifier,
    note_round,
    note_seat,
    seat_of,
)
from elgrande.rules.snapshot_types import FrameData, ModifiersData, SnapshotData
from elgrande.rules.state import State
from elgrande.rules.view_types import PlaceData, TakeBack

TOTALS: Final = range(-1, 16)


def snapshot_of(state: State) -> SnapshotData:
    """Everything, hidden cards and secret answers too."""
    deal = state.deal
    seats = range(deal.players)
    colours = range(deal.colours)
    return {
        "options": deal.options.to_data(),
        "round": state.round,
        "rounds_played": state.rounds_played,
        "phase": KIND_KEYS[kind_of(state.top())],
        "over": state.over,
        "king": cast(KingPlace, PLACE_KEYS[state.king]),
        "first_player": state.first_player,
        "regions": {REGION_KEYS[region]: place_data(state, region) for region in range(REGIONS)},
        "castillo": place_data(state, CASTILLO),
        "court": [state.caballeros(COURT, colour) for colour in colours],
        "province": [state.caballeros(PROVINCE, colour) for colour in colours],
        "scores": [state.score(seat) for seat in seats],
        "hands": [powers_in(state.hand(seat)) for seat in seats],
        "discards": [powers_in(state.discard(seat)) for seat in seats],
        "played": [state.power(colour) or None for colour in colours],
        "totals": [state.total(colour) for colour in colours],
        "totals_taken": [total for total in TOTALS if state.totals & BIT[total + 2]],
        "turn_order": [state.in_order(index) for index in colours],
        "power_history": [power_history(state, seat) for seat in seats],
        "modifiers": modifier_data(state),
        "take_backs": take_back_data(state),
        "taken_back": {
            "powers": seats_in(state.taken_back & 255),
            "modifiers": seats_in(state.taken_back >> 8),
        },
        "stacks": {str(stack + 1): stack_data(state, stack, True) for stack in stacks_of(state)},
        "seen": {str(stack + 1): stack_data(state, stack, False) for stack in stacks_of(state)},
        "revealed": revealed_data(state),
        "available": [stack + 1 for stack in stacks_of(state) if state.available & BIT[stack]],
        "card": None if state.card == NOWHERE else deal.key(state.card),
        "infiltrating": state.infiltrating,
        "vetoes": {"fresh": seats_in(state.veto_fresh), "old": seats_in(state.veto_old)},
        "allowed": seats_in(state.allowed),
        "performer": None if state.performer == NOWHERE else state.performer,
        "discs": [None if state.disc(seat) == NOWHERE else state.disc(seat) for seat in seats],
        "dummy": {
            "powers": list(deal.dummy_powers),
            "regions": [[REGION_KEYS[region] for region in drawn] for drawn in deal.dummy_regions],
            "drawn": state.regions_drawn,
        },
        "frames": [frame_data(state.frame(index)) for index in range(state.depth)],
    }


def place_data(state: State, place: i64) -> PlaceData:
    """The pieces and the tile of a region or the Castillo."""
    tile: Tile | None = None
    for number in range(TILES):
        if state.tile(number) == place:
            tile = TILE_KEYS[number]
    return {
        "caballeros": [state.caballeros(place, colour) for colour in range(state.deal.colours)],
        "grandes": [seat for seat in range(state.deal.players) if state.grande(seat) == place],
        "tile": tile,
    }


def powers_in(mask: i64) -> list[int]:
    """The power cards of a mask."""
    return [value for value in range(1, POWER_CARDS + 1) if mask & BIT[value]]


def modifiers_in(mask: i64) -> list[Modifier]:
    """The modifiers of a mask."""
    return [MODIFIER_KEYS[card] for card in range(MODIFIERS) if mask & BIT[card]]


def seats_in(mask: i64) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(5) if mask & BIT[seat]]


def regions_in(mask: i64) -> list[Region]:
    """The regions of a mask, in their order."""
    return [REGION_KEYS[region] for region in range(REGIONS) if mask & BIT[region]]


def power_history(state: State, seat: i64) -> list[int]:
    """The power cards a seat has played, round by round."""
    powers: list[int] = []
    packed: i64 = state.power_history(seat)
    while packed:
        powers.append(packed & 15)
        packed >>= 4
    return powers


def modifier_history(state: State, seat: i64) -> list[Modifier | None]:
    """The modifiers a seat has played with them, or None."""
    cards: list[Modifier | None] = []
    packed: i64 = state.modifier_history(seat)
    for _ in power_history(state, seat):
        card: i64 = (packed & 31) - 1
        cards.append(MODIFIER_KEYS[card] if card >= 0 else None)
        packed >>= 5
    return cards


def modifier_key(card: i64) -> Modifier | None:
    """The name of a modifier, or None."""
    return None if card == NOWHERE else MODIFIER_KEYS[card]


def modifier_data(state: State) -> ModifiersData:
    """Everything about Power Shift."""
    seats = range(state.deal.players)
    return {
        "hands": [modifiers_in(state.modifiers(seat)) for seat in seats],
        "spent": [modifiers_in(state.spent_modifiers(seat)) for seat in seats],
        "played": [modifier_key(state.modifier(seat)) for seat in seats],
        "passed": [modifier_key(state.passed(seat)) for seat in seats],
        "history": [modifier_history(state, seat) for seat in seats],
    }


def take_back_data(state: State) -> list[TakeBack]:
    """Who used C-power when, and whether it took a modifier: that much everybody sees."""
    notes: list[TakeBack] = []
    packed: i64 = state.take_backs
    while packed:
        one: i64 = last_note(packed)
        notes.append(
            {
                "seat": note_seat(one),
                "rounds_played": note_round(one),
                "modifier": note_is_modifier(one),
            }
        )
        packed = earlier_notes(packed)
    notes.reverse()
    return notes


def stacks_of(state: State) -> list[int]:
    """The stacks in play, counted from 0."""
    return [stack for stack in range(STACKS) if state.deal.stack_bits & BIT[stack]]


def earlier_rounds(state: State) -> i64:
    """How many rounds lie behind the one whose cards are face up."""
    return rounds_begun(state.round, state.deal.short) - (1 if state.round else 0)


def stack_data(state: State, stack: int, hidden: bool) -> list[str]:
    """The cards of a stack still face down, or those of earlier rounds."""
    cards = state.deal.stacks[stack]
    if len(cards) == 1:
        return []  # the King's card is there every round (R8)
    earlier = earlier_rounds(state)
    part = cards[earlier + (1 if state.round else 0) :] if hidden else cards[:earlier]
    return [state.deal.key(card) for card in part]


def revealed_data(state: State) -> dict[str, str]:
    """The card every stack showed at the start of this round."""
    if not state.round:
        return {}
    earlier = earlier_rounds(state)
    return {
        str(stack + 1): state.deal.key(state.deal.card_at(stack, earlier))
        for stack in stacks_of(state)
    }


def frame_data(frame: i64) -> FrameData:
    """A frame by name."""
    return {
        "kind": KIND_KEYS[kind_of(frame)],
        "seat": seat_of(frame),
        "argument": argument_of(frame),
    }
