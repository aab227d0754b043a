"""`elgrande play`: a whole game in the terminal against bots."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from elgrande.bots import bot_named
from elgrande.cli.common import (
    BotName,
    Language,
    Seed,
    check_language,
    open_console,
    with_game_options,
    write_record,
)
from elgrande.cli.session import Session
from elgrande.game import Game
from elgrande.rules.options import Options

EXAMPLE = "elgrande play --players 3 --bot sampler --save evening.egn"
SEED_BITS = 32


@with_game_options
def play(
    options: Options,
    seat: Annotated[int, typer.Option(metavar="SEAT", help="Your seat, from 0.")] = 0,
    seed: Seed = None,
    bot: BotName = "sampler",
    language: Language = "en",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE.egn", help="Keep the game in this file.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="No colours and no tables; for screen readers.")
    ] = False,
) -> None:
    """Play El Grande in the terminal against bots."""
    check_language(language)
    opponent = bot_named(bot)
    drawn = secrets.randbits(SEED_BITS) if seed is None else seed
    game = Game.new(options, drawn, events=True)
    game.view(seat)  # a seat that is not at the table is refused here
    session = Session(game, seat, opponent, open_console(plain), language, plain)
    if save is not None:
        write_record(game.record(), save)  # better to know now than after an evening
    session.greet(bot)
    try:
        finished = session.play()
    finally:
        if save is not None:
            write_record(session.game.record(), save)
    if finished:
        session.show_result(bot)
    else:
        session.say("left")
    if save is not None:
        session.say("saved", path=save)


COMMAND = play
