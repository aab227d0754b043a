"""Making puzzles."""

from pathlib import Path

import pytest

from elgrande.puzzles import making
from elgrande.puzzles.judging import Judged
from elgrande.puzzles.library import puzzles
from elgrande.puzzles.making import FOUND_FILE, best_placing, clearly_best, make, puzzles_in
from elgrande.puzzles.puzzle import DISC, TURN, Puzzle
from elgrande.rules.options import Options


def judged(*chances: float, error: float = 0.001) -> list[Judged]:
    return [Judged((at,), (at,), chance, error) for at, chance in enumerate(chances)]


def test_the_best_answer_must_lead_clearly() -> None:
    assert clearly_best(judged(0.5, 0.45), TURN) is None
    best = clearly_best(judged(0.5, 0.42, 0.41), TURN)
    assert best is not None
    assert (best.chance, best.second, len(best.accepted)) == (0.5, 0.42, 1)


def test_what_is_as_good_is_accepted() -> None:
    best = clearly_best(judged(0.5, 0.49, 0.42), TURN)
    assert best is not None
    assert [one.key for one in best.accepted] == [(0,), (1,)]
    assert clearly_best(judged(0.5, 0.499, 0.498, 0.497, 0.4), TURN) is None


def test_a_lead_that_may_be_luck_is_none() -> None:
    assert clearly_best(judged(0.5, 0.42, error=0.03), TURN) is None


def test_lost_games_and_single_answers_make_no_puzzles() -> None:
    assert clearly_best(judged(0.1, 0.01), TURN) is None
    assert clearly_best(judged(0.5), TURN) is None


def test_discs_need_a_smaller_lead() -> None:
    assert clearly_best(judged(0.5, 0.455), DISC) is not None


def test_placings_must_be_good_in_both_searches() -> None:
    best = best_placing([judged(0.5, 0.49, 0.3), judged(0.49, 0.5, 0.45)])
    assert best is not None
    assert {one.key for one in best.accepted} == {(0,), (1,)}


def test_a_run_continues_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def note(options: Options, seed: int) -> list[Puzzle]:
        played.append(seed)
        return [puzzles()[seed]]

    monkeypatch.setattr(making, "puzzles_in", note)
    assert [len(found) for found in make(tmp_path, 2, 3)] == [1, 1]
    assert [len(found) for found in make(tmp_path, 4, 2)] == [1, 0, 0, 1]
    assert played == [3, 4, 2, 5]
    assert len((tmp_path / FOUND_FILE).read_text(encoding="utf-8").splitlines()) == 4


@pytest.mark.proof
def test_puzzles_are_found_in_games_and_are_the_same_every_time() -> None:
    options = Options(players=2)
    found = [puzzle for seed in range(3, 7) for puzzle in puzzles_in(options, seed)]
    assert found
    again = [puzzle for seed in range(3, 7) for puzzle in puzzles_in(options, seed)]
    assert [puzzle.to_line() for puzzle in found] == [puzzle.to_line() for puzzle in again]
