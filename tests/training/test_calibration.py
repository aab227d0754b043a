"""Honest chances: the error of forecasters that are known, and the document that shows ours."""

import json
from pathlib import Path

import numpy as np
import pytest

from elgrande import Options
from elgrande.learn.data.games_file import GAMES_FILE, Common, write_games
from elgrande.rules.board import COLOURS
from elgrande.search.network import Network
from elgrande.search.network_file import write_network
from tests.support.networks import random_layers
from training.calibration import (
    Forecasts,
    Tally,
    curve_of,
    error_of,
    figure_of,
    forecasts_of,
    measure,
)
from training.documents import renewed
from training.positions import positions_of
from training.self_play import Recipe, Thinker, play_for_training
from training.show_chances import COMMAND, DOCUMENT, PICTURE, RESULTS, TABLE, draw, table
from training.turn_starts import sample_of, shares_of

GAMES = 4000


def two_player_games(chance: float, truth: float, games: int = GAMES) -> Forecasts:
    """One forecast a game: the first seat is said to win with one chance and wins with another."""
    rng = np.random.default_rng(3)
    told, won = np.zeros((2, games, COLOURS), np.float32)
    told[:, 0], told[:, 1] = chance, 1 - chance
    first = rng.random(games) < truth
    won[:, 0], won[:, 1] = first, ~first
    ones = np.ones(games, np.int8)
    return Forecasts(np.arange(games), 2 * ones, ones, won, told, told)


def test_the_error_is_how_far_chances_are_off() -> None:
    honest, boastful = two_player_games(0.3, 0.3), two_player_games(0.7, 0.6)
    assert figure_of(honest, honest.chances)["error"] < 0.02
    figure = figure_of(boastful, boastful.chances)
    assert figure["low"] < 0.1 < figure["high"]
    assert figure["perfect"] < 0.02
    assert figure["games"] == figure["positions"] == GAMES


def test_few_games_show_some_error_even_of_a_perfect_forecaster() -> None:
    few = two_player_games(0.5, 0.5, games=100)
    # Half the winners of 100 even games are off by four in a hundred on average; both seats share
    # a bin, where that cancels out, so the chances are set apart a little.
    few.chances[:, 0] = 0.51
    few.chances[:, 1] = 0.49
    assert 0.02 < figure_of(few, few.chances)["perfect"] < 0.06


def test_bins_hold_all_chances_and_games_count_as_a_whole() -> None:
    found = two_player_games(0.7, 0.6, games=50)
    tally = Tally(found, found.chances)
    assert tally.sums[0].sum() == 2 * 50
    assert error_of(tally.sums.sum(axis=1)) == pytest.approx(abs(0.7 - found.shares[:, 0].mean()))
    curve = curve_of(found, found.chances)
    assert [one["told"] for one in curve] == pytest.approx([0.3, 0.7], abs=1e-4)
    assert sum(one["part"] for one in curve) == pytest.approx(1.0)
    assert all(one["low"] <= one["came"] <= one["high"] for one in curve)
    assert (tally.drawn(5)[:, 0].sum(axis=1) == 100).all()


def test_chances_are_those_of_every_turn_of_a_game() -> None:
    options = Options(players=3)
    played = play_for_training(options, 10, Thinker(Recipe()))
    network = Network(random_layers(1))
    known = forecasts_of([(options, played)], network)
    expected = positions_of(options, played, 0)
    # A round has its start and three turns.
    assert len(known.games) == 9 * 4
    assert known.shares[0, :3].tolist() == shares_of(played.scores)
    assert (known.by_hand[0] == expected.by_hand[0]).all()
    assert known.chances.sum(axis=1) == pytest.approx(np.ones(36))


def test_a_seat_is_told_the_mean_over_worlds_it_imagines() -> None:
    options = Options(players=2, short=True, power_shift=True)  # modifiers are hidden in hands
    sample = [(options, play_for_training(options, 8, Thinker(Recipe())))]
    network = Network(random_layers(1))
    known, seen = forecasts_of(sample, network), forecasts_of(sample, network, worlds=2)
    assert seen.chances.shape == known.chances.shape
    assert (seen.chances != known.chances).any()
    assert np.abs(seen.chances - known.chances).max() < 0.5


def test_a_folder_of_games_is_measured(tmp_path: Path) -> None:
    options = Options(players=2, short=True)
    games = [play_for_training(options, seed, Thinker(Recipe())) for seed in range(3)]
    (tmp_path / "games" / "two").mkdir(parents=True)
    write_games(tmp_path / "games" / "two" / GAMES_FILE, Common(options, ("a", "b")), games)
    network = tmp_path / "some.network"
    network.write_bytes(write_network(random_layers(1)))
    figures = measure([tmp_path / "games"], network, most=2, seen=1, worlds=1)
    assert figures["learned"]["all"]["games"] == 2
    assert figures["seen"]["all"]["games"] == 1
    assert list(figures["learned"]["by_round"]) == ["2", "3", "5", "6", "8", "9"]
    assert list(figures["by_hand"]["curves"]["2"]) == ["early", "middle", "late"]
    assert len(sample_of([tmp_path / "games"], 10)) == 3
    (only,) = sample_of([tmp_path / "games"], 10, is_wanted=lambda seed: seed == 2)
    assert only == (options, games[2])
    assert "2 players" in draw(figures)


def test_the_document_shows_the_figures_in_the_file() -> None:
    figures = json.loads(RESULTS.read_text(encoding="utf-8"))
    text = DOCUMENT.read_text(encoding="utf-8")
    assert renewed(text, TABLE, COMMAND, table(figures)) == text
    assert PICTURE.read_text(encoding="utf-8") == draw(figures)
    with pytest.raises(ValueError, match="end of other"):
        renewed(text, "other", COMMAND, "")
