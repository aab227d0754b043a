"""The compiled search and the same files interpreted think the same, to the last digit."""

import json
from pathlib import Path

import pytest

from elgrande import Game
from elgrande.rules.board import ROUNDS
from elgrande.rules.rng import Rng
from elgrande.search.rollout import play_on
from elgrande.search.search_result import think
from tests.support.interpreted import answer_of_interpreted
from tests.support.searching import SETTINGS, mind_of, told, variant, walk_sensibly

GAMES = 24
THOUGHTS = 4  # a game


def think_much() -> list[object]:
    """Thoughts about decisions of many kinds, and how games of quick answers end."""
    found: list[object] = []
    for number in range(GAMES):
        game, rng = Game.new(variant(number), number), Rng(number)
        begun = [(game.clone(), seat) for seat in walk_sensibly(game, rng)]
        secret = [one for one in begun if one[0].decision.startswith("disc")][:1]
        for one, seat in secret + [begun[rng.below(len(begun))] for _ in range(THOUGHTS)]:
            found.append([one.decision, told(think(one.state, seat, SETTINGS, 6, 0.0, number))])
        again = Game.new(variant(number), number)
        play_on(again.state, mind_of(number, 300), ROUNDS)
        found.append([game.digest(), again.digest()])
    return found


@pytest.mark.proof
def test_interpreted_and_compiled_thoughts_are_the_same(tmp_path: Path) -> None:
    interpreted = answer_of_interpreted(__name__, "think_much", tmp_path)
    assert interpreted == json.loads(json.dumps(think_much()))
