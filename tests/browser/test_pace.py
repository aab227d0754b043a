"""Games at the pace people see them: every kind of event is shown, and no page complains."""

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect

from elgrande import Options
from elgrande.editions.cards import CARDS
from elgrande.rules.events import EVENT_FIELDS
from tests.support.browsing import Console, TableOnPage, visiting, wait_until_still
from tests.support.positions import position
from tests.support.server import ServerProcess
from tests.support.sights import ask, come_in, new_table, table_at

SLOW = 0.001  # what is being shown stands still: a busy machine too comes in time to stop it
LONGEST_REPLAY_MS = 240_000
FASTEST = 4  # of the paces that a page offers
TOUCHABLE = 24  # pixels, the least that a finger needs
SWIFT = 40  # a replay in steps as at any pace, only shorter, so that whole games can be seen
ALL_OLD_HANDS = ("delegation", "rivalries", "veto", "veto")
LARGE = {"viewport": {"width": 1280, "height": 800}}
SMALL = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Seen(NamedTuple):
    """A page that looks on, and the kinds of events that it was told as they happened."""

    page: Page
    kinds: set[str]


class People:
    """People at one table, each in a browser of their own, who choose without looking at a page."""

    def __init__(self, contexts: Sequence[BrowserContext], table: str, seed: int = 1) -> None:
        self.contexts = contexts
        self.table = table
        self.chance = random.Random(seed)
        self.unseen = {card.key for card in CARDS}

    def state(self, seat: int) -> Any:
        return self.contexts[seat].request.get(f"/api/tables/{self.table}/state").json()

    def choose(self, seat: int, kind: str = "") -> Any:
        """Make a choice for a seat, of those that touch such a thing; what it touched."""
        view = self.state(seat)["view"]
        return self.answer(view, [one for one in view["choices"] if kind in one["touches"]["on"]])

    def answer(self, view: Any, choices: Sequence[Any]) -> Any:
        """Answer a question with one of these choices."""
        choice = self.chance.choice(self._worth_seeing(choices))
        self.unseen.discard(choice["touches"].get("card", ""))
        answer = {"seat": view["seat"], "step": view["step"], "choice": choice["choice"]}
        ask(
            self.contexts[view["seat"]],
            f"/api/tables/{self.table}/choices",
            answer | {"confirm": True},
        )
        return choice["touches"]

    def _worth_seeing(self, choices: Sequence[Any]) -> Sequence[Any]:
        """Rather something that happens than nothing, and rather what has not been seen."""
        buttons = {one["touches"].get("button") for one in choices}
        if "veto" in buttons or self.chance.random() < 0.1:
            return choices
        if "special" in buttons and self.chance.random() < 0.7:
            return [one for one in choices if one["touches"].get("button") == "special"]
        fresh = [one for one in choices if one["touches"].get("card") in self.unseen]
        doing = [one for one in choices if one["touches"].get("button") not in ("stop", "end")]
        return fresh or doing or choices

    def play_out(self) -> None:
        """Play until the game is over."""
        seat = 0
        while True:
            state = self.state(seat)
            if state["table"]["state"] != "running":
                return
            if state["view"]["choices"]:
                self.answer(state["view"], state["view"]["choices"])
            else:
                seat = state["table"]["play"]["waiting"][0]


@contextmanager
def at_a_table(
    browser: Browser, url: str, console: Console, options: Options, **shape: Any
) -> Iterator[tuple[People, Seen]]:
    """People at a table; the first has its page open, at a pace that can be seen."""
    with ExitStack() as stack:
        contexts = [
            stack.enter_context(visiting(browser, url, console, **(shape if seat == 0 else {})))
            for seat in range(options.players)
        ]
        seats = [{"kind": "me"}] + [{"kind": "invite"}] * (options.players - 1)
        wanted = {**options.to_data(), "players": options.players}
        made = new_table(contexts[0], *seats, options=wanted)
        links = [link["token"] for link in made["invitations"] if link["seat"] is not None]
        for context, link in zip(contexts[1:], links, strict=True):
            come_in(context, "Eva")
            ask(context, "/api/invitations/accept", {"token": link})
        people = People(contexts, made["table"]["id"])
        seen = watching(contexts[0], f"/table/{people.table}")
        yield people, seen


def watching(context: BrowserContext, path: str) -> Seen:
    """A page at a table, once it is there."""
    page, kinds = context.new_page(), set[str]()

    def hear(text: str | bytes) -> None:
        frame = json.loads(text)
        if frame["type"] == "state":
            kinds.update(event["event"] for event in frame["events"])

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    page.on("websocket", listen)
    page.goto(path)
    expect(page.locator("[data-waiting]").first).to_be_visible()
    return Seen(page, kinds)


@pytest.mark.proof
def test_what_nobody_should_read_is_found(page: Page, console: Console) -> None:
    page.goto("/about")
    for text in ("12 NaN", "[object Object]", "C-king", "general_scoring", "+1 move"):
        with page.expect_console_message(lambda said, text=text: text in said.text):  # type: ignore[misc]
            page.evaluate("text => document.body.append(text)", text)
        assert text in console.complaints[-1]
    console.allow("Odd words")


def test_a_modifier_is_shown_when_somebody_plays_it(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    options = Options(players=2, power_shift=True, first_player=1)
    pace = {"preferences": {"pace": FASTEST}}
    with at_a_table(browser, server.url, console, options, **pace) as (people, seen):
        for seat in (0, 1):
            people.choose(seat, "modifier")
        expect(seen.page.locator('[data-waiting="others"]')).to_be_visible()
        people.choose(1, "power")
        played = people.choose(1, "modifier")["modifier"]
        shown = seen.page.locator('[data-player="1"] .modifier')
        expect(shown).to_have_text(played.split()[0].replace("-", "\N{MINUS SIGN}"))


@pytest.mark.proof
def test_others_turns_can_be_paused_stepped_through_and_skipped(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    slowly = {"preferences": {"pace": SLOW}}
    options = Options(players=2, first_player=1)
    with at_a_table(browser, server.url, console, options, **slowly, **SMALL) as (people, seen):
        page = seen.page
        told = page.get_by_test_id("ask")
        people.choose(1, "power")
        page.get_by_test_id("pause").click()
        expect(page.locator('[data-busy="true"]')).to_be_visible()
        expect(told).to_contain_text("Eva plays power card")
        wait_until_still(page)
        for name in ("step-back", "pause", "step-forward", "speed", "skip"):
            box = page.get_by_test_id(name).bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= TOUCHABLE, name
        page.get_by_test_id("speed").select_option("4")
        page.get_by_test_id("skip").click()
        asked = page.locator('[data-busy="false"][data-waiting="me"]')
        expect(asked).to_be_visible()
        # Looking back changes nothing: the question is still there, and nothing was sent.
        step = asked.get_attribute("data-step")
        page.keyboard.press("ArrowLeft")
        expect(told).to_contain_text("Eva plays power card")
        expect(page.locator("[data-choice]")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(asked).to_have_attribute("data-step", step or "")
        expect(page.locator("[data-choice]").first).to_be_attached()


def show_a_game(
    browser: Browser, url: str, console: Console, options: Options, language: str, **shape: Any
) -> set[str]:
    """Let a page show a whole game step by step; the kinds of events that it showed."""
    shape = {"preferences": {"pace": SWIFT, "language": language}, **shape}
    with at_a_table(browser, url, console, options, reduced_motion="no-preference", **shape) as (
        people,
        seen,
    ):
        seen.page.evaluate(NOTE_REPLAY)
        people.play_out()
        over = seen.page.locator('[data-waiting="over"][data-busy="false"]')
        expect(over).to_be_visible(timeout=LONGEST_REPLAY_MS)
        assert seen.page.evaluate("window.wasBusy")
        look_back(seen.page, people.table)
        return seen.kinds


# Notes whether the page ever shows what happened step by step.
NOTE_REPLAY = """() => {
    const root = document.querySelector('[data-busy]');
    new MutationObserver(() => { window.wasBusy ||= root.dataset.busy === 'true'; })
        .observe(root, { attributeFilter: ['data-busy'] });
}"""


def look_back(page: Page, table: str) -> None:
    """Play the end of a game again, at the greatest speed, with the players in sight."""
    page.goto(f"/table/{table}/replay")
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible()
    for key in ("End", *["ArrowLeft"] * 12, ".", ".", ".", " "):
        page.keyboard.press(key)
    page.get_by_role("tab").nth(1).click()
    expect(slider).to_have_value(slider.get_attribute("max") or "")


@pytest.mark.proof
@pytest.mark.parametrize(
    ("options", "language", "shape"),
    [
        (Options(players=2, short=True, power_shift=True), "en", LARGE),
        (Options(players=3, short=True, merged_stacks=True), "de", SMALL),
        (Options(players=3, castillo="open", old_hands=("delegation",)), "es", SMALL),
        (Options(players=4, short=True, new_regency=True, old_hands=("rivalries",)), "es", LARGE),
        (Options(players=5, short=True, power_shift=True), "de", SMALL),
        (Options(players=5, short=True, old_hands=("veto", "veto")), "en", SMALL),
        (Options(edition="classic", players=2, short=True), "de", LARGE),
        (Options(edition="classic", players=3, short=True), "es", LARGE),
        (Options(edition="classic", players=5, short=True), "en", LARGE),
        # Each variant by itself with every number of players that is not above.
        (Options(players=3, power_shift=True), "es", LARGE),
        (Options(players=4, power_shift=True), "en", SMALL),
        (Options(players=2, new_regency=True), "de", LARGE),
        (Options(players=3, new_regency=True), "en", SMALL),
        (Options(players=5, new_regency=True), "es", LARGE),
        (Options(players=2, old_hands=ALL_OLD_HANDS), "es", SMALL),
        (Options(players=4, old_hands=ALL_OLD_HANDS), "de", LARGE),
        (Options(edition="classic", players=4), "de", SMALL),
    ],
    ids=lambda one: repr(one)[8:-1] if isinstance(one, Options) else "",
)
def test_a_whole_game_is_shown_step_by_step(
    browser: Browser,
    server: ServerProcess,
    console: Console,
    options: Options,
    language: str,
    shape: dict[str, Any],
) -> None:
    kinds = show_a_game(browser, server.url, console, options, language, **shape)
    assert {"round", "moved", "scored", "game_ended"} <= kinds


def show_what_is_rare(browser: Browser, url: str, console: Console) -> set[str]:
    """Infiltrate, and keep a Veto until it is lost, among bots; the kinds of events shown."""
    preferences = {"pace": SWIFT}
    with visiting(browser, url, console, preferences) as context:
        game = position("C-infiltration", vetoes=(0,), new_regency=True, old_hands=("veto", "veto"))
        people = People([context], table_at(context, game))
        seen = watching(context, f"/table/{people.table}")
        for _ in range(1000):
            view = people.state(0)["view"]
            wanted = [one for one in view["choices"] if is_staged(one["touches"])]
            sparing = [one for one in view["choices"] if one["touches"].get("button") != "veto"]
            if wanted or sparing:
                people.answer(view, wanted or sparing)
            if "veto_expired" in seen.kinds:
                break
            seen.page.wait_for_timeout(50)
        settled = seen.page.locator('[data-busy="false"]')
        expect(settled).to_be_visible(timeout=LONGEST_REPLAY_MS)
        return seen.kinds


def is_staged(touched: dict[str, Any]) -> bool:
    return touched.get("card") == "C-infiltration" or touched.get("button") == "special"


@pytest.mark.proof
def test_every_kind_of_event_is_shown(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    rich: dict[str, Any] = {
        "short": True,
        "power_shift": True,
        "new_regency": True,
        "old_hands": ALL_OLD_HANDS,
    }
    classic = Options(edition="classic", players=4)
    variants = [classic, Options(players=2, **rich), Options(players=4, **rich)] * 3
    missing = {fields[0] for fields in EVENT_FIELDS}
    missing -= show_what_is_rare(browser, server.url, console)
    for options, language in zip(variants, ["en", "de", "es"] * 3, strict=True):
        if missing:
            missing -= show_a_game(browser, server.url, console, options, language, **LARGE)
    assert not missing


@pytest.mark.proof
def test_a_round_with_bots_is_played_by_clicking_at_the_fastest_pace(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    options = {"power_shift": True, "first_player": 0}
    preferences = {"pace": FASTEST}
    motion = "no-preference"
    with visiting(browser, server.url, console, preferences, reduced_motion=motion) as context:
        table = new_table(context, options=options)["table"]["id"]
        seen = watching(context, f"/table/{table}")

        def is_second_round() -> bool:
            state = context.request.get(f"/api/tables/{table}/state").json()
            return bool(state["view"]["rounds_played"])

        played = TableOnPage(seen.page)
        played.play(until=is_second_round)
        assert played.clicked
