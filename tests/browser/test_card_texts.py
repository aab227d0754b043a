"""No card is cut: what every card says fits on it, in every language and on every screen."""

from typing import Any

import pytest
from playwright.sync_api import Page

from elgrande.editions.wording import LANGUAGES
from elgrande.insight.catalogue import catalogue
from tests.support.browsing import resize
from tests.support.sights import ASKED, crowded, table_at

PHONES = ((360, 740), (390, 844), (430, 932), (844, 390))
SCREENS = (*PHONES, (768, 1024), (1280, 800), (1366, 768), (2560, 1440))
SMALLEST_OF_A_KIND = ((390, 844), (1280, 800))
HARDEST = 4  # cards in each language whose words take the most room
# Writes titles and texts onto the first card on the table, and says which of them are cut: by the
# card itself, by anything around it that cannot be scrolled, or by the edge of a wide window.
CUT_CARDS = """([language, rows]) => {
    document.documentElement.lang = language;
    const card = document.querySelector('button[data-card]');
    const [title, text] = ['.title', '.text'].map(one => card.querySelector(one));
    const isInside = (inner, outer) => inner.top >= outer.top - 1 && inner.left >= outer.left - 1
        && inner.bottom <= outer.bottom + 1 && inner.right <= outer.right + 1;
    const isCut = () => {
        const box = card.getBoundingClientRect();
        if (text.scrollHeight > text.clientHeight + 1) return true;
        for (const words of [title, text]) {
            const letters = document.createRange();
            letters.selectNodeContents(words);
            if (words.scrollWidth > words.clientWidth + 1) return true;
            if (!isInside(letters.getBoundingClientRect(), box)) return true;
        }
        for (let around = card.parentElement; around; around = around.parentElement) {
            const { overflowY } = getComputedStyle(around);
            if (overflowY === 'auto' || overflowY === 'scroll') return false;
            if (overflowY !== 'hidden' && overflowY !== 'clip') continue;
            const edge = around.getBoundingClientRect();
            if (box.top < edge.top - 1 || box.bottom > edge.bottom + 1) return true;
        }
        return box.bottom > innerHeight;
    };
    return rows.filter(row => {
        title.textContent = row.title;
        text.textContent = row.text;
        const longest = Math.max(...row.title.split(/[\\s-]/).map(word => word.length));
        card.parentElement.style.setProperty('--longest', longest);
        return isCut();
    }).map(row => row.title);
}"""


def cards_in(language: str) -> list[dict[str, Any]]:
    """What the cards of all editions say, with all that variants add, the longest first."""
    shown = [
        {
            "title": card["title"],
            "text": " ".join([card["text"], *card["variant_texts"].values()]),
        }
        for edition in ("2023", "classic")
        for card in catalogue(edition, language)["cards"].values()
    ]
    return sorted(shown, key=lambda card: len(card["text"]), reverse=True)


@pytest.fixture
def table(page: Page) -> Page:
    """A table whose cards are in sight."""
    page.goto(f"/table/{table_at(page.context, crowded())}")
    page.locator(ASKED).wait_for(state="attached")
    return page


def find_cut(page: Page, screens: tuple[tuple[int, int], ...], most: int | None) -> list[str]:
    """The titles of the cards that are cut, with language and screen."""
    found = []
    for width, height in screens:
        resize(page, width, height)
        page.locator("button[data-card]").first.wait_for()
        for language in LANGUAGES:
            cut = page.evaluate(CUT_CARDS, [language, cards_in(language)[:most]])
            found += [f"{title} ({language}, {width}x{height})" for title in cut]
    return found


def test_the_longest_texts_fit_on_their_cards(table: Page) -> None:
    assert find_cut(table, SMALLEST_OF_A_KIND, HARDEST) == []


@pytest.mark.proof
def test_every_text_fits_on_its_card(table: Page) -> None:
    assert find_cut(table, SCREENS, None) == []
