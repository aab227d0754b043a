"""The moments of games in which one answer seems clearly best."""

from elgrande.puzzles.library import puzzles
from elgrande.puzzles.puzzle import TURN
from elgrande.puzzles.screening import lead_in, play_and_screen
from elgrande.rules.options import Options
from elgrande.search.search_result import Option, SearchResult


def test_only_different_answers_count_for_the_lead() -> None:
    turns = [one for one in puzzles() if one.kind == TURN]
    puzzle = next(one for one in turns if one.tempting[0].choices[0] != one.solutions[0][0])
    best, other = puzzle.solutions[0], puzzle.tempting[0].choices
    options = [Option([*choices], 0.3) for choices in (best, best, other)]
    for option, chance in zip(options, (0.5, 0.45, 0.3), strict=True):
        option.chance = chance
    _, lead = lead_in(puzzle.imagined(), puzzle.seat, TURN, SearchResult(options, False, 10))
    assert round(lead, 6) == 0.2


def test_moments_are_sorted_and_the_seat_is_asked() -> None:
    moments = play_and_screen(Options(players=2, short=True), 5)
    leads = [moment.lead for moment in moments]
    assert leads == sorted(leads, reverse=True)
    assert all(moment.seat in moment.game.waiting for moment in moments)
