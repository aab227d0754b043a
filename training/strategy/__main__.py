"""Collect facts from games for docs/research/strategy.md.

Example: python -m training.strategy runs/final --network runs/final.network
"""

import argparse
import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from elgrande.learn.data.games_file import PlayedGame, write_whole
from elgrande.rules.options import Options
from elgrande.search.network_file import load_network
from training.positions import read_folder
from training.self_play import styles_of
from training.strategy import facts
from training.strategy.caballero_worth import CaballeroWorth
from training.strategy.card_worth import CardWorth
from training.strategy.records import GameFacts, facts_of
from training.strategy.show import RESULTS

MAIN: Final = Options(players=4)
BEST_STYLE: Final = "keen"


def tables_in(folders: Sequence[Path], keen: bool) -> dict[Options, list[PlayedGame]]:
    """The games of every kind of table."""
    found: dict[Options, list[PlayedGame]] = {}
    for folder in folders:
        for table in sorted(path for path in folder.iterdir() if path.is_dir()):
            options, games = read_folder(table)
            if keen:
                games = [game for game in games if is_keen(game, options.players)]
            found.setdefault(options, []).extend(games)
    return found


def is_keen(played: PlayedGame, players: int) -> bool:
    """Whether every seat of a game for training played as well as it could."""
    return all(style.name == BEST_STYLE for style in styles_of(played.seed, players))


def has_vetoes(options: Options) -> bool:
    """Whether a table of four has Vetoes."""
    classic = options.edition == "classic"
    return options.players == MAIN.players and (classic or "veto" in options.old_hands)


def collect(
    tables: dict[Options, list[PlayedGame]], network_file: Path, most: int, judged: int
) -> dict[str, Any]:
    """All figures, from at most so many games of each kind of table."""
    network = load_network(network_file)

    def read(options: Options, first: int = 0) -> list[GameFacts]:
        return [
            facts_of(first + number, options, played, network)
            for number, played in enumerate(tables[options][:most])
        ]

    by_players = {
        options.players: read(options)
        for options in tables
        if options == Options(players=options.players) and tables[options]
    }
    main = by_players[MAIN.players]
    card, caballero = CardWorth(network), CaballeroWorth(network)
    for number, played in enumerate(tables[MAIN][:judged]):
        card.read(number, MAIN, played)
        caballero.read(number, MAIN, played)
    with_vetoes: list[GameFacts] = []
    for options in tables:
        if has_vetoes(options):
            with_vetoes += read(options, len(with_vetoes))
    return {
        "network": network_file.name,
        "checksum": sha256(network_file.read_bytes()).hexdigest()[:16],
        "games": {str(players): len(games) for players, games in sorted(by_players.items())},
        "judged_games": min(judged, len(main)),
        "seats": {
            str(players): facts.seats(games) for players, games in sorted(by_players.items())
        },
        "first_power": facts.first_power(main),
        "first_power_by_value": facts.first_power_by_value(main),
        "power_by_round": facts.power_by_round(main),
        "points": facts.points(main),
        "castillo": facts.castillo(main),
        "king": facts.king(main),
        "homes": facts.homes(main),
        "leads": facts.leads(main),
        "cards": facts.cards(main),
        "card_worth": card.figures(),
        "caballero_worth": caballero.figures(),
        "effort": facts.effort(main),
        "vetoes": facts.vetoes(with_vetoes) if with_vetoes else None,
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m training.strategy", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--network", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--games", type=int, default=3000, help="of each kind of table, at most")
    parser.add_argument("--judged", type=int, default=500, help="games whose turns are judged")
    parser.add_argument(
        "--keen", action="store_true", help="only games for training without weaker seats"
    )
    given = parser.parse_args()
    tables = tables_in(given.folders, given.keen)
    figures = collect(tables, given.network, given.games, given.judged)
    figures["folders"] = [folder.name for folder in given.folders]
    figures["keen"] = given.keen
    write_whole(given.out, (json.dumps(figures, indent=1) + "\n").encode())
    print(json.dumps(figures["games"]))


if __name__ == "__main__":
    main()
