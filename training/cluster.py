"""Games for training on a Ray cluster: the same games for the same seeds as in processes here.

Networks travel with the tasks. Every machine needs the same version of elgrande, and this folder on
its path: start its part of the cluster in a checkout.
"""

from collections.abc import Generator, Sequence
from functools import cache
from pathlib import Path

from elgrande.arena.cluster import work_on_ray
from elgrande.learn.data.games_file import PlayedGame
from elgrande.search.network_file import read_network
from training.mix import Table
from training.play import Task
from training.self_play import Recipe, Thinker, play_for_training

Networks = tuple[tuple[Path, bytes], ...]


def play_on_cluster(
    recipe: Recipe, tables: Sequence[Table], tasks: Sequence[Task], address: str, workers: int
) -> Generator[tuple[int, list[PlayedGame]], None, None]:
    """The games of all tasks as they come, each with the number of its table."""
    paths = {mind.network for mind in (recipe.mind, *recipe.pool) if mind.network is not None}
    networks = tuple((path, path.read_bytes()) for path in sorted(paths))
    work = ((task, (recipe, networks, tables[task.table], task)) for task in tasks)
    for task, games in work_on_ray(play_there, work, address, workers):
        yield task.table, games


def play_there(recipe: Recipe, networks: Networks, table: Table, task: Task) -> list[PlayedGame]:
    """Play the games of a task on a machine of the cluster."""
    thinker = _thinker(recipe, networks)
    return [play_for_training(table.options, seed, thinker) for seed in task.seeds]


@cache
def _thinker(recipe: Recipe, networks: Networks) -> Thinker:
    """What thinks in this process, made once for all its tasks."""
    contents = dict(networks)
    return Thinker(recipe, lambda path: read_network(contents[path], path.name))
