"""Measure how fast peer game libraries play uniformly random games, on one core.

Runs inside a throw-away environment that holds one or more of the peers, so it imports
only the standard library and the peers themselves. Prints one JSON list on standard output.

A decision is one action a player is asked for, forced ones included. Chance nodes are
sampled but not counted. The peers are driven the fastest way their public interface offers,
so that the comparison errs in their favour.
"""

import argparse
import contextlib
import copy
import json
import random
import sys
import timeit
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from itertools import cycle
from time import perf_counter
from typing import Any, Protocol, TypedDict

REPEATS = 3
SEED = 20240501
WHOLE_GAME = sys.maxsize

OPEN_SPIEL_GAMES = ("hearts", "backgammon", "gin_rummy")
ROLLOUTS_PER_SEARCH = 10
PREPARED_DEALS = 100

# Catanatron itself stops random players here, because some of their games never end.
CATANATRON_TURN_LIMIT = 1000


class Row(TypedDict):
    """One measured line of the table of peers."""

    name: str
    how: str
    decisions_per_second: float
    games_per_second: float
    decisions_per_game: float
    clone_ns: float | None
    version: str
    error: str | None


class PlayGame(Protocol):
    """Plays a fresh random game until it ends or the limit of decisions is reached."""

    def __call__(self, decision_limit: int) -> tuple[Any, int]:
        """Return the state reached and the number of decisions taken."""


@dataclass(frozen=True)
class Measurement:
    """Speed of one way of driving one game."""

    games_per_second: float
    decisions_per_game: float
    clone_ns: float | None


def measure_open_spiel(seconds: float) -> list[Row]:
    """Measure every OpenSpiel game from Python, then by rollouts inside its C++ core."""
    return [row for game_name in OPEN_SPIEL_GAMES for row in measure_spiel_game(game_name, seconds)]


def measure_spiel_game(game_name: str, seconds: float) -> list[Row]:
    """Measure one OpenSpiel game both ways."""
    name = f"open_spiel {game_name}"

    def measure_rollouts() -> Measurement:
        return measure_spiel_rollouts(game_name, python_row, seconds)

    python_row = fill_row(
        name, "Python", "open_spiel", lambda: measure_spiel_python(game_name, seconds)
    )
    return [python_row, fill_row(name, "C++ rollouts", "open_spiel", measure_rollouts)]


def measure_spiel_python(game_name: str, seconds: float) -> Measurement:
    """Drive one OpenSpiel game from Python."""
    play = prepare_spiel_play(game_name)
    return measure_play(play, lambda state: state.clone, seconds)


def prepare_spiel_play(game_name: str) -> PlayGame:
    """Return a player of random games of one OpenSpiel game."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(game_name)
    chance_player = int(pyspiel.PlayerId.CHANCE)
    draw = random.Random(SEED).random

    def play(decision_limit: int) -> tuple[Any, int]:
        state = game.new_initial_state()
        decisions = 0
        while decisions < decision_limit:
            # One call tells players, chance and the end of the game apart.
            player = state.current_player()
            if player >= 0:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                decisions += 1
            elif player == chance_player:
                state.apply_action(sample_outcome(state.chance_outcomes(), draw()))
            else:
                break
        return state, decisions

    return play


def sample_outcome(outcomes: list[tuple[int, float]], threshold: float) -> int:
    """Return the outcome at which the summed probability passes the threshold."""
    for action, probability in outcomes:
        threshold -= probability
        if threshold < 0:
            return action
    return outcomes[-1][0]


def measure_spiel_rollouts(game_name: str, python_row: Row, seconds: float) -> Measurement:
    """Count random rollouts that the C++ core plays, with no Python between decisions.

    The core does not report decisions, so the mean game length comes from the Python row.
    """
    if python_row["error"] is not None:
        raise RuntimeError("no game length, because the games driven from Python failed")
    pyspiel: Any = import_module("pyspiel")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS_PER_SEARCH, SEED)
    # A search of one simulation only evaluates its root, so it is nothing but rollouts.
    searcher = pyspiel.MCTSBot(
        pyspiel.load_game(game_name),
        evaluator,
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=100,
        solve=False,
        seed=SEED,
        verbose=False,
    )
    deals = prepare_spiel_deals(game_name)
    rates = [count_rollouts_per_second(searcher, deals, seconds) for _ in range(REPEATS)]
    return Measurement(max(rates), python_row["decisions_per_game"], None)


def prepare_spiel_deals(game_name: str) -> Iterator[Any]:
    """Return an endless supply of states in which the first decision is due.

    The search crashes on a chance node as its root, so rollouts start after the deal.
    """
    game = import_module("pyspiel").load_game(game_name)
    draw = random.Random(SEED).random
    deals = []
    for _ in range(PREPARED_DEALS):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(sample_outcome(state.chance_outcomes(), draw()))
        deals.append(state)
    return cycle(deals)


def count_rollouts_per_second(searcher: Any, deals: Iterator[Any], seconds: float) -> float:
    """Search deal after deal until time runs out."""
    searches = 0
    start = perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        searcher.mcts_search(next(deals))
        searches += 1
    return searches * ROLLOUTS_PER_SEARCH / elapsed


def measure_catanatron(seconds: float) -> list[Row]:
    """Measure Catanatron with four of its random players."""

    def measure() -> Measurement:
        return measure_play(prepare_catanatron_play(), lambda game: game.copy, seconds)

    return [fill_row("catanatron", "Python", "catanatron", measure)]


def prepare_catanatron_play() -> PlayGame:
    """Return a player of random games of Catan."""
    new_game: Any = import_module("catanatron.game").Game
    players: Any = import_module("catanatron.models.player")
    seats = [players.RandomPlayer(color) for color in players.Color]
    rng = random.Random(SEED)

    def play(decision_limit: int) -> tuple[Any, int]:
        # A seed of zero would make the game pick its own.
        game = new_game(seats, seed=rng.randrange(1, sys.maxsize))
        decisions = 0
        while (
            decisions < decision_limit
            and game.winning_color() is None
            and game.state.num_turns < CATANATRON_TURN_LIMIT
        ):
            game.play_tick()
            decisions += 1
        return game, decisions

    return play


def measure_rlcard(seconds: float) -> list[Row]:
    """Measure RLCard games on their game objects, without the encoding of observations."""

    def measure_gin_rummy() -> Measurement:
        game = import_module("rlcard.games.gin_rummy").Game()
        play = prepare_rlcard_play(game, lambda _: game.judge.get_legal_actions())
        return measure_play(play, prepare_deep_copy, seconds)

    def measure_mahjong() -> Measurement:
        game = import_module("rlcard.games.mahjong").Game()
        play = prepare_rlcard_play(game, game.get_legal_actions)
        return measure_play(play, prepare_deep_copy, seconds)

    return [
        fill_row("rlcard gin-rummy", "Python", "rlcard", measure_gin_rummy),
        fill_row("rlcard mahjong", "Python", "rlcard", measure_mahjong),
    ]


def prepare_rlcard_play(game: Any, list_legal_actions: Callable[[Any], Any]) -> PlayGame:
    """Return a player of random games of one RLCard game."""
    game.np_random.seed(SEED)
    draw = random.Random(SEED).random

    def play(decision_limit: int) -> tuple[Any, int]:
        state, _ = game.init_game()
        decisions = 0
        while decisions < decision_limit and not game.is_over():
            actions = list_legal_actions(state)
            state, _ = game.step(actions[int(draw() * len(actions))])
            decisions += 1
        return game, decisions

    return play


def prepare_deep_copy(game: Any) -> Callable[[], Any]:
    """Return a copier of a game that has no copy of its own."""
    return lambda: copy.deepcopy(game)


def measure_play(
    play: PlayGame, prepare_clone: Callable[[Any], Callable[[], Any]], seconds: float
) -> Measurement:
    """Play random games in repeats and keep the best decision rate.

    The mean game length is taken over all repeats: it does not depend on the machine's noise.
    """
    games = decisions = 0
    best_rate = 0.0
    for _ in range(REPEATS):
        repeat_games, repeat_decisions, elapsed = play_for(play, seconds)
        games += repeat_games
        decisions += repeat_decisions
        best_rate = max(best_rate, repeat_decisions / elapsed)
    decisions_per_game = decisions / games
    middle = play_to_middle(play, max(1, round(decisions_per_game / 2)))
    clone_ns = time_best_call(prepare_clone(middle))
    return Measurement(best_rate / decisions_per_game, decisions_per_game, clone_ns)


def play_for(play: PlayGame, seconds: float) -> tuple[int, int, float]:
    """Play whole games until time runs out; return games, decisions and elapsed time."""
    games = decisions = 0
    start = perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        decisions += play(WHOLE_GAME)[1]
        games += 1
    return games, decisions, elapsed


def play_to_middle(play: PlayGame, middle: int) -> Any:
    """Return a state that many decisions into a game, passing over games that end earlier."""
    while True:
        state, decisions = play(middle)
        if decisions == middle:
            return state


def time_best_call(call: Callable[[], Any]) -> float:
    """Return the nanoseconds that one call takes in the best repeat."""
    timer = timeit.Timer(call)
    calls, _ = timer.autorange()
    return min(timer.repeat(repeat=REPEATS, number=calls)) / calls * 1e9


def fill_row(name: str, how: str, package: str, measure: Callable[[], Measurement]) -> Row:
    """Measure into a row; whatever goes wrong becomes the row's error."""
    row = Row(
        name=name,
        how=how,
        decisions_per_second=0.0,
        games_per_second=0.0,
        decisions_per_game=0.0,
        clone_ns=None,
        version="",
        error=None,
    )
    try:
        row["version"] = metadata.version(package)
        measured = measure()
    except Exception as error:
        row["error"] = f"{type(error).__name__}: {error}"
        return row
    row["games_per_second"] = measured.games_per_second
    row["decisions_per_game"] = measured.decisions_per_game
    row["decisions_per_second"] = measured.games_per_second * measured.decisions_per_game
    row["clone_ns"] = measured.clone_ns
    return row


MEASURE_BY_PEER: dict[str, Callable[[float], list[Row]]] = {
    "open_spiel": measure_open_spiel,
    "catanatron": measure_catanatron,
    "rlcard": measure_rlcard,
}


def parse_seconds(text: str) -> float:
    """Read the length of one repeat, which must be above zero."""
    seconds = float(text)
    if not seconds > 0:
        raise argparse.ArgumentTypeError("must be above zero")
    return seconds


def main() -> None:
    """Measure the chosen peers and print their rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--seconds", type=parse_seconds, default=3.0, help="length of each of the three repeats"
    )
    parser.add_argument("--only", choices=MEASURE_BY_PEER, help="measure this peer alone")
    arguments = parser.parse_args()
    chosen = [arguments.only] if arguments.only else list(MEASURE_BY_PEER)
    rows: list[Row] = []
    # Some peers print while they play, and standard output belongs to the JSON.
    with contextlib.redirect_stdout(sys.stderr):
        for peer in chosen:
            rows += MEASURE_BY_PEER[peer](arguments.seconds)
    print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
