"""What goes wrong gets a friendly sentence and a way on; no choice is lost or counted twice."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.browsing import Console, TableOnPage, visiting
from tests.support.marks import with_proofs
from tests.support.server import ServerProcess
from tests.support.sights import ask, come_in, crowded, new_table, table_at

NO_STORAGE = """
Object.defineProperty(window, 'localStorage', { get() { throw new Error('not allowed'); } });
Object.defineProperty(window, 'sessionStorage', { get() { throw new Error('not allowed'); } });
delete window.Notification;
"""


def is_friendly(page: Page) -> None:
    """There is a sentence in a heading, no code, and a way to the start page."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()
    text = page.get_by_role("main").inner_text()
    assert "_" not in text, text


@pytest.mark.parametrize(
    "path",
    with_proofs(
        [
            "/join#nothing.like-a-token",
            "/table/nosuchtable",
            "/join/nothing-like-a-token",
            "/join",
            "/table/x/replay",
            "/nowhere",
        ],
    ),
)
def test_a_dead_link_leads_on(page: Page, console: Console, path: str) -> None:
    console.allow("404", "401", "WebSocket")
    page.goto(path)
    is_friendly(page)
    page.get_by_role("main").get_by_role("link").first.click()
    page.wait_for_url(lambda url: not url.endswith(path) and "/join" not in url)


@pytest.mark.proof
def test_a_page_that_breaks_leaves_the_others_whole(page: Page, console: Console) -> None:
    console.allow("TypeError")
    page.route("**/api/tables?*", lambda route: route.fulfill(json=[None]))
    page.goto("/open")
    expect(page.get_by_role("heading", level=1)).to_have_text("Something went wrong")
    is_friendly(page)
    page.get_by_role("navigation").get_by_text("Rules", exact=True).click()
    page.wait_for_url("**/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules")


def test_a_browser_that_cannot_read_the_pages_is_told_so(page: Page, console: Console) -> None:
    console.allow("ERR_FAILED")
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto("/")
    said = page.locator("#late")
    expect(said).to_be_hidden()
    said.evaluate("said => said.getAnimations()[0].finish()")
    expect(said).to_be_visible()
    expect(said).to_contain_text("newer browser")


@pytest.mark.proof
def test_a_browser_without_popovers_has_tips(page: Page) -> None:
    page.add_init_script(
        "delete HTMLElement.prototype.showPopover; delete Element.prototype.checkVisibility"
    )
    page.goto(f"/table/{table_at(page.context, crowded())}")
    page.locator("[data-card]").first.hover()
    expect(page.get_by_role("tooltip", include_hidden=True)).to_have_count(1)


@pytest.mark.proof
def test_a_link_whose_seat_is_taken_says_so(
    browser: Browser, server: ServerProcess, console: Console, visitor: BrowserContext
) -> None:
    console.allow("404", "409", "410", "403")
    made = new_table(visitor, {"kind": "me"}, {"kind": "invite"}, {"kind": "invite"})
    token = made["invitations"][0]["token"]
    with visiting(browser, server.url, console) as first:
        page = first.new_page()
        page.goto(f"/join/{token}")
        page.get_by_test_id("accept").click()
        page.wait_for_url("**/table/*")
    with visiting(browser, server.url, console) as second:
        page = second.new_page()
        page.goto(f"/join/{token}")
        page.get_by_test_id("accept").click()
        is_friendly(page)
        assert "/table/" not in page.url


@pytest.mark.proof
def test_a_token_is_not_part_of_any_address_that_is_asked_for(
    browser: Browser, server: ServerProcess, console: Console, visitor: BrowserContext
) -> None:
    """A proxy logs addresses; what stands behind the # is not sent to it."""
    made = new_table(visitor, {"kind": "me"}, {"kind": "invite"}, {"kind": "invite"})
    old, new = made["invitations"][:2]
    assert new["path"] == f"/join#{new['token']}"
    with visiting(browser, server.url, console) as friend:
        page = friend.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(new["path"])
        expect(page.get_by_test_id("accept")).to_be_visible()
        # A link of older days is known to the server once, and not when the page is loaded again.
        page.goto(f"/join/{old['token']}")
        expect(page.get_by_test_id("accept")).to_be_visible()
        asked = [url for url in asked if not url.endswith(f"/join/{old['token']}")]
        page.reload()
        page.get_by_test_id("accept").click()
        page.wait_for_url("**/table/*")
        secret = [link["token"].split(".")[1] for link in (old, new)]
        assert asked
        assert not [url for url in asked for token in secret if token in url.partition("#")[0]]


@pytest.mark.proof
def test_whoever_is_signed_out_elsewhere_may_sign_in_and_go_on(
    page: Page, visitor: BrowserContext, console: Console
) -> None:
    console.allow("401")
    come_in(visitor, "Leonor Twice")
    table = table_at(visitor, crowded())
    ask(visitor, "/api/me/password", {"password": "correct horse"})
    page.goto(f"/table/{table}")
    TableOnPage(page).wait_until_asked()
    assert visitor.request.post("/api/logout").ok
    panel = page.get_by_test_id("signed-out")
    expect(panel).to_be_visible()
    is_friendly(page)
    panel.get_by_label("Name").fill("Leonor Twice")
    panel.get_by_label("Password").fill("correct horse")
    panel.get_by_role("button", name="Sign in").click()
    TableOnPage(page).wait_until_asked()


@pytest.mark.proof
def test_a_link_that_was_made_anew_is_expired(page: Page, console: Console) -> None:
    console.allow("404", "410", "403")
    made = new_table(page.context, {"kind": "me"}, {"kind": "invite"})
    token, table = made["invitations"][0]["token"], made["table"]["id"]
    ask(page.context, f"/api/tables/{table}/seats/1/invitation", {})
    page.goto(f"/join/{token}")
    is_friendly(page)


def test_a_lost_connection_comes_back_and_nothing_is_lost(
    page: Page, visitor: BrowserContext, console: Console
) -> None:
    console.allow_lost_connection()
    table = table_at(visitor, crowded())
    page.goto(f"/table/{table}")
    seen = TableOnPage(page)
    seen.wait_until_asked()
    step = seen.step()
    visitor.set_offline(True)
    page.evaluate("() => dispatchEvent(new Event('offline'))")
    choice = seen.choices()[0]
    seen.thing(choice).click()
    page.wait_for_timeout(300)
    visitor.set_offline(False)
    expect(seen.root).not_to_have_attribute("data-step", step)
    state = visitor.request.get(f"/api/tables/{table}/state").json()
    assert state["table"]["play"]["position"] == 1


def test_clicking_twice_counts_once(page: Page, visitor: BrowserContext) -> None:
    table = table_at(visitor, crowded())
    page.goto(f"/table/{table}")
    seen = TableOnPage(page)
    seen.wait_until_asked()
    step = seen.step()
    page.evaluate(
        """choice => {
            const thing = [...document.querySelectorAll(`[data-choice="${choice}"]`)]
                .find(one => one.checkVisibility());
            thing.dispatchEvent(new MouseEvent('click', { bubbles: true }));
            thing.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        }""",
        seen.choices()[0],
    )
    expect(seen.root).not_to_have_attribute("data-step", step)
    page.wait_for_timeout(300)
    state = visitor.request.get(f"/api/tables/{table}/state").json()
    assert state["table"]["play"]["position"] == 1


@pytest.mark.proof
def test_a_choice_that_came_too_late_shows_the_table_as_it_is(
    page: Page, visitor: BrowserContext
) -> None:
    """Two windows of one player: the second shows what the first chose, and goes on."""
    table = table_at(visitor, crowded())
    page.goto(f"/table/{table}")
    other = visitor.new_page()
    other.goto(f"/table/{table}")
    here, there = TableOnPage(page), TableOnPage(other)
    here.wait_until_asked()
    there.wait_until_asked()
    step = there.step()
    here.pick(here.choices()[0])
    expect(there.root).not_to_have_attribute("data-step", step)
    there.wait_until_asked()
    there.pick(there.choices()[0])
    state = visitor.request.get(f"/api/tables/{table}/state").json()
    assert state["table"]["play"]["position"] == 2


@pytest.mark.proof
def test_an_unreadable_file_is_refused_kindly(page: Page, console: Console, tmp_path: Path) -> None:
    console.allow("422", "400")
    broken = tmp_path / "broken.egn"
    broken.write_text("elgrande record 1\nthis is not a game\n", encoding="utf-8")
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(broken)
    expect(page.get_by_role("alert")).to_be_visible()
    assert "_" not in page.get_by_role("alert").inner_text()
    assert page.url.endswith("/replay")


@pytest.mark.proof
def test_a_browser_that_keeps_nothing_can_play(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    with visiting(browser, server.url, console) as context:
        context.add_init_script(NO_STORAGE)
        page = context.new_page()
        page.goto("/")
        page.get_by_test_id("play").click()
        page.wait_for_url("**/table/*")
        seen = TableOnPage(page)
        page.get_by_test_id("ask").wait_for()
        if page.get_by_test_id("skip").count():
            page.keyboard.press("Escape")
        seen.wait_until_asked()
        seen.pick(seen.choices()[0])


@pytest.mark.proof
def test_two_tabs_of_one_seat_show_the_same_and_send_nothing_twice(visitor: BrowserContext) -> None:
    table = new_table(visitor)["table"]["id"]
    tabs = [TableOnPage(visitor.new_page()) for _ in range(2)]
    for tab in tabs:
        tab.page.goto(f"/table/{table}")
    for number in range(8):
        first, second = tabs[number % 2], tabs[1 - number % 2]
        first.wait_until_asked()
        second.wait_until_asked()
        expect(second.root).to_have_attribute("data-step", first.step())
        before = visitor.request.get(f"/api/tables/{table}/state").json()["view"]["step"]
        first.do_one()
        expect(second.root).not_to_have_attribute("data-step", str(before))
    chosen = visitor.request.get(f"/api/tables/{table}/log").json()
    assert not [line for line in chosen if line["kind"] == "timeout"]


@pytest.mark.proof
def test_a_tab_asleep_for_an_hour_shows_the_true_state_when_it_wakes(
    visitor: BrowserContext, console: Console
) -> None:
    """Meanwhile the same seat was played in another tab, and the sleeper's connection died."""
    console.allow_lost_connection()
    table = new_table(visitor)["table"]["id"]
    sleeper = visitor.new_page()
    sleeper.clock.install()
    sleeper.goto(f"/table/{table}")
    asleep, awake = TableOnPage(sleeper), TableOnPage(visitor.new_page())
    asleep.wait_until_asked()
    before = asleep.step()
    sockets = visitor.new_cdp_session(sleeper)
    sockets.send("Network.enable")
    offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    sockets.send("Network.emulateNetworkConditions", offline)
    awake.page.goto(f"/table/{table}")
    for _ in range(4):
        awake.wait_until_asked()
        awake.do_one()
    awake.wait_until_asked()
    assert awake.step() != before
    sockets.send("Network.emulateNetworkConditions", offline | {"offline": False})
    sleeper.clock.fast_forward("01:00:00")
    sleeper.clock.resume()
    expect(asleep.root).to_have_attribute("data-step", awake.step())
    asleep.wait_until_asked()
    asleep.do_one()
    asleep.wait_until_asked()
    expect(awake.root).to_have_attribute("data-step", asleep.step())
