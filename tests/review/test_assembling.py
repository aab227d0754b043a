"""The whole review: repeatable in every order, refused for running games, read again as written."""

import json

import pytest

from elgrande import Game, Options
from elgrande.review import (
    BadReview,
    GameNotOver,
    Moment,
    Review,
    assemble,
    do_task,
    moments_of,
    review_game,
    tasks_of,
)
from tests.review.games import recorded

FEW = 20


def test_the_same_game_gives_the_same_review() -> None:
    start, line = recorded("2023-3p-short")
    review = review_game(start, line, iterations=FEW)
    assert review_game(start, line, iterations=FEW) == review
    assert Review.from_data(json.loads(json.dumps(review.to_data()))) == review
    assert [player.moments for player in review.players] == [
        sum(moment.seat == seat for moment in moments_of(start, line)) for seat in range(3)
    ]


@pytest.mark.proof
def test_two_processes_find_the_same() -> None:
    start, line = recorded("2023-4p")
    assert review_game(start, line, iterations=200, workers=2) == review_game(
        start, line, iterations=200
    )


def test_moments_can_be_judged_in_any_order_and_shown_as_they_come() -> None:
    start, line = recorded("2023-2p-short")
    tasks = tasks_of(start, line)
    found = [do_task(start, line, 0, task, FEW) for task in reversed(tasks)]
    moments = [one for one in found if isinstance(one, Moment)]
    luck = [one for several in found if isinstance(several, list) for one in several]
    whole = review_game(start, line, iterations=FEW)
    assert assemble(start, line, 0, moments, FEW, luck) == whole
    half = assemble(start, line, 0, moments[: len(moments) // 2], FEW, course=whole.course)
    assert sum(player.moments for player in half.players) == len(moments) // 2
    nothing = assemble(start, line, 0, [], FEW, course=whole.course)
    assert [player.accuracy for player in nothing.players] == [None, None]


def test_positions_are_counted_from_the_first() -> None:
    start, line = recorded("2023-2p-short")
    usual, later = moments_of(start, line), moments_of(start, line, 7)
    assert [one.position + 7 for one in usual] == [one.position for one in later]


def test_progress_is_told() -> None:
    start, line = recorded("2023-2p-short")
    told: list[tuple[int, int]] = []
    review_game(start, line, iterations=1, progress=lambda done, all_: told.append((done, all_)))
    count = len(tasks_of(start, line))
    assert told == [(number, count) for number in range(1, count + 1)]


def test_only_a_finished_game_is_reviewed() -> None:
    start, line = recorded("2023-2p-short")
    with pytest.raises(GameNotOver, match="finished"):
        review_game(start, line[:-1], iterations=FEW)
    with pytest.raises(GameNotOver):
        review_game(Game.new(Options(players=2), 1), [], iterations=FEW)


def test_what_is_no_review_is_refused() -> None:
    start, line = recorded("2023-2p-short")
    data = review_game(start, line, iterations=1).to_data()
    for wrong in ({}, {**data, "version": 2}, {**data, "moments": [{}]}, {**data, "luck": [1]}):
        with pytest.raises(BadReview):
            Review.from_data(wrong)


def test_a_game_that_goes_on_from_a_position_is_reviewed_too() -> None:
    start, line = recorded("2023-2p-short")
    middle = start.clone()
    for seat, choice in line[:40]:
        middle.play(choice, seat)
    moved = Game.from_snapshot(middle.snapshot())
    assert moments_of(moved, line[40:], 40)[-1] == moments_of(start, line)[-1]
