"""Games as positions to learn from: what the network sees, and how each game went on.

A position is taken wherever a turn or a round begins, and after every other power card. Games are
replayed, so old games serve new encodings too.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from elgrande.game import Game
from elgrande.learn.arrays import seen
from elgrande.learn.data.collection import UNFINISHED_FILE
from elgrande.learn.data.games_file import GAMES_FILE, PlayedGame, read_games, read_header, scan
from elgrande.process_pool import do_all
from elgrande.rules.board import COLOURS, REGIONS
from elgrande.rules.frames import POWER
from elgrande.rules.options import Options
from elgrande.rules.scoring import rank_of
from elgrande.rules.state import State
from elgrande.search.appraiser import Appraiser
from elgrande.search.features import (
    MOST_OF_SEAT,
    MOST_SHARED,
    STAGES,
    Features,
    turn_under_way,
)
from elgrande.search.outcome import Outcome
from elgrande.search.plans import turn_of
from elgrande.search.weights import FORESIGHTED
from training.errors import NoGames

AT_ONCE: Final = 50  # games of one task
PERIOD: Final = 3  # rounds from one general scoring to the next
WIDTH: Final = MOST_OF_SEAT + MOST_SHARED


class Positions(NamedTuple):
    """One row for each position, five seats wide; seats that are not taken are 0."""

    rows: NDArray[Any]  # int16[n, 5, width]: features that hold; 0 is none
    players: NDArray[Any]  # int8[n]
    rounds: NDArray[Any]  # int8[n]
    shares: NDArray[Any]  # float32[n, 5]: of the win
    gains: NDArray[Any]  # int16[n, 5]: points still to come
    soon: NDArray[Any]  # int16[n, 5]: those up to and with the next general scoring
    leads: NDArray[Any]  # uint8[n, 5, 9]: 1 for those who lead a region when that scoring is over
    by_hand: NDArray[Any]  # float32[n, 5]: chances that the hand-made weights give, to compare
    games: NDArray[Any]  # int64[n]: the seed of the game it is from

    @classmethod
    def joined(cls, parts: Sequence["Positions"]) -> "Positions":
        """Those of several parts."""
        return cls(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))

    def chosen(self, index: NDArray[Any]) -> "Positions":
        """Some of them."""
        return Positions(*(column[index] for column in self))


class Source(NamedTuple):
    """Some games of one table, and which part of all games they are."""

    options: Options
    games: list[PlayedGame]
    number: int

    def __str__(self) -> str:
        return f"The games from seed {self.games[0].seed} to {self.games[-1].seed}"


def read_folder(folder: Path) -> tuple[Options, list[PlayedGame]]:
    """The games of one table in the order of their seeds, also while some are missing."""
    if (folder / GAMES_FILE).exists():
        whole = read_games(folder)
        return whole.common.options, whole.games
    path = folder / UNFINISHED_FILE
    if not path.exists():
        raise NoGames(f"{folder} has no games.")
    content = path.read_bytes()
    common, start = read_header(path, content)
    games = [game for game, _ in scan(content, start, common.options.players) if game is not None]
    return common.options, sorted(games)


def sources_of(folders: Sequence[Path]) -> list[Source]:
    """The games of some runs, in small parts."""
    sources: list[Source] = []
    for folder in folders:
        before = len(sources)
        for table in sorted(path for path in folder.glob("*") if path.is_dir()):
            options, games = read_folder(table)
            for first in range(0, len(games), AT_ONCE):
                sources.append(Source(options, games[first : first + AT_ONCE], len(sources)))
        if len(sources) == before:
            raise NoGames(f"{folder} has no games.")
    return sources


def positions_of(options: Options, played: PlayedGame, number: int) -> Positions:
    """The positions of one game."""
    game = Game.new(options, played.seed)
    state = game.state
    features = Features()
    own = seen(features.rows, np.int64).reshape(COLOURS, MOST_OF_SEAT)
    shared = seen(features.shared, np.int64)
    players = options.players
    room = len(played.choices)
    rows = np.zeros((room, COLOURS, WIDTH), np.int16)
    rounds = np.zeros(room, np.int8)
    scores = np.zeros((room, COLOURS), np.int16)
    leads = np.zeros((room, COLOURS, REGIONS), np.uint8)
    by_hand = np.zeros((room, COLOURS), np.float32)
    appraiser, outcome = Appraiser(FORESIGHTED), Outcome()
    count = 0
    for _ in moments(game, played, number):
        features.write(state)
        outcome.judge(state, appraiser)
        for seat in range(players):
            held = features.counts[seat]
            rows[count, seat, :held] = own[seat, :held]
            rows[count, seat, held : held + features.shared_count] = shared[: features.shared_count]
            scores[count, seat] = state.score(seat)
            by_hand[count, seat] = outcome.chances[seat]
        leads[count] = leaders(state)
        rounds[count] = state.round
        count += 1
    final = np.zeros(COLOURS, np.int16)
    final[:players] = played.scores
    shares = np.zeros(COLOURS, np.float32)
    shares[:players] = shares_of(played.scores)
    return Positions(
        rows[:count],
        np.full(count, players, np.int8),
        rounds[:count],
        np.tile(shares, (count, 1)),
        final - scores[:count],
        after_scoring(rounds[:count], scores[:count], final) - scores[:count],
        after_scoring(rounds[:count], leads[:count], leaders(state)),
        by_hand[:count],
        np.full(count, number, np.int64),
    )


def shares_of(scores: Sequence[int]) -> list[float]:
    """Everyone's share of the win; those who are tied share it."""
    best = max(scores)
    return [(score == best) / list(scores).count(best) for score in scores]


def moments(game: Game, played: PlayedGame, number: int) -> Iterator[State]:
    """Replay a game, stopping wherever there is something to learn."""
    state = game.state
    last = (-1, -1)
    for _ in played.replay(game):
        # It changes when a turn begins, or when a power card has been played.
        moment = turn_of(state), state.argument if state.kind == POWER else -1
        if moment != last and is_taken(state, number):
            yield state
        last = moment


def is_taken(state: State, number: int) -> bool:
    """Whether a position where something begins is learned from, in the game of that number."""
    if turn_under_way(state) == STAGES - 1:
        return False  # discs are set before a scoring; the search plays on until it is over
    if state.kind != POWER or state.argument == 0:
        return True
    # Positions between two power cards differ little: every other one is enough.
    return bool((state.round + state.argument + number) % 2 == 0)


def leaders(state: State) -> NDArray[Any]:
    """Who is alone first in which region."""
    found = np.zeros((COLOURS, REGIONS), np.uint8)
    for seat in range(state.deal.players):
        for region in range(REGIONS):
            if state.caballeros(region, seat):
                found[seat, region] = rank_of(state, region, seat) == 1
    return found


def after_scoring(rounds: NDArray[Any], column: NDArray[Any], final: NDArray[Any]) -> NDArray[Any]:
    """What a column holds after the next general scoring; `final` is what it holds at the end."""
    after = np.empty_like(column)
    following = final
    for index in range(len(rounds) - 1, -1, -1):
        if index + 1 < len(rounds) and period_of(rounds[index + 1]) != period_of(rounds[index]):
            following = column[index + 1]
        after[index] = following
    return after


def period_of(number: int) -> int:
    """Which general scoring follows a round."""
    return (number - 1) // PERIOD


@contextmanager
def open_reader() -> Iterator[Callable[[Source], tuple[int, Positions]]]:
    """What makes positions of games."""

    def read(source: Source) -> tuple[int, Positions]:
        # By its seed, a game is the same one whichever other games it is read with.
        parts = [positions_of(source.options, played, played.seed) for played in source.games]
        return source.number, narrowed(Positions.joined(parts))

    yield read


def narrowed(positions: Positions) -> Positions:
    """The same without columns of rows that nobody uses."""
    used = int((positions.rows != 0).any(axis=(0, 1)).sum())
    return positions._replace(rows=positions.rows[:, :, :used])


def widened(positions: Positions, width: int) -> Positions:
    """The same with columns up to a width."""
    missing = width - positions.rows.shape[2]
    return positions._replace(rows=np.pad(positions.rows, ((0, 0), (0, 0), (0, missing))))


def load_positions(folders: Sequence[Path], workers: int) -> Positions:
    """All positions of some runs, in an order that does not depend on the processes."""
    found = dict(do_all(open_reader, sources_of(folders), workers))
    parts = [found[number] for number in sorted(found)]
    width = max(part.rows.shape[2] for part in parts)
    return Positions.joined([widened(part, width) for part in parts])
