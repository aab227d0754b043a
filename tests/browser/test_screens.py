"""The table on every screen: what matters is seen, large enough, and found by the keyboard."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from elgrande import Game
from tests.browser.shots import SIZES, TOUCHED
from tests.support.browsing import Console, TableOnPage, resize, visiting, wait_until_still
from tests.support.marks import with_proofs
from tests.support.moments import MOMENTS
from tests.support.positions import REGION_KEYS, position, take
from tests.support.server import ServerProcess
from tests.support.sights import (
    SIGHTS,
    at_the_dial,
    crowded,
    hit_by_a_card,
    new_table,
    table_at,
)

PHONES = ["phone", "small phone", "large phone", "phone on its side"]
FINGER = 24
FEW_STOPS = 8
# Everything on the page that can be pressed and seen: what it is called, and its size. A region is
# pressed anywhere on its land, and inside a sentence a link is as high as its line.
PRESSABLE = """() => [...document.querySelectorAll(
        'button, a[href], input, select, summary, [role=button], [role=tab], [data-about]')]
    .filter(one => one.checkVisibility({ visibilityProperty: true }) && !one.closest('ol.log, p'))
    .map(one => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && box.height > 1)
    .map(([one, box]) => [
        one.ariaLabel || one.dataset.about || one.textContent.trim(), box.width, box.height])"""
OUTSIDE = """(things, [left, top, right, bottom]) => things
    .map(one => [one.textContent || one.dataset.place, one.getBoundingClientRect()])
    .filter(([, box]) => box.left < left - 1 || box.right > right + 1
        || box.top < top - 1 || box.bottom > bottom + 1)
    .map(([name]) => name)"""
TOUCHING = """(card, kept) => [...document.querySelectorAll(kept)]
    .map(one => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0)
    .filter(([, box]) => {
        const { left, right, top, bottom } = card.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    })
    .map(([one]) => one.dataset.player ?? one.dataset.place ?? one.textContent)"""
# Words, arms and marks of places, and tiles, that lie on something of another place.
CROWDED = """() => {
    const things = [...document.querySelectorAll(
            '.heading:not(.bare) .words, .heading .arms, .sheet .tile')]
        .map(one => [one.closest('.heading')?.dataset.about ?? 'tiles',
            one.getBoundingClientRect()]);
    return things.flatMap(([name, box], index) => things.slice(index + 1)
        .filter(([other, { left, right, top, bottom }]) => other !== name
            && box.left < right - 2 && box.right > left + 2
            && box.top < bottom - 2 && box.bottom > top + 2)
        .map(([other]) => `${name} / ${other}`));
}"""
OVERLAPPING = """rows => rows
    .filter(row => row.querySelector('.chest b').getBoundingClientRect().right
        > row.querySelector('.power').getBoundingClientRect().left)
    .map(row => row.textContent)"""
CUT = """things => things
    .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3)
    .map(one => one.textContent)"""


def placing(card: str = "C-any3") -> Game:
    """A game that asks where to place a caballero: Galicia, Navarra, Aragón, Toledo, Castillo."""
    game = take(crowded(card), card, "place")
    return Game.from_snapshot(game.snapshot())


def five() -> Game:
    """Five players, everywhere."""
    return position(
        "C-king",
        regions={region: [2, 2, 1, 2, 1] for region in REGION_KEYS},
        court=[4, 4, 11, 4, 11],
        grandes=["galicia", "navarra", "sevilla", "granada", "valencia"],
        round_number=3,
        players=5,
    )


def five_at_the_dial() -> Game:
    """Five players, of whom everybody sets a secret disc."""
    game = position(
        "C-rivalries",
        regions={region: [2, 2, 1, 2, 1] for region in REGION_KEYS},
        players=5,
        old_hands=("rivalries",),
    )
    return take(game, "C-rivalries", "special")


@contextmanager
def screen(
    browser: Browser, server: ServerProcess, console: Console, size: str
) -> Iterator[BrowserContext]:
    """A screen of this size; the small ones are touched."""
    width, height = SIZES[size]
    is_touched = size in TOUCHED
    shape: dict[str, Any] = {
        "viewport": {"width": width, "height": height},
        "has_touch": is_touched,
        "is_mobile": is_touched,
    }
    with visiting(browser, server.url, console, **shape) as context:
        yield context


def sit_down(context: BrowserContext, game: Game) -> TableOnPage:
    page = context.new_page()
    page.goto(f"/table/{table_at(context, game)}")
    seen = TableOnPage(page)
    assert seen.wait_until_asked() == "me"
    wait_until_still(page)
    return seen


def outside(things: Locator, frame: list[float]) -> list[str]:
    """Those of some things that are not wholly in a frame, once nothing moves."""
    wait_until_still(things.page)
    found: list[str] = things.evaluate_all(OUTSIDE, frame)
    return found


def box_of(thing: Locator) -> list[float]:
    wait_until_still(thing.page)
    box = thing.bounding_box()
    assert box
    return [box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]]


def screen_of(page: Page) -> list[float]:
    size = page.viewport_size
    assert size
    return [0, 0, size["width"], size["height"]]


@pytest.mark.parametrize("size", with_proofs([*PHONES, "tablet"]))
def test_a_small_screen_shows_the_names_the_scores_and_what_to_do(
    browser: Browser, server: ServerProcess, console: Console, size: str
) -> None:
    with screen(browser, server, console, size) as context:
        page = sit_down(context, placing()).page
        names = page.locator(".heading .name")
        expect(names).to_have_count(len(REGION_KEYS) + 3)
        expect(page.locator(".heading .arms")).to_have_count(len(REGION_KEYS))
        for one in (*names.all(), *page.locator(".heading .arms").all()):
            expect(one).to_be_visible()
        # Iberia and the Castillo fill the map, and nothing but the picture is seen in it.
        frame = box_of(page.locator(".map .frame"))
        headings = page.locator(".heading:not(.bare) .words, .heading .arms")
        assert outside(headings, frame) == []
        abroad = ":not([data-place=france], [data-place=portugal])"
        assert outside(page.locator(f".area{abroad}"), frame) == []
        picture = box_of(page.locator("svg.map"))
        assert all(abs(one - other) <= 1.5 for one, other in zip(picture, frame, strict=True))
        for told in page.get_by_test_id("ask"), page.locator("[data-score]").first:
            assert outside(told, screen_of(page)) == []
        too_small = [
            (name, round(width), round(height))
            for name, width, height in page.evaluate(PRESSABLE)
            if min(width, height) < FINGER
        ]
        assert too_small == []


@pytest.mark.proof
@pytest.mark.parametrize("size", with_proofs(PHONES))
def test_a_finger_asks_about_a_region_by_its_name_or_by_holding(
    browser: Browser, server: ServerProcess, console: Console, size: str
) -> None:
    with screen(browser, server, console, size) as context:
        seen = sit_down(context, placing())
        page, step = seen.page, seen.step()
        told = page.get_by_test_id("insight")
        page.locator("[data-about=toledo]").tap()
        expect(told).to_contain_text("Toledo")
        assert outside(told, screen_of(page)) == []
        told.get_by_role("button", name="Close").tap()
        expect(told).to_have_count(0)

        left, top, right, bottom = box_of(page.locator("button[data-place=galicia]"))
        at = {"x": (left + right) / 2, "y": (top + bottom) / 2}
        hand = context.new_cdp_session(page)
        hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        expect(told).to_contain_text("Galicia")
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(told).to_contain_text("Galicia")
        assert outside(told, screen_of(page)) == []
        page.wait_for_timeout(300)
        assert seen.step() == step


@pytest.mark.proof
def test_a_phone_on_its_side_plays(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    with screen(browser, server, console, "phone on its side") as context:
        seen = sit_down(context, crowded("C-any3"))
        page = seen.page
        left, top, right, bottom = box_of(page.locator("section.map"))
        width, height = SIZES["phone on its side"]
        assert bottom - top == height
        assert right - left > width / 2
        page.locator("[data-card][data-choice]").first.tap()
        page.wait_for_function(
            "() => document.querySelectorAll('.place[data-choice], "
            ".panel [data-choice]').length > 0"
        )
        seen.wait_until_asked()
        assert seen.choices()


def stops_before_a_choice(page: Page) -> list[str]:
    """What the Tab key comes to before it reaches something that can be chosen."""
    stops: list[str] = []
    while not page.evaluate("() => document.activeElement.matches('[data-choice]')"):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("() => document.activeElement.outerHTML.slice(0, 60)"))
        assert len(stops) <= FEW_STOPS, stops
    return stops


def test_the_choices_come_first_for_the_keyboard(visitor: BrowserContext) -> None:
    for game in (five(), placing()):
        assert stops_before_a_choice(sit_down(visitor, game).page)


@pytest.mark.proof
def test_the_choices_come_first_with_a_full_log_too(visitor: BrowserContext) -> None:
    """In a game played here from its first round; one forked from a position has no past."""
    table: str = new_table(visitor)["table"]["id"]
    page = visitor.new_page()
    page.goto(f"/table/{table}")
    seen = TableOnPage(page, seed=2)
    seen.play(until=lambda: "Round 3 of 9" in page.inner_text("header"))
    page.reload()
    seen.wait_until_asked()
    assert stops_before_a_choice(page)


def test_a_double_click_on_a_region_places_two(visitor: BrowserContext) -> None:
    page = sit_down(visitor, placing("C-king")).page
    toledo = page.locator("button[data-place=toledo]")
    expect(toledo).to_have_accessible_name(re.compile("^Toledo: 2 Ana"))
    toledo.dblclick()
    page.wait_for_function(
        "() => document.querySelector('button[data-place=toledo]').ariaLabel"
        ".startsWith('Toledo: 4 Ana')"
    )


@pytest.mark.proof
def test_what_is_known_about_a_region_covers_neither_targets_nor_players(
    visitor: BrowserContext,
) -> None:
    page = sit_down(visitor, placing()).page
    told = page.get_by_test_id("insight")
    for region in REGION_KEYS:
        page.locator(f"button[data-place={region}]").hover(force=True)
        expect(told).to_be_visible()
        expect(told.locator(".changes li").first).to_be_visible()
        wait_until_still(page)
        kept = "[data-player], .area.choosable, .thing, .now [data-choice]"
        assert told.evaluate(TOUCHING, kept) == [], region
        page.mouse.move(2, 2)
        expect(told).to_have_count(0)


def test_everybody_is_in_sight_on_a_small_desktop(visitor: BrowserContext) -> None:
    page = sit_down(visitor, five()).page
    rows = page.locator("[data-player]")
    expect(rows).to_have_count(5)
    assert outside(rows, box_of(page.locator("main .players").first)) == []
    assert page.locator("[data-player] .name strong").evaluate_all(CUT) == []
    assert rows.evaluate_all(OVERLAPPING) == []
    page.get_by_role("tab", name="Majorities").click()
    table = page.locator(".matrix tbody tr")
    expect(table).to_have_count(len(REGION_KEYS) + 1)
    assert outside(table, box_of(page.get_by_role("tabpanel"))) == []


@pytest.mark.proof
@pytest.mark.parametrize("size", ["desktop", "laptop"])
@pytest.mark.parametrize("game", [at_the_dial, hit_by_a_card, five_at_the_dial])
def test_everybody_is_in_sight_beside_a_secret_disc(
    browser: Browser, server: ServerProcess, console: Console, game: Callable[[], Game], size: str
) -> None:
    width, height = SIZES[size]
    shape: dict[str, Any] = {"viewport": {"width": width, "height": height}}
    with visiting(browser, server.url, console, {"language": "es"}, **shape) as context:
        page = sit_down(context, game()).page
        page.locator("[data-region]").first.wait_for()
        rows = page.locator("[data-player]")
        assert outside(rows, box_of(page.locator("main .players").first)) == []
        assert outside(page.get_by_role("tab"), screen_of(page)) == []


@pytest.mark.proof
@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("game", [placing, at_the_dial, hit_by_a_card])
def test_on_a_small_map_no_place_covers_the_name_of_another(
    browser: Browser, server: ServerProcess, console: Console, game: Callable[[], Game], size: str
) -> None:
    with screen(browser, server, console, size) as context:
        page = sit_down(context, game()).page
        expect(page.locator(".sheet .tile")).to_have_count(2)
        wait_until_still(page)
        assert page.evaluate(CROWDED) == []


@pytest.mark.proof
@pytest.mark.parametrize("size", ["small phone", "tablet"])
@pytest.mark.parametrize("name", ["scoring", "scoring summary", "replay of a scoring"])
def test_a_scoring_is_read_without_scrolling_on_small_phones_and_tablets(
    browser: Browser, server: ServerProcess, console: Console, name: str, size: str
) -> None:
    sight = next(one for one in (*SIGHTS, *MOMENTS) if one.name == name)
    width, height = SIZES[size]
    shape: dict[str, Any] = {"viewport": {"width": width, "height": height}, "has_touch": True}
    with visiting(browser, server.url, console, sight.preferences, **shape) as context:
        page = context.new_page()
        page.goto(sight.find(context))
        assert sight.stage is not None
        sight.stage(page)
        rows = page.locator("[data-paid], [data-testid=scoring-summary] tr")
        rows.last.wait_for()
        assert rows.evaluate_all(OUTSIDE, box_of(page.locator(".sheet .page"))) == []
        assert page.get_by_test_id("continue").evaluate_all(OUTSIDE, screen_of(page)) == []


@pytest.mark.proof
def test_everybody_is_in_sight_in_the_lessons_too(visitor: BrowserContext) -> None:
    page = visitor.new_page()
    page.goto("/learn/first-round")
    page.locator("[data-lesson]").first.wait_for()
    rows = page.locator("[data-player]")
    expect(rows).to_have_count(4)
    assert outside(rows, box_of(page.locator("main .players").first)) == []
    assert page.locator("[data-player] .name strong").evaluate_all(CUT) == []


@pytest.mark.proof
@pytest.mark.proof
def test_shorter_cards_leave_the_map_as_large_as_it_is(visitor: BrowserContext) -> None:
    page = visitor.new_page()
    page.goto(f"/table/{table_at(visitor, crowded())}")
    seen = TableOnPage(page)
    seen.wait_until_asked()
    resize(page, 1280, 800)
    words = page.locator("button[data-card] .text").first
    expect(words).not_to_be_empty()
    short = words.text_content()
    write = "(words, text) => { words.textContent = text }"

    def height() -> float:
        wait_until_still(page)
        found: float = page.locator("section.map").evaluate("map => map.offsetHeight")
        return found

    large = height()
    words.evaluate(write, "A card that says more than others. " * 9)
    small = height()
    assert small < large
    words.evaluate(write, short)
    assert height() == small
    # Another window is another matter.
    resize(page, 1290, 800)
    assert height() == large


def test_a_mark_says_who_leads_a_region(visitor: BrowserContext) -> None:
    game = position(
        "C-king", regions={"toledo": [1, 3, 0, 0], "granada": [2, 2, 0, 1], "aragon": [0, 0, 0, 0]}
    )
    page = sit_down(visitor, game).page
    marks = {
        region: page.locator(f"[data-about={region}] [data-leaders]") for region in REGION_KEYS
    }
    expect(marks["toledo"]).to_have_attribute("data-leaders", "1")
    expect(marks["granada"]).to_have_attribute("data-leaders", "0 1")
    expect(marks["aragon"]).to_have_count(0)
