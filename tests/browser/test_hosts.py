"""Hosts and strangers in the browser: sending away, asking first, agreeing on the end, muting."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.browsing import Console, visiting
from tests.support.marks import with_proofs
from tests.support.server import ServerProcess
from tests.support.sights import ask, come_in, new_table

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
FOLDER = os.environ.get("ELGRANDE_SHOTS")


def picture(page: Page, name: str) -> None:
    """A picture for people to look at, where one is wanted."""
    if FOLDER is not None:
        page.wait_for_timeout(400)
        page.screenshot(path=f"{FOLDER}/{name}.png")


@contextmanager
def another(
    browser: Browser, server: ServerProcess, console: Console, name: str
) -> Iterator[BrowserContext]:
    with visiting(browser, server.url, console) as context:
        come_in(context, name)
        yield context


@pytest.mark.parametrize("size", with_proofs(SIZES))
def test_a_host_is_asked_answers_and_sends_away(
    browser: Browser,
    server: ServerProcess,
    console: Console,
    visitor: BrowserContext,
    size: str,
) -> None:
    made = new_table(
        visitor,
        {"kind": "me"},
        {"kind": "open"},
        {"kind": "open"},
        options={"players": 3},
        public=True,
        settings={"approval": True},
    )
    table = made["table"]["id"]
    host = visitor.new_page()
    host.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
    host.goto(f"/table/{table}")
    with another(browser, server, console, "Eva") as context:
        guest = context.new_page()
        guest.goto(f"/table/{table}")
        guest.get_by_role("button", name="Ask for this seat").first.click()
        expect(guest.get_by_test_id("seat-request")).to_contain_text("You have asked")
        expect(host.get_by_test_id("seat-request")).to_contain_text("Eva")
        picture(host, f"request-{size}")
        host.get_by_role("button", name="Accept").click()
        expect(guest.get_by_role("button", name="Leave the table")).to_be_visible()
        host.get_by_test_id("lock").click()
        expect(host.get_by_role("button", name="Unlock the table")).to_be_visible()
        picture(host, f"locked-{size}")
        host.get_by_test_id("remove-1").click()
        expect(guest.get_by_role("button", name="Leave the table")).to_have_count(0)
        expect(host.get_by_text("The host removed Eva.")).to_be_visible()


@pytest.mark.proof
@pytest.mark.parametrize("size", with_proofs(SIZES))
def test_those_who_play_agree_on_the_end(
    browser: Browser,
    server: ServerProcess,
    console: Console,
    visitor: BrowserContext,
    size: str,
) -> None:
    made = new_table(visitor, {"kind": "me"}, {"kind": "invite"}, options={"players": 2})
    table, token = made["table"]["id"], made["invitations"][0]["token"]
    with another(browser, server, console, "Eva") as context:
        ask(context, "/api/invitations/accept", {"token": token})
        mine, theirs = visitor.new_page(), context.new_page()
        for page in (mine, theirs):
            page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
            page.goto(f"/table/{table}")
        mine.get_by_role("button", name="Menu").click()
        mine.get_by_test_id("end-game").click()
        picture(mine, f"menu-{size}")
        mine.get_by_test_id("propose-end").click()
        expect(theirs.get_by_test_id("proposal")).to_contain_text("without a winner")
        picture(theirs, f"proposal-{size}")
        theirs.get_by_test_id("agree-proposal").click()
        expect(mine.get_by_text("Nobody won.")).to_be_visible()
        picture(mine, f"closed-{size}")


@pytest.mark.proof
def test_somebody_is_muted_for_oneself_and_by_the_host(
    browser: Browser, server: ServerProcess, console: Console, visitor: BrowserContext
) -> None:
    made = new_table(visitor, {"kind": "me"}, {"kind": "invite"}, options={"players": 2})
    table, token = made["table"]["id"], made["invitations"][0]["token"]
    with another(browser, server, console, "Eva") as context:
        ask(context, "/api/invitations/accept", {"token": token})
        ask(context, f"/api/tables/{table}/chat", {"text": "I will not be quiet"})
        host = visitor.new_page()
        host.goto(f"/table/{table}")
        host.get_by_role("tab", name="Chat").click()
        expect(host.get_by_text("I will not be quiet")).to_be_visible()
        host.get_by_role("button", name="Mute Eva").click()
        picture(host, "mute-desktop")
        host.get_by_role("button", name="Mute for me").click()
        expect(host.get_by_text("I will not be quiet")).to_have_count(0)
        host.get_by_role("button", name="Mute Eva").click()
        host.get_by_role("button", name="Unmute Eva").click()
        host.get_by_role("button", name="Mute Eva").click()
        host.get_by_test_id("mute-speaker").click()
        expect(host.get_by_text("Eva can no longer chat.")).to_be_visible()
