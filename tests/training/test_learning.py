"""Training as a whole: what is learned is what plays, and it can be gone on with."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from elgrande import Options
from elgrande.bots.registry import REGISTERED
from elgrande.rules.errors import UnknownBot
from elgrande.search.features import ROWS
from elgrande.search.network import (
    OUTPUTS,
    SUM_SHIFT,
    UNIT,
    WEIGHT_SHIFT,
    WEIGHT_UNIT,
    Network,
)
from elgrande.search.network_file import load_network
from training.positions import Positions, moments, positions_of
from training.self_play import Recipe, Thinker, play_for_training

pytestmark = pytest.mark.proof
TABLES = (Options(players=2), Options(players=4), Options(edition="classic", players=5))
SCALE = WEIGHT_UNIT * UNIT
ROOT = Path(__file__).parents[2]
MAKEFILE = ROOT / "Makefile"


@pytest.fixture(autouse=True)
def only_our_bots() -> Iterator[None]:
    """The bots of training are forgotten after each test."""
    yield
    REGISTERED.clear()


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


def test_half_a_step_is_added_wherever_the_network_rounds_down() -> None:
    """So that it rounds to the nearest step instead, and hundreds of units do not all err low."""
    import torch

    from training.model import JudgeModel, Sizes
    from training.quantize import layers_of

    model = JudgeModel(Sizes(16, 8))
    with torch.no_grad():
        model.bias.zero_()
        model.second_bias.zero_()
        model.last_bias.zero_()
    layers = layers_of(model)
    assert list(layers.bias) == [2**SUM_SHIFT // 2] * 16 + [0] * OUTPUTS
    assert set(layers.second_bias) == {2**WEIGHT_SHIFT // 2}
    assert set(layers.last_bias) == {0}


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
    """The command of `make small-run`, for seconds instead of a quarter of an hour."""
    import torch

    from training.checkpoint import load_model
    from training.lesson import Lesson
    from training.model import Sizes
    from training.small_run import verdict_on
    from training.train import train

    assert "\t$(BIN)/python -m training.small_run runs/small\n" in MAKEFILE.read_text()
    command = [sys.executable, "-m", "training.small_run", str(tmp_path)]
    command += ["--minutes", "0.1", "--games", "4", "--workers", "1", "--threads", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    summary = json.loads((tmp_path / "match.json").read_bytes())
    bot = f"turn:network={tmp_path / 'small.network'}"
    assert summary["games"] == 4
    assert summary["entries"] == [bot, "steady", "steady", "steady"]
    assert summary["faults"] == 0
    assert done.stdout.splitlines()[-1] == verdict_on(summary, bot)
    card = json.loads((tmp_path / "small.json").read_bytes())
    assert card["unseen"]["network"]["log_loss"] < 2.0
    assert card["unseen"]["by_hand"]["log_loss"] < 2.0
    assert card["held_back_positions"] > 0
    load_network(tmp_path / "small.network")
    files = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir() if path.is_file()}
    assert set(files) == {"small.network", "small.pt", "small.json", "match.json"}
    assert (tmp_path / "games" / "played.json").exists()
    assert len((tmp_path / "match" / "games.jsonl").read_bytes().splitlines()) == 4
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert again.stdout.splitlines()[-1] == done.stdout.splitlines()[-1]
    assert (tmp_path / "small.network").stat().st_mtime_ns == files["small.network"]
    torch.set_num_threads(1)
    start, later = tmp_path / "small.pt", tmp_path / "again.network"
    lesson = Lesson(passes=0.2, rate=1e-9)
    train([tmp_path / "games"], later, Sizes(), lesson, 1, start)
    before, after = load_model(start), load_model(later.with_suffix(".pt"))
    assert torch.allclose(before.parts, after.parts, atol=1e-3)


@pytest.mark.parametrize(("low", "told"), [(0.2501, "beats"), (0.25, "does not beat")])
def test_a_network_beats_steady_if_its_interval_is_above_a_fair_share(
    low: float, told: str
) -> None:
    from training.small_run import verdict_on

    summary = {"fair": 0.25, "bots": [{"bot": "some", "share": 0.5, "low": low}]}
    assert verdict_on(summary, "some").startswith(f"The network {told} steady clearly: 2.0 times")


def test_bots_of_training_are_unknown_to_servers() -> None:
    from elgrande.bots import bot_named

    with pytest.raises(UnknownBot):
        bot_named("turn:network=some")


def test_generations_build_on_each_other_and_are_not_repeated(tmp_path: Path) -> None:
    import torch

    from training.generations import Plan, run, window_of
    from training.lesson import Lesson
    from training.model import Sizes

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
    assert second["training"]["start"] == str(tmp_path / "generation-0.pt")
    assert [one["training"]["lesson"]["seed"] for one in (first, second)] == [0, 1]
    assert (
        json.loads((tmp_path / "games-1" / "four" / "card.json").read_bytes())["bots"]
        == ["generation-0-2-turns with 25% of weights"] * 4
    )
    assert window_of(tmp_path, 4, 3) == [tmp_path / f"games-{number}" for number in (2, 3, 4)]
    assert second["training"]["games"] == 2 * first["training"]["games"]
    networks = [path.read_bytes() for path in sorted(tmp_path.glob("generation-*.network"))]
    assert len(set(networks)) == 2
    assert (tmp_path / "best.network").read_bytes() == networks[curve["best"]]
    assert json.loads((tmp_path / "curve.json").read_bytes()) == curve
    assert run(tmp_path, 2, plan) == curve


def test_large_weights_are_cut_until_sums_have_room() -> None:
    import torch

    from training.model import JudgeModel, Sizes
    from training.quantize import fitted, layers_of, most_of

    torch.manual_seed(1)
    model = JudgeModel(Sizes(16, 8))
    with torch.no_grad():
        model.parts *= 40
    Network(layers_of(model))  # it refuses layers whose sums could spill over
    table = np.zeros((ROWS, 2), np.int64)
    table[:, 0] = 5
    table[1, 1] = 40_000
    cut = fitted(table, np.array([7, 7]))
    assert (cut[:, 0] == 5).all()
    assert 30_000 < most_of(cut[:, 1]) < 32_761
