"""A game is an ordinary Python object: printed, copied, pickled and compared without a leak."""

import copy
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from elgrande import Game, Options
from elgrande.rules.rng import Rng
from tests.support.interpreted import answer_of_interpreted
from tests.support.walks import every_variant, pick, walk

VARIANTS = list(every_variant())
GAMES = 60


def positions(events: bool = True) -> Iterator[Game]:
    """Positions of every kind of game, some in the middle of a secret decision, some over."""
    for seed in range(GAMES):
        rng = Rng(seed)
        game = Game.new(VARIANTS[seed * 13 % len(VARIANTS)], seed, events)
        yield walk(game, rng, rng.below(500))


def pickled(game: Game) -> Game:
    restored = pickle.loads(pickle.dumps(game))
    assert isinstance(restored, Game)
    return restored


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_is_the_same_game_and_goes_its_own_way(make: Callable[[Game], Game]) -> None:
    for number, game in enumerate(positions()):
        twin = make(game)
        assert twin is not game
        assert twin == game
        assert repr(twin) == repr(game)
        assert twin.record() == game.record()
        assert (twin.seed, twin.step) == (game.seed, game.step)
        for seat in (None, 0):
            assert twin.view(seat) == game.view(seat)
            assert twin.events(seat) == game.events(seat)
        if game.over:
            continue
        before = game.digest()
        walk(twin, Rng(number), 1)
        assert twin != game
        assert game.digest() == before


def test_a_copy_taken_within_a_game_ends_as_the_game_does() -> None:
    for number, game in enumerate(positions()):
        twins = [copy.copy(game), copy.deepcopy(game), pickled(game)]
        walk(game, Rng(number))
        for twin in twins:
            walk(twin, Rng(number))
            assert twin == game
            assert twin.record() == game.record()
            assert twin.events(None) == game.events(None)


def test_an_imagined_game_is_pickled_with_where_it_began() -> None:
    imagined = walk(Game.new(Options(players=3), 4), Rng(4), 40).determinize(1, 9)
    walk(imagined, Rng(1), 10)
    twin = pickled(imagined)
    assert twin.record() == imagined.record()
    assert twin.record().replay() == imagined


def test_a_game_that_nobody_listens_to_stays_so() -> None:
    game = walk(Game.new(Options(), 3), Rng(3), 20)
    for twin in (copy.copy(game), copy.deepcopy(game), pickled(game)):
        walk(twin, Rng(3), 5)
        assert twin.event_count == 0


def test_games_are_equal_where_all_is_equal() -> None:
    options = Options(players=3)
    assert Game.new(options, 7) == Game.new(options, 7)
    assert Game.new(options, 7) != Game.new(options, 8)
    assert Game.new(options, 7) != Game.new(Options(players=3, castillo="open"), 7)
    game = Game.new(options, 7)
    assert game == Game.from_snapshot(game.snapshot())
    assert game != game.determinize(0, 1), "the hidden cards count"
    assert game != "a game"
    assert game in [Game.new(options, 7)]


def test_a_game_changes_and_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Game.new())


def test_another_type_may_say_that_it_is_equal() -> None:
    class Anything:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None  # type: ignore[assignment]

    assert Game.new() == Anything()


def test_what_is_printed_tells_no_secret() -> None:
    for game in positions(events=False):
        public = re.sub(r"step \d+", "", repr(game))
        for seat in range(game.options.players):
            imagined = game.determinize(seat, 3)
            assert re.sub(r"step \d+", "", repr(imagined)) == public
    secretive = Game.new(Options(players=3), 123456789)
    assert "123456789" not in repr(secretive)
    assert repr(secretive) == (
        "<Game 2023, 3 players, round 1, step 0, power asked of [0], scores [0, 0, 0]>"
    )


def answers() -> list[str]:
    """What games look like, copied and pickled, as compiled and interpreted rules see them."""
    found = []
    for game in positions():
        twin = pickled(copy.deepcopy(game))
        found.append(f"{twin!r} {twin == game} {twin.digest()} {twin.record().to_json()}")
        if not game.over:
            twin.play(pick(Rng(1), twin.legal()))
            found.append(f"{twin == game} {twin != game}")
    return found


def test_compiled_and_interpreted_games_are_copied_alike(tmp_path: Path) -> None:
    assert answer_of_interpreted(__name__, "answers", tmp_path) == answers()
