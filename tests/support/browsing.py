"""A real browser at a real server: a table played through its page, and a console kept silent.

A choice is a click on the thing it touches: everything that can be chosen carries its number in
`data-choice`, and the page says in `data-waiting`, `data-busy` and `data-step` how it stands.
"""

import itertools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
QUICK = {"pace": 0, "sheetSeconds": 1, "language": "en", "theme": "light"}
LONGEST_WAIT_MS = 30_000
expect.set_options(timeout=LONGEST_WAIT_MS)
LONGEST_GAME = 600
FRAMES_OF_REST = 3
IS_ASKED = """() => {
    const root = document.querySelector('[data-waiting]');
    if (!root || root.dataset.busy === 'true') return false;
    if (root.dataset.waiting !== 'me') return root.dataset.waiting === 'over';
    const things = '[data-choice], [data-testid="confirm"], [data-testid="i-am-here"]';
    return [...document.querySelectorAll(things)].some(one => one.checkVisibility());
}"""
CLICKABLE = """() => {
    const root = document.querySelector('[data-waiting]');
    const all = [...document.querySelectorAll('[data-choice]:not([disabled])')];
    const seen = new Set(all.filter(one => one.checkVisibility()).map(one => one.dataset.choice));
    return [[...seen].map(Number), Number(root.dataset.choices), root.classList.contains('wide')];
}"""
# What nobody should read: values that are none, and keys that only programs know.
SCAN_WORDS = r"""
const NO_VALUE = /\b(NaN|undefined|null)\b|\[object /;
const KEY = /\b[a-z]+_[a-z_]+\b|\bC-[a-z]+|[+-][12] (plain|recruit|move|grande)\b/;
const CODE = 'script, style, code, pre, input, textarea';
const readOf = node => node.nodeType === Node.TEXT_NODE ? [node.data]
    : [node.getAttribute('aria-label'), node.getAttribute('title'), node.getAttribute('alt')];
const scan = root => {
    const nodes = [root];
    if (root.nodeType === Node.ELEMENT_NODE) {
        const walker = document.createTreeWalker(root);
        while (walker.nextNode()) nodes.push(walker.currentNode);
    }
    for (const node of nodes) {
        const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
        if (!element || node.nodeType > 3 || element.closest(CODE)) continue;
        for (const text of readOf(node)) {
            if (NO_VALUE.test(text ?? '') || KEY.test(text ?? '')) {
                console.error('Odd words on the page: ' + text);
            }
        }
    }
};
new MutationObserver(changes => {
    for (const { target, addedNodes, type } of changes) {
        for (const node of type === 'childList' ? addedNodes : [target]) scan(node);
    }
}).observe(document, {
    childList: true, subtree: true, characterData: true,
    attributeFilter: ['aria-label', 'title', 'alt'],
});
"""
# Whether nothing moves any more: for some frames in a row everything has been where it is, with all
# its fonts, in a window of the size that is wanted. A busy machine draws a page in its new size
# some time after it was told that size.
IS_STILL = f"""([question, width, height]) => {{
    if (window.stillness?.question !== question)
        window.stillness = {{ question, boxes: '', frames: 0 }};
    const boxes = [...document.body.querySelectorAll('*')].map(one => {{
        const {{ x, y, width, height }} = one.getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
    }}).join();
    const isMoving = document.getAnimations().some(one =>
        one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity);
    const isSame = boxes === window.stillness.boxes && !isMoving
        && document.fonts.status === 'loaded'
        && (width === null || innerWidth === width && innerHeight === height);
    window.stillness.frames = isSame ? window.stillness.frames + 1 : 0;
    window.stillness.boxes = boxes;
    return window.stillness.frames >= {FRAMES_OF_REST};
}}"""
STOPS = frozenset({0, 64})  # to stop, to end: chosen only when there is nothing else to do


class Console:
    """What the pages of a context complain about; nothing may be left at the end."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self._allowed: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        """Listen to all pages of a context."""
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def allow(self, *parts: str) -> None:
        """Let complaints with one of these words pass: a refusal that a test wants to see."""
        self._allowed += parts

    def allow_lost_connection(self) -> None:
        """Let pass whatever a browser says while it cannot reach its server.

        A request may be refused, reset or cut off in the middle, as the moment has it.
        """
        self.allow("net::ERR_", "WebSocket", "503")

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} {message.location.get('url', '')}")

    def check(self) -> None:
        """Fail if anything was complained about."""
        left = [text for text in self.complaints if not any(part in text for part in self._allowed)]
        assert not left, left


@contextmanager
def visiting(
    browser: Browser,
    url: str,
    console: Console,
    preferences: dict[str, Any] | None = None,
    *,
    installs: bool = False,
    **more: Any,
) -> Iterator[BrowserContext]:
    """A browser of somebody's own: its own cookies and memory, and perhaps a service worker."""
    arguments = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | more
    context = browser.new_context(base_url=url, **arguments)
    context.set_default_timeout(LONGEST_WAIT_MS)
    console.watch(context)
    context.add_init_script(SCAN_WORDS)
    if not installs:
        # It would answer in place of what a test lets the server say.
        context.add_init_script("delete Navigator.prototype.serviceWorker")
    remember(context, {**QUICK, **(preferences or {})})
    try:
        yield context
    finally:
        context.close()


def remember(context: BrowserContext, preferences: dict[str, Any]) -> None:
    """Let every page of the context find these preferences, unless it has changed them."""
    text = json.dumps(json.dumps(preferences))
    context.add_init_script(
        f"try {{ localStorage.getItem('elgrande.preferences') ?? "
        f"localStorage.setItem('elgrande.preferences', {text}) }} catch {{}}"
    )


_questions = itertools.count()


def wait_until_still(page: Page, size: tuple[int, int] | None = None) -> None:
    """Wait until a page is at rest, perhaps in a window of this size: whoever measures it waits."""
    page.wait_for_function(IS_STILL, arg=[next(_questions), *(size or (None, None))])


def resize(page: Page, width: int, height: int) -> None:
    """Give a page a window of another size, and wait until it has settled in it."""
    page.set_viewport_size({"width": width, "height": height})
    wait_until_still(page, (width, height))


class TableOnPage:
    """A table as its page shows it, played by clicking."""

    def __init__(self, page: Page, seed: int = 1, *, by_keyboard: bool = False) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.by_keyboard = by_keyboard
        self.clicked: list[int] = []
        self.handed_over = 0

    @property
    def root(self) -> Any:
        """The element that says how the table stands."""
        return self.page.locator("[data-waiting]").first

    def standing(self) -> str:
        """Who is waited for: me, others, over."""
        return self.root.get_attribute("data-waiting") or ""

    def step(self) -> str:
        """The number of the question, which changes with every answer."""
        return self.root.get_attribute("data-step") or ""

    def wait_until_asked(self) -> str:
        """Wait until it is our turn, or the game is over; says which."""
        self.page.wait_for_function(IS_ASKED)
        return self.standing()

    def is_asked(self) -> bool:
        """Whether it is our turn, or the game is over, at this moment."""
        asked: bool = self.page.evaluate(IS_ASKED)
        return asked

    def choices(self) -> list[int]:
        """The numbers of the choices that can be clicked now: on a wide screen, all there are."""
        found, offered, wide = self.page.evaluate(CLICKABLE)
        assert not wide or len(found) == offered, f"{len(found)} of {offered} choices are in sight"
        return sorted(found)

    def pick(self, choice: int) -> None:
        """Click on the thing a choice touches, and wait until the page has the answer."""
        step = self.step()
        # The dial is turned by a click or a key, and set by its button.
        button = self.page.get_by_test_id("set-disc")
        is_dial = button.count() > 0 and button.is_visible()
        if self.by_keyboard:
            self.page.keyboard.press(str(self.choices().index(choice) + 1))
        else:
            self.thing(choice).click()
        if is_dial and self.by_keyboard:
            expect(button).to_be_focused()
            self.page.keyboard.press("Enter")
        elif is_dial:
            button.click()
        self.clicked.append(choice)
        expect(self.root).not_to_have_attribute("data-step", step)

    def thing(self, choice: int) -> Locator:
        """What a choice touches."""
        things = self.page.locator(f'[data-choice="{choice}"]:not([disabled])')
        return things.locator("visible=true").first

    def confirm(self) -> bool:
        """Confirm the turn, if that is what is waited for."""
        button = self.page.get_by_test_id("confirm")
        if not (button.count() and button.is_visible() and button.is_enabled()):
            return False
        step = self.step()
        if self.by_keyboard:
            self.page.keyboard.press("Enter")
        else:
            button.click()
        expect(self.root).not_to_have_attribute("data-step", step)
        return True

    def take_the_screen(self) -> bool:
        """Say that the next player round the screen is there, if that is asked."""
        button = self.page.get_by_test_id("i-am-here")
        if not (button.count() and button.is_visible()):
            return False
        button.click()
        expect(button).to_have_count(0)
        self.handed_over += 1
        return True

    def do_one(self, choose: Callable[[Sequence[int]], int] | None = None) -> None:
        """Do what is asked: take the screen, choose, or confirm."""
        if self.take_the_screen():
            return
        if choices := self.choices():
            self.pick((choose or self.any_of)(choices))
        else:
            assert self.confirm(), "Nothing can be chosen or confirmed."

    def play(
        self,
        choose: Callable[[Sequence[int]], int] | None = None,
        until: Callable[[], bool] = lambda: False,
    ) -> str:
        """Play on by clicking until the game is over, or until something is so."""
        for _ in range(LONGEST_GAME):
            if self.wait_until_asked() == "over" or until():
                return self.standing()
            self.do_one(choose)
        raise AssertionError("The game does not end.")

    def any_of(self, choices: Sequence[int]) -> int:
        """One of the choices by chance; to stop only now and then."""
        if self.by_keyboard:
            choices = choices[:9]
        doing = [choice for choice in choices if choice not in STOPS]
        if doing and (len(doing) == len(choices) or self.chance.random() < 0.8):
            return self.chance.choice(doing)
        return self.chance.choice(list(choices))
