"""Workers: the same games as one batch, played by several processes; one that dies is named."""

import os
import signal
from collections.abc import Iterator

import pytest

from elgrande import Options
from elgrande.learn import Batch, Workers
from elgrande.learn.arrays import np
from elgrande.learn.errors import BadBatch, IllegalAction, WorkerDied
from tests.support.walks import every_variant

VARIANTS = list(every_variant())[::23]
NAMES = ("observations", "masks", "bits", "seats", "done", "returns", "scores")


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(VARIANTS, games=16, seed=4, processes=2) as workers:
        yield workers


def test_workers_play_the_games_of_one_batch(workers: Workers) -> None:
    batch = Batch(VARIANTS, games=16, seed=4)
    for _ in range(150):
        for name in NAMES:
            assert (getattr(workers, name) == getattr(batch, name)).all(), name
        actions = batch.masks.argmax(axis=1)
        batch.step(actions)
        workers.step(actions)
    assert [workers.record(place) for place in (0, 5, 15)] == [
        batch.record(place) for place in (0, 5, 15)
    ]


def test_one_half_is_played_while_the_other_is_looked_at(workers: Workers) -> None:
    for half in (0, 1):
        workers.send(half, workers.halves[half].masks.argmax(axis=1))
    before = workers.halves[1].first
    assert before == 8
    for _ in range(20):
        for half in (0, 1):
            part = workers.receive(half)
            assert part.masks.any(axis=1).all()
            workers.send(half, part.masks.argmax(axis=1))
    with pytest.raises(BadBatch, match="Half 0 is being played"):
        workers.send(0, workers.halves[0].masks.argmax(axis=1))
    with pytest.raises(BadBatch, match="is being played"):
        workers.step(workers.masks.argmax(axis=1))
    with pytest.raises(BadBatch, match="receive both halves"):
        workers.record(0)
    for half in (0, 1):
        workers.receive(half)
    with pytest.raises(BadBatch, match="Half 1 is not being played"):
        workers.receive(1)


def test_nothing_is_played_if_one_action_is_not_legal(workers: Workers) -> None:
    before = workers.observations.copy()
    for wrong in (127, 200):
        actions = workers.masks.argmax(axis=1).astype(np.uint8)
        actions[13] = wrong
        with pytest.raises(IllegalAction, match=rf"Game 13: action {wrong} is not legal for seat"):
            workers.step(actions)
        with pytest.raises(IllegalAction, match=rf"Game 13: action {wrong}"):
            workers.send(1, actions[8:])
    high = int(workers.masks[:, 64:].any(axis=1).argmax())
    actions = workers.masks.argmax(axis=1).astype(np.uint8)
    actions[high] = 128 + workers.masks[high, 64:].argmax()  # legal but for one bit too many
    with pytest.raises(IllegalAction, match=rf"Game {high}: action {actions[high]} "):
        workers.step(actions)
    assert (workers.observations == before).all()
    workers.step(workers.masks.argmax(axis=1))


def play_first(batch: Batch, steps: int) -> tuple[int, list[int]]:
    """A policy for the processes: the first legal action, some steps long."""
    ended = 0
    for _ in range(steps):
        batch.step(batch.masks.argmax(axis=1))
        ended += int(batch.done.sum())
    return ended, batch.scores.sum(axis=1).tolist()


def test_processes_that_choose_for_themselves_play_the_same_games(workers: Workers) -> None:
    with Workers(VARIANTS, games=16, seed=4, processes=2) as fresh:
        results = fresh.run(play_first, 700)
        batch = Batch(VARIANTS, games=16, seed=4)
        ended, scores = play_first(batch, 700)
        assert ended > 16
        assert sum(result[0] for result in results) == ended
        assert [score for result in results for score in result[1]] == scores
        for name in NAMES:
            assert (getattr(fresh, name) == getattr(batch, name)).all(), name
        fresh.step(batch.masks.argmax(axis=1))


class Stubborn(Exception):
    """An exception that cannot be made again from what it says."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


def play_wrong(batch: Batch) -> None:
    batch.step(np.full(batch.games, 127))


def fail(batch: Batch) -> None:
    raise Stubborn("one", "two")


def test_what_goes_wrong_in_a_process_is_raised_here(workers: Workers) -> None:
    before = workers.observations.copy()
    with pytest.raises(IllegalAction, match="action 127 is not legal for seat") as caught:
        workers.run(play_wrong)
    assert "play_wrong" in "".join(caught.value.__notes__)
    with pytest.raises(RuntimeError, match="Stubborn: one and two"):
        workers.run(fail)
    with pytest.raises(BadBatch, match="importable and picklable"):
        workers.run(lambda batch: batch.games)
    assert (workers.observations == before).all()
    workers.step(workers.masks.argmax(axis=1))


def test_a_worker_that_dies_is_an_error_and_no_process_stays() -> None:
    workers = Workers(games=8, processes=2, observations=None)
    dead = workers._processes[-1]
    assert dead.pid is not None
    os.kill(dead.pid, signal.SIGKILL)
    dead.join()
    with pytest.raises(WorkerDied, match=r"died \(exit code -9\)") as caught:
        workers.step(workers.masks.argmax(axis=1))
    assert caught.value.code == "worker_died"
    assert not any(process.is_alive() for process in workers._processes)
    with pytest.raises(WorkerDied, match="closed"):
        workers.step(workers.masks.argmax(axis=1))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"games": 10, "processes": 2}, "a multiple of 4 games, not 10"),
        ({"games": 2.0}, "a multiple of 4 games"),
        ({"processes": 0}, "from 1 to 256"),
        ({"processes": "two"}, "from 1 to 256"),
        ({"observations": "all"}, "known, forgetful"),
        ({"bots": {1: "strong"}}, "random, quick, novice"),
        ({"options": [Options(), 4]}, "a sequence of them"),
    ],
)
def test_workers_that_cannot_be_made_are_refused(
    arguments: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadBatch, match=sentence):
        Workers(**arguments)  # type: ignore[arg-type]


def test_halves_and_games_that_do_not_exist_are_refused(workers: Workers) -> None:
    with pytest.raises(BadBatch, match="Halves are 0 and 1"):
        workers.receive(2)
    with pytest.raises(BadBatch, match="games 0 to 15"):
        workers.record(16)
