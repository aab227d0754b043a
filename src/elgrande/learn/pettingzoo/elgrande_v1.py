"""The game as a PettingZoo AEC environment, one agent for each seat.

Observations are dictionaries of `observation` (`elgrande-obs-1`) and `action_mask`. A game ends
with a reward of 1 for its winner, shared in a tie; the points are in the infos all the time.
"""

from secrets import randbits
from typing import TYPE_CHECKING, Any, Final

from elgrande.game import Game
from elgrande.learn.errors import BadBatch, IllegalAction, missing
from elgrande.learn.seat_view import mask_of, observation_of, play_action, truth_of, win_shares
from elgrande.learn.seeds import seed_of_game
from elgrande.rules.errors import GameOver, NoSuchSeat
from elgrande.rules.fields import seed_of, short
from elgrande.rules.options import Options

try:
    from pettingzoo import AECEnv

    from elgrande.learn.spaces import action_space, known_space, observation_space
except ImportError:
    raise missing("PettingZoo", "pettingzoo") from None

if TYPE_CHECKING:
    from gymnasium.spaces import Space
    from numpy.typing import NDArray

RENDER_MODES: Final = ("ansi",)


def env(options: Options | None = None, render_mode: str | None = None) -> "ElGrande":
    """A new environment; it refuses bad actions by itself and needs no wrapper for that.

    >>> elgrande = env(Options(players=3))
    >>> elgrande.reset(seed=7)
    >>> elgrande.agent_selection
    'player_1'
    """
    return ElGrande(options, render_mode)


raw_env = env


class ElGrande(AECEnv[str, dict[str, Any], int]):
    """A game of El Grande, whose agents are asked one after the other."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's own way to say it
        "name": "elgrande_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(self, options: Options | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadBatch(f"render_mode is 'ansi' or None, not {short(render_mode)}.")
        if options is not None and not isinstance(options, Options):
            raise BadBatch(f"options is an Options or None, not {short(options)}.")
        self.options: Final = Options() if options is None else options
        self.render_mode = render_mode
        seats = range(self.options.players)
        self.possible_agents: list[str] = [f"player_{seat}" for seat in seats]
        self.agents: list[str] = []
        self._seat: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: observation_space() for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Space[Any]] = {
            agent: action_space() for agent in self.possible_agents
        }
        self.state_space: Final = known_space()
        self.game = Game.new(self.options, 0)
        self._first_seed = randbits(63)
        self._episode = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: that of the seed, or the next after the last seed that was given."""
        if seed is None:
            self.game = Game.new(self.options, seed_of_game(self._first_seed, 0, self._episode))
        else:
            self._first_seed = seed_of(seed)
            self._episode = 0
            self.game = Game.new(self.options, seed)
        self._episode += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._look()

    def step(self, action: int | None) -> None:
        """Play an action of the agent now asked; None for one whose game is over."""
        if not self.agents:
            raise GameOver("There is no game now; call reset() to deal one.")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise GameOver(f"The game is over: {agent} can only step with None.")
            self._was_dead_step(None)
            return
        if action is None:
            raise IllegalAction(f"{agent} must choose an action; None is for agents that are done.")
        play_action(self.game, action)
        self._look()
        if self.game.over:
            self._end()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows and may do now; nothing is allowed to one that is not asked."""
        seat = self._seat.get(agent)
        if seat is None:
            raise NoSuchSeat(
                f"There is no agent {short(agent)}; there are {', '.join(self.possible_agents)}."
            )
        game = self.game
        return {"observation": observation_of(game, seat), "action_mask": mask_of(game, seat)}

    def state(self) -> "NDArray[Any]":
        """The whole truth, for critics that see everything."""
        return truth_of(self.game)

    def observation_space(self, agent: str) -> "Space[Any]":
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "Space[Any]":
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """What anybody at the table sees, in a line."""
        return None if self.render_mode is None else repr(self.game)

    def close(self) -> None:
        """Nothing is held open."""

    def _look(self) -> None:
        """Note who is asked now, and the points of all."""
        game = self.game
        points = game.scores
        self.infos = {
            agent: {"points": points[seat]} for seat, agent in enumerate(self.possible_agents)
        }
        self.agent_selection = self.possible_agents[game.state.seat]

    def _end(self) -> None:
        """Hand out the win shares; every agent takes one last look."""
        shares = win_shares(self.game)
        self.rewards = dict(zip(self.possible_agents, shares, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
