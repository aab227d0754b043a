"""What one finished game says about each seat: its place, its points by source, its cards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from elgrande.game import Game
from elgrande.insight.points import SOURCES, Book, source_of
from elgrande.rules.options import Options

# How often a card would have been taken by chance is counted in hundredths, to stay an integer.
UNIT: Final = 100


class SeatFigures(NamedTuple):
    """What a seat did in one game."""

    place: int
    points: int
    sources: dict[str, int]  # points by source; their sum is `points`
    taken: dict[str, int]  # how often the seat took each action card
    expected: dict[str, int]  # how often it would have by chance, in hundredths
    powers: list[int]  # the power cards it played, in order


class Cards:
    """Follows the action cards that lie open, and who takes which."""

    def __init__(self, players: int) -> None:
        self._open: Final[dict[int, str]] = {}
        self.taken: Final[list[dict[str, int]]] = [{} for _ in range(players)]
        self.expected: Final[list[dict[str, int]]] = [{} for _ in range(players)]
        self.powers: Final[list[list[int]]] = [[] for _ in range(players)]

    def read(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Go through what happened, in order."""
        for event in events:
            name = event["event"]
            if name == "round":
                self._open.clear()
            elif name == "revealed":
                self._open[event["stack"]] = event["card"]
            elif name == "dummy_took":
                self._open.pop(event["stack"], None)
            elif name == "card":
                self._take(event["colour"], event["stack"], event["card"])
            elif name == "power" and event["colour"] < len(self.powers):
                self.powers[event["colour"]].append(event["value"])

    def _take(self, seat: int, stack: int, card: str) -> None:
        offered = {**self._open, stack: card}
        if len(offered) > 1:  # the last card is nobody's choice
            share = UNIT // len(offered)
            for key in offered.values():
                self.expected[seat][key] = self.expected[seat].get(key, 0) + share
            self.taken[seat][card] = self.taken[seat].get(card, 0) + 1
        self._open.pop(stack, None)


def figures_of(options: Options, seed: int, line: Iterable[Sequence[int]]) -> list[SeatFigures]:
    """The figures of all seats of a game, from its deal by the choices of its seats to its end."""
    game = Game.new(options, seed, events=True)
    for seat, choice in line:
        game.play(choice, seat)
    book, cards = Book(Game.new(options, seed)), Cards(options.players)
    events: list[Any] = game.events(None)
    book.read(events)
    cards.read(events)
    sources = [dict.fromkeys(SOURCES, 0) for _ in game.scores]
    for payment in book.payments:
        sources[payment.seat][source_of(payment)] += payment.points
    return [
        SeatFigures(
            place=place,
            points=game.scores[seat],
            sources=sources[seat],
            taken=cards.taken[seat],
            expected=cards.expected[seat],
            powers=cards.powers[seat],
        )
        for seat, place in enumerate(places_of(game.scores))
    ]


def places_of(scores: Sequence[int]) -> list[int]:
    """The place of every seat, 1 for the best; equal scores share the better place.

    >>> places_of([90, 75, 90, 60])
    [1, 3, 1, 4]
    """
    return [1 + sum(other > score for other in scores) for score in scores]
