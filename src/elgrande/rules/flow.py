"""The course of the game: rounds, turns, scorings, and the answers that drive them (R1-R14)."""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.board import (
    ALL_REGIONS,
    BIT,
    CABALLEROS_PER_COLOUR,
    CASTILLO,
    COURT,
    MODIFIER_VALUES,
    MOVE_GRANDE,
    MOVE_ONE,
    NOWHERE,
    POWER_CARDS,
    PROVINCE,
    RECRUIT_ONE,
    ROUNDS,
    STACKS,
    TAKES,
    is_scoring_round,
)
from elgrande.rules.choices import (
    EITHER_BASE,
    END,
    GRANDE_BASE,
    MODIFIER_BASE,
    PIECE_BASE,
    PLACE_ACTION,
    PLACE_BASE,
    POWER_BASE,
    SPECIAL_ACTION,
    STACK_BASE,
    STOP,
    TILE_BASE,
    lowest_bit,
)
from elgrande.rules.deal import Deal, Start
from elgrande.rules.events import (
    CARD_TAKEN,
    DUMMY_DREW,
    DUMMY_TOOK,
    FIRST_PLAYER,
    GAME_ENDED,
    MODIFIER_PLAYED,
    ORDER_SET,
    POWER_PLAYED,
    REVEALED,
    ROUND_BEGAN,
    TURN_ENDED,
)
from elgrande.rules.events import (
    GENERAL_SCORING as GENERAL_SCORING_EVENT,
)
from elgrande.rules.frames import (
    ABILITY,
    ACT,
    CARD,
    COUP,
    DISC_SCORING,
    EITHER,
    FIRST_SECRET,
    GENERAL_SCORING,
    GRANDE,
    GRANDE_TO,
    LAST_DECISION,
    LAST_SECRET,
    MODIFIER,
    MOVE_FROM,
    OVER,
    PASS_MODIFIER,
    PERFORM,
    PLACE,
    POWER,
    ROUND,
    ROUND_END,
    SPECIAL_END,
    STAND_IN,
    STEP,
    TAKE,
    TAKE_BACK,
    TILE,
    TILE_TO,
    TURNS,
    VETO_WINDOW,
)
from elgrande.rules.legal import PERFORMED, PLACED, answers
from elgrande.rules.scoring import score_castillo, score_regions
from elgrande.rules.secret import answer, ask, at_stake, move_out, relocate, waiting_in
from elgrande.rules.special import offer_caballeros, perform, pick_up, take_back, take_step
from elgrande.rules.state import State, argument_of, empty_state, kind_of, seat_of
from elgrande.rules.veto import age_vetoes, announce, answer_window, interrupts

COURT_AT_START: Final = 7
GRANDE_GUARD: Final = 2
DUMMY_CARDS: Final = 2
DUMMY_CABALLEROS: Final = 2
ONE_OF_MINE: Final = 1 | (1 << 10)


def begin(deal: Deal, start: Start, log: list[int] | None) -> State:
    """The state at the first decision of a game (S8, S9)."""
    state = empty_state(deal)
    state.log = log
    state.king = start.king
    state.first_player = start.first_player
    colour: i64 = 0
    while colour < deal.colours:
        if colour < deal.players:
            region: i64 = start.grandes[colour]
            state.put_grande(colour, region)
            state.put_caballeros(region, colour, GRANDE_GUARD)
            state.put_caballeros(COURT, colour, COURT_AT_START)
            left: i64 = CABALLEROS_PER_COLOUR - GRANDE_GUARD - COURT_AT_START
            state.put_caballeros(PROVINCE, colour, left)
            state.put_hand(colour, BIT[POWER_CARDS + 1] - 2)
            for card in start.modifiers[colour]:
                state.put_modifiers(colour, state.modifiers(colour) | BIT[card])
        else:
            state.put_caballeros(PROVINCE, colour, CABALLEROS_PER_COLOUR)
        colour += 1
    state.push(ROUND, 0, 0)
    if deal.power_shift:
        ask(state, PASS_MODIFIER, 0, BIT[deal.players] - 1, 0)
    advance(state)
    return state


def play(state: State, seat: i64, choice: i64) -> None:
    """Answer the decision now asked with a legal choice of a waiting seat, and go on."""
    frame: i64 = state.pop()
    kind: i64 = kind_of(frame)
    if FIRST_SECRET <= kind <= LAST_SECRET:
        answer(state, frame, seat, choice)
    elif not interrupts(state, kind, seat, argument_of(frame), choice):
        carry_out(state, kind, seat, argument_of(frame), choice)
    advance(state)


def carry_out(state: State, kind: i64, seat: i64, argument: i64, choice: i64) -> None:
    """Do what an answer says."""
    if kind == PLACE:
        if choice != STOP:
            relocate(state, seat, COURT, choice - PLACE_BASE, 1)
            state.push(PLACE, seat, argument - 1)
    elif kind == MOVE_FROM:
        if choice != STOP:
            pick_up(state, seat, argument, choice - PIECE_BASE)
    elif kind <= COUP or kind == TAKE or kind == STAND_IN:
        take_step(state, kind, seat, argument, choice)
    elif kind == ACT:
        act(state, seat, argument, choice)
    elif kind == CARD:
        take_card(state, seat, choice - STACK_BASE)
    elif kind == POWER:
        play_power(state, seat, argument, choice - POWER_BASE)
    elif kind == MODIFIER:
        play_modifier(state, seat, choice)
    elif kind == VETO_WINDOW:
        answer_window(state, seat, choice)
    elif kind == TILE:
        state.push(TILE_TO, seat, choice - TILE_BASE)
    elif kind == TAKE_BACK:
        take_back(state, seat, choice)
    elif kind == EITHER:
        perform(state, seat, state.deal.number(argument, choice - EITHER_BASE))
    elif kind == GRANDE and choice != END:
        state.push(GRANDE_TO, seat, choice - GRANDE_BASE)


def advance(state: State) -> None:
    """Resolve what needs nobody until somebody must decide or the game is over."""
    while True:
        frame: i64 = state.top()
        kind: i64 = kind_of(frame)
        seat: i64 = seat_of(frame)
        if kind <= LAST_DECISION:
            if FIRST_SECRET <= kind <= LAST_SECRET:
                seat = lowest_bit(waiting_in(frame))
            mask: i64 = answers(state, frame, seat)
            if mask != 0:
                state.mask = mask
                state.seat = seat
                return
            state.depth -= 1
        elif kind == OVER:
            state.over = True
            state.mask = 0
            return
        else:
            state.depth -= 1
            resolve(state, kind, seat, argument_of(frame))


def resolve(state: State, kind: i64, seat: i64, argument: i64) -> None:
    """A step that needs no answer."""
    if kind == TURNS:
        next_turn(state, argument)
    elif kind == ABILITY:
        use_modifier(state, seat)
    elif kind == PERFORM:
        perform(state, seat, argument)
    elif kind == STEP:
        take_step(state, argument & 63, seat, argument >> 13, (argument >> 6) & 127)
    elif kind == SPECIAL_END:
        state.performer = NOWHERE
    elif kind == ROUND:
        begin_round(state)
    elif kind == ROUND_END:
        end_round(state)
    elif kind == GENERAL_SCORING:
        general_scoring(state)


def begin_round(state: State) -> None:
    """Turn up the cards and ask for power cards, from the first player on (R1, R2, V-short)."""
    deal = state.deal
    skipped: i64 = 1 if deal.short and state.round % 3 == 0 else 0
    state.round += 1 + skipped
    state.available = deal.stack_bits
    state.totals = 0
    state.taken_back = 0
    if state.log is not None:
        state.tell(ROUND_BEGAN, state.round)
        stack: i64 = 0
        while stack < STACKS:
            if deal.stack_bits & BIT[stack]:
                state.tell(REVEALED, stack, deal.card_at(stack, state.rounds_played))
            stack += 1
    if deal.colours > deal.players:
        begin_dummy_round(state)
    state.push(TURNS, 0, 0)
    state.push(POWER, state.first_player, 0)


def begin_dummy_round(state: State) -> None:
    """The dummy draws its regions and turns up its power card (V-2)."""
    dummy: i64 = state.deal.players
    cards: i64 = 0
    while cards < DUMMY_CARDS:
        left: i64 = state.caballeros(PROVINCE, dummy)
        if left:
            period: i64 = (state.round - 1) // 3
            region: i64 = state.deal.dummy_region(period, state.regions_drawn)
            state.regions_drawn += 1
            count: i64 = left if left < DUMMY_CABALLEROS else DUMMY_CABALLEROS
            if region == state.king:
                count = 0
            if state.log is not None:
                state.tell(DUMMY_DREW, region, count)
            if count:
                relocate(state, dummy, PROVINCE, region, count)
        cards += 1
    value: i64 = state.deal.dummy_power(state.rounds_played)
    state.put_power(dummy, value)
    state.put_total(dummy, value)
    if state.log is not None:
        state.tell(POWER_PLAYED, dummy, value)


def play_power(state: State, seat: i64, index: i64, value: i64) -> None:
    """Play a power card; with modifiers in hand the total is settled by the next answer."""
    state.put_power(seat, value)
    state.put_hand(seat, state.hand(seat) & ~BIT[value])
    packed: i64 = state.power_history(seat) | (value << (4 * state.rounds_played))
    state.put_power_history(seat, packed)
    if state.log is not None:
        state.tell(POWER_PLAYED, seat, value)
    if index + 1 < state.deal.players:
        state.push(POWER, (seat + 1) % state.deal.players, index + 1)
    if state.modifiers(seat):
        state.push(MODIFIER, seat, 0)
    else:
        state.put_total(seat, value)


def play_modifier(state: State, seat: i64, choice: i64) -> None:
    """Add a modifier to the power card just played, or none."""
    if choice == END:
        state.put_total(seat, state.power(seat))
        return
    card: i64 = choice - MODIFIER_BASE
    state.put_modifier(seat, card)
    state.put_modifiers(seat, state.modifiers(seat) & ~BIT[card])
    state.put_total(seat, state.power(seat) + MODIFIER_VALUES[card & 3])
    packed: i64 = state.modifier_history(seat) | ((card + 1) << (5 * state.rounds_played))
    state.put_modifier_history(seat, packed)
    if state.log is not None:
        state.tell(MODIFIER_PLAYED, seat, card)


def set_turn_order(state: State) -> None:
    """The highest total first (R3)."""
    colours: i64 = state.deal.colours
    colour: i64 = 0
    while colour < colours:
        higher: i64 = 0
        other: i64 = 0
        while other < colours:
            if state.total(other) > state.total(colour):
                higher += 1
            other += 1
        state.put_in_order(higher, colour)
        colour += 1
    if state.log is not None:
        index: i64 = 0
        while index < colours:
            state.tell(ORDER_SET, index, state.in_order(index))
            index += 1


def next_turn(state: State, index: i64) -> None:
    """The turn of the next colour, or the end of the round."""
    if index == 0:
        set_turn_order(state)
    else:
        if state.log is not None and state.card != NOWHERE:
            state.tell(TURN_ENDED, state.in_order(index - 1), state.card)
        state.card = NOWHERE
        state.infiltrating = False
    if index == state.deal.colours:
        state.push(ROUND_END, 0, 0)
        return
    seat: i64 = state.in_order(index)
    state.push(TURNS, 0, index + 1)
    if seat == state.deal.players:
        take_dummy_card(state)
        return
    state.push(CARD, seat, 0)
    if state.modifier(seat) != NOWHERE:
        state.push(ABILITY, seat, 0)
    offer_caballeros(state, seat, TAKES[state.power(seat)])


def take_dummy_card(state: State) -> None:
    """The dummy takes the card with the most caballeros, of the lowest stack, for nothing (Q9)."""
    best: i64 = NOWHERE
    most: i64 = 0
    stack: i64 = 0
    while stack < STACKS:
        if state.available & BIT[stack]:
            places: i64 = state.deal.places_of(state.deal.card_at(stack, state.rounds_played))
            if places > most:
                most = places
                best = stack
        stack += 1
    state.available &= ~BIT[best]
    if state.log is not None:
        state.tell(DUMMY_TOOK, best, state.deal.card_at(best, state.rounds_played))


def use_modifier(state: State, seat: i64) -> None:
    """Offer the ability of the modifier played, after R4 and before the action card."""
    kind: i64 = state.modifier(seat) >> 2
    if kind == RECRUIT_ONE:
        offer_caballeros(state, seat, 1)
    elif kind == MOVE_ONE:
        state.push(MOVE_FROM, seat, ONE_OF_MINE)
    elif kind == MOVE_GRANDE:
        state.push(GRANDE, seat, 0)


def take_card(state: State, seat: i64, stack: i64) -> None:
    """Take a face-up card to use (R5)."""
    card: i64 = state.deal.card_at(stack, state.rounds_played)
    state.available &= ~BIT[stack]
    state.card = card
    if state.log is not None:
        state.tell(CARD_TAKEN, seat, stack, card)
    state.push(ACT, seat, 0)


def act(state: State, seat: i64, done: i64, choice: i64) -> None:
    """Place or perform, each once and in either order."""
    if choice == PLACE_ACTION:
        state.push(ACT, seat, done | PLACED)
        state.push(PLACE, seat, state.deal.places_of(state.card))
    elif choice == SPECIAL_ACTION:
        state.push(ACT, seat, done | PERFORMED)
        announce(state, seat, state.card)


def end_round(state: State) -> None:
    """Discards, the next first player, and a general scoring when it is due (R9)."""
    players: i64 = state.deal.players
    lowest: i64 = 0
    seat: i64 = 0
    while seat < players:
        if state.total(seat) < state.total(lowest):
            lowest = seat
        discard_played(state, seat)
        seat += 1
    if state.deal.colours > players:
        state.put_power(players, 0)
    state.first_player = lowest
    state.available = 0
    age_vetoes(state)
    state.rounds_played += 1
    if state.log is not None:
        state.tell(FIRST_PLAYER, lowest)
    state.push(OVER if state.round == ROUNDS else ROUND, 0, 0)
    if is_scoring_round(state.round):
        if state.log is not None:
            state.tell(GENERAL_SCORING_EVENT, state.round)
        state.push(GENERAL_SCORING, 0, 0)
        # The guarded Castillo keeps all that is in it, so nobody has a disc to set (V-rebellion).
        if state.king != CASTILLO:
            ask(state, DISC_SCORING, 0, at_stake(state), 0)


def discard_played(state: State, seat: i64) -> None:
    """What a seat played goes to its discard, unless C-power took it back."""
    if state.taken_back & BIT[seat] == 0:
        state.put_discard(seat, state.discard(seat) | BIT[state.power(seat)])
    state.put_power(seat, 0)
    modifier: i64 = state.modifier(seat)
    if modifier != NOWHERE:
        if state.taken_back & BIT[8 + seat] == 0:
            state.put_spent_modifiers(seat, state.spent_modifiers(seat) | BIT[modifier])
        state.put_modifier(seat, NOWHERE)


def general_scoring(state: State) -> None:
    """The Castillo, moving out of it, then the regions in order (R12)."""
    score_castillo(state)
    if state.king != CASTILLO:
        move_out(state)
    score_regions(state, ALL_REGIONS, False)
    state.regions_drawn = 0
    if state.log is not None and state.round == ROUNDS:
        state.tell(GAME_ENDED)
