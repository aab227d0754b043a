"""What the network sees of a position: for every seat the numbers of the features that hold.

Each number is a row of the network's first layer. Seats are seen alike, so that one network serves
every table. The features are those of the position as it is, hands and Castillo included: the
search asks about imagined worlds. Any change here changes ENCODING, and old networks no longer fit.
"""

from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import (
    BIT,
    CASTILLO,
    COLOURS,
    COURT,
    MODIFIERS,
    NOWHERE,
    PLACES,
    POWER_CARDS,
    PROVINCE,
    ROUNDS,
    STACKS,
)
from elgrande.rules.choices import smaller
from elgrande.rules.frames import TURNS
from elgrande.rules.packing import argument_of, kind_of
from elgrande.rules.scoring import grande_bonus, king_bonus, points_at, rank_of
from elgrande.rules.state import State

ENCODING: Final = 1

SCORED_PLACES: Final = CASTILLO + 1
COUNTS: Final = 8  # caballeros in a place: 0 to 6, then 7 or more
RANKS: Final = 4  # none, first, second, third or below
POINTS: Final = 13  # what a place pays one seat is 12 at most
PIECES: Final = 8  # King, own Grande, another Grande: three bits
FURTHEST: Final = 40  # differences of points are cut off there
DIFFERENCES: Final = 2 * FURTHEST + 1
MOST_IN_COURT: Final = 20
MOST_IN_PROVINCE: Final = 30
CARD_ROOM: Final = 64
STAGES: Final = 8
TIMES: Final = 8  # a seat's turn: no power card yet, order open, 0 to 4 turns before it, taken

# The first row of each group of features; row 0 is never used.
BEST: Final = 1  # own caballeros and the most of another colour, for each place
SECOND: Final = BEST + SCORED_PLACES * COUNTS * COUNTS  # the same with the second most
PAID: Final = SECOND + SCORED_PLACES * COUNTS * COUNTS  # points a place would pay now
KING_AND_GRANDES: Final = PAID + SCORED_PLACES * POINTS
TILES: Final = KING_AND_GRANDES + SCORED_PLACES * PIECES * RANKS
LEAD: Final = TILES + SCORED_PLACES * 2 * RANKS  # points ahead of the best opponent
LEAD_SOON: Final = LEAD + DIFFERENCES  # the same if all places were scored now
SECOND_SOON: Final = LEAD_SOON + DIFFERENCES  # ahead of the second best opponent
IN_COURT: Final = SECOND_SOON + DIFFERENCES
IN_PROVINCE: Final = IN_COURT + MOST_IN_COURT + 1
HAND: Final = IN_PROVINCE + MOST_IN_PROVINCE + 1
POWER: Final = HAND + POWER_CARDS  # played this round, with the turn taken or still to come
TIME: Final = POWER + 2 * (POWER_CARDS + 1)
VETO: Final = TIME + 2 * TIMES
MODIFIER: Final = VETO + 4
CARD: Final = MODIFIER + MODIFIERS  # on the table, for a seat with or without a turn to come
ROUND: Final = CARD + 2 * CARD_ROOM
TABLE: Final = ROUND + 2 * (ROUNDS + 1)  # players and edition
VARIANT: Final = TABLE + 8
VARIANTS: Final = 5
KING: Final = VARIANT + VARIANTS
STAGE: Final = KING + PLACES
ROWS: Final = STAGE + STAGES

MOST_OF_SEAT: Final = 96
MOST_SHARED: Final = 16


class Group(NamedTuple):
    """Neighbouring rows of which few hold at once; the network's range is checked by groups."""

    name: str
    first: int
    rows: int
    most: int = 1  # how many hold at the same time
    shape: tuple[int, ...] = ()  # the numbers a row stands for, the last changing fastest


def _by_place(name: str, first: int, *shape: int) -> list[Group]:
    """A group for each place."""
    rows = 1
    for size in shape:
        rows *= size
    return [Group(name, first + place * rows, rows, 1, shape) for place in range(SCORED_PLACES)]


GROUPS: Final = (
    *_by_place("best", BEST, COUNTS, COUNTS),
    *_by_place("second", SECOND, COUNTS, COUNTS),
    *_by_place("paid", PAID, POINTS),
    *_by_place("pieces", KING_AND_GRANDES, PIECES, RANKS),
    *_by_place("tile", TILES, 2, RANKS),
    Group("lead", LEAD, DIFFERENCES, 1, (DIFFERENCES,)),
    Group("lead_soon", LEAD_SOON, DIFFERENCES, 1, (DIFFERENCES,)),
    Group("second_soon", SECOND_SOON, DIFFERENCES, 1, (DIFFERENCES,)),
    Group("court", IN_COURT, MOST_IN_COURT + 1, 1, (MOST_IN_COURT + 1,)),
    Group("province", IN_PROVINCE, MOST_IN_PROVINCE + 1, 1, (MOST_IN_PROVINCE + 1,)),
    *[Group("hand", HAND + card, 1) for card in range(POWER_CARDS)],
    Group("power", POWER, 2 * (POWER_CARDS + 1), 1, (2, POWER_CARDS + 1)),
    Group("time", TIME, 2 * TIMES, 1, (2, TIMES)),
    Group("veto", VETO, 4),
    Group("modifier", MODIFIER, MODIFIERS, 3),
    Group("card", CARD, 2 * CARD_ROOM, STACKS, (2, CARD_ROOM)),
    Group("round", ROUND, 2 * (ROUNDS + 1)),
    Group("table", TABLE, 8),
    *[Group("variant", VARIANT + number, 1) for number in range(VARIANTS)],
    Group("king", KING, PLACES),
    Group("stage", STAGE, STAGES),
)


@final
class Features:
    """The features of one position: those of every seat, and those that all seats share."""

    def __init__(self) -> None:
        self.rows = vec[i64]([0] * (COLOURS * MOST_OF_SEAT))
        self.counts = vec[i64]([0] * COLOURS)
        self.shared = vec[i64]([0] * MOST_SHARED)
        self.shared_count: i64 = 0
        self.soon = vec[i64]([0] * COLOURS)

    def write(self, state: State) -> None:
        """Note the features of a position."""
        players: i64 = state.deal.players
        seat: i64 = 0
        while seat < players:
            self.counts[seat] = 0
            self.soon[seat] = state.score(seat)
            seat += 1
        self._write_table(state)
        place: i64 = 0
        while place <= CASTILLO:
            self._write_place(state, place)
            place += 1
        turn: i64 = turn_under_way(state)
        seat = 0
        while seat < players:
            self._write_points(state, seat)
            self._write_seat(state, seat, turn)
            seat += 1

    def _add(self, seat: i64, row: i64) -> None:
        count: i64 = self.counts[seat]
        self.rows[seat * MOST_OF_SEAT + count] = row
        self.counts[seat] = count + 1

    def _share(self, row: i64) -> None:
        self.shared[self.shared_count] = row
        self.shared_count += 1

    def _write_table(self, state: State) -> None:
        """The round, the kind of game, and where the King is."""
        deal = state.deal
        self.shared_count = 0
        number: i64 = state.round
        if deal.short:
            number += ROUNDS + 1
        self._share(ROUND + number)
        table: i64 = deal.players - 2
        if deal.classic:
            table += 4
        self._share(TABLE + table)
        if deal.power_shift:
            self._share(VARIANT)
        if deal.open_castillo:
            self._share(VARIANT + 1)
        if deal.options.new_regency:
            self._share(VARIANT + 2)
        if deal.options.old_hands:
            self._share(VARIANT + 3)
        if deal.options.merged_stacks:
            self._share(VARIANT + 4)
        self._share(KING + state.king)
        self._share(STAGE + turn_under_way(state))

    def _write_place(self, state: State, place: i64) -> None:
        """A region or the Castillo as every seat sees it."""
        players: i64 = state.deal.players
        colours: i64 = state.deal.colours
        king: i64 = 0
        if place == state.king:
            king = 1
        tile: i64 = NOWHERE
        if place == state.tile_8:
            tile = 0
        elif place == state.tile_4:
            tile = 1
        grandes: i64 = 0
        colour: i64 = 0
        while colour < players:
            if state.grande(colour) == place:
                grandes += 1
            colour += 1
        seat: i64 = 0
        while seat < players:
            mine: i64 = state.caballeros(place, seat)
            best: i64 = 0
            second: i64 = 0
            colour = 0
            while colour < colours:
                if colour != seat:
                    count: i64 = state.caballeros(place, colour)
                    if count > best:
                        second = best
                        best = count
                    elif count > second:
                        second = count
                colour += 1
            row: i64 = (place * COUNTS + smaller(mine, COUNTS - 1)) * COUNTS
            self._add(seat, BEST + row + smaller(best, COUNTS - 1))
            if second:
                self._add(seat, SECOND + row + smaller(second, COUNTS - 1))
            rank: i64 = 0
            if mine:
                rank = self._write_paid(state, place, seat)
            pieces: i64 = king
            others: i64 = grandes
            if state.grande(seat) == place:
                pieces += 2
                others -= 1
            if others:
                pieces += 4
            if pieces:
                self._add(seat, KING_AND_GRANDES + (place * PIECES + pieces) * RANKS + rank)
            if tile != NOWHERE:
                self._add(seat, TILES + (place * 2 + tile) * RANKS + rank)
            seat += 1

    def _write_paid(self, state: State, place: i64, seat: i64) -> i64:
        """What a place would pay a seat now; returns its rank there, RANKS - 1 at most."""
        rank: i64 = rank_of(state, place, seat)
        points: i64 = points_at(state, place, rank)
        if rank == 1:
            points += king_bonus(state, place) + grande_bonus(state, place, seat)
        self._add(seat, PAID + place * POINTS + points)
        self.soon[seat] += points
        return smaller(rank, RANKS - 1)

    def _write_points(self, state: State, seat: i64) -> None:
        """How far a seat is ahead of its opponents, now and if everything were scored."""
        best: i64 = -1
        soon: i64 = -1
        second_soon: i64 = -1
        other: i64 = 0
        while other < state.deal.players:
            if other != seat:
                if state.score(other) > best:
                    best = state.score(other)
                points: i64 = self.soon[other]
                if points > soon:
                    second_soon = soon
                    soon = points
                elif points > second_soon:
                    second_soon = points
            other += 1
        self._add(seat, LEAD + difference(state.score(seat), best))
        self._add(seat, LEAD_SOON + difference(self.soon[seat], soon))
        if second_soon >= 0:
            self._add(seat, SECOND_SOON + difference(self.soon[seat], second_soon))

    def _write_seat(self, state: State, seat: i64, turn: i64) -> None:
        """What a seat holds, when its turn is, and the cards that it may still take."""
        self._add(seat, IN_COURT + smaller(state.caballeros(COURT, seat), MOST_IN_COURT))
        self._add(seat, IN_PROVINCE + smaller(state.caballeros(PROVINCE, seat), MOST_IN_PROVINCE))
        hand: i64 = state.hand(seat) >> 1
        card: i64 = 0
        while hand:
            if hand & 1:
                self._add(seat, HAND + card)
            hand >>= 1
            card += 1
        time: i64 = time_of(state, seat, turn)
        taken: i64 = 0
        if time == TIMES - 1:
            taken = 1
        self._add(seat, POWER + taken * (POWER_CARDS + 1) + state.power(seat))
        if state.first_player == seat:
            time += TIMES
        self._add(seat, TIME + time)
        veto: i64 = ((state.veto_fresh >> seat) & 1) + 2 * ((state.veto_old >> seat) & 1)
        if veto:
            self._add(seat, VETO + veto)
        modifiers: i64 = state.modifiers(seat)
        card = 0
        while modifiers:
            if modifiers & 1:
                self._add(seat, MODIFIER + card)
            modifiers >>= 1
            card += 1
        stack: i64 = 0
        while stack < STACKS:
            if state.available & BIT[stack]:
                card = state.deal.card_at(stack, state.rounds_played)
                self._add(seat, CARD + taken * CARD_ROOM + card)
            stack += 1


def difference(mine: i64, others: i64) -> i64:
    """How far one number is above another, as a row of DIFFERENCES."""
    ahead: i64 = mine - others + FURTHEST
    if ahead < 0:
        return 0
    return smaller(ahead, DIFFERENCES - 1)


def turn_under_way(state: State) -> i64:
    """The turn of the round from 1, 0 while power cards are played, the last after all turns."""
    bottom: i64 = state.frame(0)
    if kind_of(bottom) != TURNS:
        return STAGES - 1
    return argument_of(bottom)


def time_of(state: State, seat: i64, turn: i64) -> i64:
    """Where a seat's turn is, as a row of TIMES."""
    if turn == STAGES - 1:
        return TIMES - 1
    if turn == 0:
        if state.power(seat):
            return 1
        return 0
    index: i64 = turn - 1
    while index < state.deal.colours:
        if state.in_order(index) == seat:
            return 2 + index - (turn - 1)
        index += 1
    return TIMES - 1
