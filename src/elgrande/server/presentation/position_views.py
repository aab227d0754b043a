"""A position that is played on without a table, as it is shown: to look at and to choose in."""

from collections.abc import Sequence
from typing import cast

from elgrande.game import Game
from elgrande.server.presentation.table_views import Names, describe_choice, question_of
from elgrande.server.presentation.view_types import TableView, ToldEvent


def describe_position(
    game: Game, seat: int | None, language: str, names: Names = None
) -> TableView:
    """The view of a seat with its question and, if it must choose, its choices in words."""
    legal = [] if seat is None or game.over else game.legal(seat)
    return {
        **game.view(seat).data,
        "ask": question_of(game, language, names),
        "step": int(game.step),
        "can_undo": False,
        "undo_reason": None,
        "choices": []
        if seat is None
        else [describe_choice(game, one, seat, language, names) for one in legal],
    }


def play_line(game: Game, line: Sequence[tuple[int, int | str]]) -> list[tuple[int, int]]:
    """Play choices given by number or in notation; IllegalChoice or BadNotation at the first wrong.

    Returns them by number. The game listens from the last of them on.
    """
    played = []
    for index, (seat, given) in enumerate(line, start=1):
        choice = game.parse(given) if isinstance(given, str) else given
        if index == len(line):
            game.listen()
        game.play(choice, seat)
        played.append((seat, choice))
    return played


def tell_news(
    game: Game, since: int, seat: int | None, position: int, language: str, names: Names = None
) -> list[ToldEvent]:
    """What happened from an event on, in sentences, as far as a seat may know it."""
    return [
        cast(
            ToldEvent,
            {**event, "says": game.tell(event, language, names), "position": position},
        )
        for event in game.events(seat, since)
    ]
