"""Games on a Ray cluster: the same games with the same results, on more machines."""

import socket
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any, Final

import elgrande
from elgrande.arena.errors import ArenaError
from elgrande.arena.match import Table
from elgrande.arena.result import GameResult
from elgrande.arena.schedule import Fixture

LOCAL: Final = "local"
# Enough that no processor of the cluster waits for this one, and few enough to stop soon.
GAMES_PER_CPU: Final = 2
KNOCKING_SECONDS: Final = 10.0


def play_on_ray(fixtures: Iterable[Fixture], address: str, workers: int) -> Iterator[GameResult]:
    """The results as they come; `local` starts a Ray of that many processors on this machine."""
    # By name: those who do not use Ray need not have it installed.
    ray = import_module("ray")
    _connect(ray, address, workers)
    try:
        play = ray.remote(num_cpus=1, max_retries=1)(_play_there)
        at_once = max(1, int(ray.cluster_resources().get("CPU", 1))) * GAMES_PER_CPU
        left = iter(fixtures)
        running = {_send(play, fixture): fixture for fixture in islice(left, at_once)}
        while running:
            done, _ = ray.wait(list(running))
            for reference in done:
                fixture = running.pop(reference)
                for following in islice(left, 1):
                    running[_send(play, following)] = following
                yield _receive(ray, reference, fixture)
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


def _send(play: Any, fixture: Fixture) -> Any:
    return play.remote(elgrande.__version__, vars(fixture))


def _play_there(version: str, data: dict[str, Any]) -> dict[str, Any]:
    """Play a game on a machine of the cluster, from plain data to plain data."""
    if version != elgrande.__version__:
        raise ArenaError(f"a machine has elgrande {elgrande.__version__}, this one {version}.")
    return _table().play(Fixture(**data)).to_data()


@cache
def _table() -> Table:
    """The table of this process; its plug-ins end with it."""
    return Table()


def _receive(ray: Any, reference: Any, fixture: Fixture) -> GameResult:
    try:
        return GameResult.from_data(ray.get(reference))
    except ray.exceptions.RayTaskError as error:
        raise ArenaError(f"{fixture}: {error.cause}") from None
    except ray.exceptions.RayError as error:
        raise ArenaError(f"{fixture}: {str(error).partition(chr(10))[0]}") from None
