"""What a position is worth, as data: how leads last, and what pieces and cards promise.

All worths are in 256ths of a point. Rows go by round of the track, from an unused 0 on.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import CABALLEROS_PER_COLOUR, POWER_CARDS, ROUNDS, TAKES

POINT: Final = 256
EVEN: Final = CABALLEROS_PER_COLOUR  # the column of a lead of 0
LEADS: Final = 2 * CABALLEROS_PER_COLOUR + 1
TIMES: Final = 12  # quarters of rounds until the next general scoring
COURT_STRIDE: Final = CABALLEROS_PER_COLOUR + 1
COURT_FEW: Final = 5

Row = Sequence[int]


def _sums(each: list[int]) -> list[int]:
    """The sum over the cards of every hand, whose lowest bit is card 1."""
    sums = [0]
    for worth in each:
        sums += [before + worth for before in sums]
    return sums


HAND_VALUES: Final = vec[i64](_sums(list(range(1, POWER_CARDS + 1))))
HAND_TAKES: Final = vec[i64](_sums([TAKES[card] for card in range(1, POWER_CARDS + 1)]))


@final
class Weights:
    """One way to weigh a position."""

    def __init__(
        self,
        near: Row,
        far: Row,
        men: Row,
        castillo: Row,
        court_first: Row,
        court_more: Row,
        card_value: Row,
        card_takes: Row,
        fade: Sequence[float],
    ) -> None:
        # What a point at the next scoring, and at those after it, counts in all.
        self.promise = vec[i64]([one + other for one, other in zip(near, far, strict=True)])
        # The King moves on, so his bonus counts for the next scoring alone.
        self.king = vec[i64](list(near))
        self.men = vec[i64](list(men))
        self.castillo = vec[i64](list(castillo))
        self.court = vec[i64](_court(court_first, court_more))
        self.card_value = vec[i64](list(card_value))
        self.card_takes = vec[i64](list(card_takes))
        self.overtaken = vec[i64](_overtaken(near, far, fade))


def _court(first: Row, more: Row) -> list[int]:
    """What caballeros in a Court count: the first few more than those after."""
    return [
        first[number] * min(count, COURT_FEW) + more[number] * max(0, count - COURT_FEW)
        for number in range(ROUNDS + 1)
        for count in range(COURT_STRIDE)
    ]


def _overtaken(near: Row, far: Row, fade: Sequence[float]) -> list[int]:
    """How likely an opponent is level or ahead when it counts, in 256ths, by our lead now.

    Logistic in the lead: the nearer the scoring, the steeper, as measured in games between bots.
    """
    steep, steep_later, even, even_later = fade
    table = []
    for number in range(ROUNDS + 1):
        for time in range(TIMES):
            part = time / (TIMES - 1)
            slope = steep + (steep_later - steep) * part
            start = even + (even_later - even) * part
            for lead in range(-EVEN, EVEN + 1):
                soon = 1 / (1 + exp(slope * lead - start))
                if time == 0:
                    soon = 1.0 if lead <= 0 else 0.0
                later = 1 / (1 + exp(steep_later * lead - even_later))
                counts = near[number] + far[number]
                table.append(round(256 * (near[number] * soon + far[number] * later) / counts))
    return table


NEAR: Final = [256, 420, 380, 330, 420, 380, 330, 400, 350, 300]
FAR: Final = [0, 300, 290, 270, 150, 145, 140, 0, 0, 0]
CASTILLO: Final = [0, 250, 250, 240, 230, 230, 230, 200, 200, 180]
COURT_FIRST: Final = [0, 230, 230, 220, 220, 210, 200, 170, 110, 0]
COURT_MORE: Final = [0, 150, 150, 140, 140, 130, 110, 80, 20, 0]
FADE: Final = [2.4, 0.42, 1.2, 0.21]
NOTHING: Final = [0] * (ROUNDS + 1)

# For playouts, which show by themselves what caballeros and power cards are good for later.
STANDARD: Final = Weights(
    NEAR, FAR, NOTHING, CASTILLO, COURT_FIRST, COURT_MORE, NOTHING, NOTHING, FADE
)
# For looking no further than a turn: caballeros on the board and cards in hand have a future.
FORESIGHTED: Final = Weights(
    NEAR,
    FAR,
    men=[0, 150, 150, 140, 100, 90, 75, 30, 10, 0],
    castillo=CASTILLO,
    court_first=COURT_FIRST,
    court_more=COURT_MORE,
    card_value=[0, 12, 12, 12, 12, 12, 12, 12, 8, 0],
    card_takes=[0, 12, 12, 12, 12, 12, 12, 12, 8, 0],
    fade=FADE,
)
