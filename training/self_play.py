"""One game for training: every seat plays in a style of its own, all of it decided by the seed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from elgrande.bots.judged import judged_by
from elgrande.bots.levels import STEADY, is_own_turn
from elgrande.bots.turn_plan import TurnPlan
from elgrande.game import Game
from elgrande.learn.data.games_file import PlayedGame
from elgrande.rules.choices import count_bits
from elgrande.rules.determinize import determinize
from elgrande.rules.frames import POWER, is_secret
from elgrande.rules.options import Options
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.network import Network
from elgrande.search.network_file import load_network
from elgrande.search.plans import Plan, Planner, distinct
from elgrande.search.rollout import answer_quickly
from elgrande.search.search_result import Option, think
from elgrande.search.turn_judge import TurnJudge
from elgrande.search.weights import FORESIGHTED, STANDARD
from training.mix import EXACT, LEARNER_STYLES, Style, draw_style

WIDTH: Final = 24  # plans among which a seat chooses
TRIES_PER_POWER: Final = 2
PER_CENT: Final = 100
SEEDS: Final = 2**31
GRAIN: Final = 1000
WEIGHTS: Final = "weights"  # those made by hand, where networks are named
POOLED: Final = 25  # per cent of seats that a pool gets unless said otherwise


class Mind(NamedTuple):
    """What a seat thinks with; plain data, so that it travels to other processes."""

    network: Path | None = None  # none: the hand-made weights
    iterations: int = 0  # of a search for every decision; 0: plans of one turn
    turns: bool = False  # the search judges where the tree ends, not the end of the round

    def __str__(self) -> str:
        judge = WEIGHTS if self.network is None else self.network.stem
        search = f"-{self.iterations}" if self.iterations else ""
        return f"{judge}{search}{'-turns' if self.turns else ''}"


class Recipe(NamedTuple):
    """What the seats of a game think with: one mind, and those of a pool that mix with it."""

    mind: Mind = Mind()
    searched: int = PER_CENT  # per cent of games in which minds that can search do
    pool: tuple[Mind, ...] = ()
    pooled: int = 0  # per cent of seats that think with a mind of the pool
    learners: int = 0  # if not 0, so many seats have the mind, and the pool's make no errors
    exact: bool = False  # nobody makes errors: for games to learn about the game from

    def __str__(self) -> str:
        text = str(self.mind)
        if self.searched != PER_CENT:
            text += f" in {self.searched}%"
        if self.pool:
            part = f"{self.learners} seats" if self.learners else f"{self.pooled}%"
            text += f" with {part} of {', '.join(map(str, self.pool))}"
        return f"{text} without errors" if self.exact else text

    @property
    def searches(self) -> bool:
        """Whether some decisions are searched."""
        return any(mind.iterations for mind in (self.mind, *self.pool))

    def draw_seats(self, players: int, rng: Rng) -> list[tuple[Mind, Style]]:
        """The minds and styles of a game by seat."""
        if self.learners:
            order = list(range(players))
            rng.shuffle(order)
            return [
                (self.mind, draw_style(rng, LEARNER_STYLES))
                if place < self.learners
                else (self.pool[rng.below(len(self.pool))], EXACT)
                for place in order
            ]
        styles = [EXACT if self.exact else draw_style(rng) for _ in range(players)]
        minds = [self.mind] * players
        if self.pool:
            for seat in range(players):
                if rng.below(PER_CENT) < self.pooled:
                    minds[seat] = self.pool[rng.below(len(self.pool))]
        if self.searched < PER_CENT and rng.below(PER_CENT) >= self.searched:
            minds = [mind._replace(iterations=0) for mind in minds]
        return list(zip(minds, styles, strict=True))


class ReadyMind:
    """A mind whose network is loaded."""

    def __init__(self, mind: Mind, network: Network | None) -> None:
        self.iterations = mind.iterations
        self.settings = STEADY
        self.judge: TurnJudge | None = None
        if network is not None:
            self.settings = judged_by(network, turn_share=float(mind.turns))
            self.judge = TurnJudge(network, 0)

    def begin(self, seed: int) -> None:
        """Begin a game: nothing may depend on the games before."""
        if self.judge is not None:
            self.judge = TurnJudge(self.judge.network, seed)


class Thinker:
    """What the seats of a process think with, made once for all games."""

    def __init__(self, recipe: Recipe, load: Callable[[Path], Network] = load_network) -> None:
        self.recipe = recipe
        networks = {mind.network: None for mind in (recipe.mind, *recipe.pool)}
        self._networks: dict[Path | None, Network | None] = {
            path: None if path is None else load(path) for path in networks
        }
        self._minds: dict[Mind, ReadyMind] = {}

    def ready(self, mind: Mind) -> ReadyMind:
        """What thinks in a seat."""
        if mind not in self._minds:
            self._minds[mind] = ReadyMind(mind, self._networks[mind.network])
        return self._minds[mind]

    def begin(self, seed: int) -> None:
        """Begin a game."""
        for mind in self._minds.values():
            mind.begin(seed)


class SelfPlayer:
    """A seat of one game."""

    def __init__(self, mind: ReadyMind, style: Style, rng: Rng) -> None:
        self._mind = mind
        self._style = style
        self._rng = rng
        self._plan = TurnPlan()
        self._context = Context(Rng(rng.below(SEEDS)), style.noise if style.novice else 0, STANDARD)
        self._context.appraiser.selfish = style.novice

    def choose(self, state: State, legal: Sequence[int]) -> int:
        """A choice for the seat that is asked first."""
        seat = state.seat
        planned = self._plan.next(state, legal)
        if planned is not None:
            return planned
        if len(legal) == 1:
            return legal[0]
        if state.kind == POWER and self._rng.below(PER_CENT) < self._style.any_power:
            return legal[self._rng.below(len(legal))]
        seen = determinize(state, seat, self._rng)
        if not self._style.novice:
            choices = self._thought(seen, seat)
            if choices:
                self._plan.keep(choices[1:], state)
                return choices[0]
        self._context.appraiser.seat = -1
        return answer_quickly(seen, self._context, seat)

    def _thought(self, seen: State, seat: int) -> Sequence[int]:
        """The choices of a plan; none where a quick answer will do."""
        mind, rng = self._mind, self._rng
        if mind.iterations and not is_secret(seen.kind):
            found = think(seen, seat, mind.settings, mind.iterations, 0.0, rng.below(SEEDS))
            return self._pick_option(found.options).choices
        if seen.kind == POWER:
            tries = TRIES_PER_POWER * count_bits(seen.mask)
            found = think(seen, seat, mind.settings, tries, 0.0, rng.below(SEEDS))
            return found.options[0].choices
        if not is_own_turn(seen, seat):
            return ()
        if mind.judge is not None:
            return self._pick_judged(mind.judge.plan(seen, seat, WIDTH)).choices
        context, others = (Context(Rng(rng.below(SEEDS)), 0, FORESIGHTED) for _ in range(2))
        return self._pick_plan(distinct(Planner(context, others).plan(seen, seat), WIDTH)).choices

    def _pick_plan(self, plans: Sequence[Plan]) -> Plan:
        """The best plan, misjudged by a little."""
        return max(plans, key=lambda plan: plan.worth + self._rng.below(self._style.noise))

    def _pick_judged(self, plans: Sequence[Plan]) -> Plan:
        return max(plans, key=lambda plan: plan.chance + self._error())

    def _pick_option(self, options: Sequence[Option]) -> Option:
        """The best of the options that were tried at least half as often as the first."""
        tried = [option for option in options if 2 * option.share >= options[0].share]
        return max(tried, key=lambda option: option.chance + self._error())

    def _error(self) -> float:
        return self._style.chance_noise * int(self._rng.below(GRAIN)) / GRAIN


def play_for_training(options: Options, seed: int, thinker: Thinker) -> PlayedGame:
    """A whole game; the same for the same seed, whatever was played before."""
    game = Game.new(options, seed)
    rng = Rng(seed)
    luck = rng.below(SEEDS)
    seats = thinker.recipe.draw_seats(options.players, rng)
    players = [
        SelfPlayer(thinker.ready(mind), style, Rng(rng.below(SEEDS))) for mind, style in seats
    ]
    thinker.begin(luck)
    while not game.over:
        seat = game.state.seat
        game.play(players[seat].choose(game.state, game.legal(seat)), seat)
    return PlayedGame.of(game)


def styles_of(seed: int, players: int) -> list[Style]:
    """The styles that the seats of a game had, unless there were learners among them."""
    rng = Rng(seed)
    rng.below(SEEDS)  # the luck of the thinker
    return [style for _, style in Recipe().draw_seats(players, rng)]
