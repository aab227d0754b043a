"""The frames of a snapshot: whether they fit the clock, the power cards and each other."""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.board import (
    ALL_REGIONS,
    BIT,
    CASTILLO,
    MODIFIER_VALUES,
    NOWHERE,
    ROUNDS,
    is_scoring_round,
    rounds_begun,
)
from elgrande.rules.choices import count_bits, lowest_bit
from elgrande.rules.errors import BadSnapshot
from elgrande.rules.fields import Fields
from elgrande.rules.frames import (
    CARD,
    DISC_SCORING,
    GENERAL_SCORING,
    KIND_KEYS,
    LAST_DECISION,
    MODIFIER,
    OVER,
    PASS_MODIFIER,
    POWER,
    ROUND,
    SPECIAL_END,
    TURNS,
    is_secret,
)
from elgrande.rules.legal import answers
from elgrande.rules.packing import WAITING, argument_of, kind_of, pack, seat_of, waiting_of
from elgrande.rules.restore_turn import check_idle, check_turn
from elgrande.rules.secret import at_stake, fit_answers
from elgrande.rules.state import MAX_FRAMES, State

BOTTOM: Final = (ROUND, OVER, TURNS)


def restore_frames(fields: Fields, state: State) -> None:
    """Set up the frames and what follows from them: who is asked, and what may be answered."""

    def read(item: object, name: str) -> i64:
        frame = Fields(item, name)
        kind = frame.word("kind", KIND_KEYS)
        seat = frame.number("seat", 0, state.deal.options.players - 1)
        return pack(kind, seat, frame.number("argument", 0, 2**45))

    frames = fields.items("frames", None, read)
    if not 1 <= len(frames) <= MAX_FRAMES - 4:
        raise BadSnapshot(f"frames: there cannot be {len(frames)} of them.")
    if kind_of(frames[0]) not in BOTTOM or seat_of(frames[0]):
        raise BadSnapshot(f"frames[0]: {KIND_KEYS[kind_of(frames[0])]} is not possible there.")
    for frame in frames:
        state.push(kind_of(frame), seat_of(frame), argument_of(frame))
    performers = [seat_of(frame) for frame in frames if kind_of(frame) == SPECIAL_END]
    if performers != ([] if state.performer == NOWHERE else [state.performer]):
        raise BadSnapshot("performer does not match the frames.")
    check_round(state, frames)
    ask_again(state)
    if fields.get("phase") != KIND_KEYS[state.kind]:
        raise BadSnapshot("phase does not match the frames.")
    if not is_secret(state.kind) and any(
        state.disc(seat) != NOWHERE for seat in range(state.deal.players)
    ):
        raise BadSnapshot("discs: nobody is setting one now.")


def check_round(state: State, frames: list[i64]) -> None:
    """Whether the frames fit the clock and the power cards on the table."""
    deal = state.deal
    bottom = kind_of(frames[0])
    played = [colour for colour in range(deal.colours) if state.power(colour)]
    running = bottom == TURNS
    if running != (state.rounds_played < rounds_begun(state.round, deal.short)):
        raise BadSnapshot("rounds_played does not match the frames.")
    if not running:
        check_idle(state)
        check_totals(state, [])
        if played or state.available:
            raise BadSnapshot("played: no cards are on the table between rounds.")
        _check_between_rounds(state, frames)
        return
    turn = argument_of(frames[0])
    if deal.colours > deal.players and state.power(deal.players) != deal.dummy_power(
        state.rounds_played
    ):
        raise BadSnapshot("played: the dummy's power card must be the next one of its stack.")
    if turn == 0:
        check_idle(state)
        _check_power_phase(state, frames, played)
        return
    if turn > deal.colours:
        raise BadSnapshot(f"frames[0].argument: there are {deal.colours} turns.")
    if len(played) != deal.colours:
        raise BadSnapshot("played: not everyone has played a power card.")
    check_totals(state, played)
    order = [state.in_order(index) for index in range(deal.colours)]
    if order != sorted(played, key=lambda colour: -state.total(colour)):
        raise BadSnapshot("turn_order does not follow from the totals.")
    taken = turn - (1 if len(frames) > 1 and kind_of(frames[1]) == CARD else 0)
    if count_bits(state.available) != count_bits(deal.stack_bits) - taken:
        raise BadSnapshot("available: each turn so far must have taken exactly one card.")
    check_turn(state, frames)


def check_totals(state: State, settled: list[int]) -> None:
    """Whether totals are those of the cards on the table, all different (R2)."""
    totals = []
    for colour in settled:
        modifier = state.modifier(colour)
        total = state.power(colour) + (MODIFIER_VALUES[modifier & 3] if modifier >= 0 else 0)
        if state.total(colour) != total:
            raise BadSnapshot(f"totals: the total of colour {colour} must be {total}.")
        totals.append(total)
    if len(set(totals)) != len(totals) or state.totals != sum(BIT[total + 2] for total in totals):
        raise BadSnapshot("totals_taken must be the totals on the table, all different.")


def _check_between_rounds(state: State, frames: list[i64]) -> None:
    kinds = [kind_of(frame) for frame in frames]
    # What is asked between rounds concerns the whole table, and only holds who has answered.
    if any(seat_of(frame) or argument_of(frame) & ~WAITING for frame in frames) or any(
        argument_of(frame) for frame in frames if not is_secret(kind_of(frame))
    ):
        raise BadSnapshot("frames: between rounds they have no argument.")
    if kinds[0] == OVER and state.round != ROUNDS:
        raise BadSnapshot("frames: the game is over only after the last round.")
    if kinds == [OVER]:
        if not state.over:
            raise BadSnapshot("over does not match the frames.")
        return
    if kinds != [ROUND, PASS_MODIFIER] or state.round:
        scoring = kinds[1:] == [GENERAL_SCORING, DISC_SCORING]
        last = state.round == ROUNDS
        if not scoring or not is_scoring_round(state.round) or last != (kinds[0] == OVER):
            raise BadSnapshot("frames: that cannot be asked between rounds.")
        if state.round == 0 or state.king == CASTILLO:
            raise BadSnapshot("frames: no discs are being set now.")
    if not _fits_secret(state, frames[-1]):
        raise BadSnapshot("frames: the waiting seats and the discs set do not match what is asked.")


def _fits_secret(state: State, frame: i64) -> bool:
    """The discs of a general scoring, or the modifiers to pass on."""
    players = state.deal.players
    if kind_of(frame) == DISC_SCORING:
        return fit_answers(state, frame, at_stake(state), [ALL_REGIONS] * players)
    hands = [state.modifiers(seat) for seat in range(players)]
    return fit_answers(state, frame, BIT[players] - 1, hands)


def _check_power_phase(state: State, frames: list[i64], played: list[int]) -> None:
    """The seats from the first player on have played, the others have not."""
    players = state.deal.players
    kinds = [kind_of(frame) for frame in frames]
    if kinds not in ([TURNS, POWER], [TURNS, POWER, MODIFIER], [TURNS, MODIFIER]):
        raise BadSnapshot("frames: only power cards are played before the turns begin.")
    top = frames[-1]
    if state.available != state.deal.stack_bits:
        raise BadSnapshot("available: every card is available before the turns begin.")
    asked_for_modifier = seat_of(top) if kinds[-1] == MODIFIER else NOWHERE
    check_totals(state, [colour for colour in played if colour != asked_for_modifier])
    done = argument_of(frames[1]) if kinds[1] == POWER else players
    if kinds[1] == POWER and done >= players:
        raise BadSnapshot("frames[1].argument is not the number of seats yet to play.")
    asked = seat_of(frames[1]) if kinds[1] == POWER else NOWHERE
    if asked != NOWHERE and asked != (state.first_player + done) % players:
        raise BadSnapshot("frames: it is not that seat's turn to play a power card.")
    expected = {(state.first_player + index) % players for index in range(done)}
    if state.deal.colours > players:
        expected.add(players)
    if set(played) != expected:
        raise BadSnapshot("played does not match whose turn it is to play a power card.")
    if kinds[-1] == MODIFIER:
        owner = (state.first_player + done - 1) % players
        asked_for = pack(MODIFIER, owner, 0)
        able = state.power(owner) and state.modifiers(owner) and state.modifier(owner) == NOWHERE
        if top != asked_for or not able:
            raise BadSnapshot("frames: that seat has no modifier to play now.")


def ask_again(state: State) -> None:
    """Find who is asked and what they may answer."""
    kind = state.look()
    if state.over != (kind == OVER):
        raise BadSnapshot("over does not match the frames.")
    if state.over:
        return
    if kind > LAST_DECISION:
        raise BadSnapshot("frames: nobody is asked.")
    if is_secret(kind):
        state.seat = lowest_bit(waiting_of(state.argument))
    state.mask = answers(state, kind, state.seat, state.argument)
    if state.mask == 0:
        raise BadSnapshot("frames: there is nothing to answer.")
