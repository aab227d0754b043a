"""Random games to the end, and counting positions: loops that are compiled with the rules."""

from mypy_extensions import i64

from elgrande.rules.choices import count_bits, nth_bit
from elgrande.rules.flow import play
from elgrande.rules.rng import Rng
from elgrande.rules.state import State


def play_out(state: State, rng: Rng) -> i64:
    """Play on to the end, every legal choice equally likely; returns the number of decisions."""
    decisions: i64 = 0
    while not state.over:
        mask: i64 = state.mask
        bit: i64 = nth_bit(mask, rng.below(count_bits(mask)))
        play(state, state.seat, state.base + bit)
        decisions += 1
    return decisions


def play_out_many(state: State, games: i64, rng: Rng) -> tuple[list[list[int]], i64]:
    """The final scores of that many random games from here, and their decisions in total."""
    scores: list[list[int]] = []
    decisions: i64 = 0
    game: i64 = 0
    while game < games:
        copy = state.clone()
        decisions += play_out(copy, rng)
        scores.append(scores_of(copy))
        game += 1
    return scores, decisions


def scores_of(state: State) -> list[int]:
    """The points of every seat."""
    scores: list[int] = []
    seat: i64 = 0
    while seat < state.deal.players:
        scores.append(state.score(seat))
        seat += 1
    return scores


def perft(state: State, depth: i64) -> i64:
    """How many sequences of `depth` choices there are from here; a game that ends is one."""
    if depth <= 0 or state.over:
        return 1
    if depth == 1:
        return count_bits(state.mask)
    count: i64 = 0
    mask: i64 = state.mask
    while mask != 0:
        copy = state.clone()
        play(copy, copy.seat, nth_bit(mask, 0) + copy.base)
        count += perft(copy, depth - 1)
        mask &= mask - 1
    return count


def clone_many(state: State, times: i64) -> i64:
    """Clone a state that many times, to time it."""
    total: i64 = 0
    while times > 0:
        total += state.clone().king
        times -= 1
    return total
