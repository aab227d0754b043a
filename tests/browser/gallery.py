"""The pictures of docs/program/gallery.md, made by running the examples (make gallery).

Every example runs as its reader would run it, and its seconds are printed. What an earlier run has
played is not played again; remove runs/gallery to measure from the beginning.
"""

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from playwright.sync_api import Browser, sync_playwright

from tests.support.browsing import CHROMIUM_ARGUMENTS, Console, visiting
from tests.support.programs import program
from tests.support.server import serving, sqlite_url

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures" / "gallery"
RUNS = ROOT / "runs" / "gallery"
WIDTH = 1000
QUALITY = 70
SETTLED_MS = 1500


def run(*line: str | Path) -> None:
    """Run a Python program in the checkout and say how long it took."""
    began = time.monotonic()
    words = [str(word) for word in line]
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True)
    print(f"{time.monotonic() - began:.0f} s: python {' '.join(words)}", flush=True)


def take(browser: Browser, url: str, name: str, height: int) -> None:
    """A picture of a page."""
    size = {"width": WIDTH, "height": height}
    with visiting(browser, url, Console(), viewport=size) as context:
        page = context.new_page()
        page.goto(url)
        page.wait_for_timeout(SETTLED_MS)
        page.screenshot(path=PICTURES / f"{name}.jpg", type="jpeg", quality=QUALITY)


def points(browser: Browser) -> None:
    """Where points come from."""
    out = RUNS / "points"
    run("-m", "examples.analyst.where_points_come_from", "--out", out)
    for name in ("by_source", "by_round", "by_region"):
        shutil.copy(out / f"{name}.svg", PICTURES / f"points_{name}.svg")


def own_bot(browser: Browser) -> None:
    """The head of the report of the match."""
    report = RUNS / "match.html"
    run("examples/bot_author/own_bot.py", "--report", report)
    take(browser, report.as_uri(), "own_bot", 625)


def evening(browser: Browser) -> None:
    """The event as its server shows it."""
    database = RUNS / "evening"
    shutil.rmtree(database, ignore_errors=True)
    database.mkdir()
    with serving(sqlite_url(database)) as server:
        run("examples/club/evening.py", "--server", server.url, "--out", RUNS / "records")
        (event,) = httpx.get(f"{server.url}/api/events").json()
        take(browser, f"{server.url}/events/{event['id']}", "evening", 592)


def post(browser: Browser) -> None:
    """The blog post."""
    out = RUNS / "post"
    run("examples/website/make_post.py", "--out", out)
    take(browser, (out / "index.html").as_uri(), "post", 825)


def judge(browser: Browser) -> None:
    """How well a network knows who will win."""
    games = RUNS / "novice-games"
    line = ("--bots", "novice", "--games", "1000", "--workers", "2")
    run("-m", "elgrande", "games", *line, "--out", games)
    picture = PICTURES / "judge.svg"
    run("-m", "examples.researcher.value_network", games, "--picture", picture)


PARTS: dict[str, Callable[[Browser], None]] = {
    "points": points,
    "own_bot": own_bot,
    "evening": evening,
    "post": post,
    "judge": judge,
}


def main() -> None:
    """Make all pictures, or some of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS], help="which; without any, all")
    given = parser.parse_args()
    for folder in (PICTURES, RUNS):
        folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as engine:
        browser = engine.chromium.launch(
            executable_path=program("chromium"), args=[*CHROMIUM_ARGUMENTS]
        )
        for name in given.parts or PARTS:
            PARTS[name](browser)
        browser.close()


if __name__ == "__main__":
    main()
