"""The network: whole numbers throughout, and the same as one would compute on paper."""

import json
from pathlib import Path

import pytest

from elgrande import Game
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.errors import BadNetwork
from elgrande.search.features import MOST_OF_SEAT, Features
from elgrande.search.network import (
    BUCKETS,
    DIRECT_SHIFT,
    OUTPUTS,
    SUM_SHIFT,
    UNIT,
    WEIGHT_SHIFT,
    Layers,
    Network,
)
from elgrande.search.outcome import Outcome
from tests.support.interpreted import answer_of_interpreted
from tests.support.networks import random_layers
from tests.support.searching import everything, variant, walk_sensibly

GAMES = 12


def positions(games: int = GAMES) -> list[Game]:
    """Three positions of every game, all over the variants."""
    found = []
    for number in range(games):
        game, rng = Game.new(variant(number), number), Rng(number)
        passed = [game.clone() for _ in walk_sensibly(game, rng)]
        found += [passed[rng.below(len(passed))] for _ in range(3)]
    return found


def on_paper(layers: Layers, state: State) -> list[list[int]]:
    """Logits and points of every seat by the plainest arithmetic."""
    features = Features()
    features.write(state)
    width, second = layers.hidden + OUTPUTS, layers.second
    players, bucket = state.deal.players, state.round - 1
    shared = list(features.shared)[: features.shared_count]
    sums = []
    for seat in range(players):
        first = seat * MOST_OF_SEAT
        rows = list(features.rows)[first : first + features.counts[seat]] + shared
        sums.append(
            [
                layers.bias[unit] + sum(layers.rows[row * width + unit] for row in rows)
                for unit in range(width)
            ]
        )
    active = [
        [min(max(value >> SUM_SHIFT, 0), UNIT) for value in one[: layers.hidden]] for one in sums
    ]
    found = []
    for seat in range(players):
        rest = [
            sum(column) - active[seat][unit]
            for unit, column in enumerate(zip(*active, strict=True))
        ]
        out = [value << DIRECT_SHIFT for value in sums[seat][layers.hidden :]]
        for unit in range(second):
            total = layers.second_bias[bucket * second + unit]
            for k in range(layers.hidden):
                at = (bucket * layers.hidden + k) * second + unit
                total += active[seat][k] * layers.own[at] + rest[k] * layers.others[at]
            passed = min(max(total >> WEIGHT_SHIFT, 0), UNIT)
            for output in range(OUTPUTS):
                out[output] += passed * layers.last[(bucket * OUTPUTS + output) * second + unit]
        found.append([out[k] + layers.last_bias[bucket * OUTPUTS + k] for k in range(OUTPUTS)])
    return found


def judge_much() -> list[object]:
    """Judgements of many positions, with every digit."""
    network, outcome = Network(random_layers(5)), Outcome()
    found: list[object] = []
    for game in positions():
        network.judge(game.state, outcome)
        players = game.options.players
        found.append([list(network.logits)[:players], list(network.points)[:players]])
        found.append([list(outcome.chances)[:players], list(outcome.finals)[:players]])
    return found


def test_sums_that_share_words_are_those_on_paper() -> None:
    for seed, (hidden, second) in enumerate([(16, 8), (4, 2), (36, 10)]):
        layers = random_layers(seed, hidden, second)
        network = Network(layers)
        for game in positions(4):
            network.evaluate(game.state)
            seats = range(game.options.players)
            judged = [[network.logits[seat], network.points[seat]] for seat in seats]
            assert judged == on_paper(layers, game.state)


def test_chances_are_shares_of_one_and_the_position_stays_as_it_was() -> None:
    network, outcome = Network(random_layers(3)), Outcome()
    for game in positions():
        before = everything(game.state)
        network.judge(game.state, outcome)
        players = game.options.players
        assert sum(list(outcome.chances)[:players]) == pytest.approx(1.0)
        order = sorted(range(players), key=lambda seat: network.logits[seat])
        assert sorted(range(players), key=lambda seat: outcome.chances[seat]) == order
        assert everything(game.state) == before


def test_a_network_whose_sums_could_spill_over_is_refused() -> None:
    layers = random_layers(1)
    rows = list(layers.rows)
    rows[18 * 18] = 30000
    layers.rows = rows
    with pytest.raises(BadNetwork, match="first layer"):
        Network(layers)
    layers = random_layers(1)
    layers.second_bias = [2**31 - 1] * (BUCKETS * layers.second)
    with pytest.raises(BadNetwork, match="second layer"):
        Network(layers)


@pytest.mark.proof
def test_interpreted_and_compiled_judgements_are_the_same(tmp_path: Path) -> None:
    interpreted = answer_of_interpreted(__name__, "judge_much", tmp_path)
    assert interpreted == json.loads(json.dumps(judge_much()))
