"""Batches: the same games as one at a time, whatever their number, options and neighbours."""

from hashlib import sha256
from pathlib import Path

import pytest

from elgrande import Game, Options
from elgrande.learn import NAMES, Batch, action_of, observe
from elgrande.learn.arrays import np
from elgrande.learn.errors import BadBatch, IllegalAction
from elgrande.learn.seeds import seed_of_game
from elgrande.rules.errors import NoSuchSeat
from tests.learn.test_actions import chosen
from tests.support.interpreted import answer_of_interpreted
from tests.support.walks import every_variant

MIXED = list(every_variant())[::9]


def play_beside_single_games(batch: Batch, steps: int) -> int:
    """Step a batch and the same games one by one; returns how many games ended."""
    rng = np.random.default_rng(7)
    games = [batch.game(place) for place in range(batch.games)]
    episodes = [0] * batch.games
    ended = 0
    for _ in range(steps):
        actions = chosen(batch, rng)
        seats = batch.seats.tolist()
        batch.step(actions)
        for place, game in enumerate(games):
            seat, action = seats[place], int(actions[place])
            legal = {action_of(game, seat, choice): choice for choice in game.legal(seat)}
            game.play(legal[action], seat)
            players = game.options.players
            assert batch.scores[place, :players].tolist() == game.scores
            assert batch.done[place] == game.over
            if game.over:
                shares = [(seat in game.winners) / len(game.winners) for seat in range(players)]
                assert batch.returns[place, :players].tolist() == shares
                for known in range(players):
                    last = batch.final_observation(place, known)
                    assert (last == observe(game, known)).all()
                episodes[place] += 1
                ended += 1
                seed = seed_of_game(batch.seed, place, episodes[place])
                games[place] = game = Game.new(game.options, seed)
            else:
                assert not batch.returns[place].any()
            asked = int(batch.seats[place])
            assert asked == game.waiting[0]
            assert (batch.observations[place] == observe(game, asked)).all()
    assert all(batch.game(place) == game for place, game in enumerate(games))
    return ended


def test_a_batch_plays_what_single_games_play_choice_by_choice() -> None:
    assert play_beside_single_games(Batch(MIXED, games=len(MIXED), seed=3), 150) > 5


@pytest.mark.proof
def test_a_batch_of_every_kind_of_game_plays_what_single_games_play() -> None:
    variants = list(every_variant())
    assert play_beside_single_games(Batch(variants, games=len(variants), seed=5), 400) > len(
        variants
    )


def test_a_batch_of_one_plays_what_the_first_of_many_plays() -> None:
    options = Options(players=2, short=True)
    one, many = Batch(options, games=1, seed=9), Batch(options, games=1_024, seed=9)
    ended = 0
    for _ in range(200):
        actions = many.masks.argmax(axis=1)
        many.step(actions)
        one.step(actions[:1])
        ended += int(one.done[0])
        for name in ("seats", "masks", "observations", "done", "returns", "scores"):
            assert (getattr(one, name)[0] == getattr(many, name)[0]).all(), name
    assert ended
    assert one.record(0) == many.record(0)


def test_games_of_a_batch_differ_from_each_other_and_from_those_before() -> None:
    seeds = {seed_of_game(1, place, episode) for place in range(50) for episode in range(50)}
    assert len(seeds) == 2_500
    assert seed_of_game(1, 0, 0) != seed_of_game(2, 0, 0)
    assert seed_of_game(-1, 0, 0) >= 0


def test_a_record_replays_to_the_same_position() -> None:
    batch = Batch(MIXED, games=len(MIXED), seed=8, observations=None)
    rng = np.random.default_rng(3)
    for _ in range(500):
        batch.step(chosen(batch, rng))
    for place in np.arange(batch.games):
        record = batch.record(place)
        assert record.options == MIXED[place]
        assert record.replay() == batch.game(place)


def test_a_game_longer_than_its_first_room_keeps_its_record() -> None:
    batch = Batch(Options(edition="classic", players=5), games=2, seed=1, observations=None)
    rng = np.random.default_rng(0)
    longest = 0
    for _ in range(1_200):
        batch.step(chosen(batch, rng))
        longest = max(longest, int(batch._core.steps[0]))
        if longest > 384:
            break
    assert batch.game(0).state.seat == batch.seats[0]


def test_a_batch_can_be_a_part_of_a_larger_one() -> None:
    whole = Batch(MIXED, games=12, seed=6)
    part = Batch(MIXED, games=5, seed=6, first=7)
    assert (part.observations == whole.observations[7:]).all()
    assert part.record(0) == whole.record(7)


def what_a_batch_shows() -> list[str]:
    """Digests of all that a batch with bots shows, step by step."""
    options = [Options(), Options(edition="classic", players=3), MIXED[-1]]
    batch = Batch(options, games=6, seed=2, bots={1: "quick"})
    shown = []
    for _ in range(50):
        batch.step(batch.masks.argmax(axis=1))
        arrays = (batch.observations, batch.masks, batch.bits, batch.seats, batch.scores)
        shown.append(sha256(b"".join(array.tobytes() for array in arrays)).hexdigest())
    return shown


@pytest.mark.proof
def test_interpreted_and_compiled_batches_are_the_same(tmp_path: Path) -> None:
    assert answer_of_interpreted(__name__, "what_a_batch_shows", tmp_path) == what_a_batch_shows()


def test_nothing_is_played_if_one_action_is_not_legal() -> None:
    batch = Batch(games=3, seed=1)
    before = [batch.game(place) for place in range(3)]
    seen = batch.observations.copy()
    actions = batch.masks.argmax(axis=1)
    actions[2] = 127
    with pytest.raises(IllegalAction, match=r"Game 2: action 127 is not legal for seat \d"):
        batch.step(actions)
    assert before == [batch.game(place) for place in range(3)]
    assert (batch.observations == seen).all()
    batch.step(batch.masks.argmax(axis=1))
    assert batch.record(2).choices


def test_the_last_observation_of_a_game_is_kept_for_one_step() -> None:
    batch = Batch(Options(players=2, short=True), games=2, seed=1, bots={1: "random"})
    with pytest.raises(BadBatch, match=r"ended no game in place 0; see `done`\."):
        batch.final_observation(0, 0)
    over = NAMES.index("decision.over")
    while not batch.done.any():
        batch.step(batch.masks.argmax(axis=1))
    place = int(batch.done.argmax())
    for seat in (0, 1):
        assert batch.final_observation(place, seat)[over] == 1
        known = dict(zip(NAMES, batch.final_observation(place, seat).tolist(), strict=True))
        assert known["seat.0.score"] == batch.scores[place, seat]
    assert batch.observations[place, over] == 0
    with pytest.raises(NoSuchSeat, match="Seats are 0 to 1"):
        batch.final_observation(place, 2)
    with pytest.raises(BadBatch, match="games 0 to 1"):
        batch.final_observation(2, 0)
    batch.step(batch.masks.argmax(axis=1))
    with pytest.raises(BadBatch, match="ended no game"):
        batch.final_observation(place, 0)


def test_a_batch_without_observations_has_no_last_one_either() -> None:
    batch = Batch(Options(players=2, short=True), games=1, seed=1, observations=None)
    while not batch.done[0]:
        batch.step(batch.masks.argmax(axis=1))
    with pytest.raises(BadBatch, match="This batch has no observations"):
        batch.final_observation(0, 0)


def test_arrays_of_a_batch_are_read_only_and_stay_the_same() -> None:
    batch = Batch(games=2)
    masks = batch.masks
    with pytest.raises(ValueError, match="read-only"):
        masks[0, 0] = 1
    before = masks.copy()
    for _ in range(3):
        batch.step(masks.argmax(axis=1))
    assert batch.masks is masks
    assert (masks != before).any()


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32", "int64", "uint64"])
def test_actions_are_whole_numbers_of_any_type(dtype: str) -> None:
    batch = Batch(games=5)
    batch.step(batch.masks.argmax(axis=1).astype(dtype))
    assert [len(batch.record(place).choices) for place in range(5)] == [1] * 5


def test_observations_of_a_batch_can_be_left_out_or_tell_everything() -> None:
    assert Batch(games=2, observations=None).observations.shape == (2, 0)
    whole = Batch(games=2, observations="everything")
    game = whole.game(1)
    seat = int(whole.seats[1])
    assert (whole.observations[1] == observe(game, seat, detail="everything")).all()
