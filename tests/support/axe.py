"""What keeps people out of a page, as axe-core finds it: in the light and the dark theme."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.support.browsing import wait_until_still

AXE = Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LIGHTS = ("light", "dark")
# What is seen is what is said: axe has this rule, but asks to be told to use it.
RUN = """async standards => {
    const rules = { 'label-content-name-mismatch': { enabled: true } };
    const { violations } = await axe.run(document, { runOnly: standards, rules });
    return violations.map(({ id, help, nodes }) =>
        ({ id, help, places: nodes.slice(0, 3).map(node => node.html.slice(0, 160)) }));
}"""
# A dialog of the browser's own has a name too, which axe asks only of other dialogs.
UNNAMED = """() => [...document.querySelectorAll('dialog[open]')]
    .filter(one => !one.ariaLabel
        && !document.getElementById(one.getAttribute('aria-labelledby'))?.textContent.trim())
    .map(one => one.outerHTML.slice(0, 160))"""
# Colours may change slowly; what is measured is what they become.
SETTLE = """light => {
    document.documentElement.dataset.theme = light;
    return Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)));
}"""


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What is wrong with the page in both lights, each with the first places."""
    wait_until_still(page)
    found = [f"a dialog without a name: {one}" for one in page.evaluate(UNNAMED)]
    for light in LIGHTS:
        page.evaluate(SETTLE, light)
        found += [f"{light}: {one}" for one in violations_as_shown(page)]
    return found


def violations_as_shown(page: Page) -> list[str]:
    """What is wrong with the page as it is shown now."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    wrong: list[dict[str, Any]] = page.evaluate(RUN, STANDARDS)
    return [f"{one['id']}: {one['help']} {one['places']}" for one in wrong]
