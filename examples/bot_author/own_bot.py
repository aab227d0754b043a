"""A bot of your own and its match: it tries every choice and takes the most promising.

    python examples/bot_author/own_bot.py

It plays 100 games against three novices, ten seconds on two cores, says how often it won, and
writes a report with charts. `--against steady` gives it better opponents.
"""

import argparse
from pathlib import Path
from typing import Any

from elgrande import GameError, Options
from elgrande.arena import RunSettings, play_games
from elgrande.arena.report import write_report
from elgrande.arena.statistics import summarise
from elgrande.bots import Situation, check_bots, register
from elgrande.cli.common import open_progress
from elgrande.insight.chances import chances_of

SEEDS = 2**31
LIMIT_SECONDS = 30.0


class Foresight:
    """Imagines what is hidden, tries every choice, and asks the package's judge who will win."""

    def __init__(self, worlds: int = 4) -> None:
        if worlds < 1:
            raise ValueError("foresight needs at least 1 world.")
        self.worlds = worlds

    def choose(self, situation: Situation) -> int:
        """The legal choice with the best chance; every choice meets the same luck."""
        seed = situation.rng.below(SEEDS)
        return max(situation.legal, key=lambda choice: self.chance(situation, choice, seed))

    def chance(self, situation: Situation, choice: int, seed: int) -> float:
        """Our chance of winning after a choice, on average over some imagined worlds."""
        game = situation.imagine(seed)
        game.play(choice, situation.seat)
        return chances_of(game, self.worlds, seed)[situation.seat]


# At the top level, because the processes that play the games import this file, too.
register("foresight", Foresight)


def play_match(bots: tuple[str, ...], games: int, workers: int, report: Path) -> dict[str, Any]:
    """Play every deal in all seatings, write the report, and return the figures."""
    settings = RunSettings(Options(players=len(bots)), bots, games, seed=1, limit=LIMIT_SECONDS)
    with open_progress() as progress:
        played = play_games(settings.fixtures(), workers)
        results = list(progress.track(played, settings.total, description="Playing"))
    summary = summarise(settings.options, results)
    command = f"python {Path(__file__).name} --bot {bots[0]} --against {bots[1]} --games {games}"
    write_report({**summary, "command": command}, results, report)
    return summary


def main() -> None:
    """Read the command line, play the match and say how it went."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bot", default="foresight", help="your bot, such as foresight:worlds=8")
    parser.add_argument("--against", default="novice", help="who sits in the three other seats")
    parser.add_argument("--games", type=int, default=100, help="how many games to play")
    parser.add_argument("--workers", type=int, default=2, help="how many processes play them")
    parser.add_argument(
        "--report", type=Path, default=Path("runs/match.html"), help="for the charts"
    )
    given = parser.parse_args()
    bots = (given.bot, *[given.against] * 3)
    if given.games < 1 or given.workers < 1:
        parser.error("play at least one game, in at least one process.")
    try:
        check_bots(bots)
        given.report.parent.mkdir(parents=True, exist_ok=True)
    except (GameError, OSError) as error:
        parser.error(str(error))
    print(f"{given.bot} plays {given.games} games against three {given.against}.", flush=True)
    summary = play_match(bots, given.games, given.workers, given.report)
    for row in summary["bots"]:
        print(
            f"{row['bot']:12} wins {row['share']:.1%} of its games"
            f" (95% interval {row['low']:.1%} to {row['high']:.1%}),"
            f" {row['score']['mean']:.0f} points, {row['time']['mean']:.1f} ms a decision"
        )
    print(f"A fair share is {summary['fair']:.0%}. The report with charts is in {given.report}.")


if __name__ == "__main__":
    main()
