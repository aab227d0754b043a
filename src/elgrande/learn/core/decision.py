"""The decision in an observation: what is asked, what it is about and what follows (section 3).

All of it is open: secret answers are not in frames. The last words hold the options of the game.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.learn.core.actions import BYTES_OF_BITS, relative, to_action, turn
from elgrande.rules.board import BIT, NOWHERE, REGIONS, rounds_begun
from elgrande.rules.choices import PLACE_BASE
from elgrande.rules.frames import (
    ACT,
    ARREST,
    DISC_COUP,
    DISC_RETURN,
    EITHER,
    ENTOURAGE,
    GRANDE_TO,
    KING_TO,
    MOVE_FROM,
    MOVE_TO,
    MUSTER,
    PLACE,
    RETURN,
    SCORE_REGION,
    STEP,
    TAKE,
    TAKE_FROM,
    TILE_TO,
    VETO_WINDOW,
    is_secret,
)
from elgrande.rules.options import OLD_HANDS
from elgrande.rules.packing import (
    NOT_CHOSEN,
    argument_of,
    detail_of,
    first_only_of,
    foreign_left,
    held_choice,
    held_kind,
    kind_of,
    other_of,
    own_left,
    piece_of,
    regions_of,
    small_of,
    source_of,
    total_left,
)
from elgrande.rules.state import State
from elgrande.rules.view import legal_mask

# Where the words are, counted from the first of them.
KIND_WORDS: Final = 4
ROUND_WORD: Final = 4
DETAIL_WORD: Final = 5
COLOURS_WORD: Final = 6
HELD_WORD: Final = 7
FOLLOWING_WORDS: Final = 8  # five words: a byte for each kind of frame
DUMMY_WORDS: Final = 13  # two words for its regions, two for its power cards
OPTIONS_WORDS: Final = 17
SECRET_WORDS: Final = 19
LAST_WORD: Final = 24

ALL_PLACES: Final = 2**10 - 1
WORD_BYTES: Final = vec[i64]([256**index for index in range(8)])
OLD_HANDS_BYTES: Final = {card: number for number, card in enumerate(OLD_HANDS, start=1)}


def target_places(state: State, seat: i64) -> i64:
    """The places this seat may choose now, as a mask."""
    if state.base != 0:
        return 0
    return (legal_mask(state, seat) >> PLACE_BASE) & ALL_PLACES


def named_places(state: State) -> i64:
    """The regions the decision is about: a source, a region to leave, regions left to score."""
    kind: i64 = state.kind
    argument: i64 = state.argument
    if kind == MOVE_FROM or kind == MOVE_TO:
        source: i64 = source_of(argument)
        named: i64 = 0
        if source != 0 and source != NOT_CHOSEN:
            named = BIT[source - 1]
        if kind == MOVE_TO:
            named |= BIT[piece_of(argument) % REGIONS]
        return named
    if kind == SCORE_REGION:
        return regions_of(argument)
    if kind == DISC_COUP:
        return BIT[detail_of(argument)]
    if kind == ENTOURAGE:
        return BIT[other_of(argument)]
    return 0


def write_decision(state: State, seat: i64, out: vec[i64], at: i64) -> None:
    """Write what is asked, what it is about and what follows it."""
    word: i64 = 0
    while word < KIND_WORDS:
        out[at + word] = 0
        word += 1
    if not state.over:
        out[at + state.kind // 8] = WORD_BYTES[state.kind % 8]
    players: i64 = state.deal.players
    asked: i64 = 0
    if not state.over and not is_secret(state.kind):
        asked = relative(state.seat, seat, players) + 1
    performer: i64 = 0
    if state.performer != NOWHERE:
        performer = relative(state.performer, seat, players) + 1
    out[at + ROUND_WORD] = (
        state.round
        | (state.rounds_played << 8)
        | (((9 - state.round) % 3) << 16)
        | (asked << 24)
        | (performer << 32)
        | (as_number(state.infiltrating) << 40)
        | (as_number(state.over) << 48)
        | ((state.king + 1) << 56)
    )
    out[at + DETAIL_WORD] = details(state, seat)
    out[at + COLOURS_WORD] = named_colours(state, seat)
    out[at + HELD_WORD] = held_step(state, seat)
    write_following(state, out, at + FOLLOWING_WORDS)
    write_dummy(state, out, at + DUMMY_WORDS)
    word = SECRET_WORDS
    while word < LAST_WORD:
        out[at + word] = 0
        word += 1


def as_number(true: bool) -> i64:
    """1 for True and 0 for False; mypyc would box a conditional expression."""
    if true:
        return 1
    return 0


def options_of(state: State) -> i64:
    """The options that change how the game goes, a byte each."""
    deal = state.deal
    return (
        deal.players
        | (deal.colours << 8)
        | (deal.places << 16)
        | (as_number(deal.classic) << 24)
        | (as_number(deal.short) << 32)
        | (as_number(deal.power_shift) << 40)
        | (as_number(deal.open_castillo) << 48)
        | (as_number(deal.stack_bits & BIT[2] == 0) << 56)
    )


def variants_of(state: State) -> i64:
    """The options that change the deck, a byte each."""
    options = state.deal.options
    packed: i64 = as_number(options.new_regency)
    for card in options.old_hands:
        packed += WORD_BYTES[OLD_HANDS_BYTES[card]]
    return packed


def details(state: State, seat: i64) -> i64:
    """How many may follow, of whom, from where, and which thing the decision is about."""
    kind: i64 = state.kind
    argument: i64 = state.argument
    if kind == MOVE_FROM or kind == MOVE_TO:
        return (
            total_left(argument)
            | (own_left(argument) << 8)
            | (foreign_left(argument) << 16)
            | (source_of(argument) << 24)
        )
    if kind == ENTOURAGE:
        return small_of(argument)
    if kind == PLACE or kind == TAKE or kind == TAKE_FROM or kind == MUSTER or kind == RETURN:
        return argument
    if kind == DISC_RETURN:
        return detail_of(argument)
    if kind == KING_TO:
        return ((small_of(argument) + 1) << 32) | (other_of(argument) << 40)
    if kind == TILE_TO or kind == EITHER:
        return (argument + 1) << 32
    if kind == ACT:
        return argument << 48
    if kind == SCORE_REGION:
        return as_number(first_only_of(argument)) << 56
    return 0


def named_colours(state: State, seat: i64) -> i64:
    """The colours the decision is about, a byte each: whose pieces are up, or still to arrest."""
    kind: i64 = state.kind
    argument: i64 = state.argument
    players: i64 = state.deal.players
    if kind == MOVE_TO:
        return WORD_BYTES[relative(piece_of(argument) // REGIONS, seat, players)]
    if kind == GRANDE_TO:
        return WORD_BYTES[relative(argument, seat, players)]
    if kind == ARREST:
        return BYTES_OF_BITS[turn(argument, seat, players)]
    return 0


def held_step(state: State, seat: i64) -> i64:
    """The kind plus 1 and the action plus 1 of the step that a classic Veto window is about."""
    if state.kind != VETO_WINDOW or state.over:
        return 0
    below: i64 = state.depth - 1
    while below > 0 and kind_of(state.frame(below)) == VETO_WINDOW:
        below -= 1
    frame: i64 = state.frame(below)
    if kind_of(frame) != STEP:
        return 0
    argument: i64 = argument_of(frame)
    action: i64 = to_action(held_choice(argument), seat, state.deal.players)
    return (held_kind(argument) + 1) | ((action + 1) << 8)


def write_following(state: State, out: vec[i64], at: i64) -> None:
    """How many frames of each kind wait below the decision."""
    out[at] = 0
    out[at + 1] = 0
    out[at + 2] = 0
    out[at + 3] = 0
    out[at + 4] = 0
    below: i64 = state.depth - 2
    while below >= 0:
        kind: i64 = kind_of(state.frame(below))
        out[at + kind // 8] += WORD_BYTES[kind % 8]
        below -= 1


def write_dummy(state: State, out: vec[i64], at: i64) -> None:
    """The dummy's region cards of this scoring period and the power cards it has shown."""
    deal = state.deal
    word: i64 = 0
    while word < 4:
        out[at + word] = 0
        word += 1
    if deal.colours == deal.players:
        return
    index: i64 = 0
    while index < state.regions_drawn:
        region: i64 = deal.dummy_region((state.round - 1) // 3, index)
        out[at + region // 8] |= WORD_BYTES[region % 8]
        index += 1
    index = 0
    while index < rounds_begun(state.round, deal.short):
        power: i64 = deal.dummy_power(index)
        out[at + 2 + power // 8] |= WORD_BYTES[power % 8]
        index += 1
