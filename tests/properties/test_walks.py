"""Random games over every edition, player count and variant, with invariants after every choice."""

from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.rules.rng import Rng
from tests.support import invariants
from tests.support.marks import rule, with_proofs
from tests.support.mirror import Mirror
from tests.support.walks import every_variant, pick

VARIANTS = list(every_variant())
GAMES = 2_100
BATCHES = 42


def rounds_of(options: Options) -> list[int]:
    """The rounds of the track that are played (V-short)."""
    return [2, 3, 5, 6, 8, 9] if options.short else list(range(1, 10))


def check_game(options: Options, seed: int) -> None:
    """Play one game at random and check everything after every choice."""
    rng = Rng(seed)
    game = Game.new(options, seed, events=True)
    before: Any = game.snapshot()
    mirror = Mirror(before)
    told = game.event_count
    rounds = [game.round]
    while not game.over:
        invariants.check_choices(game)
        seat = pick(rng, game.waiting)
        game.play(pick(rng, game.legal(seat)), seat)
        after: Any = game.snapshot()
        mirror.watch(game.events(None, told))
        told = game.event_count
        mirror.agrees_with(after)
        invariants.check_pieces(after)
        invariants.check_powers(after)
        invariants.check_turn_order(after)
        invariants.check_first_player(before, after)
        invariants.check_taboo(before, after)
        if game.round != rounds[-1]:
            rounds.append(game.round)
        before = after
    assert [number for number in rounds if number] == rounds_of(options)
    assert game.legal() == []


@rule("S4", "R3", "R9", "R10", "R15", "R16", "R17", "R18", "R19", "V-short")
@pytest.mark.parametrize("batch", with_proofs(range(BATCHES), quick=4))
def test_invariants_hold_after_every_choice(batch: int) -> None:
    for seed in range(batch, GAMES, BATCHES):
        options = VARIANTS[seed % len(VARIANTS)]
        try:
            check_game(options, seed)
        except AssertionError as error:
            raise AssertionError(f"{options} with seed {seed}: {error}") from error


def test_the_walks_cover_every_variant() -> None:
    assert len(set(VARIANTS)) == len(VARIANTS)
    assert len(VARIANTS) <= GAMES
