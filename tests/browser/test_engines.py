"""The pages in Firefox and WebKit: each opens, turns are played by clicking, a scoring is seen."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.browser.test_board import setting_discs
from tests.support.browsing import CLICKABLE, IS_ASKED, QUICK, STOPS
from tests.support.engines import ENGINES, Engine
from tests.support.server import ServerProcess
from tests.support.sights import SIGHTS, crowded, new_table, table_at

pytestmark = pytest.mark.proof
TURNS = 8
# What a refusal that a page expects writes to the console; and Firefox, if one leaves a page while
# its worker fetches a file.
EXPECTED = ("404", "403", "401", "ServiceWorker intercepted")
# Leaving a page cuts off what it still loads, which Firefox calls an error: nothing new has arrived
# since the last look half a second ago or earlier.
IS_SETTLED = """(() => {
    const [count, now] = [performance.getEntriesByType('resource').length, performance.now()];
    if (window.settling?.count !== count) window.settling = { count, since: now };
    return document.readyState === 'complete' && now - window.settling.since > 500;
})()"""
STEP = "document.querySelector('[data-waiting]')?.dataset.step"
CENTRE = """
const things = [...document.querySelectorAll(%s)].filter(one => one.checkVisibility());
for (const thing of things) {
    thing.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = thing.getBoundingClientRect();
    for (const [across, down] of [[0.5, 0.5], [0.5, 0.25], [0.25, 0.5], [0.75, 0.5], [0.5, 0.8]]) {
        const point = [x + across * width, y + down * height];
        const found = document.elementFromPoint(...point);
        if (found && (thing === found || thing.contains(found))) return point;
    }
}
return null;
"""


class Answer(NamedTuple):
    """What the server said to a request of the page."""

    status: int
    body: str

    @property
    def ok(self) -> bool:
        """Whether it was granted."""
        return self.status < 400

    def text(self) -> str:
        """The answer as it came."""
        return self.body

    def json(self) -> Any:
        """The answer as data."""
        return json.loads(self.body)


class Requests:
    """Requests with the cookies of the page, as those of Playwright's contexts."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def _ask(self, path: str, options: dict[str, Any]) -> Answer:
        script = (
            f"const answer = await fetch({json.dumps(path)}, {json.dumps(options)});"
            " return [answer.status, await answer.text()];"
        )
        return Answer(*self._engine.run(script))

    def get(self, path: str) -> Answer:
        """Ask for something."""
        return self._ask(path, {})

    def post(self, path: str, data: dict[str, Any]) -> Answer:
        """Send something."""
        headers = {"content-type": "application/json"}
        return self._ask(path, {"method": "POST", "headers": headers, "body": json.dumps(data)})


class Seen:
    """A page in one of the browsers; it stands in for a context of Playwright's."""

    def __init__(self, engine: Engine, url: str) -> None:
        self.engine = engine
        self.url = url
        self.request = Requests(engine)

    def go(self, path: str) -> None:
        """Open one of our pages."""
        self.engine.open(self.url + path)

    def click(self, selector: str) -> None:
        """Click where a thing can be hit."""
        point = self.engine.wait_for(f"(() => {{ {CENTRE % json.dumps(selector)} }})()")
        self.engine.click_at(*point)

    def do_one(self) -> None:
        """Make a choice that can be clicked, or confirm."""
        self.engine.wait_for(f"({IS_ASKED})()")
        step = self.engine.run(f"return {STEP}")
        choices = self.engine.run(f"return ({CLICKABLE})()[0]")
        if choices:
            choice = min(choices, key=lambda one: (one in STOPS, one))
            self.click(f'[data-choice="{choice}"]:not([disabled])')
            if self.engine.run("return !!document.querySelector('[data-testid=\"set-disc\"]')"):
                self.click('[data-testid="set-disc"]')
        else:
            self.click('[data-testid="confirm"]')
        self.engine.wait_for(f"![undefined, {json.dumps(step)}].includes({STEP})")

    def scores(self) -> list[str]:
        """Everybody's points, as the page shows them."""
        found = "[...document.querySelectorAll('[data-score]')].map(one => one.textContent.trim())"
        scores: list[str] = self.engine.run(f"return {found}")
        return scores

    def check(self) -> None:
        """Nothing was wrong on any page."""
        wrong = [
            error
            for error in self.engine.errors()
            if not any(expected in error for expected in EXPECTED)
        ]
        assert not wrong, wrong


@pytest.fixture(params=list(ENGINES))
def seen(
    request: pytest.FixtureRequest, server: ServerProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Seen]:
    """A page in each of the browsers, with the preferences of tests."""
    with ENGINES[request.param](tmp_path_factory.mktemp(request.param)) as engine:
        page = Seen(engine, server.url)
        page.go("/about")
        kept = json.dumps(json.dumps(QUICK))
        engine.run(f"localStorage.setItem('elgrande.preferences', {kept})")
        yield page


def open_every_page(seen: Seen) -> None:
    """Every page is there, and whole."""
    for sight in SIGHTS:
        path = sight.find(seen)  # type: ignore[arg-type]
        seen.go(path)
        seen.engine.wait_for(f"!!document.querySelector({json.dumps(sight.wait_for)})")
        title = "document.querySelector('h1')?.textContent"
        assert seen.engine.run(f"return {title}") != "Something went wrong", sight.name
        seen.engine.wait_for(IS_SETTLED)
    seen.check()


def play_by_clicking(seen: Seen) -> None:
    """Turns are played, at the start of a game and in the middle of one."""
    table = new_table(seen)["table"]["id"]  # type: ignore[arg-type]
    seen.go(f"/table/{table}")
    for _ in range(TURNS):
        seen.do_one()
    seen.go(f"/table/{table_at(seen, crowded())}")  # type: ignore[arg-type]
    for _ in range(3):
        seen.do_one()
    seen.check()


def watch_a_scoring(seen: Seen) -> None:
    """The points that a scoring gives are shown."""
    seen.go(f"/table/{table_at(seen, setting_discs())}")  # type: ignore[arg-type]
    seen.engine.wait_for(f"({IS_ASKED})()")
    before = seen.scores()
    seen.do_one()
    seen.engine.wait_for(f"({IS_ASKED})()")
    after = seen.scores()
    assert len(before) == len(after) == 4
    assert before != after
    seen.check()


def test_the_game_is_played_in_another_browser(seen: Seen) -> None:
    """In one test: two WebKits that start at the same time wait for each other."""
    watch_a_scoring(seen)
    play_by_clicking(seen)
    open_every_page(seen)
