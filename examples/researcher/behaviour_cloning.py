"""Behaviour cloning: a network that imitates a bot, learned from the bot's games.

    elgrande games --bots steady --games 2000 --out steady-games
    python -m examples.researcher.behaviour_cloning steady-games --out runs/cloning

It uses the network of `examples/researcher/ppo.py`, and its file can be used in the same way.
Needs PyTorch: pip install 'elgrande[train]'.
"""

import argparse
import time
from pathlib import Path

import torch
from torch import Tensor, nn

from elgrande.learn import replay
from elgrande.learn.data.games_file import read_games
from elgrande.learn.data.replaying import Steps
from examples.researcher.ppo import Network, save

MINIBATCH = 1024
LEARNING_RATE = 1e-3
GAMES_AT_ONCE = 128  # games shuffled together
TESTED = 20  # one game in this many is kept for testing


def tensors(steps: Steps) -> tuple[Tensor, Tensor, Tensor]:
    """Observations, masks and actions of the decisions where there was a choice."""
    free = steps.masks.sum(axis=1) > 1
    actions = torch.from_numpy(steps.actions[free]).long()
    return torch.from_numpy(steps.observations[free]), torch.from_numpy(steps.masks[free]), actions


def agreement(network: Network, path: Path, games: range, device: str) -> float:
    """How often the network's likeliest action is the one that was played."""
    right = total = 0
    for steps in replay(path, games=games):
        seen, allowed, actions = (each.to(device) for each in tensors(steps))
        with torch.no_grad():
            logs, _ = network(seen, allowed)
        right += int((logs.argmax(dim=1) == actions).sum())
        total += len(actions)
    return right / total


def train(path: Path, network: Network, seconds: float, device: str) -> range:
    """Learn from a file for some time; returns the games kept for testing."""
    number = len(read_games(path).games)
    learned = range(max(number // TESTED, 1), number)
    optimiser = torch.optim.Adam(network.parameters(), LEARNING_RATE)
    began = time.monotonic()
    while (passed := time.monotonic() - began) < seconds:
        for steps in replay(path, games=learned, at_once=GAMES_AT_ONCE):
            passed = time.monotonic() - began
            for group in optimiser.param_groups:
                group["lr"] = LEARNING_RATE * max(1 - passed / seconds, 0.02)
            parts = tensors(steps)
            for rows in torch.randperm(len(parts[0])).split(MINIBATCH):
                seen, allowed, actions = (each[rows].to(device) for each in parts)
                loss = nn.functional.nll_loss(network(seen, allowed)[0], actions)
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
            if passed >= seconds:
                break
        print(f"{passed:.0f} s, loss {loss.item():.3f}", flush=True)
    return range(learned.start)


def main() -> None:
    """Read the command line, train, and say how similarly the two play."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=Path, help="a folder or file of `elgrande games`")
    parser.add_argument("--seconds", type=float, default=120, help="how long to train")
    parser.add_argument("--seed", type=int, default=1, help="seed for the network")
    parser.add_argument("--out", type=Path, default=Path("runs/cloning"), help="where to write")
    parser.add_argument("--device", default="cpu", help="where PyTorch computes: cpu or cuda")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    network = Network().to(given.device)
    tested = train(given.games, network, given.seconds, given.device)
    given.out.mkdir(parents=True, exist_ok=True)
    save(network, given.out / "policy.pt")
    same = agreement(network, given.games, tested, given.device)
    print(f"It does what the bot did in {same:.1%} of decisions; games tested: {len(tested)}")


if __name__ == "__main__":
    main()
