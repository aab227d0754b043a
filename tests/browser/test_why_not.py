"""What cannot be chosen says why when it is asked: cards, regions, parts of a turn, take back."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browsing import TableOnPage, wait_until_still
from tests.support.sights import ASKED, crowded, table_at

STOPS = 30  # on the whole page


def ask_about(page: Page, thing: Locator) -> Locator:
    """Point at a thing; where its reason is said."""
    page.mouse.move(2, 2)
    thing.hover()
    return page.get_by_test_id("why-not")


@pytest.mark.proof
def test_cards_at_rest_are_asked_by_the_keyboard(page: Page) -> None:
    page.goto(f"/table/{table_at(page.context, crowded('C-advisor'))}")
    page.locator(ASKED).wait_for(state="attached")
    cards = page.locator("[data-power]")
    focused = page.locator("[data-power]:focus")
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        if focused.count():
            break
    expect(cards.first).to_be_focused()
    expect(page.get_by_test_id("why-not")).to_have_text("Not now. Choose an action card.")
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    expect(page.get_by_test_id("why-not")).to_have_text("Not now. Choose an action card.")
    # They are one stop: the next one is beyond them.
    page.keyboard.press("Tab")
    expect(focused).to_have_count(0)


def test_whatever_cannot_be_chosen_says_why(page: Page) -> None:
    page.goto(f"/table/{table_at(page.context, crowded('C-advisor'))}")
    page.locator(ASKED).wait_for(state="attached")
    table = TableOnPage(page)
    asks = "Not now. Choose an action card."
    expect(ask_about(page, page.locator("[data-power]").first)).to_have_text(asks)
    expect(ask_about(page, page.locator('button[data-place="granada"]'))).to_have_text(asks)
    back = page.get_by_test_id("take-back")
    expect(ask_about(page, back)).to_have_text("There is nothing to take back.")

    stack = page.locator('button[data-card="C-advisor"]').get_attribute("data-choice")
    table.pick(int(stack or 0))
    table.pick(106)
    wait_until_still(page)
    closed = "Granada is not next to the King, who is in Castilla."
    expect(ask_about(page, page.locator('button[data-place="granada"]'))).to_have_text(closed)
    insight = page.get_by_test_id("insight")
    expect(insight).not_to_contain_text("1 more caballero")
    king = ask_about(page, page.locator('button[data-place="castilla"]'))
    expect(king).to_have_text("The King's region is closed.")

    while 0 not in table.choices() and table.choices():
        table.pick(table.choices()[0])
    if 0 in table.choices():
        table.pick(0)
    done = page.locator('[data-closed="place"]')
    expect(ask_about(page, done)).to_have_text("You have already placed this turn.")
