"""What a seat, or a spectator, may see: built up from what it knows (R11, R13).

The view also holds what people work out by hand at a table: who is 1st, 2nd and 3rd everywhere,
what that would score now, and every seat's total after a general scoring from what lies open.
"""

import json
from typing import Final, Literal, cast, overload

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
    SCOREBOARDS,
)
from elgrande.rules.choices import (
    MODIFIER_UNIT,
    POWER_UNIT,
    STOP_BIT,
    count_bits,
    lowest_bit,
)
from elgrande.rules.decision_types import Decision
from elgrande.rules.frames import (
    MODIFIER,
    PASS_MODIFIER,
    POWER,
    TAKE_BACK,
    is_secret,
)
from elgrande.rules.keys import KingPlace, Modifier, Region
from elgrande.rules.legal import answers
from elgrande.rules.packing import (
    argument_of,
    kind_of,
    waiting_of,
)
from elgrande.rules.pending import decision_data, pending_data
from elgrande.rules.scoring import board_of, rank_of, worth
from elgrande.rules.snapshot import (
    modifier_history,
    modifier_key,
    modifiers_in,
    place_data,
    power_history,
    powers_in,
    revealed_data,
    seats_in,
    stack_data,
    stacks_of,
    take_back_data,
)
from elgrande.rules.state import State
from elgrande.rules.view_types import (
    CastilloView,
    DummyView,
    OptionsData,
    OwnView,
    PlayerView,
    PublicView,
    RegionView,
    StackView,
    TakeBack,
    ViewData,
)

ListOfNumbers = Literal[
    "waiting", "allowed", "court", "province", "scores", "if_scored_now", "turn_order", "legal"
]
NOBODY: Final = -1
EVERY_POWER: Final = (2 ** (POWER_CARDS + 1) - 2) * POWER_UNIT
EVERY_MODIFIER: Final = (2**MODIFIERS - 1) * MODIFIER_UNIT


class View:
    """What one seat may see, as plain data that shares nothing with the game."""

    def __init__(self, data: ViewData) -> None:
        self.data = data

    def to_json(self) -> str:
        """The view as JSON text."""
        return json.dumps(self.data, separators=(",", ":"))

    # `view.data` is fully typed; these are so that `view["players"]` is, too.
    @overload
    def __getitem__(self, key: Literal["options"]) -> OptionsData: ...
    @overload
    def __getitem__(self, key: Literal["round", "rounds_played", "first_player"]) -> int: ...
    @overload
    def __getitem__(self, key: Literal["over", "infiltrating"]) -> bool: ...
    @overload
    def __getitem__(self, key: Literal["king"]) -> KingPlace: ...
    @overload
    def __getitem__(self, key: Literal["decision"]) -> Decision | None: ...
    @overload
    def __getitem__(self, key: Literal["pending"]) -> list[Decision]: ...
    @overload
    def __getitem__(self, key: Literal["regions"]) -> dict[Region, RegionView]: ...
    @overload
    def __getitem__(self, key: Literal["castillo"]) -> CastilloView: ...
    @overload
    def __getitem__(self, key: ListOfNumbers) -> list[int]: ...
    @overload
    def __getitem__(self, key: Literal["players"]) -> list[PlayerView]: ...
    @overload
    def __getitem__(self, key: Literal["stacks"]) -> dict[str, StackView]: ...
    @overload
    def __getitem__(self, key: Literal["card"]) -> str | None: ...
    @overload
    def __getitem__(self, key: Literal["take_backs"]) -> list[TakeBack]: ...
    @overload
    def __getitem__(self, key: Literal["dummy"]) -> DummyView | None: ...
    @overload
    def __getitem__(self, key: Literal["seat"]) -> int | None: ...
    @overload
    def __getitem__(self, key: Literal["mine"]) -> OwnView | None: ...
    @overload
    def __getitem__(self, key: str) -> object: ...
    def __getitem__(self, key: str) -> object:
        return cast(dict[str, object], self.data)[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.to_json())


def legal_mask(state: State, seat: i64) -> i64:
    """The legal answers of a seat as a mask, 0 when it is not asked."""
    if seat == state.seat or state.over:
        return state.mask
    if is_secret(state.kind) and waiting_of(state.argument) & BIT[seat]:
        return answers(state, state.kind, seat, state.argument)
    return 0


def asks_for_hand(kind: i64) -> bool:
    """Whether a decision is answered with cards that not everybody knows."""
    return kind == POWER or kind == MODIFIER or kind == PASS_MODIFIER or kind == TAKE_BACK


def open_mask(state: State) -> i64:
    """The possible answers to the current decision as far as everybody knows, as a mask."""
    kind: i64 = state.kind
    mask: i64 = 0
    if state.over:
        return 0
    if asks_for_hand(kind):
        if kind == POWER or kind == TAKE_BACK:
            mask = EVERY_POWER
        if kind != POWER and state.deal.power_shift:
            mask |= EVERY_MODIFIER
        return mask | (state.mask & STOP_BIT)
    for seat in waiting_seats(state):
        mask |= legal_mask(state, seat)
    return mask


def choices_in(mask: i64, base: i64) -> list[int]:
    """The choices of a mask, in order."""
    choices: list[int] = []
    while mask:
        choices.append(lowest_bit(mask) + base)
        mask &= mask - 1
    return choices


def waiting_seats(state: State) -> tuple[int, ...]:
    """The seats that owe a choice now."""
    if state.over:
        return ()
    if is_secret(state.kind):
        return tuple(seats_in(waiting_of(state.argument)))
    return (state.seat,)


def view_of(state: State, seat: i64) -> ViewData:
    """The view of a seat, or of a spectator for NOBODY."""
    return {
        **public_data(state),
        "seat": None if seat == NOBODY else seat,
        "mine": None if seat == NOBODY else own_data(state, seat),
        "legal": [] if seat == NOBODY else choices_in(legal_mask(state, seat), state.base),
    }


def public_data(state: State) -> PublicView:
    """What everybody sees."""
    deal = state.deal
    colours = range(deal.colours)
    return {
        "options": deal.options.to_data(),
        "round": state.round,
        "rounds_played": state.rounds_played,
        "over": state.over,
        "king": cast(KingPlace, PLACE_KEYS[state.king]),
        "first_player": state.first_player,
        "waiting": list(waiting_seats(state)),
        "decision": decision_data(state),
        "pending": pending_data(state),
        "allowed": seats_in(state.allowed),
        "regions": {REGION_KEYS[region]: region_data(state, region) for region in range(REGIONS)},
        "castillo": castillo_data(state),
        "court": [state.caballeros(COURT, colour) for colour in colours],
        "province": [state.caballeros(PROVINCE, colour) for colour in colours],
        "scores": [state.score(player) for player in range(deal.players)],
        "if_scored_now": if_scored_now(state),
        "turn_order": turn_order(state),
        "players": [player_data(state, player) for player in range(deal.players)],
        "stacks": {str(stack + 1): public_stack(state, stack) for stack in stacks_of(state)},
        "card": None if state.card == NOWHERE else deal.key(state.card),
        "infiltrating": state.infiltrating,
        "take_backs": take_back_data(state),
        "dummy": dummy_data(state),
    }


def own_data(state: State, seat: i64) -> OwnView:
    """What only this seat knows."""
    disc: i64 = state.disc(seat)
    secret: Region | Modifier | None = None
    if disc != NOWHERE:
        passing: bool = kind_of(state.top()) == PASS_MODIFIER
        secret = MODIFIER_KEYS[disc] if passing else REGION_KEYS[disc]
    right: i64 = (seat + state.deal.players - 1) % state.deal.players
    return {
        "hand": powers_in(state.hand(seat)),
        "discard": powers_in(state.discard(seat)),
        "modifiers": modifiers_in(state.modifiers(seat)),
        "spent_modifiers": modifiers_in(state.spent_modifiers(seat)),
        "passed": modifier_key(state.passed(seat)),
        "received": modifier_key(state.passed(right)),
        "disc": secret,
    }


def player_data(state: State, seat: i64) -> PlayerView:
    """What everybody sees of a player."""
    total: int | None = state.total(seat)
    # Until its player says whether a modifier is added, there is none.
    if not state.power(seat) or (state.kind == MODIFIER and state.seat == seat):
        total = None
    return {
        "power": state.power(seat) or None,
        "modifier": modifier_key(state.modifier(seat)),
        "total": total,
        "hand_size": count_bits(state.hand(seat)),
        "powers_played": power_history(state, seat),
        "modifiers_played": modifier_history(state, seat),
        "modifiers_in_hand": count_bits(state.modifiers(seat)),
        "vetoes": (1 if state.veto_fresh & BIT[seat] else 0)
        + (1 if state.veto_old & BIT[seat] else 0),
        "vetoes_expiring": 1 if state.veto_old & BIT[seat] else 0,
    }


def turn_order(state: State) -> list[int]:
    """The colours in the order of their turns, once all power cards are played."""
    if argument_of(state.frame(0)) == 0:
        return []
    return [state.in_order(index) for index in range(state.deal.colours)]


def region_data(state: State, place: i64) -> RegionView:
    """A place with its pieces, its scoreboard and who leads there."""
    pieces = place_data(state, place)
    return {
        "caballeros": pieces["caballeros"],
        "grandes": pieces["grandes"],
        "tile": pieces["tile"],
        "points": points_of(state, place),
        "ranks": [rank_of(state, place, colour) for colour in range(state.deal.colours)],
        "worth": [worth(state, place, seat, False) for seat in range(state.deal.players)],
    }


def points_of(state: State, place: i64) -> list[int]:
    """The scoreboard that counts in a place."""
    board: i64 = board_of(state, place)
    return [SCOREBOARDS[board * 3 + rank] for rank in range(state.deal.places)]


def castillo_data(state: State) -> CastilloView:
    """The Castillo: its caballeros only in an open game (R11); everybody saw the Grandes in it."""
    if state.deal.open_castillo:
        return cast(CastilloView, region_data(state, CASTILLO))
    pieces = place_data(state, CASTILLO)
    return {
        "caballeros": None,
        "grandes": pieces["grandes"],
        "tile": pieces["tile"],
        "points": points_of(state, CASTILLO),
        "ranks": None,
        "worth": None,
    }


def if_scored_now(state: State) -> list[int]:
    """Every seat's total after a general scoring, from what lies open."""
    totals: list[int] = []
    for seat in range(state.deal.players):
        total: i64 = state.score(seat)
        for region in range(REGIONS):
            total += worth(state, region, seat, False)
        if state.deal.open_castillo:
            total += worth(state, CASTILLO, seat, False)
        totals.append(total)
    return totals


def public_stack(state: State, stack: int) -> StackView:
    """A stack: its face-up card while it is there, those seen before, and how many are left."""
    revealed = revealed_data(state).get(str(stack + 1))
    return {
        "revealed": revealed,
        "available": state.available & BIT[stack] != 0,
        "seen": stack_data(state, stack, False),
        "left": len(stack_data(state, stack, True)),
    }


def dummy_data(state: State) -> DummyView | None:
    """What everybody sees of the dummy."""
    deal = state.deal
    if deal.colours == deal.players:
        return None
    drawn: list[Region] = []
    for index in range(state.regions_drawn):
        drawn.append(REGION_KEYS[deal.dummy_region((state.round - 1) // 3, index)])
    shown = deal.dummy_powers[: state.rounds_played]
    return {"power": state.power(deal.players) or None, "played": shown, "drawn": drawn}
