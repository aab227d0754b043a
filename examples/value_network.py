"""A value network in a minute: who will win, from what one seat knows.

    elgrande games --bots novice --games 1000 --out novice-games
    python -m examples.value_network novice-games

It learns the share of the win of the seat that is asked, and is compared with a guess that looks at
the points alone. Needs PyTorch: pip install 'elgrande[train]'.
"""

import argparse
import time
from pathlib import Path

import torch
from torch import Tensor, nn

from elgrande.learn import NAMES, OBS_SIZE, SCALE, replay
from elgrande.learn.data.games_file import read_games

MINIBATCH = 1024
LEARNING_RATE = 1e-3
EVERY = 8  # positions of one game are much alike, so one of so many is enough
TESTED = 5  # of so many games, one is kept for testing
POINTS = [NAMES.index(f"seat.{seat}.score_soon") for seat in range(5)]


def load(path: Path, games: range) -> tuple[Tensor, Tensor]:
    """Observations, and the share of the win the seat had in the end."""
    parts = [
        (steps.observations[::EVERY], steps.returns[::EVERY]) for steps in replay(path, games=games)
    ]
    seen, shares = zip(*parts, strict=True)
    return torch.cat([torch.from_numpy(each) for each in seen]), torch.cat(
        [torch.from_numpy(each) for each in shares]
    )


def train(network: nn.Module, inputs: Tensor, shares: Tensor, seconds: float) -> None:
    """Fit a network that gives logits, for a time; whole passes through the data."""
    optimiser = torch.optim.AdamW(network.parameters(), LEARNING_RATE, weight_decay=0.1)
    began = time.monotonic()
    while (passed := time.monotonic() - began) < seconds:
        for group in optimiser.param_groups:
            group["lr"] = LEARNING_RATE * (1 - passed / seconds)
        for rows in torch.randperm(len(shares)).split(MINIBATCH):
            logits = network(inputs[rows].float()).squeeze(1)
            loss = nn.functional.binary_cross_entropy_with_logits(logits, shares[rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()


def loss_of(network: nn.Module, inputs: Tensor, shares: Tensor) -> float:
    """The cross-entropy of what a network says and what happened: less is better."""
    with torch.no_grad():
        logits = network(inputs.float()).squeeze(1)
    return float(nn.functional.binary_cross_entropy_with_logits(logits, shares))


class Scaled(nn.Module):
    """Bytes divided by the root of their scale."""

    scale: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("scale", torch.tensor(SCALE).float().rsqrt(), persistent=False)

    def forward(self, observations: Tensor) -> Tensor:
        """Numbers a network can learn from."""
        return observations * self.scale


def main() -> None:
    """Read the command line, train both, and compare them on games neither has seen."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=Path, help="a folder or file of `elgrande games`")
    parser.add_argument("--seconds", type=float, default=40, help="how long to train")
    parser.add_argument("--seed", type=int, default=1, help="of the networks")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    number = len(read_games(given.games).games)
    kept = max(number // TESTED, 1)
    learned, tested = load(given.games, range(kept, number)), load(given.games, range(kept))
    network = nn.Sequential(Scaled(), nn.Linear(OBS_SIZE, 64), nn.ReLU(), nn.Linear(64, 1))
    simple = nn.Sequential(nn.BatchNorm1d(len(POINTS)), nn.Linear(len(POINTS), 1))
    train(network, *learned, given.seconds * 0.9)
    train(simple, learned[0][:, POINTS], learned[1], given.seconds * 0.1)
    simple.eval()
    print(f"positions: {len(learned[1])} to learn from, {len(tested[1])} to test with")
    print(f"cross-entropy of the network:      {loss_of(network, *tested):.3f}")
    print(
        f"cross-entropy of the points alone: {loss_of(simple, tested[0][:, POINTS], tested[1]):.3f}"
    )


if __name__ == "__main__":
    main()
