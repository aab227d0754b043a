"""What the tests of the search share: contexts, settings, and positions to think about."""

from collections.abc import Iterator

from elgrande import Game, Options
from elgrande.bots.levels import playing_on
from elgrande.rules.board import NOWHERE
from elgrande.rules.frames import TURNS
from elgrande.rules.packing import kind_of
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.rollout import answer_quickly, turn_seat
from elgrande.search.search_result import SearchResult
from elgrande.search.weights import STANDARD, Weights
from tests.support.walks import every_variant, pick

VARIANTS = list(every_variant())
SETTINGS = playing_on(1, STANDARD)
# Those that positions are played with stay as they are, so that tuning does not change positions.
FIXED = Weights(
    near=[256, 420, 380, 330, 420, 380, 330, 400, 350, 300],
    far=[0, 300, 290, 270, 150, 145, 140, 0, 0, 0],
    men=[0] * 10,
    castillo=[0, 250, 250, 240, 230, 230, 230, 200, 200, 180],
    court_first=[0, 230, 230, 220, 220, 210, 200, 170, 110, 0],
    court_more=[0, 150, 150, 140, 140, 130, 110, 80, 20, 0],
    card_value=[0] * 10,
    card_takes=[0] * 10,
    fade=(2.4, 0.42, 1.2, 0.21),
)
SOME_STATE = Game.new().state
FIELDS = [
    name
    for name in dir(SOME_STATE)
    if name != "words" and name[0] != "_" and not callable(getattr(SOME_STATE, name))
]
TURN_BEGINS = ("take", "card", "take_from")


def mind_of(seed: int = 0, noise: int = 0) -> Context:
    """A context with its own random numbers."""
    return Context(Rng(seed), noise, STANDARD)


def facing(state: State, seat: int, seed: int = 0, noise: int = 0) -> Context:
    """A context whose appraiser look at the position as this seat."""
    context = mind_of(seed, noise)
    context.appraiser.look_at(state, seat)
    return context


def everything(state: State) -> list[object]:
    """All that a state holds, to tell whether anything was changed."""
    return [*(getattr(state, name) for name in FIELDS), *state.words]


def variant(number: int) -> Options:
    """One of the variants; consecutive numbers take very different ones."""
    return VARIANTS[number * 13 % len(VARIANTS)]


def walk_sensibly(game: Game, rng: Rng) -> Iterator[int]:
    """Play to the end, half by chance, half quickly; stops before each choice with its seat."""
    context = Context(Rng(rng.below(1000)), 0, FIXED)
    while not game.over:
        seat = pick(rng, game.waiting)
        yield seat
        choice = pick(rng, game.legal(seat))
        if rng.below(2):
            context.appraiser.seat = -1
            choice = answer_quickly(game.state, context, seat)
        game.play(choice, seat)


def begins_turn(game: Game) -> bool:
    """Whether the seat that is asked is about to plan its whole turn."""
    state = game.state
    return (
        game.decision in TURN_BEGINS
        and kind_of(state.frame(0)) == TURNS
        and turn_seat(state) == state.seat
        and state.card == NOWHERE
    )


def turns(games: int, of_each: int, first: int = 0) -> list[Game]:
    """Positions all over the variants in which a turn begins."""
    found = []
    for number in range(first, first + games):
        game, rng = Game.new(variant(number), number), Rng(number)
        begun = [game.clone() for _ in walk_sensibly(game, rng) if begins_turn(game)]
        found += [begun[rng.below(len(begun))] for _ in range(of_each)]
    return found


def told(result: SearchResult) -> list[object]:
    """A result of the search as plain data, with every digit."""
    return [
        result.mixed,
        result.iterations,
        *([o.choices, o.share, o.chance, o.points, o.margin] for o in result.options),
    ]
