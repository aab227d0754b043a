"""The walk of a first game, with pictures, for docs/play/first_game.md (make first-game).

It clicks what a newcomer would click who has not read the rules, at a pace that people can follow,
from the start page to the end of round three.
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.support.browsing import CHROMIUM_ARGUMENTS, Console, TableOnPage, visiting
from tests.support.programs import program
from tests.support.server import serving, sqlite_url

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "first_game"
WIDTH, HEIGHT = 1280, 800
SCALE = 0.7  # small enough for a page of text, large enough to read the sentence
QUALITY = 50
SETTLED_MS = 600
LONGEST = 400
LAST_ROUND = 3
MIDDLE = 7  # a newcomer's power card
TOWER_EVERY = 3  # now and then somebody is put into the tower, to see what that is
GENERAL = "General scoring after round 3"
SOMETHING = (
    "() => document.querySelector('[data-testid=continue]')"
    " || document.querySelector('[data-waiting=me][data-busy=false]')"
)
# What is shown when a question is asked for the first time, by its kind.
QUESTIONS = {"power": "power", "take": "take", "card": "card", "place": "place"}
QUESTIONS |= {"act": "act", "disc_scoring": "disc"}


class Album:
    """The pictures of the walk, numbered in the order in which they were taken."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.names: list[str] = []

    def take(self, name: str) -> None:
        """A picture of what is shown, once for each name."""
        if name in self.names:
            return
        self.names.append(name)
        self.page.wait_for_timeout(SETTLED_MS)
        path = self.folder / f"{name}.jpg"
        self.page.screenshot(path=path, type="jpeg", quality=QUALITY)
        print(f"{len(self.names)} {name}")


def view_of(page: Page) -> dict[str, Any]:
    """What the player may know."""
    table = page.url.split("/table/")[1].split("?")[0]
    view: dict[str, Any] = page.request.get(f"/api/tables/{table}/state?seat=0").json()["view"]
    return view


def newcomer(view: dict[str, Any], choices: Sequence[int]) -> int:
    """What somebody chooses who only reads what the page says."""
    kind = view["decision"]["kind"]
    words = {one["choice"]: one["notation"] for one in view["choices"]}
    offered = [choice for choice in choices if choice in words]
    if kind == "power":
        return min(offered, key=lambda one: abs(int(words[one].split()[-1]) - MIDDLE))
    if kind == "take":
        return offered[-1]
    if kind == "act":
        return next((one for one in offered if words[one] == "place"), offered[0])
    if kind == "place" and view["step"] % TOWER_EVERY == 0:
        return next((one for one in offered if words[one] == "castillo"), offered[0])
    return offered[0]


def go_on(page: Page, album: Album) -> None:
    """Go on from a sheet, with a picture of each kind."""
    shown = page.locator("[data-sheet-of]")
    number = shown.get_attribute("data-sheet-of")
    general = page.get_by_role("region", name=GENERAL)
    if page.get_by_test_id("reveal-sheet").count():
        album.take("discs")
    elif general.and_(page.locator("[data-scene=summary]")).count():
        album.take("summary")
    elif general.locator("[data-scored=castilla]").count():
        album.take("scoring")
    page.get_by_test_id("continue").click()
    page.locator(f'[data-sheet-of="{number}"]').wait_for(state="detached")


def walk(page: Page, album: Album) -> None:
    """From the start page to the end of the third round."""
    page.goto("/")
    page.get_by_test_id("play").wait_for()
    album.take("start")
    page.get_by_test_id("play").click()
    page.wait_for_url("**/table/*")
    table = TableOnPage(page)
    for _ in range(LONGEST):
        page.wait_for_function(SOMETHING)
        if page.get_by_test_id("continue").count():
            go_on(page, album)
            continue
        view = view_of(page)
        if view["round"] > LAST_ROUND:
            return
        if table.choices():
            if question := QUESTIONS.get(view["decision"]["kind"]):
                album.take(question)
            table.pick(newcomer(view, table.choices()))
        else:
            album.take("confirm")
            table.confirm()
            if "others" not in album.names and view["turn_order"]:
                page.locator("[data-busy=true] [data-testid=card-in-play]").first.wait_for()
                album.take("others")
    raise AssertionError("The third round does not end.")


def main() -> None:
    """Take the walk."""
    parser = argparse.ArgumentParser(description="A first game, step by step.")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the pictures go")
    parser.add_argument("--size", default=f"{WIDTH}x{HEIGHT}", help="such as 390x844")
    parser.add_argument("--pace", type=float, default=2, help="how fast the others play")
    wanted = parser.parse_args()
    width, height = map(int, wanted.size.split("x"))
    wanted.folder.mkdir(parents=True, exist_ok=True)
    shape: dict[str, Any] = {
        "viewport": {"width": width, "height": height},
        "device_scale_factor": SCALE,
        "has_touch": width < height,
    }
    with (
        tempfile.TemporaryDirectory() as data,
        serving(sqlite_url(Path(data))) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=program("chromium"), args=list(CHROMIUM_ARGUMENTS)
        )
        paced = {"pace": wanted.pace, "sheetSeconds": 0}
        with visiting(browser, server.url, Console(), paced, **shape) as context:
            page = context.new_page()
            walk(page, Album(page, wanted.folder))
        browser.close()


if __name__ == "__main__":
    main()
