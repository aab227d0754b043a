"""The pages before the table: a game now, a table of one's own, friends by link, one's name."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.support.browsing import Console, visiting
from tests.support.marks import with_proofs
from tests.support.server import ServerProcess
from tests.support.sights import ask, come_in, new_table

ME, INVITE, OPEN, BOT = (
    {"kind": "me"},
    {"kind": "invite"},
    {"kind": "open"},
    {"kind": "bot", "bot": "random"},
)
TABLE = re.compile(r"/table/\w+$")


def state_of(page: Page) -> dict[str, object]:
    """The table of the page's address, as the server has it."""
    table = page.url.rsplit("/", 1)[1]
    found: dict[str, object] = page.context.request.get(f"/api/tables/{table}").json()
    return found


def test_a_game_is_two_clicks_away_and_the_choice_is_kept(page: Page) -> None:
    page.goto("/")
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_test_id("play").click()
    page.wait_for_url(TABLE)
    table = state_of(page)
    assert table["state"] == "running"
    seats = table["seats"]
    assert isinstance(seats, list)
    assert [seat["bot"] for seat in seats] == [None, "steady", "steady"]
    assert len({seat["name"] for seat in seats}) == 3
    page.goto("/")
    expect(page.get_by_role("radio", name="3", exact=True)).to_be_checked()


@pytest.mark.parametrize("language", with_proofs(["de", "en", "es"]))
def test_all_levels_fit_beside_each_other_on_a_small_phone(
    browser: Browser, server: ServerProcess, console: Console, language: str
) -> None:
    shape: dict[str, Any] = {"viewport": {"width": 360, "height": 740}}
    with visiting(browser, server.url, console, {"language": language}, **shape) as context:
        page = context.new_page()
        page.goto("/")
        highest = page.locator("input[value=grandmaster]")
        highest.check(force=True)  # the chosen one is written in bold
        levels = page.locator("fieldset").filter(has=highest)
        expect(levels.get_by_role("radio")).to_have_count(5)
        sizes = levels.locator(".row, label, span").evaluate_all(
            "all => all.map((one) => [one.scrollWidth - one.clientWidth, one.clientHeight])"
        )
        assert max(more for more, _ in sizes) <= 0
        assert len({height for _, height in sizes}) == 1


@pytest.mark.proof
def test_two_clicks_on_play_open_one_table(page: Page) -> None:
    page.goto("/")
    page.get_by_test_id("play").dblclick()
    page.wait_for_url(TABLE)
    assert len(page.context.request.get("/api/me/tables").json()) == 1


@pytest.mark.proof
def test_games_that_wait_come_first(page: Page, visitor: BrowserContext) -> None:
    new_table(visitor, ME, INVITE, title="Not yet")
    waits = new_table(visitor, ME, BOT, title="Friday")["table"]["id"]
    page.goto("/")
    expect(page.get_by_text("It is your turn at Friday.")).to_be_visible()
    expect(page.get_by_test_id("go-on")).to_have_attribute("href", f"/table/{waits}")
    page.goto("/mine")
    groups = page.locator("[data-group]")
    expect(groups.first).to_have_attribute("data-group", "waiting")
    expect(groups.first.locator("[data-table]")).to_have_attribute("data-table", waits)
    expect(page.locator('[data-group="open"]').get_by_text("Not yet")).to_be_visible()
    current = page.get_by_role("navigation").locator("[aria-current=page]")
    expect(current).to_contain_text("My games")


@pytest.mark.proof
def test_a_new_table_is_as_it_was_planned(page: Page) -> None:
    page.goto("/new")
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    page.get_by_role("radio", name="Short game").check(force=True)
    page.get_by_role("radio", name="Two", exact=True).check(force=True)
    for name in ("New Regency", "Power Shift", "Merged stacks", "Rivalries"):
        page.get_by_role("checkbox", name=name).check()
    page.get_by_label("Who sits in seat 2").select_option("hotseat")
    page.locator('[data-seat="1"]').get_by_label("Name").fill("Eva")
    page.get_by_label("Title").fill("Friday")
    page.get_by_role("radio", name="Per game").check(force=True)
    page.get_by_label("Who starts").select_option("Seat 2")
    page.get_by_test_id("open-table").click()
    page.wait_for_url(TABLE)
    table = state_of(page)
    assert table["options"] == {
        "edition": "2023",
        "players": 3,
        "short": True,
        "merged_stacks": True,
        "new_regency": True,
        "old_hands": ["veto", "veto", "rivalries"],
        "power_shift": True,
        "castillo": "secret",
        "first_player": 1,
    }
    assert table["title"] == "Friday"
    seats, settings = table["seats"], table["settings"]
    assert isinstance(seats, list)
    assert isinstance(settings, dict)
    assert (seats[1]["name"], seats[1]["local"]) == ("Eva", True)
    assert settings["clock"] == {"kind": "game", "seconds": 1200, "increment": 15}


def test_what_does_not_go_together_is_not_offered(page: Page) -> None:
    page.goto("/new")
    merged = page.get_by_role("checkbox", name="Merged stacks")
    expect(merged).to_be_disabled()
    expect(page.get_by_text("For two or three players")).to_be_visible()
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    expect(merged).to_be_checked()
    page.get_by_role("radio", name="Classic").check(force=True)
    expect(merged).not_to_be_checked()
    for name in ("New Regency", "Power Shift", "Merged stacks", "Delegation"):
        expect(page.get_by_role("checkbox", name=name)).to_be_disabled()
    expect(page.get_by_role("radio", name="Anyone")).to_be_disabled()


@pytest.mark.proof
def test_a_friend_comes_by_a_pasted_link_which_does_not_stay_in_the_history(
    browser: Browser, server: ServerProcess, console: Console, page: Page
) -> None:
    page.goto("/new")
    page.get_by_role("radio", name="2", exact=True).check(force=True)
    page.get_by_label("Who sits in seat 2").select_option("invite")
    page.get_by_test_id("open-table").click()
    page.wait_for_url(TABLE)
    table = page.url.rsplit("/", 1)[1]
    kept = page.evaluate(f"JSON.parse(localStorage.getItem('elgrande.links.{table}'))")
    token = next(link["token"] for link in kept if link["seat"] == 1)
    with visiting(browser, server.url, console) as friend:
        other = friend.new_page()
        other.goto("/")
        other.get_by_label("Do you have a link or a code?").fill("come, it is late")
        other.get_by_role("button", name="Join").click()
        expect(other.get_by_role("alert")).to_be_visible()
        link = f"Look: https://elsewhere.example/join/{token} !"
        other.get_by_label("Do you have a link or a code?").fill(link)
        other.get_by_role("button", name="Join").click()
        other.get_by_label("Your name at the table").fill("Ben")
        other.get_by_test_id("accept").click()
        other.wait_for_url(f"**/table/{table}")
        other.go_back()
        expect(other).to_have_url(f"{server.url}/")
    seats = state_of(page)["seats"]
    assert isinstance(seats, list)
    assert seats[1]["name"] == "Ben"


@pytest.mark.proof
def test_an_open_seat_is_taken_from_the_lobby(
    browser: Browser, server: ServerProcess, console: Console, visitor: BrowserContext, page: Page
) -> None:
    page.goto("/open")
    with visiting(browser, server.url, console) as host:
        table = new_table(host, ME, OPEN, public=True, title="Come in")["table"]["id"]
        line = page.locator(f'[data-table="{table}"]')
        line.get_by_role("button", name="Sit down").click()
        page.wait_for_url(f"**/table/{table}")
        assert host.request.get(f"/api/tables/{table}").json()["state"] == "running"


@pytest.mark.proof
def test_a_name_is_claimed_left_and_found_again(page: Page, console: Console) -> None:
    console.allow("401")
    name = "Isabel of the pages"
    page.goto("/me")
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    page.get_by_label("New password").fill("a long password")
    page.get_by_role("button", name="Claim this name").click()
    expect(page.get_by_text("This name is claimed")).to_be_visible()
    page.get_by_label("What is it for?").fill("my bot")
    page.get_by_role("button", name="Make a token").click()
    expect(page.locator("code")).to_contain_text(".")
    page.get_by_role("button", name="Revoke my bot").click()
    expect(page.get_by_role("button", name="Revoke my bot")).to_have_count(0)
    page.get_by_role("button", name="Sign out").click()
    coming_back = page.get_by_role("region", name="Sign in")
    coming_back.get_by_label("Name").fill(name)
    coming_back.get_by_label("Password").fill("not this one")
    coming_back.get_by_role("button", name="Sign in").click()
    expect(coming_back.get_by_role("alert")).to_contain_text("do not match")
    coming_back.get_by_label("Password").fill("a long password")
    coming_back.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)


@pytest.mark.proof
def test_a_guest_is_warned_before_leaving_for_good(page: Page, visitor: BrowserContext) -> None:
    come_in(visitor)
    page.goto("/me")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot get back")
    assert visitor.request.get("/api/visitor").json()["player"] is not None
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
    assert visitor.request.get("/api/visitor").json()["player"] is None


@pytest.mark.proof
def test_signing_out_waits_for_a_look_at_the_games(page: Page, visitor: BrowserContext) -> None:
    come_in(visitor)
    held: list[Route] = []
    page.route("**/api/me/tables*", lambda route: held.append(route))
    with page.expect_request("**/api/me/tables*"):
        page.goto("/me")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_timeout(300)  # sent at once, the request would have ended the session by now
    assert visitor.request.get("/api/visitor").json()["player"] is not None
    assert held
    for route in held:
        route.continue_()
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
    assert visitor.request.get("/api/visitor").json()["player"] is None


@pytest.mark.proof
def test_a_turn_is_announced_on_other_pages(
    browser: Browser, server: ServerProcess, console: Console, visitor: BrowserContext, page: Page
) -> None:
    made = new_table(visitor, ME, INVITE, title="Friday", options={"first_player": 0})
    # The first look at one's games announces nothing.
    with page.expect_event("requestfinished", lambda asked: "/api/me/tables" in asked.url):
        page.goto("/about")
    expect(page.get_by_test_id("version")).to_be_visible()
    with visiting(browser, server.url, console) as friend:
        come_in(friend, "Ben")
        ask(friend, "/api/invitations/accept", {"token": made["invitations"][0]["token"]})
        notice = page.get_by_role("status").get_by_text("It is your turn at Friday.")
        expect(notice).to_be_visible()
        page.get_by_role("link", name="To the table").click()
        page.wait_for_url(TABLE)


def test_no_server_is_said_in_a_sentence(page: Page, console: Console) -> None:
    console.allow_lost_connection()
    page.goto("/")
    page.context.set_offline(True)
    page.get_by_test_id("play").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    page.get_by_test_id("play").click()
    page.wait_for_url(TABLE)


def test_language_and_light_are_kept(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", level=1)).to_have_text("Neun Regionen, ein König")
    page.get_by_test_id("theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.proof
def test_a_table_is_given_up_after_a_question(page: Page, visitor: BrowserContext) -> None:
    table = new_table(visitor, ME, BOT)["table"]["id"]
    page.goto("/mine")
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Keep it").click()
    assert visitor.request.get(f"/api/tables/{table}").json()["state"] == "running"
    page.get_by_role("button", name="Give up").click()
    page.get_by_test_id("give-up").click()
    expect(page.locator('[data-group="over"]').get_by_text("Given up")).to_be_visible()
    assert visitor.request.get(f"/api/tables/{table}").json()["state"] == "closed"


@pytest.mark.proof
def test_a_claimed_name_does_not_keep_a_guest_out(
    browser: Browser, server: ServerProcess, console: Console, page: Page, visitor: BrowserContext
) -> None:
    console.allow("409")
    with visiting(browser, server.url, console) as holder:
        come_in(holder, "Urraca the first")
        ask(holder, "/api/me/password", {"password": "a long password"})
    page.add_init_script("localStorage.setItem('elgrande.name', '\"Urraca the first\"')")
    page.goto("/")
    page.get_by_test_id("play").click()
    page.wait_for_url(TABLE)
    name = visitor.request.get("/api/visitor").json()["player"]["name"]
    assert re.fullmatch(r"Urraca the first \d+", name)
