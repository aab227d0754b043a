"""A puzzle under way, as it is shown: what its seat sees after some choices of its own."""

from collections.abc import Sequence

from elgrande.editions.wording import colour_words
from elgrande.game import Game
from elgrande.puzzles.answers import start
from elgrande.puzzles.puzzle import Puzzle
from elgrande.rules.errors import IllegalChoice
from elgrande.server.presentation.position_views import describe_position, tell_news
from elgrande.server.presentation.view_types import TableView, ToldEvent


def try_choices(puzzle: Puzzle, choices: Sequence[int]) -> tuple[Game, bool, int]:
    """The game after choices, whether they are complete, and the first event of the last one.

    IllegalChoice if one of them is not legal.
    """
    attempt = start(puzzle)
    attempt.game.listen()
    since = 0
    for choice in choices:
        if attempt.over:
            raise IllegalChoice("The answer is complete; no more choices can be made.")
        since = attempt.game.event_count
        attempt.play(choice)
    return attempt.game, attempt.over, since


def describe_attempt(
    puzzle: Puzzle, game: Game, is_over: bool, since: int, language: str
) -> tuple[TableView, list[str], list[ToldEvent]]:
    """What the seat sees, what the seats are called, and what the last choice brought about."""
    options = puzzle.options
    names = [colour_words(seat, options, language).capital for seat in range(options.players)]
    view = describe_position(game, puzzle.seat, language)
    if is_over:
        view["legal"], view["choices"] = [], []
    return view, names, tell_news(game, since, puzzle.seat, int(game.step), language)
