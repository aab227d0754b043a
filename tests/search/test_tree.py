"""The search: reproducible, over worlds that are legal, and each seat learns for itself."""

from time import perf_counter

import pytest
from librt.vecs import vec

from elgrande import Game, Options
from elgrande.bots.judged import judged_by
from elgrande.rules.board import MODIFIER_VALUES
from elgrande.rules.choices import POWER_BASE
from elgrande.rules.determinize import determinize
from elgrande.rules.frames import KIND_KEYS, POWER
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.network import Network
from elgrande.search.node import FEWEST_TRIES, Node
from elgrande.search.plans import PAUSE, Plan, turn_of
from elgrande.search.rollout import begins_turn, play_to_turn
from elgrande.search.search_result import think
from elgrande.search.tree import Search
from tests.bots.test_situation import positions
from tests.support.networks import random_layers
from tests.support.searching import (
    SETTINGS,
    everything,
    mind_of,
    told,
    turns,
    variant,
    walk_sensibly,
)


def test_the_same_seed_thinks_the_same() -> None:
    differ = 0
    for number, (game, seat) in enumerate(positions()):
        before = everything(game.state)
        one = told(think(game.state, seat, SETTINGS, 12, 0.0, number))
        two = told(think(game.state.clone(), seat, SETTINGS, 12, 0.0, number))
        assert one == two
        assert everything(game.state) == before
        differ += told(think(game.state, seat, SETTINGS, 12, 0.0, number + 1)) != one
    assert differ > len(positions()) // 2


def test_a_thought_holds_legal_choices_whatever_is_asked() -> None:
    for number, (game, seat) in enumerate(positions()):
        result = think(game.state, seat, SETTINGS, 20, 0.0, number)
        legal = game.legal(seat)
        firsts = [option.choices[0] for option in result.options]
        assert set(firsts) <= set(legal)
        assert sum(option.share for option in result.options) == pytest.approx(1.0)
        for option in result.options:
            assert 0.0 <= option.chance <= 1.0
            assert 0.0 <= option.share <= 1.0
        shares = [option.share for option in result.options]
        assert shares == sorted(shares, reverse=True)
        if len(legal) > 1 and len(result.options) > 1:
            assert result.iterations == 20


def worlds_of(game: Game, seat: int) -> list[Game]:
    """True games this seat cannot tell from each other."""
    return [game, *(game.determinize(seat, seed) for seed in range(3))]


def test_games_that_look_the_same_are_thought_about_the_same() -> None:
    for number, (game, seat) in enumerate(positions()[::2]):
        results = [
            told(think(true.determinize(seat, 77).state, seat, SETTINGS, 10, 0.0, number))
            for true in worlds_of(game, seat)
        ]
        assert all(result == results[0] for result in results)


def all_nodes(root: Node) -> list[Node]:
    found = [root]
    for child in root.children:
        if child is not None:
            found += all_nodes(child)
    return found


def test_each_seat_learns_how_it_went_for_itself() -> None:
    deep = 0
    for game in turns(16, 1) + powers(16):
        state, seat = game.state, game.state.seat
        search = Search(SETTINGS, 5)
        search.round = state.round
        search.last_round = min(9, state.round + 1)
        root = search.open(state, seat, 24)
        rng = Rng(9)
        for tried in range(1, 41):
            before = {id(node): (node.visited, list(node.totals)) for node in all_nodes(root)}
            search.iterate(determinize(state, seat, rng), root)
            for node in all_nodes(root):
                visited, totals = before.get(id(node), (0, [0.0] * node.count))
                if node.visited == visited:
                    continue
                assert node.visited == visited + 1
                gained = sum(node.totals) - sum(totals)
                assert gained == pytest.approx(search.outcome.chances[node.seat])
                deep += node is not root and node.seat != seat
            assert root.visited == sum(root.visits) == tried
        for node in all_nodes(root):
            for index, child in enumerate(node.children):
                assert child is None or child.visited <= node.visits[index]
    assert deep > 100


def powers(count: int) -> list[Game]:
    """Positions in which a power card is asked, with modifiers in half of the games."""
    found = []
    for number in range(count):
        options = Options(players=2 + number % 4, power_shift=number % 2 == 0)
        game, rng = Game.new(options, number), Rng(number)
        asked = [game.clone() for _ in walk_sensibly(game, rng) if game.decision == "power"]
        found.append(asked[rng.below(len(asked))])
    return found


def totals_of_round(world: State, rounds_played: int) -> list[int]:
    """What everyone's power card and modifier of a round made, from what everybody saw."""
    totals = []
    for seat in range(world.deal.players):
        total = world.power_history(seat) >> 4 * rounds_played & 15
        modifier = (world.modifier_history(seat) >> 5 * rounds_played & 31) - 1
        if modifier >= 0:
            total += MODIFIER_VALUES[modifier & 3]
        totals.append(total)
    return totals


def test_imagined_games_go_on_legally() -> None:
    """Nobody plays a total that is taken, though others had other cards when the node was made."""
    for number, game in enumerate(powers(40)):
        state, seat = game.state, game.state.seat
        search = Search(SETTINGS, number)
        search.round = search.last_round = state.round
        root = search.open(state, seat, 24)
        rng = Rng(number)
        for _ in range(60):
            world = determinize(state, seat, rng)
            search.iterate(world, root)
            totals = totals_of_round(world, state.rounds_played)
            assert len(set(totals)) == len(totals)


def test_a_choice_that_is_not_legal_in_a_world_is_not_played_there() -> None:
    game = Game.new(Options(players=3, first_player=0), 3)
    game.play(game.parse("power 10"))
    search = Search(SETTINGS, 1)
    search.round = search.last_round = game.round
    node = Node(1, POWER, [Plan([POWER_BASE + 10], 0)])
    search.follow(game.state, node, node.plans[0])
    assert game.decision == "power"
    assert game.waiting == (2,)
    assert game.state.power(1) not in (0, 10)


def test_no_search_is_called_off_before_it_has_begun_to_know() -> None:
    rng = Rng(4)
    stopped = 0
    for _ in range(300):
        count = 2 + rng.below(8)
        node = Node(0, POWER, [Plan([choice], 0) for choice in range(count)])
        for tried in range(2 * FEWEST_TRIES):
            node.learn(min(rng.below(count), rng.below(count)), 0.5, 0.0, 0.0)
            ahead = rng.below(100) / 50
            if tried + 1 < FEWEST_TRIES:
                assert not node.is_decided(0.0)
            elif node.is_decided(ahead):
                first, second = sorted(node.visits, reverse=True)[:2]
                assert float(first - second) > ahead * float(node.visited)
                stopped += 1
    assert stopped > 100


def test_a_time_to_think_is_kept() -> None:
    for number, game in enumerate(turns(6, 1)):
        began = perf_counter()
        result = think(game.state, game.state.seat, SETTINGS, 0, 0.05, number)
        # Other work may go on here, so the bound is wide.
        assert perf_counter() - began < 20
        assert result.iterations >= 4 or len(result.options) == 1


def test_choices_that_look_good_are_tried_first_and_none_is_forgotten() -> None:
    node = Node(0, POWER, [Plan([choice], 0) for choice in range(4)])
    node.priors = vec[float]([0.1, 0.6, 0.2, 0.1])
    assert node.select(1.2) == 1
    for _ in range(400):
        index = node.select(1.2)
        node.learn(index, (0.2, 0.3, 0.7, 0.1)[index], 0.0, 0.0)
    assert node.best() == 2
    assert node.visits[2] > 200
    assert min(node.visits) >= 1


def test_a_plan_to_carry_out_begins_with_a_choice() -> None:
    pauses = 0
    for game in turns(60, 1):
        result = think(game.state, game.state.seat, SETTINGS, 8, 0.0, 2)
        for option in result.options:
            assert option.choices[0] != PAUSE
            pauses += PAUSE in option.choices
    assert pauses > 20


def test_every_try_imagines_a_world_anew() -> None:
    """What is hidden in the game that is handed over does not count: only what the seat knows."""
    differ = 0
    for number, game in enumerate(powers(24)):
        seat = game.state.seat
        worlds = [game.determinize(seat, seed) for seed in (1, 2)]
        differ += worlds[0].digest() != worlds[1].digest()
        one, two = (think(world.state, seat, SETTINGS, 30, 0.0, number) for world in worlds)
        assert told(one) == told(two)
    assert differ > 12


def test_the_worlds_of_a_search_follow_from_its_seed() -> None:
    most = 0
    for game in powers(8):
        seat = game.state.seat
        search, luck = Search(SETTINGS, 11), Rng(11)
        search.run(game.state, seat, 25, 0.0)
        worlds = {Game(determinize(game.state, seat, luck), 0, None).digest() for _ in range(25)}
        assert search.rng.state == luck.state
        most = max(most, len(worlds))
    assert most > 20


def test_with_a_network_the_search_judges_by_it_and_is_repeatable() -> None:
    network, other = Network(random_layers(1)), Network(random_layers(2))
    differ = 0
    for number, game in enumerate(turns(6, 1)):
        seat = game.state.seat
        found = [
            told(think(game.state, seat, judged_by(judge, 0, at_turns), 30, 0.0, number))
            for judge, at_turns in [(network, False), (network, True), (other, True)] * 2
        ]
        assert found[:3] == found[3:]
        assert found[1] != found[2]
        differ += found[0] != found[1]  # not in the last turn of a round
    assert differ


def test_a_turn_is_reached_without_going_beyond_it() -> None:
    reached = set()
    for number in range(12):
        game, rng = Game.new(variant(number), number), Rng(number)
        for _ in walk_sensibly(game, rng):
            if rng.below(8):
                continue
            state = game.state.clone()
            before, turn = begins_turn(state), turn_of(state)
            play_to_turn(state, mind_of(number))
            assert state.over or begins_turn(state)
            assert not before or turn_of(state) == turn
            reached.add((before, state.over, KIND_KEYS[state.kind]))
    assert {(False, False, "power"), (True, False, "power"), (False, True, "over")} <= reached
