"""A game shown elsewhere: as a file, in a frame of another site, and shared from its replay."""

import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from elgrande.model_games.library import model_games
from elgrande.pictures.page import page_of
from examples.website import make_post
from tests.pictures.test_moments import course_of
from tests.support.axe import violations
from tests.support.browsing import Console
from tests.support.server import ServerProcess

NAMES = ["Doña Leonor", "<script>alert(1)</script>", "Don Lope", "Fadrique"]


def bring_game(visitor: BrowserContext, *, published: bool) -> str:
    """A finished game of this visitor's."""
    visitor.request.post("/api/players", data={"name": "Ana"})
    body = {"record": model_games()[0].record.to_text(), "title": "Friday <b>night</b>"}
    opened = visitor.request.post("/api/records", data=body)
    table = str(opened.json()["table"]["id"])
    if published:
        visitor.request.put(f"/api/tables/{table}/published", data={"published": True})
    return table


@pytest.mark.proof
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_a_game_as_a_file_plays_to_its_end_and_asks_for_nothing(
    browser: Browser, console: Console, tmp_path: Path, size: tuple[int, int]
) -> None:
    file = tmp_path / "game.html"
    course = course_of(model_games()[0].record)
    file.write_text(page_of(course, names=NAMES, title="<b>x</b>"), encoding="utf-8")
    asked: list[str] = []
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    console.watch(context)
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{file.as_uri()}#at=100")
    expect(page.locator("body")).to_have_attribute("data-at", "100")
    page.keyboard.press("Home")
    for key, deed in (("ArrowRight", 1), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        assert page.locator("#at").input_value() == str(deed)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#says")).not_to_be_empty()
    assert int(page.locator("#at").input_value()) > 1
    page.clock.install()
    page.get_by_role("button", name="Play").click()
    last = int(page.locator("#at").get_attribute("max") or 0)
    page.clock.run_for(1400 * (last + 2))
    expect(page.locator("#when")).to_have_text("Final result")
    expect(page.locator("body")).to_have_attribute("data-at", str(len(course.line)))
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    scores = page.locator("#players b").all_inner_texts()
    assert [*map(int, scores)] == [*model_games()[0].record.replay().scores]
    assert page.locator('[data-piece="caballeros"]').count() > 10
    assert violations(page) == []
    assert asked == [file.as_uri()]
    context.close()


class Quiet(SimpleHTTPRequestHandler):
    """A site of somebody else."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder, and the address it is served at."""
    site = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield tmp_path, f"http://localhost:{site.server_port}"
    site.shutdown()
    site.server_close()


@pytest.mark.proof
def test_a_replay_stands_in_a_frame_of_another_site_and_no_other_page_does(
    browser: Browser, server: ServerProcess, visitor: BrowserContext, blog: tuple[Path, str]
) -> None:
    table = bring_game(visitor, published=True)
    folder, site = blog
    frames = {
        "embed": f"{server.url}/embed/{table}#at=120",
        "replay": f"{server.url}/table/{table}/replay",
        "page": f"{server.url}/api/tables/{table}/page.html",
    }
    body = "".join(f'<iframe name="{name}" src="{src}"></iframe>' for name, src in frames.items())
    (folder / "index.html").write_text(f"<!doctype html><title>Blog</title>{body}")
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/index.html")
    framed = page.frame_locator('iframe[name="embed"]')
    expect(framed.locator("h1")).to_have_text("Friday <b>night</b>")
    expect(framed.locator("body")).to_have_attribute("data-at", "120")
    framed.get_by_role("button", name="To the end").click()
    expect(framed.locator("#when")).to_have_text("Final result")
    other = page.frame(name="replay")
    assert other is not None
    assert other.url.startswith("chrome-error:") or not other.content().count('id="app"')
    assert context.cookies() == []
    context.close()


@pytest.mark.proof
def test_the_example_of_a_blog_shows_the_game_twice(
    browser: Browser,
    server: ServerProcess,
    console: Console,
    blog: tuple[Path, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """examples/website: make_post fills in embed.html."""
    folder, site = blog
    line = ["make_post.py", f"--server={server.url}", f"--out={folder}", "--at=100"]
    monkeypatch.setattr(sys, "argv", line)
    make_post.main()
    console.allow("favicon.ico")  # the blog has none
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    console.watch(context)
    page = context.new_page()
    page.goto(f"{site}/index.html")
    for figure in ("file", "server"):
        page.locator(f"#{figure} figcaption").scroll_into_view_if_needed()
        framed = page.frame_locator(f"#{figure} iframe")
        expect(framed.locator("h1")).to_have_text("Won in the last round")
        expect(framed.locator("body")).to_have_attribute("data-at", "100")
        framed.get_by_role("button", name="To the end").click()
        expect(framed.locator("#when")).to_have_text("Final result")
        assert framed.locator("#players b").all_inner_texts() == ["92", "97", "98", "96"]
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


@pytest.mark.proof
@pytest.mark.parametrize("published", [True, False])
def test_a_moment_is_shared_from_its_replay(
    page: Page, visitor: BrowserContext, server: ServerProcess, published: bool
) -> None:
    table = bring_game(visitor, published=published)
    page.goto(f"/table/{table}/replay?at=120&seat=none")
    page.get_by_test_id("share").click()
    dialog = page.get_by_test_id("share-dialog")
    picture = dialog.get_by_role("img")
    expect(picture).to_be_visible()
    page.wait_for_function(
        "() => document.querySelector('[data-testid=share-dialog] img').naturalWidth === 1200",
        timeout=60_000,
    )
    for name, kind in (("PNG", "image/png"), ("SVG", "image/svg"), ("GIF", "image/gif")):
        link = dialog.get_by_role("link", name=name)
        answer = page.request.get(str(link.get_attribute("href")), timeout=60_000)
        assert answer.ok
        assert answer.headers["content-type"].startswith(kind)
    code = dialog.get_by_test_id("embed-code")
    if published:
        assert f'src="{server.url}/embed/{table}?language=en#at=120"' in code.input_value()
        assert "<b>" not in code.input_value()
    else:
        expect(code).to_have_count(0)
    assert violations(page) == []
