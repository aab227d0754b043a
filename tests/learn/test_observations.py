"""Observations: the golden file, their range, and that they tell nothing a seat may not know."""

from pathlib import Path

import pytest

from elgrande import Game, Options
from elgrande.learn import NAMES, OBS_SIZE, SCALE, observe
from elgrande.learn.arrays import np, seen
from elgrande.learn.core.scratch import Scratch
from elgrande.learn.details import DETAILS
from elgrande.learn.observation_fields import RESERVE
from elgrande.rules.determinize import determinize
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from tests.learn.golden.make import GAMES, OBSERVATIONS_FILE, observation_lines
from tests.support.interpreted import answer_of_interpreted
from tests.support.walks import every_variant, pick, walk

VARIANTS = list(every_variant())
SCRATCH = Scratch()
WRITTEN = seen(SCRATCH.observation, np.uint8)
INTERPRETED_GAMES = (GAMES[2], GAMES[4], GAMES[10])


def observed(state: State, seat: int, detail: str = "known") -> bytes:
    SCRATCH.observe(state, seat, DETAILS[detail])
    return bytes(WRITTEN)


def differing(state: State, seat: int, watcher: int, rng: Rng, detail: str = "known") -> bool:
    """Whether a watcher sees a difference between the true game and one that a seat imagines."""
    imagined = determinize(state, seat, rng)
    return observed(state, watcher, detail) != observed(imagined, watcher, detail)


def count_leaks(games: int, stride: int, detail: str = "known") -> tuple[int, int]:
    """In how many of how many states, seat by seat in turn, an observation tells of worlds."""
    leaks = states = 0
    for number in range(games):
        options = VARIANTS[number * stride % len(VARIANTS)]
        game, rng, worlds = Game.new(options, number), Rng(number), Rng(-number)
        while not game.over:
            seat = game.step % options.players
            leaks += differing(game.state, seat, seat, worlds, detail)
            states += 1
            who = pick(rng, game.waiting)
            game.play(pick(rng, game.legal(who)), who)
    return leaks, states


def test_observations_are_those_of_the_golden_file() -> None:
    assert list(observation_lines()) == OBSERVATIONS_FILE.read_text(encoding="utf-8").splitlines()


def test_a_seat_sees_the_same_in_every_world_it_can_imagine() -> None:
    leaks, states = count_leaks(30, 13)
    assert leaks == 0
    assert states > 3_000


@pytest.mark.proof
def test_a_seat_sees_the_same_in_every_world_in_a_million_states() -> None:
    leaks = states = games = 0
    while states < 1_000_000:
        games += 500
        found, more = count_leaks(500, games)
        leaks, states = leaks + found, states + more
    assert leaks == 0


@pytest.mark.parametrize("detail", ["known", "forgetful"])
def test_less_than_everything_never_leaks(detail: str) -> None:
    assert count_leaks(8, 31, detail)[0] == 0


def test_the_search_for_leaks_has_teeth() -> None:
    """Whoever sees everything is caught, and so are other seats in the same worlds."""
    leaks, states = count_leaks(8, 13, "everything")
    assert leaks > states * 0.9
    others = looked = 0
    for number, options in enumerate(GAMES):
        game = walk(Game.new(options, number), Rng(number), 60)
        for seed in range(20):
            for watcher in range(1, options.players):
                others += differing(game.state, 0, watcher, Rng(seed))
                looked += 1
    assert 0.10 < others / looked < 0.68


def test_another_hand_is_known_only_as_far_as_cards_were_seen() -> None:
    game = walk(Game.new(Options(power_shift=True), 5), Rng(2), 12)
    hand = [name for name in NAMES if name.startswith("seat.2.modifier_")]
    known = dict(zip(NAMES, observe(game, 0).tolist(), strict=True))
    truth = dict(zip(NAMES, observe(game, 0, detail="everything").tolist(), strict=True))
    mine = dict(zip(NAMES, observe(game, 2).tolist(), strict=True))
    held = {name for name in hand if truth[name] == 2}
    assert held == {name for name in hand if mine[name.replace("seat.2.", "seat.0.")] == 2}
    assert held
    assert {name for name in hand if known[name]} > held


def test_the_castillo_can_be_forgotten() -> None:
    game, rng = Game.new(seed=1), Rng(1)
    castillo = [at for at, name in enumerate(NAMES) if name.startswith("place.castillo.caballeros")]
    while not observe(game, 0)[castillo].any():
        game.play(pick(rng, game.legal()))
    assert not observe(game, 0, detail="forgetful")[castillo].any()


def test_bytes_lie_within_their_scales_and_the_reserve_stays_empty() -> None:
    largest = np.zeros(OBS_SIZE, np.uint8)
    for number, options in enumerate(VARIANTS[::7]):
        game, rng = Game.new(options, number), Rng(number)
        while not game.over:
            np.maximum(largest, observe(game, game.step % options.players), out=largest)
            game.play(pick(rng, game.legal()))
    points = [name.endswith((".score", ".score_soon")) for name in NAMES]
    beyond = [
        (name, int(byte), scale)
        for name, byte, scale, unbounded in zip(NAMES, largest, SCALE, points, strict=True)
        if byte > scale and not unbounded
    ]
    assert beyond == []
    assert not largest[[name.endswith(f".{RESERVE}") for name in NAMES]].any()


def test_an_observation_is_written_into_the_array_that_is_given() -> None:
    out = np.zeros(OBS_SIZE, np.uint8)
    game = Game.new(seed=2)
    assert observe(game, 1, out) is out
    assert (out == observe(game, 1)).all()


def test_seats_see_themselves_first() -> None:
    game = walk(Game.new(seed=6), Rng(6), 40)
    court = [NAMES.index(f"seat.{other}.court") for other in range(4)]
    courts = game.view(0)["court"]
    for seat in range(4):
        assert observe(game, seat)[court].tolist() == courts[seat:] + courts[:seat]


def interpreted_lines() -> list[str]:
    return list(observation_lines(INTERPRETED_GAMES))


@pytest.mark.proof
def test_interpreted_and_compiled_observations_are_the_same(tmp_path: Path) -> None:
    assert answer_of_interpreted(__name__, "interpreted_lines", tmp_path) == interpreted_lines()
