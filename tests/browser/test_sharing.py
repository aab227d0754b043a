"""Around the game: who can open a link, invitations, names of bots, what waits, sound."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.test_pages import open_code, open_menu
from tests.support.browsing import Console, TableOnPage, visiting
from tests.support.server import ServerProcess
from tests.support.sights import ASKED, come_in, finished, new_table

# Counts what makes sounds, and what a phone is told to feel.
SENSES = """
window.sounds = 0;
window.AudioContext = class extends AudioContext { constructor() { super(); window.sounds += 1; } };
window.buzzes = [];
Navigator.prototype.vibrate = pattern => { window.buzzes.push(pattern); return true; };
"""


@pytest.mark.proof
def test_a_finished_game_is_made_public_by_one_click_and_its_link_says_who_can_open_it(
    browser: Browser, server: ServerProcess, console: Console, page: Page, visitor: BrowserContext
) -> None:
    console.allow("404")
    visitor.grant_permissions(["clipboard-read", "clipboard-write"])
    path = f"/table/{finished(visitor)}/result"
    with visiting(browser, server.url, console) as context:
        stranger = context.new_page()
        stranger.goto(path)
        expect(stranger.get_by_role("heading", level=1)).to_have_text("This result cannot be shown")

        page.goto(path)
        sharing = page.get_by_test_id("sharing")
        before = sharing.locator("[aria-live]").inner_text()
        page.get_by_test_id("publish").click()
        expect(sharing.locator("[aria-live]")).not_to_have_text(before)
        expect(sharing.locator("[aria-live]")).to_have_text(re.compile("every|any", re.IGNORECASE))
        now = sharing.locator("[aria-live]").inner_text()
        sharing.get_by_role("button").first.click()
        expect(page.get_by_role("status").get_by_text(now)).to_be_visible()
        copied = page.evaluate("() => navigator.clipboard.readText()")
        assert copied == server.url + path

        stranger.goto(copied)
        expect(stranger.locator("#history-title")).to_be_visible()
        expect(stranger.get_by_test_id("publish")).to_have_count(0)
        page.get_by_test_id("publish").click()
        expect(sharing.locator("[aria-live]")).to_have_text(before)
        stranger.goto(copied)
        expect(stranger.get_by_role("heading", level=1)).to_have_text("This result cannot be shown")


@pytest.mark.proof
def test_the_code_of_an_invitation_is_whole_on_a_phone_on_its_side(page: Page) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    open_code(page)
    dialog = page.get_by_role("dialog")
    for part in (dialog.get_by_role("img"), dialog.get_by_role("textbox")):
        expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.proof
def test_an_invitation_from_ones_own_machine_says_how_others_reach_it(page: Page) -> None:
    open_code(page)
    dialog = page.get_by_role("dialog")
    reach = page.request.get("/api/invitations/reach").json()
    assert reach["private"]
    expect(dialog.locator("code")).to_have_text(reach["command"])
    assert "--host" in reach["command"]
    shown = dialog.get_by_role("textbox").input_value()
    if reach["url"]:
        assert shown.startswith(reach["url"])
    assert re.search(r"/join#[\w.-]+$", shown)
    assert dialog.get_by_role("img").locator("path").get_attribute("d")


def test_an_invitation_shows_variants_and_clock(page: Page) -> None:
    clock = {"kind": "game", "seconds": 1200, "increment": 15}
    made = new_table(
        page.context,
        {"kind": "me"},
        {"kind": "invite"},
        options={"power_shift": True, "short": True},
        settings={"clock": clock},
    )
    page.goto(made["invitations"][0]["path"])
    variants = page.get_by_test_id("variants")
    expect(variants).to_contain_text("Power Shift")
    expect(variants).to_contain_text("short game")
    expect(variants).not_to_contain_text("New Regency")
    expect(page.get_by_test_id("clock")).to_contain_text("20")
    expect(page.get_by_test_id("clock")).to_contain_text("15")


def test_the_header_does_not_count_finished_games(page: Page, visitor: BrowserContext) -> None:
    """One that ended with an unconfirmed turn of mine still waits for me, as the server says."""
    new_table(visitor, options={"first_player": 0})

    def answer(route: Route) -> None:
        (line,) = route.fetch().json()
        assert line["waits_for_me"]
        over = [{**line, "id": f"{number}", "state": "finished"} for number in range(2)]
        route.fulfill(json=[*over, line])

    page.route("**/api/me/tables*", answer)
    page.goto("/about")
    expect(page.get_by_role("navigation").locator(".waiting [aria-hidden]")).to_have_text("1")


def seats_of(page: Page) -> list[dict[str, Any]]:
    """The seats of the table that the page shows."""
    table = page.url.split("/table/")[1].split("/")[0]
    seats: list[dict[str, Any]] = page.request.get(f"/api/tables/{table}").json()["seats"]
    return seats


@pytest.mark.proof
def test_bots_have_nobodys_name_and_keep_theirs_in_a_forked_game(page: Page) -> None:
    page.add_init_script("localStorage.setItem('elgrande.name', '\"Lope\"')")
    page.goto("/")
    page.get_by_role("radio", name="5", exact=True).check(force=True)
    page.get_by_test_id("play").click()
    page.wait_for_url("**/table/*")
    me, *bots = [seat["name"] for seat in seats_of(page)]
    assert me == "Lope"
    assert len(set(bots)) == 4
    assert not [name for name in bots if "Lope" in name]
    page.goto(f"{page.url}/replay?at=0")
    page.get_by_test_id("fork").click()
    page.get_by_test_id("start-fork").click()
    page.wait_for_url(re.compile(r"/table/\w+$"))
    assert [seat["name"] for seat in seats_of(page)] == [me, *bots]


@pytest.mark.proof
def test_a_guest_with_the_name_of_a_bot_gets_it(
    browser: Browser, server: ServerProcess, console: Console, visitor: BrowserContext, page: Page
) -> None:
    bot = {"kind": "bot", "bot": "novice", "name": "Don Lope"}
    made = new_table(visitor, {"kind": "me"}, {"kind": "invite"}, bot)
    with visiting(browser, server.url, console) as friend:
        come_in(friend, "Don Lope")
        guest = friend.new_page()
        guest.goto(made["invitations"][0]["path"])
        guest.get_by_test_id("accept").click()
        guest.wait_for_url("**/table/*")
    page.goto(f"/table/{made['table']['id']}")
    names = page.locator("[data-player] .name strong")
    expect(names).to_have_text(["Ana", "Don Lope", "Novice"])


@pytest.mark.proof
def test_sound_is_off_until_it_is_wanted_and_nothing_buzzes_with_reduced_motion(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    with visiting(browser, server.url, console, reduced_motion="no-preference") as context:
        context.add_init_script(SENSES)
        page = context.new_page()
        page.goto(f"/table/{new_table(context)['table']['id']}")
        page.locator(ASKED).wait_for(state="attached")
        TableOnPage(page).do_one()
        assert page.evaluate("[sounds, buzzes]") == [0, []]

        open_menu(page)
        expect(page.get_by_label("Sound")).not_to_be_checked()
        expect(page.get_by_label("Volume")).to_have_count(0)
        page.get_by_label("Sound").check()
        page.wait_for_function("sounds === 1")
        page.get_by_label("Volume").fill("0.2")
        page.wait_for_function(
            "() => { const kept = JSON.parse(localStorage['elgrande.preferences']);"
            " return kept.sound === true && kept.volume === 0.2; }"
        )

        page.get_by_label("Vibrat").check()
        page.wait_for_function("buzzes.length === 1")
        page.emulate_media(reduced_motion="reduce")
        expect(page.get_by_label("Vibrat")).to_have_count(0)
        page.get_by_label("Sound").uncheck()
        page.get_by_label("Sound").check()
        assert page.evaluate("[sounds, buzzes.length]") == [1, 1]
