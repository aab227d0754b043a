"""An approximate best response: a learner trains against a frozen network, then they are matched.

In every game some seats are the learner's, who tries things out; the others play the frozen network
without errors. In each round the learner plays, then learns from all its games so far. What the
best learner wins alone against three frozen ones, beyond a fair share, is a lower bound of how far
the frozen network can be exploited. A run that was stopped goes on.
Example: python -m training.best_response runs/best.network runs/response --seconds 150 --workers 16
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import torch

from elgrande.learn.data.games_file import write_whole
from elgrande.rules.options import Options
from elgrande.search.network_file import load_network
from training.command import run_command
from training.errors import OtherRun
from training.lesson import Lesson
from training.match import play_match, play_matches, row_of
from training.mix import TABLES
from training.model import Sizes
from training.play import play_once
from training.self_play import Mind, Recipe
from training.train import train

FOUR: Final = TABLES[:1]  # the table of the match
SEATS: Final = 4
MOST_GAMES: Final = 400_000
PLAYING: Final = 0.6  # of the time of a round, which includes reading the games;
LEARNING: Final = 0.3
CHOOSING_SEED, FINAL_SEED = 1001, 2001  # of deals that differ from one another
# Gentle, because it goes on from what the frozen network knows.
LESSON: Final = Lesson(passes=1.5, rate=5e-4)


@dataclass(frozen=True)
class Plan:
    """What a run does, apart from which network it is about."""

    seconds: float = 150.0  # of all rounds; the matches come after them
    rounds: int = 3
    learners: int = 1  # seats of the learner in every game
    iterations: int = 0  # of both sides' searches; 0: plans of one turn
    turns: bool = False
    match_games: int = 400
    workers: int = 2
    seed: int = 1


def respond(network: Path, folder: Path, plan: Plan) -> dict[str, Any]:
    """The result of the match; all is kept in the folder."""
    frozen = freeze(network, folder)
    learners = [learn_round(folder, frozen, number, plan) for number in range(plan.rounds)]
    names = [bot_of(learner, plan) for learner in learners]
    table = Options(players=SEATS)
    rivals = [bot_of(frozen, plan)] * (SEATS - 1)
    chosen = names[-1]
    if len(names) > 1:
        tables = [[name, *rivals] for name in names]
        folders = [folder / f"choosing-{number}" for number in range(len(names))]
        games, workers = plan.match_games, plan.workers
        found = play_matches(tables, games, table, workers, CHOOSING_SEED, folders)
        chosen = best_of(found, names)
    final = folder / "final"
    bots = [chosen, *rivals]
    summary = play_match(bots, plan.match_games, table, plan.workers, FINAL_SEED, final)
    result = {"chosen": names.index(chosen), **figures_of(summary, chosen), "plan": asdict(plan)}
    write_whole(folder / "result.json", (json.dumps(result, indent=2) + "\n").encode())
    print(line_of(result, network), flush=True)
    return result


def best_of(summaries: Sequence[dict[str, Any]], names: Sequence[str]) -> str:
    """The learner with the largest share; each was in a match of its own."""
    shares = [row_of(*pair)["share"] for pair in zip(summaries, names, strict=True)]
    return names[shares.index(max(shares))]


def freeze(network: Path, folder: Path) -> Path:
    """A copy of the network in the folder, so that nothing changes it while the run goes on."""
    load_network(network)
    frozen = folder / "frozen.network"
    content = network.read_bytes()
    if frozen.exists() and frozen.read_bytes() != content:
        raise OtherRun(f"{folder} holds a run against another network; name another folder.")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(frozen, content)
    checkpoint = network.with_suffix(".pt")
    if checkpoint.exists():
        write_whole(frozen.with_suffix(".pt"), checkpoint.read_bytes())
    return frozen


def learn_round(folder: Path, frozen: Path, number: int, plan: Plan) -> Path:
    """One round: the learner of the round before plays, and a new one learns from all games."""
    learner = folder / f"learner-{number}.network"
    if learner.exists():
        return learner
    began = perf_counter()
    spent = folder / "spent.json"
    before = json.loads(spent.read_bytes()) if spent.exists() else 0.0
    seconds = seconds_of_round(plan, number, before)
    last = folder / f"learner-{number - 1}.network" if number else frozen
    mind, rival = (Mind(path, plan.iterations, plan.turns) for path in (last, frozen))
    recipe = Recipe(mind, pool=(rival,), learners=plan.learners)
    folders = [folder / f"games-{one}" for one in range(number + 1)]
    seed = plan.seed * plan.rounds + number
    play_once(folders[-1], recipe, MOST_GAMES, seed, plan.workers, PLAYING * seconds, FOUR)
    start = last.with_suffix(".pt")
    lesson = replace(LESSON if start.exists() else Lesson(), seconds=LEARNING * seconds, seed=seed)
    train(folders, learner, Sizes(), lesson, plan.workers, start if start.exists() else None)
    write_whole(spent, json.dumps(before + perf_counter() - began).encode())
    return learner


def seconds_of_round(plan: Plan, number: int, before: float) -> float:
    """An even part of the time that the rounds before have left."""
    return max(1.0, plan.seconds - before) / (plan.rounds - number)


def bot_of(network: Path, plan: Plan) -> str:
    """The bot that plays as in the games, but without errors."""
    if not plan.iterations:
        return f"turn:network={network}"
    turns = ":turns=1" if plan.turns else ""
    return f"search:network={network}:iterations={plan.iterations}{turns}"


def figures_of(summary: dict[str, Any], bot: str) -> dict[str, Any]:
    """The share of a bot, and how far it is above a fair one."""
    row, fair = row_of(summary, bot), summary["fair"]
    beyond = {name: round(row[name] - fair, 5) for name in ("share", "low", "high")}
    return {
        **{name: row[name] for name in ("games", "share", "low", "high")},
        "fair": fair,
        "exploited_by": beyond,
    }


def line_of(result: dict[str, Any], network: Path) -> str:
    """The result in one line."""
    games, beyond = result["games"], result["exploited_by"]
    return (
        f"The learner of round {result['chosen']} wins {result['share']:.1%}"
        f" ({result['low']:.1%} to {result['high']:.1%}) of {games} games against three of"
        f" {network.stem}, fair {result['fair']:.1%}: it was exploited by"
        f" {max(0.0, beyond['share']):.1%} (with 95% certainty at least"
        f" {max(0.0, beyond['low']):.1%})."
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path, help="the frozen one; its .pt is where it starts")
    parser.add_argument("folder", type=Path)
    for name in ("seconds", "rounds", "learners", "iterations", "match_games", "workers", "seed"):
        default = getattr(Plan(), name)
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, type=type(default), default=default)
    parser.add_argument("--turns", action="store_true", help="searches judge every turn")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch, if there is no GPU")
    given = vars(parser.parse_args())
    torch.set_num_threads(given.pop("threads"))
    respond(given.pop("network"), given.pop("folder"), Plan(**given))


if __name__ == "__main__":
    run_command(main)
