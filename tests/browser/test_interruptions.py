"""Interrupted in the middle of a sheet or of others' turns: the page recovers by itself.

It shows the true state, which the server is asked for, and sends nothing twice.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from elgrande.server.web.api.pages import FOLDER
from tests.support.browsing import LONGEST_WAIT_MS, Console, TableOnPage, visiting
from tests.support.server import ServerProcess
from tests.support.sights import (
    ASKED,
    before_a_general_scoring,
    continue_to,
    crowded,
    hear_all,
    play_round_beside,
    set_disc,
    table_at,
)
from tests.support.wires import Wire

pytestmark = pytest.mark.proof
VISIBLE = {"pace": 0.5, "sheetSeconds": 0}
LOOK_EVERY_MS = 20
# The clock of the page runs on until it is stopped, on a busy machine for many seconds.
UNTIL_IT_STOPS_MS = 60_000
REVEAL = '[data-testid="reveal-sheet"]'
SCORING = '[data-scene="place"] [data-scored="toledo"]'
NO_STORAGE = """
const refuse = () => { throw new DOMException('refused', 'SecurityError'); };
const refuseWorker = () => { window.isRefused = true; refuse(); };
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse });
"""
NO_WORKER = """
if (navigator.serviceWorker) navigator.serviceWorker.register = async () => refuseWorker();
"""
NO_WORKERS_AT_ALL = """
Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuseWorker });
"""
INSTALLED = "async () => !!(await navigator.serviceWorker.ready).active"


def reveal(page: Page) -> None:
    """Discs are being turned over."""
    set_disc(page)
    continue_to(page, REVEAL)


def scoring(page: Page) -> None:
    """A region is being scored."""
    set_disc(page)
    continue_to(page, SCORING)


def others_turn(page: Page) -> None:
    """What others did is being shown, and somebody has stopped it to read."""
    page.locator(ASKED).wait_for(state="attached")
    play_round_beside(page)
    page.get_by_test_id("pause").click()
    expect(page.get_by_test_id("pause")).to_have_attribute("aria-label", re.compile("Play"))


Moment = tuple[Callable[[Page], None], Callable[[], Any], str]
MOMENTS: dict[str, Moment] = {
    "reveal": (reveal, before_a_general_scoring, REVEAL),
    "scoring": (scoring, before_a_general_scoring, SCORING),
    "others' turn": (others_turn, crowded, '[data-busy="true"] [data-testid="pause"]'),
}


class Sat(TableOnPage):
    """A table on a page whose wire can be cut, and what the server says of it."""

    def __init__(self, context: BrowserContext, table: str) -> None:
        page = context.new_page()
        super().__init__(page)
        self.context, self.table, self.wire = context, table, Wire(page)
        page.goto(f"/table/{table}")

    def skip(self) -> None:
        """Read none of what is being told."""
        hear_all(self.page, self.table)
        self.page.keyboard.press("Escape")
        self.shows_the_truth()

    def wait_for_submissions(self, count: int) -> None:
        """Wait until so many choices have gone over the wire."""
        for _ in range(LONGEST_WAIT_MS // LOOK_EVERY_MS):
            if len(self.wire.submissions()) >= count:
                return
            self.page.wait_for_timeout(LOOK_EVERY_MS)
        raise AssertionError(self.wire.submissions())

    def shows_the_truth(self) -> None:
        """The page shows what the server says, and nothing is being replayed."""
        truth = hear_all(self.page, self.table)
        position = str(truth["table"]["play"]["position"])
        expect(self.root).to_have_attribute("data-position", position)
        expect(self.root).to_have_attribute("data-busy", "false")
        scores = [re.compile(rf"(?<!\d){score}\D*$") for score in truth["view"]["scores"]]
        expect(self.page.locator("[data-score] .unseen")).to_have_text(scores)


@contextmanager
def sitting(
    browser: Browser, server: ServerProcess, console: Console, game: Any, **more: Any
) -> Iterator[Sat]:
    """Somebody at a table, at a pace that can be followed."""
    with visiting(browser, server.url, console, VISIBLE, **more) as context:
        yield Sat(context, table_at(context, game))


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_connection_lost_while_nothing_happens_interrupts_nothing(
    browser: Browser, server: ServerProcess, console: Console, moment: str
) -> None:
    stage, game, shown = MOMENTS[moment]
    with sitting(browser, server, console, game()) as seen:
        stage(seen.page)
        before, sent = seen.wire.connections, seen.wire.submissions()
        seen.wire.cut()
        expect(seen.page.get_by_text("Connection lost")).to_be_visible()
        expect(seen.page.locator(shown)).to_be_visible()
        seen.wire.mend()
        expect(seen.page.get_by_text("Connection lost")).to_have_count(0)
        assert seen.wire.connections > before
        expect(seen.page.locator(shown)).to_be_visible()
        seen.skip()
        assert seen.wire.submissions() == sent
        seen.wait_until_asked()
        seen.do_one()
        assert len(set(seen.wire.submissions())) == len(seen.wire.submissions())


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_was_played_meanwhile_is_shown_when_the_connection_is_back(
    browser: Browser, server: ServerProcess, console: Console, moment: str
) -> None:
    stage, game, shown = MOMENTS[moment]
    with sitting(browser, server, console, game()) as seen:
        stage(seen.page)
        seen.wire.cut()
        expect(seen.page.get_by_text("Connection lost")).to_be_visible()
        play_round_beside(seen.page)
        seen.wire.mend()
        expect(seen.page.locator(shown)).to_have_count(0)
        seen.shows_the_truth()
        assert seen.wire.submissions() == []
        seen.do_one()
        assert len(seen.wire.submissions()) == 1


def test_a_choice_whose_answer_is_lost_is_sent_again_and_counts_once(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    with sitting(browser, server, console, crowded()) as seen:
        seen.wait_until_asked()
        step, choice = seen.step(), seen.choices()[0]
        seen.wire.swallow_answers()
        seen.thing(choice).click()
        seen.wait_for_submissions(1)
        seen.wire.cut()
        expect(seen.page.get_by_text("Connection lost")).to_be_visible()
        seen.wire.mend()
        expect(seen.root).not_to_have_attribute("data-step", step)
        seen.wait_for_submissions(2)
        assert seen.wire.submissions() == [(int(step), choice)] * 2
        truth = seen.page.request.get(f"/api/tables/{seen.table}/state").json()
        assert truth["table"]["play"]["position"] == 1


def test_a_tab_asleep_for_an_hour_over_a_scoring_wakes_to_the_true_state(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    with visiting(browser, server.url, console, VISIBLE) as context:
        context.clock.install()
        seen = Sat(context, table_at(context, before_a_general_scoring()))
        scoring(seen.page)
        seen.page.clock.pause_at(seen.page.evaluate("Date.now()") + UNTIL_IT_STOPS_MS)
        seen.wire.cut()
        play_round_beside(seen.page)
        seen.wire.mend()
        seen.page.clock.fast_forward("01:00:00")
        seen.page.clock.resume()
        expect(seen.page.get_by_test_id("scoring-sheet")).to_have_count(0)
        seen.shows_the_truth()
        seen.do_one()
        assert len(seen.wire.submissions()) == 1


def test_a_second_tab_plays_on_while_the_first_reads_a_scoring(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    with sitting(browser, server, console, before_a_general_scoring()) as seen:
        scoring(seen.page)
        other = Sat(seen.context, seen.table)
        for _ in range(2):
            other.skip()
            other.do_one()
        # The reader is not torn away, finds what was played after it, and can go on from there.
        expect(seen.page.locator(SCORING)).to_be_visible()
        expect(seen.page.locator("[data-choice]")).to_have_count(0)
        seen.skip()
        assert seen.wire.submissions() == []
        seen.do_one()
        other.skip()
        assert len(seen.wire.submissions()) == 1
        assert len(other.wire.submissions()) == 2


@pytest.mark.parametrize("worker", [NO_WORKER, NO_WORKERS_AT_ALL], ids=["refused", "none"])
def test_a_browser_that_refuses_all_storage_shows_a_scoring_and_plays_on(
    browser: Browser, server: ServerProcess, console: Console, worker: str
) -> None:
    with visiting(browser, server.url, console, installs=True) as context:
        context.add_init_script(NO_STORAGE + worker)
        seen = Sat(context, table_at(context, before_a_general_scoring()))
        scoring(seen.page)
        seen.page.get_by_test_id("sheet-seconds").select_option("12")
        seen.page.get_by_test_id("to-summary").click()
        expect(seen.page.get_by_test_id("scoring-summary")).to_be_visible()
        seen.skip()
        seen.page.wait_for_function("isRefused")
        seen.wait_until_asked()
        seen.do_one()
        assert len(seen.wire.submissions()) == 1


def test_an_older_worker_gives_way_in_the_middle_of_a_scoring(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    code = (FOLDER / "sw.js").read_text(encoding="utf-8")
    served = {"code": re.sub(r'VERSION = "\w+"', 'VERSION = "older"', code)}

    def serve_worker(route: Route) -> None:
        route.fulfill(body=served["code"], content_type="text/javascript")

    with visiting(browser, server.url, console, VISIBLE, installs=True) as context:
        context.route("**/sw.js", serve_worker)
        seen = Sat(context, table_at(context, before_a_general_scoring()))
        loads: list[str] = []
        assert seen.page.evaluate(INSTALLED)
        scoring(seen.page)
        seen.page.on("load", lambda page: loads.append(page.url))
        served["code"] = code
        seen.page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
        seen.page.wait_for_function("async () => !(await caches.keys()).includes('elgrande-older')")
        expect(seen.page.locator(SCORING)).to_be_visible()
        seen.page.get_by_test_id("to-summary").click()
        expect(seen.page.get_by_test_id("scoring-summary")).to_be_visible()
        seen.skip()
        assert loads == []
        assert seen.wire.connections == 1


def test_a_page_older_than_the_server_loads_itself_again_when_a_part_is_gone(
    page: Page, console: Console
) -> None:
    console.allow("404")
    loads: list[str] = []
    is_newer = is_gone = False

    def answer_front(route: Route) -> None:
        nonlocal is_gone
        body = route.fetch().text()
        if is_newer:
            body = body.replace("/assets/", "/assets/newer-")
            is_gone = False
        route.fulfill(body=body)

    def answer_part(route: Route) -> None:
        if is_gone:
            route.fulfill(status=404)
        else:
            route.continue_()

    page.goto("/about")
    expect(page.get_by_test_id("version")).to_be_visible()
    page.route("**/assets/RulesPage-*.js", answer_part)
    page.route("**/", answer_front)
    page.on("load", lambda loaded: loads.append(loaded.url))
    links, heading = page.get_by_role("navigation"), page.get_by_role("heading", level=1)

    # As long as the server has the same version, loading again would not help.
    is_gone = True
    links.get_by_text("Rules", exact=True).click()
    expect(heading).to_have_text("Something went wrong")
    links.get_by_text("Learn", exact=True).click()
    expect(heading).to_contain_text("Learn")
    assert loads == []

    is_newer = True
    links.get_by_text("Rules", exact=True).click()
    expect(heading).to_have_text("The rules")
    assert len(loads) == 1


def test_a_part_that_is_missing_without_a_connection_comes_with_it(
    page: Page, console: Console, visitor: BrowserContext
) -> None:
    console.allow_lost_connection()
    page.goto("/about")
    expect(page.get_by_test_id("version")).to_be_visible()
    visitor.set_offline(True)
    page.get_by_role("navigation").get_by_text("Rules", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Something went wrong")
    visitor.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules")
