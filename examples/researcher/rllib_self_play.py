"""El Grande for RLlib: its own environment, and PPO that plays against itself.

    pip install 'elgrande[rllib]' torch
    python examples/researcher/rllib_self_play.py --iterations 10

All seats share one policy. RLlib's module for action masks expects the keys `observations` and
`action_mask`, both as floats.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from elgrande import Game, Options
from elgrande.learn import ACTIONS, OBS_SIZE, SCALE, action_mask, choice_of, observe

POLICY = "shared"
SCALED = 1 / np.array(SCALE, np.float32)


class ElGrande(MultiAgentEnv):
    """A game whose agents are asked one after another."""

    def __init__(self, config: Any = None) -> None:
        super().__init__()
        self.options = Options(**dict(config or {}))
        self.possible_agents = [f"player_{seat}" for seat in range(self.options.players)]
        self.agents = self.possible_agents[:]
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                observations=gymnasium.spaces.Box(0, 255, (OBS_SIZE,), np.float32),
                action_mask=gymnasium.spaces.Box(0, 1, (ACTIONS,), np.float32),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(ACTIONS) for agent in self.possible_agents
        }
        self.draw = np.random.default_rng()

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        """Deal a new game."""
        if seed is not None:
            self.draw = np.random.default_rng(seed)
        self.game = Game.new(self.options, int(self.draw.integers(2**32, 2**63)))
        self.agents = self.possible_agents[:]
        return self.look([self.game.waiting[0]]), {}

    def step(self, action_dict: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play the action of the one agent that was asked."""
        game = self.game
        seat = game.waiting[0]
        action = int(action_dict[self.possible_agents[seat]])
        game.play(choice_of(game, seat, action), seat)
        if not game.over:
            done = {"__all__": False}
            observations = self.look([game.waiting[0]])
            return observations, dict.fromkeys(observations, 0.0), done, done, {}
        share = 1 / len(game.winners)
        rewards = {
            agent: share if seat in game.winners else 0.0
            for seat, agent in enumerate(self.possible_agents)
        }
        done = {"__all__": True, **dict.fromkeys(self.possible_agents, True)}
        self.agents = []
        return self.look(range(self.options.players)), rewards, done, {"__all__": False}, {}

    def look(self, seats: Any) -> dict[str, Any]:
        """What these seats know and may do."""
        return {
            self.possible_agents[seat]: {
                "observations": observe(self.game, seat) * SCALED,
                "action_mask": action_mask(self.game, seat).astype(np.float32),
            }
            for seat in seats
        }


def configure(players: int, batch: int) -> Any:
    """PPO with one policy for all seats, in this process."""
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"head_fcnet_hiddens": [256, 256], "head_fcnet_activation": "relu"},
    )
    return (
        PPOConfig()
        # Its checks do not know about masks.
        .environment(
            ElGrande,
            env_config={"players": players, "short": True},
            disable_env_checking=True,
        )
        .env_runners(num_env_runners=0)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda *_, **__: POLICY)
        .training(train_batch_size_per_learner=batch, minibatch_size=min(batch, 256), num_epochs=2)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
    )


def main() -> None:
    """Train for some iterations and print the result of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=3)
    parser.add_argument("--batch", type=int, default=1024)
    given = parser.parse_args()
    algorithm = configure(given.players, given.batch).build_algo()
    for number in range(1, given.iterations + 1):
        runners = algorithm.train()["env_runners"]
        games, steps = runners["num_episodes_lifetime"], runners["num_env_steps_sampled_lifetime"]
        print(f"iteration {number}: {games:.0f} games, {steps:.0f} decisions so far")
    algorithm.stop()


if __name__ == "__main__":
    main()
