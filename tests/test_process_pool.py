"""Processes that share work: nothing is lost, nothing hangs, nothing stays behind."""

import multiprocessing
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from elgrande.process_pool import WorkFailed, do_all, work_off
from tests.support.pool_workers import open_telling_shop, open_worker


@pytest.fixture(autouse=True)
def nobody_stays_behind() -> Iterator[None]:
    yield
    assert multiprocessing.active_children() == []


def test_all_work_is_done_once() -> None:
    tasks = [f"task{number}" for number in range(20)]
    assert sorted(work_off(open_worker, tasks, 2)) == sorted(f"{task} done" for task in tasks)
    assert list(work_off(open_worker, [], 2)) == []


def test_one_worker_works_here() -> None:
    assert list(do_all(open_worker, ["a", "b"], 1)) == ["a done", "b done"]
    with pytest.raises(ValueError, match="so it is"):
        list(do_all(open_worker, ["raise"], 1))
    assert sorted(do_all(open_worker, ["a", "b"], 2)) == ["a done", "b done"]


def test_a_process_that_dies_once_loses_nothing(tmp_path: Path) -> None:
    tasks = ["a", f"die-once {tmp_path / 'died'}", "b", "c"]
    assert sorted(work_off(open_worker, tasks, 2)) == [
        "a done",
        "b done",
        "c done",
        "die-once done",
    ]


def test_a_task_that_ends_every_process_is_named() -> None:
    results = work_off(open_worker, ["a", "die", "b"], 1)
    assert next(results) == "a done"
    with pytest.raises(WorkFailed) as stopped:
        next(results)
    assert str(stopped.value) == "die: its process died twice (exit code -9)."


def test_a_task_that_raises_is_named() -> None:
    with pytest.raises(WorkFailed, match=r"raise: ValueError: so it is"):
        list(work_off(open_worker, ["raise"], 2))


def test_whoever_stops_early_waits_for_nobody(tmp_path: Path) -> None:
    began = tmp_path / "began"
    started = time.monotonic()
    with closing(work_off(open_telling_shop, [f"sleep {began}", f"a {began}"], 2)) as results:
        assert next(results) == "a done"
        while not began.exists():
            time.sleep(0.01)
    assert time.monotonic() - started < 30
    assert began.with_suffix(".closed").exists()
