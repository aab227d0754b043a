"""How the positions of the small tasks were found; they are frozen, so this is not run again.

    python -m tests.learn.make_positions FOLDER

Games are played by quick, slightly blurred answers. `ElGrande-Disc` keeps scorings for which all
set a disc and at least two should mix; `ElGrande-LastRound` keeps, of each game, the earliest
decision of the last round whose rest has few enough positions.
"""

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from elgrande.game import Game
from elgrande.learn.data.games_file import Common, PlayedGame, write_games
from elgrande.learn.solvable.disc import DECISION, solve
from elgrande.learn.tasks import SMALL
from elgrande.rules.board import ROUNDS
from elgrande.rules.options import Options
from elgrande.rules.rng import Rng
from elgrande.search.context import Context
from elgrande.search.rollout import answer_quickly
from elgrande.search.weights import STANDARD

NOISE = 128
OFTEN = 0.05
MOST_POSITIONS = 2500
FEWEST_POSITIONS = 30


def positions_of(options: Options, seed: int) -> Iterator[Game]:
    """Every decision of a quick game."""
    game, context = Game.new(options, seed), Context(Rng(seed), NOISE, STANDARD)
    while not game.over:
        yield game.clone()
        seat = game.waiting[0]
        game.play(answer_quickly(game.state, context, seat), seat)


def scoring(options: Options, seed: int) -> Game | None:
    """A scoring of a game for which all set a disc and at least two should mix."""
    found = [
        game
        for game in positions_of(options, seed)
        if game.decision == DECISION and len(game.waiting) == options.players
    ]
    for game in sorted(found, key=lambda game: (game.round + seed) % 3):
        mixed = sum(sorted(mix)[-2] > OFTEN for mix in solve(game, 200))
        if mixed >= 2:
            return game
    return None


def end(options: Options, seed: int) -> Game | None:
    """The earliest decision of the last round whose rest has few positions."""
    best = None
    for game in reversed([game for game in positions_of(options, seed) if game.round == ROUNDS]):
        size = positions_after(game)
        if size > MOST_POSITIONS:
            break
        if size >= FEWEST_POSITIONS and len(game.waiting) == 1:
            best = game
    return best


def positions_after(game: Game) -> int:
    """How many positions can follow, until that is too many; discs of the scoring not counted."""
    seen: set[str] = set()
    left = [game]
    while left and len(seen) <= MOST_POSITIONS:
        position = left.pop()
        key = repr(position.snapshot())
        if key in seen:
            continue
        seen.add(key)
        if position.over or position.decision == DECISION:
            continue
        for choice in position.legal():
            after = position.clone()
            after.play(choice)
            left.append(after)
    return len(seen)


def main() -> None:
    """Find the positions of every small task."""
    folder = Path(sys.argv[1])
    for task in SMALL.values():
        find = scoring if "Disc" in task.id else end
        wanted = sum(map(len, task.seeds))
        found: list[PlayedGame] = []
        for seed in count(1):
            game = find(task.options, seed)
            if game is not None:
                found.append(PlayedGame.of(game))
            if len(found) == wanted:
                break
        common = Common(task.options, ("quick",) * task.players)
        assert task.positions
        write_games(folder / task.positions, common, found)
        print(task.id, seed, flush=True)


if __name__ == "__main__":
    main()
