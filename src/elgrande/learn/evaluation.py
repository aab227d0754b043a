"""How often a policy wins against bots: one seat for it, every other seat for the same bot.

A policy is whatever chooses actions for rows of observations and masks, be it a network or a rule.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from elgrande.arena.intervals import Outing, Share, winning_share
from elgrande.bots import Bot, Situation, bot_named, bot_rng
from elgrande.game import Game
from elgrande.learn.arrays import np
from elgrande.learn.batch import as_actions
from elgrande.learn.core.actions import ACTIONS
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.errors import BadBatch
from elgrande.learn.single import action_mask, choice_of, observe
from elgrande.learn.tasks import SEEDS
from elgrande.rules.options import Options
from elgrande.rules.rng import Rng

if TYPE_CHECKING:
    from numpy.typing import NDArray

# From uint8[n, OBS_SIZE] and uint8[n, ACTIONS] to n legal actions.
Policy = Callable[["NDArray[Any]", "NDArray[Any]"], "NDArray[Any]"]

DEFAULT_DEALS: Final = 50


def win_share(
    policy: Policy,
    bot: str = "novice",
    options: Options | None = None,
    seeds: Iterable[int] = SEEDS.validation[:DEFAULT_DEALS],
) -> Share:
    """The policy's win share against a bot with its 95% interval; 1 / players is an even match.

    >>> from elgrande.learn.policies import random_policy
    >>> share = win_share(random_policy(seed=1), "random", Options(players=2), seeds=range(5))
    >>> share.games
    10
    """
    share = winning_share(play_matches(policy, bot, options, seeds))
    if share is None:
        raise BadBatch("seeds names no deal; give at least one.")
    return share


def play_matches(
    policy: Policy, bot: str, options: Options | None, seeds: Iterable[int]
) -> list[Outing]:
    """What the policy won in every game: each deal is played once from each seat.

    The games go on side by side, so that the policy is asked for many decisions at a time.
    """
    chosen = options or Options()
    matches = [Match(chosen, seed, seat, bot) for seed in seeds for seat in range(chosen.players)]
    asked = [match for match in matches if match.reach_policy()]
    while asked:
        observations = np.zeros((len(asked), OBS_SIZE), np.uint8)
        masks = np.zeros((len(asked), ACTIONS), np.uint8)
        seats = np.array([match.seat for match in asked])
        for row, match in enumerate(asked):
            observe(match.game, match.seat, observations[row])
            masks[row] = action_mask(match.game, match.seat)
        answers = as_actions(policy(observations, masks), Asked(len(asked), masks, seats))
        for match, action in zip(asked, answers.tolist(), strict=True):
            match.play(action)
        asked = [match for match in asked if match.reach_policy()]
    return [match.outing() for match in matches]


class Asked(NamedTuple):
    """The games in which a policy is asked."""

    games: int
    masks: "NDArray[Any]"
    seats: "NDArray[Any]"


class Match:
    """One game of a policy, in one seat, against bots in the others."""

    def __init__(self, options: Options, seed: int, seat: int, bot: str) -> None:
        self.game: Final = Game.new(options, seed)
        self.seat: Final = seat
        spec = bot_named(bot)
        self._bots: Final[list[Bot]] = [spec.make() for _ in range(options.players)]
        self._luck: Final[list[Rng]] = [bot_rng(seed, each) for each in range(options.players)]

    def reach_policy(self) -> bool:
        """Let the bots play until the policy is asked; False if the game is over first."""
        game = self.game
        while not game.over:
            seat = game.waiting[0]
            legal = game.legal(seat)
            if len(legal) == 1:
                game.play(legal[0], seat)
            elif seat == self.seat:
                return True
            else:
                situation = Situation.of(game, seat, self._luck[seat])
                game.play(self._bots[seat].choose(situation), seat)
        return False

    def play(self, action: int) -> None:
        """Play the policy's action."""
        self.game.play(choice_of(self.game, self.seat, action), self.seat)

    def outing(self) -> Outing:
        """What the policy won in the game that is over."""
        winners = self.game.winners
        won = 1 / len(winners) if self.seat in winners else 0.0
        return Outing(self.game.seed, won, 1)
