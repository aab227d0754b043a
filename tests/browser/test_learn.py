"""Learning in a browser: the guided first round to its end, and the rules searched and filtered."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from elgrande.rules.choices import PLACE_ACTION
from tests.support.browsing import Console, TableOnPage, visiting
from tests.support.marks import with_proofs
from tests.support.server import ServerProcess

LESSONS = 20
LONGEST = 120  # things to do in one round


def lesson_of(page: Page) -> str | None:
    """The lesson that is shown."""
    shown = page.get_by_test_id("lesson")
    return shown.get_attribute("data-lesson") if shown.count() else None


def press_next(page: Page) -> bool:
    """Go on to the next lesson, if this one waits for that."""
    button = page.get_by_test_id("lesson-next")
    if not button.count():
        return False
    before = lesson_of(page)
    button.click()
    expect(page.locator(f"[data-lesson={before}]")).to_have_count(0)
    return True


def placing_first(table: TableOnPage, choices: Sequence[int]) -> int:
    """Whoever may place does, so that its lessons are given."""
    return PLACE_ACTION if PLACE_ACTION in choices else table.any_of(choices)


def learn_all(page: Page) -> list[str]:
    """Read every lesson and do every deed until the last lesson; says which were given."""
    table = TableOnPage(page, seed=3)
    given: list[str] = []
    for _ in range(LONGEST):
        page.wait_for_function(
            "() => document.querySelector('[data-testid=lesson-next], [data-lesson=summary]')"
            " || document.querySelector('[data-waiting=me][data-busy=false]')"
        )
        now = lesson_of(page)
        if now and now not in given:
            given.append(now)
        if now == "summary":
            return given
        if not press_next(page) and table.is_asked():
            table.do_one(lambda choices: placing_first(table, choices))
    raise AssertionError(f"The lessons do not end: {given}")


@pytest.mark.proof
def test_the_first_round_is_learned_to_its_end(page: Page) -> None:
    page.goto("/learn")
    page.get_by_role("link", name="Start", exact=True).click()
    page.wait_for_url("**/learn/first-round")
    page.get_by_test_id("lesson").wait_for()
    given = learn_all(page)
    assert given[:4] == ["goal", "map", "homes", "king"]
    assert {"power", "take", "card", "place", "castillo", "first", "scoring", "disc"} <= set(given)
    page.get_by_test_id("go-on").click()
    page.wait_for_url("**/table/*")
    assert TableOnPage(page).wait_until_asked() == "me"


@pytest.mark.proof
def test_who_does_not_read_comes_to_the_end_too(page: Page) -> None:
    page.goto("/learn/first-round")
    page.get_by_test_id("lesson").wait_for()
    table = TableOnPage(page, seed=5)
    table.play(until=lambda: lesson_of(page) in ("worth", "first"))
    for _ in range(LESSONS):
        if lesson_of(page) == "summary":
            break
        table.wait_until_asked()
        if not press_next(page):
            table.do_one()
    expect(page.locator("[data-lesson=summary]")).to_be_visible()
    page.get_by_test_id("real-game").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-waiting]")).to_be_attached()


def test_lessons_are_left_and_found_again(page: Page) -> None:
    page.goto("/learn/first-round")
    page.get_by_test_id("lesson").wait_for()
    table = page.evaluate("() => localStorage.getItem('elgrande.first-round')")
    press_next(page)
    press_next(page)
    assert lesson_of(page) == "homes"
    page.get_by_test_id("lesson-skip").click()
    expect(page.get_by_test_id("lesson")).to_have_count(0)
    page.goto("/learn")
    page.get_by_role("link", name="Continue").click()
    page.get_by_test_id("lesson-again").click()
    expect(page.locator("[data-lesson=homes]")).to_be_visible()
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('elgrande.first-round')).table")
    assert kept in table


@pytest.mark.proof
def test_lessons_are_read_by_keyboard(page: Page) -> None:
    page.goto("/learn/first-round")
    button = page.get_by_test_id("lesson-next")
    button.wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if button.evaluate("one => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("[data-lesson=map]")).to_be_visible()
    expect(page.get_by_role("region", name="Lesson")).to_have_attribute("aria-live", "polite")


def test_the_rules_are_searched(page: Page) -> None:
    page.goto("/rules")
    page.locator("[data-section=idea]").wait_for()
    everything = page.locator("[data-section]").count()
    page.keyboard.press("/")
    page.keyboard.type("cataluna BONUS")
    expect(page.get_by_test_id("rules-search")).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="Found in")).to_be_visible()
    assert 0 < page.locator("[data-section]").count() < everything
    assert page.locator("mark").count() > 0
    page.keyboard.press("Escape")
    expect(page.locator("[data-section]")).to_have_count(everything)


@pytest.mark.proof
def test_the_rules_of_one_edition_and_of_a_variant(page: Page) -> None:
    page.goto("/rules?edition=classic#veto")
    expect(page.locator("#veto")).to_be_in_viewport()
    expect(page.locator("#new-regency")).to_have_count(0)
    expect(page.locator("#C-fair-3")).to_have_count(1)
    page.get_by_label("Edition", exact=True).select_option("2023")
    page.wait_for_url("**/rules?edition=2023")
    expect(page.locator("#C-fair-3")).to_have_count(0)
    page.get_by_label("Variants", exact=True).select_option("power_shift")
    expect(page.locator("#power-shift")).to_have_count(1)
    expect(page.locator("#new-regency")).to_have_count(0)


@pytest.mark.proof
def test_a_link_from_another_page_leads_to_its_section(page: Page) -> None:
    page.goto("/learn")
    page.get_by_role("link", name="How scoring works").click()
    page.wait_for_url("**/rules#scoring")
    expect(page.locator("#scoring")).to_be_in_viewport()


@pytest.mark.proof
def test_printed_rules_have_all_their_pictures(page: Page) -> None:
    """A printer takes what is drawn when it says that it begins."""
    page.goto("/rules")
    boards = page.locator("figure.board")
    boards.first.locator("svg").first.wait_for()
    without = "boards => boards.filter(board => !board.querySelector('svg')).length"
    assert boards.evaluate_all(without) > 0
    assert (
        boards.evaluate_all(
            f"boards => dispatchEvent(new Event('beforeprint')) && ({without})(boards)"
        )
        == 0
    )


@pytest.mark.proof
@pytest.mark.parametrize(
    ("language", "word"), with_proofs([("es", "Las reglas"), ("de", "Die Regeln")])
)
def test_the_rules_in_other_languages(
    browser: Browser, server: ServerProcess, console: Console, language: str, word: str
) -> None:
    with visiting(browser, server.url, console, {"language": language}) as context:
        page = context.new_page()
        page.goto("/rules")
        expect(page.get_by_role("heading", level=1)).to_have_text(word)
        page.locator("[data-section=idea]").wait_for()
        assert page.locator("[data-figure]").count() > 20
