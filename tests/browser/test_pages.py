"""Every page in the light and the dark theme: nothing keeps people out, nothing on the console."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, WebSocket, expect

from bench.pages import weigh_all
from tests.support.axe import violations
from tests.support.browsing import LONGEST_WAIT_MS, Console, visiting, wait_until_still
from tests.support.marks import with_proofs
from tests.support.moments import MOMENTS
from tests.support.server import ServerProcess
from tests.support.sights import (
    ASKED,
    SIGHTS,
    Sight,
    before_a_general_scoring,
    hear_all,
    new_table,
    set_disc,
    table_at,
)

HEAVIEST_KB = 250
TITLE = re.compile("El Grande$")
SIZES = {"desktop": (1280, 800), "phone": (360, 740)}


def widest(page: Page) -> int:
    """How much wider than the window the page is, once it is at rest."""
    wait_until_still(page)
    wider: int = page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return wider


def shape_of(size: str) -> dict[str, Any]:
    """The window of a desktop or a phone."""
    width, height = SIZES[size]
    return {"viewport": {"width": width, "height": height}}


def test_every_page_comes_without_a_complaint(visitor: BrowserContext) -> None:
    page = visitor.new_page()
    for sight in SIGHTS:
        page.goto(sight.find(visitor))
        page.locator(sight.wait_for).first.wait_for(state="attached")
        expect(page, sight.name).to_have_title(TITLE)
        assert widest(page) <= 0, sight.name


@pytest.mark.proof
def test_no_first_load_is_too_heavy(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    # Of the three languages, the one with the longest texts.
    weights = weigh_all(browser, server.url, console, "de")
    assert {name: weight for name, weight in weights.items() if weight > HEAVIEST_KB} == {}


@pytest.mark.parametrize("size", with_proofs(SIZES))
@pytest.mark.parametrize("sight", with_proofs((*SIGHTS, *MOMENTS)), ids=lambda sight: sight.name)
def test_a_page_keeps_nobody_out(
    browser: Browser, server: ServerProcess, console: Console, sight: Sight, size: str
) -> None:
    wishes = sight.preferences
    with visiting(browser, server.url, console, wishes, **shape_of(size)) as context:
        page = context.new_page()
        page.goto(sight.find(context))
        page.locator(sight.wait_for).first.wait_for(state="attached")
        if sight.stage is not None:
            sight.stage(page)
        page.wait_for_load_state("networkidle")
        expect(page).to_have_title(TITLE)
        assert violations(page) == []
        assert widest(page) <= 0
        # What things say of themselves they say in our own tips.
        assert page.locator("[title]").count() == 0


def open_menu(page: Page) -> None:
    """The table's own menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog", name="Menu").wait_for()


def open_keys(page: Page) -> None:
    """What the keys do."""
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard").wait_for()


def open_tab(name: str, shown: str) -> Callable[[Page], None]:
    """A tab beside the map, and what it shows; on a phone it is in the sheet of the log."""

    def opening(page: Page) -> None:
        if page.get_by_role("tab", name=name).count() == 0:
            page.locator('[data-sheet="log"]').click()
        page.get_by_role("tab", name=name).click()
        page.get_by_role("tabpanel").locator(shown).first.wait_for()

    return opening


def open_sound(page: Page) -> None:
    """The sounds in the menu, turned on."""
    open_menu(page)
    page.get_by_label("Sound").check()
    page.get_by_label("Volume").wait_for()


OPENINGS = {
    "menu": open_menu,
    "sound": open_sound,
    "keyboard": open_keys,
    "majorities": open_tab("Majorities", ".matrix tbody tr"),
    "coach": open_tab("Coach", "[data-testid=ask-coach]"),
    "chat": open_tab("Chat", "input"),
}


@pytest.mark.proof
@pytest.mark.parametrize("size", SIZES)
def test_what_opens_at_the_table_keeps_nobody_out(
    browser: Browser, server: ServerProcess, console: Console, size: str
) -> None:
    with visiting(browser, server.url, console, **shape_of(size)) as context:
        table = new_table(context, settings={"coach": True})["table"]["id"]
        page = context.new_page()
        wrong: dict[str, list[str]] = {}
        for name, opening in OPENINGS.items():
            page.goto(f"/table/{table}")
            page.locator(ASKED).wait_for(state="attached")
            opening(page)
            wrong[name] = violations(page)
        assert not any(wrong.values()), wrong


def open_scoring_again(page: Page) -> None:
    """The summary of a scoring, from the log."""
    table = table_at(page.context, before_a_general_scoring())
    page.goto(f"/table/{table}")
    set_disc(page)
    hear_all(page, table)
    page.locator(ASKED).wait_for(state="attached")
    if page.get_by_role("tab", name="Log").count() == 0:
        page.locator('[data-sheet="log"]').click()
    page.get_by_test_id("scoring-again").last.click()
    page.get_by_test_id("scoring-summary").wait_for()


def open_code(page: Page) -> None:
    """A link to a seat as a code."""
    seats = ({"kind": "me"}, {"kind": "invite"})
    made = new_table(page.context, *seats)
    keep_links(page, made)
    page.goto(f"/table/{made['table']['id']}")
    page.get_by_test_id("code-1").click()
    page.get_by_role("dialog").get_by_role("img").wait_for()
    page.get_by_test_id("loopback").wait_for()


def keep_links(page: Page, made: Any) -> None:
    """Let the browser have the links, as the one that opened the table keeps them."""
    links = json.dumps(json.dumps(made["invitations"]))
    key = f"elgrande.links.{made['table']['id']}"
    page.add_init_script(f"localStorage.setItem('{key}', {links})")


def lose_connection(page: Page) -> None:
    """The page that says that there is no connection."""
    page.goto("/")
    # The map and its styles come after the rest. Styles cut off on their way would be asked for
    # again by axe, which then complains.
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.evaluate("() => dispatchEvent(new Event('offline'))")
    page.get_by_test_id("offline").wait_for()


@pytest.mark.proof
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opening", [open_scoring_again, open_code, lose_connection])
def test_what_opens_elsewhere_keeps_nobody_out(
    browser: Browser,
    server: ServerProcess,
    console: Console,
    opening: Callable[[Page], None],
    size: str,
) -> None:
    console.allow_lost_connection()
    with visiting(browser, server.url, console, **shape_of(size)) as context:
        page = context.new_page()
        opening(page)
        assert violations(page) == []
        assert widest(page) <= 0


@pytest.mark.parametrize(
    ("language", "word"), with_proofs([("es", "Reglas"), ("de", "Regeln")], quick=1)
)
def test_the_pages_speak_other_languages(
    browser: Browser, server: ServerProcess, console: Console, language: str, word: str
) -> None:
    with visiting(browser, server.url, console, {"language": language}) as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("navigation").get_by_text(word, exact=True).wait_for()
        expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.proof
def test_a_page_is_read_from_its_heading_and_found_again_where_it_was_left(page: Page) -> None:
    page.goto("/rules")
    page.locator("#scoring").scroll_into_view_if_needed()
    wait_until_still(page)
    deep = page.evaluate("() => scrollY")
    assert deep > 0
    page.wait_for_function("() => history.state?.depth === scrollY")
    page.locator("a[href='/learn']").first.dispatch_event("click")
    expect(page.get_by_role("heading", level=1, name="Learn the game")).to_be_focused()
    page.wait_for_function("() => scrollY === 0")
    page.go_back()
    page.wait_for_function("deep => scrollY === deep", arg=deep)


def test_a_table_opens_one_socket_and_before_the_page_has_come(page: Page) -> None:
    table = new_table(page.context)["table"]["id"]
    held: list[Route] = []
    heard: dict[str, list[str | bytes]] = {}

    def listen(socket: WebSocket) -> None:
        if table in socket.url:
            frames = heard.setdefault(f"{len(heard)} {socket.url}", [])
            socket.on("framereceived", lambda frame: frames.append(frame))

    page.route("**/assets/core-*.js", lambda route: held.append(route))
    page.on("websocket", listen)
    page.goto(f"/table/{table}", wait_until="commit")
    for _ in range(LONGEST_WAIT_MS // 50):
        if held and any(heard.values()):
            break
        page.wait_for_timeout(50)
    assert any(heard.values())
    for route in held:
        route.continue_()
    page.locator(ASKED).first.wait_for()
    assert len(heard) == 1
