"""Moments at a table that have to be played to: for pictures, and for checks of all pages."""

from playwright.sync_api import BrowserContext, Page

from tests.support.sights import (
    ASKED,
    SEAT,
    Sight,
    before_a_general_scoring,
    continue_to,
    crowded,
    finished,
    hear_all,
    new_table,
    play_round_beside,
    table_at,
    waiting_room,
)


def press(page: Page, notation: str) -> None:
    """Make a choice by clicking on what stands for it, and wait for what comes of it."""
    page.locator(ASKED).wait_for(state="attached")
    table = page.url.split("/table/")[1].split("?")[0]
    view = page.request.get(f"/api/tables/{table}/state?seat={SEAT}").json()["view"]
    chosen = next(one["choice"] for one in view["choices"] if one["notation"] == notation)
    page.locator(f'[data-choice="{chosen}"]:visible').first.click()
    page.locator(f'[data-step="{view["step"]}"]').wait_for(state="detached")


def _perform(page: Page) -> None:
    """The special action of a card is being carried out, and asks for a place."""
    press(page, "card 5")
    press(page, "special")
    page.locator('[data-part="special"][data-state="now"]').wait_for()


def _watch(page: Page) -> None:
    """Somebody else's card is in play, and the replay of it is paused."""
    press(page, "card 1")
    press(page, "end")
    page.get_by_test_id("confirm").click()
    page.locator('[data-busy="true"] [data-testid="card-in-play"]').wait_for()
    page.get_by_test_id("pause").click()


def _before_a_scoring(context: BrowserContext) -> str:
    """The replay of a finished game, one step before its first general scoring."""
    table = finished(context, before_a_general_scoring())
    events = context.request.get(f"/api/tables/{table}/events").json()
    opened = next(one for one in events if one["event"] == "castillo_opened")
    return f"/table/{table}/replay?at={opened['position'] - 1}"


def _step_to_a_scoring(page: Page) -> None:
    page.locator("[data-line]").first.wait_for()
    page.locator('[data-step-button="forward"]').click()
    continue_to(page, '[data-scene="place"] [data-scored="toledo"]')


def _menu(page: Page) -> None:
    page.locator(ASKED).wait_for(state="attached")
    page.locator("header").get_by_role("button").last.click()
    page.locator("dialog[open]").wait_for()


def _read_the_log(page: Page) -> None:
    """A round has been played, and its log is open."""
    page.locator(ASKED).wait_for(state="attached")
    play_round_beside(page)
    hear_all(page, page.url.split("/table/")[1])
    if page.locator('[data-busy="true"]').count():
        page.get_by_test_id("skip").click()
    page.locator(ASKED).wait_for(state="attached")
    if page.locator("[data-sheet=log]").count():
        page.locator("[data-sheet=log]").click()
    page.locator(".log li").first.wait_for()


def _hand_over_a_link(page: Page) -> None:
    """The link of a seat, with its code for a phone's camera."""
    page.locator(".free .ways .button").first.click()
    page.locator("[data-testid^=code-]").click()
    page.locator("dialog[open] svg path").wait_for()


def _crowd(context: BrowserContext) -> str:
    return f"/table/{table_at(context, crowded())}"


def _five(context: BrowserContext) -> str:
    bots = [{"kind": "bot", "bot": "random"}] * 4
    return f"/table/{new_table(context, {'kind': 'me'}, *bots)['table']['id']}"


MOMENTS = (
    Sight("five players", _five, ASKED),
    Sight("special action", _crowd, ASKED, _perform),
    Sight("others' turn", _crowd, ASKED, _watch),
    Sight("menu", _crowd, ASKED, _menu),
    Sight("log", lambda c: f"/table/{new_table(c)['table']['id']}", ASKED, _read_the_log),
    Sight("invitation", waiting_room, "h1", _hand_over_a_link),
    Sight("game over", lambda context: f"/table/{finished(context)}", '[data-waiting="over"]'),
    Sight("replay of a scoring", _before_a_scoring, "h1", _step_to_a_scoring),
)
