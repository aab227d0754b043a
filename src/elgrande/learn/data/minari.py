"""Games of a file as a Minari dataset: an episode for every seat of every game (needs minari).

An episode has the decisions of one seat: what it knew and was allowed to do, what it chose, and
its share of the win as the only reward, at the end.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any, Final

from elgrande.learn.arrays import np
from elgrande.learn.core.actions import ACTIONS
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.data.games_file import Common, read_games
from elgrande.learn.data.replaying import Steps, replay
from elgrande.learn.errors import missing
from elgrande.learn.field_tables import ACTION_VERSION
from elgrande.learn.observation_fields import OBSERVATION_VERSION
from elgrande.rules.errors import BadArgument, BadRecord

DATA_FORMAT: Final = "arrow"


def write_minari(source: Path | str, dataset_id: str) -> Any:
    """Make a Minari dataset of the games of a file or folder, and return it.

    Minari keeps it under its id, like `elgrande/steady-v0`, in its own folder, or in the one that
    MINARI_DATASETS_PATH names. All games are in memory at once, about half a megabyte each.
    """
    try:
        import gymnasium
        import minari
        import PIL  # noqa: F401  # Minari needs it without saying so
        from minari.dataset.minari_dataset import parse_dataset_id
        from minari.storage import get_dataset_path
    except ImportError:
        raise missing("minari", "data") from None
    try:
        parse_dataset_id(dataset_id)
    except ValueError as error:
        raise BadArgument(f"This is not the id of a Minari dataset: {error}") from None
    file = read_games(source)
    if not file.games:
        raise BadRecord(f"{file.path} has no games.")
    episodes = [episode for steps in replay(source, at_once=1) for episode in _by_seat(steps)]
    buffers = [
        minari.data_collector.EpisodeBuffer(id=number, **episode)
        for number, episode in enumerate(episodes)
    ]
    spaces = gymnasium.spaces
    about = {
        "observation_space": spaces.Dict(
            observation=spaces.Box(0, 255, (OBS_SIZE,), np.uint8),
            action_mask=spaces.Box(0, 1, (ACTIONS,), np.uint8),
        ),
        "action_space": spaces.Discrete(ACTIONS),
        "algorithm_name": ", ".join(file.common.bots),
        "description": description_of(file.common),
        "data_format": DATA_FORMAT,
    }
    with new_dataset(get_dataset_path(dataset_id)):
        return minari.create_dataset_from_buffers(dataset_id, buffers, **about)


@contextmanager
def new_dataset(path: Path) -> Iterator[None]:
    """Where a dataset is made: nothing of it stays if that fails."""
    if path.exists():
        raise BadArgument(f"There is a Minari dataset in {path}; choose another id.")
    # Minari warns that nobody's address and no environment are given.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        try:
            yield
        except BaseException:
            rmtree(path, ignore_errors=True)
            raise


def description_of(common: Common) -> str:
    """What Minari shows about the dataset."""
    return (
        f"El Grande by elgrande {common.version}, {common.options.players} players:"
        f" {OBSERVATION_VERSION}, {ACTION_VERSION}; one episode for each seat of a game."
    )


def _by_seat(steps: Steps) -> list[dict[str, Any]]:
    """The episodes of one game; the last observation of a seat stands for the end as well."""
    episodes = []
    for seat in np.unique(steps.seats):
        mine = np.flatnonzero(steps.seats == seat)
        seen = np.append(mine, mine[-1])
        rewards = np.zeros(len(mine), np.float32)
        rewards[-1] = steps.returns[mine[-1]]
        ends = np.arange(len(mine)) == len(mine) - 1
        episodes.append(
            {
                "observations": {
                    "observation": steps.observations[seen],
                    "action_mask": steps.masks[seen],
                },
                "actions": steps.actions[mine].astype(np.int64),
                "rewards": rewards,
                "terminations": ends,
                "truncations": np.zeros(len(mine), bool),
            }
        )
    return episodes
