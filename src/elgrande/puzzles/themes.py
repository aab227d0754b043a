"""What a puzzle is about, from what its solution does."""

from collections.abc import Sequence
from typing import Final

from elgrande.bots.effects import carry_out
from elgrande.game import Game
from elgrande.puzzles.puzzle import (
    CASTILLO,
    DISC,
    ENDGAME,
    KING,
    POWER_CARD,
    POWER_THEME,
    SCORING,
    VETO,
    VETO_THEME,
)
from elgrande.rules.board import CASTILLO as CASTILLO_PLACE
from elgrande.rules.board import PLACE_KEYS, ROUNDS
from elgrande.rules.frames import DISC_SCORING

THROWN: Final = 2  # caballeros that make the Castillo what a turn is about


def theme_of(game: Game, seat: int, kind: str, choices: Sequence[int]) -> str:
    """The theme of a puzzle with this solution."""
    if kind == VETO:
        return VETO_THEME
    if kind == POWER_CARD:
        return POWER_THEME
    if kind == DISC:
        return CASTILLO if game.state.kind == DISC_SCORING else SCORING
    effects = carry_out(game.state, seat, choices)
    castillo = PLACE_KEYS[CASTILLO_PLACE]
    if any(effects.named("king_moved")):
        return KING
    if any(effects.named("veto_kept")) or any(effects.named("vetoed")):
        return VETO_THEME
    thrown = sum(
        count
        for (colour, _, target), count in effects.moves().items()
        if colour == seat and target == CASTILLO_PLACE
    )
    scored = any(event.get("place") == castillo for event in effects.named("scored"))
    if thrown >= THROWN or scored:
        return CASTILLO
    return ENDGAME if game.round == ROUNDS else SCORING
