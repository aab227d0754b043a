"""Bots with a network: repeatable, and never without a judge."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from elgrande import Game, Options
from elgrande.bots import Situation, bot_rng
from elgrande.bots.judged import OneTurn, grandmaster, judged_by
from elgrande.bots.levels import Searcher, master
from elgrande.bots.protocol import Bot
from elgrande.insight import shipped_network as loading
from elgrande.insight.shipped_network import shipped_network
from elgrande.search.errors import BadNetwork
from elgrande.search.network import Network
from elgrande.search.network_file import load_network, write_network
from tests.support.networks import random_layers


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> Iterator[None]:
    shipped_network.cache_clear()
    yield
    shipped_network.cache_clear()


def play(bots: list[Bot], seed: int) -> Game:
    """A short game of two."""
    game = Game.new(Options(players=2, short=True), seed)
    luck = [bot_rng(seed, seat) for seat in range(2)]
    while not game.over:
        seat = game.waiting[0]
        choice = bots[seat].choose(Situation.of(game, seat, luck[seat]))
        game.play(choice, seat)
    return game


def test_games_of_one_turn_plans_are_repeatable() -> None:
    network = Network(random_layers(4))
    first, again = (play([OneTurn(network), OneTurn(network)], 3) for _ in range(2))
    assert first.digest() == again.digest()
    other = Network(random_layers(5))
    assert play([OneTurn(other), OneTurn(other)], 3).digest() != first.digest()


def test_a_search_uses_the_network_it_is_given() -> None:
    games = []
    for seed in (4, 4, 5):
        settings = judged_by(Network(random_layers(seed)))
        games.append(play([Searcher(settings, 1.0, 8), Searcher(settings, 1.0, 8)], 3).digest())
    assert games[0] == games[1] != games[2]


def test_the_network_of_the_package_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.network"
    path.write_bytes(write_network(random_layers(4)))
    monkeypatch.setattr(loading, "load_network", lambda: load_network(path))
    settings = judged_by(Network(random_layers(4)))
    expected = play([Searcher(settings, 1.0, 8), Searcher(settings, 1.0, 8)], 3)
    assert (
        play([grandmaster(iterations=8), grandmaster(iterations=8)], 3).digest()
        == expected.digest()
    )


def test_without_a_network_the_hand_made_weights_judge_and_one_line_says_so(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> Network:
        raise BadNetwork("grandmaster.network is damaged.")

    monkeypatch.setattr(loading, "load_network", fail)
    with caplog.at_level(logging.WARNING):
        found = play([grandmaster(iterations=8), grandmaster(iterations=8)], 3)
    assert found.digest() == play([master(iterations=8), master(iterations=8)], 3).digest()
    assert caplog.messages == [
        "Positions are judged by hand-made weights: grandmaster.network is damaged."
    ]
