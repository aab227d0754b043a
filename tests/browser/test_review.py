"""The page of a game review: asked for, followed while it runs, read, and played on from."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.support.axe import violations
from tests.support.browsing import Console, visiting, wait_until_still
from tests.support.server import ServerProcess
from tests.support.sights import GAMES, ask, come_in, reviewed

DONE = '[data-testid="review"][data-state="done"]'
TITLES = {"en": "Game review", "de": "Partieanalyse", "es": "Análisis de la partida"}
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}


def brought(context: BrowserContext) -> str:
    """A finished game that nobody has reviewed."""
    come_in(context)
    record = (GAMES / "2023-3p-short.egn").read_text(encoding="utf-8")
    table: str = ask(context, "/api/records", {"record": record})["table"]["id"]
    return table


def test_a_game_is_reviewed_read_and_played_again(page: Page, visitor: BrowserContext) -> None:
    table = brought(visitor)
    page.goto(f"/table/{table}/review")
    page.get_by_test_id("ask-review").click()
    page.locator(DONE).wait_for()
    review = visitor.request.get(f"/api/tables/{table}/review").json()["review"]
    for player in review["players"]:
        shown = page.locator(f'[data-accuracy="{player["seat"]}"]')
        expect(shown).to_contain_text(str(round(player["accuracy"])))
    own = [one for one in review["moments"] if one["seat"] == 1 and one["kind"] == "turn"]
    page.get_by_test_id("whose-moments").select_option("1")
    page.get_by_test_id("which-moments").select_option("turn")
    expect(page.locator("details[data-position]")).to_have_count(len(own))
    first = page.locator("details[data-position]").first
    first.locator("summary").first.click()
    expect(first).to_contain_text(own[0]["played"])
    first.get_by_test_id("play-again").click()
    page.get_by_test_id("start-fork").click()
    page.wait_for_url(lambda url: "/table/" in url and table not in url)


@pytest.mark.proof
def test_a_review_under_way_shows_its_place_and_can_be_cancelled(
    page: Page, visitor: BrowserContext
) -> None:
    table = brought(visitor)
    here = f"/api/tables/{table}/review"
    state = {"state": "waiting", "place": 3, "waiting": 4, "judged": 0, "total": 0}

    def answer(route: Route) -> None:
        if route.request.method == "DELETE":
            state.update(state="cancelled")
            route.fulfill(status=204)
        else:
            route.fulfill(json={**state, "can_cancel": True, "review": None})

    page.route(f"**{here}*", answer)
    page.goto(f"/table/{table}/review")
    progress = page.get_by_test_id("review-progress")
    expect(progress).to_contain_text("3 reviews come before this one")
    state.update(state="running", place=0, judged=12, total=90)
    expect(progress).to_contain_text("12 of 90")
    page.get_by_test_id("cancel-review").click()
    expect(page.get_by_test_id("ask-review")).to_be_visible()


@pytest.mark.proof
def test_a_mark_in_the_chart_tells_its_moment(page: Page, visitor: BrowserContext) -> None:
    table = reviewed(visitor)
    page.goto(f"/table/{table}/review")
    page.locator(DONE).wait_for()
    review = visitor.request.get(f"/api/tables/{table}/review").json()["review"]
    marked = [review["moments"][one["moment"]] for one in review["highlights"]]
    page.locator(".mark").first.focus()
    worst = max(marked, key=lambda moment: float(moment["lost"]))
    expect(page.locator(".pointed")).to_contain_text(worst["played"])


@pytest.mark.proof
def test_the_result_has_the_accuracies_and_the_story(page: Page, visitor: BrowserContext) -> None:
    table = reviewed(visitor)
    page.goto(f"/table/{table}/result")
    summary = page.get_by_test_id("review-summary")
    review = visitor.request.get(f"/api/tables/{table}/review").json()["review"]
    for player in review["players"]:
        expect(summary).to_contain_text(str(round(player["accuracy"])))
    story = visitor.request.get(f"/api/tables/{table}/story").json()["story"]
    expect(page.locator(".story")).to_contain_text(story[0])
    summary.get_by_role("link").click()
    page.wait_for_url(re.compile("/review$"))


@pytest.mark.proof
@pytest.mark.parametrize("language", TITLES)
@pytest.mark.parametrize("size", SIZES)
def test_the_review_suits_every_screen_and_language(
    browser: Browser, server: ServerProcess, console: Console, language: str, size: str
) -> None:
    width, height = SIZES[size]
    shape: dict[str, Any] = {"viewport": {"width": width, "height": height}}
    with visiting(browser, server.url, console, {"language": language}, **shape) as visitor:
        page = visitor.new_page()
        page.goto(f"/table/{reviewed(visitor)}/review")
        page.locator(DONE).wait_for()
        expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[language])
        page.locator(".mark").first.click()
        for card in page.locator("article[data-moment]").all():
            card.scroll_into_view_if_needed()
            expect(card.locator("svg").first).to_be_attached()
        wait_until_still(page)
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0
        assert violations(page) == []
