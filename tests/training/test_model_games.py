"""How games to learn from are chosen and commented on."""

import json
from pathlib import Path

import pytest

from elgrande.model_games.library import BEST, MISSED, SCORING, Comment
from elgrande.record import Record
from elgrande.rules.options import Options
from training import model_games
from training.model_games import FITS, Course, comments_on, course_of, how_dramatic, is_played

SHORT = Options(players=2, short=True)


def test_the_course_of_a_game_says_what_it_is_about() -> None:
    course = Course([[0.4, 0.6], [0.7, 0.3], [0.2, 0.8]], [90, 84], [0])
    assert course.margin == 6
    assert course.favourites == 2
    assert course.lowest() == (0.2, 4)
    clear = Course([[0.6, 0.4], [0.7, 0.3], [0.9, 0.1]], [120, 84], [0])
    assert FITS["close"](course) > FITS["close"](clear)
    assert FITS["comeback"](course) > FITS["comeback"](clear)
    assert FITS["runaway"](course) < FITS["runaway"](clear)
    assert how_dramatic(course) > how_dramatic(clear)


@pytest.mark.parametrize(
    ("planned", "played", "same"),
    [
        ([104, 106, 9, 8], [104, 106, 9, 8], True),
        ([104, 106, 9, 8], [104, 106, 9, 7], False),
        ([104, 106, 9, 8], [104, 9, 8], True),  # where it could only be placed, nobody asked
        ([104, 106, 9], [104, 106, 9, 111], True),  # the plan ends where others have a say
        ([103, 106, 9, 8], [104, 106, 9, 8], False),
    ],
)
def test_what_was_played_is_found_among_the_plans(
    planned: list[int], played: list[int], same: bool
) -> None:
    assert is_played(planned, played) == same


@pytest.fixture
def candidate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Record:
    monkeypatch.setitem(model_games.TABLES, "duel", SHORT)
    (found,) = model_games.candidates(tmp_path, "duel", "steady", 1)
    path = tmp_path / "duel" / "0.egn"
    written = path.stat().st_mtime_ns
    assert [*model_games.candidates(tmp_path, "duel", "steady", 1)] == [found]
    assert path.stat().st_mtime_ns == written
    return found


@pytest.mark.proof
def test_a_game_is_commented_on_and_written(
    candidate: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_games, "HERE", tmp_path)
    monkeypatch.setattr(model_games, "LEAST_DIFFERENCE", 0.001)
    comments = comments_on(candidate, 60)
    assert {comment.kind for comment in comments} == {BEST, MISSED, SCORING}
    assert [comment.kind for comment in comments].count(SCORING) == 2
    for comment in comments:
        if comment.kind != SCORING:
            made = candidate.choices[comment.position]
            assert (comment.plan[0] == made) == (comment.kind == BEST)
    course = course_of(candidate)
    assert len(course.chances) == 5
    model_games.write_game("duel", candidate, course, "steady", 60)
    data = json.loads((tmp_path / "duel.json").read_text())
    assert [Comment.from_data(one) for one in data["comments"]] == comments
    assert Record.from_text((tmp_path / "duel.egn").read_text()) == candidate
