"""Work shared among processes, none of it lost when a process dies."""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, Final, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

WorkerContext = AbstractContextManager[Callable[[Task], Result]]

ATTEMPTS: Final = 2
# The time a process that must stop may need to end the processes of its plug-ins.
STOPPING_SECONDS: Final = 5.0


class WorkFailed(Exception):
    """A task failed; the message says which one and why."""


def do_all(
    open_worker: Callable[[], WorkerContext[Task, Result]], tasks: Iterable[Task], workers: int
) -> Generator[Result, None, None]:
    """The results of all tasks as they come: one worker runs here, several in processes."""
    if workers == 1:
        with open_worker() as function:
            yield from map(function, tasks)
    else:
        yield from work_off(open_worker, tasks, workers)


def work_off(
    open_worker: Callable[[], WorkerContext[Task, Result]], tasks: Iterable[Task], workers: int
) -> Generator[Result, None, None]:
    """The results of all tasks, as they come, from that many processes.

    Every process opens a worker, gives it one task after the other, and closes it. The tasks are
    plain data. A task whose process dies is given once more to a fresh one; a task that ends that
    one too, or raises, is a WorkFailed.
    """
    waiting = deque((task, 1) for task in tasks)
    busy: list[_Worker[Task]] = []
    try:
        while waiting or busy:
            while waiting and len(busy) < workers:
                busy.append(_Worker(open_worker))
                busy[-1].begin(*waiting.popleft())
            for worker in _heard_from(busy):
                task, attempt, answer = worker.task, worker.attempt, worker.answer()
                if answer is None or not waiting:
                    busy.remove(worker)
                    code = worker.dismiss()
                if answer is None:
                    if attempt == ATTEMPTS:
                        raise WorkFailed(f"{task}: its process died twice (exit code {code}).")
                    waiting.appendleft((task, attempt + 1))
                    continue
                if waiting:
                    worker.begin(*waiting.popleft())
                went_well, value = answer
                if not went_well:
                    raise WorkFailed(f"{task}: {value}")
                yield value
    finally:
        with _ctrl_c_ignored():
            _stop(busy)


class _Worker(Generic[Task]):
    """A process, the connection to it, and what it is busy with."""

    task: Task
    attempt: int

    def __init__(self, open_worker: Callable[[], WorkerContext[Task, Any]]) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(open_worker, theirs))
        with _ctrl_c_ignored():
            self.process.start()
        theirs.close()

    def begin(self, task: Task, attempt: int) -> None:
        """Give it a task; if it has died, that is noticed when its answer is awaited."""
        self.task, self.attempt = task, attempt
        with suppress(OSError):
            self.line.send(task)

    def answer(self) -> tuple[bool, Any] | None:
        """Whether the task went well and what came of it; None if the process died."""
        with suppress(EOFError, OSError):
            if self.line.poll():
                answer: tuple[bool, Any] = self.line.recv()
                return answer
        return None

    def dismiss(self) -> int | None:
        """Release it, because it is idle or dead; returns its exit code."""
        self.line.close()
        self.process.join(STOPPING_SECONDS)
        return self.process.exitcode


def _heard_from(busy: Sequence[_Worker[Task]]) -> list[_Worker[Task]]:
    """Wait until somebody has answered or died."""
    # When a process dies, its end stays open as long as another process still holds it.
    ready = wait([part for worker in busy for part in (worker.line, worker.process.sentinel)])
    return [worker for worker in busy if {worker.line, worker.process.sentinel} & {*ready}]


def _stop(workers: Sequence[_Worker[Task]]) -> None:
    """End processes in the middle of their work: somebody is waiting for the prompt."""
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(STOPPING_SECONDS)
        worker.process.kill()
        worker.process.join()
        worker.line.close()


def _serve(
    open_worker: Callable[[], WorkerContext[Any, Any]], line: "Connection[Any, Any]"
) -> None:
    """What a process does: answer one task after the other until the connection is closed."""
    # Where it was not inherited, as on Windows.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    with suppress(_Stopped), open_worker() as function, suppress(EOFError, OSError):
        while True:
            line.send(_try(function, line.recv()))


class _Stopped(BaseException):
    """The process must end; not SystemExit, because bots raise that too and are forgiven."""


def _leave(number: int, frame: FrameType | None) -> None:
    """Leave by an exception, so that the worker is closed with all that it has opened."""
    raise _Stopped


def _try(function: Callable[[Any], Any], task: Any) -> tuple[bool, Any]:
    try:
        return True, function(task)
    except Exception as error:
        return False, f"{type(error).__name__}: {error}"


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """Processes started meanwhile ignore Ctrl-C for good: this process will stop them."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
