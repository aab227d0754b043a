"""A situation holds what its seat may know: the true game is out of reach."""

import gc
import json
import types
from collections import Counter
from functools import cache
from random import Random

import pytest

from elgrande import BadSnapshot, Game
from elgrande.bots import Situation, bot_named, kinds
from elgrande.game import Played
from elgrande.rules.cards import Deck
from elgrande.rules.deal import Deal
from elgrande.rules.frames import KIND_KEYS, LAST_DECISION, is_secret
from elgrande.rules.rng import Rng
from elgrande.rules.snapshot import take_back_data
from elgrande.rules.state import State
from tests.support.tampering import tampered
from tests.support.walks import every_variant, pick

VARIANTS = list(every_variant())
SECRETS = {"set secretly", "power taken back", "modifier taken back"}
DECISIONS = set(KIND_KEYS[: LAST_DECISION + 1])
TRUTH = (Game, State, Deal, Played)
OF_EACH = 3
MOST_GAMES = 400
# The fields of a snapshot besides the board, whose pieces everybody counts. Totals and turn order
# are left out: a snapshot from before they are settled holds those of the round before.
TAMPERED_WITH = (
    "allowed", "available", "discs", "dummy", "first_player", "frames", "modifiers", "seen",
    "stacks", "take_backs", "vetoes",
)  # fmt: skip
TAMPERINGS = 4
# What belongs to the program and not to a position, with the deck, in which all cards are sorted.
PROGRAM = (Deck, type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)


@cache
def positions() -> list[tuple[Game, int]]:
    """Some positions, and seats that are asked, of every kind of decision and of hidden past."""
    found, count = [], Counter[str]()
    for number in range(MOST_GAMES):
        game = Game.new(VARIANTS[number * 13 % len(VARIANTS)], number)
        rng = Rng(number)
        while not game.over:
            seat = pick(rng, game.waiting)
            tags = tags_of(game, seat)
            if any(count[tag] < OF_EACH for tag in tags):
                found.append((game.clone(), seat))
                count.update(tags)
            game.play(pick(rng, game.legal(seat)), seat)
        if all(count[tag] >= OF_EACH for tag in DECISIONS | SECRETS):
            return found
    raise AssertionError(f"not found: {(DECISIONS | SECRETS) - set(count)}")


def tags_of(game: Game, seat: int) -> set[str]:
    """What is special about a position: what is asked, and what others did in secret."""
    tags = {game.decision}
    state = game.state
    if is_secret(state.kind) and any(
        state.disc(other) >= 0 for other in range(game.options.players) if other != seat
    ):
        tags.add("set secretly")
    for note in take_back_data(state):
        if note["seat"] != seat:
            tags.add("modifier taken back" if note["modifier"] else "power taken back")
    return tags


def reachable(thing: object) -> dict[int, object]:
    """All objects one can get to from one, by their ids; classes and functions are not entered."""
    found: dict[int, object] = {}
    todo = [thing]
    while todo:
        one = todo.pop()
        if id(one) not in found and not isinstance(one, PROGRAM):
            found[id(one)] = one
            todo += gc.get_referents(one)
    return found


def secrets_of(game: Game) -> set[int]:
    """The ids of the objects that make the true game; a stack of one known card is no secret."""
    deal = game.state.deal
    orders = [*deal.stacks, *deal.dummy_regions, deal.dummy_powers]
    truth = [thing for thing in reachable(game).values() if isinstance(thing, TRUTH)]
    assert game.state in truth
    assert deal in truth
    return {id(thing) for thing in [*truth, *(order for order in orders if len(order) > 1)]}


def test_the_true_game_is_out_of_reach() -> None:
    for game, seat in positions():
        situation = Situation.of(game, seat, Rng(1))
        held = [situation, situation.view, situation.legal, situation.imagine(), situation.options]
        assert not secrets_of(game) & set(reachable(held)), game.decision


def worlds_of(game: Game, seat: int) -> list[Game]:
    """True games that look the same to a seat."""
    return [game, *(game.determinize(seat, seed) for seed in (1, 2))]


def test_equal_views_give_equal_situations() -> None:
    differing = 0
    for game, seat in positions():
        worlds = worlds_of(game, seat)
        assert len({world.view(seat).to_json() for world in worlds}) == 1
        differing += len({world.digest() for world in worlds}) > 1
        situations = [Situation.of(world, seat, Rng(5)) for world in worlds]
        assert len({json.dumps(situation.to_data()) for situation in situations}) == 1
        assert len({situation.imagine().digest() for situation in situations}) == 1
        assert len({situation.imagine(3).digest() for situation in situations}) == 1
        assert {situation.view for situation in situations} == {game.view(seat)}
        assert {situation.legal for situation in situations} == {tuple(game.legal(seat))}
        assert {situation.decision for situation in situations} == {game.decision}
    assert differing > len(positions()) // 2


def test_whatever_differs_for_a_seat_is_in_its_view() -> None:
    tried, equal = Counter[str](), 0
    for number, (game, seat) in enumerate(positions()):
        snapshot, chance = game.snapshot(), Random(number)
        for field in TAMPERED_WITH * TAMPERINGS:
            changed = tampered(snapshot, field, chance)
            if changed == snapshot:
                continue
            try:
                other = Game.from_snapshot(changed)
            except BadSnapshot:
                continue
            tried[field] += 1
            if other.view(seat) == game.view(seat):
                equal += 1
                imagined = [world.determinize(seat, 4).snapshot() for world in (game, other)]
                assert imagined[0] == imagined[1], field
    assert set(tried) >= {"allowed", "frames", "modifiers", "vetoes"}
    assert equal


def own_bots() -> list[str]:
    """Our bots, those that search with little to search with."""
    return [
        f"{kind.name}:iterations=8" if "iterations" in kind.parameters else kind.name
        for kind in kinds().values()
        if kind.provider is None
    ]


@pytest.mark.parametrize("name", own_bots())
def test_equal_views_give_equal_choices(name: str) -> None:
    spec = bot_named(name)
    for game, seat in positions():
        before = game.digest()
        choices = {
            spec.make().choose(Situation.of(world, seat, Rng(5))) for world in worlds_of(game, seat)
        }
        assert len(choices) == 1
        assert choices <= set(game.legal(seat))
        assert game.digest() == before


def test_a_situation_travels_as_data() -> None:
    for game, seat in positions():
        here = Situation.of(game, seat, Rng(7))
        there = Situation.from_data(json.loads(json.dumps(here.to_data())))
        assert (there.seat, there.legal, there.view) == (here.seat, here.legal, here.view)
        assert there.imagine().digest() == here.imagine().digest()
        assert there.rng.state == here.rng.state


def test_a_situation_speaks_of_its_choices() -> None:
    game = Game.new(seed=1)
    situation = Situation.of(game, game.waiting[0], Rng(1))
    choice = situation.legal[0]
    assert situation.decision == "power"
    assert situation.notation(choice) == game.notation(choice)
    assert situation.describe(choice, "de") == game.describe(choice, "de")
