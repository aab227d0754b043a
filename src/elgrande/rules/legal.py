"""What may be answered: the mask of legal choices of every decision (R2-R7, Q6, Q8, Q14-Q21).

A mask of 0 means there is nothing to decide, and the decision is not asked. Optional actions whose
only answer would be to stop count as nothing to decide.
"""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.board import (
    ABROAD,
    ALL_REGIONS,
    BIT,
    CASTILLO_BIT,
    COLUMN,
    COURT,
    MODIFIER_VALUES,
    NEIGHBOURS,
    NOWHERE,
    PLACE_TARGETS,
    POWER_CARDS,
    PROVINCE,
    REGIONS,
    ROW,
    TABOO,
    TILES,
)
from elgrande.rules.cards import (
    KING_ABROAD,
    KING_ANYWHERE,
    KING_FEWEST,
    KING_NEXT_DOOR,
    OP_ARREST,
    OP_COUP,
    OP_DISMISS,
    OP_EITHER,
    OP_GRANDE,
    OP_INFILTRATE,
    OP_KING,
    OP_MOVE,
    OP_MUSTER,
    OP_RECRUIT,
    OP_RETURN_BY_DISC,
    OP_STAND_IN,
    OP_WITHDRAW,
    WHOLE,
)
from elgrande.rules.choices import (
    ALLOW_ALL_BIT,
    ALLOW_BIT,
    COUNT_UNIT,
    EITHER_UNIT,
    END_BIT,
    GRANDE_UNIT,
    MODIFIER_UNIT,
    PIECE_UNIT,
    PLACE_ACTION_BIT,
    PLACE_UNIT,
    POWER_UNIT,
    SPECIAL_ACTION_BIT,
    STACK_UNIT,
    STOP_BIT,
    TILE_UNIT,
    VETO_BIT,
)
from elgrande.rules.frames import (
    ACT,
    ARREST,
    CARD,
    COUP,
    DISC_RETURN,
    EITHER,
    ENTOURAGE,
    GRANDE,
    GRANDE_TO,
    KING_TO,
    LAST_SECRET,
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
from elgrande.rules.scoring import crowded
from elgrande.rules.state import State, argument_of, kind_of

PLACED: Final = 1
PERFORMED: Final = 2


def answers(state: State, frame: i64, seat: i64) -> i64:
    """The legal choices of a seat that this frame asks, as a mask; 0 if there is nothing to ask."""
    kind: i64 = kind_of(frame)
    argument: i64 = argument_of(frame)
    if kind <= TAKE_FROM:
        if kind == PLACE:
            return placing(state, seat, argument)
        if kind == MOVE_FROM:
            pieces: i64 = movable(state, seat, argument)
            return pieces * PIECE_UNIT | STOP_BIT if pieces else 0
        if kind == MOVE_TO:
            return moving_to(state, (argument >> 19) % REGIONS) * PLACE_UNIT
        regions: i64 = state.free_regions_of(seat) if argument else 0
        return regions * PLACE_UNIT | STOP_BIT if regions else 0
    if kind <= COUP:
        return special_places(state, kind, seat, argument)
    if kind <= LAST_SECRET:
        return secret(state, kind, seat, argument)
    return cards_and_words(state, kind, seat, argument)


def special_places(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """Decisions of special actions that name a place or a piece."""
    if kind == KING_TO:
        return king_targets(state, argument & 7) * PLACE_UNIT
    if kind == RETURN:
        return returning(state, seat) * PLACE_UNIT if argument else 0
    if kind == MUSTER:
        if argument == 0 or state.caballeros(COURT, seat) == 0:
            return 0
        return (ALL_REGIONS & ~TABOO[state.king]) * PLACE_UNIT | STOP_BIT
    if kind == ARREST:
        return arrestable(state, argument) * PIECE_UNIT
    if kind == SCORE_REGION:
        return ALL_REGIONS * PLACE_UNIT
    if kind == TILE_TO:
        return boards_without_tile(state) * PLACE_UNIT
    if kind == GRANDE_TO:
        there: i64 = TABOO[state.king] | BIT[state.grande(argument)]
        return (ALL_REGIONS & ~there) * PLACE_UNIT
    if kind == ENTOURAGE:
        left: i64 = argument & 7
        return (state.occupied & COLUMN[argument >> 3]) * PIECE_UNIT if left else 0
    return coup_targets(state, seat) * PLACE_UNIT


def secret(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """Decisions that several seats answer at once (R13)."""
    if kind == PASS_MODIFIER:
        return state.modifiers(seat) * MODIFIER_UNIT
    if kind == DISC_RETURN:
        return returnable_by_disc(state, seat, argument >> 5) * PLACE_UNIT
    return ALL_REGIONS * PLACE_UNIT


def cards_and_words(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """Decisions answered with cards, counts and words."""
    if kind == ACT:
        return acting(state, seat, argument)
    if kind == TAKE:
        province: i64 = state.caballeros(PROVINCE, seat)
        limit: i64 = argument if argument < province else province
        return (BIT[limit + 1] - 1) * COUNT_UNIT
    if kind == CARD:
        return state.available * STACK_UNIT
    if kind == POWER:
        return playable_powers(state, seat) * POWER_UNIT
    if kind == MODIFIER:
        return playable_modifiers(state, seat)
    if kind == EITHER:
        one: i64 = 1 if possible(state, seat, state.deal.number(argument, 0), False) else 0
        other: i64 = 2 if possible(state, seat, state.deal.number(argument, 1), False) else 0
        return (one | other) * EITHER_UNIT
    if kind == VETO_WINDOW:
        # Edition 2023 asks once per action, so there "allow" already means the whole of it.
        return ALLOW_BIT | VETO_BIT | (ALLOW_ALL_BIT if state.deal.classic else 0)
    if kind == TILE:
        return movable_tiles(state) * TILE_UNIT
    if kind == TAKE_BACK:
        return state_take_back(state, seat)
    if kind == GRANDE:
        grandes: i64 = movable_grandes(state)
        return grandes * GRANDE_UNIT | END_BIT if grandes else 0
    if kind == STAND_IN:
        return movable_grandes(state) * GRANDE_UNIT
    return 0


def placing(state: State, seat: i64, left: i64) -> i64:
    """Where a caballero from the Court may be placed (R6, Q19)."""
    if left == 0 or state.caballeros(COURT, seat) == 0:
        return 0
    targets: i64 = PLACE_TARGETS[state.king]
    if state.infiltrating:
        targets |= TABOO[state.king]
    return targets * PLACE_UNIT | STOP_BIT


def movable(state: State, seat: i64, argument: i64) -> i64:
    """Caballeros a moving card may take up: so many own and foreign ones, perhaps of one region."""
    if (argument >> 10) & 31 == 0:
        return 0
    pieces: i64 = state.occupied & ~COLUMN[state.king]
    if argument & 31 == 0:
        pieces &= ~ROW[seat]
    if (argument >> 5) & 31 == 0:
        pieces &= ROW[seat]
    source: i64 = (argument >> 15) & 15
    if 0 < source <= REGIONS:
        pieces &= COLUMN[source - 1]
    return pieces


def moving_to(state: State, source: i64) -> i64:
    """Where a caballero that was taken up may go."""
    return (ALL_REGIONS | CASTILLO_BIT) & ~TABOO[state.king] & ~BIT[source]


def returning(state: State, seat: i64) -> i64:
    """Where a seat may return a caballero from: its Court or a region."""
    court: i64 = BIT[COURT] if state.caballeros(COURT, seat) else 0
    return state.free_regions_of(seat) | court


def arrestable(state: State, colours: i64) -> i64:
    """The caballeros outside the King's region of these colours."""
    pieces: i64 = 0
    colour: i64 = 0
    while colour < state.deal.colours:
        if colours & BIT[colour]:
            pieces |= ROW[colour]
        colour += 1
    return state.occupied & ~COLUMN[state.king] & pieces


def opponents(state: State, seat: i64) -> i64:
    """The colours of the others, the dummy too."""
    return (BIT[state.deal.colours] - 1) & ~BIT[seat]


def boards_without_tile(state: State) -> i64:
    """Scoreboards a tile may be put on."""
    boards: i64 = (ALL_REGIONS | CASTILLO_BIT) & ~TABOO[state.king]
    if state.tile_8 != NOWHERE:
        boards &= ~BIT[state.tile_8]
    if state.tile_4 != NOWHERE:
        boards &= ~BIT[state.tile_4]
    return boards


def movable_tiles(state: State) -> i64:
    """The tiles that do not lie where the King stands."""
    tiles: i64 = 0
    tile: i64 = 0
    while tile < TILES:
        if state.tile(tile) != state.king:
            tiles |= BIT[tile]
        tile += 1
    return tiles


def movable_grandes(state: State) -> i64:
    """The Grandes in regions other than the King's (Q17, Q18)."""
    grandes: i64 = 0
    colour: i64 = 0
    while colour < state.deal.players:
        place: i64 = state.grande(colour)
        if place < REGIONS and place != state.king:
            grandes |= BIT[colour]
        colour += 1
    return grandes


def king_targets(state: State, targets: i64) -> i64:
    """Where a card may send the King: always elsewhere, but for C-chalet (Q11, Q17)."""
    king: i64 = state.king
    if targets == KING_ANYWHERE:
        return ALL_REGIONS & ~TABOO[king]
    if targets == KING_NEXT_DOOR:
        return NEIGHBOURS[king]
    if targets == KING_ABROAD:
        return ABROAD & ~BIT[king]
    if targets == KING_FEWEST:
        return crowded(state, True)
    return CASTILLO_BIT & ~BIT[king]


def coup_targets(state: State, seat: i64) -> i64:
    """The regions outside the King's where an opponent with a disc has caballeros (Q16)."""
    regions: i64 = 0
    other: i64 = 0
    while other < state.deal.players:
        if other != seat:
            regions |= state.free_regions_of(other)
        other += 1
    return regions


def returnable_by_disc(state: State, seat: i64, count: i64) -> i64:
    """The regions a seat may return caballeros from by disc (Q8, Q21)."""
    regions: i64 = state.free_regions_of(seat)
    if count == WHOLE:
        return regions
    enough: i64 = 0
    region: i64 = 0
    while region < REGIONS:
        if regions & BIT[region] and state.caballeros(region, seat) >= count:
            enough |= BIT[region]
        region += 1
    return enough if enough else regions


def playable_powers(state: State, seat: i64) -> i64:
    """Power cards whose total nobody has yet, with a modifier if need be (R2, Power Shift)."""
    hand: i64 = state.hand(seat)
    free: i64 = hand & ~(state.totals >> 2)
    modifiers: i64 = state.modifiers(seat)
    if modifiers == 0:
        return free
    value: i64 = 1
    while value <= POWER_CARDS:
        if hand & ~free & BIT[value] and fitting_modifiers(state, modifiers, value):
            free |= BIT[value]
        value += 1
    return free


def fitting_modifiers(state: State, modifiers: i64, power: i64) -> i64:
    """Those modifiers that give a power card a total nobody has yet."""
    fitting: i64 = 0
    card: i64 = 0
    while BIT[card] <= modifiers:
        if modifiers & BIT[card] and state.totals & BIT[power + MODIFIER_VALUES[card & 3] + 2] == 0:
            fitting |= BIT[card]
        card += 1
    return fitting


def playable_modifiers(state: State, seat: i64) -> i64:
    """The modifiers that may go with the power card just played, or none."""
    power: i64 = state.power(seat)
    none: i64 = END_BIT if state.totals & BIT[power + 2] == 0 else 0
    return fitting_modifiers(state, state.modifiers(seat), power) * MODIFIER_UNIT | none


def state_take_back(state: State, seat: i64) -> i64:
    """The power cards and modifiers that C-power may take back into the hand."""
    powers: i64 = state.discard(seat) | BIT[state.power(seat)]
    modifiers: i64 = state.spent_modifiers(seat)
    if state.modifier(seat) != NOWHERE:
        modifiers |= BIT[state.modifier(seat)]
    return powers * POWER_UNIT | modifiers * MODIFIER_UNIT


def acting(state: State, seat: i64, done: i64) -> i64:
    """Place, perform the special action, or end the turn (R5)."""
    mask: i64 = 0
    if done & PLACED == 0 and state.caballeros(COURT, seat) != 0:
        mask = PLACE_ACTION_BIT
    if done & PERFORMED == 0 and possible(state, seat, state.card, done & PLACED != 0):
        mask |= SPECIAL_ACTION_BIT
    return mask | END_BIT if mask else 0


def possible(state: State, seat: i64, card: i64, placed: bool) -> bool:
    """Whether the special action of a card could change anything at all (Q20)."""
    op: i64 = state.deal.op(card)
    if op == OP_MOVE:
        return movable(state, seat, move_argument(state, card)) != 0
    if op == OP_MUSTER:
        return state.caballeros(COURT, seat) != 0
    if op == OP_EITHER:
        return possible(state, seat, state.deal.number(card, 0), placed) or possible(
            state, seat, state.deal.number(card, 1), placed
        )
    if op == OP_KING:
        return king_targets(state, state.deal.number(card, 0)) != 0
    if op == OP_INFILTRATE:
        return not placed and state.caballeros(COURT, seat) != 0 and TABOO[state.king] != 0
    if op == OP_STAND_IN:
        return state.king < REGIONS and movable_grandes(state) != 0
    if op == OP_GRANDE:
        return movable_grandes(state) & BIT[seat] != 0
    if op == OP_RECRUIT:
        return state.caballeros(PROVINCE, seat) != 0 or state.free_regions_of(seat) != 0
    if op == OP_ARREST:
        return arrestable(state, opponents(state, seat)) != 0
    if op == OP_COUP or op == OP_RETURN_BY_DISC:
        return coup_targets(state, seat) != 0
    if op == OP_DISMISS or op == OP_WITHDRAW:
        return some_court(state, seat) or (op == OP_WITHDRAW and coup_targets(state, seat) != 0)
    return True


def some_court(state: State, seat: i64) -> bool:
    """Whether an opponent has anyone in the Court."""
    other: i64 = 0
    while other < state.deal.players:
        if other != seat and state.caballeros(COURT, other) != 0:
            return True
        other += 1
    return False


def move_argument(state: State, card: i64) -> i64:
    """The argument of the frames of a moving card: how many own, foreign and in all are left."""
    total: i64 = state.deal.number(card, 2)
    one_region: i64 = 15 if total & 32 else 0
    return (
        state.deal.number(card, 0)
        | (state.deal.number(card, 1) << 5)
        | ((total & 31) << 10)
        | (one_region << 15)
    )
