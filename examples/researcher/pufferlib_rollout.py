"""El Grande for PufferLib: a native environment over `Batch`, and a policy that learns a little.

    pip install 'elgrande[gym]' pufferlib-core torch
    python examples/researcher/pufferlib_rollout.py --games 256 --updates 20

One agent plays in every game, against quick bots that answer inside the batch. The mask is the
last part of each observation, because PufferLib's environments return one array.
"""

import argparse
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
import pufferlib
import pufferlib.vector
import torch

from elgrande import Options
from elgrande.learn import ACTIONS, OBS_SIZE, SCALE, Batch

HIDDEN = 128


class ElGrande(pufferlib.PufferEnv):
    """Games in which one seat is ours, a different one each time, in turn."""

    def __init__(
        self, games: int = 256, bot: str = "novice", buf: Any = None, seed: int = 0
    ) -> None:
        self.single_observation_space = gymnasium.spaces.Box(
            0, 255, (OBS_SIZE + ACTIONS,), np.uint8
        )
        self.single_action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.num_agents = games
        self.options = Options(players=4)
        self.seats = np.arange(games) % self.options.players
        self.bots = [{seat: bot for seat in range(4) if seat != mine} for mine in range(4)]
        super().__init__(buf)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> tuple[Any, list[Any]]:
        """Deal all games again."""
        self.batch = Batch(self.options, self.num_agents, seed or 0, bots=self.bots)
        self.look()
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[Any]]:
        """One action in every game; those that end begin again."""
        self.batch.step(np.asarray(actions))
        self.look()
        self.rewards[:] = self.batch.returns[np.arange(self.num_agents), self.seats]
        self.terminals[:] = self.batch.done
        won = self.rewards[self.terminals]
        infos = [{"win_share": float(won.mean())}] if len(won) else []
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def look(self) -> None:
        """Copy what the batch shows into PufferLib's buffer."""
        self.observations[:, :OBS_SIZE] = self.batch.observations
        self.observations[:, OBS_SIZE:] = self.batch.masks

    def close(self) -> None:
        """Do nothing: nothing is open."""


class Policy(torch.nn.Module):
    """Two layers; illegal actions have no chance."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = torch.tensor(SCALE)
        self.layers = torch.nn.Sequential(
            torch.nn.Linear(OBS_SIZE, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, ACTIONS)
        )

    def forward(self, observations: Any) -> Any:
        """The distribution of the action in each game."""
        given = torch.as_tensor(observations)
        logits = self.layers(given[:, :OBS_SIZE] / self.scale)
        return torch.distributions.Categorical(
            logits=logits.masked_fill(given[:, OBS_SIZE:] == 0, -1e9)
        )


def train(games: int, updates: int, horizon: int) -> tuple[float, float]:
    """REINFORCE with discounted win shares; steps per second and the win share of the games."""
    torch.manual_seed(1)
    torch.set_num_threads(1)  # a network this small is quicker on one
    env = pufferlib.vector.make(ElGrande, env_kwargs={"games": games})
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), 1e-3)
    observations, _ = env.reset(1)
    won: list[float] = []
    started = perf_counter()
    for _ in range(updates):
        chances, rewards, ends = [], [], []
        for _ in range(horizon):
            chance = policy(observations.copy())
            actions = chance.sample()
            observations, reward, end, _, infos = env.step(actions.numpy())
            chances.append(chance.log_prob(actions))
            rewards.append(torch.as_tensor(reward.copy()))
            ends.append(torch.as_tensor(end.copy()))
            won += [info["win_share"] for info in infos]
        value = torch.zeros(games)
        loss = torch.zeros(())
        for chance_, reward_, end_ in zip(chances[::-1], rewards[::-1], ends[::-1], strict=True):
            value = reward_ + 0.99 * value * ~end_
            loss = loss - (chance_ * (value - 0.25 * (value > 0))).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return games * updates * horizon / (perf_counter() - started), float(np.mean(won or [0.0]))


def main() -> None:
    """Train for some updates and print how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--horizon", type=int, default=128)
    given = parser.parse_args()
    speed, won = train(given.games, given.updates, given.horizon)
    print(f"{speed:,.0f} steps per second; win share {won:.2f} against novices, chance is 0.25")


if __name__ == "__main__":
    main()
