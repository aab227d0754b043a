"""The novice: quick answers with the mistakes of a first evening, never a choice at random.

It sees a position as the other levels do. Each time a turn begins, chance decides which mistakes it
makes until the next one, so that a whole turn follows the same wrong idea.
"""

from collections.abc import Callable, Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.bots.situation import SEEDS, Situation
from elgrande.rules.board import CASTILLO, REGIONS, ROUNDS
from elgrande.rules.choices import PLACE_BASE, POWER_BASE
from elgrande.rules.frames import KING_TO, MUSTER, PLACE, POWER
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.plans import turn_of
from elgrande.search.rollout import answer_quickly
from elgrande.search.weights import CASTILLO as CASTILLO_WORTH
from elgrande.search.weights import (
    COURT_FIRST,
    COURT_MORE,
    FADE,
    FAR,
    NEAR,
    NOTHING,
    POINT,
    Weights,
)

PER_CENT: Final = 100
MISCOUNTS_BY: Final = POINT  # how far it misjudges what a card or a scoring would bring, at most
EARLY: Final = ROUNDS // 2  # the rounds in which it spends high power cards

# The mistakes, and in how many of a hundred turns it makes each.
OVERLOOKS_OTHERS: Final = "counts what it gains itself, and not what others gain from the same"
LIVES_IN_THE_PRESENT: Final = (
    "takes the leads of today for those of the scoring, and ties for leads"
)
FORGETS_THE_CASTILLO: Final = "places nothing in the Castillo, though it is scored like a region"
FORGETS_THE_KING: Final = "forgets the King's bonus, and sends him where it could still place"
CLINGS: Final = "places all caballeros in the region it likes best, more than it needs there"
SPREADS: Final = "places one caballero here and one there, and wins nowhere"
SPENDS_EARLY: Final = "plays its highest power card early, and lacks it when it matters"
MISTAKES: Final[Mapping[str, int]] = {
    OVERLOOKS_OTHERS: 90,
    LIVES_IN_THE_PRESENT: 60,
    FORGETS_THE_CASTILLO: 60,
    FORGETS_THE_KING: 50,
    CLINGS: 30,
    SPREADS: 30,
    SPENDS_EARLY: 50,
}


def weights_of(*, in_the_present: bool, without_king: bool) -> Weights:
    """How a position is weighed with or without two of the mistakes."""
    # So steep that a lead lasts for certain, and so early that a tie counts as one.
    fade = [20.0, 20.0, -10.0, -10.0] if in_the_present else FADE
    weights = Weights(
        NEAR, FAR, NOTHING, CASTILLO_WORTH, COURT_FIRST, COURT_MORE, NOTHING, NOTHING, fade
    )
    if without_king:
        weights.king = vec[i64](NOTHING)
    return weights


WEIGHTS: Final = {
    (present, king): weights_of(in_the_present=present, without_king=king)
    for present in (False, True)
    for king in (False, True)
}


class Novice:
    """Takes what looks good at first sight, and overlooks what beginners overlook."""

    def __init__(self) -> None:
        self._turn = -1
        self._mistakes: frozenset[str] = frozenset()
        self._placed: list[int] = []  # where it has placed in this turn

    def choose(self, situation: Situation) -> int:
        """A quick answer, with the mistakes of this turn."""
        state, seat = situation.imagine().state, situation.seat
        if turn_of(state) != self._turn:
            self._turn = turn_of(state)
            self._mistakes = drawn_mistakes(situation.rng)
            self._placed = []
        context = self._context(situation)
        mistaken = MISTAKEN.get(state.kind)
        choice = None
        if mistaken is not None and len(situation.legal) > 1:
            context.appraiser.look_at(state, seat)
            choice = mistaken(self, situation, state, context)
        if choice is None:
            choice = answer_quickly(state, context, seat)
        if state.kind in (PLACE, MUSTER):
            self._placed.append(choice - PLACE_BASE)
        return choice

    def _context(self, situation: Situation) -> Context:
        """What it estimates with in this turn."""
        mistakes = self._mistakes
        weights = WEIGHTS[LIVES_IN_THE_PRESENT in mistakes, FORGETS_THE_KING in mistakes]
        context = Context(Rng(situation.rng.below(SEEDS)), MISCOUNTS_BY, weights)
        context.appraiser.selfish = OVERLOOKS_OTHERS in mistakes
        return context

    def place(self, situation: Situation, state: State, context: Context) -> int | None:
        """Where the next caballero goes if it clings, spreads or forgets the Castillo."""
        if self._mistakes.isdisjoint((CLINGS, SPREADS, FORGETS_THE_CASTILLO)):
            return None
        places = [choice - PLACE_BASE for choice in situation.legal if choice >= PLACE_BASE]
        if FORGETS_THE_CASTILLO in self._mistakes:
            places = [place for place in places if place != CASTILLO]
        liked = self._placed[-1:] if CLINGS in self._mistakes else []
        if SPREADS in self._mistakes:
            places = [place for place in places if place not in self._placed]
        places = [place for place in places if place in liked] or places
        if not places:
            return None
        gains = {place: context.appraiser.gain(state, place, situation.seat, 1) for place in places}
        return PLACE_BASE + max(places, key=lambda place: gains[place])

    def move_king(self, situation: Situation, state: State, _: Context) -> int | None:
        """The region where it has most, though nobody can place there afterwards."""
        if FORGETS_THE_KING not in self._mistakes:
            return None
        regions = [
            choice - PLACE_BASE for choice in situation.legal if 0 <= choice - PLACE_BASE < REGIONS
        ]
        if not regions:
            return None
        return PLACE_BASE + max(
            regions, key=lambda region: state.caballeros(region, situation.seat)
        )

    def play_power(self, situation: Situation, state: State, _: Context) -> int | None:
        """The highest power card, early in the game."""
        if SPENDS_EARLY not in self._mistakes or state.round > EARLY:
            return None
        return max(choice for choice in situation.legal if choice > POWER_BASE)


Mistaken = Callable[[Novice, Situation, State, Context], int | None]
MISTAKEN: Final[Mapping[int, Mistaken]] = {
    PLACE: Novice.place,
    MUSTER: Novice.place,
    KING_TO: Novice.move_king,
    POWER: Novice.play_power,
}


def drawn_mistakes(rng: Rng) -> frozenset[str]:
    """The mistakes of one turn."""
    return frozenset(name for name, share in MISTAKES.items() if rng.below(PER_CENT) < share)
