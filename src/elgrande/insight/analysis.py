"""How a finished game went: its points, its course from turn to turn, and when it turned."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from elgrande.game import Game
from elgrande.insight.chances import chances_of
from elgrande.insight.points import Book

GAMES: Final = 200  # played on from every row of the course, all seats together: few are quick
SEED: Final = 1480
TURNING_POINTS: Final = 5
LEAST_SWING: Final = 0.02
DIGITS: Final = 4

START: Final = "start"
TURN: Final = "turn"
SCORING: Final = "scoring"


class Row(NamedTuple):
    """The game after a turn or a general scoring, or at its start."""

    kind: str
    position: int
    round: int
    seat: int | None
    card: str | None
    scores: list[int]
    chances: list[float]
    events: int  # how many there were up to here


def analyse(
    start: Game, line: Iterable[Sequence[int]], first: int = 0, games: int = GAMES
) -> dict[str, Any]:
    """The analysis of a game as plain data: from its start by the choices of its seats.

    Positions are counted from `first`. Chances are judged from as many `games`; with none there are
    neither chances nor turning points. Turning points name the events between their two rows, so
    that these can be described.
    """
    game = start.clone()
    game.listen()
    book = Book(start)
    rows = [_row(game, START, first, None, None, games)]
    heard = 0
    for position, (seat, choice) in enumerate(line, start=first + 1):
        number = game.round
        game.play(choice, seat)
        events: list[Any] = game.events(None, heard)
        heard = game.event_count
        ended = next((event for event in events if event["event"] == "turn_ended"), None)
        scoring = _is_scored(events, book)
        book.read(events)
        if scoring or ended is not None:
            who, card = (None, None) if ended is None else (ended["colour"], ended["card"])
            kind = SCORING if scoring else TURN
            rows.append(_row(game, kind, position, who, card, games)._replace(round=number))
    return {
        "scores": game.scores,
        "points": [payment._asdict() for payment in book.payments],
        "course": [_row_data(row) for row in rows],
        "turning_points": turning_points(rows),
    }


def _is_scored(events: Sequence[Any], book: Book) -> bool:
    """Whether a general scoring was paid; it may have been announced earlier."""
    names = [event["event"] for event in events]
    if "general_scoring" in names:
        return "castillo_opened" in names[names.index("general_scoring") :]
    return book.in_general and "castillo_opened" in names


def _row(
    game: Game, kind: str, position: int, seat: int | None, card: str | None, games: int
) -> Row:
    players = game.options.players
    worlds = games // players // players * players  # as many from every seat
    found = chances_of(game, worlds, SEED) if worlds else []
    chances = [round(chance, DIGITS) for chance in found]
    return Row(kind, position, game.round, seat, card, game.scores, chances, game.event_count)


def _row_data(row: Row) -> dict[str, Any]:
    data = row._asdict()
    del data["events"]
    return data


def turning_points(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The largest swings between two rows, the largest first."""
    steps = sorted(pairwise(rows), key=_swing, reverse=True)
    return [
        {
            "kind": row.kind,
            "from": before.position,
            "position": row.position,
            "round": row.round,
            "seat": row.seat,
            "card": row.card,
            "before": before.chances,
            "after": row.chances,
            "events": [before.events, row.events],
        }
        for before, row in steps[:TURNING_POINTS]
        if _swing((before, row)) >= LEAST_SWING
    ]


def _swing(step: tuple[Row, Row]) -> float:
    before, after = step
    swings = zip(before.chances, after.chances, strict=True)
    return max((abs(one - other) for one, other in swings), default=0.0)
