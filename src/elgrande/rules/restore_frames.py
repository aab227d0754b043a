"""The frames of a snapshot: which may stand on which, and what each may carry."""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.board import (
    BIT,
    CABALLEROS_PER_COLOUR,
    CASTILLO,
    COLOURS,
    MODIFIER_VALUES,
    NOWHERE,
    REGIONS,
    ROUNDS,
    is_scoring_round,
    rounds_begun,
)
from elgrande.rules.cards import OP_EITHER, WHOLE
from elgrande.rules.choices import (
    HIGH,
    MODIFIER_BASE,
    MOST_TAKEN,
    PLACE_BASE,
    count_bits,
    lowest_bit,
)
from elgrande.rules.errors import BadSnapshot
from elgrande.rules.fields import Fields
from elgrande.rules.frames import (
    ABILITY,
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
    FIRST_HIGH,
    GENERAL_SCORING,
    GRANDE,
    GRANDE_TO,
    KIND_KEYS,
    KING_TO,
    LAST_DECISION,
    MODIFIER,
    MOVE_FROM,
    MOVE_TO,
    MUSTER,
    OVER,
    PASS_MODIFIER,
    PERFORM,
    PLACE,
    POWER,
    RETURN,
    ROUND,
    SCORE_REGION,
    SPECIAL_END,
    STAND_IN,
    STEP,
    TAKE,
    TAKE_BACK,
    TAKE_FROM,
    TILE,
    TILE_TO,
    TURNS,
    VETO_WINDOW,
    is_secret,
)
from elgrande.rules.legal import answers
from elgrande.rules.packing import (
    NOT_CHOSEN,
    QUOTA,
    argument_of,
    detail_of,
    held_argument,
    held_choice,
    held_kind,
    kind_of,
    other_of,
    pack,
    piece_of,
    seat_of,
    source_of,
    waiting_of,
)
from elgrande.rules.secret import at_stake
from elgrande.rules.special import coup_victims, is_step, with_free_caballeros
from elgrande.rules.state import MAX_FRAMES, State

BOTTOM: Final = (ROUND, OVER, TURNS)
ACTION: Final = (ACT, SPECIAL_END)
# The decisions of special actions that stand on nothing else.
SPECIAL: Final = (
    MUSTER, ARREST, SCORE_REGION, TILE, TILE_TO, KING_TO, ENTOURAGE, COUP, EITHER, TAKE_BACK,
    STAND_IN, DISC_COUP, DISC_RETURN, DISC_RIVALRIES,
)  # fmt: skip
# Which frames each kind may stand on.
STANDS_ON: Final[dict[int, tuple[int, ...]]] = {
    PASS_MODIFIER: (ROUND,),
    GENERAL_SCORING: (ROUND, OVER),
    DISC_SCORING: (GENERAL_SCORING,),
    POWER: (TURNS,),
    MODIFIER: (TURNS, POWER),
    CARD: (TURNS,),
    ABILITY: (CARD,),
    TAKE: (CARD, ABILITY, *ACTION),
    TAKE_FROM: (CARD, ABILITY, *ACTION),
    MOVE_FROM: (CARD, *ACTION),
    MOVE_TO: (CARD, *ACTION),
    GRANDE: (CARD,),
    GRANDE_TO: (CARD, *ACTION),
    ACT: (TURNS,),
    PLACE: (ACT,),
    SPECIAL_END: (ACT,),
    PERFORM: (SPECIAL_END,),
    STEP: (SPECIAL_END, RETURN),
    VETO_WINDOW: (PERFORM, STEP, VETO_WINDOW),
    RETURN: (RETURN, *ACTION),
    **dict.fromkeys(SPECIAL, ACTION),
}
# The least and the greatest argument of the kinds that carry a plain number.
PLAIN: Final[dict[int, tuple[int, int]]] = {
    PLACE: (0, CABALLEROS_PER_COLOUR),
    TAKE: (1, MOST_TAKEN),
    TAKE_FROM: (0, CABALLEROS_PER_COLOUR),
    MUSTER: (0, CABALLEROS_PER_COLOUR),
    ARREST: (0, 31),
    RETURN: (0, CABALLEROS_PER_COLOUR),
    TILE_TO: (0, 1),
    ACT: (0, 3),
    KING_TO: (0, 23),
}


def restore_frames(fields: Fields, state: State) -> None:
    """Set up the frames and what follows from them: who is asked, and what may be answered."""

    def read(item: object, name: str) -> i64:
        frame = Fields(item, name)
        kind = frame.word("kind", KIND_KEYS)
        seat = frame.number("seat", 0, state.deal.options.players - 1)
        return pack(kind, seat, frame.number("argument", 0, 2**45))

    frames = fields.items("frames", None, read)
    if not 1 <= len(frames) <= MAX_FRAMES - 4:
        raise BadSnapshot(f"frames: {len(frames)} of them cannot be.")
    below = NOWHERE
    for index, frame in enumerate(frames):
        name = f"frames[{index}]"
        kind = kind_of(frame)
        if kind not in BOTTOM if index == 0 else below not in STANDS_ON.get(kind, ()):
            raise BadSnapshot(f"{name}: {KIND_KEYS[kind]} cannot stand there.")
        check_argument(state, frame, name)
        state.push(kind, seat_of(frame), argument_of(frame))
        below = kind
    check_round(state, frames)
    check_veto(state, frames)
    ask_again(state)
    if fields.get("phase") != KIND_KEYS[state.kind]:
        raise BadSnapshot("phase does not fit the frames.")
    if not is_secret(state.kind) and any(
        state.disc(seat) != NOWHERE for seat in range(state.deal.players)
    ):
        raise BadSnapshot("discs: nobody sets one now.")


def check_argument(state: State, frame: i64, name: str) -> None:
    """Whether a frame can carry what it does."""
    kind = kind_of(frame)
    argument = argument_of(frame)
    deal = state.deal
    if is_secret(kind):
        fits = check_secret(state, frame)
    elif kind == STEP:
        fits = check_held_step(state, frame)
    elif kind == MOVE_TO:
        piece = piece_of(argument)
        held = state.occupied & BIT[piece] if piece < COLOURS * REGIONS else 0
        fits = held != 0 and piece % REGIONS != state.king and source_fits(argument)
    elif kind == MOVE_FROM:
        fits = argument <= QUOTA and source_fits(argument)
    elif kind in PLAIN:
        low, high = PLAIN[kind]
        fits = low <= argument <= high
    elif kind == GRANDE_TO:
        fits = argument < deal.players and state.grande(argument) < REGIONS
    elif kind == ENTOURAGE:
        fits = max(other_of(argument), state.king) < REGIONS
    elif kind == POWER:
        fits = argument < deal.players
    elif kind == TURNS:
        fits = argument <= deal.colours
    elif kind == PERFORM:
        fits = argument == state.card
    elif kind == EITHER:
        fits = argument == state.card and deal.op(argument) == OP_EITHER
    else:
        fits = argument == 0
    if kind in (ACT, PERFORM, EITHER) and state.card == NOWHERE:
        raise BadSnapshot(f"{name}: no card is in use.")
    if not fits:
        raise BadSnapshot(f"{name}.argument {argument} cannot be with {KIND_KEYS[kind]}.")


def source_fits(argument: i64) -> bool:
    """Whether the region a moving card is bound to is one."""
    source = source_of(argument)
    return source <= REGIONS or source == NOT_CHOSEN


def check_secret(state: State, frame: i64) -> bool:
    """Whether those who have answered could answer so, and those who have not can."""
    waiting = waiting_of(argument_of(frame))
    detail = detail_of(argument_of(frame))
    kind = kind_of(frame)
    if waiting == 0 or waiting >= BIT[state.deal.players]:
        return False
    if kind == DISC_COUP and (detail >= REGIONS or detail == state.king):
        return False
    if kind == DISC_RETURN and not 0 < detail <= WHOLE:
        return False
    if kind not in (DISC_COUP, DISC_RETURN) and detail:
        return False
    asked = asked_seats(state, frame)
    if waiting & ~asked:
        return False
    for seat in range(state.deal.players):
        disc = state.disc(seat)
        mask = answers(state, kind, seat, argument_of(frame))
        shift = MODIFIER_BASE - HIGH if kind == PASS_MODIFIER else PLACE_BASE
        if asked & ~waiting & BIT[seat]:
            if disc == NOWHERE or not mask & BIT[disc + shift]:
                return False
        elif disc != NOWHERE:
            return False
    return True


def asked_seats(state: State, frame: i64) -> i64:
    """The seats that a secret decision asks, answered or not (Q14)."""
    kind = kind_of(frame)
    if kind == DISC_SCORING:
        return at_stake(state)
    if kind == DISC_COUP:
        return coup_victims(state, seat_of(frame), detail_of(argument_of(frame)))
    if kind == DISC_RETURN:
        return with_free_caballeros(state, seat_of(frame))
    return BIT[state.deal.players] - 1


def check_held_step(state: State, frame: i64) -> bool:
    """Whether the step a Veto window holds back was a legal answer."""
    argument = argument_of(frame)
    kind = held_kind(argument)
    choice = held_choice(argument)
    inner = pack(kind, seat_of(frame), held_argument(argument))
    if kind > LAST_DECISION or is_secret(kind) or not is_step(kind, choice):
        return False
    check_argument(state, inner, "frames")
    bit = choice - (HIGH if kind >= FIRST_HIGH else 0)
    return (
        0 <= bit < len(BIT)
        and answers(state, kind, seat_of(frame), held_argument(argument)) & BIT[bit] != 0
    )


def check_round(state: State, frames: list[i64]) -> None:
    """Whether the frames fit the clock and the power cards on the table."""
    deal = state.deal
    bottom = kind_of(frames[0])
    played = [colour for colour in range(deal.colours) if state.power(colour)]
    running = bottom == TURNS
    if running != (state.rounds_played < rounds_begun(state.round, deal.short)):
        raise BadSnapshot("rounds_played does not fit the frames.")
    if not running:
        check_totals(state, [])
        if played or state.available:
            raise BadSnapshot("played: between rounds no cards are on the table.")
        _check_between_rounds(state, [kind_of(frame) for frame in frames])
        return
    turn = argument_of(frames[0])
    if turn == 0:
        _check_power_phase(state, frames, played)
        return
    if len(played) != deal.colours:
        raise BadSnapshot("played: not everyone has played a power card.")
    check_totals(state, played)
    order = [state.in_order(index) for index in range(deal.colours)]
    if order != sorted(played, key=lambda colour: -state.total(colour)):
        raise BadSnapshot("turn_order is not that of the totals.")
    taken = turn - (1 if len(frames) > 1 and kind_of(frames[1]) == CARD else 0)
    if count_bits(state.available) != count_bits(deal.stack_bits) - taken:
        raise BadSnapshot("available: every turn so far has taken one card, and no more.")
    if kind_of(frames[-1]) in BOTTOM:
        raise BadSnapshot("frames: nobody is asked.")


def check_veto(state: State, frames: list[i64]) -> None:
    """Whether somebody performs what can be vetoed, and only holders are asked about it."""
    performers = [seat_of(frame) for frame in frames if kind_of(frame) == SPECIAL_END]
    if performers != ([] if state.performer == NOWHERE else [state.performer]):
        raise BadSnapshot("performer does not fit the frames.")
    holders = state.veto_fresh | state.veto_old
    for frame in frames:
        if kind_of(frame) == VETO_WINDOW and (
            seat_of(frame) == state.performer or not holders & BIT[seat_of(frame)]
        ):
            raise BadSnapshot("frames: who has no Veto is not asked for one.")


def check_totals(state: State, settled: list[int]) -> None:
    """Whether totals are those of the cards on the table, all different (R2)."""
    totals = []
    for colour in settled:
        modifier = state.modifier(colour)
        total = state.power(colour) + (MODIFIER_VALUES[modifier & 3] if modifier >= 0 else 0)
        if state.total(colour) != total:
            raise BadSnapshot(f"totals: that of colour {colour} is {total}.")
        totals.append(total)
    if len(set(totals)) != len(totals) or state.totals != sum(BIT[total + 2] for total in totals):
        raise BadSnapshot("totals_taken are not the totals on the table, all different.")


def _check_between_rounds(state: State, kinds: list[int]) -> None:
    if kinds[0] == OVER and state.round != ROUNDS:
        raise BadSnapshot("frames: the game is over only after the last round.")
    if kinds == [OVER]:
        if not state.over:
            raise BadSnapshot("over does not fit the frames.")
        return
    if kinds == [ROUND, PASS_MODIFIER] and state.round == 0:
        return
    scoring = kinds[1:] == [GENERAL_SCORING, DISC_SCORING]
    last = state.round == ROUNDS
    if not scoring or not is_scoring_round(state.round) or last != (kinds[0] == OVER):
        raise BadSnapshot("frames: nobody can be asked that between rounds.")
    if state.round == 0 or state.king == CASTILLO:
        raise BadSnapshot("frames: no discs are set now.")


def _check_power_phase(state: State, frames: list[i64], played: list[int]) -> None:
    """The seats from the first player on have played, the others have not."""
    players = state.deal.players
    kinds = [kind_of(frame) for frame in frames]
    if kinds not in ([TURNS, POWER], [TURNS, POWER, MODIFIER], [TURNS, MODIFIER]):
        raise BadSnapshot("frames: before the turns only power cards are played.")
    top = frames[-1]
    if state.available != state.deal.stack_bits:
        raise BadSnapshot("available: before the turns every card is.")
    asked_for_modifier = seat_of(top) if kinds[-1] == MODIFIER else NOWHERE
    check_totals(state, [colour for colour in played if colour != asked_for_modifier])
    done = argument_of(frames[1]) if kinds[1] == POWER else players
    asked = seat_of(frames[1]) if kinds[1] == POWER else NOWHERE
    if asked != NOWHERE and asked != (state.first_player + done) % players:
        raise BadSnapshot("frames: it is not that seat's time to play a power card.")
    expected = {(state.first_player + index) % players for index in range(done)}
    if state.deal.colours > players:
        expected.add(players)
    if set(played) != expected:
        raise BadSnapshot("played does not fit whose time it is to play a power card.")
    if kinds[-1] == MODIFIER:
        owner = (state.first_player + done - 1) % players
        if seat_of(top) != owner or not state.modifiers(owner):
            raise BadSnapshot("frames: that seat has no modifier to play now.")


def ask_again(state: State) -> None:
    """Find who is asked and what they may answer."""
    kind = state.look()
    if state.over != (kind == OVER):
        raise BadSnapshot("over does not fit the frames.")
    if state.over:
        return
    if kind > LAST_DECISION:
        raise BadSnapshot("frames: nobody is asked.")
    if is_secret(kind):
        state.seat = lowest_bit(waiting_of(state.argument))
    state.mask = answers(state, kind, state.seat, state.argument)
    if state.mask == 0:
        raise BadSnapshot("frames: there is nothing to answer.")
