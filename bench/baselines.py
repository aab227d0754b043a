"""The baselines of docs/research/baselines.md: how often each bot wins against copies of another.

    python -m bench.baselines [--deals 25] [--workers 2] [--policy ppo=runs/ppo/policy.pt ...]

All games use official deals from test seeds, each played once from every seat. Bots that search
have a limit in iterations, so that every run has the same games. Finished games between bots are
kept, so an interrupted run can continue. A network is a file that `examples.researcher.ppo` can
load.
"""

import argparse
import json
import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np

from elgrande.arena import RunSettings, Store, play_games
from elgrande.arena.intervals import Outing, winning_share
from elgrande.arena.labels import milliseconds
from elgrande.bots.host import LIMIT_SECONDS
from elgrande.learn import tasks
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.evaluation import Policy, play_matches
from elgrande.learn.single import action_mask, choice_of, observe

TASK: Final = tasks.task("ElGrande-2023-4p-v1")
BOTS: Final = ("random", "novice", "steady", "strong:iterations=100", "master:iterations=200")
OPPONENTS: Final = ("novice", "steady")
MILLISECONDS: Final = 1000


@dataclass(frozen=True)
class Row:
    """How an entrant did against copies of an opponent."""

    entrant: str
    opponent: str
    games: int
    share: float
    low: float
    high: float
    cost: float  # milliseconds a decision, one at a time
    parameters: int | None


def match_of_bots(bot: str, opponent: str, deals: int, runs: Path, workers: int) -> Row:
    """A bot against copies of another, in the arena."""
    seats = (bot, *[opponent] * (TASK.players - 1))
    settings = RunSettings(
        TASK.options, seats, deals * TASK.players, TASK.seeds.test[0], LIMIT_SECONDS
    )
    store = Store(runs / f"{bot}-{opponent}-{deals}".replace(":", "-"), settings)
    left = [one for one in settings.fixtures() if one.number not in store.finished]
    with closing(play_games(left, workers)) as played:
        for result in played:
            store.append(result)
            store.finished[result.number] = result
    outings: list[Outing] = []
    times: list[float] = []
    for result in store.finished.values():
        mine = [seat for seat, entry in enumerate(result.entries) if entry == 0]
        won = sum(seat in result.winners for seat in mine) / len(result.winners)
        outings.append(Outing(result.seed, won, len(mine)))
        times += [spent for seat in mine for spent in result.times[seat]]
    return row_of(bot, opponent, outings, float(np.mean(times)), None)


def match_of_policy(
    name: str, policy: Policy, parameters: int, opponent: str, deals: int, cost: float
) -> Row:
    """A policy against copies of a bot, all games side by side."""
    outings = play_matches(policy, opponent, TASK.options, TASK.seeds.test[:deals])
    return row_of(name, opponent, outings, cost, parameters)


def row_of(
    entrant: str, opponent: str, outings: Sequence[Outing], cost: float, parameters: int | None
) -> Row:
    """The share of an entrant with its interval."""
    share = winning_share(outings)
    assert share is not None
    return Row(entrant, opponent, share.games, share.share, share.low, share.high, cost, parameters)


def load_policy(path: Path) -> tuple[Policy, int]:
    """The policy in a file, and how many parameters its network has."""
    # Imported here, because nothing else needs PyTorch.
    torch, ppo = import_module("torch"), import_module("examples.researcher.ppo")
    torch.manual_seed(0)
    network = ppo.load(path)
    return ppo.policy_of(network), sum(weights.numel() for weights in network.parameters())


def time_policy(policy: Policy) -> float:
    """Milliseconds per decision, observation included, asked one by one in a game."""
    game = TASK.game(TASK.seeds.validation[0])
    seen = np.zeros((1, OBS_SIZE), np.uint8)
    spent = 0.0
    while not game.over:
        seat = game.waiting[0]
        began = perf_counter()
        observe(game, seat, seen[0])
        action = policy(seen, action_mask(game, seat)[None])[0]
        spent += perf_counter() - began
        game.play(choice_of(game, seat, int(action)), seat)
    return spent / int(game.step) * MILLISECONDS


def table_of(rows: Sequence[Row], opponents: Sequence[str]) -> str:
    """All rows as one table: one line per entrant, one column per opponent."""
    shown = {(row.entrant, row.opponent): row for row in rows}
    entrants = list(dict.fromkeys(row.entrant for row in rows))
    lines = [
        "| | parameters | ms a decision | "
        + " | ".join(f"against three `{opponent}`" for opponent in opponents)
        + " |",
        "|---|---:|---:|" + "---|" * len(opponents),
    ]
    for entrant in entrants:
        mine = [shown[entrant, opponent] for opponent in opponents if (entrant, opponent) in shown]
        parameters = "" if mine[0].parameters is None else f"{mine[0].parameters:,}"
        cost = sum(row.cost for row in mine) / len(mine)
        cells = [
            _cell(shown[entrant, opponent]) if entrant != opponent else "25%, by definition"
            for opponent in opponents
        ]
        lines.append(f"| `{entrant}` | {parameters} | {milliseconds(cost)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(row: Row) -> str:
    return f"{row.share:.1%} ({row.low:.1%} to {row.high:.1%})"


def play_all(given: argparse.Namespace) -> list[Row]:
    """Every entrant against every opponent; each line is printed as soon as it is played."""
    rows: list[Row] = []
    for bot in given.bots:
        for opponent in [other for other in given.opponents if other != bot]:
            rows.append(match_of_bots(bot, opponent, given.deals, given.runs, given.workers))
            print(_line(rows[-1]), flush=True)
    for text in given.policy:
        name, _, path = text.partition("=")
        policy, parameters = load_policy(Path(path))
        cost = time_policy(policy)
        for opponent in given.opponents:
            rows.append(match_of_policy(name, policy, parameters, opponent, given.deals, cost))
            print(_line(rows[-1]), flush=True)
    return rows


def _line(row: Row) -> str:
    return (
        f"{row.entrant} against three {row.opponent}: {row.share:.1%}"
        f" ({row.low:.1%} to {row.high:.1%}) of {row.games} games"
    )


def read_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line's arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=25, help="each is played from every seat")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--bots", nargs="*", default=BOTS, metavar="BOT")
    parser.add_argument("--opponents", nargs="+", default=OPPONENTS, metavar="BOT")
    parser.add_argument("--policy", nargs="*", default=[], metavar="NAME=FILE")
    parser.add_argument("--runs", type=Path, default=Path("bench/runs/baselines"))
    parser.add_argument("--json", type=Path, help="where to write all figures")
    return parser.parse_args(arguments)


def main() -> None:
    """Play all matches and print the table."""
    given = read_arguments()
    rows = play_all(given)
    print(f"\n{TASK.id}, {given.deals} deals\n\n{table_of(rows, given.opponents)}")
    if given.json is not None:
        figures: dict[str, Any] = {"task": TASK.id, "deals": given.deals}
        figures["rows"] = [asdict(row) for row in rows]
        given.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
