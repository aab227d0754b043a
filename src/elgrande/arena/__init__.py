"""The arena: many games between bots, fairly seated, and what they tell about the bots."""

from collections.abc import Generator, Iterable

from elgrande.arena.errors import ArenaError
from elgrande.arena.match import open_table
from elgrande.arena.result import Fault, GameResult
from elgrande.arena.schedule import Fixture, RunSettings
from elgrande.arena.store import Store
from elgrande.process_pool import WorkFailed, do_all

__all__ = ["ArenaError", "Fault", "Fixture", "GameResult", "RunSettings", "Store", "play_games"]


def play_games(
    fixtures: Iterable[Fixture], workers: int = 1, ray: str | None = None
) -> Generator[GameResult, None, None]:
    """Play games here, in several processes or on a Ray cluster; results as they come."""
    if ray is not None:
        from elgrande.arena.cluster import play_on_ray

        yield from play_on_ray(fixtures, ray, workers)
        return
    try:
        yield from do_all(open_table, fixtures, workers)
    except WorkFailed as error:
        raise ArenaError(str(error)) from None
