"""The game without a server: built, put on a plain host, played to its end, partly offline."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

import build_static
from elgrande.game import Game
from elgrande.record import Record
from tests.support.axe import violations
from tests.support.browsing import Console, TableOnPage, visiting
from tests.support.server import ServerProcess
from tests.support.static_host import hosting_files

pytestmark = pytest.mark.proof
# A busy machine takes its time to start Python in a browser.
START_MS = 120_000
INSTALLED = """async () => {
    await navigator.serviceWorker.ready;
    const [name] = await caches.keys();
    const cache = await caches.open(name);
    return (await cache.keys()).length;
}"""
SPOIL = """table => new Promise((done, failed) => {
    const opening = indexedDB.open('elgrande', 1);
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
        const work = opening.result.transaction('saves', 'readwrite');
        work.objectStore('saves').put('{"row":', `table.${table}`);
        work.oncomplete = () => { opening.result.close(); done(); };
    };
})"""
REFUSE_STORAGE = (
    "Object.defineProperty(self, 'indexedDB', "
    "{ get() { throw new DOMException('Not here.', 'SecurityError'); } });\n"
)


@pytest.fixture(scope="session")
def folder() -> Path:
    """The folder that `make static` builds."""
    build_static.build()
    return build_static.TARGET


@pytest.fixture
def visitor(browser: Browser, folder: Path, console: Console) -> Iterator[BrowserContext]:
    """A browser at a plain host that has the folder under a path of its own."""
    with (
        hosting_files(folder) as url,
        visiting(browser, url, console, installs=True) as context,
    ):
        yield context


def open_game(page: Page, players: int = 2) -> TableOnPage:
    """Open a game against `steady` from the start page."""
    page.goto("./")
    page.get_by_role("radio", name=str(players), exact=True).check()
    page.get_by_test_id("play").click()
    page.locator("[data-waiting]").first.wait_for(timeout=START_MS)
    return TableOnPage(page)


def test_a_game_played_partly_offline_ends_as_the_rules_have_it(
    page: Page, visitor: BrowserContext, console: Console, server: ServerProcess, tmp_path: Path
) -> None:
    at = open_game(page)
    assert "/games/el-grande/?/table/" in page.url
    at.wait_until_asked()
    assert violations(page) == []
    page.wait_for_function(f"async () => (await ({INSTALLED})()) > 50", timeout=START_MS)
    table = page.url
    console.allow_lost_connection()
    visitor.set_offline(True)
    for _ in range(6):
        at.wait_until_asked()
        at.do_one()
    # Even a page that is opened anew comes without the network, and the game goes on in it.
    page.goto("./")
    page.get_by_test_id("go-on").first.click(timeout=START_MS)
    expect(page).to_have_url(table)
    page.locator("[data-waiting]").first.wait_for()
    assert TableOnPage(page, seed=2).play() == "over"
    page.goto(f"{table}/result")
    expect(page.get_by_test_id("result")).to_be_visible(timeout=START_MS)
    assert violations(page) == []
    with page.expect_download() as taking:
        page.locator('a[href$="record.json"]').click()
    taking.value.save_as(tmp_path / "record.json")
    assert taking.value.suggested_filename == f"elgrande-{table.rpartition('/')[2]}.json"
    record = Record.from_json((tmp_path / "record.json").read_text(encoding="utf-8"))
    game = Game.new(record.options, record.seed)
    for seat, choice in zip(record.seats, record.choices, strict=True):
        game.play(choice, seat)
    assert game.over
    assert game.digest() == record.digest
    assert digest_on(server, record) == record.digest


def digest_on(server: ServerProcess, record: Record) -> str:
    """The digest of a record's game after a server played it."""
    with httpx.Client(base_url=server.url) as client:
        token = client.post("/api/players", json={"name": "Isabel"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        opened = client.post("/api/records", json={"record": record.to_json()}).json()
    digest: str = opened["table"]["result"]["digest"]
    return digest


def test_the_start_page_says_what_this_is_in_every_language(page: Page) -> None:
    page.goto("./")
    expect(page.get_by_test_id("full-version")).to_contain_text("Runs entirely in your browser")
    expect(page.get_by_test_id("solo-loading")).to_have_count(0, timeout=START_MS)
    assert violations(page) == []
    assert page.get_by_role("link", name="Club").count() == 0
    for language, words in (("de", "Ganz in deinem Browser"), ("es", "Solo en tu navegador")):
        page.locator("header select").select_option(language)
        expect(page.get_by_test_id("full-version")).to_contain_text(words)


def test_the_first_page_is_complete_before_python_starts(
    page: Page, visitor: BrowserContext
) -> None:
    held: list[Route] = []
    visitor.route("**/game.zip", lambda route: held.append(route))
    page.goto("./")
    expect(page.get_by_role("radio", name="Steady")).to_be_visible()
    expect(page.get_by_text("Today's cards and names")).to_be_visible()
    page.locator("header select").select_option("de")
    expect(page.get_by_text("Die heutigen Karten und Namen")).to_be_visible()
    expect(page.get_by_test_id("solo-loading")).to_be_visible()
    # And what was asked meanwhile is answered once Python is there.
    page.get_by_test_id("play").click()
    held[0].continue_()
    page.locator("[data-waiting]").first.wait_for(timeout=START_MS)


@pytest.mark.parametrize("path", ["club", "puzzles/today", "join", "events", "full", "nowhere"])
def test_what_needs_a_server_says_so_and_what_helps(page: Page, path: str) -> None:
    page.goto(f"./?/{path}")
    shown = page.get_by_test_id("elsewhere")
    expect(shown).to_contain_text("full version")
    expect(shown).to_contain_text("make play")
    shown.get_by_role("link").first.click()
    expect(page.get_by_test_id("play")).to_be_visible()


def test_an_old_browser_is_told(visitor: BrowserContext) -> None:
    visitor.add_init_script("delete window.WebAssembly")
    page = visitor.new_page()
    page.goto("./")
    expect(page.get_by_test_id("solo-trouble")).to_contain_text("no WebAssembly")
    page.get_by_test_id("play").click()
    expect(page.get_by_role("alert")).to_contain_text("full version")


def test_without_storage_a_game_is_played_all_the_same(
    page: Page, visitor: BrowserContext, folder: Path
) -> None:
    def refuse(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=REFUSE_STORAGE + response.text())

    visitor.route("**/assets/worker-*.js", refuse)
    at = open_game(page)
    at.wait_until_asked()
    expect(page.get_by_text("does not let the page save").first).to_be_visible()
    at.do_one()


def test_a_damaged_save_is_told_and_the_others_are_there(page: Page) -> None:
    for _ in range(2):
        open_game(page).wait_until_asked()
    page.evaluate(SPOIL, page.url.rpartition("/")[2])
    spoiled = page.url
    page.goto("./")
    expect(page.get_by_text("A saved game is damaged")).to_be_visible(timeout=START_MS)
    expect(page.get_by_test_id("go-on")).to_have_count(1)
    page.goto(spoiled)
    expect(page.get_by_text("cannot be opened any more")).to_be_visible(timeout=START_MS)


def test_a_second_tab_waits_until_the_first_is_closed(page: Page, visitor: BrowserContext) -> None:
    open_game(page).wait_until_asked()
    second = visitor.new_page()
    second.goto("./")
    expect(second.get_by_test_id("solo-trouble")).to_contain_text("another tab")
    page.close()
    second.get_by_test_id("go-on").first.click(timeout=START_MS)
    TableOnPage(second).wait_until_asked()
