"""The frames of a turn in a snapshot: they follow from the turn order and the card in use."""

from mypy_extensions import i64

from elgrande.rules.board import (
    BIT,
    COLOURS,
    MOVE_GRANDE,
    MOVE_ONE,
    NOWHERE,
    PROVINCE,
    RECRUIT_ONE,
    REGIONS,
    STACKS,
    TAKES,
    TILES,
)
from elgrande.rules.cards import (
    KING_CASTILLO,
    OP_ARREST,
    OP_COUP,
    OP_EITHER,
    OP_GRANDE,
    OP_INFILTRATE,
    OP_KING,
    OP_MOVE,
    OP_MUSTER,
    OP_RECRUIT,
    OP_RETURN_BY_DISC,
    OP_RIVALRIES,
    OP_SCORE_CHOSEN,
    OP_STAND_IN,
    OP_TAKE_BACK,
    OP_TILE,
    OP_WITHDRAW,
    THEN_ENTOURAGE,
)
from elgrande.rules.choices import HIGH
from elgrande.rules.errors import BadSnapshot
from elgrande.rules.frames import (
    ABILITY,
    ACT,
    ARREST,
    CARD,
    COUP,
    DISC_COUP,
    DISC_RETURN,
    DISC_RIVALRIES,
    EITHER,
    ENTOURAGE,
    FIRST_HIGH,
    GRANDE,
    GRANDE_TO,
    KIND_KEYS,
    KING_TO,
    LAST_DECISION,
    MOVE_FROM,
    MOVE_TO,
    MUSTER,
    PERFORM,
    PLACE,
    RETURN,
    SCORE_REGION,
    SPECIAL_END,
    STAND_IN,
    STEP,
    TAKE,
    TAKE_BACK,
    TAKE_FROM,
    TILE,
    TILE_TO,
    VETO_WINDOW,
    is_secret,
)
from elgrande.rules.legal import PERFORMED, PLACED, answers
from elgrande.rules.packing import (
    NOT_CHOSEN,
    argument_of,
    detail_of,
    foreign_left,
    held_argument,
    held_choice,
    held_kind,
    kind_of,
    last_note,
    note_round,
    note_seat,
    other_of,
    own_left,
    pack,
    pair,
    piece_of,
    quota,
    seat_of,
    small_of,
    source_of,
    total_left,
)
from elgrande.rules.restore_scoring import are_left, can_be_next, is_order_asked
from elgrande.rules.restore_secrets import fits_secret
from elgrande.rules.special import ENTOURAGE_SIZE, is_step
from elgrande.rules.state import State
from elgrande.rules.targets import (
    movable_grandes,
    movable_tiles,
    move_argument,
    opponents,
    possible,
)


def check_turn(state: State, frames: list[i64]) -> None:
    """Whether what stands on TURNS belongs to the turn of the seat whose turn it is."""
    seat = state.in_order(argument_of(frames[0]) - 1)
    if seat >= state.deal.players:
        raise BadSnapshot("frames: the dummy is asked nothing.")
    if len(frames) < 2:
        raise BadSnapshot("frames: nobody is asked.")
    kind = kind_of(frames[1])
    if kind != CARD and kind != ACT:
        raise BadSnapshot(f"frames[1]: {KIND_KEYS[kind]} cannot stand there.")
    if seat_of(frames[1]) != seat:
        raise BadSnapshot(f"frames[1].seat: it is the turn of seat {seat}.")
    _check_take_back(state, seat, frames)
    if kind == ACT:
        _check_card_in_use(state, seat, frames)
    else:
        check_idle(state)
        if argument_of(frames[1]) or not _fits_before_card(state, seat, frames[2:]):
            _refuse(frames, "this part of a turn")


def _check_take_back(state: State, seat: i64, frames: list[i64]) -> None:
    """Whether who took a card back this round has had the chance to, and only that one."""
    one = last_note(state.take_backs)
    if state.take_backs == 0 or note_round(one) != state.rounds_played:
        return
    if state.card != NOWHERE and state.deal.op(state.card) == OP_TAKE_BACK:
        performed = argument_of(frames[1]) & PERFORMED
        placing = len(frames) > 2 and kind_of(frames[2]) == PLACE
        fits = note_seat(one) == seat and performed and (placing or len(frames) == 2)
    else:
        turns_done = argument_of(frames[0]) - 1
        fits = note_seat(one) in [state.in_order(index) for index in range(turns_done)]
    if not fits:
        raise BadSnapshot("take_backs: that seat has not used the card for it this round.")


def check_idle(state: State) -> None:
    """While nobody uses a card nothing follows from one."""
    if state.card != NOWHERE:
        raise BadSnapshot("card: nobody uses one now.")
    if state.infiltrating:
        raise BadSnapshot("infiltrating: nobody uses a card now.")


def _refuse(frames: list[i64], what: str) -> None:
    kind = KIND_KEYS[kind_of(frames[-1])]
    raise BadSnapshot(
        f"frames[{len(frames) - 1}]: {kind} with what it carries does not fit {what}."
    )


def _fits_before_card(state: State, seat: i64, rest: list[i64]) -> bool:
    """Taking caballeros, then the ability of a modifier (R4)."""
    if not rest:
        return True
    modifier = state.modifier(seat)
    takes = TAKES[state.power(seat)]
    if rest[0] == pack(ABILITY, seat, 0):
        return modifier != NOWHERE and len(rest) == 2 and _is_taking(state, seat, takes, rest[1])
    if len(rest) != 1 or seat_of(rest[0]) != seat:
        return False
    if modifier == NOWHERE:
        return _is_taking(state, seat, takes, rest[0])
    ability = modifier >> 2
    if ability == RECRUIT_ONE:
        return _is_taking(state, seat, 1, rest[0])
    if ability == MOVE_ONE:
        return _is_moving(state, seat, quota(1, 0, 1, False), rest[0])
    if ability == MOVE_GRANDE:
        return rest[0] == pack(GRANDE, seat, 0) or _is_grande_to(state, rest[0])
    return False


def _check_card_in_use(state: State, seat: i64, frames: list[i64]) -> None:
    deal = state.deal
    card = state.card
    shown = [
        deal.card_at(stack, state.rounds_played)
        for stack in range(STACKS)
        if deal.stack_bits & ~state.available & BIT[stack]
    ]
    if card not in shown:
        raise BadSnapshot("card is none of those taken this round.")
    done = argument_of(frames[1])
    rest = frames[2:]
    placing = len(rest) == 1 and kind_of(rest[0]) == PLACE
    if done > (PLACED | PERFORMED):
        raise BadSnapshot("frames[1].argument is 0 to 3.")
    if state.infiltrating and not (
        deal.op(card) == OP_INFILTRATE and done & PERFORMED and (placing or not rest)
    ):
        raise BadSnapshot("infiltrating does not fit the card in use.")
    if placing:
        left = argument_of(rest[0])
        if seat_of(rest[0]) != seat or not done & PLACED or not 0 < left <= deal.places_of(card):
            _refuse(frames, "the card in use")
    elif rest:
        if not done & PERFORMED:
            raise BadSnapshot("frames[1].argument: the special action has begun.")
        _check_special(state, seat, frames)


def _check_special(state: State, seat: i64, frames: list[i64]) -> None:
    """Whether all above ACT can come of the special action of the card in use."""
    rest = frames[2:]
    holders = (state.veto_fresh | state.veto_old) & ~BIT[seat]
    vetoable = rest[0] == pack(SPECIAL_END, seat, 0)
    if vetoable != (holders != 0):
        raise BadSnapshot("frames: an action can be vetoed while somebody else holds a Veto.")
    if vetoable:
        rest = _without_windows(state, seat, holders & ~state.allowed, rest[1:])
        if rest and kind_of(rest[-1]) == PERFORM:
            placed = argument_of(frames[1]) & PLACED != 0
            if rest != [pack(PERFORM, seat, state.card)] or not possible(
                state, seat, state.card, placed
            ):
                raise BadSnapshot("frames: that action cannot be announced.")
            return
    if not rest or not _fits_card(state, seat, state.card, rest):
        _refuse(frames, "the card in use")
    for frame in frames:
        if kind_of(frame) == STEP:
            _check_held_answer(state, frame)
        elif _is_in_turn(frame) and not is_order_asked(state, argument_of(frame)):
            raise BadSnapshot("frames: the order of those regions makes no difference.")


def _without_windows(state: State, performer: i64, asked: i64, rest: list[i64]) -> list[i64]:
    """The frames less the windows to veto what is below them; a step held back as it was asked."""
    below = len(rest)
    away: i64 = 0
    players = state.deal.players
    while below and kind_of(rest[below - 1]) == VETO_WINDOW:
        window = rest[below - 1]
        further = (seat_of(window) - performer + players) % players
        if further <= away or argument_of(window) or not asked & BIT[seat_of(window)]:
            raise BadSnapshot("frames: that seat is not asked for a Veto now.")
        away = further
        below -= 1
    waits = below > 0 and kind_of(rest[below - 1]) in (PERFORM, STEP)
    if waits != (below < len(rest)):
        raise BadSnapshot("frames: a Veto is asked for what it can stop, and nothing else is.")
    if not waits or kind_of(rest[below - 1]) == PERFORM:
        return rest[:below]
    return [*rest[: below - 1], _step_as_asked(state, rest[below - 1])]


def _step_as_asked(state: State, frame: i64) -> i64:
    """The decision whose answer a classic Veto window holds back."""
    kind = held_kind(argument_of(frame))
    if not state.deal.classic or kind > LAST_DECISION or is_secret(kind):
        raise BadSnapshot("frames: no such step can be held back.")
    return pack(kind, seat_of(frame), held_argument(argument_of(frame)))


def _check_held_answer(state: State, frame: i64) -> None:
    """Whether the answer a Veto window holds back was a legal one; its decision is checked."""
    argument = argument_of(frame)
    kind = held_kind(argument)
    choice = held_choice(argument)
    bit = choice - (HIGH if kind >= FIRST_HIGH else 0)
    legal = answers(state, kind, seat_of(frame), held_argument(argument))
    if not is_step(kind, choice) or not 0 <= bit < len(BIT) or legal & BIT[bit] == 0:
        raise BadSnapshot("frames: no such step can be held back.")
    left = held_argument(argument)
    if kind == SCORE_REGION and left and not can_be_next(state, state.card, left, choice):
        raise BadSnapshot("frames: that region is not the next to be scored.")


def _is_in_turn(frame: i64) -> bool:
    """Whether a frame asks which of several regions a card scores next."""
    return kind_of(frame) == SCORE_REGION and argument_of(frame) != 0


def _fits_card(state: State, seat: i64, card: i64, rest: list[i64]) -> bool:
    """Whether the special action of a card can ask that."""
    deal = state.deal
    op = deal.op(card)
    if op == OP_WITHDRAW:
        return _are_returns(state, seat, deal.number(card, 0), rest)
    if len(rest) != 1 or seat_of(rest[0]) != seat:
        return False
    if op == OP_EITHER:
        return rest[0] == pack(EITHER, seat, card) or any(
            _fits_card(state, seat, deal.number(card, which), rest) for which in (0, 1)
        )
    if _is_in_turn(rest[0]):
        return are_left(state, card, argument_of(rest[0]))
    if op == OP_MOVE:
        return _is_moving(state, seat, move_argument(state, card), rest[0])
    if op == OP_KING:
        return _is_for_king(state, seat, card, rest[0])
    if op == OP_RECRUIT:
        return _is_taking(state, seat, deal.number(card, 0), rest[0])
    if op == OP_GRANDE:
        return argument_of(rest[0]) == seat and _is_grande_to(state, rest[0])
    if is_secret(kind_of(rest[0])):
        return _is_secret_of(state, op, deal.number(card, 0), rest[0])
    return _is_plain(state, seat, op, deal.number(card, 0), rest[0])


def _is_plain(state: State, seat: i64, op: i64, number: i64, frame: i64) -> bool:
    """The ops that ask for one thing, or count it down."""
    kind = kind_of(frame)
    argument = argument_of(frame)
    if op == OP_MUSTER:
        return kind == MUSTER and 0 < argument <= number
    if op == OP_ARREST:
        return kind == ARREST and argument & ~opponents(state, seat) == 0
    if op == OP_TILE and kind == TILE_TO:
        return argument < TILES and movable_tiles(state) & BIT[argument] != 0
    if argument:
        return False
    if op == OP_STAND_IN:
        return kind == STAND_IN and state.king < REGIONS
    return (
        (op == OP_SCORE_CHOSEN and kind == SCORE_REGION)
        or (op == OP_TILE and kind == TILE)
        or (op == OP_TAKE_BACK and kind == TAKE_BACK)
        or (op == OP_COUP and kind == COUP)
    )


def _is_taking(state: State, seat: i64, number: i64, frame: i64) -> bool:
    """R4: up to the number from the Province, or once that is empty what it lacked from regions."""
    if seat_of(frame) != seat:
        return False
    argument = argument_of(frame)
    if state.caballeros(PROVINCE, seat):
        return kind_of(frame) == TAKE and argument == number
    return kind_of(frame) == TAKE_FROM and 0 < argument <= number


def _is_moving(state: State, seat: i64, whole: i64, frame: i64) -> bool:
    """Moving caballeros: what is left of the quota, and the one that was taken up."""
    kind = kind_of(frame)
    argument = argument_of(frame)
    if kind != MOVE_FROM and kind != MOVE_TO:
        return False
    own = own_left(whole) - own_left(argument)
    foreign = foreign_left(whole) - foreign_left(argument)
    moved = total_left(whole) - total_left(argument)
    source = source_of(argument)
    if own < 0 or foreign < 0 or own + foreign != moved:
        return False
    if source_of(whole) != NOT_CHOSEN:
        bound = source == 0
    elif moved == 0:
        bound = source == NOT_CHOSEN
    else:
        bound = 0 < source <= REGIONS
    piece = piece_of(argument)
    if kind == MOVE_FROM or not bound:
        return bound and piece == 0
    if piece >= COLOURS * REGIONS or state.occupied & BIT[piece] == 0:
        return False
    region = piece % REGIONS
    of_this_colour = own if piece // REGIONS == seat else foreign
    return region != state.king and of_this_colour > 0 and source in (0, region + 1)


def _is_grande_to(state: State, frame: i64) -> bool:
    colour = argument_of(frame)
    return (
        kind_of(frame) == GRANDE_TO
        and colour < state.deal.players
        and movable_grandes(state) & BIT[colour] != 0
    )


def _is_for_king(state: State, seat: i64, card: i64, frame: i64) -> bool:
    """Where the card sends the King, and who follows him."""
    targets = state.deal.number(card, 0)
    then = state.deal.number(card, 1)
    if kind_of(frame) != ENTOURAGE:
        return targets != KING_CASTILLO and frame == pack(KING_TO, seat, pair(targets, then))
    argument = argument_of(frame)
    old = other_of(argument)
    return (
        then == THEN_ENTOURAGE
        and 0 < small_of(argument) <= ENTOURAGE_SIZE
        and old < REGIONS
        and state.king < REGIONS
        and old != state.king
    )


def _are_returns(state: State, seat: i64, number: i64, rest: list[i64]) -> bool:
    """C-withdrawal: the opponents not yet done, the left neighbour on top."""
    players = state.deal.players
    if not 0 < len(rest) < players:
        return False
    for index, frame in enumerate(rest):
        away = players - 1 - index
        whole = argument_of(frame) == number
        if index == len(rest) - 1:
            whole = 0 < argument_of(frame) <= number
        if kind_of(frame) != RETURN or seat_of(frame) != (seat + away) % players or not whole:
            return False
    return True


def _is_secret_of(state: State, op: i64, number: i64, frame: i64) -> bool:
    """The discs a card asks for."""
    kind = kind_of(frame)
    detail = detail_of(argument_of(frame))
    if op == OP_COUP:
        fits = kind == DISC_COUP and detail < REGIONS and detail != state.king
    elif op == OP_RETURN_BY_DISC:
        fits = kind == DISC_RETURN and detail == number
    else:
        fits = op == OP_RIVALRIES and kind == DISC_RIVALRIES and detail == 0
    return fits and fits_secret(state, frame)
