"""Where turns begin in games that were played, for everything that looks at games afterwards."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from elgrande.game import Game
from elgrande.learn.data.games_file import PlayedGame
from elgrande.rules.options import Options
from elgrande.search.features import STAGES, turn_under_way
from elgrande.search.plans import turn_of
from training.positions import read_folder
from training.positions import shares_of as shares_of

Sample = list[tuple[Options, PlayedGame]]


def turn_starts(game: Game, played: PlayedGame) -> Iterator[None]:
    """Play a fresh deal through, stopping wherever a round or a turn begins."""
    turn = -1
    for _ in played.replay(game):
        if turn_of(game.state) == turn:
            continue
        turn = turn_of(game.state)
        if turn_under_way(game.state) != STAGES - 1:  # discs are set before a scoring
            yield


def sample_of(
    folders: Sequence[Path], most: int, is_wanted: Callable[[int], bool] | None = None
) -> Sample:
    """At most that many games for each number of players, evenly from all their tables.

    Only those are taken whose seeds are wanted.
    """
    by_players: dict[int, list[tuple[Options, list[PlayedGame]]]] = {}
    for folder in folders:
        for table in sorted(path for path in folder.iterdir() if path.is_dir()):
            options, games = read_folder(table)
            if is_wanted is not None:
                games = [game for game in games if is_wanted(game.seed)]
            by_players.setdefault(options.players, []).append((options, games))
    found: Sample = []
    for _, tables in sorted(by_players.items()):
        there = sum(len(games) for _, games in tables)
        part = min(1.0, most / max(there, 1))
        for options, games in tables:
            found += [(options, game) for game in games[: round(part * len(games))]]
    return found
