"""Records and the club in the browser: with real games, in three languages, by anybody."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.axe import violations
from tests.support.browsing import Console, visiting
from tests.support.finished import fill_club
from tests.support.moderating import PASSWORD
from tests.support.server import ServerProcess, serving, sqlite_url
from tests.support.sights import ask, come_in

PHONE = {"width": 390, "height": 844}
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
TITLES = {
    "en": ("Your record", "The club"),
    "de": ("Deine Bilanz", "Der Club"),
    "es": ("Tu historial", "El club"),
}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with finished games of two players with claimed names and a guest."""
    url = sqlite_url(tmp_path_factory.mktemp("club"))
    fill_club(url, PASSWORD)
    with serving(url, options=["--bot-workers", "1"]) as running:
        yield running


@pytest.fixture
def isabel(browser: Browser, club: ServerProcess, console: Console) -> Iterator[BrowserContext]:
    """The browser of a player with a record."""
    with visiting(browser, club.url, console) as context:
        ask(context, "/api/login", {"name": "Isabel", "password": PASSWORD})
        yield context


def test_a_player_reads_their_record_and_keeps_it_private(
    isabel: BrowserContext, browser: Browser, club: ServerProcess, console: Console
) -> None:
    page = isabel.new_page()
    page.goto("/me")
    page.get_by_role("link", name="Your record").click()
    record = page.get_by_test_id("record")
    expect(page.get_by_text("24 games")).to_be_visible()
    expect(page.get_by_test_id("rating-bots")).to_contain_text("±")
    expect(record.get_by_role("row", name=re.compile("^First in a region"))).to_be_visible()
    expect(record.get_by_role("heading", name="Favourites")).to_be_visible()
    expect(record.get_by_role("img", name="Accuracy over time")).to_be_visible()
    results = page.get_by_test_id("results").locator("> li")
    expect(results).to_have_count(20)
    page.get_by_role("button", name="Earlier games").click()
    expect(results).to_have_count(24)
    page.get_by_test_id("by-players").select_option("5")
    expect(results).to_have_count(6)
    page.get_by_test_id("private").check()
    expect(page.get_by_text("Your record is private now.")).to_be_visible()
    with visiting(browser, club.url, console) as other:
        console.allow("404")
        theirs = other.new_page()
        theirs.goto("/players/isabel")
        expect(theirs.get_by_text("Nobody of this name has a record")).to_be_visible()
        theirs.get_by_role("link", name="The table of the club").click()
        expect(theirs.get_by_test_id("ratings")).to_contain_text("Beatriz")
        expect(theirs.get_by_test_id("ratings")).not_to_contain_text("Isabel")
    page.get_by_test_id("private").uncheck()
    expect(page.get_by_text("Everyone may see your record now.")).to_be_visible()


@pytest.mark.proof
def test_the_club_lists_players_and_games_for_everybody(
    browser: Browser, club: ServerProcess, console: Console
) -> None:
    with visiting(browser, club.url, console) as context:
        page = context.new_page()
        page.goto("/club")
        ratings = page.get_by_test_id("ratings")
        expect(ratings).to_contain_text("Beatriz")
        expect(ratings).not_to_contain_text("Juan")
        expect(page.get_by_test_id("results")).not_to_contain_text("Juan")
        page.get_by_role("button", name="Against bots").click()
        expect(ratings).to_contain_text("Grandmaster")
        results = page.get_by_test_id("results").locator("> li")
        player = page.get_by_test_id("by-player")
        player.fill("beatriz")
        player.press("Tab")
        expect(results).to_have_count(16)
        console.allow("404")
        player.fill("Juan")
        player.press("Tab")
        expect(page.get_by_text("Nobody of this name")).to_be_visible()
        player.fill("")
        player.press("Tab")
        page.get_by_test_id("by-edition").select_option("classic")
        expect(results).to_have_count(12)
        ratings.get_by_role("link", name="Isabel").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Isabel")
        expect(page.get_by_test_id("forget")).to_have_count(0)


@pytest.mark.proof
@pytest.mark.parametrize("language", list(TITLES))
@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "desk"])
def test_nothing_keeps_people_out_in_any_language_and_size(
    browser: Browser,
    club: ServerProcess,
    console: Console,
    language: str,
    viewport: dict[str, int],
) -> None:
    preferences = {"language": language}
    with visiting(browser, club.url, console, preferences, viewport=viewport) as context:
        ask(context, "/api/login", {"name": "Isabel", "password": PASSWORD})
        page = context.new_page()
        for path, title in zip(("/me/record", "/club"), TITLES[language], strict=True):
            page.goto(path)
            expect(page.get_by_role("heading", level=1)).to_have_text(title)
            expect(page.get_by_test_id("results")).to_be_visible()
            assert violations(page) == []
            assert page.evaluate(OVERFLOW) <= 0


@pytest.mark.proof
def test_a_game_played_here_is_in_the_record_which_can_be_forgotten(
    browser: Browser, club: ServerProcess, console: Console
) -> None:
    with visiting(browser, club.url, console) as context:
        come_in(context, "Leo")
        page = context.new_page()
        page.goto("/me/record")
        expect(page.get_by_text("No finished game counts yet.")).to_be_visible()
        finish_a_game(context)
        wait_for_record(page)
        expect(page.get_by_text("As a guest, only you can see your record.")).to_be_visible()
        with page.expect_download() as file:
            page.get_by_role("link", name="Download for a spreadsheet (.csv)").click()
        assert len(file.value.path().read_text(encoding="utf-8").splitlines()) == 2
        page.get_by_test_id("forget").click()
        page.get_by_test_id("forget-for-good").click()
        expect(page.get_by_text("No finished game counts yet.")).to_be_visible()


def finish_a_game(context: BrowserContext) -> None:
    """Play a short game against a bot to its end, always by the first choice."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    body = {"seats": seats, "options": {"players": 2, "short": True}}
    table = ask(context, "/api/tables", body)["table"]["id"]
    while True:
        state = context.request.get(f"/api/tables/{table}/state").json()
        if state["table"]["state"] == "finished":
            return
        if state["view"]["choices"]:
            choice = state["view"]["choices"][0]["choice"]
            step = state["view"]["step"]
            answer = {"seat": state["seat"], "step": step, "choice": choice, "confirm": True}
            ask(context, f"/api/tables/{table}/choices", answer)


def wait_for_record(page: Page) -> None:
    """Look until the game that just ended is in the record."""
    for _ in range(100):
        page.goto("/me/record")
        page.get_by_role("heading", level=2).first.wait_for()
        if page.get_by_test_id("record").count():
            return
        page.wait_for_timeout(100)
    raise AssertionError("the game was not recorded")
