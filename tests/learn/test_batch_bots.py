"""Quick bots that play seats of a batch: they answer within a step and know no secrets."""

import pytest

from elgrande import Game, Options
from elgrande.learn import Batch, observe
from elgrande.learn.arrays import np
from elgrande.learn.batch_bots import MAKERS, bot_of
from elgrande.learn.core.bots import hides_something
from elgrande.learn.errors import BadBatch
from elgrande.rules.determinize import determinize
from elgrande.rules.rng import Rng
from tests.learn.test_actions import chosen
from tests.support.walks import every_variant, pick

THREE = {1: "quick", 2: "novice", 3: "random"}


def test_a_step_ends_where_the_learner_is_asked() -> None:
    batch = Batch(games=8, seed=1, bots=THREE)
    rng = np.random.default_rng(1)
    for _ in range(80):
        batch.step(chosen(batch, rng))
        assert (batch.seats == 0).all()
    for place in range(8):
        game = batch.game(place)
        assert game.waiting[0] == 0
        assert (batch.observations[place] == observe(game, 0)).all()
        assert {0, 1, 2, 3} == set(batch.record(place).seats)


def test_bots_can_play_different_seats_of_each_game_and_every_variant() -> None:
    variants = list(every_variant())[::11]
    bots = [{seat: "quick" for seat in range(row.players) if seat != 1} for row in variants]
    batch = Batch(variants, games=len(variants), seed=2, bots=bots, observations=None)
    ended = 0
    while ended < 40:
        batch.step(batch.masks.argmax(axis=1))
        assert (batch.seats == 1).all()
        ended += int(batch.done.sum())


def test_bots_play_the_same_whatever_the_size_of_the_batch() -> None:
    one, many = (Batch(games=games, seed=5, bots=THREE) for games in (1, 20))
    for _ in range(60):
        many.step(many.masks.argmax(axis=1))
        one.step(one.masks.argmax(axis=1))
    assert one.record(0) == many.record(0)


@pytest.mark.parametrize("name", MAKERS)
def test_a_bot_answers_the_same_in_every_world_its_seat_can_imagine(name: str) -> None:
    bot = bot_of(name)
    for number, options in enumerate(list(every_variant())[::9]):
        game, rng = Game.new(options, number), Rng(number)
        while not game.over:
            state = game.state
            if not hides_something(state):
                world = determinize(state, state.seat, Rng(game.step))
                assert bot.answer(state, Rng(number)) == bot.answer(world, Rng(number))
            game.play(pick(rng, game.legal()))


def test_quick_bots_are_better_than_chance() -> None:
    batch = Batch(Options(short=True), games=60, seed=3, bots=dict.fromkeys((1, 2, 3), "quick"))
    rng = np.random.default_rng(4)
    shares = np.zeros(5)
    while batch.done.sum() == 0 or shares.sum() < 60:
        batch.step(chosen(batch, rng))
        shares += batch.returns.sum(axis=0)
    assert shares[0] < 0.1 * shares.sum()


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ({1: "strong"}, "random, quick, novice, not 'strong'"),
        ({4: "quick"}, "seats 0 to 3, not at 4"),
        ({"1": "quick"}, "seats 0 to 3"),
        (dict.fromkeys(range(4), "quick"), "without a bot"),
        (["quick"], "a mapping from seats to names"),
        ([], "a mapping from seats to names"),
    ],
)
def test_bots_that_cannot_sit_there_are_refused(bots: object, sentence: str) -> None:
    with pytest.raises(BadBatch, match=sentence):
        Batch(games=2, bots=bots)  # type: ignore[arg-type]
