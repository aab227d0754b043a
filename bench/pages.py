"""What the browser game weighs and how quickly it answers, in Chromium (docs/inside/ui_figures.md).

python -m bench.pages --json bench/pages_results.json

- weight: everything a page loads, as transferred, for every page and for the sheets of a table;
- interactive: the time until the first page can be used, and a table played, on a mid-range phone
  as Chromium's own tools emulate it: four times slower, on "Fast 4G";
- answer: the time from a click on a choice until the page shows its effect, on loopback;
- frames: how many frames a second are drawn while thirty pieces move, compared with thirty plain
  boxes on an empty page;
- sheets: the time between frames while secret discs are turned over and a general scoring goes
  from place to place, on a desktop and on the phone, compared with an empty page.
"""

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.support.browsing import CHROMIUM_ARGUMENTS, Console, TableOnPage, visiting
from tests.support.positions import position
from tests.support.programs import program
from tests.support.server import serving, sqlite_url
from tests.support.sights import (
    ASKED,
    SIGHTS,
    Sight,
    before_a_general_scoring,
    crowded,
    new_table,
    set_disc,
    table_at,
)

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
# Sheets continue by themselves once they have shown everything.
AT_A_VISIBLE_PACE: Final = {"pace": 1, "sheetSeconds": 1}
BLANK_MS: Final = 1500
SCORING_MS: Final = 6000
ROUNDS: Final = 5
CHOICES: Final = 40


def weigh(context: BrowserContext, sight: Sight) -> float:
    """How many kilobytes a page loads in a browser with an empty cache."""
    path = sight.find(context)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(path)
    page.locator(sight.wait_for).first.wait_for(state="attached")
    if sight.stage is not None:
        sight.stage(page)
    page.wait_for_load_state("networkidle")
    page.close()
    return round(sum(sizes) / 1000, 1)


def weigh_all(
    browser: Browser, url: str, console: Console, language: str = "en"
) -> dict[str, float]:
    """What every page weighs in kilobytes, for a first-time visitor who reads a language."""
    weights: dict[str, float] = {}
    for sight in SIGHTS:
        wishes = {**sight.preferences, "language": language}
        with visiting(browser, url, console, wishes) as context:
            weights[sight.name] = weigh(context, sight)
    return weights


def as_a_phone(page: Page) -> None:
    """Slow the page down to a mid-range phone with its connection."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    slow_down(page)


def slow_down(page: Page) -> None:
    """Give the page the processor of a mid-range phone."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def time_to_use(context: BrowserContext, path: str, ready: str) -> float:
    """Seconds until something on a page can be used, on a phone."""
    page = context.new_page()
    as_a_phone(page)
    began = time.perf_counter()
    page.goto(path, wait_until="commit")
    page.locator(ready).first.wait_for(state="visible")
    # A page that is still busy does not answer: this returns once it is idle.
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


TRACED: Final = ("disabled-by-default-devtools.timeline.frame", "blink.user_timing")
MARK_MOVES: Final = """() => {
  for (const kind of ['transitionrun', 'transitionend'])
    document.addEventListener(kind, event => {
      if (event.propertyName === 'transform') performance.mark(kind);
    });
}"""
BLANK: Final = """<style>div { position: absolute; width: 24px; height: 30px; background: brown;
  transition: transform 300ms; will-change: transform }</style>"""
MOVE_BLANK: Final = """() => document.querySelectorAll('div').forEach((div, index) => {
  div.style.transitionDelay = `${Math.min(index * 28, 340)}ms`;
  div.style.transform = `translate(${300 + index * 10}px, ${200 + index * 7}px)`;
})"""


def frames_a_second(browser: Browser, context: BrowserContext) -> dict[str, float]:
    """Frames drawn while the Castillo is opened and thirty caballeros ride out of it at once."""
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
    frames = trace_moves(browser, page, lambda: seen.pick(seen.choices()[0]))
    page.close()
    return frames


def frames_of_a_blank_page(browser: Browser, context: BrowserContext) -> dict[str, float]:
    """The same for thirty plain boxes on an empty page: the most this machine can draw."""
    page = context.new_page()
    page.set_content(BLANK + "<div></div>" * 30)
    frames = trace_moves(browser, page, lambda: page.evaluate(MOVE_BLANK))
    page.close()
    return frames


def trace_moves(browser: Browser, page: Page, start: Callable[[], object]) -> dict[str, float]:
    """The frames drawn from the start of the first piece until the last one has arrived."""
    page.evaluate(MARK_MOVES)
    page.wait_for_timeout(600)
    browser.start_tracing(page=page, categories=list(TRACED))
    start()
    page.wait_for_timeout(1500)
    trace = json.loads(browser.stop_tracing())
    return count_frames(trace["traceEvents"])


def count_frames(events: list[dict[str, Any]]) -> dict[str, float]:
    """How steadily frames were drawn while pieces moved, from the trace of a browser."""
    started = [event["ts"] for event in events if event["name"] == "transitionrun"]
    ended = [event["ts"] for event in events if event["name"] == "transitionend"]
    begin, end = min(started), max(ended)
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    moving = [at for at in drawn if begin <= at <= end]
    gaps = [(after - before) / 1000 for before, after in pairwise(moving)]
    return {
        "pieces": len(started),
        "frames": len(moving),
        "a second": round(1000 / statistics.fmean(gaps), 1),
        "longest ms": round(max(gaps), 1),
    }


def best_frames(browser: Browser, url: str, console: Console) -> dict[str, Any]:
    """The best of a few rounds, because other work on the machine costs frames."""
    found: dict[str, list[dict[str, float]]] = {"board": [], "blank page": []}
    for _ in range(ROUNDS):
        with visiting(browser, url, console, reduced_motion="no-preference") as context:
            found["board"].append(frames_a_second(browser, context))
            found["blank page"].append(frames_of_a_blank_page(browser, context))
    return {name: max(all_, key=lambda one: one["a second"]) for name, all_ in found.items()}


SHEETS: Final = {"discs": "reveal-sheet", "scoring": "scoring-sheet"}
LATE_MS: Final = 20  # at 60 frames a second, a frame after this is late
NOTE_FRAMES: Final = """sheets => {
  window.gaps = Object.fromEntries(Object.keys(sheets).map(name => [name, []]));
  let before = performance.now();
  const note = now => {
    for (const [name, id] of Object.entries(sheets))
      if (!id || document.querySelector(`[data-testid="${id}"]`)) gaps[name].push(now - before);
    before = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""


def frames_on_sheets(context: BrowserContext, *, is_phone: bool) -> dict[str, list[float]]:
    """Milliseconds between frames while discs are turned over and places are scored."""
    page = context.new_page()
    page.goto(f"/table/{table_at(context, before_a_general_scoring())}")
    page.locator(ASKED).wait_for(state="attached")
    if is_phone:
        slow_down(page)
    page.evaluate(NOTE_FRAMES, SHEETS)
    set_disc(page)
    page.get_by_test_id("scoring-sheet").wait_for()
    page.wait_for_timeout(SCORING_MS)
    gaps: dict[str, list[float]] = page.evaluate("gaps")
    page.goto("about:blank")
    page.evaluate(NOTE_FRAMES, {"blank page": ""})
    page.wait_for_timeout(BLANK_MS)
    gaps |= page.evaluate("gaps")
    page.close()
    return gaps


def steadiness(gaps: list[float]) -> dict[str, float]:
    """How steadily frames followed each other."""
    late = sum(gap > LATE_MS for gap in gaps)
    return {
        "frames": len(gaps),
        "a second": round(1000 / statistics.fmean(gaps), 1),
        "median ms": round(statistics.median(gaps), 1),
        "late %": round(100 * late / len(gaps), 1),
        "longest ms": round(max(gaps), 1),
    }


def best_sheets(browser: Browser, url: str, console: Console) -> dict[str, Any]:
    """The steadiest of a few rounds, because other work on the machine costs frames."""
    best: dict[str, dict[str, dict[str, float]]] = {}
    for device, shape in {"desktop": {}, "phone": PHONE}.items():
        found: dict[str, list[dict[str, float]]] = {}
        for _ in range(ROUNDS):
            moving = {"reduced_motion": "no-preference", **shape}
            with visiting(browser, url, console, AT_A_VISIBLE_PACE, **moving) as context:
                gaps = frames_on_sheets(context, is_phone=device == "phone")
            for name, some in gaps.items():
                found.setdefault(name, []).append(steadiness(some))
        best[device] = {
            name: min(all_, key=lambda one: (one["late %"], -one["a second"]))
            for name, all_ in found.items()
        }
    return best


def measure(browser: Browser, url: str) -> dict[str, Any]:
    """All figures."""
    console = Console()
    found: dict[str, Any] = {"weight kB": weigh_all(browser, url, console), "interactive s": {}}
    for name in ("start", "table"):
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
    found["frames"] = best_frames(browser, url, console)
    found["sheets"] = best_sheets(browser, url, console)
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
            executable_path=program("chromium"), args=list(CHROMIUM_ARGUMENTS)
        )
        found = measure(browser, server.url)
        browser.close()
    text = json.dumps(found, indent=2)
    print(text)
    if wanted.json:
        wanted.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
