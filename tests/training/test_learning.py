"""Training as a whole: what is learned is what plays, and it can be gone on with."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from elgrande import Options
from elgrande.bots.registry import BUILT_IN
from elgrande.rules.errors import UnknownBot
from elgrande.search.network import UNIT, WEIGHT_UNIT, Network
from elgrande.search.network_file import load_network
from training.positions import Positions, moments, positions_of
from training.self_play import Recipe, Thinker, play_for_training

pytestmark = pytest.mark.proof
TABLES = (Options(players=2), Options(players=4), Options(edition="classic", players=5))
SCALE = WEIGHT_UNIT * UNIT


@pytest.fixture(autouse=True)
def only_our_bots() -> Iterator[None]:
    """The bots of training are forgotten after each test."""
    before = dict(BUILT_IN)
    yield
    BUILT_IN.clear()
    BUILT_IN.update(before)


def some_positions() -> Positions:
    games = [
        positions_of(options, play_for_training(options, 3, Thinker(Recipe())), number)
        for number, options in enumerate(TABLES)
    ]
    return Positions.joined(games)


def test_integers_are_those_of_numpy_and_close_to_what_was_learned() -> None:
    import torch

    from training.model import JudgeModel, Sizes
    from training.quantize import judged_by_numpy, layers_of

    torch.manual_seed(2)
    model = JudgeModel(Sizes(16, 8))
    with torch.no_grad():
        for weights in model.parameters():
            weights += torch.randn_like(weights) * 0.05
    layers = layers_of(model)
    found = some_positions()
    rows = torch.from_numpy(found.rows).int()
    buckets = torch.from_numpy(found.rounds).long() - 1
    with torch.no_grad():
        logits, gains, _, _ = model(rows, torch.from_numpy(found.players).int(), buckets)
    for number in range(len(found.players)):
        players = int(found.players[number])
        whole, points = judged_by_numpy(layers, found.rows[number], players, int(buckets[number]))
        assert np.abs(np.array(whole) / SCALE - logits[number, :players].numpy()).max() < 0.05
        assert np.abs(np.array(points) / SCALE - gains[number, :players].numpy()).max() < 0.05


def test_what_plays_is_what_numpy_computes() -> None:
    import torch

    from elgrande.game import Game
    from training.model import JudgeModel, Sizes
    from training.quantize import judged_by_numpy, layers_of

    torch.manual_seed(3)
    layers = layers_of(JudgeModel(Sizes(16, 8)))
    network = Network(layers)
    for options in TABLES:
        played = play_for_training(options, 5, Thinker(Recipe()))
        expected = positions_of(options, played, 0)
        game = Game.new(options, played.seed)
        number = 0
        for state in moments(game, played, 0):
            network.evaluate(state)
            players = options.players
            judged = list(network.logits)[:players], list(network.points)[:players]
            bucket = game.round - 1
            assert judged == judged_by_numpy(layers, expected.rows[number], players, bucket)
            number += 1
        assert number == len(expected.players)


def test_a_small_run_plays_learns_and_is_measured(tmp_path: Path) -> None:
    import torch

    from elgrande.bots import bot_named
    from training.checkpoint import load_model
    from training.model import Sizes
    from training.small_run import run
    from training.train import Lesson, train

    torch.set_num_threads(1)  # several wait for each other on a machine that is busy
    with pytest.raises(UnknownBot):
        bot_named("turn:network=some")
    summary = run(tmp_path, minutes=0.2, workers=1, games=4, seed=1)
    assert summary["games"] == 4
    assert summary["faults"] == 0
    card = json.loads((tmp_path / "small.json").read_bytes())
    assert card["unseen"]["network"]["log_loss"] < 2.0
    assert card["unseen"]["by_hand"]["log_loss"] < 2.0
    assert card["held_back_positions"] > 0
    load_network(tmp_path / "small.network")
    again = tmp_path / "again.network"
    start = tmp_path / "small.pt"
    lesson = Lesson(passes=0.2, rate=1e-9)
    train([tmp_path / "games"], again, Sizes(), lesson, 1, start)
    before, after = load_model(start), load_model(again.with_suffix(".pt"))
    assert torch.allclose(before.parts, after.parts, atol=1e-3)


def test_generations_build_on_each_other_and_are_not_repeated(tmp_path: Path) -> None:
    import torch

    from training.generations import Plan, run
    from training.model import Sizes
    from training.train import Lesson

    torch.set_num_threads(1)
    lesson = Lesson(passes=1.0, batch=256)
    plan = Plan(60.0, 12, 4, 2, True, 2, 1, Sizes(16, 8), lesson)
    curve = run(tmp_path, 2, plan)
    first, second = curve["generations"]
    assert [first["generation"], second["generation"]] == [0, 1]
    assert [first["played_by"], second["played_by"]] == [None, 0]
    pairs = [(match["against"], match["seats"]) for match in second["matches"]]
    assert pairs == [("steady", 1), ("steady", 3), (0, 1), (0, 3)]
    assert {match["games"] for match in second["matches"]} == {4}
    assert len(second["training"]["folders"]) == 2
    assert second["training"]["games"] == 2 * first["training"]["games"]
    networks = [path.read_bytes() for path in sorted(tmp_path.glob("generation-*.network"))]
    assert len(set(networks)) == 2
    assert (tmp_path / "best.network").read_bytes() == networks[curve["best"]]
    assert json.loads((tmp_path / "curve.json").read_bytes()) == curve
    assert run(tmp_path, 2, plan) == curve
