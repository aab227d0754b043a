"""What is asked now, and what is still to happen after it, by name.

All of it is open: secret answers are not in frames.
"""

from typing import Final, cast

from mypy_extensions import i64

from elgrande.rules.board import REGION_KEYS, REGIONS, TILE_KEYS
from elgrande.rules.decision_types import (
    Decision,
    HeldStep,
    MoveFromDecision,
    MovesLeft,
    MoveToDecision,
)
from elgrande.rules.frames import (
    ACT,
    ARREST,
    DISC_COUP,
    DISC_SCORING,
    ENTOURAGE,
    GENERAL_SCORING,
    GRANDE_TO,
    KIND_KEYS,
    MOVE_FROM,
    MOVE_TO,
    MUSTER,
    OVER,
    PASS_MODIFIER,
    PLACE,
    RETURN,
    ROUND,
    ROUND_END,
    SCORE_REGION,
    STEP,
    TAKE,
    TAKE_FROM,
    TILE_TO,
    TURNS,
    VETO_WINDOW,
)
from elgrande.rules.packing import (
    NOT_CHOSEN,
    PERFORMED,
    PLACED,
    argument_of,
    detail_of,
    foreign_left,
    held_argument,
    held_choice,
    held_kind,
    kind_of,
    other_of,
    own_left,
    pack,
    piece_of,
    regions_of,
    seat_of,
    small_of,
    source_of,
    total_left,
)
from elgrande.rules.snapshot import regions_in, seats_in
from elgrande.rules.state import State

# Decisions whose argument is simply how many more may follow.
COUNTING: Final = (PLACE, TAKE, TAKE_FROM, MUSTER, RETURN)
# Steps that no seat caused.
OF_THE_TABLE: Final = (
    DISC_SCORING, PASS_MODIFIER, ROUND, TURNS, ROUND_END, GENERAL_SCORING, OVER,
)  # fmt: skip


def decision_data(state: State) -> Decision | None:
    """What is being decided, None when the game is over."""
    if state.over:
        return None
    frame: i64 = state.top()
    if kind_of(frame) != VETO_WINDOW:
        return frame_details(frame)
    held = held_step(state)
    if held is None:
        return {"kind": "veto", "seat": seat_of(frame), "performer": state.performer}
    return {
        "kind": "veto",
        "seat": seat_of(frame),
        "performer": state.performer,
        "held": step_details(held),
    }


def pending_data(state: State) -> list[Decision]:
    """What follows the decision now asked, from the next to the last."""
    data: list[Decision] = []
    below: i64 = state.depth - 2
    while below >= 0:
        data.append(frame_details(state.frame(below)))
        below -= 1
    return data


def held_step(state: State) -> tuple[int, int] | None:
    """The decision and the answer that a classic Veto window is about, or None."""
    below: i64 = state.depth - 1
    while below > 0 and kind_of(state.frame(below)) == VETO_WINDOW:
        below -= 1
    waiting: i64 = state.frame(below)
    if kind_of(waiting) != STEP:
        return None
    return step_in(waiting)


def step_in(frame: i64) -> tuple[int, int]:
    """The decision and the answer that a frame holds back."""
    argument: i64 = argument_of(frame)
    asked: i64 = pack(held_kind(argument), seat_of(frame), held_argument(argument))
    return asked, held_choice(argument)


def step_details(step: tuple[int, int]) -> HeldStep:
    """A decision with the answer given to it."""
    asked, choice = step
    return cast(HeldStep, {**frame_details(asked), "choice": choice})


def frame_details(frame: i64) -> Decision:
    """A frame by name, with how many may follow and what it is about."""
    kind: i64 = kind_of(frame)
    seat: i64 = seat_of(frame)
    argument: i64 = argument_of(frame)
    if kind == ACT:
        placed, performed = argument & PLACED != 0, argument & PERFORMED != 0
        return {"kind": "act", "seat": seat, "placed": placed, "performed": performed}
    if kind == TURNS:
        return {"kind": "turns", "begun": argument}
    if kind == MOVE_FROM or kind == MOVE_TO:
        return move_details(kind, seat, argument)
    if kind == SCORE_REGION and argument:
        regions = regions_in(regions_of(argument))
        return {"kind": "score_region", "seat": seat, "regions": regions}
    if kind == TILE_TO:
        return {"kind": "tile_to", "seat": seat, "tile": TILE_KEYS[argument]}
    if kind == GRANDE_TO:
        return {"kind": "grande_to", "seat": seat, "colour": argument}
    if kind == ENTOURAGE:
        left, source = small_of(argument), REGION_KEYS[other_of(argument)]
        return {"kind": "entourage", "seat": seat, "left": left, "from": source}
    if kind == ARREST:
        return {"kind": "arrest", "seat": seat, "colours": seats_in(argument)}
    if kind == DISC_COUP:
        return {"kind": "disc_coup", "seat": seat, "region": REGION_KEYS[detail_of(argument)]}
    if kind == STEP:
        return {"kind": "step", "seat": seat, "held": step_details(step_in(frame))}
    return plain_details(kind, seat, argument)


def plain_details(kind: i64, seat: i64, argument: i64) -> Decision:
    """A frame that is about nothing but a seat, or how many may follow."""
    data: dict[str, object] = {"kind": KIND_KEYS[kind]}
    if kind not in OF_THE_TABLE:
        data["seat"] = seat
    if kind in COUNTING:
        data["left"] = argument
    return cast(Decision, data)


def move_details(kind: i64, seat: i64, argument: i64) -> Decision:
    """What a moving card may still move, and the caballero that was taken up."""
    left: MovesLeft = {
        "own": own_left(argument),
        "foreign": foreign_left(argument),
        "total": total_left(argument),
    }
    data: MoveFromDecision | MoveToDecision
    data = {"kind": "move_from", "seat": seat, "left": left}
    if kind == MOVE_TO:
        piece: i64 = piece_of(argument)
        colour, region = piece // REGIONS, REGION_KEYS[piece % REGIONS]
        data = {"kind": "move_to", "seat": seat, "left": left, "colour": colour, "from": region}
    source: i64 = source_of(argument)
    if source:
        data["one_region"] = None if source == NOT_CHOSEN else REGION_KEYS[source - 1]
    return data
