"""`elgrande games`: games between bots as data to learn from, in a folder with a data card."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from elgrande.bots import check_bots, open_players
from elgrande.bots.host import LIMIT_SECONDS
from elgrande.cli.common import (
    BadInput,
    Bots,
    Limit,
    Workers,
    bots_by_seat,
    check_at_least_one,
    open_progress,
)
from elgrande.cli.game_options import with_game_options
from elgrande.cli.simulate import MOST_WORKERS, Portion, Setting, play_game, share
from elgrande.process_pool import WorkFailed, do_all
from elgrande.rules.options import Options

if TYPE_CHECKING:
    from elgrande.learn.data.collection import Collection
    from elgrande.learn.data.games_file import PlayedGame

EXAMPLE = "elgrande games --bots steady --games 1000 --workers 2 --out steady-games"
# All games are kept in memory until the file is written, about 400 bytes each.
MOST_GAMES: Final = 1_000_000
MOST_SEED: Final = 2**63 - 1
FIRST_TRAINING_SEED: Final = 2**32


@with_game_options
def games(
    options: Options,
    out: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Where to write them; the same command resumes the run."),
    ],
    games: Annotated[int, typer.Option(metavar="N", help="How many games.")] = 100,
    seed: Annotated[
        int,
        typer.Option(
            metavar="FIRST",
            help="Seed of the first game; the others follow. The default is the first one for"
            " training.",
        ),
    ] = FIRST_TRAINING_SEED,
    workers: Workers = 1,
    bots: Bots = "steady",
    limit: Limit = LIMIT_SECONDS,
    parquet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write every decision as a row of a Parquet file."),
    ] = None,
) -> None:
    """Play games between bots and write them compactly, with a data card, to learn from."""
    from elgrande.learn.data.collection import Collection
    from elgrande.learn.data.games_file import Common

    check_at_least_one(games, "--games", MOST_GAMES)
    check_at_least_one(workers, "--workers", MOST_WORKERS)
    if not -MOST_SEED <= seed <= MOST_SEED - games:
        raise BadInput(f"--seed must be from -{MOST_SEED} to {MOST_SEED - games} for these games.")
    named = list(bots_by_seat(bots, range(options.players)).values())
    check_bots(named, limit)
    if parquet is not None:
        from elgrande.learn.data.parquet import require_pyarrow

        require_pyarrow()
    collection = Collection(out, Common(options, tuple(named)), range(seed, seed + games))
    setting = Setting(options.to_data(), named, limit, None)
    try:
        forfeited = play_missing(setting, collection, workers)
    except WorkFailed as error:
        raise BadInput(str(error)) from None
    collection.finish()
    if forfeited:
        print(f"elgrande: {forfeited} decisions were forfeited by bots.", file=sys.stderr)
    print(f"The games are in {out}.")
    if parquet is not None:
        from elgrande.learn.data.parquet import write_parquet

        print(f"{write_parquet(out, parquet)} decisions are in {parquet}.")


def play_missing(setting: Setting, collection: "Collection", workers: int) -> int:
    """Play the games that are not there yet; returns how many decisions were forfeited."""
    portions = [part for run in _runs(collection.left) for part in share(*run, workers)]
    total, missing = len(collection.seeds), len(collection.left)
    if 0 < missing < total:
        print(f"elgrande: {total - missing} of {total} games are there.", file=sys.stderr)
    forfeited = 0
    with (
        open_progress() as progress,
        closing(
            do_all(partial(open_room, setting), portions, min(workers, max(len(portions), 1)))
        ) as done,
    ):
        bar = progress.add_task("Playing", total=total, completed=total - missing)
        for played, failures in done:
            collection.add(played)
            forfeited += failures
            progress.advance(bar, len(played))
    return forfeited


@contextmanager
def open_room(
    setting: Setting,
) -> Iterator[Callable[[Portion], tuple[list["PlayedGame"], int]]]:
    """A function that plays the games of some seeds with the same players."""
    from elgrande.learn.data.games_file import PlayedGame

    options = Options.from_data(setting.options)
    with open_players(setting.bots, setting.limit) as players:

        def play(portion: Portion) -> tuple[list[PlayedGame], int]:
            played = [
                play_game(options, seed, players) for seed in range(portion.first, portion.last + 1)
            ]
            forfeited = sum(len(failures) for _, failures in played)
            return [PlayedGame.of(game) for game, _ in played], forfeited

        yield play


def _runs(seeds: list[int]) -> Iterator[tuple[int, int]]:
    """Seeds that follow one another, as the first of them and how many there are."""
    start = 0
    for index in range(1, len(seeds) + 1):
        if index == len(seeds) or seeds[index] != seeds[index - 1] + 1:
            yield seeds[start], index - start
            start = index


COMMAND = games
