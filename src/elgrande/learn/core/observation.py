"""The observation `elgrande-obs-1`: what one seat knows, as 1,088 bytes written word by word.

Colours are counted from the seat. Everything comes from what the seat may know (R11, R13): bytes
are the same in every world it can imagine. `learn/observation_fields.py` names every byte.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.editions.cards import CARDS
from elgrande.learn.core.actions import BYTES_OF_BITS, relative
from elgrande.learn.core.decision import (
    OPTIONS_WORDS,
    SECRET_WORDS,
    named_places,
    options_of,
    target_places,
    variants_of,
    write_decision,
)
from elgrande.learn.core.knowledge import PERHAPS, known_modifiers, known_powers
from elgrande.rules.board import (
    BIT,
    CASTILLO,
    COURT,
    NEIGHBOURS,
    NOWHERE,
    PROVINCE,
    REGIONS,
    SCOREBOARDS,
    STACKS,
    rounds_begun,
)
from elgrande.rules.cards import CARD_FIELDS, encode_cards
from elgrande.rules.choices import count_bits, smaller
from elgrande.rules.frames import MODIFIER, PASS_MODIFIER, is_secret
from elgrande.rules.packing import argument_of, waiting_of
from elgrande.rules.scoring import board_of, grande_bonus, king_bonus, points_at, rank_of
from elgrande.rules.state import STRIDE, State

PLACES: Final = REGIONS + 1
PLACE_WORDS: Final = 4
SEAT_WORDS: Final = 8
CARD_WORDS: Final = 4
FIRST_SEAT: Final = PLACES * PLACE_WORDS
FIRST_CARD: Final = FIRST_SEAT + STRIDE * SEAT_WORDS
FIRST_SEEN: Final = FIRST_CARD + (STACKS + 1) * CARD_WORDS
SEEN_WORDS: Final = 8
FIRST_OTHER: Final = FIRST_SEEN + SEEN_WORDS
OTHER_WORDS: Final = 24
OBS_WORDS: Final = FIRST_OTHER + OTHER_WORDS
OBS_SIZE: Final = OBS_WORDS * 8

# How much is written: what the seat knows, the same without remembering what was thrown into the
# Castillo, or the whole truth.
KNOWN: Final = 0
FORGETFUL: Final = 1
EVERYTHING: Final = 2

LARGEST: Final = 255
ALL_CARDS: Final = 0xFFFF

# What is kept between two observations of a game: for every place what its pieces were and the
# ranks and points that followed; for the round the cards on the table and all cards seen.
KEPT_PLACE: Final = 3
KEPT_ROUND: Final = PLACES * KEPT_PLACE
KEPT_STACKS: Final = KEPT_ROUND + 1
KEPT_SEEN: Final = KEPT_STACKS + STACKS * CARD_WORDS
KEPT_OPTIONS: Final = KEPT_SEEN + SEEN_WORDS
KEPT_WORDS: Final = KEPT_OPTIONS + 2

# Where the bytes of the players begin to repeat when they are counted from another seat.
PLAYER_BYTES: Final = vec[i64]([256**players - 1 for players in range(STRIDE + 1)])
COLOUR_BYTES: Final = vec[i64]([256**colour for colour in range(STRIDE)])
BYTE: Final = vec[i64]([256**index for index in range(8)])


def describe_cards() -> vec[i64]:
    """Four words for each card: number, caballeros to place, its numbers, its op as one-hot."""
    table = encode_cards(CARDS)
    words: list[int] = []
    for card in range(len(CARDS)):
        fields = [table[card * CARD_FIELDS + index] for index in range(CARD_FIELDS)]
        places, op, first, second, third = fields
        numbers = (first << 32) | (second << 40) | (third << 48)
        words.append((card + 1) | (places << 16) | numbers)
        words += [256 ** (op - 8 * word) if op // 8 == word else 0 for word in range(3)]
    return vec[i64](words)


CARDS_IN_WORDS: Final = describe_cards()


def fresh_memory(games: int) -> vec[i64]:
    """Room for what is kept of that many games, with nothing kept yet."""
    return vec[i64]([-1] * (games * KEPT_WORDS))


def observe(
    state: State, seat: i64, detail: i64, out: vec[i64], at: i64, kept: vec[i64], memory: i64
) -> None:
    """Write what a seat knows into OBS_WORDS words from `at` on.

    `kept` from `memory` on holds what the last observation of the same game worked out.
    """
    if kept[memory + KEPT_ROUND] != state.round:
        keep_round(state, kept, memory)
    write_places(state, seat, detail, out, at, kept, memory)
    write_seats(state, seat, detail, out, at)
    write_cards(state, out, at, kept, memory)
    write_decision(state, seat, out, at + FIRST_OTHER)
    out[at + FIRST_OTHER + OPTIONS_WORDS] = kept[memory + KEPT_OPTIONS]
    out[at + FIRST_OTHER + OPTIONS_WORDS + 1] = kept[memory + KEPT_OPTIONS + 1]
    if is_secret(state.kind) and state.disc(seat) != NOWHERE:
        note_disc(state, seat, out, at)
    if detail == EVERYTHING:
        write_secrets(state, seat, out, at + FIRST_OTHER)


def in_circle(word: i64, seat: i64, players: i64) -> i64:
    """Packed bytes of all colours counted from a seat."""
    if seat == 0:
        return word
    circle: i64 = PLAYER_BYTES[players]
    low: i64 = word & circle
    by: i64 = 8 * seat
    return (word & ~circle) | (low >> by) | ((low & (BIT[by] - 1)) << (8 * players - by))


def write_places(
    state: State, seat: i64, detail: i64, out: vec[i64], at: i64, kept: vec[i64], memory: i64
) -> None:
    """The nine regions and the Castillo, and what they add up to for every colour."""
    players: i64 = state.deal.players
    king: i64 = state.king
    near: i64 = NEIGHBOURS[king]
    grandes: i64 = grandes_by_place(state)
    named: i64 = named_places(state)
    targets: i64 = target_places(state, seat)
    hidden: bool = detail == FORGETFUL and not state.deal.open_castillo
    on_board: i64 = 0
    points: i64 = 0
    place: i64 = 0
    while place < PLACES:
        pieces: i64 = pieces_in(state, place)
        marks: i64 = (grandes >> (place * STRIDE)) & 31
        if place == king:
            marks |= 32
        if place == state.tile_8:
            marks |= 64
        elif place == state.tile_4:
            marks |= 128
        keep: i64 = memory + place * KEPT_PLACE
        if kept[keep] != pieces | (marks << 40):
            keep_place(state, place, pieces | (marks << 40), kept, keep)
        ranks: i64 = kept[keep + 1]
        worth: i64 = kept[keep + 2]
        if place == CASTILLO and hidden:
            pieces = 0
            ranks &= ~PLAYER_BYTES[STRIDE]
            worth = 0
        elif place < REGIONS:
            on_board += pieces
        points += worth
        to: i64 = at + place * PLACE_WORDS
        out[to] = (
            in_circle(pieces, seat, players)
            | (((marks >> 5) & 1) << 40)
            | (((near >> place) & 1) << 48)
            | ((marks >> 6) << 56)
        )
        out[to + 1] = in_circle(ranks, seat, players)
        out[to + 2] = (
            in_circle(worth, seat, players)
            | (((named >> place) & 1) << 40)
            | (((targets >> place) & 1) << 48)
        )
        out[to + 3] = in_circle(BYTES_OF_BITS[marks & 31], seat, players)
        place += 1
    write_totals(state, seat, out, at + FIRST_SEAT, on_board, points, hidden)


def pieces_in(state: State, place: i64) -> i64:
    """The caballeros in a place, a byte for each colour."""
    return (
        state.caballeros(place, 0)
        | (state.caballeros(place, 1) << 8)
        | (state.caballeros(place, 2) << 16)
        | (state.caballeros(place, 3) << 24)
        | (state.caballeros(place, 4) << 32)
    )


def grandes_by_place(state: State) -> i64:
    """Which Grandes are in which place: five bits for each."""
    found: i64 = 0
    colour: i64 = 0
    while colour < state.deal.players:
        found |= BIT[state.grande(colour) * STRIDE + colour]
        colour += 1
    return found


def keep_place(state: State, place: i64, key: i64, kept: vec[i64], at: i64) -> None:
    """Work out the ranks and points of a place (R15-R17), with its scoreboard beside the ranks."""
    board: i64 = board_of(state, place) * 3
    ranks: i64 = SCOREBOARDS[board] << 40
    if state.deal.places > 1:
        ranks |= SCOREBOARDS[board + 1] << 48
    if state.deal.places > 2:
        ranks |= SCOREBOARDS[board + 2] << 56
    worth: i64 = 0
    colour: i64 = 0
    while colour < state.deal.colours:
        rank: i64 = rank_of(state, place, colour)
        if rank != 0:
            ranks |= rank * COLOUR_BYTES[colour]
            # The dummy takes a rank but no points (V-2).
            if colour < state.deal.players:
                points: i64 = points_at(state, place, rank)
                if rank == 1:
                    points += king_bonus(state, place) + grande_bonus(state, place, colour)
                worth |= points * COLOUR_BYTES[colour]
        colour += 1
    kept[at] = key
    kept[at + 1] = ranks
    kept[at + 2] = worth


def write_totals(
    state: State, seat: i64, out: vec[i64], at: i64, on_board: i64, points: i64, hidden: bool
) -> None:
    """The first word of every seat: its points and where its pieces are."""
    players: i64 = state.deal.players
    colour: i64 = 0
    while colour < state.deal.colours:
        to: i64 = at + relative(colour, seat, players) * SEAT_WORDS
        place: i64 = state.grande(colour) + 1
        now: i64 = 0
        soon: i64 = 0
        if colour < players:
            now = state.score(colour)
            soon = now + ((points >> (8 * colour)) & 255)
        thrown: i64 = state.caballeros(CASTILLO, colour)
        if hidden:
            thrown = 0
        out[to] = (
            1
            | (smaller(now, LARGEST) << 8)
            | (smaller(soon, LARGEST) << 16)
            | (state.caballeros(COURT, colour) << 24)
            | (state.caballeros(PROVINCE, colour) << 32)
            | (thrown << 40)
            | (((on_board >> (8 * colour)) & 255) << 48)
            | (place << 56)
        )
        colour += 1
    while colour < STRIDE:
        blank: i64 = at + colour * SEAT_WORDS
        word: i64 = 0
        while word < SEAT_WORDS:
            out[blank + word] = 0
            word += 1
        colour += 1


def write_seats(state: State, seat: i64, detail: i64, out: vec[i64], at: i64) -> None:
    """What is known of every seat besides its pieces."""
    players: i64 = state.deal.players
    colours: i64 = state.deal.colours
    waiting: i64 = waiting_mask(state)
    order: i64 = turn_order(state)
    colour: i64 = 0
    while colour < colours:
        to: i64 = at + FIRST_SEAT + relative(colour, seat, players) * SEAT_WORDS
        power: i64 = state.power(colour)
        total: i64 = 0
        if power and not (state.kind == MODIFIER and state.seat == colour):
            total = state.total(colour) + 2
        out[to + 1] = (
            power
            | (total << 8)
            | (((order >> (8 * colour)) & 255) << 16)
            | (((waiting >> colour) & 1) << 24)
            | (((state.veto_fresh >> colour) & 1) << 32)
            | (((state.veto_old >> colour) & 1) << 40)
            | (((state.allowed >> colour) & 1) << 48)
        )
        if state.first_player == colour:
            out[to + 1] |= BIT[56]
        if colour < players:
            write_hand(state, seat, colour, detail, out, to)
        else:
            word: i64 = 2
            while word < SEAT_WORDS:
                out[to + word] = 0
                word += 1
        colour += 1


def write_hand(state: State, seat: i64, owner: i64, detail: i64, out: vec[i64], to: i64) -> None:
    """A seat's cards: 2 for those it surely holds, 1 for those it may hold; and what it played."""
    surely: i64 = state.hand(owner)
    perhaps: i64 = 0
    modifiers: i64 = state.modifiers(owner)
    unsure: i64 = 0
    if owner != seat and detail != EVERYTHING:
        if state.take_backs:
            powers: i64 = known_powers(state, owner)
            surely = powers & ALL_CARDS
            perhaps = powers >> PERHAPS
        if modifiers:
            known: i64 = known_modifiers(state, seat, owner)
            modifiers = known & ALL_CARDS
            unsure = known >> PERHAPS
    out[to + 2] = 2 * BYTES_OF_BITS[surely & 255] + BYTES_OF_BITS[perhaps & 255]
    out[to + 3] = 2 * BYTES_OF_BITS[surely >> 8] + BYTES_OF_BITS[perhaps >> 8]
    out[to + 4] = 2 * BYTES_OF_BITS[modifiers & 255] + BYTES_OF_BITS[unsure & 255]
    out[to + 5] = 2 * BYTES_OF_BITS[modifiers >> 8] + BYTES_OF_BITS[unsure >> 8]
    history: i64 = state.power_history(owner)
    out[to + 6] = in_bytes(history & 0xFFFFFFFF)
    modifier: i64 = state.modifier(owner) + 1
    out[to + 7] = (
        (history >> 32)
        | (modifier << 8)
        | (count_bits(state.hand(owner)) << 16)
        | (count_bits(state.modifiers(owner)) << 24)
    )


def in_bytes(nibbles: i64) -> i64:
    """Eight numbers of four bits as eight bytes."""
    nibbles = (nibbles | (nibbles << 16)) & 0x0000FFFF0000FFFF
    nibbles = (nibbles | (nibbles << 8)) & 0x00FF00FF00FF00FF
    return (nibbles | (nibbles << 4)) & 0x0F0F0F0F0F0F0F0F


def waiting_mask(state: State) -> i64:
    """The seats that owe a choice now."""
    if state.over:
        return 0
    if is_secret(state.kind):
        return waiting_of(state.argument)
    return BIT[state.seat]


def turn_order(state: State) -> i64:
    """The index of every colour's turn in this round from 1, a byte each; 0 while it is open."""
    if argument_of(state.frame(0)) == 0:
        return 0
    order: i64 = 0
    index: i64 = 0
    while index < state.deal.colours:
        order |= (index + 1) * COLOUR_BYTES[state.in_order(index)]
        index += 1
    return order


def keep_round(state: State, kept: vec[i64], memory: i64) -> None:
    """Work out what stays the same for a round: the cards on the table and all that were seen."""
    deal = state.deal
    begun: i64 = rounds_begun(state.round, deal.short)
    word: i64 = KEPT_STACKS
    while word < KEPT_WORDS:
        kept[memory + word] = 0
        word += 1
    stack: i64 = 0
    while stack < STACKS and begun > 0:
        if deal.stack_bits & BIT[stack]:
            count: i64 = len(deal.stacks[stack])
            to: i64 = memory + KEPT_STACKS + stack * CARD_WORDS
            copy_card(deal.card_at(stack, begun - 1), kept, to)
            if count > begun:
                kept[to] |= (count - begun) << 24
            shown: i64 = begun
            if count == 1:
                shown = 1
            while shown > 0:
                card: i64 = deal.card_at(stack, shown - 1)
                kept[memory + KEPT_SEEN + card // 8] += BYTE[card % 8]
                shown -= 1
        stack += 1
    kept[memory + KEPT_OPTIONS] = options_of(state)
    kept[memory + KEPT_OPTIONS + 1] = variants_of(state)
    kept[memory + KEPT_ROUND] = state.round


def copy_card(card: i64, out: vec[i64], to: i64) -> None:
    """The words of a card."""
    out[to] = CARDS_IN_WORDS[card * CARD_WORDS]
    out[to + 1] = CARDS_IN_WORDS[card * CARD_WORDS + 1]
    out[to + 2] = CARDS_IN_WORDS[card * CARD_WORDS + 2]
    out[to + 3] = CARDS_IN_WORDS[card * CARD_WORDS + 3]


def write_cards(state: State, out: vec[i64], at: i64, kept: vec[i64], memory: i64) -> None:
    """The cards of the round, the card in use, and how often each card was seen."""
    to: i64 = at + FIRST_CARD
    word: i64 = 0
    while word < STACKS * CARD_WORDS:
        out[to + word] = kept[memory + KEPT_STACKS + word]
        word += 1
    stack: i64 = 0
    while stack < STACKS:
        if state.available & BIT[stack]:
            out[to + stack * CARD_WORDS] |= 256
        stack += 1
    if state.card == NOWHERE:
        while word < (STACKS + 1) * CARD_WORDS:
            out[to + word] = 0
            word += 1
    else:
        copy_card(state.card, out, to + word)
    to = at + FIRST_SEEN
    word = 0
    while word < SEEN_WORDS:
        out[to + word] = kept[memory + KEPT_SEEN + word]
        word += 1


def note_disc(state: State, seat: i64, out: vec[i64], at: i64) -> None:
    """The region or modifier this seat has set secretly."""
    disc: i64 = state.disc(seat)
    out[at + FIRST_OTHER + SECRET_WORDS] = disc + 1
    if state.kind != PASS_MODIFIER:
        out[at + disc * PLACE_WORDS + 2] |= BIT[56]


def write_secrets(state: State, seat: i64, out: vec[i64], at: i64) -> None:
    """What nobody knows: discs that are set, and the next card of every stack."""
    players: i64 = state.deal.players
    discs: i64 = 0
    if is_secret(state.kind):
        colour: i64 = 0
        while colour < players:
            discs |= (state.disc(colour) + 1) * COLOUR_BYTES[relative(colour, seat, players)]
            colour += 1
    out[at + SECRET_WORDS] = discs
    begun: i64 = rounds_begun(state.round, state.deal.short)
    following: i64 = 0
    stack: i64 = 0
    while stack < STACKS:
        if state.deal.stack_bits & BIT[stack] and begun < len(state.deal.stacks[stack]):
            following |= (state.deal.card_at(stack, begun) + 1) * COLOUR_BYTES[stack]
        stack += 1
    out[at + SECRET_WORDS + 1] = following
