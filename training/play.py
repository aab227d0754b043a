"""Play games for training into a folder, in processes or on Ray; a run that was stopped goes on.

Example: python -m training.play runs/first --games 2000 --workers 2
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

from elgrande.learn.data.collection import Collection
from elgrande.learn.data.games_file import Common, PlayedGame, write_whole
from elgrande.learn.seeds import mixed
from elgrande.process_pool import do_all
from elgrande.search.network_file import load_network
from training.command import run_command
from training.mix import TABLES, Table, games_at
from training.self_play import POOLED, WEIGHTS, Mind, Recipe, Thinker, play_for_training

AT_ONCE: Final = 16  # games of one task,
SEARCHES_AT_ONCE: Final = 2  # or so few if every decision is searched: what is cut off is lost
PLAYED_FILE: Final = "played.json"  # there when the time for playing is over
STEP: Final = 1_000_000  # more games than any table has, so that tables have seeds of their own


class Task(NamedTuple):
    """Some games of one table."""

    table: int
    seeds: tuple[int, ...]


@contextmanager
def open_player(
    recipe: Recipe, tables: Sequence[Table]
) -> Iterator[Callable[[Task], tuple[int, list[PlayedGame]]]]:
    """What plays the games of a task."""
    thinker = Thinker(recipe)

    def play(task: Task) -> tuple[int, list[PlayedGame]]:
        options = tables[task.table].options
        return task.table, [play_for_training(options, seed, thinker) for seed in task.seeds]

    yield play


def open_collections(
    folder: Path, recipe: Recipe, games: int, seed: int, tables: Sequence[Table] = TABLES
) -> list[Collection]:
    """The folder of every table, with what is there already."""
    found = []
    for table in tables:
        first = (mixed(seed) >> 20) * 1000 + TABLES.index(table) * STEP
        seeds = range(first, first + games_at(table, games, tables))
        common = Common(table.options, (str(recipe),) * table.options.players)
        found.append(Collection(folder / table.name, common, seeds))
    return found


def tasks_of(collections: list[Collection], at_once: int = AT_ONCE) -> list[Task]:
    """What is still to be played, all tables at an even pace: a run may be stopped early."""
    tasks = []
    for number, collection in enumerate(collections):
        left = collection.left
        for first in range(0, len(left), at_once):
            task = Task(number, tuple(left[first : first + at_once]))
            tasks.append((first / len(left), task))
    return [task for _, task in sorted(tasks)]


def play_all(
    folder: Path,
    recipe: Recipe,
    games: int,
    seed: int,
    workers: int,
    seconds: float | None = None,
    tables: Sequence[Table] = TABLES,
    ray: str | None = None,
) -> int:
    """Play until all games, or as many as the seconds allow, are there; how many were played."""
    for mind in (recipe.mind, *recipe.pool):
        if mind.network is not None:
            load_network(mind.network)  # here it is one error, in processes it would be many
    collections = open_collections(folder, recipe, games, seed, tables)
    began = perf_counter()
    played = 0
    tasks = tasks_of(collections, SEARCHES_AT_ONCE if recipe.searches else AT_ONCE)
    results = do_all(partial(open_player, recipe, tables), tasks, workers)
    if ray is not None:
        from training.cluster import play_on_cluster

        results = play_on_cluster(recipe, tables, tasks, ray, workers)
    for table, finished in results:
        collections[table].add(finished)
        played += len(finished)
        if seconds is not None and perf_counter() - began > seconds:
            results.close()
            break
    for collection in collections:
        if not collection.left:
            collection.finish()
    print(f"{folder}: {played} games in {perf_counter() - began:.0f} s", flush=True)
    return played


def play_once(
    folder: Path,
    recipe: Recipe,
    games: int,
    seed: int,
    workers: int,
    seconds: float,
    tables: Sequence[Table] = TABLES,
) -> None:
    """Play for so long, unless that was done before: what learns from the games may go on."""
    done = folder / PLAYED_FILE
    if not done.exists():
        played = play_all(folder, recipe, games, seed, workers, seconds, tables)
        write_whole(done, (json.dumps({"games": played, "seconds": seconds}) + "\n").encode())


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster; local: one here")
    parser.add_argument("--seconds", type=float, help="stop after that long, with what is there")
    parser.add_argument("--network", type=Path, help="judge plans by this network")
    parser.add_argument("--iterations", type=int, default=0, help="search instead of planning")
    parser.add_argument("--turns", action="store_true", help="the search judges every turn")
    parser.add_argument("--searched", type=int, default=100, help="per cent of games with searches")
    parser.add_argument(
        "--pool", nargs="*", default=[], help=f"older networks for some seats, or {WEIGHTS!r}"
    )
    parser.add_argument("--pooled", type=int, default=POOLED, help="per cent of seats they get")
    parser.add_argument("--exact", action="store_true", help="no seat makes errors on purpose")
    parser.add_argument(
        "--tables", nargs="*", choices=[table.name for table in TABLES], help="only these"
    )
    given = parser.parse_args()
    if given.iterations and given.network is None:
        parser.error("--iterations needs --network.")
    mind = Mind(given.network, given.iterations, given.turns)
    pool = tuple(Mind(None if name == WEIGHTS else Path(name)) for name in given.pool)
    recipe = Recipe(mind, given.searched, pool, given.pooled if pool else 0, exact=given.exact)
    tables = [table for table in TABLES if not given.tables or table.name in given.tables]
    play_all(
        given.folder,
        recipe,
        given.games,
        given.seed,
        given.workers,
        given.seconds,
        tables,
        given.ray,
    )


if __name__ == "__main__":
    run_command(main)
