"""Learning in a browser: the guided round to its end, and the rules searched and filtered."""

import json
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from elgrande.rules.choices import PLACE_ACTION
from tests.support.browsing import IS_ASKED, Console, TableOnPage, visiting, wait_until_still
from tests.support.marks import with_proofs
from tests.support.server import ServerProcess
from tests.support.sights import ask, come_in, continue_to

LESSONS = 20
PARTS = 6
MOST_QUESTIONS = 5000  # asked of the server until it is the learner's turn
LONGEST = 120  # things to do in one round

# Notes every lesson that is shown with its part, however short.
NOTE_LESSONS = """() => {
    window.lessonsGiven = new Map();
    const note = () => {
        const lesson = document.querySelector('[data-lesson]');
        const part = lesson?.querySelector('[data-part]');
        if (part && !window.lessonsGiven.has(lesson.dataset.lesson))
            window.lessonsGiven.set(lesson.dataset.lesson, Number(part.dataset.part));
    };
    note();
    new MutationObserver(note).observe(
        document.body, {subtree: true, childList: true, attributes: true}
    );
}"""


def lesson_of(page: Page) -> str | None:
    """The lesson that is shown."""
    shown: str | None = page.evaluate(
        "() => document.querySelector('[data-lesson]')?.dataset.lesson ?? null"
    )
    return shown


def press_next(page: Page) -> bool:
    """Go on to the next lesson, if this one waits for that; it may go by itself meanwhile."""
    before = lesson_of(page)
    has_pressed: bool = page.evaluate(
        """() => {
            const button = document.querySelector('[data-testid=lesson-next]');
            button?.click();
            return button !== null;
        }"""
    )
    if has_pressed:
        expect(page.locator(f"[data-lesson={before}]")).to_have_count(0)
    return has_pressed


def press_continue(page: Page) -> bool:
    """Go on from a sheet, if one is shown."""
    sheet = page.locator("[data-sheet-of]")
    if not (sheet.count() and page.get_by_test_id("continue").count()):
        return False
    number = sheet.get_attribute("data-sheet-of")
    page.get_by_test_id("continue").click()
    page.locator(f'[data-sheet-of="{number}"]').wait_for(state="detached")
    return True


def placing_first(table: TableOnPage, choices: Sequence[int]) -> int:
    """Whoever may place does, so that its lessons are given."""
    return PLACE_ACTION if PLACE_ACTION in choices else table.any_of(choices)


def learn_all(page: Page) -> tuple[list[str], list[int]]:
    """Read every lesson, do every deed and go on from every sheet until the last lesson.

    Says which lessons were given, and to which parts they belong.
    """
    page.evaluate(NOTE_LESSONS)
    table = TableOnPage(page, seed=3)
    for _ in range(LONGEST):
        page.wait_for_function(
            "() => document.querySelector("
            "'[data-testid=lesson-next], [data-lesson=summary], [data-testid=continue]')"
            f" || ({IS_ASKED})()"
        )
        if lesson_of(page) == "summary":
            given: dict[str, int] = page.evaluate("() => Object.fromEntries(window.lessonsGiven)")
            return list(given), list(given.values())
        if press_next(page) or press_continue(page):
            continue
        if table.is_asked():
            table.do_one(lambda choices: placing_first(table, choices))
    raise AssertionError("The lessons do not end.")


@pytest.mark.proof
def test_the_guided_round_is_learned_to_its_end(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    """With a secret disc, the discs turned over, a scoring, and a real game with one click."""
    with visiting(browser, server.url, console, {"pace": 4, "sheetSeconds": 0}) as context:
        page = context.new_page()
        page.goto("/learn")
        page.get_by_role("link", name="Start", exact=True).click()
        page.wait_for_url("**/learn/first-round")
        page.get_by_test_id("lesson").wait_for()
        given, parts = learn_all(page)
        assert given[:6] == ["goal", "map", "homes", "king", "power", "confirm"]
        assert {"take", "card", "place", "castillo"} <= set(given)
        assert given[-6:] == ["disc", "opened", "discs", "scoring", "first", "summary"]
        assert parts == sorted(parts)
        assert set(parts) == set(range(1, PARTS + 1))
        page.get_by_test_id("real-game").click()
        page.wait_for_url("**/table/*")
        assert TableOnPage(page).wait_until_asked() == "me"


def play_to_the_disc(context: BrowserContext) -> str:
    """A guided round in which the learner is asked for a secret disc; says which table it is."""
    come_in(context)
    table: str = ask(context, "/api/lessons/first-round", {})["table"]["id"]
    for _ in range(MOST_QUESTIONS):
        view = context.request.get(f"/api/tables/{table}/state?seat=0").json()["view"]
        if not view["choices"]:
            continue  # bots are at it
        if view["decision"]["kind"] == "disc_scoring":
            return table
        last = view["choices"][-1]["choice"]  # to end and to decline comes last
        answer = {"seat": 0, "step": view["step"], "choice": last, "confirm": True}
        ask(context, f"/api/tables/{table}/choices", answer)
    raise AssertionError("No disc is asked for.")


@pytest.mark.proof
def test_a_real_disc_is_set_in_the_lessons_and_everything_scored(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    with visiting(browser, server.url, console, {"pace": 4, "sheetSeconds": 0}) as context:
        table = play_to_the_disc(context)
        progress = {"table": table, "seen": ["power"], "isSkipped": False, "isDone": False}
        kept = json.dumps(json.dumps(progress))
        context.add_init_script(
            f"try {{ localStorage.setItem('elgrande.first-round', {kept}) }} catch {{}}"
        )
        page = context.new_page()
        page.goto("/learn/first-round")
        page.locator("[data-lesson=disc]").wait_for()
        page.locator("[data-place=granada][data-choice]").first.click()
        page.get_by_test_id("set-disc").click()
        page.locator("[data-lesson=opened]").wait_for()
        continue_to(page, "[data-testid=reveal-sheet]")
        expect(page.locator("[data-lesson=discs]")).to_be_visible()
        continue_to(page, "[data-scene=place] [data-scored=galicia]")
        expect(page.locator("[data-lesson=scoring]")).to_be_visible()


@pytest.mark.proof
def test_who_does_not_read_comes_to_the_end_too(page: Page) -> None:
    page.goto("/learn/first-round")
    page.get_by_test_id("lesson").wait_for()
    table = TableOnPage(page, seed=5)
    table.play(until=lambda: lesson_of(page) in ("opened", "discs"))
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
    expect(page.locator("[data-lesson=homes]")).to_be_visible()
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
    wait_until_still(page)
    everything = page.locator("[data-section]").count()
    page.keyboard.press("/")
    page.keyboard.type("cataluna BONUS")
    expect(page.get_by_test_id("rules-search")).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="Found in")).to_be_visible()
    expect(page.locator("mark").first).to_be_visible()
    assert 0 < page.locator("[data-section]").count() < everything
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
        expect(page.locator("[data-figure]").nth(20)).to_be_attached()
