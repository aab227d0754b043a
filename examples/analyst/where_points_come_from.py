"""Play 10,000 games and draw where the points come from, for two levels of bots.

    python -m examples.analyst.where_points_come_from

It plays 5,000 games among novices and 5,000 among steady bots, about four minutes on two cores,
adds up every payment, prints a table and writes three charts. It needs the package alone. If you
stop it, the same command goes on where it was.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from elgrande import Game, GameError, Options
from elgrande.arena.labels import SOURCE_NAMES
from elgrande.bots import Situation, bot_rng, check_bots, open_players
from elgrande.cli.common import open_progress
from elgrande.editions.wording import place_name
from elgrande.insight.points import Book, source_of
from elgrande.process_pool import do_all
from elgrande.rules.board import CASTILLO, PLACE_KEYS, REGIONS, ROUNDS
from examples.charts import Table, bars, columns

OPTIONS: Final = Options(players=4)
PLAYERS: Final = OPTIONS.players
AT_ONCE: Final = 25  # games of one task, kept together when they are done
PLACES: Final = (*PLACE_KEYS[:REGIONS], PLACE_KEYS[CASTILLO])
GROUPS: Final = {
    "regions": ("region_1", "region_2", "region_3"),
    "Castillo": ("castillo",),
    "King's and Grande's bonus": ("king_bonus", "grande_bonus"),
    "special scorings": ("special",),
}
Points = Counter[tuple[str, str, int]]  # by source, place and round


class Task(NamedTuple):
    """Some games at tables of one level; the seed of a game is its number."""

    bot: str
    first: int
    games: int


class Found(NamedTuple):
    """What was paid in the games of a task, to all players together."""

    task: Task
    points: Points


def play_game(seed: int, players: Sequence[Any]) -> Book:
    """Play one game; its book holds every payment."""
    game = Game.new(OPTIONS, seed, events=True)
    luck = [bot_rng(seed, seat) for seat in range(PLAYERS)]
    while not game.over:
        seat = game.waiting[0]
        choice, _ = players[seat].answer(Situation.of(game, seat, luck[seat]))
        game.play(choice, seat)
    book = Book(Game.new(OPTIONS, seed))
    book.read(game.events())
    return book


def play_task(task: Task) -> Found:
    """Play the games of a task and add up what they paid."""
    points: Points = Counter()
    with open_players([task.bot] * PLAYERS) as players:
        for seed in range(task.first, task.first + task.games):
            for player in players:
                player.begin()
            for paid in play_game(seed, players).payments:
                points[source_of(paid), str(paid.place), paid.round] += paid.points
    return Found(task, points)


@contextmanager
def open_worker() -> Iterator[Callable[[Task], Found]]:
    """What a process does with tasks."""
    yield play_task


def read(file: Path) -> list[Found]:
    """What an earlier run has found; the file has a line for every task that was done."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        # A run that was killed left half a line; its games are played again.
        file.write_text(whole, encoding="utf-8")
    found = []
    for line in whole.splitlines():
        data = json.loads(line)
        points: Points = Counter({tuple(key): points for *key, points in data["points"]})
        found.append(Found(Task(*data["task"]), points))
    return found


def play(bots: Sequence[str], games: int, workers: int, file: Path) -> list[Found]:
    """Play what is missing; every finished task is kept at once."""
    tasks = [
        Task(bot, first, min(AT_ONCE, games - first))
        for first in range(0, games, AT_ONCE)
        for bot in bots
    ]
    found = [one for one in read(file) if one.task in set(tasks)]
    done = {one.task for one in found}
    left = [task for task in tasks if task not in done]
    with open_progress() as progress, file.open("a", encoding="utf-8") as kept:
        bar = progress.add_task("Playing", total=games * len(bots))
        progress.advance(bar, sum(task.games for task in done))
        for one in do_all(open_worker, left, workers):
            rows = [[*key, points] for key, points in one.points.items()]
            print(json.dumps({"task": one.task, "points": rows}), file=kept, flush=True)
            progress.advance(bar, one.task.games)
            found.append(one)
    return found


def means(found: Sequence[Found], place: int, keys: Sequence[Any]) -> Table:
    """The points of one player in one game: for every bot, by source, place or round."""
    table: dict[str, list[float]] = {}
    for bot in dict.fromkeys(one.task.bot for one in found):
        mine = [one for one in found if one.task.bot == bot]
        seats = PLAYERS * sum(one.task.games for one in mine)
        paid: Counter[Any] = Counter()
        for one in mine:
            for key, points in one.points.items():
                paid[key[place]] += points
        table[bot] = [paid[key] / seats for key in keys]
    return table


def of_sources(found: Sequence[Found], sources: Sequence[str]) -> list[Found]:
    """The same games, with the payments from some sources alone."""
    return [
        Found(task, Counter({key: paid for key, paid in points.items() if key[0] in sources}))
        for task, points in found
    ]


def charts(found: Sequence[Found], games: int) -> dict[str, str]:
    """The three pictures by their names."""
    under = f"Points of one player in a game of four, on average over {games:,} games of each level"
    paid: Counter[str] = Counter()
    for one in found:
        for (_, place, _), points in one.points.items():
            paid[place] += points
    richest = sorted(PLACES, key=lambda place: -paid[place])
    names = [place_name(place, OPTIONS.edition).removeprefix("the ") for place in richest]
    sources, places = means(found, 0, [*SOURCE_NAMES]), means(found, 1, richest)
    rounds = range(1, ROUNDS + 1)
    by_group = {name: means(of_sources(found, part), 2, rounds) for name, part in GROUPS.items()}
    panels = {bot: {name: by_group[name][bot] for name in GROUPS} for bot in sources}
    return {
        "by_source": bars("Where points come from", under, [*SOURCE_NAMES.values()], sources),
        "by_region": bars("What every place of the map pays", under, names, places),
        "by_round": columns("When points come in", under, [str(one) for one in rounds], panels),
    }


def main() -> None:
    """Read the command line, play, print the table and write the charts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000, help="how many games in all")
    parser.add_argument("--bots", default="novice,steady", help="the levels, with commas")
    parser.add_argument("--workers", type=int, default=2, help="how many processes play")
    parser.add_argument("--out", type=Path, default=Path("runs/points"), help="where to write")
    given = parser.parse_args()
    bots = [*dict.fromkeys(given.bots.split(","))]
    games = given.games // len(bots)
    if games < 1 or given.workers < 1:
        parser.error("play at least one game of each level, in at least one process.")
    try:
        check_bots(bots)
    except GameError as error:
        parser.error(str(error))
    given.out.mkdir(parents=True, exist_ok=True)
    print(f"Playing {games:,} games among four {' and among four '.join(bots)} bots.", flush=True)
    try:
        found = play(bots, games, given.workers, given.out / "points.jsonl")
    except KeyboardInterrupt:
        raise SystemExit("Stopped; the same command goes on from here.") from None
    table = means(found, 0, [*SOURCE_NAMES])
    print(f"{'points of a player':20}" + "".join(f"{bot:>10}" for bot in table))
    for row, name in enumerate(SOURCE_NAMES.values()):
        print(f"{name:20}" + "".join(f"{values[row]:10.1f}" for values in table.values()))
    print(f"{'in all':20}" + "".join(f"{sum(values):10.1f}" for values in table.values()))
    for name, chart in charts(found, games).items():
        (given.out / f"{name}.svg").write_text(chart, encoding="utf-8")
        print(f"Wrote {given.out / name}.svg")


if __name__ == "__main__":
    main()
