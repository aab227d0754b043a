"""Whether the chances that people see are honest: three in ten of all 30% chances should come true.

Games that the network has not learned from are replayed, and wherever a turn begins the network,
in the integers that play, says how likely every seat is to win. The expected calibration error
(ECE) puts all those chances into bins 5% wide and compares, in every bin, the mean chance with the
mean share of wins; it is the mean of these differences, weighted by how many chances a bin holds.

Example: python -m training.calibration runs/unseen --network runs/first.network --out chances.json
"""

import argparse
import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from elgrande.game import Game
from elgrande.learn.data.games_file import write_whole
from elgrande.rules.board import COLOURS, ROUNDS
from elgrande.search.appraiser import Appraiser
from elgrande.search.network import Network
from elgrande.search.network_file import load_network
from elgrande.search.outcome import Outcome
from elgrande.search.weights import FORESIGHTED
from training.turn_starts import Sample, sample_of, shares_of, turn_starts

BINS: Final = 20
DRAWS: Final = 400  # of the bootstrap
PERFECT_DRAWS: Final = 20
LEVEL: Final = 95
TARGET: Final = 0.02
PARTS: Final = {"early": (1, 3), "middle": (4, 6), "late": (7, 9)}  # rounds from one to the other


class Forecasts(NamedTuple):
    """Chances with what came of them: one row for each turn that begins, five seats wide."""

    games: NDArray[Any]  # int32[n]
    players: NDArray[Any]  # int8[n]
    rounds: NDArray[Any]  # int8[n]
    shares: NDArray[Any]  # float32[n, 5]: of the win
    chances: NDArray[Any]  # float32[n, 5]: of the network
    by_hand: NDArray[Any]  # float32[n, 5]: of the hand-made weights

    def chosen(self, index: NDArray[Any]) -> "Forecasts":
        """Some of them."""
        return Forecasts(*(column[index] for column in self))


def forecasts_of(sample: Sample, network: Network, worlds: int = 0) -> Forecasts:
    """Chances wherever a turn begins in some games.

    With a number of worlds, every seat's chance is what the seat itself is told: the mean over
    worlds that it cannot tell from the real one.
    """
    appraiser, outcome = Appraiser(FORESIGHTED), Outcome()
    rows: list[tuple[int, int, int, list[float], list[float], list[float]]] = []
    for number, (options, played) in enumerate(sample):
        game = Game.new(options, played.seed)
        shares = padded(shares_of(played.scores))
        for _ in turn_starts(game, played):
            outcome.judge(game.state, appraiser)
            by_hand = list(outcome.chances)[: options.players]
            chances = (
                chances_seen(game, network, outcome, worlds)
                if worlds
                else chances_known(game, network, outcome)
            )
            rows.append(
                (number, options.players, game.round, shares, padded(chances), padded(by_hand))
            )
    kinds = (np.int32, np.int8, np.int8, np.float32, np.float32, np.float32)
    columns = zip(*rows, strict=True)
    return Forecasts(*(np.array(column, kind) for column, kind in zip(columns, kinds, strict=True)))


def padded(values: Sequence[float]) -> list[float]:
    """Values of the seats that are taken, and 0 for the others."""
    return [*values, *[0.0] * (COLOURS - len(values))]


def chances_known(game: Game, network: Network, outcome: Outcome) -> list[float]:
    """The chances if everything is known."""
    network.judge(game.state, outcome)
    return list(outcome.chances)[: game.options.players]


def chances_seen(game: Game, network: Network, outcome: Outcome, worlds: int) -> list[float]:
    """Everyone's own chance as far as they can know it; these need not add up to 1."""
    found = []
    for seat in range(game.options.players):
        total = 0.0
        for world in range(worlds):
            network.judge(game.determinize(seat, game.step * worlds + world).state, outcome)
            total += outcome.chances[seat]
        found.append(total / worlds)
    return found


class Tally:
    """The chances of some positions in bins, game by game, so that games can be drawn anew."""

    def __init__(self, found: Forecasts, chances: NDArray[Any]) -> None:
        taken = np.arange(COLOURS) < found.players[:, None]
        told, came = chances[taken], found.shares[taken]
        _, games = np.unique(found.games, return_inverse=True)
        owner = np.repeat(games, found.players)
        self.games: int = int(games.max()) + 1
        at = owner * BINS + np.minimum((told * BINS).astype(np.int64), BINS - 1)
        size = self.games * BINS
        columns = [np.bincount(at, weights, size) for weights in (None, told, came)]
        self.sums = np.stack(columns).reshape(3, self.games, BINS)

    def drawn(self, draws: int, seed: int = 1) -> NDArray[Any]:
        """The sums of the bins, float[draws, 3, BINS], of as many games drawn with replacement."""
        rng = np.random.default_rng(seed)
        even = np.full(self.games, 1 / self.games)
        return np.stack([rng.multinomial(self.games, even) @ self.sums for _ in range(draws)])


def error_of(sums: NDArray[Any]) -> Any:
    """The expected calibration error of bins: counts, sums of chances, sums of shares."""
    counts, told, came = sums[..., 0, :], sums[..., 1, :], sums[..., 2, :]
    return np.abs(told - came).sum(axis=-1) / counts.sum(axis=-1)


def perfect_error(found: Forecasts, chances: NDArray[Any], seed: int = 1) -> float:
    """The error that chances would show on so few games even if they were all true.

    One number drawn for each game decides who wins it, by the chances of every position.
    """
    rng = np.random.default_rng(seed)
    edges = chances.cumsum(axis=1)
    errors = []
    for _ in range(PERFECT_DRAWS):
        drawn = rng.random(int(found.games.max()) + 1)[found.games]
        winner = (drawn[:, None] * edges[:, -1:] >= edges).sum(axis=1)
        shares = (np.arange(COLOURS) == winner[:, None]).astype(np.float32)
        tally = Tally(found._replace(shares=shares), chances)
        errors.append(float(error_of(tally.sums.sum(axis=1))))
    return float(np.mean(errors))


def figure_of(found: Forecasts, chances: NDArray[Any]) -> dict[str, Any]:
    """The calibration error of some positions, with its interval over games."""
    tally = Tally(found, chances)
    error = error_of(tally.sums.sum(axis=1))
    again = error_of(tally.drawn(DRAWS))
    # Games drawn with replacement show more error than those they are drawn from.
    low, high = np.percentile(again, [50 - LEVEL / 2, 50 + LEVEL / 2]) - again.mean() + error
    return {
        "error": rounded(error),
        "low": rounded(max(low, 0.0)),
        "high": rounded(high),
        "perfect": rounded(perfect_error(found, chances)),
        "games": tally.games,
        "positions": len(found.games),
    }


def curve_of(found: Forecasts, chances: NDArray[Any]) -> list[dict[str, float]]:
    """The bins of a reliability diagram: told, came true (with its interval), part of all."""
    tally = Tally(found, chances)
    sums = tally.sums.sum(axis=1)
    held = np.flatnonzero(sums[0])
    counts, told, came = sums[:, held]
    again = tally.drawn(DRAWS)[:, :, held]
    with np.errstate(invalid="ignore"):  # a bin may be left out when games are drawn
        ends = np.nanpercentile(again[:, 2] / again[:, 0], [50 - LEVEL / 2, 50 + LEVEL / 2], axis=0)
    return [
        {
            "told": rounded(told[at] / counts[at]),
            "came": rounded(came[at] / counts[at]),
            "low": rounded(ends[0, at]),
            "high": rounded(ends[1, at]),
            "part": rounded(counts[at] / counts.sum()),
        }
        for at in range(len(held))
    ]


def rounded(value: Any) -> float:
    """A figure for a file."""
    return round(float(value), 4)


def figures_of(found: Forecasts, chances: NDArray[Any]) -> dict[str, Any]:
    """The errors in all, by round and by number of players."""
    numbers = [number for number in range(1, ROUNDS + 1) if (found.rounds == number).any()]
    tables = np.unique(found.players).tolist()

    def cell(which: NDArray[Any]) -> dict[str, Any]:
        index = np.flatnonzero(which)
        return figure_of(found.chosen(index), chances[index])

    return {
        "all": cell(found.rounds > 0),
        "by_round": {str(number): cell(found.rounds == number) for number in numbers},
        "by_players": {str(players): cell(found.players == players) for players in tables},
    }


def curves_of(found: Forecasts, chances: NDArray[Any]) -> dict[str, Any]:
    """A reliability diagram for each number of players and each part of the game."""
    curves: dict[str, Any] = {}
    for players in np.unique(found.players).tolist():
        curves[str(players)] = {}
        for part, (first, last) in PARTS.items():
            which = (found.players == players) & (found.rounds >= first) & (found.rounds <= last)
            index = np.flatnonzero(which)
            some, told = found.chosen(index), chances[index]
            curves[str(players)][part] = {
                **figure_of(some, told),
                "bins": curve_of(some, told),
            }
    return curves


def was_held_back(seed: int) -> bool:
    """Whether training held a game back, by its seed."""
    from training.train import is_held_back  # PyTorch, which nothing else here needs

    return bool(is_held_back(np.array([seed]))[0])


def measure(
    folders: Sequence[Path],
    path: Path,
    most: int,
    seen: int,
    worlds: int,
    is_wanted: Callable[[int], bool] | None = None,
) -> dict[str, Any]:
    """All figures of a network on the games of some folders, or on those whose seeds are wanted."""
    network = load_network(path)
    found = forecasts_of(sample_of(folders, most, is_wanted), network)
    own = forecasts_of(sample_of(folders, seen, is_wanted), network, worlds)
    return {
        "network": path.name,
        "checksum": sha256(path.read_bytes()).hexdigest()[:16],
        "folders": [folder.name for folder in folders],
        "games_of_each_number_of_players": most,
        "bins": BINS,
        "target": TARGET,
        "learned": {**figures_of(found, found.chances), "curves": curves_of(found, found.chances)},
        "by_hand": {**figures_of(found, found.by_hand), "curves": curves_of(found, found.by_hand)},
        "seen": {"worlds": worlds, **figures_of(own, own.chances)},
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="games that were not learned from")
    parser.add_argument(
        "--held-back", action="store_true", help="only games that training always holds back"
    )
    parser.add_argument("--network", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="a JSON file for all figures")
    parser.add_argument("--games", type=int, default=5000, help="for each number of players")
    parser.add_argument("--seen", type=int, default=500, help="as many, from what seats know")
    parser.add_argument("--worlds", type=int, default=8, help="that a seat imagines")
    given = parser.parse_args()
    is_wanted = was_held_back if given.held_back else None
    figures = measure(
        given.folders, given.network, given.games, given.seen, given.worlds, is_wanted
    )
    write_whole(given.out, (json.dumps(figures, indent=1) + "\n").encode())
    for name in ("learned", "by_hand", "seen"):
        print(name, json.dumps(figures[name]["all"]))


if __name__ == "__main__":
    main()
