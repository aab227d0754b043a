"""Appraising a position for one seat: what every place promises, and to whom it matters (R15-R17).

The appraisal is a sum over places, so that the effect of one caballero more or less is found by
looking at one place alone. The likelier opponents are to win, the more they count against a seat.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import (
    CASTILLO,
    COLOURS,
    COURT,
    REGIONS,
    ROUNDS,
    SCOREBOARDS,
)
from elgrande.rules.frames import TURNS
from elgrande.rules.packing import argument_of, kind_of
from elgrande.rules.scoring import BONUS, board_of, worth
from elgrande.rules.state import COUNT, State
from elgrande.search.weights import (
    COURT_STRIDE,
    EVEN,
    HAND_TAKES,
    HAND_VALUES,
    LEADS,
    POINT,
    TIMES,
    Weights,
)


def time_to_scoring(state: State) -> i64:
    """Quarters of rounds until the next general scoring, less the turn being taken."""
    colours: i64 = state.deal.colours
    rounds: i64 = (3 - state.round % 3) % 3
    bottom: i64 = state.frame(0)
    turns: i64 = 0
    if kind_of(bottom) == TURNS:
        turns = colours - argument_of(bottom)
    time: i64 = rounds * 4 + (turns * 4) // colours
    if time >= TIMES:
        return TIMES - 1
    return time


@final
class Appraiser:
    """How a seat values a position; `look_at` sets both before anything else is called."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.overtaken = weights.overtaken
        self.court_worth = weights.court
        self.seat: i64 = -1
        self.selfish = False  # ignores what others gain
        self.regard = vec[i64]([0] * COLOURS)  # 256 for the seat itself, less than 0 for opponents
        self.values = vec[i64]([0] * COLOURS)
        self.row: i64 = 0
        self.weight: i64 = 0
        self.king: i64 = 0
        self.men: i64 = 0
        self.card_value: i64 = 0
        self.card_takes: i64 = 0
        self.castillo_each: i64 = 0
        self.court_row: i64 = 0
        self.places: i64 = 3

    def take_weights(self, state: State) -> None:
        """Take the weights of this moment of the game."""
        number: i64 = state.round
        self.row = (number * TIMES + time_to_scoring(state)) * LEADS + EVEN
        weights = self.weights
        self.weight = weights.promise[number]
        self.king = weights.king[number]
        self.men = weights.men[number]
        self.castillo_each = weights.castillo[number]
        self.court_row = number * COURT_STRIDE
        self.card_value = weights.card_value[number]
        self.card_takes = weights.card_takes[number]
        self.places = state.deal.places

    def look_at(self, state: State, seat: i64) -> None:
        """Look at a position as this seat, and set how much each opponent matters."""
        self.seat = seat
        self.take_weights(state)
        self.appraise(state)
        self.weigh(state, seat)

    def weigh(self, state: State, seat: i64) -> None:
        """Set the regard for everyone from the values: rivals near the lead matter most."""
        players: i64 = state.deal.players
        values = self.values
        best: i64 = values[0]
        other: i64 = 1
        while other < players:
            if values[other] > best:
                best = values[other]
            other += 1
        width: i64 = (6 + 2 * (ROUNDS - state.round)) * POINT
        total: i64 = 0
        other = 0
        while other < players:
            if other != seat:
                # A rational approximation of the exponential: the same on every machine.
                behind: i64 = best - values[other]
                share: i64 = (width * 256) // (width + behind + behind * behind // width) + 1
                self.regard[other] = share
                total += share
            other += 1
        other = 0
        while other < players:
            if other != seat:
                self.regard[other] = -((self.regard[other] * 256) // total)
            other += 1
        if self.selfish:
            other = 0
            while other < players:
                self.regard[other] = 0
                other += 1
        self.regard[seat] = 256

    def utility(self, state: State, place: i64, counts: i64) -> i64:
        """What a place would be worth to the seat with these caballeros in it.

        Others' promises are weighed against its own. `counts` is as `State.counts` has it.
        """
        total: i64 = 0
        colour: i64 = 0
        rest: i64 = counts
        while rest:
            mine: i64 = rest & 31
            if mine:
                total += self.regard[colour] * self.promise(state, place, counts, colour, mine)
            rest >>= 5
            colour += 1
        return total >> 8

    def promise(self, state: State, place: i64, counts: i64, colour: i64, mine: i64) -> i64:
        """What a place promises a colour that has `mine` of the `counts` there."""
        overtaken = self.overtaken
        column: i64 = self.row + mine
        down: i64 = -overtaken[self.row]  # for itself, which is level
        while counts:
            theirs: i64 = counts & 31
            if theirs:
                down += overtaken[column - theirs]
            counts >>= 5
        rank: i64 = down >> 8
        each: i64 = self.men
        if place == CASTILLO:
            each = self.castillo_each
        if rank >= self.places:
            return mine * each
        part: i64 = down & 255
        boards = SCOREBOARDS
        board: i64 = board_of(state, place) * 3 + rank
        points: i64 = boards[board] * (256 - part)
        if rank + 1 < self.places:
            points += boards[board + 1] * part
        points *= self.weight
        if rank == 0:
            if place == state.grande(colour):
                points += BONUS * (256 - part) * self.weight
            if place == state.king:
                points += BONUS * (256 - part) * self.king
        return (points >> 8) + mine * each

    def now(self, state: State, place: i64) -> i64:
        """What a place is worth to the seat as it is."""
        return self.utility(state, place, state.counts(place))

    def gain(self, state: State, place: i64, colour: i64, delta: i64) -> i64:
        """What would change for the seat if a colour had that many more caballeros in a place."""
        counts: i64 = state.counts(place)
        changed: i64 = counts + delta * COUNT[colour]
        return self.utility(state, place, changed) - self.utility(state, place, counts)

    def court(self, count: i64) -> i64:
        """What a number of caballeros in a Court is worth to their owner."""
        return self.court_worth[self.court_row + count]

    def appraise(self, state: State) -> None:
        """Fill `values` with the worth of the position to every seat, in 256ths of a point."""
        players: i64 = state.deal.players
        colour: i64 = 0
        while colour < players:
            value: i64 = state.score(colour) * POINT
            if not state.over:
                place: i64 = 0
                while place <= REGIONS:  # the regions and the Castillo
                    mine: i64 = state.caballeros(place, colour)
                    if mine:
                        value += self.promise(state, place, state.counts(place), colour, mine)
                    place += 1
                value += self.court(state.caballeros(COURT, colour))
                hand: i64 = state.hand(colour) >> 1
                value += self.card_value * HAND_VALUES[hand] + self.card_takes * HAND_TAKES[hand]
            self.values[colour] = value
            colour += 1

    def balance(self, state: State) -> i64:
        """The worth of a position to the seat, with the regard set before."""
        self.take_weights(state)
        self.appraise(state)
        total: i64 = 0
        colour: i64 = 0
        while colour < state.deal.players:
            total += self.regard[colour] * self.values[colour]
            colour += 1
        return total >> 8

    def scored(self, state: State, place: i64, first_only: bool) -> i64:
        """What scoring a place now would be worth to the seat."""
        total: i64 = 0
        colour: i64 = 0
        while colour < state.deal.players:
            if state.caballeros(place, colour):
                total += self.regard[colour] * worth(state, place, colour, first_only)
            colour += 1
        return total
