"""What is asked now, and what is still to happen after it, by name.

All of it is open: secret answers are not in frames.
"""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.board import PLACE_KEYS, REGIONS, TILE_KEYS
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
from elgrande.rules.legal import PERFORMED, PLACED
from elgrande.rules.packing import (
    NOT_CHOSEN,
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
# What no seat brought about.
OF_THE_TABLE: Final = (
    DISC_SCORING, PASS_MODIFIER, ROUND, TURNS, ROUND_END, GENERAL_SCORING, OVER,
)  # fmt: skip


def decision_data(state: State) -> dict[str, object] | None:
    """What is being decided, None when the game is over."""
    if state.over:
        return None
    frame: i64 = state.top()
    data = frame_details(frame)
    if kind_of(frame) == VETO_WINDOW:
        data["performer"] = state.performer
        held = held_step(state)
        if held is not None:
            data["held"] = step_details(held)
    return data


def pending_data(state: State) -> list[dict[str, object]]:
    """What follows the decision now asked, from the next to the last."""
    data: list[dict[str, object]] = []
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


def step_details(step: tuple[int, int]) -> dict[str, object]:
    """A decision with the answer given to it."""
    asked, choice = step
    return {**frame_details(asked), "choice": choice}


def frame_details(frame: i64) -> dict[str, object]:
    """A frame by name, with how many may follow and what it is about."""
    kind: i64 = kind_of(frame)
    argument: i64 = argument_of(frame)
    data: dict[str, object] = {"kind": KIND_KEYS[kind]}
    if kind not in OF_THE_TABLE:
        data["seat"] = seat_of(frame)
    if kind in COUNTING:
        data["left"] = argument
    elif kind == ACT:
        data["placed"] = argument & PLACED != 0
        data["performed"] = argument & PERFORMED != 0
    elif kind == TURNS:
        data["begun"] = argument
    elif kind == MOVE_FROM or kind == MOVE_TO:
        add_move(data, kind, argument)
    elif kind == SCORE_REGION and argument:
        data["regions"] = regions_in(regions_of(argument))
    elif kind == TILE_TO:
        data["tile"] = TILE_KEYS[argument]
    elif kind == GRANDE_TO:
        data["colour"] = argument
    elif kind == ENTOURAGE:
        data["left"] = small_of(argument)
        data["from"] = PLACE_KEYS[other_of(argument)]
    elif kind == ARREST:
        data["colours"] = seats_in(argument)
    elif kind == DISC_COUP:
        data["region"] = PLACE_KEYS[detail_of(argument)]
    elif kind == STEP:
        data["held"] = step_details(step_in(frame))
    return data


def add_move(data: dict[str, object], kind: i64, argument: i64) -> None:
    """What a moving card may still move, and the caballero that was taken up."""
    data["left"] = {
        "own": own_left(argument),
        "foreign": foreign_left(argument),
        "total": total_left(argument),
    }
    source: i64 = source_of(argument)
    if source:
        data["one_region"] = None if source == NOT_CHOSEN else PLACE_KEYS[source - 1]
    if kind == MOVE_TO:
        piece: i64 = piece_of(argument)
        data["colour"] = piece // REGIONS
        data["from"] = PLACE_KEYS[piece % REGIONS]
