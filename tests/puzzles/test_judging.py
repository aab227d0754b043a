"""How good the answers to a position are."""

from elgrande.puzzles.judging import judge_answers, key_of, play_in_same_games
from elgrande.puzzles.library import puzzles
from elgrande.puzzles.puzzle import DISC, TURN, VETO, Puzzle
from elgrande.rules.choices import ALLOW, ALLOW_ALL


def first_of(kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles() if puzzle.kind == kind)


def test_a_search_repeats_itself_and_is_sorted() -> None:
    puzzle = first_of(TURN)
    found = judge_answers(puzzle.imagined(), puzzle.seat, TURN, 200, seed=7)
    assert found == judge_answers(puzzle.imagined(), puzzle.seat, TURN, 200, seed=7)
    assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)
    assert len({one.key for one in found}) == len(found)


def test_what_must_be_compared_is() -> None:
    puzzle = first_of(TURN)
    tempting = puzzle.tempting[0].choices
    game = puzzle.imagined()
    known = [*puzzle.solutions, tempting]
    keys = {one.key for one in judge_answers(game, puzzle.seat, TURN, 40, 7, known)}
    assert {key_of(game, puzzle.seat, TURN, choices) for choices in known} <= keys


def test_a_plan_does_as_well_as_itself_in_the_same_games() -> None:
    puzzle = first_of(TURN)
    best = puzzle.solutions[0]
    rows = play_in_same_games(puzzle.imagined().state, puzzle.seat, [best], 5, seed=1)
    assert rows == play_in_same_games(puzzle.imagined().state, puzzle.seat, [best], 5, seed=1)


def test_discs_are_judged_by_their_mix() -> None:
    puzzle = first_of(DISC)
    found = judge_answers(puzzle.imagined(), puzzle.seat, DISC, 400, seed=7)
    assert abs(sum(one.share for one in found) - 1) < 1e-6


def test_letting_one_action_pass_is_like_letting_all_pass() -> None:
    puzzle = puzzles()[0]
    game = puzzle.imagined()
    assert key_of(game, puzzle.seat, VETO, (ALLOW,)) == key_of(
        game, puzzle.seat, VETO, (ALLOW_ALL,)
    )
