"""A quick answer to any decision: what looks best from here, without playing it out (R2-R7, R13).

Playouts are made of these answers, and plans of turns are completed with them.
"""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.actions.king import king_targets
from elgrande.rules.board import (
    ALL_REGIONS,
    BIT,
    CASTILLO,
    COURT,
    NOWHERE,
    PLACE_TARGETS,
    POWER_CARDS,
    REGIONS,
    ROUNDS,
    STACKS,
    TAKES,
)
from elgrande.rules.cards import (
    KING_CASTILLO,
    OP_KING,
)
from elgrande.rules.choices import (
    COUNT_BASE,
    EITHER_BASE,
    END,
    GRANDE_BASE,
    PIECE_BASE,
    PLACE_ACTION,
    PLACE_ACTION_BIT,
    PLACE_BASE,
    POWER_BASE,
    SPECIAL_ACTION,
    SPECIAL_ACTION_BIT,
    STACK_BASE,
    STOP,
    TILE_BASE,
    count_bits,
    lowest_bit,
    nth_bit,
    smaller,
)
from elgrande.rules.frames import (
    ACT,
    ARREST,
    CARD,
    COUP,
    DISC_COUP,
    DISC_RETURN,
    DISC_RIVALRIES,
    DISC_SCORING,
    EITHER,
    ENTOURAGE,
    GRANDE,
    GRANDE_TO,
    KIND_KEYS,
    KING_TO,
    MODIFIER,
    MOVE_FROM,
    MOVE_TO,
    MUSTER,
    PASS_MODIFIER,
    PLACE,
    POWER,
    RETURN,
    SCORE_REGION,
    STAND_IN,
    TAKE,
    TAKE_BACK,
    TAKE_FROM,
    TILE,
    TILE_TO,
    VETO_WINDOW,
)
from elgrande.rules.legal import answers
from elgrande.rules.packing import PLACED, argument_of, detail_of, first_only_of, kind_of, piece_of
from elgrande.rules.state import State
from elgrande.search.action_values import acts_first, special_value
from elgrande.search.best_targets import (
    LEAST,
    best_board,
    best_coup,
    best_grande,
    best_king,
    best_move,
    best_scoring,
    best_stand_in,
    best_target,
    best_tile,
    least_loss,
)
from elgrande.search.context import Context
from elgrande.search.placing import MOST
from elgrande.search.vetoing import weigh_veto
from elgrande.search.weights import POINT

INITIATIVE: Final = 40  # what one place earlier in the order of turns is worth


def answer(state: State, context: Context, seat: i64) -> i64:
    """A good choice for a seat that is asked; the appraiser must look at it as this seat."""
    kind: i64 = state.kind
    argument: i64 = state.argument
    mask: i64 = state.mask
    if seat != state.seat:
        mask = answers(state, kind, seat, argument)
    if mask & (mask - 1) == 0:
        return lowest_bit(mask) + state.base
    if kind == PLACE:
        return place_one(state, context, seat, argument, mask)
    if kind == MOVE_FROM:
        move: i64 = best_move(state, context, seat, argument)
        if move >> 6 <= 0:
            return STOP
        return PIECE_BASE + (move & 63)
    if kind == MOVE_TO:
        colour: i64 = piece_of(argument) // REGIONS
        return PLACE_BASE + (best_target(state, context, colour, mask >> PLACE_BASE) & 15)
    if kind == TAKE:
        return COUNT_BASE + count_bits(mask) - 1
    if kind == CARD:
        return STACK_BASE + best_card(state, context, seat)
    if kind == ACT:
        return best_act(state, context, seat, argument, mask)
    if kind == POWER:
        return POWER_BASE + quick_power(state, context, seat, mask)
    if DISC_SCORING <= kind <= PASS_MODIFIER:
        return secretly(state, context, seat, kind, argument, mask)
    if kind <= COUP:
        return on_board(state, context, seat, kind, argument, mask)
    return with_words(state, context, seat, kind, argument, mask)


def on_board(state: State, context: Context, seat: i64, kind: i64, argument: i64, mask: i64) -> i64:
    """Decisions of special actions that name a place or a piece."""
    targets: i64 = mask >> PLACE_BASE
    if kind == MUSTER:
        return place_one(state, context, seat, argument, mask)
    if kind == KING_TO:
        return PLACE_BASE + (
            best_king(state, context, seat, targets, still_to_place(state), 0) & 15
        )
    if kind == SCORE_REGION:
        # Of several regions left the best comes first: a Veto may stop the others.
        return PLACE_BASE + best_scoring(state, context, targets, first_only_of(argument))
    if kind == TILE_TO:
        return PLACE_BASE + (best_board(state, context, argument) & 15)
    if kind == GRANDE_TO:
        return PLACE_BASE + (best_grande(state, context, argument) & 15)
    if kind == COUP:
        return PLACE_BASE + (best_coup(state, context, seat) & 15)
    if kind == RETURN:
        return PLACE_BASE + return_from(state, context, seat, targets)
    if kind == TAKE_FROM:
        loss: i64 = least_loss(state, context, seat, targets & ALL_REGIONS, 1)
        court: i64 = state.caballeros(COURT, seat)
        if loss >> 4 >= context.appraiser.court(court + 1) - context.appraiser.court(court):
            return STOP
        return PLACE_BASE + (loss & 15)
    if kind == ARREST or kind == ENTOURAGE:
        return best_piece(state, context, kind, mask)
    raise NotImplementedError(f"on_board: {KIND_KEYS[kind]}")


def best_piece(state: State, context: Context, kind: i64, mask: i64) -> i64:
    """The caballero to arrest, or to follow the King."""
    best: i64 = LEAST
    found: i64 = 0
    while mask:
        choice: i64 = lowest_bit(mask)
        mask &= mask - 1
        piece: i64 = choice - PIECE_BASE
        value: i64 = (
            context.appraiser.gain(state, piece % REGIONS, piece // REGIONS, -1) + context.blur()
        )
        if kind == ENTOURAGE:
            value += context.appraiser.gain(state, state.king, piece // REGIONS, 1)
        if value > best:
            best = value
            found = choice
    return found


def return_from(state: State, context: Context, seat: i64, targets: i64) -> i64:
    """Court or region, whichever is missed less."""
    if targets & ALL_REGIONS == 0:
        return COURT
    loss: i64 = least_loss(state, context, seat, targets & ALL_REGIONS, 1)
    if targets & BIT[COURT]:
        court: i64 = state.caballeros(COURT, seat)
        if context.appraiser.court(court) - context.appraiser.court(court - 1) <= loss >> 4:
            return COURT
    return loss & 15


def place_one(state: State, context: Context, seat: i64, left: i64, mask: i64) -> i64:
    """Where the next caballero goes, or to stop."""
    targets: i64 = mask >> PLACE_BASE
    most: i64 = smaller(left, state.caballeros(COURT, seat))
    context.placing.look(state, context.appraiser, seat, most, targets)
    context.placing.split(most, targets)
    place: i64 = context.placing.first_target(state, context.appraiser, seat, most, targets)
    if place == NOWHERE:
        return STOP
    return PLACE_BASE + place


def still_to_place(state: State) -> i64:
    """How many caballeros the card in use still lets its player place after this."""
    depth: i64 = state.depth - 1
    while depth > 0:
        frame: i64 = state.frame(depth)
        if kind_of(frame) == ACT:
            if argument_of(frame) & PLACED:
                return 0
            return state.deal.places_of(state.card)
        depth -= 1
    return 0


def secretly(state: State, context: Context, seat: i64, kind: i64, argument: i64, mask: i64) -> i64:
    """Discs and passed modifiers: the better a choice looks, the likelier it is made."""
    if kind == PASS_MODIFIER:
        return state.base + nth_bit(mask, context.rng.below(count_bits(mask)))
    regions: i64 = mask >> PLACE_BASE
    if kind == DISC_RETURN:
        return PLACE_BASE + (least_loss(state, context, seat, regions, detail_of(argument)) & 15)
    best: i64 = LEAST
    found: i64 = 0
    region: i64 = 0
    while region < REGIONS:
        value: i64 = disc_worth(state, context, seat, kind, argument, region)
        # Others choose at the same time, so a predictable choice would be countered.
        value += context.rng.below(POINT) + context.blur()
        if value > best:
            best = value
            found = region
        region += 1
    return PLACE_BASE + found


def disc_worth(
    state: State, context: Context, seat: i64, kind: i64, argument: i64, region: i64
) -> i64:
    """What a disc set to a region would bring if the others stayed as they are."""
    if kind == DISC_RIVALRIES:
        return context.appraiser.scored(state, region, False)
    count: i64 = state.caballeros(CASTILLO, seat)
    locked: bool = region == state.king
    if kind == DISC_COUP:
        count = state.caballeros(detail_of(argument), seat)
        locked = locked or region == detail_of(argument)
    if locked:
        court: i64 = state.caballeros(COURT, seat)
        return context.appraiser.court(court + count) - context.appraiser.court(court)
    return context.appraiser.gain(state, region, seat, count)


def quick_power(state: State, context: Context, seat: i64, mask: i64) -> i64:
    """A power card that fits what the Court needs, and what is left for later rounds."""
    court: i64 = state.caballeros(COURT, seat)
    best: i64 = LEAST
    found: i64 = 0
    value: i64 = 1
    while value <= POWER_CARDS:
        if mask & BIT[value + POWER_BASE - 64]:
            taken: i64 = smaller(TAKES[value], 30 - court)
            worth: i64 = context.appraiser.court(court + taken) - context.appraiser.court(court)
            worth += value * INITIATIVE + context.rng.below(3 * POINT)
            if worth > best:
                best = worth
                found = value
        value += 1
    return found


def best_card(state: State, context: Context, seat: i64) -> i64:
    """The stack whose card promises most: what it places and what its special action does."""
    best: i64 = LEAST
    found: i64 = 0
    most: i64 = smaller(MOST, state.caballeros(COURT, seat))
    context.placing.look(state, context.appraiser, seat, most, ALL_REGIONS | BIT[CASTILLO])
    context.placing.ready = True
    stack: i64 = 0
    while stack < STACKS:
        if state.available & BIT[stack]:
            card: i64 = state.deal.card_at(stack, state.rounds_played)
            value: i64 = card_value(state, context, seat, card) + context.blur()
            if value > best:
                best = value
                found = stack
        stack += 1
    context.placing.ready = False
    return found


def card_value(state: State, context: Context, seat: i64, card: i64) -> i64:
    """What a card promises in all."""
    placed: i64 = placing_value(state, context, seat, state.deal.places_of(card))
    if state.deal.op(card) == OP_KING:
        # The King moves before or after placing, whichever is better.
        targets: i64 = king_options(state, card)
        places: i64 = state.deal.places_of(card)
        moved: i64 = best_king(state, context, seat, targets, places, placed) >> 4
        return -smaller(-placed, -moved)
    return placed - smaller(0, -special_value(state, context, seat, card))


def placing_value(state: State, context: Context, seat: i64, most: i64) -> i64:
    """What placing that many gains while the King stays where he is."""
    most = smaller(most, state.caballeros(COURT, seat))
    targets: i64 = PLACE_TARGETS[state.king]
    context.placing.look(state, context.appraiser, seat, most, targets)
    context.placing.split(most, targets)
    return context.placing.worth(state, context.appraiser, seat, most)


def king_options(state: State, card: i64) -> i64:
    """Where a card can send the King."""
    number: i64 = state.deal.number(card, 0)
    if number == KING_CASTILLO:
        return BIT[CASTILLO]
    return king_targets(state, number)


def best_act(state: State, context: Context, seat: i64, done: i64, mask: i64) -> i64:
    """Place first or act first, and whether to act at all."""
    if mask & SPECIAL_ACTION_BIT == 0:
        return PLACE_ACTION
    op: i64 = state.deal.op(state.card)
    can_place: bool = mask & PLACE_ACTION_BIT != 0
    if can_place:
        if op == OP_KING and king_goes_first(state, context, seat):
            return SPECIAL_ACTION
        if acts_first(op) and special_value(state, context, seat, state.card) > 0:
            return SPECIAL_ACTION
        return PLACE_ACTION
    if special_value(state, context, seat, state.card) > 0:
        return SPECIAL_ACTION
    return END


def king_goes_first(state: State, context: Context, seat: i64) -> bool:
    """Whether placing is better once the King has moved."""
    places: i64 = state.deal.places_of(state.card)
    before: i64 = placing_value(state, context, seat, places)
    options: i64 = king_options(state, state.card)
    alone: i64 = best_king(state, context, seat, options, 0, 0) >> 4
    return best_king(state, context, seat, options, places, 0) >> 4 > before - smaller(0, -alone)


def with_words(
    state: State, context: Context, seat: i64, kind: i64, argument: i64, mask: i64
) -> i64:
    """Decisions answered with cards, tiles and words."""
    if kind == VETO_WINDOW:
        return weigh_veto(state, context, seat)
    if kind == TILE:
        return TILE_BASE + (best_tile(state, context) & 1)
    if kind == TAKE_BACK:
        return take_back_best(state, mask)
    if kind == EITHER:
        one: i64 = special_value(state, context, seat, state.deal.number(argument, 0))
        other: i64 = special_value(state, context, seat, state.deal.number(argument, 1))
        if other > one:
            return EITHER_BASE + 1
        return EITHER_BASE
    if kind == STAND_IN:
        return GRANDE_BASE + (best_stand_in(state, context) & 15)
    if kind == GRANDE:
        return move_some_grande(state, context, mask)
    if kind == MODIFIER:
        return quick_modifier(state, context, seat, mask)
    raise NotImplementedError(f"with_words: {KIND_KEYS[kind]}")


def take_back_best(state: State, mask: i64) -> i64:
    """The highest power card there is; a modifier only if there is no other."""
    value: i64 = POWER_CARDS
    while value > 0:
        if mask & BIT[value + POWER_BASE - 64]:
            return POWER_BASE + value
        value -= 1
    return lowest_bit(mask) + state.base


def move_some_grande(state: State, context: Context, mask: i64) -> i64:
    """The Grande whose move gains most, or none."""
    best: i64 = 0
    found: i64 = END
    colour: i64 = 0
    while colour < state.deal.players:
        if mask & BIT[colour + GRANDE_BASE - 64]:
            value: i64 = best_grande(state, context, colour) >> 4
            if value > best:
                best = value
                found = GRANDE_BASE + colour
        colour += 1
    return found


def quick_modifier(state: State, context: Context, seat: i64, mask: i64) -> i64:
    """Sometimes a modifier; the fewer rounds are left for them, the likelier."""
    modifiers: i64 = count_bits(state.modifiers(seat))
    rounds: i64 = ROUNDS + 1 - state.round
    if mask & 1 and context.rng.below(rounds) >= modifiers:
        return END
    rest: i64 = mask & ~1
    if rest == 0:
        return END
    return state.base + nth_bit(rest, context.rng.below(count_bits(rest)))
