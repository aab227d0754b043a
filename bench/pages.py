"""What the browser game weighs and how quickly it answers, in real Chromium (docs/ui.md).

python -m bench.pages --json bench/pages_results.json

- weight: everything the first page and a table load, as it travels;
- interactive: until the first page can be used, and a table be played, on a mid-range phone, as
  Chromium's own tools imitate one: slowed down four times, behind "Fast 4G";
- answer: from a click on a choice until the page shows its effect, on loopback;
- frames: how many frames a second are drawn while thirty pieces move.
"""

import argparse
import json
import statistics
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.support.browsing import CHROMIUM_ARGUMENTS, Console, TableOnPage, visiting
from tests.support.positions import position
from tests.support.server import serving, sqlite_url
from tests.support.services import program
from tests.support.sights import ASKED, crowded, new_table, table_at

SLOWER: Final = 4
NETWORK: Final = {
    "offline": False,
    "latency": 165,
    "downloadThroughput": 8_100_000 / 8,
    "uploadThroughput": 1_350_000 / 8,
}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
ROUNDS: Final = 5
CHOICES: Final = 40


def weigh(context: BrowserContext, path: str, ready: str) -> int:
    """How many bytes travel until a page is there; for a browser that has nothing kept yet."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(path)
    page.locator(ready).first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.close()
    return round(sum(sizes))


def as_a_phone(page: Page) -> None:
    """Slow the page down to a mid-range phone with its connection."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def time_to_use(context: BrowserContext, path: str, ready: str) -> float:
    """Seconds until something on a page can be used, on a phone."""
    page = context.new_page()
    as_a_phone(page)
    began = time.perf_counter()
    page.goto(path, wait_until="commit")
    page.locator(ready).first.wait_for(state="visible")
    # A page that is still busy does not answer: this comes back when it is not.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    seconds = time.perf_counter() - began
    page.close()
    return seconds


ANSWER: Final = """
choice => new Promise(done => {
  const root = document.querySelector('[data-waiting]');
  const step = root.dataset.step;
  const thing = [...document.querySelectorAll(`[data-choice="${choice}"]`)]
    .find(one => one.checkVisibility());
  const watch = new MutationObserver(() => {
    if (root.dataset.step === step) return;
    watch.disconnect();
    requestAnimationFrame(() => done(performance.now() - began));
  });
  watch.observe(root, { attributes: true });
  const began = performance.now();
  thing.dispatchEvent(new MouseEvent('click', { bubbles: true }));
})
"""


def time_answers(context: BrowserContext) -> list[float]:
    """Milliseconds from a click until the next frame shows its effect, for many choices."""
    table = new_table(context)
    page = context.new_page()
    page.goto(f"/table/{table['table']['id']}")
    seen = TableOnPage(page)
    taken: list[float] = []
    while len(taken) < CHOICES:
        if seen.wait_until_asked() == "over":
            break
        choices = seen.choices()
        if choices and not page.get_by_test_id("set-disc").count():
            taken.append(page.evaluate(ANSWER, seen.any_of(choices)))
        elif choices:
            seen.pick(seen.any_of(choices))
        else:
            seen.confirm()
    page.close()
    return taken


def frames_a_second(browser: Browser, context: BrowserContext) -> dict[str, float]:
    """Frames drawn while the Castillo is opened and thirty caballeros ride out of it."""
    game = position(
        "C-king",
        castillo=[8, 8, 7, 7],
        court=[4, 4, 4, 4],
        round_number=3,
        castillo_mode="open",
    )
    page = context.new_page()
    page.goto(f"/table/{table_at(context, game)}")
    seen = TableOnPage(page)
    seen.play(until=lambda: page.get_by_test_id("set-disc").count() > 0)
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline.frame"])
    seen.pick(seen.choices()[0])
    page.wait_for_timeout(1500)
    trace = json.loads(browser.stop_tracing())
    page.close()
    return count_frames(trace["traceEvents"])


def count_frames(events: list[dict[str, Any]]) -> dict[str, float]:
    """How steadily frames were drawn, from the trace of a browser."""
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    gaps = [(after - before) / 1000 for before, after in pairwise(drawn)]
    moving = [gap for gap in gaps if gap < 100]
    return {
        "frames": len(moving),
        "a second": round(1000 / statistics.fmean(moving), 1) if moving else 0.0,
        "longest ms": round(max(moving, default=0.0), 1),
    }


def measure(browser: Browser, url: str) -> dict[str, Any]:
    """All figures."""
    console = Console()
    found: dict[str, Any] = {"weight kB": {}, "interactive s": {}}
    for name in ("start", "table"):
        with visiting(browser, url, console) as context:
            path, ready = "/", "h1"
            if name == "table":
                path, ready = f"/table/{table_at(context, crowded())}", ASKED
            found["weight kB"][name] = round(weigh(context, path, ready) / 1000, 1)
        times = []
        for _ in range(ROUNDS):
            with visiting(browser, url, console, **PHONE) as context:
                path, ready = "/", "h1"
                if name == "table":
                    path, ready = f"/table/{table_at(context, crowded())}", ASKED
                times.append(time_to_use(context, path, ready))
        found["interactive s"][name] = round(min(times), 2)
    with visiting(browser, url, console) as context:
        taken = time_answers(context)
    found["answer ms"] = {
        "median": round(statistics.median(taken), 1),
        "p95": round(statistics.quantiles(taken, n=20)[-1], 1),
        "choices": len(taken),
    }
    with visiting(browser, url, console, {"pace": 4}, reduced_motion="no-preference") as context:
        found["frames"] = frames_a_second(browser, context)
    console.check()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="The weight and speed of the pages.")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as data,
        serving(sqlite_url(Path(data)), options=["--bot-workers", "1"]) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=program("chromium", "chromium"), args=list(CHROMIUM_ARGUMENTS)
        )
        found = measure(browser, server.url)
        browser.close()
    text = json.dumps(found, indent=2)
    print(text)
    if wanted.json:
        wanted.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
