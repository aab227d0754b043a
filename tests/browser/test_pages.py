"""Every page, by daylight and by candle: nothing that keeps people out, nothing on the console."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browsing import Console, visiting
from tests.support.server import ServerProcess
from tests.support.sights import SIGHTS, Sight

AXE = Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = {"desktop": (1280, 800), "phone": (360, 740)}


def violations(page: Page) -> list[str]:
    """What axe finds wrong with a page, each with the first places."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate(
        "standards => axe.run(document, { runOnly: standards })", STANDARDS
    )
    return [
        f"{one['id']}: {one['help']} {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found["violations"]
    ]


def widest(page: Page) -> int:
    """How much wider than the window the page is."""
    wider: int = page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return wider


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("sight", SIGHTS, ids=lambda sight: sight.name)
def test_a_page_keeps_nobody_out(
    browser: Browser, server: ServerProcess, console: Console, sight: Sight, theme: str
) -> None:
    size = "desktop" if theme == "light" else "phone"
    width, height = SIZES[size]
    shape = {"viewport": {"width": width, "height": height}}
    with visiting(browser, server.url, console, {"theme": theme}, **shape) as context:
        page = context.new_page()
        page.goto(sight.find(context))
        page.locator(sight.wait_for).first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        assert page.title().endswith("El Grande")
        assert violations(page) == []
        assert widest(page) <= 0


@pytest.mark.parametrize(("language", "word"), [("es", "Reglas"), ("de", "Regeln")])
def test_the_pages_speak_other_languages(
    browser: Browser, server: ServerProcess, console: Console, language: str, word: str
) -> None:
    with visiting(browser, server.url, console, {"language": language}) as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("navigation").get_by_text(word, exact=True).wait_for()
        assert page.locator("html").get_attribute("lang") == language
