"""What using a card changes on the table, and nothing else."""

from typing import Any

from elgrande import Game
from tests.support.positions import REGION_KEYS, position, take

PARTS = ("king", "court", "province", "scores", "hands", "discards", "vetoes")


def table(game: Game) -> dict[str, Any]:
    """Everything by its name: "toledo" its caballeros, "toledo grandes", "toledo tile", "court"…"""
    data: Any = game.snapshot()
    everything = {part: data[part] for part in PARTS}
    for place, spot in [*data["regions"].items(), ("castillo", data["castillo"])]:
        everything[place] = spot["caballeros"]
        everything[f"{place} grandes"] = spot["grandes"]
        everything[f"{place} tile"] = spot["tile"]
    return everything


def changed(game: Game, before: dict[str, Any]) -> dict[str, Any]:
    """What lies otherwise on the table than before, as it is now."""
    return {name: now for name, now in table(game).items() if now != before[name]}


def effect(game: Game, card: str, *texts: str) -> dict[str, Any]:
    """What using the card like this changes on the table."""
    before = table(game)
    take(game, card, *texts)
    return changed(game, before)


def holding(card: str, options: dict[str, Any], **setup: Any) -> tuple[Game, dict[str, Any]]:
    """Seat 0 (or `seat`) has just taken the card; the game and how the table looks."""
    game = take(position(card, **setup, **options), card)
    return game, table(game)


def all_but(*places: str) -> list[str]:
    """The regions without these."""
    return [region for region in REGION_KEYS if region not in places]
