"""Every card's special action, performed by clicking on the things it touches."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from elgrande.editions.cards import CARDS
from elgrande.rules.choices import SPECIAL_ACTION, STACK_BASE
from tests.support.browsing import STOPS, TableOnPage
from tests.support.marks import with_proofs
from tests.support.positions import stack_of
from tests.support.sights import SEAT, crowded, table_at

PLACING = 106
OLD_HANDS = {"C-delegation": "delegation", "C-veto": "veto", "C-rivalries": "rivalries"}


def options_for(card: str) -> dict[str, Any]:
    """The options of a game in which a card can turn up."""
    decks = next(row.copies for row in CARDS if row.key == card)
    if card in OLD_HANDS:
        return {"old_hands": (OLD_HANDS[card],)}
    if "2023" in decks:
        return {}
    return {"new_regency": True} if "new_regency" in decks else {"edition": "classic"}


def happened(context: BrowserContext, table: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = context.request.get(f"/api/tables/{table}/events").json()
    return events


@pytest.mark.parametrize("card", with_proofs(row.key for row in CARDS))
def test_the_special_action_is_played_by_clicking(visitor: BrowserContext, card: str) -> None:
    game = crowded(card, **options_for(card))
    stack = STACK_BASE + stack_of(card, game.options) - 1
    table = table_at(visitor, game)
    page = visitor.new_page()
    page.goto(f"/table/{table}")
    seen = TableOnPage(page)

    def choose(choices: Sequence[int]) -> int:
        """The card, its special action, and then whatever it asks; nothing is placed."""
        for wanted in (stack, SPECIAL_ACTION):
            if wanted in choices and wanted not in seen.clicked:
                return wanted
        doing = [choice for choice in choices if choice not in STOPS and choice != PLACING]
        return seen.chance.choice(doing or list(choices))

    def is_done() -> bool:
        return any(
            event["event"] == "turn_ended" and event["colour"] == SEAT
            for event in happened(visitor, table)
        )

    seen.play(choose, until=is_done)
    told = [event for event in happened(visitor, table) if event.get("card") == card]
    assert SPECIAL_ACTION in seen.clicked
    assert "announced" in {event["event"] for event in told}
