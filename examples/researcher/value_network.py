"""A value network in a minute: who will win, from what one seat knows.

    elgrande games --bots novice --games 1000 --out novice-games
    python -m examples.researcher.value_network novice-games --picture judge.svg

It learns what share of the win the deciding seat will get, and is compared with a guess that looks
at the points alone. Needs PyTorch: pip install 'elgrande[train]'.
"""

import argparse
import copy
from pathlib import Path

import torch
from torch import Tensor, nn

from elgrande.learn import NAMES, OBS_SIZE, SCALE, replay
from elgrande.learn.data.games_file import read_games
from elgrande.rules.board import ROUNDS
from examples.charts import bars

MINIBATCH = 256
POINTS_RATE = 0.03
LEARNING_RATE = 3e-4
WEIGHT_DECAY = 0.1
HIDDEN = 64
DROPOUT = 0.5
EVERY = 8  # positions of one game are much alike, so one in this many is enough
TESTED = 5  # one game in this many is kept for testing
ROUND = NAMES.index("decision.rounds_played")
POINTS = [NAMES.index(f"seat.{seat}.score_soon") for seat in range(5)]


def load(path: Path, games: range) -> tuple[Tensor, Tensor]:
    """Observations, and the share of the win that the seat got in the end."""
    parts = [
        (steps.observations[::EVERY], steps.returns[::EVERY]) for steps in replay(path, games=games)
    ]
    seen, shares = zip(*parts, strict=True)
    return torch.cat([torch.from_numpy(each) for each in seen]), torch.cat(
        [torch.from_numpy(each) for each in shares]
    )


def train(network: nn.Module, inputs: Tensor, shares: Tensor, passes: int, rate: float) -> None:
    """Fit a network that gives logits, in few passes, before it knows the few games by heart."""
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=WEIGHT_DECAY)
    network.train()
    for done in range(passes):
        for group in optimiser.param_groups:
            group["lr"] = rate * (1 - done / passes)
        for rows in torch.randperm(len(shares)).split(MINIBATCH):
            logits = network(inputs[rows].float()).squeeze(1)
            loss = nn.functional.binary_cross_entropy_with_logits(logits, shares[rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    network.eval()


def loss_of(network: nn.Module, inputs: Tensor, shares: Tensor) -> float:
    """The cross-entropy between what a network says and what happened: lower is better."""
    with torch.no_grad():
        logits = network(inputs.float()).squeeze(1)
    return float(nn.functional.binary_cross_entropy_with_logits(logits, shares))


class Network(nn.Module):
    """What the points say, and what everything else adds to it."""

    scale: Tensor

    def __init__(self, points: nn.Module) -> None:
        super().__init__()
        self.register_buffer("scale", torch.tensor(SCALE).float().rsqrt(), persistent=False)
        self.points = points
        self.rest = nn.Sequential(
            nn.Linear(OBS_SIZE, HIDDEN), nn.ReLU(), nn.Dropout(DROPOUT), nn.Linear(HIDDEN, 1)
        )

    def forward(self, observations: Tensor) -> Tensor:
        """The logit of winning."""
        logit: Tensor = self.points(observations[:, POINTS]) + self.rest(observations * self.scale)
        return logit


def points_alone() -> nn.Module:
    """A guess that looks at the points alone."""
    return nn.Sequential(nn.BatchNorm1d(len(POINTS)), nn.Linear(len(POINTS), 1))


def draw(network: nn.Module, simple: nn.Module, seen: Tensor, shares: Tensor) -> str:
    """How well both know who will win, round by round."""
    rounds = [int(number) for number in seen[:, ROUND].unique()]
    found: dict[str, list[float]] = {"the points alone": [], "the network": []}
    for number in rounds:
        now = seen[:, ROUND] == number
        found["the points alone"].append(loss_of(simple, seen[now][:, POINTS], shares[now]))
        found["the network"].append(loss_of(network, seen[now], shares[now]))
    under = "Cross-entropy of the chances they give, on games they have not seen; lower is better"
    rows = ["last scoring" if number == ROUNDS else f"round {number + 1}" for number in rounds]
    return bars("How well a judge knows who will win", under, rows, found, digits=3)


def main() -> None:
    """Read the command line, train both, and compare them on games neither has seen."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=Path, help="a folder or file of `elgrande games`")
    parser.add_argument("--passes", type=int, default=5, help="how often to go through the games")
    parser.add_argument("--seed", type=int, default=1, help="seed for the networks")
    parser.add_argument("--picture", type=Path, help="where to draw how well it judges, as SVG")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)  # a network this small is quicker on one
    number = len(read_games(given.games).games)
    kept = max(number // TESTED, 1)
    learned, tested = load(given.games, range(kept, number)), load(given.games, range(kept))
    simple = points_alone()
    train(simple, learned[0][:, POINTS], learned[1], given.passes, POINTS_RATE)
    network = Network(copy.deepcopy(simple))
    train(network, *learned, given.passes, LEARNING_RATE)
    print(f"positions: {len(learned[1])} to learn from, {len(tested[1])} to test with")
    print(f"cross-entropy of the network:      {loss_of(network, *tested):.3f}")
    print(
        f"cross-entropy of the points alone: {loss_of(simple, tested[0][:, POINTS], tested[1]):.3f}"
    )
    if given.picture is not None:
        given.picture.write_text(draw(network, simple, *tested), encoding="utf-8")
        print(f"Wrote {given.picture}")


if __name__ == "__main__":
    main()
