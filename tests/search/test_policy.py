"""Quick answers: legal whatever is asked in whatever variant, and games made of them end."""

from collections import Counter

import pytest

from elgrande import Game
from elgrande.rules.board import ROUNDS
from elgrande.rules.frames import KIND_KEYS, LAST_DECISION
from elgrande.rules.rng import Rng
from elgrande.search.policy import answer
from elgrande.search.rollout import answer_quickly, play_on
from tests.support.positions import position, take
from tests.support.searching import VARIANTS, everything, facing, mind_of, walk_sensibly

DECISIONS = set(KIND_KEYS[: LAST_DECISION + 1])
BATCHES = 4


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_quick_answer_is_legal_whatever_is_asked(batch: int) -> None:
    asked: Counter[str] = Counter()
    for number in range(batch, len(VARIANTS), BATCHES):
        game = Game.new(VARIANTS[number], number)
        for _ in walk_sensibly(game, Rng(number)):
            before = everything(game.state)
            for seat in game.waiting:
                mind = facing(game.state, seat, number, noise=(0, 768)[number % 2])
                assert answer(game.state, mind, seat) in game.legal(seat)
                asked[game.decision] += 1
            assert everything(game.state) == before
    assert set(asked) == DECISIONS


def test_a_quick_answer_follows_from_the_position_and_the_luck() -> None:
    for number in range(30):
        game = Game.new(VARIANTS[number * 16], number)
        for seat in walk_sensibly(game, Rng(number)):
            one, two = mind_of(7, 300), mind_of(7, 300)
            two.eyes.face(game.state, (seat + 1) % game.options.players)
            assert answer_quickly(game.state, one, seat) == answer_quickly(game.state, two, seat)


@pytest.mark.parametrize("batch", range(2))
def test_games_of_quick_answers_end(batch: int) -> None:
    for number in range(batch, len(VARIANTS), 2):
        game = Game.new(VARIANTS[number], number)
        decisions = play_on(game.state, mind_of(number, (0, 128)[batch]), ROUNDS)
        assert game.over
        assert decisions > 60
        assert max(game.scores) > 20


def test_playing_on_stops_where_the_round_ends() -> None:
    for number in range(0, len(VARIANTS), 9):
        game = Game.new(VARIANTS[number], number)
        for last in (2, 3, 6):
            play_on(game.state, mind_of(number), last)
            assert game.round > last
            assert game.round <= last + 2
        assert not game.over


def test_who_can_win_points_at_once_takes_them() -> None:
    game = position("C-fair", regions={"toledo": [4, 1, 0, 0], "granada": [0, 2, 0, 0]})
    take(game, "C-fair", "special")
    assert answer(game.state, facing(game.state, 0), 0) == game.parse("toledo")


def test_a_scoring_that_helps_only_rivals_is_left_alone() -> None:
    game = position("C-score-67", regions={"toledo": [0, 3, 0, 0]}, court=[0, 7, 7, 7])
    take(game, "C-score-67")
    assert answer(game.state, facing(game.state, 0), 0) == game.parse("end")


def test_a_veto_stops_what_promises_much_and_lets_pass_what_does_not() -> None:
    for regions, wanted in (
        ({"toledo": [4, 0, 0, 0], "castilla": [4, 0, 0, 0], "granada": [3, 0, 0, 0]}, "veto"),
        ({"toledo": [0, 4, 0, 0], "castilla": [0, 3, 0, 0]}, "allow"),
    ):
        game = position("C-score-67", regions=regions, vetoes=[1], old_hands=("veto",))
        take(game, "C-score-67", "special")
        assert game.decision == "veto"
        assert answer(game.state, facing(game.state, 1), 1) == game.parse(wanted)


def test_who_must_return_caballeros_gives_up_what_is_missed_least() -> None:
    game = position("C-civil-war", regions={"toledo": [0, 5, 0, 0], "galicia": [2, 1, 2, 2]})
    take(game, "C-civil-war", "special")
    assert game.decision == "disc_return"
    assert answer(game.state, facing(game.state, 1), 1) == game.parse("galicia")
