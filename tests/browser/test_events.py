"""Events in the browser: announced, joined from a second browser, run to the final table."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.axe import violations
from tests.support.browsing import Console, visiting
from tests.support.server import ServerProcess
from tests.support.sights import ask, come_in

LANGUAGES = ("en", "de", "es")
PHONE = {"width": 390, "height": 844}


def announce(page: Page, *, bots: int, places: int) -> str:
    """Fill in the form for an evening of one short game, hosted without taking part; its path."""
    page.goto("/events")
    page.get_by_test_id("new-event").click()
    page.get_by_label("Title").fill("Friday night")
    page.get_by_label("Games for everybody").fill("1")
    page.get_by_test_id("most").fill(str(places))
    page.get_by_label("I take part").uncheck()
    page.get_by_test_id("bots").fill(str(bots))
    page.get_by_test_id("level").select_option("random")
    page.get_by_label("Short games").check()
    page.get_by_test_id("announce").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday night")
    return page.evaluate("() => location.pathname") or ""


def test_an_event_is_announced_joined_from_a_second_browser_and_cancelled(
    browser: Browser, server: ServerProcess, console: Console, page: Page
) -> None:
    path = announce(page, bots=1, places=3)
    expect(page.get_by_test_id("event")).to_contain_text("1 of 3 places are taken")
    with visiting(browser, server.url, console, viewport=PHONE) as other:
        come_in(other, "Ben")
        guest = other.new_page()
        guest.goto(path)
        guest.get_by_test_id("join-event").click()
        expect(guest.get_by_test_id("entrants")).to_contain_text("Ben")
        expect(page.get_by_test_id("entrants")).to_contain_text("Ben")  # by itself
        guest.get_by_test_id("leave-event").click()
        expect(guest.get_by_test_id("entrants")).not_to_contain_text("Ben")
    page.get_by_test_id("add-bot").click()
    expect(page.get_by_test_id("event")).to_contain_text("2 of 3 places are taken")
    page.get_by_test_id("cancel-event").click()
    page.get_by_test_id("really-cancel").click()
    expect(page.get_by_test_id("event")).to_have_attribute("data-state", "cancelled")
    expect(page.get_by_test_id("event")).to_contain_text("The host has cancelled this event.")


@pytest.mark.proof
def test_an_event_runs_to_its_final_table_while_people_watch(
    browser: Browser, server: ServerProcess, console: Console, page: Page
) -> None:
    path = announce(page, bots=2, places=3)
    with visiting(browser, server.url, console, viewport=PHONE) as other:
        come_in(other, "Ben")
        guest = other.new_page()
        guest.goto(path)
        guest.get_by_test_id("join-event").click()
        page.get_by_test_id("start-event").click()
        # The game opens by itself, and its players are asked to come.
        guest.get_by_test_id("play-event").click()
        expect(guest.locator("[data-waiting]")).to_be_visible()
        table = guest.evaluate("() => location.pathname.split('/').at(-1)")
        seats = other.request.get(f"/api/tables/{table}").json()["seats"]
        mine = next(one["seat"] for one in seats if one["name"] == "Ben")
        ask(other, f"/api/tables/{table}/seats/{mine}/bot", {"bot": "random"})
        guest.goto(path)
        for one in (guest, page):
            expect(one.get_by_test_id("winner")).to_be_visible(timeout=90_000)
            expect(one.get_by_role("heading", name="Final table")).to_be_visible()
            expect(one.get_by_test_id("standings").locator("tbody tr")).to_have_count(3)
        # A bot finished the game for Ben, so he is last.
        last = guest.get_by_test_id("standings").locator("tbody tr").last
        expect(last).to_contain_text("Ben")
        expect(last).to_contain_text("one game missed")
        guest.get_by_role("link", name="Result: table 1 of round 1").click()
        expect(guest.locator("#history-title")).to_be_visible()


@pytest.mark.proof
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [390, 1280])
def test_events_can_be_read_by_everybody(
    browser: Browser, server: ServerProcess, console: Console, language: str, width: int
) -> None:
    size = {"width": width, "height": 844}
    with visiting(browser, server.url, console, {"language": language}, viewport=size) as context:
        page = context.new_page()
        for path in ("/events", "/events/new", finished_knock_out(context)):
            page.goto(path)
            expect(page.locator("main h1")).to_be_visible()
            if path not in ("/events", "/events/new"):
                expect(page.get_by_test_id("winner")).to_be_visible()
            assert violations(page) == []
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def finished_knock_out(context: BrowserContext) -> str:
    """The page of a knock-out of bots that is over."""
    come_in(context)
    lines = context.request.get("/api/events").json()
    known = [one["id"] for one in lines if one["title"] == "Copa" and one["state"] != "cancelled"]
    if known:
        return wait_for(context, known[0])
    settings = {"most": 8, "seats": 4, "advance": 2, "bot": "random"}
    body = {"kind": "knockout", "title": "Copa", "play": False, "settings": settings}
    body |= {"bots": ["random"] * 8, "options": {"short": True}}
    event = ask(context, "/api/events", body)["line"]["id"]
    ask(context, f"/api/events/{event}/start", {})
    return wait_for(context, event)


def wait_for(context: BrowserContext, event: str) -> str:
    page = context.new_page()
    page.goto(f"/events/{event}")
    expect(page.get_by_test_id("winner")).to_be_visible(timeout=120_000)
    page.close()
    return f"/events/{event}"
