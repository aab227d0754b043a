"""What advice says about a plan, for tests."""

from typing import Any

from elgrande import Game
from elgrande.bots.sentences import findings_for, sentence_for


def said(game: Game, *texts: str, seat: int | None = None, share: float | None = None) -> str:
    """The sentence for a plan, by its notation."""
    asked = game.waiting[0] if seat is None else seat
    return sentence_for(game.state, asked, [game.parse(text) for text in texts], share)


def told(game: Game, *texts: str) -> str:
    """The same as it is within a sentence."""
    line = said(game, *texts)
    return line[0].lower() + line[1:]


def facts(game: Game, *texts: str, seat: int | None = None) -> dict[str, dict[str, Any]]:
    """All facts about a plan, by their keys."""
    asked = game.waiting[0] if seat is None else seat
    found = findings_for(game.state, asked, [game.parse(text) for text in texts]).facts
    return {fact.key: dict(fact.values) for fact in found}
