"""Many games at once as a Gymnasium vector environment, stepped in compiled code.

The opponents are quick bots, which play inside the batch. A game that ends is followed by another
in the same step, so observation and info are already those of the new game. How the old one went is
in the rewards; its last observation and info are in `final_obs` and `final_info`, where Gymnasium's
own vector environments have them with `AutoresetMode.SAME_STEP`.
"""

from secrets import randbits
from typing import TYPE_CHECKING, Any, Final

from elgrande.learn import tasks
from elgrande.learn.arrays import np
from elgrande.learn.batch import Batch
from elgrande.learn.core.actions import ACTIONS
from elgrande.learn.errors import missing
from elgrande.learn.gym.environment import DEFAULT_OPPONENTS, DEFAULT_TASK
from elgrande.learn.spaces import action_space, observation_space
from elgrande.rules.errors import BadArgument, GameOver
from elgrande.rules.fields import seed_of, short

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing("Gymnasium", "gym") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from elgrande.record import Record

SEED_BITS: Final = 63


class ElGrandeVector(VectorEnv[dict[str, Any], "NDArray[Any]", "NDArray[Any]"]):
    """One agent in each of many games; it sits in another seat from game to game.

    `opponents` is a quick bot of `Batch`. Only deals for training are played: those of a batch.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 256,
        task: str = DEFAULT_TASK,
        opponents: str = DEFAULT_OPPONENTS,
    ) -> None:
        self.task: Final = tasks.whole_game(task)
        self.num_envs = num_envs
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        players = self.task.players
        self._bots: Final = [
            {seat: opponents for seat in range(players) if seat != agent}
            for agent in range(players)
        ]
        self._deal(randbits(SEED_BITS))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seats: Final = np.arange(num_envs) % players
        self._rows: Final = np.arange(num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal all games again; the same seed deals the same ones."""
        if seed is not None and seed_of(seed) < 0:
            raise BadArgument(f"A seed of Gymnasium is 0 or more, not {short(seed)}.")
        super().reset(seed=seed)
        self._deal(int(self.np_random.integers(2**SEED_BITS)))
        self._begun = True
        return self._look(), self._infos()

    def step(
        self, actions: "NDArray[Any]"
    ) -> tuple[dict[str, Any], "NDArray[Any]", "NDArray[Any]", "NDArray[Any]", dict[str, Any]]:
        """Play the agent's action in every game, then the bots until it is asked again."""
        if not self._begun:
            raise GameOver("No games have been dealt yet; call reset() first.")
        batch = self._batch
        batch.step(actions)
        ended = batch.done.astype(bool)
        infos = self._infos()
        if ended.any():
            infos |= self._finals(ended)
            for place in np.flatnonzero(ended).tolist():
                infos["points"][place] = batch.game(place).scores
        rewards = batch.returns[self._rows, self.seats]
        return self._look(), rewards, ended, np.zeros(self.num_envs, bool), infos

    def record(self, place: int) -> "Record":
        """The game now played in a place, as far as it went."""
        return self._batch.record(place)

    def _deal(self, seed: int) -> None:
        self._batch = Batch(self.task.options, self.num_envs, seed, bots=self._bots)

    def _look(self) -> dict[str, Any]:
        """Copies, because the next step writes over the arrays of the batch."""
        batch = self._batch
        return {
            "observation": batch.observations.copy(),
            "action_mask": batch.masks.view(np.int8).copy(),
        }

    def _infos(self) -> dict[str, Any]:
        """The agent's seats and the points of all, by seat."""
        everywhere = np.ones(self.num_envs, bool)
        return {
            "seat": self.seats.copy(),
            "_seat": everywhere,
            "points": self._batch.scores[:, : self.task.players].copy(),
            "_points": everywhere.copy(),
        }

    def _finals(self, ended: "NDArray[Any]") -> dict[str, Any]:
        """The last observations and infos of games that have just ended; elsewhere None and 0."""
        batch = self._batch
        last: NDArray[Any] = np.full(self.num_envs, None)
        for place in np.flatnonzero(ended).tolist():
            last[place] = {
                "observation": batch.final_observation(place, int(self.seats[place])),
                "action_mask": np.zeros(ACTIONS, np.int8),
            }
        points = batch.scores[:, : self.task.players]
        info = {
            "seat": np.where(ended, self.seats, 0),
            "_seat": ended.copy(),
            "points": np.where(ended[:, None], points, 0),
            "_points": ended.copy(),
        }
        return {
            "final_obs": last,
            "_final_obs": ended.copy(),
            "final_info": info,
            "_final_info": ended.copy(),
        }
