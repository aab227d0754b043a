"""The figures of the rulebook and the woodcuts of its cards, for the site (make rule-figures).

They are taken from the rules of the browser game, whose components draw them, in both themes.
"""

import argparse
import io
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright

from tests.support.browsing import CHROMIUM_ARGUMENTS, Console, visiting, wait_until_still
from tests.support.programs import program
from tests.support.server import serving, sqlite_url

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "rules"
THEMES = ("light", "dark")
SIZE = {"width": 1000, "height": 900}
SCALE = 1.6  # sharp on most screens, and a figure stays under 60 kB
QUALITY = 65


def save(shown: Locator, path: Path) -> None:
    """Write what is shown as a picture."""
    shown.scroll_into_view_if_needed()
    image = Image.open(io.BytesIO(shown.screenshot())).convert("RGB")
    image.save(path, "WEBP", quality=QUALITY, method=6)


def take(page: Page, theme: str, folder: Path) -> None:
    """All figures and woodcuts in one theme."""
    page.goto("/rules")
    page.locator("[data-figure=modifiers]").wait_for()
    page.wait_for_load_state("networkidle")
    wait_until_still(page)
    for figure in page.locator("[data-figure]").all():
        name = figure.get_attribute("data-figure")
        save(figure.locator(".picture").first, folder / f"{name}-{theme}.webp")
    for card in page.locator(".gallery button[data-card]").all():
        name = card.get_attribute("data-card")
        save(card.locator(".cut"), folder / f"{name}-{theme}.webp")


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description="The figures and woodcuts of the rulebook.")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the pictures go")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(sqlite_url(Path(data))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=program("chromium"), args=list(CHROMIUM_ARGUMENTS)
        )
        for theme in THEMES:
            shape: dict[str, Any] = {"viewport": SIZE, "device_scale_factor": SCALE}
            with visiting(browser, server.url, Console(), {"theme": theme}, **shape) as context:
                take(context.new_page(), theme, folder)
        browser.close()


if __name__ == "__main__":
    main()
