"""Proximal policy optimisation by self-play.

    python -m examples.researcher.ppo --seconds 600 --out runs/ppo

One network plays all seats of many games at once and learns from what each seat makes of them. It
writes `curve.json`, how it does against `novice` over time, and `policy.pt`, the trained network.
Needs PyTorch: pip install 'elgrande[train]'.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from elgrande.learn import ACTIONS, NAMES, OBS_SIZE, SCALE, Batch, tasks
from elgrande.learn.evaluation import Policy, win_share
from elgrande.learn.observation_fields import OBSERVATION_VERSION

Array = NDArray[Any]

TASK = tasks.task("ElGrande-2023-4p-v1")
PLAYERS = TASK.players
GAMES = 512  # side by side
STEPS = 64  # of every game between two updates
EPOCHS = 3  # how often an update goes through the data
MINIBATCH = 4096
LEARNING_RATE = 1e-3
LAMBDA = 0.6  # of the generalised advantage estimate; nothing is discounted
CLIP = 0.2
ENTROPY = 0.01
VALUE_WEIGHT = 0.5
LARGEST_GRADIENT = 0.5
POINTS_PER_WIN = 40  # a lead of this many points is worth as much as the win itself
EVALUATION_EVERY = 30.0  # seconds
EVALUATION_DEALS = 25  # each played from every seat


class Network(nn.Module):
    """From bytes to the logits of all actions, and what a seat may expect beyond its lead."""

    scale: Tensor

    def __init__(self) -> None:
        super().__init__()
        # The root keeps small counts of large scales, such as caballeros, from vanishing.
        self.register_buffer("scale", torch.tensor(SCALE).float().rsqrt(), persistent=False)
        self.body = nn.Sequential(
            nn.Linear(OBS_SIZE, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU()
        )
        self.policy = nn.Linear(128, ACTIONS)
        self.value = nn.Linear(128, 1)
        for head in (self.policy, self.value):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions, and the value."""
        hidden = self.body(observations * self.scale)
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return logits.log_softmax(dim=1), self.value(hidden).squeeze(1)


def draw(log_probabilities: Tensor) -> Tensor:
    """An action for each row, by the Gumbel trick."""
    noise = torch.empty_like(log_probabilities).exponential_()
    return (log_probabilities - noise.log()).argmax(dim=1)


def policy_of(network: Network) -> Policy:
    """The network as a policy: it draws its actions, because secret choices should be mixed."""

    def choose(observations: Array, masks: Array) -> Array:
        device = network.scale.device
        with torch.no_grad():
            logs, _ = network(torch.tensor(observations).to(device), torch.tensor(masks).to(device))
        return np.asarray(draw(logs).cpu().numpy())

    return choose


def save(network: Network, path: Path) -> None:
    """Write the network together with what it was trained for."""
    versions = {"observations": OBSERVATION_VERSION, "actions": "elgrande-actions-1"}
    torch.save({**versions, "weights": network.state_dict()}, path)


def load(path: Path) -> Network:
    """The network of a file, which is read as data and never run."""
    found = torch.load(path, map_location="cpu", weights_only=True)
    for name, version in (("observations", OBSERVATION_VERSION), ("actions", "elgrande-actions-1")):
        if found[name] != version:
            raise ValueError(f"{path} was trained on {found[name]}, and this is {version}.")
    network = Network()
    network.load_state_dict(found["weights"])
    return network


MINE, *OTHERS = (NAMES.index(f"seat.{seat}.score_soon") for seat in range(PLAYERS))


def leads(observations: Array) -> Array:
    """How far ahead the asked seats would be after a general scoring now, in wins.

    Added to the value, it lets a network that knows nothing yet tell good moves from bad ones.
    """
    points = observations[:, [MINE, *OTHERS]].astype(np.float32)
    return np.asarray((points[:, 0] - points[:, 1:].mean(axis=1)) / POINTS_PER_WIN)


def results(batch: Batch) -> Array:
    """What each seat of the games that ended got: its share of the win, and its final lead."""
    points = batch.scores[:, :PLAYERS]
    lead = (points - points.mean(axis=1, keepdims=True)) * PLAYERS / (PLAYERS - 1)
    return np.asarray(batch.returns[:, :PLAYERS] - 1 / PLAYERS + lead / POINTS_PER_WIN)


class Rollout:
    """What is kept from some steps of all games."""

    def __init__(self) -> None:
        shape = (STEPS, GAMES)
        self.observations = np.zeros((*shape, OBS_SIZE), np.uint8)
        self.masks = np.zeros((*shape, ACTIONS), np.uint8)
        self.actions = np.zeros(shape, np.int64)
        self.logs = np.zeros(shape, np.float32)
        self.leads = np.zeros(shape, np.float32)
        self.values = np.zeros(shape, np.float32)  # of the network, without the lead
        self.seats = np.zeros(shape, np.int64)
        self.done = np.zeros(shape, bool)
        self.results = np.zeros((*shape, PLAYERS), np.float32)

    @torch.no_grad()
    def play(self, batch: Batch, network: Network) -> int:
        """Play all steps; returns how many games ended."""
        device = network.scale.device
        for step in range(STEPS):
            self.observations[step], self.masks[step] = batch.observations, batch.masks
            self.seats[step], self.leads[step] = batch.seats, leads(batch.observations)
            seen, allowed = (
                torch.from_numpy(each[step]).to(device) for each in (self.observations, self.masks)
            )
            logs, values = network(seen, allowed)
            actions = draw(logs)
            self.actions[step], self.values[step] = actions.cpu(), values.cpu()
            self.logs[step] = logs.gather(1, actions[:, None]).squeeze(1).cpu()
            batch.step(self.actions[step])
            self.done[step] = batch.done
            if self.done[step].any():
                self.results[step] = results(batch)
        return int(self.done.sum())

    def advantages(self) -> tuple[Array, Array]:
        """Advantages by step and game, and which of them are known.

        The decisions of one seat follow each other, whoever else decides in between. The last
        decision of a seat in an unfinished game only lends its value to the one before it.
        """
        found = np.zeros((STEPS, GAMES), np.float32)
        known = np.zeros((STEPS, GAMES), bool)
        games = np.arange(GAMES)
        ahead = np.zeros((GAMES, PLAYERS), np.float32)  # the value of each seat's next decision
        gained = np.zeros((GAMES, PLAYERS), np.float32)  # and the advantage there
        follows = np.zeros((GAMES, PLAYERS), bool)  # whether there is one, or a result
        for step in reversed(range(STEPS)):
            ended, seats = self.done[step], self.seats[step]
            ahead[ended], gained[ended], follows[ended] = self.results[step][ended], 0, True
            value = self.values[step] + self.leads[step]
            surprise = ahead[games, seats] - value
            known[step] = follows[games, seats]
            found[step] = np.where(known[step], surprise + LAMBDA * gained[games, seats], 0)
            ahead[games, seats], gained[games, seats] = value, found[step]
            follows[games, seats] = True
        return found, known


def learn(network: Network, optimiser: torch.optim.Optimizer, rollout: Rollout) -> dict[str, float]:
    """One update; returns the mean entropy and the mean loss of the value."""
    advantages, known = rollout.advantages()
    device = network.scale.device
    rows = torch.from_numpy(np.flatnonzero(known))
    arrays = [
        *(rollout.observations, rollout.masks, rollout.actions, rollout.logs),
        (advantages - advantages[known].mean()) / (advantages[known].std() + 1e-6),
        advantages + rollout.values,
    ]
    flat = [torch.from_numpy(each.reshape(STEPS * GAMES, *each.shape[2:])) for each in arrays]
    totals = torch.zeros(2)
    count = 0
    for _ in range(EPOCHS):
        for chosen in rows[torch.randperm(len(rows))].chunk(max(len(rows) // MINIBATCH, 1)):
            seen, allowed, actions, before, gains, targets = (
                each[chosen].to(device) for each in flat
            )
            logs, values = network(seen, allowed)
            ratio = (logs.gather(1, actions[:, None]).squeeze(1) - before).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy_loss = -torch.minimum(ratio * gains, clipped * gains).mean()
            value_loss = (values - targets).square().mean()
            entropy = -(logs.exp() * logs).sum(dim=1).mean()
            loss = policy_loss + VALUE_WEIGHT * value_loss - ENTROPY * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), LARGEST_GRADIENT)
            optimiser.step()
            totals += torch.tensor([entropy.item(), value_loss.item()])
            count += 1
    entropy_mean, value_mean = (totals / count).tolist()
    return {"entropy": round(entropy_mean, 4), "value_loss": round(value_mean, 4)}


def measured(network: Network, bot: str, deals: range) -> dict[str, float]:
    """The win share against three copies of a bot, with its 95% interval; an even match is 0.25."""
    share = win_share(policy_of(network), bot, TASK.options, deals)
    figures = {"share": share.share, "low": share.low, "high": share.high}
    return {"played": share.games, **{name: round(value, 4) for name, value in figures.items()}}


def train(seconds: float, seed: int, out: Path, device: str) -> None:
    """Train for some time, evaluate now and then, and write the results."""
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(seed)
    network = Network().to(device)
    optimiser = torch.optim.Adam(network.parameters(), LEARNING_RATE, eps=1e-5)
    batch = Batch(TASK.options, GAMES, seed)
    rollout = Rollout()
    curve: list[dict[str, float]] = []
    began, updates, games, figures = time.monotonic(), 0, 0, {"entropy": 0.0, "value_loss": 0.0}
    while True:
        passed = round(time.monotonic() - began, 1)
        if passed >= EVALUATION_EVERY * len(curve) or passed >= seconds:
            reached = {"seconds": passed, "steps": updates * STEPS * GAMES, "games": games}
            deals = TASK.seeds.validation[:EVALUATION_DEALS]
            curve.append({**reached, **figures, **measured(network, "novice", deals)})
            print(json.dumps(curve[-1]), flush=True)
            (out / "curve.json").write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
            save(network, out / "policy.pt")
        if passed >= seconds:
            return
        for group in optimiser.param_groups:
            group["lr"] = LEARNING_RATE * max(1 - passed / seconds, 0.05)
        games += rollout.play(batch, network)
        figures = learn(network, optimiser, rollout)
        updates += 1


def main() -> None:
    """Read the command line, train, and measure the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600, help="how long to train")
    parser.add_argument("--seed", type=int, default=1, help="seed for games and network")
    parser.add_argument("--out", type=Path, default=Path("runs/ppo"), help="the folder to write to")
    parser.add_argument("--device", default="cpu", help="where PyTorch computes: cpu or cuda")
    parser.add_argument("--deals", type=int, default=250, help="deals for the last evaluation")
    parser.add_argument("--first-deal", type=int, default=0, help="the first of those test deals")
    given = parser.parse_args()
    train(given.seconds, given.seed, given.out, given.device)
    network, deals = (
        load(given.out / "policy.pt"),
        TASK.seeds.test[given.first_deal :][: given.deals],
    )
    final = {bot: measured(network, bot, deals) for bot in ("novice", "steady")}
    print(json.dumps(final))
    (given.out / "final.json").write_text(json.dumps(final, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
