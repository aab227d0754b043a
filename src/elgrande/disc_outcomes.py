"""What a secret disc would do to the caballeros of its owner (docs/program/playing.md).

A client can say so before the disc is set, without knowing the rules. Nothing here says more than
the view of the seat that is asked: what is in a closed Castillo is not counted (R11).
"""

from typing import Final, Literal, TypedDict, cast

from elgrande.rules.actions.discs import refuge_from
from elgrande.rules.board import CASTILLO, PLACE_KEYS, PROVINCE
from elgrande.rules.choices import PLACE_BASE, smaller
from elgrande.rules.frames import DISC_COUP, DISC_RETURN, DISC_SCORING
from elgrande.rules.keys import PiecePlace
from elgrande.rules.packing import argument_of, detail_of, kind_of
from elgrande.rules.secret import way_out
from elgrande.rules.state import State

_Way = TypedDict("_Way", {"from": PiecePlace, "to": PiecePlace})
Barrier = Literal["king", "named"]
MOVING: Final = (DISC_SCORING, DISC_COUP, DISC_RETURN)


class DiscOutcome(_Way):
    """Where the caballeros would ride from and to, and how many if that is known to all.

    `barred` says why they would not get to the region on the disc: it is the King's, or the one
    they must leave. `grande` says whether the Grande would ride along.
    """

    count: int | None
    barred: Barrier | None
    grande: bool


def disc_outcome(state: State, choice: int, seat: int) -> DiscOutcome | None:
    """What a choice of the disc now asked for would move; None if it would move nothing."""
    frame = state.top()
    kind, region = kind_of(frame), choice - PLACE_BASE
    if kind not in MOVING:
        return None
    detail = detail_of(argument_of(frame))
    if kind == DISC_RETURN:
        there = smaller(state.caballeros(region, seat), detail)
        return _outcome(region, PROVINCE, there, None)
    barred: Barrier | None = "king" if region == state.king else None
    if kind == DISC_COUP:
        there = state.caballeros(detail, seat)
        if region == detail:
            barred = "named"
        return _outcome(detail, refuge_from(state, detail, region), there, barred)
    is_counted = state.deal.open_castillo
    inside = state.caballeros(CASTILLO, seat) if is_counted else None
    target = way_out(state, region)
    rides = state.grande(seat) == CASTILLO and target == region
    return _outcome(CASTILLO, target, inside, barred, rides)


def _outcome(
    source: int, target: int, count: int | None, barred: Barrier | None, grande: bool = False
) -> DiscOutcome:
    return {
        "from": cast(PiecePlace, PLACE_KEYS[source]),
        "to": cast(PiecePlace, PLACE_KEYS[target]),
        "count": count,
        "barred": barred,
        "grande": grande,
    }
