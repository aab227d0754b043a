"""The two small bots: legal, repeatable, and blind to what their seat may not know."""

import pytest

from elgrande import Game, GameError, Options
from elgrande.bots import BOTS, bot_named, bot_rng
from elgrande.bots.simple import random_bot, sampler_bot
from elgrande.rules.rng import Rng

TABLES = [
    Options(players=2, edition="classic"),
    Options(players=2, power_shift=True),
    Options(players=3, short=True),
    Options(players=4, power_shift=True, new_regency=True, old_hands=("veto", "rivalries")),
]


def positions(options: Options, seed: int, every: int) -> list[tuple[Game, int]]:
    """Some positions of a random game, each with the last of the seats that are asked."""
    game, rng, found = Game.new(options, seed), Rng(seed), []
    while not game.over:
        seat = game.waiting[-1]
        if game.step % every == 0 or len(game.waiting) > 1:
            found.append((game.clone(), seat))
        game.play(random_bot(game, seat, rng), seat)
    return found


@pytest.mark.parametrize("options", TABLES)
def test_a_bot_cannot_tell_games_apart_that_look_the_same_to_its_seat(options: Options) -> None:
    for game, seat in positions(options, seed=3, every=40):
        worlds = [game, game.determinize(seat, 1), game.determinize(seat, 2)]
        views = {world.view(seat).to_json() for world in worlds}
        choices = {sampler_bot(world, seat, Rng(5)) for world in worlds}
        assert len(views) == 1
        assert len(choices) == 1


@pytest.mark.parametrize("name", BOTS)
def test_bots_choose_legally_and_change_nothing(name: str) -> None:
    for game, seat in positions(TABLES[2], seed=1, every=30):
        before = game.digest()
        assert bot_named(name)(game, seat, Rng(2)) in game.legal(seat)
        assert game.digest() == before


def test_the_sampler_beats_the_random_bot() -> None:
    for seed in (1, 2):
        game = Game.new(Options(players=2, edition="classic", short=True), seed)
        bots = [sampler_bot, random_bot]
        luck = [bot_rng(seed, seat) for seat in range(2)]
        while not game.over:
            seat = game.waiting[0]
            game.play(bots[seat](game, seat, luck[seat]), seat)
        assert game.winners == (0,)


def test_a_bot_with_one_choice_needs_no_luck() -> None:
    found = positions(Options(players=5, short=True), seed=1, every=1)
    game, seat = next((game, seat) for game, seat in found if len(game.legal(seat)) == 1)
    rng = Rng(1)
    assert [sampler_bot(game, seat, rng)] == game.legal(seat)
    assert rng.below(1000) == Rng(1).below(1000)


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="there are random and sampler") as caught:
        bot_named("hal")
    assert isinstance(caught.value, GameError)
    assert caught.value.code == "unknown_bot"
