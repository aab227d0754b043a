"""What a thing says of itself when it is pointed at, and that it makes room when it is pressed."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.browsing import Console, visiting, wait_until_still
from tests.support.server import ServerProcess
from tests.support.sights import ASKED, crowded, table_at

LONGER_THAN_A_TIP_MS = 700


def sit_down(page: Page) -> Locator:
    """A table at which a card is asked for; its first card."""
    page.goto(f"/table/{table_at(page.context, crowded())}")
    page.locator(ASKED).wait_for(state="attached")
    return page.locator("[data-card]").first


def tip(page: Page) -> Locator:
    """The tip that is shown."""
    return page.get_by_role("tooltip")


def long_press(page: Page, thing: Locator) -> None:
    """Hold a finger on a thing until it says what it is, and lift it."""
    wait_until_still(page)
    box = thing.bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    hand = page.context.new_cdp_session(page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(tip(page)).to_be_visible()
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_tip_describes_what_is_pointed_at(page: Page) -> None:
    card = sit_down(page)
    card.hover()
    expect(tip(page)).to_be_visible()
    last = re.compile(rf"(^|\s){tip(page).get_attribute('id')}$")
    expect(card).to_have_attribute("aria-describedby", last)
    page.mouse.move(2, 2)
    expect(tip(page)).to_have_count(0)
    expect(card).not_to_have_attribute("aria-describedby", re.compile(""))


@pytest.mark.proof
def test_a_tip_makes_room_for_what_is_pressed(page: Page) -> None:
    card = sit_down(page)
    card.hover()
    expect(tip(page)).to_be_visible()
    card.click()
    expect(tip(page)).to_have_count(0)
    page.wait_for_timeout(LONGER_THAN_A_TIP_MS)
    expect(tip(page)).to_have_count(0)


@pytest.mark.proof
def test_what_comes_to_lie_under_a_resting_pointer_says_nothing(page: Page) -> None:
    """It would cover what the press has brought, such as "Confirm"."""
    card = sit_down(page)
    sentence = page.get_by_test_id("ask").bounding_box()
    assert sentence
    x, y = sentence["x"] + 10, sentence["y"] + 10
    page.mouse.click(x, y)
    card.evaluate(
        "(card, [x, y]) => Object.assign(card.style,"
        " { position: 'fixed', inset: `${y - 20}px auto auto ${x - 20}px`, zIndex: 99 })",
        [x, y],
    )
    page.wait_for_function(
        "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-card]:hover') != null",
        arg=[x, y],
    )
    page.wait_for_timeout(LONGER_THAN_A_TIP_MS)
    expect(tip(page)).to_have_count(0)
    page.mouse.move(2, 2)
    page.mouse.move(x + 10, y + 10)
    expect(tip(page)).to_be_visible()


@pytest.mark.proof
def test_a_tip_comes_with_the_focus_and_goes_by_escape(page: Page) -> None:
    card = sit_down(page)
    page.keyboard.press("Tab")
    card.focus()
    expect(tip(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip(page)).to_have_count(0)


@pytest.mark.proof
def test_a_long_press_asks_and_does_not_choose(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    size = {"width": 360, "height": 740}
    phone = visiting(browser, server.url, console, viewport=size, has_touch=True, is_mobile=True)
    with phone as context:
        page = context.new_page()
        card = sit_down(page)
        step = page.locator(ASKED).get_attribute("data-step")
        long_press(page, card)
        expect(tip(page)).to_be_visible()
        page.wait_for_timeout(LONGER_THAN_A_TIP_MS)
        expect(page.locator(ASKED)).to_have_attribute("data-step", step or "")
        page.locator(".sentence").tap()
        expect(tip(page)).to_have_count(0)
