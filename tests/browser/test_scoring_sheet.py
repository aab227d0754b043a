"""Scorings and secret discs at a pace people can follow: sheets beside the map, read out, kept."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import Console, visiting
from tests.support.server import ServerProcess
from tests.support.sights import before_a_general_scoring, continue_to, set_disc, table_at

VISIBLE = {"pace": 1, "sheetSeconds": 0}


def scores_on(page: Page) -> list[int]:
    """The scores in the last line of the summary, which comes into sight."""
    page.locator('[data-testid="scoring-summary"] .total td').first.wait_for()
    cells = page.locator('[data-testid="scoring-summary"] .total td').all_inner_texts()
    return [int(text) for text in cells]


@pytest.mark.proof
def test_a_general_scoring_goes_place_by_place_and_can_be_opened_again(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    with visiting(browser, server.url, console, VISIBLE) as context:
        table = table_at(context, before_a_general_scoring())
        page = context.new_page()
        page.goto(f"/table/{table}")
        set_disc(page)
        continue_to(page, '[data-testid="reveal-sheet"]')
        expect(page.locator("[data-disc]")).to_have_count(4)
        continue_to(page, '[data-scored="toledo"]')
        # Where the bots' discs point is chance: somebody is level or last, whoever it is.
        explained = page.locator("[data-paid] .note").first
        expect(explained).to_contain_text(re.compile("Level with|pays nothing"))
        expect(page.locator("[aria-live]").first).to_contain_text("Toledo")
        page.get_by_test_id("to-summary").click()
        told = scores_on(page)
        page.get_by_test_id("continue").click()
        page.keyboard.press("Escape")
        page.get_by_test_id("scoring-again").last.click()
        assert scores_on(page) == told
        state = context.request.get(f"/api/tables/{table}/state").json()
        assert state["view"]["scores"] == told


# Keeps what the live region says, though it forgets it after a while.
LISTEN = """() => {
    window.heard = [];
    new MutationObserver(changes => changes.forEach(({ addedNodes }) =>
        addedNodes.forEach(node => window.heard.push(node.textContent.trim()))))
        .observe(document.querySelector('[role=log]'), { childList: true });
}"""


@pytest.mark.proof
def test_discs_and_scorings_are_read_out(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    with visiting(browser, server.url, console, VISIBLE) as context:
        table = table_at(context, before_a_general_scoring())
        page = context.new_page()
        page.goto(f"/table/{table}")
        page.locator('[data-waiting="me"]').wait_for()
        page.evaluate(LISTEN)
        set_disc(page)
        continue_to(page, '[data-scored="toledo"]')
        page.get_by_test_id("to-summary").click()
        continue_to(page, '[data-scene="summary"]')
        scores = scores_on(page)
        # At the end, so are the scores.
        page.wait_for_function(
            "scores => scores.every(score => heard.at(-1)?.includes(` ${score}`))", arg=scores
        )
        heard: list[str] = page.evaluate("window.heard")
        events = context.request.get(f"/api/tables/{table}/events").json()
        kinds = [one["event"] for one in events]
        start = kinds.index("disc_shown")
        scoring = events[start : kinds.index("round", start)]
        assert {one["event"] for one in scoring} >= {"disc_shown", "scored"}
        said = " ".join(heard)
        told = {"disc_shown", "scored", "unpaid"}
        assert [
            one["says"] for one in scoring if one["event"] in told and one["says"] not in said
        ] == []


@pytest.mark.proof
def test_a_connection_lost_during_a_scoring_shows_the_true_state_again(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    console.allow_lost_connection()
    with visiting(browser, server.url, console, VISIBLE) as context:
        table = table_at(context, before_a_general_scoring())
        page = context.new_page()
        page.goto(f"/table/{table}")
        set_disc(page)
        continue_to(page, '[data-scored="castillo"]')
        before = context.request.get(f"/api/tables/{table}/state").json()["table"]["play"]
        context.set_offline(True)
        continue_to(page, '[data-testid="reveal-sheet"]')
        context.set_offline(False)
        page.keyboard.press("Escape")
        expect(page.locator('[data-busy="false"]')).to_be_visible()
        after = context.request.get(f"/api/tables/{table}/state").json()["table"]["play"]
        assert after["position"] >= before["position"]
        expect(page.locator("[data-position]")).to_have_attribute(
            "data-position", str(after["position"])
        )
