"""Other ways to place caballeros than the one that looks best in the long run (R6, R12, R18).

What is scored soon asks for a split of its own: by the special action that follows, or in a general
scoring before which nobody else has a turn.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.actions.scoring_cards import places_scored_by, scores_first_only
from elgrande.rules.board import BIT, COLOURS, COURT, NOWHERE
from elgrande.rules.cards import OP_SCORE
from elgrande.rules.choices import PLACE_BASE, smaller
from elgrande.rules.frames import ACT, PLACE
from elgrande.rules.packing import PERFORMED, argument_of, kind_of
from elgrande.rules.state import State
from elgrande.search.appraiser import time_to_scoring
from elgrande.search.context import Context
from elgrande.search.disc_splits import DiscSplits
from elgrande.search.placing import PLACES, STRIDE

FULL: Final = -256  # the regard for the only opponent that matters


@final
class Splits:
    """Finds the splits that are worth a plan of their own."""

    def __init__(self) -> None:
        self.found: list[int] = []
        self.usual: i64 = 0
        self.discs = DiscSplits()
        self.regard = vec[i64]([0] * COLOURS)

    def besides_usual(self, state: State, context: Context, seat: i64) -> list[int]:
        """Splits for a seat that is about to place, without the one of the quick answer."""
        self.found = []
        last: bool = time_to_scoring(state) == 0
        card: i64 = card_still_to_act(state)
        scores: bool = card != NOWHERE and state.deal.op(card) == OP_SCORE
        if not last and not scores:
            return self.found
        targets: i64 = state.mask >> PLACE_BASE
        most: i64 = smaller(state.argument, state.caballeros(COURT, seat))
        context.placing.look(state, context.appraiser, seat, most, targets)
        self.usual = self._best(state, context, seat, most, targets)
        self.discs.clear_bonus()
        if scores:
            scored: i64 = targets & places_scored_by(state, card)
            self._expect_scoring(state, context, seat, most, scored, scores_first_only(state, card))
            self._with_bonus(state, context, seat, most, targets)
        if last:
            self._before_scoring(state, context, seat, most, targets)
        return self.found

    def _best(self, state: State, context: Context, seat: i64, most: i64, targets: i64) -> i64:
        context.placing.split(most, targets)
        return context.placing.best_split(state, context.appraiser, seat, most, targets)

    def _keep(self, split: i64) -> None:
        """Keep a split unless there is the same already."""
        if split != self.usual and split not in self.found:
            self.found.append(split)

    def _expect_scoring(
        self, state: State, context: Context, seat: i64, most: i64, places: i64, first_only: bool
    ) -> None:
        """Work out what caballeros in these places would gain when they are scored."""
        place: i64 = 0
        while place < PLACES:
            if places & BIT[place]:
                start: i64 = context.appraiser.scored(state, place, first_only)
                count: i64 = 1
                while count <= most:
                    state.move(seat, COURT, place, 1)
                    paid: i64 = context.appraiser.scored(state, place, first_only) - start
                    self.discs.bonus[place * STRIDE + count] = paid
                    count += 1
                state.move(seat, place, COURT, most)
            place += 1

    def _with_bonus(
        self, state: State, context: Context, seat: i64, most: i64, targets: i64
    ) -> None:
        """The split that is best in the long run and for what is scored after placing."""
        placing = context.placing
        index: i64 = 0
        while index < PLACES * STRIDE:
            placing.gains[index] += self.discs.bonus[index]
            index += 1
        self._keep(self._best(state, context, seat, most, targets))

    def _before_scoring(
        self, state: State, context: Context, seat: i64, most: i64, targets: i64
    ) -> None:
        """Splits for a general scoring: with all opponents in mind, with none, with one."""
        appraiser, discs, regard = context.appraiser, self.discs, context.appraiser.regard
        rival: i64 = (seat + 1) % state.deal.players
        colour: i64 = 0
        while colour < state.deal.players:
            self.regard[colour] = regard[colour]
            if colour != seat and regard[colour] < regard[rival]:
                rival = colour
            colour += 1
        self._keep(discs.best(state, appraiser, seat, most, targets))
        colour = 0
        while colour < state.deal.players:
            if colour != seat:
                regard[colour] = 0
            colour += 1
        self._keep(discs.best(state, appraiser, seat, most, targets))
        regard[rival] = FULL
        self._keep(discs.best(state, appraiser, seat, most, targets))
        colour = 0
        while colour < state.deal.players:
            regard[colour] = self.regard[colour]
            colour += 1


def card_still_to_act(state: State) -> i64:
    """The card whose special action may follow this placing; NOWHERE if none."""
    if state.kind != PLACE or state.depth < 2:
        return NOWHERE
    frame: i64 = state.frame(state.depth - 2)
    if kind_of(frame) != ACT or argument_of(frame) & PERFORMED:
        return NOWHERE
    return state.card
