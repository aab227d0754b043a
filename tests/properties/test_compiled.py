"""The compiled rules and the same files interpreted play the same games."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from elgrande import Game, GameError, Options, playouts
from elgrande.build_info import rules_are_compiled
from elgrande.rules.rng import Rng
from tests.support.interpreted import answer_of_interpreted
from tests.support.walks import every_variant, walk, walk_lively

GAMES = 560
LIVELY_GAMES = 24


def play_games() -> dict[str, object]:
    """Digests of many games and what depends on chance besides."""
    variants = list(every_variant())
    digests = []
    for seed in range(GAMES):
        options = variants[seed * 3 % len(variants)]
        game = Game.new(options, seed, events=True)
        rng = Rng(seed)
        walk(game, rng, rng.below(120))
        imagined = game.determinize(seed % options.players, seed)
        views = [game.view(seat).to_json() for seat in (None, 0)]
        told = json.dumps(game.events(1))
        walk(game, rng)
        digests.append([game.digest(), imagined.digest(), *views, told, game.scores])
    for seed in range(LIVELY_GAMES):  # in these an order of scoring is asked for (R18)
        classic = Options(edition="classic", players=2 + seed % 4)
        digests.append([walk_lively(Game.new(classic, seed), Rng(seed)).digest()])
    start = Game.new(seed=5)
    return {
        "games": digests,
        "playouts": playouts(start, 20, 3),
        "perft": start.perft(5),
        "refused": refusals(start),
    }


def refusals(game: Game) -> list[str]:
    """What is said to arguments that Python and compiled code could read differently."""
    mistakes: list[Callable[[], object]] = [
        lambda: Game.new(seed=True),
        lambda: Game.new(seed="7"),
        lambda: Game.new(seed=10**5000),
        lambda: game.determinize(0, False),
        lambda: playouts(game, 1, True),
        lambda: playouts(game, 10**30, 0),
        lambda: game.perft(10**30),
        lambda: game.parse(5),
        lambda: game.play(10**30),
        lambda: game.tell({}),
    ]
    said = []
    for mistake in mistakes:
        with pytest.raises(GameError) as caught:
            mistake()
        said.append(f"{caught.value.code}: {caught.value}")
    return said


def test_interpreted_and_compiled_games_are_the_same(tmp_path: Path) -> None:
    interpreted = answer_of_interpreted(__name__, "play_games", tmp_path)
    assert interpreted == json.loads(json.dumps(play_games()))


def test_with_a_c_compiler_the_rules_under_test_are_compiled() -> None:
    assert rules_are_compiled() or shutil.which("cc") is None
