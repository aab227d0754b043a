"""Information-set MCTS through OpenSpiel, against random players.

    pip install 'elgrande[openspiel]'
    python examples/researcher/information_set_mcts.py --games 10 --simulations 200

For every simulation, OpenSpiel's search imagines a world that agrees with all the searching player
knows. It plays on from there with our compiled playouts, so no network is needed.
"""

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

import elgrande.learn.openspiel  # noqa: F401 - registers python_elgrande
from elgrande import playouts

SEEDS = 2**31


class Playouts:
    """Values a position by how random games from it end."""

    def __init__(self, count: int, seed: int) -> None:
        self.count = count
        self.draw = np.random.RandomState(seed)

    def evaluate(self, state: Any) -> Any:
        """Every player's average win share."""
        if state.is_terminal():
            return np.array(state.returns())
        played = playouts(state.table.game, self.count, int(self.draw.randint(SEEDS)))
        scores = np.array(played)
        best = scores == scores.max(axis=1, keepdims=True)
        return (best / best.sum(axis=1, keepdims=True)).mean(axis=0)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """All actions are equally likely at first."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def play(game: Any, seat: int, simulations: int, seed: int) -> float:
    """Play one game; returns what the searching player in this seat won."""
    draw = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game, Playouts(2, seed), uct_c=0.7, max_simulations=simulations, random_state=draw
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(draw.choice(outcomes, p=chances)))
        elif state.current_player() == seat:
            state.apply_action(int(bot.step(state)))
        else:
            state.apply_action(int(draw.choice(state.legal_actions())))
    return float(state.returns()[seat])


def main() -> None:
    """Play some games, one seat after another, and print the win share."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="python_elgrande(players=3,short=true)")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = pyspiel.load_game(given.game)
    won = [
        play(game, number % game.num_players(), given.simulations, given.seed + number)
        for number in range(given.games)
    ]
    even = 1 / game.num_players()
    print(f"win share {np.mean(won):.2f} in {given.games} games; an even match has {even:.2f}")


if __name__ == "__main__":
    main()
