"""Judging a moment: what was played against the best that could be known at the time.

The worlds are imagined from what the seat knew, never from the truth. What was played joins the
best plans of a search; all are compared in the same worlds with the same random numbers. What may
be noise in that comparison does not count as lost.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from elgrande.bots.situation import Situation
from elgrande.bots.thinking import SEED, Candidate, Thinking, meaning_of
from elgrande.game import Game
from elgrande.insight.shipped_network import shipped_network
from elgrande.review.accuracy import accuracy_of
from elgrande.review.data import DISC, Moment
from elgrande.review.moments import Line, MomentToJudge, game_at
from elgrande.rules.choices import PLACE_BASE
from elgrande.rules.determinize import determinize
from elgrande.rules.rng import Rng
from elgrande.search.plans import PAUSE, Plan
from elgrande.search.regret_matching import CHOICES, RegretMatching
from elgrande.search.weights import STANDARD

DEFAULT_ITERATIONS: Final = 12_000
CANDIDATES: Final = 5
# One iteration about a disc tries every region for everybody, and costs as much as these.
COST_OF_DISC: Final = 8
FEWEST_DISCS: Final = 8
DOUBT: Final = 1.0  # standard errors of a difference that do not count as lost
DIGITS: Final = 5


def judge(
    start: Game, line: Line, first: int, moment: MomentToJudge, iterations: int = DEFAULT_ITERATIONS
) -> Moment:
    """The verdict on one moment of a game; the same iterations always give the same one."""
    return judge_in(game_at(start, line, first, moment.position), moment, iterations)


def judge_in(game: Game, moment: MomentToJudge, iterations: int) -> Moment:
    """The verdict on a moment, in the game as it was then."""
    situation = Situation.of(game, moment.seat, Rng(SEED))
    if moment.kind == DISC:
        return _judge_disc(situation, moment, iterations)
    thinking = Thinking(situation, iterations=iterations)
    candidates = thinking.best_plans(CANDIDATES)
    played = _played_among(candidates, thinking.state.kind, moment.plan)
    thinking.compare(candidates)
    series = [candidate.chances for candidate in candidates]
    return _verdict(moment, [_choices_of(one) for one in candidates], series, played)


def _played_among(candidates: list[Candidate], kind: int, plan: Sequence[int]) -> int:
    """The index of what was played, which is added if nobody thought of it."""
    meaning = meaning_of(kind, _without_pauses(plan))
    for index, candidate in enumerate(candidates):
        if meaning_of(kind, _choices_of(candidate)) == meaning:
            return index
    candidates.append(Candidate(Plan(list(plan), 0), 0.0))
    return len(candidates) - 1


def _choices_of(candidate: Candidate) -> list[int]:
    return _without_pauses(candidate.plan.choices)


def _without_pauses(plan: Sequence[int]) -> list[int]:
    return [choice for choice in plan if choice != PAUSE]


def _judge_disc(situation: Situation, moment: MomentToJudge, iterations: int) -> Moment:
    """A disc against the best one, while everybody learns to mix.

    The first half of the iterations only serves to learn; what a disc is worth is measured in the
    second half, against the others' mixes.
    """
    state, seat = situation.imagine(SEED).state, situation.seat
    matching = RegretMatching(STANDARD, SEED, shipped_network())
    matching.gather(state)
    regions = [one for one in range(CHOICES) if int(matching.masks[seat]) >> one & 1]
    series: list[list[float]] = [[] for _ in regions]
    rng = Rng(SEED)
    rounds = max(FEWEST_DISCS, iterations // COST_OF_DISC)
    for number in range(rounds):
        before = [matching.value[region] for region in regions]
        matching.iterate(determinize(state, seat, rng), seat)
        if number >= rounds // 2:
            for index, region in enumerate(regions):
                series[index].append(matching.value[region] - before[index])
    choices = [[region + PLACE_BASE] for region in regions]
    return _verdict(moment, choices, series, choices.index(list(moment.plan)))


def _verdict(
    moment: MomentToJudge, choices: list[list[int]], series: list[list[float]], played: int
) -> Moment:
    """What the chances in one world after the other say about what was played."""
    means = [fmean(one) for one in series]
    best = max(range(len(means)), key=lambda one: (means[one], one == played))
    lost = _certain_difference(series[best], series[played])
    others = [one for index, one in enumerate(series) if index != played]
    ahead = min((_certain_difference(series[played], one) for one in others), default=0.0)
    chance = _rounded(means[played])
    best_chance = _rounded(means[best]) if lost else chance
    return Moment(
        position=moment.position,
        until=moment.until,
        seat=moment.seat,
        round=moment.round,
        kind=moment.kind,
        card=moment.card,
        played=tuple(_without_pauses(moment.plan)),
        better=tuple(choices[best]) if lost else (),
        chance=chance,
        best=best_chance,
        lost=lost,
        accuracy=round(accuracy_of(best_chance, lost), 2),
        ahead=ahead,
    )


def _certain_difference(one: Sequence[float], other: Sequence[float]) -> float:
    """By how much one is better, less what may be noise; never below 0."""
    differences = [mine - theirs for mine, theirs in zip(one, other, strict=True)]
    noise = stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0
    return max(0.0, _rounded(fmean(differences) - DOUBT * noise))


def _rounded(chance: float) -> float:
    return round(min(1.0, max(-1.0, chance)), DIGITS)
