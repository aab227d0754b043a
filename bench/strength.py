"""The strength of the bots: the matches behind docs/research/strength.md, one table per group.

    python -m bench.strength [GROUP ...] [--workers 2] [--runs DIR]

Every match is an `elgrande arena` whose games are kept, so an interrupted run continues and a
finished one is only read again.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elgrande import Game, Options
from elgrande.bots import Situation
from elgrande.bots.levels import STRONG, is_own_turn
from elgrande.rules.frames import POWER
from elgrande.rules.rng import Rng
from elgrande.search.context import Context
from elgrande.search.rollout import answer_quickly
from elgrande.search.search_result import think

GROUPS = ("ladder", "others", "realism", "scaling", "playouts")
BUDGETS = (0.1, 0.3, 1.0, 3.0)
SEARCHERS = ("strong:seconds=0.3", "master:seconds=2", "grandmaster:seconds=1")
# The same ratio, so that the other tables take only an hour.
QUICKER = ("strong:seconds=0.1", "master:seconds=0.7", "grandmaster:seconds=0.3")


@dataclass(frozen=True)
class Match:
    """One match: a bot against copies of another."""

    group: str
    bot: str
    other: str
    games: int
    players: int = 4
    edition: str = "2023"

    @property
    def name(self) -> str:
        """A name for its folder."""
        table = f"{self.edition}-{self.players}"
        return f"{table}-{self.bot}-{self.other}".replace(":", "-").replace("=", "")

    @property
    def arguments(self) -> list[str]:
        """The arguments for `elgrande arena`."""
        bots = ",".join([self.bot, *[self.other] * (self.players - 1)])
        asked = ["--bots", bots, "--games", str(self.games)]
        return asked if self.edition == "2023" else [*asked, "--edition", self.edition]


def ladder(
    group: str,
    players: int,
    edition: str,
    games: tuple[int, ...],
    searchers: tuple[str, ...],
) -> list[Match]:
    """Each level against copies of the one below."""
    rungs = ("random", "novice", "steady", *searchers)
    return [
        Match(group, rungs[index + 1], rungs[index], number, players, edition)
        for index, number in enumerate(games)
    ]


MATCHES = [
    *ladder("ladder", 4, "2023", (1000, 1000, 200, 200, 200), SEARCHERS),
    *ladder("others", 2, "2023", (100, 100, 20, 8, 8), QUICKER),
    *ladder("others", 3, "2023", (102, 102, 21, 9, 9), QUICKER),
    *ladder("others", 5, "2023", (100, 100, 20, 20, 20), QUICKER),
    *ladder("others", 4, "classic", (100, 100, 20, 8, 8), QUICKER),
    Match("realism", "strong:seconds=0.3", "strong:seconds=0.3", 10, 5),
    Match("scaling", "strong:seconds=0.1", "steady", 40),
    Match("scaling", "strong:seconds=0.3", "steady", 200),
    Match("scaling", "strong:seconds=1", "steady", 20),
    Match("scaling", "strong:seconds=3", "steady", 12),
]


def play(match: Match, runs: Path, workers: int) -> dict[str, Any]:
    """Play a match, or what is left of it, and return its figures."""
    command = [sys.executable, "-m", "elgrande", "arena", *match.arguments]
    command += ["--workers", str(workers), "--out", str(runs / match.name), "--json"]
    print(f"elgrande {' '.join(command[3:-3])}", file=sys.stderr, flush=True)
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def row(match: Match, figures: dict[str, Any]) -> str:
    """A line of the table."""
    bot = next(bot for bot in figures["bots"] if bot["bot"] == match.bot)
    clock, points = bot["time"], bot["score"]["mean"]
    over = f"{clock['over_p99']:.0f}" if clock.get("over_p99") is not None else ""
    return (
        f"| {match.edition} | {match.players} | {match.bot} | {match.other} | {figures['games']} |"
        f" {bot['share']:.1%} | {bot['low']:.1%} to {bot['high']:.1%} | {points:.1f} |"
        f" {clock['p99']:.1f} | {over} |"
    )


def realism(match: Match, runs: Path) -> str:
    """How closely games resemble those of people: final scores, winners, general scorings."""
    lines = (runs / match.name / "games.jsonl").read_text(encoding="utf-8").splitlines()
    games = [json.loads(line) for line in lines]
    scores = [score for game in games for score in game["scores"]]
    winners = [max(game["scores"]) for game in games]
    paid = [points for game in games for points in game["general"]]
    return "\n".join(
        [
            "| what | usual | ours: mean | within |",
            "|---|---|---|---|",
            likeness("final points of all five", scores, 75, 110),
            likeness("points of the winner", winners, 85, 110),
            likeness("points paid by a general scoring", paid, 75, 100),
        ]
    )


def likeness(what: str, found: list[int], low: int, high: int) -> str:
    """A line that says how much of what was measured lies in the usual range."""
    within = sum(low <= points <= high for points in found) / len(found)
    return f"| {what} | {low}-{high} | {statistics.mean(found):.1f} | {within:.0%} |"


def positions(number: int) -> list[Situation]:
    """Decisions worth a search, spread over quick games."""
    found: list[Situation] = []
    for seed in range(number):
        game, context = Game.new(Options(), seed), Context(Rng(seed), 64, STRONG.weights)
        while not game.over:
            state, seat = game.state, game.waiting[0]
            searched = state.kind == POWER or is_own_turn(state, seat)
            if searched and len(game.legal(seat)) > 1 and game.step % 61 == seed % 61:
                found.append(Situation.of(game, seat, Rng(seed)))
            game.play(answer_quickly(state, context, seat), seat)
    return found


def playouts() -> None:
    """Playouts per second inside the search, by budget."""
    print("| seconds | playouts a decision | playouts a second |\n|---|---|---|")
    asked = positions(12)
    for budget in BUDGETS:
        counts: list[int] = []
        rates: list[float] = []
        for situation in asked[: max(6, int(24 / (1 + 4 * budget)))]:
            state = situation.imagine(1).state
            started = time.perf_counter()
            result = think(state, situation.seat, STRONG, 0, budget, 1)
            counts.append(int(result.iterations))
            rates.append(counts[-1] / (time.perf_counter() - started))
        print(f"| {budget:g} | {statistics.mean(counts):.0f} | {statistics.mean(rates):.0f} |")


def main() -> None:
    """Play the chosen groups and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "groups", nargs="*", choices=[*GROUPS, []], help="which tables; all by default"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--runs", type=Path, default=Path("bench/runs"), help="where games are kept"
    )
    given = parser.parse_args()
    for group in given.groups or GROUPS:
        print(f"\n{group}\n")
        if group == "playouts":
            playouts()
            continue
        print(
            "| edition | players | bot | others | games | share | 95% | points | p99 ms | over ms |"
        )
        print("|---|---|---|---|---|---|---|---|---|---|")
        for match in [match for match in MATCHES if match.group == group]:
            print(row(match, play(match, given.runs, given.workers)), flush=True)
            if group == "realism":
                print(f"\n{realism(match, given.runs)}", flush=True)


if __name__ == "__main__":
    main()
