"""People at one table: agreeing to go back, talking, being called, playing against the clock."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.browsing import Console, TableOnPage, visiting
from tests.support.marks import with_proofs
from tests.support.server import ServerProcess
from tests.support.sights import ask, come_in, crowded, new_table, table_at

NOTED = """
window.noted = [];
window.Notification = class {
    static permission = 'default';
    static requestPermission() { return Promise.resolve('granted'); }
    constructor(title, more) { window.noted.push(title + ' ' + more.body); }
    close() {}
};
Object.defineProperty(document, 'hidden', { get: () => window.isAway === true });
"""


@contextmanager
def two_at_a_table(
    browser: Browser, server: ServerProcess, console: Console, visitor: BrowserContext, **more: Any
) -> Iterator[tuple[TableOnPage, TableOnPage]]:
    """Ana, who begins, and Eva, each in a browser of her own."""
    options = {"players": 2, "short": True, "first_player": 0}
    made = new_table(visitor, {"kind": "me"}, {"kind": "invite"}, options=options, **more)
    table, token = made["table"]["id"], made["invitations"][0]["token"]
    with visiting(browser, server.url, console) as other:
        come_in(other, "Eva")
        ask(other, "/api/invitations/accept", {"token": token})
        pages = visitor.new_page(), other.new_page()
        for page in pages:
            page.goto(f"/table/{table}")
        mine, theirs = (TableOnPage(page) for page in pages)
        mine.wait_until_asked()
        yield mine, theirs


@pytest.mark.proof
@pytest.mark.parametrize(("answer", "goes_back"), with_proofs([("agree", True), ("refuse", False)]))
def test_going_back_is_agreed_on(
    browser: Browser,
    server: ServerProcess,
    console: Console,
    visitor: BrowserContext,
    answer: str,
    goes_back: bool,
) -> None:
    with two_at_a_table(browser, server, console, visitor) as (mine, theirs):
        mine.do_one()
        mine.confirm()
        theirs.wait_until_asked()
        mine.page.get_by_role("button", name="Go back to before this").last.click()
        mine.page.get_by_test_id("ask-undo").click()
        before = int(mine.root.get_attribute("data-position") or 0)
        theirs.page.get_by_test_id(answer).click()
        expect(theirs.page.get_by_test_id(answer)).to_have_count(0)
        wanted = before - 1 if goes_back else before
        expect(mine.root).to_have_attribute("data-position", str(wanted))
        expect(mine.root).to_have_attribute("data-waiting", "me" if goes_back else "others")


def test_what_is_said_is_heard(
    browser: Browser, server: ServerProcess, console: Console, visitor: BrowserContext
) -> None:
    with two_at_a_table(browser, server, console, visitor) as (mine, theirs):
        for seen in (mine, theirs):
            seen.page.get_by_role("tab", name="Chat").click()
        mine.page.get_by_role("textbox").fill("Good luck, Eva <b>!</b>")
        mine.page.keyboard.press("Enter")
        heard = theirs.page.get_by_text("Good luck, Eva <b>!</b>", exact=False).last
        expect(heard).to_be_visible()


@pytest.mark.proof
def test_the_clock_runs_for_whoever_is_asked(
    browser: Browser, server: ServerProcess, console: Console, visitor: BrowserContext
) -> None:
    clock = {"clock": {"kind": "game", "seconds": 600, "increment": 5}}
    with two_at_a_table(browser, server, console, visitor, settings=clock) as (mine, _):
        rows = [mine.page.locator(f'[data-player="{seat}"]') for seat in (0, 1)]
        face = rows[0].get_by_text(re.compile(r"\b[5-9]:\d\d\b"))
        expect(face).to_be_visible()
        expect(face).not_to_have_text(face.inner_text())
        expect(rows[1]).to_contain_text("10:00")


def switch_on_notifications(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("checkbox", name="Notify me when it is my turn").click()


@pytest.mark.proof
def test_a_player_who_looks_elsewhere_is_called(page: Page, visitor: BrowserContext) -> None:
    visitor.add_init_script(NOTED)
    page.goto(f"/table/{table_at(visitor, crowded())}")
    seen = TableOnPage(page)
    seen.wait_until_asked()
    switch_on_notifications(page)
    page.keyboard.press("Escape")
    page.evaluate("() => { window.isAway = true; }")
    while not page.evaluate("() => window.noted.length"):
        seen.wait_until_asked()
        seen.do_one()
    assert "your turn" in page.evaluate("() => window.noted[0]")
    expect(page).to_have_title(re.compile("^●"))


@pytest.mark.proof
def test_a_browser_without_notifications_says_so(page: Page, visitor: BrowserContext) -> None:
    visitor.add_init_script("delete window.Notification")
    page.goto(f"/table/{table_at(visitor, crowded())}")
    TableOnPage(page).wait_until_asked()
    switch_on_notifications(page)
    expect(page.get_by_text("This browser has no notifications", exact=False)).to_be_visible()


@pytest.mark.proof
def test_a_player_takes_the_seat_back_from_a_bot(
    browser: Browser, server: ServerProcess, console: Console, visitor: BrowserContext
) -> None:
    with two_at_a_table(browser, server, console, visitor) as (mine, theirs):
        table = mine.page.url.rpartition("/")[2]
        ask(visitor, f"/api/tables/{table}/seats/0/bot", {"bot": "random"})
        for seen in (mine, theirs):
            expect(seen.page.get_by_text("A bot is now playing for Ana.")).to_be_visible()
        expect(theirs.page.get_by_test_id("take-the-seat-back")).to_have_count(0)
        expect(theirs.page.locator('[data-player="0"]')).to_contain_text("a bot plays")
        mine.page.get_by_test_id("take-the-seat-back").click()
        expect(mine.page.get_by_test_id("take-the-seat-back")).to_have_count(0)
        expect(theirs.page.get_by_text("Ana is back.")).to_be_visible()
