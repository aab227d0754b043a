"""`elgrande play`: a whole game in the terminal against bots."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from elgrande.bots import DEFAULT_OPPONENT, open_players
from elgrande.bots.host import LIMIT_SECONDS
from elgrande.cli.common import (
    Bots,
    Language,
    Limit,
    Seed,
    bots_by_seat,
    check_language,
    open_console,
    write_record,
)
from elgrande.cli.game_options import with_game_options
from elgrande.cli.session import Session
from elgrande.game import Game
from elgrande.rules.options import Options

EXAMPLE = "elgrande play --players 3 --bots steady,strong --save evening.egn"
SEED_BITS = 32


@with_game_options
def play(
    options: Options,
    seat: Annotated[int, typer.Option(metavar="SEAT", help="Your seat, from 0.")] = 0,
    seed: Seed = None,
    bots: Bots = DEFAULT_OPPONENT,
    limit: Limit = LIMIT_SECONDS,
    language: Language = "en",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.egn", help="Save the game to this file.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="No colours and no tables; for screen readers.")
    ] = False,
) -> None:
    """Play El Grande in the terminal against bots."""
    check_language(language)
    drawn = secrets.randbits(SEED_BITS) if seed is None else seed
    game = Game.new(options, drawn, events=True)
    game.view(seat)  # a seat that is not at the table is refused here
    named = bots_by_seat(bots, [other for other in range(options.players) if other != seat])
    with open_players(list(named.values()), limit) as players:
        for player in players:
            player.start()
        if save is not None:
            write_record(game.record(), save)  # better to know now than after an evening
        opponents = dict(zip(named, players, strict=True))
        session = Session(game, seat, opponents, open_console(plain), language, plain)
        session.greet()
        try:
            finished = session.play()
        finally:
            if save is not None:
                write_record(session.game.record(), save)
    if finished:
        session.show_result()
    else:
        session.say("left")
    if save is not None:
        session.say("saved", path=save)


COMMAND = play
