"""A player's record: what many games say together. Pure: from lines of games to figures."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, Final, NamedTuple

from elgrande.insight.points import SOURCES
from elgrande.standings.figures import UNIT
from elgrande.standings.reference import mean_sources, references

LATELY: Final = 10
# Fewer chances to take a card say nothing about whether somebody likes it.
LEAST_EXPECTED: Final = 1.0
PLAIN: Final = "none"


class GameLine(NamedTuple):
    """One game of a player."""

    finished: int
    edition: str
    players: int
    variant: str
    place: int
    points: int
    sources: Mapping[str, int]
    cards: Mapping[str, Any]


class Group(NamedTuple):
    """Games that have something in common."""

    key: str
    games: int
    wins: int
    place: float
    points: float
    best: int
    places: list[int]  # how often first, second, and so on


class CardUse(NamedTuple):
    """How often a player takes an action card."""

    card: str
    taken: int
    expected: float  # by chance
    grandmasters: float | None  # how often grandmasters take it for every time chance would


class Means(NamedTuple):
    """Mean points of a game by source: of all games, of the last ones, and of grandmasters."""

    all: dict[str, float]
    lately: dict[str, float]
    grandmasters: dict[str, float]


def group_by(lines: Iterable[GameLine], keys_of: Callable[[GameLine], list[str]]) -> list[Group]:
    """The games in groups by their keys, sorted by these; a game may be in several."""
    found: dict[str, list[GameLine]] = {}
    for line in lines:
        for key in keys_of(line):
            found.setdefault(key, []).append(line)
    return [_group(key, found[key]) for key in sorted(found)]


def by_players(line: GameLine) -> list[str]:
    """How many played."""
    return [str(line.players)]


def by_edition(line: GameLine) -> list[str]:
    """The edition."""
    return [line.edition]


def by_variant(line: GameLine) -> list[str]:
    """The variants in use; one key for a game without any."""
    return line.variant.split(",") if line.variant else [PLAIN]


def total(lines: Sequence[GameLine]) -> Group | None:
    """All games together; None without any."""
    return _group("all", lines) if lines else None


def _group(key: str, lines: Sequence[GameLine]) -> Group:
    places = [line.place for line in lines]
    return Group(
        key=key,
        games=len(lines),
        wins=places.count(1),
        place=fmean(places),
        points=fmean(line.points for line in lines),
        best=max(line.points for line in lines),
        places=[places.count(place) for place in range(1, max(line.players for line in lines) + 1)],
    )


def mean_points(lines: Sequence[GameLine]) -> Means | None:
    """Where points came from; None without a game whose points are known."""
    known = [line for line in lines if line.sources]
    if not known:
        return None
    tables = [(line.edition, line.players) for line in known]
    return Means(_means(known), _means(known[-LATELY:]), mean_sources(tables))


def _means(lines: Sequence[GameLine]) -> dict[str, float]:
    return {source: fmean(line.sources.get(source, 0) for line in lines) for source in SOURCES}


def card_uses(lines: Iterable[GameLine]) -> list[CardUse]:
    """The action cards there was a choice about, the favourites first."""
    taken: dict[str, int] = {}
    expected: dict[str, float] = {}
    liked: dict[str, list[float]] = {}
    for line in lines:
        reference = references().get((line.edition, line.players))
        for card, share in line.cards.get("expected", {}).items():
            expected[card] = expected.get(card, 0.0) + share / UNIT
            taken[card] = taken.get(card, 0) + line.cards["taken"].get(card, 0)
            if reference is not None and card in reference.cards:
                liked.setdefault(card, []).append(reference.cards[card])
    uses = [
        CardUse(card, taken[card], chance, fmean(liked[card]) if card in liked else None)
        for card, chance in expected.items()
        if chance >= LEAST_EXPECTED
    ]
    return sorted(uses, key=lambda use: (use.expected - use.taken, use.card))


def streak(places: Sequence[int]) -> int:
    """How many games in a row were won, from the newest on.

    >>> streak([1, 1, 3, 1])
    2
    """
    for count, place in enumerate(places):
        if place != 1:
            return count
    return len(places)
