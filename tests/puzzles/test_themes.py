"""What puzzles are about."""

from elgrande.puzzles.library import puzzles
from elgrande.puzzles.puzzle import (
    DISC,
    ENDGAME,
    KING,
    PLACING,
    POWER_CARD,
    POWER_THEME,
    TURN,
    VETO,
    VETO_THEME,
)
from elgrande.puzzles.themes import theme_of
from elgrande.rules.choices import PLACE_BASE
from elgrande.rules.frames import KING_TO


def test_themes_come_from_the_solution() -> None:
    for puzzle in puzzles():
        game = puzzle.imagined()
        assert puzzle.theme == theme_of(game, puzzle.seat, puzzle.kind, puzzle.solutions[0])


def test_single_choices_have_the_theme_of_their_kind() -> None:
    for puzzle in puzzles():
        assert (puzzle.theme == POWER_THEME) == (puzzle.kind == POWER_CARD)
        if puzzle.kind == VETO:
            assert puzzle.theme == VETO_THEME


def test_the_last_round_is_the_end_game() -> None:
    for puzzle in puzzles():
        if puzzle.theme == ENDGAME:
            assert puzzle.kind in (TURN, PLACING, DISC)
            assert puzzle.position.round == 9


def test_in_a_puzzle_about_the_king_he_moves() -> None:
    puzzle = next(one for one in puzzles() if one.theme == KING and one.kind == TURN)
    game = puzzle.imagined()
    asked = False
    for choice in puzzle.solutions[0]:
        asked = asked or (game.state.kind == KING_TO and choice >= PLACE_BASE)
        game.play(choice)
        if asked:
            break
    assert asked
