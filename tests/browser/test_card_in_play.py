"""The card in play: whole, bright and in sight from the moment it is taken until the turn ends."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.shots import SIZES
from tests.browser.test_cards import PLACING
from tests.browser.test_screens import screen, sit_down
from tests.support.browsing import Console, TableOnPage, visiting, wait_until_still
from tests.support.marks import with_proofs
from tests.support.server import ServerProcess
from tests.support.sights import ASKED, crowded, hear_all, play_round_beside, table_at

CARD = "C-any3"
SCREENS = ["desktop", "phone", "phone on its side", "small phone", "tablet", "laptop"]
# What keeps a card from being read: faint, grey, cut, or not on the screen.
FAULTS = """card => {
    const faults = [];
    const box = card.getBoundingClientRect();
    for (let one = card; one; one = one.parentElement) {
        const { opacity, filter, overflowY } = getComputedStyle(one);
        if (Number(opacity) < 1) faults.push('faint');
        if (filter !== 'none') faults.push('grey');
        const edge = one.getBoundingClientRect();
        if (overflowY !== 'visible' && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1))
            faults.push(`cut by ${one.className}`);
    }
    for (const text of card.querySelectorAll('h2, [data-part]'))
        if (text.scrollHeight > text.clientHeight + 2) faults.push(`cut: ${text.textContent}`);
    if (box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
        faults.push('not on the screen');
    return faults;
}"""


def faults_of(card: Locator) -> list[str]:
    """What keeps a card from being read, once nothing moves."""
    wait_until_still(card.page)
    faults: list[str] = card.evaluate(FAULTS)
    return faults


def text_of(page: Page, card: str) -> str:
    """What the card says."""
    cards = page.request.get("/api/catalogue?edition=2023&language=en").json()["cards"]
    text: str = cards[card]["text"]
    return text


@pytest.mark.parametrize("size", with_proofs(SCREENS))
def test_my_card_is_whole_until_the_turn_ends(
    browser: Browser, server: ServerProcess, console: Console, size: str
) -> None:
    assert size in SIZES
    with screen(browser, server, console, size) as context:
        seen = sit_down(context, crowded(CARD))
        page = seen.page
        stack = page.locator(f'[data-card="{CARD}"][data-choice]').first
        seen.pick(int(stack.get_attribute("data-choice") or 0))
        card = page.locator(f'[data-card-in-play="{CARD}"]')
        parts = card.locator("[data-part]")
        expect(card).to_contain_text(text_of(page, CARD))
        expect(card.locator('[data-part="place"]')).not_to_have_attribute("data-state", "now")
        assert faults_of(card) == []

        seen.pick(PLACING)
        expect(card.locator('[data-part="place"]')).to_have_attribute("data-state", "now")
        expect(parts).to_have_count(2)
        assert faults_of(card) == []
        while choices := seen.choices():
            seen.pick(choices[-1] if PLACING not in choices else 64)
            seen.wait_until_asked()
        expect(page.get_by_test_id("confirm")).to_be_visible()
        expect(card).to_contain_text(text_of(page, CARD))
        seen.confirm()
        hear_all(page, page.url.split("/table/")[1])
        expect(card).to_have_count(0)


@pytest.mark.proof
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_what_others_play_says_who_which_card_and_what_it_does(
    browser: Browser, server: ServerProcess, console: Console, size: str
) -> None:
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    slowly = {"pace": 0.5, "sheetSeconds": 0}
    with visiting(browser, server.url, console, slowly, viewport=viewport) as context:
        table = table_at(context, crowded(CARD))
        page = context.new_page()
        page.goto(f"/table/{table}")
        page.locator(ASKED).wait_for(state="attached")
        play_round_beside(page)
        page.get_by_test_id("pause").click()
        card = page.locator("[data-card-in-play]")
        who = card.locator(".who")
        while card.count() == 0 or who.inner_text() == "You play":
            page.keyboard.press("ArrowRight")
            assert TableOnPage(page).root.get_attribute("data-busy") == "true"
        key = card.get_attribute("data-card-in-play") or ""
        expect(card).to_contain_text(text_of(page, key))
        expect(who).to_contain_text("Random")  # what bots of that level are called
        expect(card.locator("header svg").first).to_be_visible()
        assert faults_of(card) == []
