"""`elgrande simulate`: play many games between bots, in one or more processes."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Annotated, Any, Final, NamedTuple

import typer
from rich.console import Console

from elgrande.bots import Player, Situation, bot_rng, check_bots, open_players
from elgrande.bots.answer import REASONS
from elgrande.bots.host import LIMIT_SECONDS
from elgrande.cli.common import (
    AsJson,
    BadInput,
    Bots,
    Limit,
    Workers,
    bots_by_seat,
    check_at_least_one,
    open_console,
    open_progress,
    plain_table,
    write_record,
)
from elgrande.cli.game_options import with_game_options
from elgrande.editions.wording import colour_name
from elgrande.game import Game
from elgrande.process_pool import WorkFailed, do_all
from elgrande.rules.options import Options
from elgrande.rules.view_types import OptionsData

EXAMPLE = "elgrande simulate --games 1000 --players 3 --workers 4"
MOST_GAMES_AT_ONCE: Final = 64
# All results are kept until the summary is made.
MOST_GAMES: Final = 10_000_000
MOST_WORKERS: Final = 256
PORTIONS_PER_WORKER: Final = 100


class Setting(NamedTuple):
    """What all games have in common, as plain data: compiled classes cannot be pickled."""

    options: OptionsData
    bots: list[str]
    limit: float
    records: Path | None


class Portion(NamedTuple):
    """The games of some seeds, all in one go."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"seeds {self.first} to {self.last}"


class Result(NamedTuple):
    """How one game ended."""

    seed: int
    scores: list[int]
    winners: list[int]
    decisions: int
    failures: list[tuple[int, str]]  # the seat and the reason of every forfeited decision


@with_game_options
def simulate(
    options: Options,
    games: Annotated[int, typer.Option(metavar="N", help="How many games.")] = 100,
    seed: Annotated[
        int, typer.Option(metavar="FIRST", help="Seed of the first game; the others follow.")
    ] = 1,
    workers: Workers = 1,
    bots: Bots = "random",
    limit: Limit = LIMIT_SECONDS,
    records: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write one .egn file per game, named by its seed."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between bots and show the scores."""
    check_at_least_one(games, "--games", MOST_GAMES)
    check_at_least_one(workers, "--workers", MOST_WORKERS)
    named = list(bots_by_seat(bots, range(options.players)).values())
    check_bots(named, limit)
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    setting = Setting(options.to_data(), named, limit, records)
    started = perf_counter()
    try:
        results = play_all(setting, share(seed, games, workers), workers, games)
    except WorkFailed as error:
        raise BadInput(str(error)) from None
    seconds = perf_counter() - started
    summary = {
        "options": options.to_data(),
        "seed": seed,
        "games": games,
        **summarise(options, named, results),
    }
    if as_json:
        print(json.dumps(summary))
    else:
        show_summary(open_console(), summary, seconds)


def share(first: int, games: int, workers: int) -> list[Portion]:
    """The games in batches small enough to keep all processes busy and show progress."""
    size = max(1, min(MOST_GAMES_AT_ONCE, games // (PORTIONS_PER_WORKER * workers)))
    last = first + games - 1
    return [Portion(seed, min(seed + size - 1, last)) for seed in range(first, last + 1, size)]


def play_all(
    setting: Setting, portions: Sequence[Portion], workers: int, games: int
) -> list[Result]:
    """The results of all games, in the order of the seeds."""
    results: list[Result] = []
    with (
        open_progress() as progress,
        closing(do_all(partial(open_room, setting), portions, min(workers, len(portions)))) as done,
    ):
        bar = progress.add_task("Playing", total=games)
        for played in done:
            results += played
            progress.advance(bar, len(played))
    return sorted(results)


@contextmanager
def open_room(setting: Setting) -> Iterator[Callable[[Portion], list[Result]]]:
    """A function that plays batches of games with the same players."""
    with open_players(setting.bots, setting.limit) as players:

        def play(portion: Portion) -> list[Result]:
            seeds = range(portion.first, portion.last + 1)
            return [play_one(setting, seed, players) for seed in seeds]

        yield play


def play_one(setting: Setting, seed: int, players: Sequence[Player]) -> Result:
    """Play the game of one seed; the result is always the same."""
    game, failures = play_game(Options.from_data(setting.options), seed, players)
    record = game.record()
    if setting.records is not None:
        write_record(record, setting.records / f"{seed}.egn")
    return Result(seed, game.scores, list(game.winners), len(record.choices), failures)


def play_game(
    options: Options, seed: int, players: Sequence[Player]
) -> tuple[Game, list[tuple[int, str]]]:
    """The game of a seed, and the seat and the reason of every forfeited decision."""
    game = Game.new(options, seed)
    luck = [bot_rng(seed, seat) for seat in range(options.players)]
    failures = []
    for player in players:
        player.begin()
    while not game.over:
        seat = game.waiting[0]
        choice, failure = players[seat].answer(Situation.of(game, seat, luck[seat]))
        if failure is not None:
            failures.append((seat, failure.reason))
        game.play(choice, seat)
    return game, failures


def summarise(options: Options, bots: Sequence[str], results: Sequence[Result]) -> dict[str, Any]:
    """The scores of every seat and the length of the games; a shared win is split equally."""
    failed = Counter(failure for result in results for failure in result.failures)
    seats = []
    for seat in range(options.players):
        scores = [result.scores[seat] for result in results]
        wins = sum((1 / len(result.winners) for result in results if seat in result.winners), 0.0)
        seats.append(
            {
                "seat": seat,
                "colour": colour_name(seat, options),
                "bot": bots[seat],
                "mean": round(fmean(scores), 3),
                "best": max(scores),
                "worst": min(scores),
                "wins": round(wins, 3),
                "share": round(wins / len(results), 5),
                "failures": {reason: failed[seat, reason] for reason in REASONS},
            }
        )
    decisions = [result.decisions for result in results]
    length = {
        "mean": round(fmean(decisions), 3),
        "fewest": min(decisions),
        "most": max(decisions),
    }
    return {"seats": seats, "decisions": length}


def show_summary(console: Console, summary: dict[str, Any], seconds: float) -> None:
    """Print the summary as a table."""
    games, first = summary["games"], summary["seed"]
    table = plain_table(f"Seeds {first} to {first + games - 1}")
    for name in ("Seat", "House", "Bot"):
        table.add_column(name)
    for name in ("Mean", "Best", "Worst", "Wins", "Share"):
        table.add_column(name, justify="right")
    for row in summary["seats"]:
        table.add_row(
            str(row["seat"]),
            row["colour"],
            row["bot"],
            f"{row['mean']:.1f}",
            str(row["best"]),
            str(row["worst"]),
            f"{row['wins']:g}",
            f"{row['share']:.1%}",
        )
    console.print(table)
    length = summary["decisions"]
    console.print(
        f"Decisions per game: {length['mean']:.1f} on average,"
        f" {length['fewest']} to {length['most']}."
    )
    for row in summary["seats"]:
        failed = [f"{reason} {count}" for reason, count in row["failures"].items() if count]
        if failed:
            console.print(
                f"Decisions forfeited by {row['bot']} in seat {row['seat']}: {', '.join(failed)}."
            )
    console.print(f"{games} {'game' if games == 1 else 'games'} in {seconds:.1f} s.")


COMMAND = simulate
