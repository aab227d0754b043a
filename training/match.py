"""A match between bots, networks among them: every deal in all seatings, with 95% intervals.

Example: python -m training.match turn:network=runs/first.network steady steady steady --games 400
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from elgrande.arena import Fixture, GameResult, RunSettings, Store
from elgrande.arena.match import open_table
from elgrande.bots.host import LIMIT_SECONDS
from elgrande.bots.player import check_bots
from elgrande.process_pool import do_all
from elgrande.rules.options import Options
from training.bots import register
from training.command import run_command


@contextmanager
def open_training_table() -> Iterator[Callable[[tuple[int, Fixture]], tuple[int, GameResult]]]:
    """A table of the arena at which the bots of training may sit too, for games of any match."""
    register()
    with open_table() as play:
        yield lambda task: (task[0], play(task[1]))


def play_matches(
    matches: Sequence[Sequence[str]],
    games: int,
    options: Options,
    workers: int = 2,
    seed: int = 1,
    folders: Sequence[Path] = (),
) -> list[dict[str, Any]]:
    """The arena's summaries of some matches; with `folders`, stopped matches go on."""
    from elgrande.arena.statistics import summarise

    register()
    runs, finished, left = [], [], []
    for number, bots in enumerate(matches):
        check_bots(bots)
        settings = RunSettings(options, tuple(bots), games, seed, LIMIT_SECONDS)
        runs.append(Store(folders[number], settings) if folders else None)
        finished.append({} if (store := runs[-1]) is None else dict(store.finished))
        left += [
            (number, fixture)
            for fixture in settings.fixtures()
            if fixture.number not in finished[-1]
        ]
    for number, result in do_all(open_training_table, left, workers):
        finished[number][result.number] = result
        if (store := runs[number]) is not None:
            store.append(result)
    return [summarise(options, [found[game] for game in sorted(found)]) for found in finished]


def play_match(
    bots: Sequence[str],
    games: int,
    options: Options,
    workers: int = 2,
    seed: int = 1,
    out: Path | None = None,
) -> dict[str, Any]:
    """The arena's summary of one match; with `out`, games are kept and a stopped match goes on."""
    folders = [] if out is None else [out]
    return play_matches([bots], games, options, workers, seed, folders)[0]


def row_of(summary: dict[str, Any], bot: str) -> dict[str, Any]:
    """The figures of a bot."""
    found: dict[str, Any] = next(row for row in summary["bots"] if row["bot"] == bot)
    return found


def line_of(summary: dict[str, Any], bot: str) -> str:
    """What a bot reached, in one line."""
    row = row_of(summary, bot)
    against = ", ".join(other["bot"] for other in summary["bots"] if other["bot"] != bot)
    return (
        f"{bot} against {against}: {row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})"
        f" of {row['games']} games, fair {summary['fair']:.1%};"
        f" {row['time']['mean']:.1f} ms a decision, {row['time']['p99']:.1f} ms in 99 of 100"
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="+", help="one for each seat")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--edition", default="2023")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="keep the games in this folder")
    given = parser.parse_args()
    options = Options(edition=given.edition, players=len(given.bots))
    summary = play_match(given.bots, given.games, options, given.workers, given.seed, given.out)
    print(line_of(summary, given.bots[0]))


if __name__ == "__main__":
    run_command(main)
