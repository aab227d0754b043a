"""The pages without a connection: installed by the service worker, honest, and soon up to date."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from elgrande.server.web.api.pages import FOLDER
from tests.support.browsing import Console, TableOnPage, visiting
from tests.support.server import ServerProcess
from tests.support.sights import new_table

pytestmark = pytest.mark.proof
KEPT = """async () => {
    const kept = {};
    for (const name of await caches.keys()) {
        const requests = await (await caches.open(name)).keys();
        kept[name] = requests.map(({ url }) => new URL(url).pathname);
    }
    return kept;
}"""
INSTALLED = "async () => !!(await navigator.serviceWorker.ready).active"
CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"


@pytest.fixture
def visitor(browser: Browser, server: ServerProcess, console: Console) -> Iterator[BrowserContext]:
    """A browser that lets pages install their service worker."""
    with visiting(browser, server.url, console, installs=True) as context:
        yield context


def install(page: Page) -> None:
    """Wait until the pages are kept."""
    page.goto("/")
    assert page.evaluate(INSTALLED)
    page.wait_for_function(CONTROLLED)


def test_rules_and_lessons_are_read_without_a_connection(
    page: Page, console: Console, visitor: BrowserContext
) -> None:
    install(page)
    page.goto("/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules")
    page.wait_for_load_state("networkidle")
    console.allow_lost_connection()
    visitor.set_offline(True)
    for path, title in (("/rules", "The rules"), ("/learn", "Learn"), ("/", "Nine regions")):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        expect(page.get_by_test_id("offline")).to_contain_text("No connection")
    visitor.set_offline(False)
    expect(page.get_by_test_id("offline")).to_have_count(0)
    # Nothing that belongs to one player is kept.
    kept = page.evaluate(KEPT)
    assert len(kept) == 1
    api = {path for paths in kept.values() for path in paths if path.startswith("/api/")}
    assert api <= {"/api/catalogue"}


def test_a_table_opened_without_a_connection_goes_on_when_it_is_back(
    page: Page, console: Console, visitor: BrowserContext
) -> None:
    install(page)
    table = new_table(visitor)["table"]["id"]
    page.goto(f"/table/{table}")
    at = TableOnPage(page)
    at.wait_until_asked()
    console.allow_lost_connection()
    visitor.set_offline(True)
    page.goto(f"/table/{table}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    visitor.set_offline(False)
    at.wait_until_asked()
    at.do_one()


def test_an_older_worker_gives_way_without_loading_a_page_again(
    page: Page, visitor: BrowserContext
) -> None:
    """The old worker has an old page, which the newer server's visitors never see."""
    code = (FOLDER / "sw.js").read_text(encoding="utf-8")
    old = re.sub(r'VERSION = "\w+"', 'VERSION = "older"', code)
    assert old != code
    served = {"code": old}
    visitor.route(
        "**/sw.js",
        lambda route: route.fulfill(body=served["code"], content_type="text/javascript"),
    )
    install(page)
    page.evaluate(
        """async () => {
            const page = new Response('<h1>An old page</h1>', {
                headers: { 'content-type': 'text/html' },
            });
            await (await caches.open('elgrande-older')).put('/index.html', page);
        }"""
    )
    assert list(page.evaluate(KEPT)) == ["elgrande-older"]
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    served["code"] = code
    page.goto("/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules")
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    version = json.loads(code.split("VERSION = ")[1].split(";")[0])
    page.wait_for_function(
        "async name => (await caches.keys()).join() === name", arg=f"elgrande-{version}"
    )
    page.wait_for_timeout(1000)
    assert len(loads) == 1, loads
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules")


def test_the_worker_keeps_every_file_the_pages_have() -> None:
    code = (FOLDER / "sw.js").read_text(encoding="utf-8")
    files = json.loads(code.split("FILES = ")[1].split(";\n")[0])
    built = {f"assets/{path.name}" for path in (FOLDER / "assets").iterdir()}
    packed = {name for name in built if name.endswith((".br", ".gz"))}
    missing = built - packed - set(files)
    assert all(name.startswith("assets/AdminPage-") for name in missing)
    assert all((FOLDER / file).is_file() for file in files)
