"""What a match showed, as plain data: shares with intervals, scores, points, times and faults.

Seats that had the same bot are one row. A shared win counts in equal parts. All keys are explained
in docs/program/arena_figures.md.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from elgrande.arena import ratings
from elgrande.arena.budgets import budget_of
from elgrande.arena.figures import show as show
from elgrande.arena.intervals import LEVEL, Outing, mean_error, quantile, winning_share
from elgrande.arena.result import GameResult
from elgrande.insight.points import SOURCES
from elgrande.rules.options import Options

REASONS: Final = ("raised", "illegal", "late", "died")
POWER_CARDS: Final = tuple(range(1, 14))
ROUNDS: Final = tuple(range(1, 10))
SHORT_ROUNDS: Final = (2, 3, 5, 6, 8, 9)
GRACE: Final = 100.0  # ms a decision may take beyond its budget


class Place(NamedTuple):
    """One seat of one game."""

    game: GameResult
    seat: int

    @property
    def bot(self) -> str:
        """Who sat there."""
        return self.game.bots[self.seat]

    @property
    def score(self) -> int:
        """The points in the end."""
        return self.game.scores[self.seat]

    @property
    def won(self) -> float:
        """1 for a win, a part of it for a shared one."""
        return (self.seat in self.game.winners) / len(self.game.winners)

    @property
    def margin(self) -> int:
        """Points ahead of the best other seat; negative behind it."""
        others = [score for seat, score in enumerate(self.game.scores) if seat != self.seat]
        return self.score - max(others)

    @property
    def rank(self) -> float:
        """The place at the table; equal scores share the mean of their places."""
        scores = self.game.scores
        better = sum(score > self.score for score in scores)
        equal = sum(score == self.score for score in scores)
        return better + (equal + 1) / 2


def summarise(options: Options, results: Sequence[GameResult]) -> dict[str, Any]:
    """All figures of a match; ValueError if no game was played."""
    if not results:
        raise ValueError("A match without games has no figures.")
    games = sorted(results, key=lambda result: result.number)
    places = [Place(game, seat) for game in games for seat in range(len(game.bots))]
    rated = ratings.rate(games) if ratings.available() else {}
    bots = [_bot(bot, [place for place in places if place.bot == bot]) for bot in _bots(games)]
    for row in bots:
        row["rating"] = _rating(rated.get(row["bot"]))
    return {
        "options": options.to_data(),
        "games": len(games),
        "deals": len({game.seed for game in games}),
        "players": options.players,
        "fair": _round(1 / options.players),
        "level": LEVEL,
        "entries": _entries(games),
        "rounds": list(SHORT_ROUNDS if options.short else ROUNDS),
        "bots": sorted(bots, key=lambda row: -row["share"]),
        "by_seat": _by_seat(places),
        "by_first_power": _by_first_power(places),
        "scores": _spread([place.score for place in places]),
        "winner_scores": _spread([max(game.scores) for game in games]),
        "general": [
            _spread([game.general[index] for game in games if index < len(game.general)])
            for index in range(max(len(game.general) for game in games))
        ],
        "choices": _spread([game.choices for game in games]),
        "faults": sum(row["faults"]["all"] for row in bots),
    }


def _bots(games: Sequence[GameResult]) -> list[str]:
    """The bots in the order of their first entries."""
    first: dict[str, int] = {}
    for game in games:
        for bot, entry in zip(game.bots, game.entries, strict=True):
            first[bot] = min(entry, first.get(bot, entry))
    return sorted(first, key=lambda bot: (first[bot], bot))


def _entries(games: Sequence[GameResult]) -> list[str]:
    """The bots as they stood on the command line."""
    found = {
        entry: bot for game in games for entry, bot in zip(game.entries, game.bots, strict=True)
    }
    return [found[entry] for entry in sorted(found)]


def _bot(bot: str, places: Sequence[Place]) -> dict[str, Any]:
    games = len({place.game.number for place in places})
    wins = math.fsum(place.won for place in places)
    return {
        "bot": bot,
        "games": games,
        **_share(places),
        "share_of_games": _round(wins / games),
        "score": _spread([place.score for place in places])
        | {"error": _error(places, lambda place: place.score)},
        "margin": _spread([place.margin for place in places])
        | {"error": _error(places, lambda place: place.margin)},
        "rank": _round(fmean(place.rank for place in places)),
        "sources": {
            source: _round(fmean(place.game.sources[place.seat].get(source, 0) for place in places))
            for source in SOURCES
        },
        "by_round": _by_round(places),
        "by_seat": _by_seat(places),
        "by_first_power": _by_first_power(places),
        "time": _time(bot, places),
        "faults": _faults(places),
    }


def _share(places: Sequence[Place]) -> dict[str, Any]:
    """The winning share per seat of these places; no figures if there are none."""
    outings: dict[int, Outing] = {}
    for place in places:
        before = outings.get(place.game.number, Outing(place.game.seed, 0.0, 0))
        outings[place.game.number] = Outing(
            place.game.seed, before.won + place.won, before.seats + 1
        )
    share = winning_share(list(outings.values()))
    if share is None:
        return {"seat_games": 0, "wins": 0.0, "share": None, "low": None, "high": None}
    low, high = share.low, share.high
    tables = {place.game.number: len(place.game.bots) for place in places}
    if len(places) == sum(tables.values()):
        # Nobody else sat at the tables: the share is certain.
        low = high = share.share
    return {
        "seat_games": share.seat_games,
        "wins": _round(share.wins),
        "share": _round(share.share),
        "low": _round(low),
        "high": _round(high),
    }


def _by_seat(places: Sequence[Place]) -> list[dict[str, Any]]:
    seats = range(max(len(place.game.bots) for place in places))
    return [
        {"seat": seat, **_share([place for place in places if place.seat == seat])}
        for seat in seats
    ]


def _by_first_power(places: Sequence[Place]) -> list[dict[str, Any]]:
    by_card: dict[int, list[Place]] = {card: [] for card in POWER_CARDS}
    for place in places:
        by_card.setdefault(place.game.first_powers[place.seat], []).append(place)
    return [{"card": card, **_share(found)} for card, found in by_card.items()]


def _by_round(places: Sequence[Place]) -> list[float]:
    """The mean points of each round."""
    played = [place.game.by_round[place.seat] for place in places]
    length = max(len(points) for points in played)
    return [
        _round(fmean(points[index] for points in played if index < len(points)))
        for index in range(length)
    ]


def _time(bot: str, places: Sequence[Place]) -> dict[str, Any]:
    """Milliseconds of the decisions that left a choice."""
    times = sorted(time for place in places for time in place.game.times[place.seat])
    budget = budget_of(bot)
    if not times:
        return {"decisions": 0, "budget": budget}
    figures = {
        "decisions": len(times),
        "per_game": _round(len(times) / len(places)),
        "mean": _round(fmean(times)),
        "p50": _round(quantile(times, 0.5)),
        "p95": _round(quantile(times, 0.95)),
        "p99": _round(quantile(times, 0.99)),
        "max": _round(times[-1]),
        "budget": budget,
    }
    if budget is not None:
        figures["over_p99"] = _round(max(quantile(times, 0.99) - budget, 0.0))
        figures["over_max"] = _round(max(times[-1] - budget, 0.0))
        figures["over_grace"] = sum(time > budget + GRACE for time in times)
    return figures


def _faults(places: Sequence[Place]) -> dict[str, int]:
    counted = Counter(
        fault.reason for place in places for fault in place.game.faults if fault.seat == place.seat
    )
    known = {reason: counted[reason] for reason in REASONS}
    return known | dict(counted) | {"all": counted.total()}


def _rating(rating: ratings.Rating | None) -> dict[str, float] | None:
    if rating is None:
        return None
    return {
        "mu": _round(rating.mu),
        "sigma": _round(rating.sigma),
        "ordinal": _round(rating.ordinal),
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    """Mean, standard deviation and quantiles."""
    ordered = sorted(values)
    return {
        "mean": _round(fmean(ordered)),
        "sd": _round(stdev(ordered)) if len(ordered) > 1 else 0.0,
        "min": ordered[0],
        "p10": _round(quantile(ordered, 0.1)),
        "q1": _round(quantile(ordered, 0.25)),
        "median": _round(quantile(ordered, 0.5)),
        "q3": _round(quantile(ordered, 0.75)),
        "p90": _round(quantile(ordered, 0.9)),
        "max": ordered[-1],
    }


def _error(places: Iterable[Place], value: Callable[[Place], float]) -> float | None:
    error = mean_error((place.game.seed, value(place)) for place in places)
    return None if error is None else _round(error)


def _round(value: float) -> float:
    """Short enough to read, exact enough to compute with."""
    return round(value, 5)
