"""The same game, whichever way it is reached, has one digest."""

import json

import pytest

from elgrande import Game, Record
from elgrande.rules.rng import Rng
from tests.support.marks import with_proofs
from tests.support.walks import every_variant, pick, walk

VARIANTS = list(every_variant())


@pytest.mark.parametrize("batch", with_proofs(range(8), quick=2))
def test_live_replayed_cloned_and_restored_games_agree(batch: int) -> None:
    for seed in range(batch, 320, 8):
        options = VARIANTS[seed * 7 % len(VARIANTS)]
        rng = Rng(seed)
        live = walk(Game.new(options, seed), rng, rng.below(200))
        cloned = live.clone()
        restored = Game.from_snapshot(json.loads(json.dumps(live.snapshot())))
        assert cloned.digest() == restored.digest() == live.digest()
        while not live.over:
            seat = pick(rng, live.waiting)
            choice = pick(rng, live.legal(seat))
            for game in (live, cloned, restored):
                game.play(choice, seat)
        digest = live.digest()
        assert cloned.digest() == digest
        assert restored.digest() == digest
        assert live.record().replay().digest() == digest
        assert cloned.record() == live.record()
        assert restored.record().replay().digest() == digest


@pytest.mark.parametrize("batch", with_proofs(range(4)))
def test_every_position_of_a_game_survives_a_snapshot_and_a_clone(batch: int) -> None:
    for seed in range(batch, 60, 4):
        game = Game.new(VARIANTS[(seed * 83 + 7) % len(VARIANTS)], seed)
        rng = Rng(seed)
        while not game.over:
            copies = [game.clone(), Game.from_snapshot(game.snapshot())]
            seat = pick(rng, game.waiting)
            choice = pick(rng, game.legal(seat))
            assert all(copy.legal(seat) == game.legal(seat) for copy in copies)
            game.play(choice, seat)
            for copy in copies:
                copy.play(choice, seat)
                assert copy.snapshot() == game.snapshot()


def test_a_clone_goes_its_own_way() -> None:
    game = walk(Game.new(seed=3), Rng(3), 60)
    digest, step = game.digest(), game.step
    walk(game.clone(), Rng(4))
    assert (game.digest(), game.step) == (digest, step)


def test_every_prefix_of_a_record_replays_to_the_position_then() -> None:
    game = Game.new(seed=11)
    digests = [game.digest()]
    rng = Rng(5)
    while not game.over:
        game.play(pick(rng, game.legal()))
        digests.append(game.digest())
    record = game.record()
    for upto in range(0, len(digests), 9):
        assert record.replay(upto).digest() == digests[upto]


def test_secret_answers_are_recorded_in_the_order_of_seats() -> None:
    options = next(options for options in VARIANTS if options.power_shift and options.players == 4)
    game = Game.new(options, 1)
    for seat in (2, 0, 3, 1):
        game.play(game.legal(seat)[0], seat)
    assert game.record().seats == (0, 1, 2, 3)
    assert game.record().replay().digest() == game.digest()


def test_records_survive_text_and_json() -> None:
    for seed in range(0, 60, 3):
        game = walk(Game.new(VARIANTS[seed * 11 % len(VARIANTS)], seed), Rng(seed))
        record = game.record()
        assert Record.from_text(record.to_text()) == record
        assert Record.from_json(record.to_json()) == record
        restored = Game.from_snapshot(game.record().replay(40).snapshot())
        later = walk(restored, Rng(seed), 30).record()
        assert Record.from_text(later.to_text()).replay().digest() == restored.digest()
        assert Record.from_json(later.to_json()) == later
