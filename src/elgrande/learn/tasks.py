"""Tasks: a name for each kind of game, so that results can be compared.

An id never changes its meaning: whatever changes the options, the deals or the seeds of a task
makes a new version of it. Seeds for training, validation and test are kept apart.
"""

from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from elgrande.game import Game
from elgrande.learn.data.games_file import GamesFile, read_games
from elgrande.learn.errors import UnknownTask
from elgrande.learn.seeds import FIRST_FOR_TRAINING
from elgrande.rules.errors import BadArgument
from elgrande.rules.fields import seed_of, short
from elgrande.rules.options import EDITIONS, PLAYERS, Options

VERSION: Final = "v1"
NEAR: Final = 3
LONGEST: Final = 80  # of an id that is compared with ours


class Seeds(NamedTuple):
    """The seeds of a task, in three ranges that have none in common."""

    train: range
    validation: range
    test: range

    def part_of(self, seed: int) -> str | None:
        """The range a seed belongs to: train, validation or test; None for any other seed."""
        for name, seeds in self._asdict().items():
            if seed in seeds:
                return str(name)
        return None


# All other seeds are free: for trying something out, and for people, whose deals have small ones.
SEEDS: Final = Seeds(
    train=range(FIRST_FOR_TRAINING, 2**63),
    validation=range(1_000_000, 2_000_000),
    test=range(2_000_000, 3_000_000),
)


class Row(NamedTuple):
    """Tasks that differ only in the number of players."""

    name: str
    options: dict[str, object]
    help: str
    players: tuple[int, ...] = PLAYERS


ROWS: Final = (
    Row("2023", {}, "the game of 2023"),
    Row("2023-short", {"short": True}, "six rounds instead of nine"),
    Row("2023-merged-stacks", {"merged_stacks": True}, "stacks 2 and 3 form one stack", (3,)),
    Row("2023-new-regency", {"new_regency": True}, "ten cards replace the King's card"),
    Row(
        "2023-old-hands",
        {"old_hands": ("delegation", "veto", "veto", "rivalries")},
        "with all four cards of Old Hands",
    ),
    Row("2023-power-shift", {"power_shift": True}, "with modifiers for the power cards"),
    Row("2023-open-castillo", {"castillo": "open"}, "everyone may look into the Castillo"),
    Row(
        "2023-all-cards",
        {
            "new_regency": True,
            "old_hands": ("delegation", "veto", "veto", "rivalries"),
            "power_shift": True,
        },
        "with New Regency, Old Hands and Power Shift",
    ),
    Row("classic", {"edition": "classic"}, "the classic edition"),
    Row("classic-short", {"edition": "classic", "short": True}, "the classic edition, six rounds"),
    Row(
        "classic-open-castillo",
        {"edition": "classic", "castillo": "open"},
        "the classic edition with an open Castillo",
    ),
)


class Task(NamedTuple):
    """A kind of game with its seeds; or frozen positions, whose seeds are their numbers."""

    id: str
    options: Options
    seeds: Seeds
    help: str
    positions: str | None = None  # the file they stand in

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.options.players

    def game(self, seed: object) -> Game:
        """The official deal of a seed, to be played from the start; or the position it names."""
        number = seed_of(seed)
        if self.seeds.part_of(number) is None:
            raise BadArgument(
                f"The seeds of {self.id} are {_spans(self.seeds)}; {short(seed)} is not one."
            )
        if self.positions is not None:
            return _file_of(self.positions).game(number)
        return Game.new(self.options, number)


def _tasks_of(row: Row) -> list[Task]:
    return [
        Task(
            f"ElGrande-{row.name}-{players}p-{VERSION}",
            Options.from_data({**row.options, "players": players}),
            SEEDS,
            f"{row.help}, {players} players",
        )
        for players in row.players
    ]


def _spans(seeds: Seeds) -> str:
    return ", ".join(f"{part[0]} to {part[-1]} ({name})" for name, part in seeds._asdict().items())


@cache
def _file_of(name: str) -> GamesFile:
    """The frozen positions of a small task."""
    return read_games(POSITIONS / name)


POSITIONS: Final = Path(__file__).parent / "solvable" / "positions"
SMALL_SEEDS: Final = Seeds(train=range(30), validation=range(30, 40), test=range(40, 50))
TASKS: Final = {task.id: task for row in ROWS for task in _tasks_of(row)}

SMALL: Final = {
    task.id: task
    for task in [
        *(
            Task(
                f"ElGrande-Disc-{players}p-{VERSION}",
                Options(players=players),
                SMALL_SEEDS,
                f"the secret discs of one general scoring, {players} players",
                f"disc-{players}p.elgames",
            )
            for players in PLAYERS
        ),
        *(
            Task(
                f"ElGrande-LastRound-{edition}-{VERSION}",
                Options(edition=edition, players=2, castillo="open"),
                SMALL_SEEDS,
                "the end of the last round, from where at most 2,500 positions can follow,"
                f" edition {edition}, 2 players, open Castillo",
                f"last-round-{edition}.elgames",
            )
            for edition in EDITIONS
        ),
    ]
}


def ids() -> list[str]:
    """The ids of all tasks that are whole games.

    >>> ids()[2]
    'ElGrande-2023-4p-v1'
    """
    return list(TASKS)


def small_ids() -> list[str]:
    """The ids of the tasks that can be solved: frozen positions in the middle of a game.

    >>> small_ids()[0]
    'ElGrande-Disc-2p-v1'
    """
    return list(SMALL)


def task(name: str) -> Task:
    """The task of an id; UnknownTask, which names similar ids, if there is none.

    >>> task("ElGrande-classic-3p-v1").options.edition
    'classic'
    """
    known = {**TASKS, **SMALL}
    if not isinstance(name, str) or name not in known:
        raise unknown(name, list(known))
    return known[name]


def whole_game(name: str) -> Task:
    """The task of an id for environments, which play whole games; UnknownTask for a small task."""
    found = task(name)
    if found.positions is not None:
        raise UnknownTask(
            f"{name} has positions, not whole games; tasks.task({name!r}).game(0) is the first."
        )
    return found


def unknown(name: object, known: list[str]) -> UnknownTask:
    """The error for an id that no task has."""
    near = (
        get_close_matches(name[:LONGEST], known, NEAR, 0.0)
        if isinstance(name, str)
        else known[:NEAR]
    )
    return UnknownTask(
        f"There is no task {short(name)}; similar ids are {', '.join(near)};"
        " tasks.ids() and tasks.small_ids() list them all."
    )
