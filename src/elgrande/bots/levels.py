"""The levels above `random`: novice, steady, strong and master, each a clear step up.

`novice` and `steady` answer at once; `strong` and `master` search, for a time or for a number of
iterations, and then carry out the turn they planned unless something happens in between.
"""

from typing import Final

from elgrande.bots.novice import Novice
from elgrande.bots.situation import SEEDS, Situation
from elgrande.bots.turn_plan import TurnPlan
from elgrande.game import Game
from elgrande.rules.errors import BadParameter
from elgrande.rules.frames import POWER, is_secret
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.plans import Planner
from elgrande.search.rollout import answer_quickly, turn_seat
from elgrande.search.search_result import SearchResult, think
from elgrande.search.tree import SearchSettings
from elgrande.search.weights import FORESIGHTED, STANDARD, Weights


def playing_on(rounds_ahead: int, weights: Weights) -> SearchSettings:
    """A search whose playouts continue for some rounds after the current one."""
    return SearchSettings(
        width=24,
        inner_width=8,
        rounds_ahead=rounds_ahead,
        patience=2,
        noise=128,
        exploration=1.2,
        prior_width=1.5,
        weights=weights,
    )


STEADY: Final = playing_on(0, FORESIGHTED)
STRONG: Final = playing_on(0, STANDARD)
# Sees further: to the end of the second round after this one, and trusts what it has found.
MASTER: Final = SearchSettings(
    width=32,
    inner_width=8,
    rounds_ahead=2,
    patience=2,
    noise=64,
    exploration=0.5,
    prior_width=4.0,
    weights=STANDARD,
)
TRIES_PER_POWER: Final = 2
LONGEST: Final = 3600.0
MOST_ITERATIONS: Final = 10**9


class Steady:
    """Looks at every way to play its turn and takes the one that leaves it best off.

    Before a round it plays the round out a few times with every power card it has.
    """

    def choose(self, situation: Situation) -> int:
        """The first choice of the best plan, or a quick answer where there is nothing to plan."""
        state = situation.imagine().state
        context = Context(luck_of(situation), 0, FORESIGHTED)
        if is_own_turn(state, situation.seat):
            others = Context(luck_of(situation), 0, FORESIGHTED)
            return Planner(context, others).plan(state, situation.seat)[0].choices[0]
        if state.kind == POWER and len(situation.legal) > 1:
            tries = TRIES_PER_POWER * len(situation.legal)
            seed = situation.rng.below(SEEDS)
            return think(state, situation.seat, STEADY, tries, 0.0, seed).options[0].choices[0]
        return answer_quickly(state, context, situation.seat)


class Searcher:
    """Searches when something is to be decided, then follows its plan to the end of the turn."""

    def __init__(self, settings: SearchSettings, seconds: float, iterations: int | None) -> None:
        self._settings = settings
        self._seconds = checked_seconds(seconds)
        self._iterations = 0 if iterations is None else checked_iterations(iterations)
        self._plan = TurnPlan()

    def choose(self, situation: Situation) -> int:
        """What the plan says, or what a new search finds."""
        game = situation.imagine()
        planned = self._plan.next(game.state, situation.legal)
        if planned is not None:
            return planned
        if len(situation.legal) == 1:
            return situation.legal[0]
        choices = self.search(game, situation).choose(situation.rng).choices
        self._plan.keep(choices[1:], game.state)
        return choices[0]

    def search(self, game: Game, situation: Situation) -> SearchResult:
        """The options of the decision, the best first."""
        seed, seat = situation.rng.below(SEEDS), situation.seat
        return think(game.state, seat, self._settings, self._iterations, self._seconds, seed)


def luck_of(situation: Situation) -> Rng:
    """Random numbers for one decision, drawn from the bot's own."""
    return Rng(situation.rng.below(SEEDS))


def is_own_turn(state: State, seat: int) -> bool:
    """Whether a seat decides in its own turn, where there is something to plan."""
    return not is_secret(state.kind) and state.kind != POWER and turn_seat(state) == seat


def checked_seconds(seconds: float) -> float:
    """A time to think; BadParameter if it is invalid."""
    if not 0 < seconds <= LONGEST:
        raise BadParameter(f"seconds must be more than 0 and at most {LONGEST:g}, not {seconds:g}.")
    return seconds


def checked_iterations(iterations: int) -> int:
    """A number of iterations; BadParameter if it is invalid."""
    if not 1 <= iterations <= MOST_ITERATIONS:
        raise BadParameter(
            f"iterations must be from 1 to {MOST_ITERATIONS}, not {str(iterations)[:20]}."
        )
    return iterations


def novice() -> Novice:
    """Plausible and quick, with the mistakes of a first evening."""
    return Novice()


def steady() -> Steady:
    """Plans its whole turn and knows what a position is worth; answers at once."""
    return Steady()


def strong(seconds: float = 0.3, iterations: int | None = None) -> Searcher:
    """Searches over imagined games, for some seconds or iterations per decision."""
    return Searcher(STRONG, seconds, iterations)


def master(seconds: float = 2.0, iterations: int | None = None) -> Searcher:
    """Searches wider and longer, and looks two rounds further."""
    return Searcher(MASTER, seconds, iterations)
