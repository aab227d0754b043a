"""What is asked now, and what is still to happen after it, by name.

All of it is open: secret answers are not in frames.
"""

from typing import Final, cast

from mypy_extensions import i64

from elgrande.rules.actions.dispatch import details
from elgrande.rules.decision_types import (
    Decision,
    HeldStep,
)
from elgrande.rules.frames import (
    ACT,
    DISC_SCORING,
    GENERAL_SCORING,
    KIND_KEYS,
    MUSTER,
    OVER,
    PASS_MODIFIER,
    PLACE,
    RETURN,
    ROUND,
    ROUND_END,
    STEP,
    TAKE,
    TAKE_FROM,
    TURNS,
    VETO_WINDOW,
)
from elgrande.rules.packing import (
    PERFORMED,
    PLACED,
    argument_of,
    held_argument,
    held_choice,
    held_kind,
    kind_of,
    pack,
    seat_of,
)
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
    if kind == STEP:
        return {"kind": "step", "seat": seat, "held": step_details(step_in(frame))}
    return details(kind, seat, argument) or plain_details(kind, seat, argument)


def plain_details(kind: i64, seat: i64, argument: i64) -> Decision:
    """A frame that is about nothing but a seat, or how many may follow."""
    data: dict[str, object] = {"kind": KIND_KEYS[kind]}
    if kind not in OF_THE_TABLE:
        data["seat"] = seat
    if kind in COUNTING:
        data["left"] = argument
    return cast(Decision, data)
