"""How a position may end: chances that follow from the worth of it to everyone."""

import pytest

from elgrande import Game
from elgrande.rules.rng import Rng
from elgrande.search.appraiser import Appraiser
from elgrande.search.outcome import Outcome
from elgrande.search.weights import POINT, STANDARD
from tests.support.searching import everything, variant, walk_sensibly
from tests.support.walks import somewhere


def finished(number: int) -> Game:
    game = Game.new(variant(number), number)
    for _ in walk_sensibly(game, Rng(number)):
        pass
    return game


def test_a_judgement_follows_from_what_the_position_is_worth_to_everyone() -> None:
    used = Appraiser(STANDARD)
    for number in range(120):
        game = somewhere(variant(number), number)
        players, before = game.options.players, everything(game.state)
        appraiser, outcome = Appraiser(STANDARD), Outcome()
        appraiser.look_at(game.state, 0)
        values = [appraiser.values[seat] / POINT for seat in range(players)]
        # The appraiser may have looked at another moment of another game before.
        outcome.judge(game.state, used)
        assert [outcome.finals[seat] for seat in range(players)] == values
        chances = [outcome.chances[seat] for seat in range(players)]
        assert sum(chances) == pytest.approx(1.0)
        for seat in range(players):
            others = [value for other, value in enumerate(values) if other != seat]
            assert outcome.margin(players, seat) == values[seat] - max(others)
            for other in range(players):
                if values[seat] > values[other]:
                    assert chances[seat] > chances[other]
        assert everything(game.state) == before


def test_at_the_end_a_few_points_decide() -> None:
    clear = 0
    for number in range(40):
        game = finished(number)
        outcome = Outcome()
        outcome.judge(game.state, Appraiser(STANDARD))
        first, second = sorted(game.scores, reverse=True)[:2]
        winner = game.scores.index(first)
        assert [outcome.finals[seat] for seat in range(game.options.players)] == game.scores
        if first > second + 4:
            assert outcome.chances[winner] > 0.8
            clear += 1
    assert clear > 10


def test_a_lead_counts_for_more_the_later_it_is() -> None:
    chances = []
    for number in (2, 5, 8):
        game = Game.new(seed=3)
        rng = Rng(3)
        for _ in walk_sensibly(game, rng):
            if game.round == number and game.decision == "power":
                break
        for seat in range(4):
            game.state.put_score(seat, 0)
        appraiser, outcome = Appraiser(STANDARD), Outcome()
        appraiser.look_at(game.state, 0)
        level = [POINT * 100 - appraiser.values[seat] for seat in range(4)]
        for seat in range(4):
            game.state.put_score(seat, level[seat] // POINT + (10 if seat == 0 else 0))
        outcome.judge(game.state, appraiser)
        chances.append(outcome.chances[0])
    assert 0.25 < chances[0] < chances[1] < chances[2] < 1.0
