"""The site made from docs/: strict when built, and fit to be read on every screen and in any light.

It needs what the extra `docs` installs; `make docs` does that.
"""

import os
import posixpath
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from docsite.serve import SiteServer
from tests.support.axe import violations_as_shown
from tests.support.browsing import Console, wait_until_still
from tests.support.server import ServerProcess

pytestmark = pytest.mark.proof
ROOT = Path(__file__).parents[2]
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
# One of every kind of page.
PAGES = (
    "",
    "play/first_game/",
    "play/bots/",
    "rules/",
    "rules/book/board/",
    "rules/book/cards/",
    "rules/rules/",
    "host/hosting/",
    "program/python/",
    "program/outside_bot/",
    "program/reference/game/",
    "research/strategy/",
    "inside/architecture/",
    "inside/contributing/",
)


def build(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Build the site as `make docs` does."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder), *options],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    folder = tmp_path_factory.mktemp("site")
    done = build(folder)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without writing a log."""

    def log_message(self, *told: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def url(site: Path) -> Iterator[str]:
    """Where the site is served."""
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(QuietHandler, directory=str(site))
    ) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Links(HTMLParser):
    """The anchors of a page, and everything it leads to or loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.targets: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at an element."""
        known = dict(attrs)
        self.anchors |= {str(known[name]) for name in ("id", "name") if known.get(name)}
        self.targets += [str(known[name]) for name in ("href", "src") if known.get(name)]


def test_every_link_of_the_built_pages_leads_somewhere(site: Path) -> None:
    """As they are written in the end, those of the theme and of generated pages too."""
    pages = {
        path: Links(path.read_text(encoding="utf-8"))
        for path in site.rglob("*.html")
        if path.name in ("index.html", "404.html")
    }
    assert len(pages) > 80
    for path, links in pages.items():
        for target in links.targets:
            parts = urlsplit(target)
            if parts.scheme or target.startswith("//"):
                assert parts.scheme in ("http", "https", "mailto", "data"), f"{path}: {target}"
                continue
            place = unquote(parts.path)
            start = site if place.startswith("/") else path.parent
            found = Path(posixpath.normpath(start / place.lstrip("/"))) if place else path
            found = found / "index.html" if found.is_dir() else found
            assert found.is_file(), f"{path}: {target}"
            if parts.fragment and found in pages and found.name == "index.html":
                known = pages[found].anchors | {"only-light", "only-dark", "__top"}
                assert unquote(parts.fragment) in known, f"{path}: {target}"


def test_what_is_wrong_with_a_page_stops_the_build(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    shutil.copytree(ROOT / "docs", docs)
    with (docs / "play" / "options.md").open("a", encoding="utf-8") as page:
        page.write("\n[a page](no_page.md) [a place](review.md#no-place)\n")
    (docs / "play" / "forgotten.md").write_text("# Forgotten\n", encoding="utf-8")
    config = tmp_path / "mkdocs.yml"
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    text = text.replace("docs_dir: docs", f"docs_dir: {docs}")
    for name in ("docsite/hooks.py", "docsite/theme", "docsite/doctests.py"):
        text = text.replace(name, str(ROOT / name))
    config.write_text(text.replace("paths: [src]", f"paths: [{ROOT / 'src'}]"), encoding="utf-8")
    done = build(tmp_path / "site", "--config-file", str(config))
    assert done.returncode == 1
    told = done.stderr
    assert "play/forgotten.md" in told
    assert "no_page.md" in told
    assert "#no-place" in told
    (docs / "play" / "options.md").write_text("# Options\n\n```\nno language\n```\n")
    done = build(tmp_path / "site", "--config-file", str(config))
    assert done.returncode == 1
    assert "play/options.md: line 3: no test tries a block of no language" in done.stderr


class Visit(NamedTuple):
    """A page of the site in somebody's browser, and what it asked of others."""

    page: Page
    outside: list[str]


@pytest.fixture(
    params=[(size, light) for size in SIZES for light in ("light", "dark")], ids="-".join
)
def visit(
    request: pytest.FixtureRequest, browser: Browser, console: Console, url: str
) -> Iterator[Visit]:
    """A browser of one size in one light, which may ask nobody but the site."""
    size, light = request.param
    scheme: Literal["light", "dark"] = light
    width, height = SIZES[size]
    outside: list[str] = []
    with browser.new_context(
        base_url=url, viewport={"width": width, "height": height}, color_scheme=scheme
    ) as context:
        console.watch(context)
        page = context.new_page()
        page.on("request", lambda one: outside.append(one.url))
        yield Visit(page, outside)


def test_pages_can_be_read_by_everybody_and_ask_nobody_else(visit: Visit, url: str) -> None:
    for path in PAGES:
        visit.page.goto(f"/{path}")
        visit.page.wait_for_load_state("networkidle")
        wait_until_still(visit.page)
        assert violations_as_shown(visit.page) == [], path
        width = visit.page.viewport_size["width"] if visit.page.viewport_size else 0
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= width, path
    asked = [one for one in visit.outside if not one.startswith((url, "data:", "blob:"))]
    assert asked == []


def test_a_rule_is_found_by_searching(visit: Visit) -> None:
    visit.page.goto("/")
    visit.page.wait_for_load_state("networkidle")
    visit.page.keyboard.press("/")
    expect(visit.page.locator(".md-search-result__meta")).to_contain_text("Type to start")
    visit.page.get_by_role("textbox", name="Search").press_sequentially("taboo")
    found = visit.page.locator(".md-search-result__item").first
    expect(found).to_contain_text("taboo", ignore_case=True)
    found.locator("a").first.click()
    expect(visit.page.locator("article")).to_contain_text("taboo", ignore_case=True)


def test_the_api_can_be_read_and_names_the_server(visit: Visit, url: str) -> None:
    visit.page.goto("/program/api/")
    viewer = visit.page.frame_locator("iframe.swagger-ui-iframe")
    viewer.locator("#operations-tag-tables").click()
    expect(viewer.locator('[data-path="/api/tables"]').first).to_be_visible()
    servers = viewer.locator(".servers select")
    servers.select_option("{server}")
    expect(viewer.locator(".servers input")).to_have_value("http://127.0.0.1:8470")
    asked = [one for one in visit.outside if not one.startswith((url, "data:", "blob:"))]
    assert asked == []


def test_the_api_can_be_tried_out_beside_a_server(
    site: Path, server: ServerProcess, browser: Browser, console: Console
) -> None:
    beside = SiteServer(site, 0, server.url)
    with beside, browser.new_context() as context:
        Thread(target=beside.serve_forever, daemon=True).start()
        console.watch(context)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{beside.server_port}/program/api/")
        viewer = page.frame_locator("iframe.swagger-ui-iframe")
        viewer.locator("#operations-tag-players").click()
        guest = viewer.locator(".opblock-post", has=viewer.locator('[data-path="/api/players"]'))
        guest.locator(".opblock-summary-control").click()
        guest.get_by_role("button", name="Try it out").click()
        guest.locator("textarea.body-param__text").fill('{"name": "Ana"}')
        guest.get_by_role("button", name="Execute").click()
        answer = guest.locator(".live-responses-table tr.response")
        expect(answer.locator(".response-col_status")).to_have_text("201")
        expect(answer).to_contain_text("token")
        beside.shutdown()
