"""The game as a Gymnasium environment: one agent, and bots in all other seats."""

from collections.abc import Sequence
from typing import Any, Final

from elgrande.bots import Player, Situation
from elgrande.bots.simple import bot_rng
from elgrande.game import Game
from elgrande.learn import tasks
from elgrande.learn.arrays import np
from elgrande.learn.errors import BadBatch, missing
from elgrande.learn.seat_view import (
    checked_seat,
    mask_of,
    observation_of,
    play_action,
    whole_number,
    win_shares,
)
from elgrande.learn.spaces import action_space, observation_space
from elgrande.rules.errors import BadArgument, GameOver
from elgrande.rules.fields import seed_of, short
from elgrande.rules.rng import Rng

try:
    from gymnasium import Env
except ImportError:
    raise missing("Gymnasium", "gym") from None

DEFAULT_TASK: Final = "ElGrande-2023-4p-v1"
DEFAULT_OPPONENTS: Final = "novice"
RENDER_MODES: Final = ("ansi",)


class ElGrande(Env[dict[str, Any], int]):
    """One agent at a table of bots.

    >>> environment = ElGrande(opponents="random", seat=0)
    >>> observation, info = environment.reset(seed=7)
    >>> info["seat"], [int(points) for points in info["points"]]
    (0, [0, 0, 0, 0])

    `opponents` names a bot for all other seats, or one for each from the agent's left on. Without
    `seat` every game draws one. A game that is won gives a reward of 1, a tie a share of it.
    `masked=False` is for algorithms that know no masks: an action that is not legal then means the
    next legal one after it. A seed deals the same game as `Game.new` does.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        task: str = DEFAULT_TASK,
        opponents: str | Sequence[str] = DEFAULT_OPPONENTS,
        seat: int | None = None,
        masked: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.task: Final = tasks.whole_game(task)
        players = self.task.players
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadBatch(f"render_mode is 'ansi' or None, not {short(render_mode)}.")
        self.observation_space = observation_space()
        self.action_space: Any = action_space()
        self.render_mode = render_mode
        self.masked: Final = masked
        self._fixed_seat: Final = None if seat is None else checked_seat(seat, players)
        self._bots: Final = [Player(name) for name in _names_of(opponents, players - 1)]
        self._luck: list[Rng] = []
        self.seat = 0
        self.game: Game | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game and play it to the agent's first decision.

        Without a seed it is dealt from the task's seeds for training.
        """
        if seed is not None and seed_of(seed) < 0:
            raise BadArgument(f"A seed of Gymnasium is 0 or more, not {short(seed)}.")
        super().reset(seed=seed)
        train = self.task.seeds.train
        drawn = int(self.np_random.integers(train.start, train.stop))
        players = self.task.players
        at = int(self.np_random.integers(players))
        self.seat = at if self._fixed_seat is None else self._fixed_seat
        number = drawn if seed is None else seed
        self.game = Game.new(self.task.options, number)
        self._luck = [bot_rng(number, each) for each in range(players)]
        for bot in self._bots:
            bot.begin()
        self._let_bots_play(self.game)
        return self._look(self.game), self._info(self.game)

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the agent's action, then the bots until the agent is asked again."""
        game = self._begun()
        if game.over:
            raise GameOver("The game is over; call reset() to deal another.")
        play_action(game, action if self.masked else self._next_legal(game, action))
        self._let_bots_play(game)
        reward = win_shares(game)[self.seat] if game.over else 0.0
        return self._look(game), reward, game.over, False, self._info(game)

    def action_masks(self) -> Any:
        """The actions that are legal now, as sb3-contrib's MaskablePPO asks for them."""
        return mask_of(self._begun(), self.seat).astype(bool)

    def render(self) -> str | None:
        """What anybody at the table sees, in a line."""
        return None if self.render_mode is None else repr(self._begun())

    def close(self) -> None:
        """End the processes of bots that are plug-ins."""
        for bot in self._bots:
            bot.close()

    def _begun(self) -> Game:
        if self.game is None:
            raise GameOver("No game has been dealt yet; call reset() first.")
        return self.game

    def _let_bots_play(self, game: Game) -> None:
        """Ask the bots until the agent is asked or the game is over."""
        players = self.task.players
        while not game.over:
            seat = game.state.seat
            if seat == self.seat:
                return
            legal = game.legal()
            if len(legal) == 1:
                game.play(legal[0])
                continue
            bot = self._bots[(seat - self.seat) % players - 1]
            choice, _ = bot.answer(Situation.of(game, seat, self._luck[seat]))
            game.play(choice)

    def _look(self, game: Game) -> dict[str, Any]:
        return {
            "observation": observation_of(game, self.seat),
            "action_mask": mask_of(game, self.seat),
        }

    def _info(self, game: Game) -> dict[str, Any]:
        """The agent's seat and the points of all, by seat."""
        return {"seat": self.seat, "points": np.array(game.scores)}

    def _next_legal(self, game: Game, action: object) -> int:
        """The action itself if it is legal, else the next one that is; after the last the first."""
        legal = np.flatnonzero(mask_of(game, self.seat))
        at = int(np.searchsorted(legal, whole_number(action)))
        return int(legal[at % len(legal)])


def _names_of(opponents: str | Sequence[str], count: int) -> list[str]:
    """A bot's name for each seat but the agent's."""
    if isinstance(opponents, str):
        return [opponents] * count
    names = list(opponents) if isinstance(opponents, Sequence) else [opponents]
    if not all(isinstance(name, str) for name in names):
        raise BadBatch(f"opponents are names of bots, not {short(opponents)}.")
    if len(names) != count:
        raise BadBatch(f"opponents names one bot, or {count} for this task, not {len(names)}.")
    return names
