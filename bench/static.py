"""What the game without a server weighs, how soon it is playable, how quickly its bots answer.

python -m bench.static --json bench/static_results.json

In real Chromium, from a plain host on loopback, each in a browser that was never there before:

- weight: all bytes until a first game can be played, from a host that packs text and from one that
  packs nothing, and all that is kept for playing offline;
- playable: the time from opening the page until a table asks for the first choice;
- steady: the times of its answers in games of every size between bots of that level, each with
  folding, saving and showing it.
"""

import argparse
import json
import os
import statistics
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, Worker, sync_playwright

import build_static
from tests.support.browsing import CHROMIUM_ARGUMENTS, Console, TableOnPage, visiting
from tests.support.programs import program
from tests.support.static_host import hosting_files

START_MS: Final = 120_000
ROUNDS: Final = 3
PLAYERS: Final = (2, 3, 4, 5)
POLL_MS: Final = 500
KEPT: Final = """async () => {
    await navigator.serviceWorker.ready;
    const [name] = await caches.keys();
    return name ? (await (await caches.open(name)).keys()).length : 0;
}"""
TIMES: Final = "() => performance.getEntriesByName('bot').map(entry => entry.duration)"
# A table of bots alone, asked for as a page would.
OPEN: Final = """([players, id]) => {
    const seats = Array.from({ length: players }, () => ({ kind: 'bot', bot: 'steady' }));
    const body = JSON.stringify({ seats, options: { players } });
    self.onmessage({ data: { kind: 'ask', id, method: 'POST', path: '/api/tables', body } });
}"""


def main() -> None:
    """Measure, and write it down."""
    reader = argparse.ArgumentParser(description="Measure the static game in Chromium.")
    reader.add_argument("--json", type=Path, help="Where to write the results.")
    given = reader.parse_args()
    build_static.build()
    with sync_playwright() as playwright:
        chromium = program("chromium")
        browser = playwright.chromium.launch(
            executable_path=chromium, args=list(CHROMIUM_ARGUMENTS)
        )
        results = {
            # How many processes wanted the processor when this began: with more than it has cores,
            # all times are longer.
            "load_average": round(os.getloadavg()[0], 1),
            "cores": os.cpu_count(),
            "weight": {
                "packed": weight(browser, packs=True),
                "unpacked": weight(browser, packs=False),
            },
            "playable_seconds": round(
                statistics.median(playable(browser) for _ in range(ROUNDS)), 2
            ),
            "steady": steady(browser),
        }
        browser.close()
    text = json.dumps(results, indent=2)
    print(text)
    if given.json:
        given.json.write_text(text + "\n", encoding="utf-8")


def open_game(page: Page) -> float:
    """Open the page and a game; the seconds until it asks for the first choice."""
    began = time.perf_counter()
    page.goto("./")
    page.get_by_test_id("play").click()
    page.locator("[data-waiting]").first.wait_for(timeout=START_MS)
    TableOnPage(page).wait_until_asked()
    return time.perf_counter() - began


def weight(browser: Browser, *, packs: bool) -> dict[str, int]:
    """The bytes until a game can be played, and until it can be played offline."""
    sent: list[int] = []
    folder = build_static.TARGET
    with (
        hosting_files(folder, packs=packs, sent=sent) as url,
        visiting(browser, url, Console()) as context,
    ):
        open_game(context.new_page())
        first = sum(sent)
    sent.clear()
    with (
        hosting_files(folder, packs=packs, sent=sent) as url,
        visiting(browser, url, Console(), installs=True) as context,
    ):
        page = context.new_page()
        open_game(page)
        page.wait_for_function(f"async () => (await ({KEPT})()) > 20", timeout=START_MS)
        return {"first_game_bytes": first, "offline_bytes": sum(sent)}


def playable(browser: Browser) -> float:
    """The seconds until a first game can be played."""
    with (
        hosting_files(build_static.TARGET, packs=True) as url,
        visiting(browser, url, Console()) as context,
    ):
        return open_game(context.new_page())


def steady(browser: Browser) -> dict[str, Any]:
    """How long the bots took for their choices, in milliseconds."""
    found: dict[str, Any] = {}
    with (
        hosting_files(build_static.TARGET, packs=True) as url,
        visiting(browser, url, Console()) as context,
    ):
        page = context.new_page()
        page.goto("./")
        page.get_by_test_id("solo-loading").wait_for(state="detached", timeout=START_MS)
        for players in PLAYERS:
            times = sorted(game_of_bots(page, page.workers[0], players))
            found[str(players)] = {
                "choices": len(times),
                "median_ms": round(statistics.median(times), 1),
                "p99_ms": round(times[int(len(times) * 0.99)], 1),
                "slowest_ms": round(times[-1], 1),
            }
    return found


def game_of_bots(page: Page, worker: Worker, players: int) -> list[float]:
    """The times of all answers in one game."""
    worker.evaluate("() => performance.clearMeasures('bot')")
    worker.evaluate(OPEN, [players, -players])
    times: list[float] = []
    while True:
        page.wait_for_timeout(POLL_MS)
        now: list[float] = worker.evaluate(TIMES)
        if len(now) == len(times):
            return times
        times = now


if __name__ == "__main__":
    main()
