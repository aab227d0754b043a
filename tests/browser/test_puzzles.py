"""Puzzles in a browser: solved on the board, missed with a reason, one every day."""

import re
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from elgrande.puzzles.answers import start
from elgrande.puzzles.library import EXAM, puzzle_of, puzzle_of_the_day, puzzles
from elgrande.puzzles.puzzle import Puzzle
from tests.support.axe import violations
from tests.support.browsing import Console, visiting
from tests.support.server import ServerProcess

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
STEP_IS_OVER = """step => {
    const shown = document.querySelector('[data-testid=position]').dataset;
    return shown.busy === 'false' && shown.step !== step;
}"""
SOLVED = {"en": "Solved!", "de": "Gelöst!", "es": "¡Resuelto!"}
WRONG = {"en": "Why not?", "de": "Warum nicht?", "es": "¿Por qué no?"}


class PuzzleOnPage:
    """A puzzle as its page shows it, solved by clicking."""

    def __init__(self, page: Page, puzzle: Puzzle, path: str | None = None) -> None:
        self.page, self.puzzle = page, puzzle
        page.goto(path or f"/puzzles/{puzzle.id}")
        page.get_by_test_id("position").wait_for()

    @property
    def step(self) -> str:
        """The number of the question."""
        return self.page.get_by_test_id("position").get_attribute("data-step") or ""

    def pick(self, choice: int) -> None:
        """Click on what a choice touches, or on its line in the list."""
        step, things = self.step, self.page.locator(f"[data-choice='{choice}']:visible")
        if things.count() == 0:
            self.page.locator("[data-testid=position-ask] details summary").first.click()
        things.first.click()
        disc = self.page.get_by_test_id("set-disc")
        if disc.count():
            disc.click()
        self.page.wait_for_function(STEP_IS_OVER, arg=step)

    def take_back(self) -> None:
        """Take the last choice back."""
        step = self.step
        self.page.get_by_test_id("puzzle-back").click()
        self.page.wait_for_function(STEP_IS_OVER, arg=step)

    def answer(self, choices: tuple[int, ...]) -> None:
        """Make all choices of an answer and confirm it."""
        for choice in complete(self.puzzle, choices):
            self.pick(choice)
        self.page.get_by_test_id("puzzle-confirm").click()


def complete(puzzle: Puzzle, choices: tuple[int, ...]) -> list[int]:
    """The answer that begins with these choices, to its end."""
    attempt = start(puzzle)
    attempt.play_all(choices)
    attempt.finish()
    return attempt.choices


def shape_of(size: str) -> dict[str, Any]:
    width, height = SIZES[size]
    return {"viewport": {"width": width, "height": height}}


def test_a_puzzle_is_solved_on_the_board(page: Page) -> None:
    puzzle = puzzle_of(EXAM[0])
    page.goto("/learn")
    page.get_by_test_id("exam-1").click()
    page.get_by_test_id("position").wait_for()
    shown = PuzzleOnPage(page, puzzle, "/puzzles/exam-1")
    first = complete(puzzle, puzzle.solutions[0])[0]
    shown.pick(first)
    shown.take_back()
    shown.answer(puzzle.solutions[0])
    result = page.get_by_test_id("puzzle-result")
    expect(result).to_have_attribute("data-solved", "true")
    expect(page.get_by_test_id("puzzle-rating-line")).to_contain_text("1500 →")
    page.get_by_test_id("puzzle-next").click()
    expect(page).to_have_url(f"{page.url.rsplit('/', 1)[0]}/exam-2")
    page.goto("/puzzles")
    expect(page.get_by_test_id("puzzle-rating")).to_contain_text("±")


@pytest.mark.proof
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", SOLVED)
def test_whoever_misses_is_told_why(
    browser: Browser, server: ServerProcess, console: Console, size: str, language: str
) -> None:
    puzzle = next(one for one in puzzles() if one.kind == "turn" and one.tempting)
    wishes = {"language": language}
    with visiting(browser, server.url, console, wishes, **shape_of(size)) as context:
        page = context.new_page()
        shown = PuzzleOnPage(page, puzzle)
        assert violations(page) == []
        shown.answer(puzzle.tempting[0].choices)
        expect(page.get_by_test_id("puzzle-result")).to_have_attribute("data-solved", "false")
        expect(page.get_by_test_id("puzzle-why-not")).to_contain_text(WRONG[language])
        page.get_by_test_id("puzzle-watch").click()
        total = len(complete(puzzle, puzzle.solutions[0]))
        for step in range(1, total + 1):
            page.get_by_test_id("puzzle-step-on").click()
            expect(page.get_by_test_id("puzzle-step")).to_contain_text(f"{step} ")
        expect(page.get_by_test_id("puzzle-step-on")).to_be_disabled()
        assert violations(page) == []
        page.get_by_test_id("puzzle-next").click()
        page.get_by_test_id("puzzle-give-up").wait_for()
        page.goto("/puzzles")
        page.get_by_test_id("next-puzzle").wait_for()
        assert violations(page) == []


@pytest.mark.proof
def test_the_puzzle_of_the_day_is_found_from_the_date(page: Page) -> None:
    for day in (date(2026, 11, 18), date(2027, 2, 28), date(2029, 12, 31)):
        page.clock.set_fixed_time(f"{day.isoformat()}T23:59:00Z")
        puzzle = puzzle_of_the_day(day)
        with page.expect_request(f"**/api/puzzles/{puzzle.id}/position"):
            page.goto("/puzzles/today")
        page.get_by_test_id("position").wait_for()


@pytest.mark.proof
def test_today_is_solved_from_the_start_page_with_the_keyboard(visitor: BrowserContext) -> None:
    page = visitor.new_page()
    page.goto("/")
    page.get_by_test_id("puzzle-of-the-day").click()
    page.get_by_test_id("position").wait_for()
    found = page.request.get("/api/puzzles/day").json()["puzzle"]
    puzzle = puzzle_of(found)
    attempt = start(puzzle)
    for choice in complete(puzzle, puzzle.solutions[0]):
        step = page.get_by_test_id("position").get_attribute("data-step")
        number = attempt.legal.index(choice) + 1
        if number <= 9:
            page.keyboard.press(str(number))
            page.wait_for_function(STEP_IS_OVER, arg=step)
        else:
            page.locator(f"[data-choice='{choice}']:visible").first.press("Enter")
            page.wait_for_function(STEP_IS_OVER, arg=step)
        attempt.play(choice)
    page.locator("body").press("Enter")
    expect(page.get_by_test_id("puzzle-result")).to_have_attribute("data-solved", "true")
    page.keyboard.press("ArrowRight")
    page.get_by_test_id("puzzle-step").wait_for()
    page.goto("/puzzles")
    expect(page.get_by_text("Solved today.")).to_be_visible()


@pytest.mark.proof
def test_whoever_gives_up_sees_the_solution(page: Page) -> None:
    puzzle = puzzle_of(EXAM[1])
    PuzzleOnPage(page, puzzle)
    page.get_by_test_id("puzzle-give-up").click()
    page.get_by_test_id("puzzle-really").click()
    expect(page.get_by_test_id("puzzle-explanation")).to_be_visible()
    expect(page.get_by_test_id("puzzle-step")).to_be_visible()
    expect(page.get_by_test_id("puzzle-rating-line")).to_contain_text("-")
    page.get_by_test_id("puzzle-analyse").click()
    expect(page).to_have_url(re.compile("/analysis#"))
    page.get_by_test_id("position").wait_for()


@pytest.mark.proof
def test_a_puzzle_that_is_not_there_is_a_sentence(page: Page, console: Console) -> None:
    console.allow("404")
    page.goto("/puzzles/nosuch")
    expect(page.get_by_role("heading")).to_be_visible()
    expect(page.locator("a[href='/puzzles']").first).to_be_visible()
