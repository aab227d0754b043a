"""What grandmasters' points come from: the figures that a player's record is compared with.

Grandmasters play whole games with a fixed number of iterations at tables of every size and both
editions; the means of a seat go to `src/elgrande/standings/reference.json`.

Example: python -m bench.record_reference --games 12 --iterations 60
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import elgrande.standings
from elgrande.arena.match import open_table
from elgrande.arena.schedule import Fixture
from elgrande.insight.points import SOURCES
from elgrande.record import Record
from elgrande.rules.options import EDITIONS, PLAYERS, Options
from elgrande.standings.figures import UNIT, SeatFigures, figures_of

TARGET: Final = Path(elgrande.standings.__file__).parent / "reference.json"
FIRST_SEED: Final = 9_000


def main() -> None:
    """Play, sum up and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12, help="games at each kind of table")
    parser.add_argument("--iterations", type=int, default=60, help="of a search")
    given = parser.parse_args()
    bot = f"grandmaster:iterations={given.iterations}"
    tables = [
        _table(Options(edition=edition, players=players), bot, given.games)
        for edition in EDITIONS
        for players in PLAYERS
    ]
    data = {"bot": bot, "version": elgrande.__version__, "tables": tables}
    TARGET.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _table(options: Options, bot: str, games: int) -> dict[str, Any]:
    seats = [seat for number in range(games) for seat in _play(options, bot, FIRST_SEED + number)]
    print(options.edition, options.players, fmean(seat.points for seat in seats), flush=True)
    return {
        "edition": options.edition,
        "players": options.players,
        "seats": len(seats),
        "points": round(fmean(seat.points for seat in seats), 2),
        "sources": {
            source: round(fmean(seat.sources[source] for seat in seats), 2) for source in SOURCES
        },
        "cards": _cards(seats),
    }


def _play(options: Options, bot: str, seed: int) -> Iterator[SeatFigures]:
    seats = tuple(range(options.players))
    fixture = Fixture(0, seed, options.to_data(), (bot,) * options.players, seats, 60.0)
    with open_table() as play:
        record = Record.from_text(play(fixture).record)
    yield from figures_of(options, seed, list(zip(record.seats, record.choices, strict=True)))


def _cards(seats: list[SeatFigures]) -> dict[str, float]:
    """For each action card, how often it was taken for every time chance would have taken it."""
    keys = sorted({key for seat in seats for key in seat.expected})
    expected = {key: sum(seat.expected.get(key, 0) for seat in seats) / UNIT for key in keys}
    taken = {key: sum(seat.taken.get(key, 0) for seat in seats) for key in keys}
    return {key: round(taken[key] / expected[key], 2) for key in keys if expected[key]}


if __name__ == "__main__":
    main()
