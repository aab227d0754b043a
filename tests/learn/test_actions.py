"""Actions: the golden file, inverse functions, and masks that say what the rules say."""

from typing import Any

import pytest
from numpy.typing import NDArray

from elgrande import Game, Options
from elgrande.learn import ACTIONS, Batch, action_mask, action_of, choice_of
from elgrande.learn.arrays import np
from elgrande.learn.core.actions import to_action, to_choice
from elgrande.rules.choices import CHOICES
from elgrande.rules.rng import Rng
from tests.learn.golden.make import ACTIONS_FILE, action_lines
from tests.support.walks import every_variant, pick


def test_actions_are_those_of_the_golden_file() -> None:
    assert list(action_lines()) == ACTIONS_FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_actions_and_choices_are_inverse_for_every_seat(players: int) -> None:
    for seat in range(players):
        actions = [to_action(choice, seat, players) for choice in range(CHOICES)]
        assert sorted(actions) == list(range(CHOICES))
        assert [to_choice(action, seat, players) for action in actions] == list(range(CHOICES))


def check_masks(options: Options, seed: int, most: int) -> None:
    """In a random game every mask holds the actions of the legal choices and nothing else."""
    game, rng = Game.new(options, seed), Rng(seed)
    while not game.over and game.step < most:
        for seat in range(options.players):
            legal = game.legal(seat)
            actions = np.flatnonzero(action_mask(game, seat)).tolist()
            assert sorted(action_of(game, seat, choice) for choice in legal) == actions
            assert sorted(choice_of(game, seat, action) for action in actions) == legal
        seat = pick(rng, game.waiting)
        game.play(pick(rng, game.legal(seat)), seat)


def test_masks_are_what_the_rules_allow_with_every_option() -> None:
    for seed, options in enumerate(every_variant()):
        check_masks(options, seed, 12)


@pytest.mark.proof
def test_masks_are_what_the_rules_allow_in_whole_games() -> None:
    for seed, options in enumerate(every_variant()):
        check_masks(options, seed, 10_000)


def test_masks_of_a_batch_as_bytes_and_as_bits_are_those_of_its_games() -> None:
    variants = list(every_variant())
    batch = Batch(variants, games=len(variants), seed=4, observations=None)
    rng = np.random.default_rng(1)
    for _ in range(40):
        batch.step(chosen(batch, rng))
    for place in range(batch.games):
        game = batch.game(place)
        seat = int(batch.seats[place])
        assert seat == game.waiting[0]
        assert (batch.masks[place] == action_mask(game, seat)).all()
        low, high = (int(word) for word in batch.bits[place])
        bits = [(low | high << 64) >> action & 1 for action in range(ACTIONS)]
        assert batch.masks[place].tolist() == bits


def chosen(batch: Batch, rng: np.random.Generator) -> NDArray[Any]:
    """A legal action for every game."""
    actions: NDArray[Any] = (rng.random(batch.masks.shape) * batch.masks).argmax(axis=1)
    return actions


def test_a_game_that_is_over_allows_nothing() -> None:
    game = Game.new(seed=3)
    while not game.over:
        game.play(game.legal()[-1])
    assert [action_mask(game, seat).sum() for seat in range(4)] == [0, 0, 0, 0]
