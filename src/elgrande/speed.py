"""How fast this library is, in this build, on this machine: the measurements behind `bench`."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final, TypedDict

from elgrande.game import Game
from elgrande.rules.options import OLD_HANDS, Options
from elgrande.rules.playout import clone_many, play_out_many
from elgrande.rules.rng import Rng

REPEATS: Final = 5
SEED: Final = 1
MIDDLE_OF_A_GAME: Final = 60
# The clock is read after this share of a repeat, so that reading it costs nothing.
SHARE_OF_A_REPEAT: Final = 0.05
MOST_AT_ONCE: Final = 1_000_000

# Does its work that many times and returns the units done.
Work = Callable[[int], int]


class Speed(TypedDict):
    """The speed of games with some options; `python_` means driven from Python, call by call."""

    decisions_per_second: float
    games_per_second: float
    decisions_per_game: float
    python_decisions_per_second: float
    clone_ns: float
    python_clone_ns: float
    view_us: float


class StandardGame(TypedDict):
    """One kind of game in the table of speeds."""

    edition: str
    players: int
    variants: str
    options: Options


def standard_games() -> list[StandardGame]:
    """The kinds of games we measure: both editions, 2 to 5 players, with and without variants."""
    games: list[StandardGame] = []
    for edition, variants in (("2023", "none"), ("2023", "all"), ("classic", "none")):
        for players in range(2, 6):
            options = Options(edition=edition, players=players)
            if variants == "all":
                options = with_all_variants(players)
            games.append(
                {"edition": edition, "players": players, "variants": variants, "options": options}
            )
    return games


def with_all_variants(players: int) -> Options:
    """Edition 2023 at full length with everything that can be added to it."""
    return Options(
        players=players,
        merged_stacks=players <= 3,
        new_regency=True,
        old_hands=tuple(card for card, most in OLD_HANDS.items() for _ in range(most)),
        power_shift=True,
    )


def measure(options: Options, seconds: float) -> Speed:
    """Measure games with these options, each number the best of five repeats of `seconds`.

    >>> measure(Options(players=3), seconds=0.001)["decisions_per_game"] > 50
    True
    """
    start = Game.new(options, SEED)
    middle = _middle_of_a_game(start)
    inside = _Inside(start)
    decisions_per_second = best_rate(inside.play, seconds)
    decisions_per_game = inside.decisions / inside.games
    return {
        "decisions_per_second": decisions_per_second,
        "games_per_second": decisions_per_second / decisions_per_game,
        "decisions_per_game": decisions_per_game,
        "python_decisions_per_second": best_rate(_play_from_python(start), seconds),
        "clone_ns": 1e9 / best_rate(_clone_inside(middle), seconds),
        "python_clone_ns": 1e9 / best_rate(_clone_from_python(middle), seconds),
        "view_us": 1e6 / best_rate(_build_views(middle), seconds),
    }


def best_rate(work: Work, seconds: float) -> float:
    """Units of work per second, the best of some repeats, without the garbage collector."""
    with _garbage_collector_off():
        times = _times_at_once(work, seconds * SHARE_OF_A_REPEAT)
        return max(_rate(work, times, seconds) for _ in range(REPEATS))


def _rate(work: Work, times: int, seconds: float) -> float:
    done = 0
    started = perf_counter()
    elapsed = 0.0
    while elapsed < seconds or not elapsed:
        done += work(times)
        elapsed = perf_counter() - started
    return done / elapsed


def _times_at_once(work: Work, seconds: float) -> int:
    """How often to do the work between two looks at the clock; finding out also warms up."""
    times = 1
    while times < MOST_AT_ONCE:
        started = perf_counter()
        work(times)
        if perf_counter() - started >= seconds / 2:
            break
        times *= 2
    return times


@contextmanager
def _garbage_collector_off() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Inside:
    """Random games played wholly inside the rules, counted."""

    def __init__(self, start: Game) -> None:
        self.state = start.state
        self.rng = Rng(SEED)
        self.games = 0
        self.decisions = 0

    def play(self, times: int) -> int:
        decisions = play_out_many(self.state, times, self.rng)[1]
        self.games += times
        self.decisions += decisions
        return decisions


def _play_from_python(start: Game) -> Work:
    rng = Rng(SEED)

    def play(times: int) -> int:
        decisions = 0
        for _ in range(times):
            game = start.clone()
            while not game.over:
                legal = game.legal()
                game.play(legal[rng.below(len(legal))])
                decisions += 1
        return decisions

    return play


def _clone_inside(game: Game) -> Work:
    def clone(times: int) -> int:
        clone_many(game.state, times)
        return times

    return clone


def _clone_from_python(game: Game) -> Work:
    def clone(times: int) -> int:
        for _ in range(times):
            game.clone()
        return times

    return clone


def _build_views(game: Game) -> Work:
    def build(times: int) -> int:
        for _ in range(times):
            game.view(0).to_json()
        return times

    return build


def _middle_of_a_game(start: Game) -> Game:
    """A position with a bit of everything on the board."""
    game = start.clone()
    rng = Rng(SEED)
    for _ in range(MIDDLE_OF_A_GAME):
        legal = game.legal()
        game.play(legal[rng.below(len(legal))])
    return game
