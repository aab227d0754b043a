"""Pictures of every page in every size, for people to look at (`make shots`)."""

import argparse
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.support.browsing import CHROMIUM_ARGUMENTS, Console, visiting
from tests.support.moments import MOMENTS
from tests.support.programs import program
from tests.support.server import serving, sqlite_url
from tests.support.sights import SIGHTS, Sight

SIZES = {
    "small phone": (360, 740),
    "phone": (390, 844),
    "large phone": (430, 932),
    "phone on its side": (844, 390),
    "tablet": (768, 1024),
    "desktop": (1280, 800),
    "laptop": (1366, 768),
    "wide": (2560, 1440),
}
TOUCHED = {"small phone", "phone", "large phone", "phone on its side", "tablet"}
THEMES = ("light", "dark")
SETTLED_MS = 700


def picture(
    browser: Browser, url: str, sight: Sight, size: str, theme: str, language: str, folder: Path
) -> None:
    """One page, in one size and one light."""
    width, height = SIZES[size]
    wishes = {"theme": theme, "language": language, **sight.preferences}
    shape: dict[str, Any] = {
        "viewport": {"width": width, "height": height},
        "has_touch": size in TOUCHED,
    }
    with visiting(browser, url, Console(), wishes, **shape) as context:
        page = context.new_page()
        page.goto(sight.find(context))
        page.locator(sight.wait_for).first.wait_for(state="attached")
        if sight.stage is not None:
            sight.stage(page)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(SETTLED_MS)
        name = f"{sight.name}-{size}-{theme}".replace(" ", "-").replace("'", "")
        page.screenshot(path=folder / f"{name}.png")


def main() -> None:
    """Take the pictures that are asked for, all of them unless some are named."""
    parser = argparse.ArgumentParser(description="Pictures of every page of the game.")
    parser.add_argument("names", nargs="*", help="pages, such as 'table'; all if none is named")
    parser.add_argument("--folder", type=Path, default=Path("shots"), help="where to write them")
    parser.add_argument("--size", action="append", choices=SIZES, help="a size; all by default")
    parser.add_argument("--theme", action="append", choices=THEMES, help="a light; both by default")
    parser.add_argument("--language", default="en", help="en, es or de")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    sights = [one for one in (*SIGHTS, *MOMENTS) if not wanted.names or one.name in wanted.names]
    with (
        tempfile.TemporaryDirectory() as data,
        serving(sqlite_url(Path(data))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=program("chromium"), args=list(CHROMIUM_ARGUMENTS)
        )
        for sight in sights:
            for size in wanted.size or SIZES:
                for theme in wanted.theme or THEMES:
                    shot = (sight, size, theme, wanted.language, wanted.folder)
                    picture(browser, server.url, *shot)
                    print(f"{sight.name}, {size}, {theme}")
        browser.close()


if __name__ == "__main__":
    main()
