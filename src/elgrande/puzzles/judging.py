"""How good the answers to a position are: a search, then the best few compared in the same games.

Plans with the same deciding choices are one answer: the card, what its special action names, and
whether it is performed. In which order a turn is played, and where single caballeros go, settles
which plan stands for the answer. All worlds are imagined from what the seat knows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from elgrande.bots.judged import grandmaster_settings
from elgrande.game import Game
from elgrande.puzzles.attempts import Attempt
from elgrande.puzzles.puzzle import DISC, PLACING, TURN
from elgrande.rules.board import ROUNDS
from elgrande.rules.choices import ALLOW, ALLOW_ALL, SPECIAL_ACTION
from elgrande.rules.determinize import determinize
from elgrande.rules.frames import (
    ACT,
    CARD,
    COUP,
    EITHER,
    GRANDE_TO,
    KING_TO,
    PLACE,
    SCORE_REGION,
    STAND_IN,
    TILE,
    TILE_TO,
)
from elgrande.rules.state import State
from elgrande.search.node import Node
from elgrande.search.plans import PAUSE, Plan
from elgrande.search.regret_matching import RegretMatching
from elgrande.search.search_result import SearchResult, result_of_mix, think
from elgrande.search.tree import Search

Choices = tuple[int, ...]
DECIDING: Final = (
    CARD, KING_TO, SCORE_REGION, GRANDE_TO, TILE, TILE_TO, COUP, EITHER, STAND_IN,
)  # fmt: skip
COMPARED: Final = 6  # answers that are compared after the search
DISC_COST: Final = 8  # a round of learning about discs costs about as many iterations of a search


@dataclass(frozen=True)
class Judged:
    """One answer with its chance of winning."""

    key: Choices
    choices: Choices
    chance: float
    error: float  # the standard error of what it loses against the best
    share: float = 0.0  # of the mix, for a disc


def key_of(game: Game, seat: int, kind: str, choices: Sequence[int]) -> Choices:
    """The deciding choices of an answer: those with the same key are one answer."""
    if kind not in (TURN, PLACING):
        return (ALLOW if choices[0] == ALLOW_ALL else choices[0],)
    attempt = Attempt(game.clone(), seat, kind)
    deciding: list[int] = []
    placed: list[int] = []
    for choice in choices:
        if choice not in attempt.legal:
            continue
        asked = attempt.game.state.kind
        if asked in DECIDING or (asked == ACT and choice == SPECIAL_ACTION):
            deciding.append(choice)
        elif asked == PLACE and kind == PLACING:
            placed.append(choice)
        attempt.play(choice)
    return (*sorted(placed), *deciding)


def plain(choices: Sequence[int]) -> Choices:
    """A plan without the marks for where others answered."""
    return tuple(choice for choice in choices if choice != PAUSE)


def judge_answers(
    game: Game, seat: int, kind: str, iterations: int, seed: int, also: Sequence[Choices] = ()
) -> list[Judged]:
    """The best few answers, the best first; those in `also` are among them in any case."""
    state = game.state
    if kind == DISC:
        return _judge_discs(state, seat, max(1, iterations // DISC_COST), seed)
    half = max(1, iterations // 2)
    result = think(state, seat, grandmaster_settings(), half, 0.0, seed)
    plans = [*best_by_key(game, seat, kind, result).values()][:COMPARED]
    known = {key_of(game, seat, kind, plan) for plan in plans}
    for plan in also:
        key = key_of(game, seat, kind, plan)
        if key not in known or kind == PLACING:
            known.add(key)
            plans.append(plan)
    values = play_in_same_games(state, seat, plans, max(2, half // len(plans)), seed + 1)
    means = [sum(row) / len(row) for row in values]
    best = means.index(max(means))
    judged = [
        Judged(key_of(game, seat, kind, plan), plan, mean, _error_of_difference(values[best], row))
        for plan, mean, row in zip(plans, means, values, strict=True)
    ]
    return sorted(judged, key=lambda one: -one.chance)


def best_by_key(game: Game, seat: int, kind: str, result: SearchResult) -> dict[Choices, Choices]:
    """The plan most thought about for every key, the keys in the order of their share."""
    plans: dict[Choices, Choices] = {}
    shares: dict[Choices, float] = {}
    for option in result.options:  # the most tried first
        choices = plain(option.choices)
        key = key_of(game, seat, kind, choices)
        plans.setdefault(key, choices)
        shares[key] = shares.get(key, 0.0) + option.share
    return {key: plans[key] for key in sorted(plans, key=lambda key: -shares[key])}


def play_in_same_games(
    state: State, seat: int, plans: Sequence[Choices], games: int, seed: int
) -> list[list[float]]:
    """The chance of winning of every plan in each of the same imagined games."""
    settings = grandmaster_settings()
    search = Search(settings, seed)
    search.round = state.round
    search.last_round = min(ROUNDS, state.round + int(settings.rounds_ahead))
    nodes = [Node(seat, state.kind, [Plan([*plan], 0)]) for plan in plans]
    values: list[list[float]] = [[] for _ in plans]
    for _ in range(games):
        world = determinize(state, seat, search.rng)
        for node, row in zip(nodes, values, strict=True):
            before = node.totals[0]
            search.iterate(world.clone(), node)
            row.append(node.totals[0] - before)
    return values


def _judge_discs(state: State, seat: int, iterations: int, seed: int) -> list[Judged]:
    """Secret choices with their share of a mix and their chances against the others' mixes."""
    settings = grandmaster_settings()
    matching = RegretMatching(settings.weights, seed, settings.network)
    matching.run(state, seat, iterations, 0.0)
    options = result_of_mix(matching, seat).options
    judged = [
        Judged(plain(option.choices), plain(option.choices), option.chance, 0.0, option.share)
        for option in options
    ]
    return sorted(judged, key=lambda one: -one.chance)


def _error_of_difference(best: Sequence[float], other: Sequence[float]) -> float:
    """The standard error of the mean difference between two rows from the same games."""
    differences = [one - two for one, two in zip(best, other, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    variance = sum((one - mean) ** 2 for one in differences) / max(1, count - 1)
    return sqrt(variance / count)
