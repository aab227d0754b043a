"""Games on a Ray cluster: the same games with the same results, on more machines."""

import socket
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any, Final, TypeVar

import elgrande
from elgrande.arena.errors import ArenaError
from elgrande.arena.match import Table
from elgrande.arena.result import GameResult
from elgrande.arena.schedule import Fixture

Task = TypeVar("Task")
Result = TypeVar("Result")

LOCAL: Final = "local"
# Enough that no processor of the cluster waits for this one, and few enough to stop soon.
GAMES_PER_CPU: Final = 2
KNOCKING_SECONDS: Final = 10.0


def play_on_ray(fixtures: Iterable[Fixture], address: str, workers: int) -> Iterator[GameResult]:
    """The results as they come; `local` starts a Ray of that many processors on this machine."""
    work = ((fixture, (vars(fixture),)) for fixture in fixtures)
    for _, data in work_on_ray(_play_there, work, address, workers):
        yield GameResult.from_data(data)


def work_on_ray(
    function: Callable[..., Result],
    work: Iterable[tuple[Task, tuple[Any, ...]]],
    address: str,
    workers: int,
) -> Iterator[tuple[Task, Result]]:
    """The results of a function on the cluster, as they come: tasks with their arguments.

    Arguments and results are plain data. Every machine needs the same version of elgrande.
    """
    # By name: those who do not use Ray need not have it installed.
    ray = import_module("ray")
    _connect(ray, address, workers)
    try:
        there = ray.remote(num_cpus=1, max_retries=1)(_work_there)
        at_once = max(1, int(ray.cluster_resources().get("CPU", 1))) * GAMES_PER_CPU
        left = iter(work)

        def send(count: int) -> dict[Any, Task]:
            return {
                there.remote(elgrande.__version__, function, arguments): task
                for task, arguments in islice(left, count)
            }

        running = send(at_once)
        while running:
            done, _ = ray.wait(list(running))
            for reference in done:
                task = running.pop(reference)
                running |= send(1)
                yield task, _receive(ray, reference, task)
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str, workers: int) -> None:
    here: dict[str, Any] = {"num_cpus": workers, "include_dashboard": False}
    try:
        if address != LOCAL:
            _knock(address)
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level="ERROR",
            **(here if address == LOCAL else {}),
        )
    except (ConnectionError, ValueError, RuntimeError, OSError, ImportError) as error:
        reason = getattr(error, "strerror", None) or str(error).partition("\n")[0].rstrip(".")
        raise ArenaError(f"No Ray cluster answers at {address}: {reason}.") from None


def _knock(address: str) -> None:
    """OSError if nobody listens there: Ray itself would keep trying for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), KNOCKING_SECONDS).close()


def _work_there(
    version: str, function: Callable[..., Result], arguments: tuple[Any, ...]
) -> Result:
    """Work on a machine of the cluster."""
    if version != elgrande.__version__:
        raise ArenaError(f"a machine has elgrande {elgrande.__version__}, this one {version}.")
    return function(*arguments)


def _play_there(data: dict[str, Any]) -> dict[str, Any]:
    """Play a game on a machine of the cluster, from plain data to plain data."""
    return _table().play(Fixture(**data)).to_data()


@cache
def _table() -> Table:
    """The table of this process; its plug-ins end with it."""
    return Table()


def _receive(ray: Any, reference: Any, task: object) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise ArenaError(f"{task}: {error.cause}") from None
    except ray.exceptions.RayError as error:
        raise ArenaError(f"{task}: {str(error).partition(chr(10))[0]}") from None
