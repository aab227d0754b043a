"""The board under fingers, mice and keys: dragging, steering, zooming, and what moves on it."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page, expect

from elgrande import Game
from tests.support.browsing import Console, TableOnPage, visiting, wait_until_still
from tests.support.marks import with_proofs
from tests.support.positions import REGION_KEYS, position, take, there
from tests.support.server import ServerProcess
from tests.support.sights import crowded, table_at

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
WATCH = """() => {
    const seen = window.seen = { moving: 0, animated: 0, falls: [], open: false };
    const look = () => {
        const cast = document.querySelector('.cast');
        const animated = cast.getAnimations({ subtree: true }).length;
        seen.animated = Math.max(seen.animated, animated);
        seen.moving = Math.max(seen.moving, cast.querySelectorAll('.moving').length);
        seen.open ||= document.querySelector('.gate.open') !== null;
        for (const fall of document.querySelectorAll('.fall')) seen.falls.push(fall.textContent);
    };
    const lookAgain = () => { look(); requestAnimationFrame(lookAgain); };
    lookAgain();
    // A busy machine draws too few frames to see everything in them.
    new MutationObserver(look).observe(document.body, { subtree: true, attributes: true });
}"""
FINGER = 24
BETWEEN_TOUCHES = 0.05  # seconds
HITS = """things => things.map(thing => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2) === thing;
    return [Math.round(width), Math.round(height), hit];
})"""
STANDS_IN = """(king, place) => {
    const { x, y, width, height } = king.querySelector('svg').getBoundingClientRect();
    const under = document.elementsFromPoint(x + width / 2, y + height / 2);
    return under.some(one => one.dataset?.place === place);
}"""


@pytest.fixture
def lively(browser: Browser, server: ServerProcess, console: Console) -> Iterator[BrowserContext]:
    """A browser whose owner has nothing against movement."""
    with visiting(browser, server.url, console, reduced_motion="no-preference") as context:
        yield context


@pytest.fixture
def phone(browser: Browser, server: ServerProcess, console: Console) -> Iterator[BrowserContext]:
    """A phone."""
    with visiting(browser, server.url, console, **PHONE) as context:
        yield context


def fullest() -> Game:
    """Five colours everywhere, and a caballero to take up anywhere but in the King's region."""
    game = position(
        "C-any3",
        regions={region: [2, 2, 3, 2, 2] for region in REGION_KEYS},
        castillo=[2, 2, 0, 1, 1],
        court=[2, 2, 2, 2, 2],
        grandes=["galicia", "navarra", "sevilla", "granada", "valencia"],
        tiles={"8/4/0": "toledo", "4/0/0": "valencia"},
        round_number=4,
        players=5,
    )
    return begun(take(game, "C-any3", "special"))


def begun(game: Game) -> Game:
    """The same game, but its record begins here."""
    return Game.from_snapshot(game.snapshot())


def placing() -> Game:
    """A game that asks where to place a caballero: Galicia, Navarra, Aragón, Toledo, Castillo."""
    return begun(take(crowded("C-any3"), "C-any3", "place"))


def moving() -> Game:
    """A game that asks which caballero moves."""
    return begun(take(crowded("C-any3"), "C-any3", "special"))


def setting_discs() -> Game:
    """A game that asks everybody for a secret disc, as the Castillo is scored."""
    game = position("C-king", castillo=[3, 2, 2, 2], court=[1, 1, 1, 1], round_number=3)
    while game.decision != "disc_scoring":
        game.play(game.legal()[0])
    return game


def returning() -> Game:
    """A game that asks which of one's own goes to the Province: from Aragón, or from the Court."""
    game = position("C-withdrawal", regions={"aragon": [1, 0, 0, 0]}, seat=1)
    take(game, "C-withdrawal", "special")
    while game.waiting != (0,):
        game.play(game.legal()[0])
    return begun(game)


def ordering() -> Game:
    """A classic game that asks which of three regions is scored next, a Veto being out (R18)."""
    game = position(
        "C-score-5",
        edition="classic",
        king="galicia",
        regions={"navarra": [2, 1, 0, 0], "aragon": [0, 2, 1, 0], "valencia": [0, 0, 2, 1]},
        vetoes=[1],
    )
    return begun(take(game, "C-score-5", "special", "allow"))


def sit_down(context: BrowserContext, game: Game) -> TableOnPage:
    page = context.new_page()
    page.goto(f"/table/{table_at(context, game)}")
    seen = TableOnPage(page)
    assert seen.wait_until_asked() == "me"
    return seen


def place(page: Page, name: str) -> Locator:
    """A place's button, whose label says who is there."""
    return page.locator(f'button[data-place="{name}"]')


def middle(thing: Locator) -> tuple[float, float]:
    wait_until_still(thing.page)
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: Locator, end: Locator) -> None:
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(end), steps=6)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)


def expect_label(page: Page, key: str, start: str) -> None:
    page.wait_for_function(
        "([key, start]) => document.querySelector(`button[data-place='${key}']`)"
        ".ariaLabel.startsWith(start)",
        arg=[key, start],
    )


def test_a_caballero_is_dragged_from_the_court_to_a_region(visitor: BrowserContext) -> None:
    page = sit_down(visitor, placing()).page
    expect_label(page, "toledo", "Toledo: 2 Ana")
    drag(page, page.locator('[data-home="court-0"]'), place(page, "toledo"))
    expect_label(page, "toledo", "Toledo: 3 Ana")


@pytest.mark.proof
def test_a_caballero_is_not_dragged_where_it_may_not_go(visitor: BrowserContext) -> None:
    seen = sit_down(visitor, placing())
    step = seen.step()
    drag(seen.page, seen.page.locator('[data-home="court-0"]'), place(seen.page, "valencia"))
    seen.page.wait_for_timeout(300)
    assert seen.step() == step
    expect_label(seen.page, "valencia", "Valencia: 2 Ana")


@pytest.mark.proof
def test_a_piece_is_dragged_from_region_to_region(visitor: BrowserContext) -> None:
    game = moving()
    page = sit_down(visitor, game).page
    azure = page.locator(f'.thing[data-choice="{game.parse("azure@aragon")}"]')
    expect_label(page, "granada", "Granada: 2 Ana (carmine), 2 ")
    drag(page, azure, place(page, "granada"))
    expect_label(page, "granada", "Granada: 2 Ana (carmine), 3 ")
    expect_label(page, "aragon", "Aragón: 2 Ana (carmine), 1 ")


@pytest.mark.parametrize("key", with_proofs(["Enter", "Space"]))
def test_a_focused_target_is_chosen_by_key(visitor: BrowserContext, key: str) -> None:
    page = sit_down(visitor, placing()).page
    place(page, "toledo").focus()
    page.keyboard.press(key)
    expect_label(page, "toledo", "Toledo: 3 Ana")


@pytest.mark.proof
def test_the_arrow_keys_go_as_the_map_does(visitor: BrowserContext) -> None:
    page = sit_down(visitor, placing()).page
    place(page, "toledo").focus()
    way = ("Up", "castilla"), ("Left", "galicia"), ("Down", "portugal"), ("Right", "toledo")
    for key, goal in way:
        page.keyboard.press(f"Arrow{key}")
        expect(place(page, goal)).to_be_focused()


def pinch(session: CDPSession, x: float, y: float, start: float, end: float) -> None:
    """Two fingers go apart."""

    def touch(kind: str, reach: float) -> None:
        points = [{"x": x - reach, "y": y, "id": 0}, {"x": x + reach, "y": y, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", start)
    for step in range(1, 6):
        touch("touchMove", start + (end - start) * step / 5)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def tap_twice(session: CDPSession, x: float, y: float) -> None:
    """Two quick taps, however long this machine takes between them."""
    now = time.time()
    for number, kind in enumerate(["touchStart", "touchEnd"] * 2):
        points = [{"x": x, "y": y, "id": 0}] if kind == "touchStart" else []
        touch = {"type": kind, "touchPoints": points, "timestamp": now + number * BETWEEN_TOUCHES}
        session.send("Input.dispatchTouchEvent", touch)


@pytest.mark.proof
def test_a_phone_looks_closer_with_fingers_and_buttons(phone: BrowserContext) -> None:
    seen = sit_down(phone, placing())
    page, step = seen.page, seen.step()
    sheet = page.get_by_role("group", name="Map of Spain")
    wait_until_still(page)
    usual: float = sheet.evaluate("sheet => sheet.offsetWidth")

    def times() -> float:
        wait_until_still(page)
        wide: float = sheet.evaluate("sheet => sheet.offsetWidth")
        return wide / usual

    whole = page.get_by_role("button", name="Whole map")
    page.get_by_role("button", name="Zoom in").click()
    assert times() == pytest.approx(1.6, abs=0.05)
    page.get_by_role("button", name="Zoom out").click()
    assert times() == pytest.approx(1, abs=0.05)
    expect(whole).to_have_count(0)

    pinch(phone.new_cdp_session(page), *middle(place(page, "castilla")), 30, 75)
    expect(whole).to_be_visible()
    assert times() == pytest.approx(2.5, abs=0.4)
    whole.click()
    assert times() == pytest.approx(1, abs=0.05)

    tap_twice(phone.new_cdp_session(page), *middle(place(page, "portugal")))
    expect(whole).to_be_visible()
    assert times() == pytest.approx(2.4, abs=0.1)
    assert seen.step() == step


@pytest.mark.proof
def test_a_finger_on_a_crowd_looks_closer_before_it_picks(phone: BrowserContext) -> None:
    game = fullest()
    seen = sit_down(phone, game)
    page, step = seen.page, seen.step()
    things = page.locator(".thing")
    expect(things).to_have_count(40)
    wait_until_still(page)
    sizes = things.evaluate_all(HITS)
    assert all(size >= FINGER for *sides, _ in sizes for size in sides)
    assert all(hit for *_, hit in sizes)

    wanted = page.locator(f'.thing[data-choice="{game.parse("azure@aragon")}"]')
    page.touchscreen.tap(*middle(wanted))
    expect(page.get_by_role("button", name="Whole map")).to_be_visible()
    assert seen.step() == step
    page.touchscreen.tap(*middle(wanted))
    expect(seen.root).not_to_have_attribute("data-step", step)
    expect(place(page, "granada")).to_have_attribute("data-choice", str(game.parse("granada")))
    # Where he goes may be anywhere: the whole map is shown again, with who was taken up.
    expect(page.get_by_role("button", name="Whole map")).to_have_count(0)
    expect(page.locator(".taken-up")).to_be_visible()


@pytest.mark.proof
@pytest.mark.parametrize("screen", with_proofs(["visitor", "phone"]))
def test_each_of_several_grandes_in_one_place_can_be_pressed(
    request: pytest.FixtureRequest, screen: str
) -> None:
    game = position("C-stand-in", players=5, new_regency=True, grandes=["galicia"] * 5)
    game = begun(take(game, "C-stand-in", "special"))
    page = sit_down(request.getfixturevalue(screen), game).page
    expect(page.locator(".thing")).to_have_count(5)
    wait_until_still(page)
    sizes = page.locator(".thing").evaluate_all(HITS)
    assert all(size >= FINGER for *sides, _ in sizes for size in sides)
    assert all(hit for *_, hit in sizes)
    page.locator(".thing").nth(1).click()
    expect_label(page, "galicia", "Galicia: Grande of Ana (carmine), ")
    expect(place(page, "galicia")).not_to_have_accessible_name(re.compile("azure"))


@pytest.mark.proof
def test_two_fingers_look_closer_though_one_is_on_a_piece(phone: BrowserContext) -> None:
    game = fullest()
    seen = sit_down(phone, game)
    page, step = seen.page, seen.step()
    x, y = middle(page.locator(f'.thing[data-choice="{game.parse("azure@aragon")}"]'))
    pinch(phone.new_cdp_session(page), x + 30, y, 30, 75)
    expect(page.get_by_role("button", name="Whole map")).to_be_visible()
    assert seen.step() == step
    assert len(seen.choices()) == len(game.legal())


@pytest.mark.proof
def test_moving_the_map_chooses_nothing(visitor: BrowserContext) -> None:
    game = begun(take(crowded("C-tile", tiles={"8/4/0": "toledo"}), "C-tile", "special"))
    seen = sit_down(visitor, game)
    page, step = seen.page, seen.step()
    page.get_by_role("button", name="Zoom in").click()
    tile = page.locator(f'.thing[data-choice="{game.parse("tile 8/4/0")}"]')
    x, y = middle(tile)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 30, y - 60, steps=4)
    page.mouse.up()
    assert middle(tile) != (x, y)
    assert seen.step() == step
    expect(page.locator(".thing")).to_have_count(2)


@pytest.mark.proof
def test_enter_confirms_wherever_the_last_piece_was_placed(visitor: BrowserContext) -> None:
    game = take(position("C-king", court=[1, 7, 7, 7]), "C-king", "special", "toledo", "place")
    seen = sit_down(visitor, begun(game))
    page = seen.page
    place(page, "castilla").click()
    expect(page.get_by_test_id("confirm")).to_be_visible()
    expect(place(page, "castilla")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("confirm")).to_have_count(0)


def test_a_throw_into_the_castillo_is_seen_in_passing_and_not_kept(lively: BrowserContext) -> None:
    game = placing()
    seen = sit_down(lively, game)
    page = seen.page
    page.evaluate(WATCH)
    seen.pick(game.parse("castillo"))
    page.wait_for_function("() => seen.falls.length > 0")
    expect(page.locator(".fall")).to_have_count(0)
    assert set(page.evaluate("() => seen.falls")) == {"+1"}
    expect(place(page, "castillo")).to_have_accessible_name(re.compile("^Castillo: closed; 5/3/1"))
    wait_until_still(page)
    inside = page.locator(".cast .actor, .cast .number").evaluate_all(
        """pieces => {
            const tower = document.querySelector('.area[data-place=castillo]');
            const { left, right, top, bottom } = tower.getBoundingClientRect();
            return pieces.filter(piece => {
                const { x, y } = piece.getBoundingClientRect();
                return x > left && x < right && y > top && y < bottom;
            }).length;
        }"""
    )
    assert inside == 0
    # Nor in words: not in the log, and in what was read out only until it has been heard.
    page.wait_for_function(
        "() => !/\\d+ from .* into the Castillo/.test(document.body.textContent)"
    )


def test_the_secret_disc_is_not_set_by_a_single_key(visitor: BrowserContext) -> None:
    seen = sit_down(visitor, setting_discs())
    page, step = seen.page, seen.step()
    page.keyboard.press("2")
    button = page.get_by_test_id("set-disc")
    expect(button).to_be_focused()
    page.keyboard.press("3")
    expect(page.locator(".position.chosen")).to_have_attribute(
        "data-choice", str(seen.choices()[2])
    )
    assert seen.step() == step
    page.keyboard.press("Enter")
    expect(seen.root).not_to_have_attribute("data-step", step)


@pytest.mark.proof
def test_the_gate_opens_when_the_castillo_is_scored(lively: BrowserContext) -> None:
    seen = sit_down(lively, setting_discs())
    page = seen.page
    page.evaluate(WATCH)
    seen.pick(seen.choices()[0])
    page.wait_for_function("() => seen.open && seen.moving > 0")
    expect(page.locator(".gate.open")).to_have_count(0)


@pytest.mark.proof
@pytest.mark.parametrize("screen", with_proofs(["visitor", "phone"]))
def test_one_of_the_court_is_returned_by_a_click_on_the_court(
    request: pytest.FixtureRequest, screen: str
) -> None:
    game = returning()
    choice, [court, *_] = game.parse("court"), there(game, "court")
    seen = sit_down(request.getfixturevalue(screen), game)
    home = seen.page.locator('[data-home="court-0"]')
    expect(home).to_have_attribute("data-choice", str(choice))
    expect(home).to_have_accessible_name("Return one from the Court.")
    seen.pick(choice)
    expect(home).not_to_have_attribute("data-choice", re.compile(""))
    expect(home).to_contain_text(str(court - 1))


@pytest.mark.proof
@pytest.mark.parametrize("where", with_proofs(["castillo", "portugal", "france"]))
def test_the_king_stands_where_he_is(visitor: BrowserContext, where: str) -> None:
    page = sit_down(visitor, position("C-king", king=where, new_regency=True)).page
    king = page.locator(".actor.king")
    wait_until_still(page)
    assert king.evaluate(STANDS_IN, where)
    expect(page.locator(".throne")).to_have_count(0 if where == "castillo" else 1)
    expect_label(page, where, f"{where.title()}: the King")


@pytest.mark.proof
@pytest.mark.parametrize("motion", with_proofs(["reduce", "no-preference"], quick=1))
def test_pieces_move_unless_less_movement_is_wished(
    browser: Browser, server: ServerProcess, console: Console, motion: str
) -> None:
    game = placing()
    with visiting(browser, server.url, console, reduced_motion=motion) as context:
        seen = sit_down(context, game)
        seen.page.evaluate(WATCH)
        seen.pick(game.parse("toledo"))
        if motion == "reduce":
            seen.page.wait_for_timeout(500)
            assert seen.page.evaluate("() => document.getAnimations().length") == 0
            assert seen.page.evaluate("() => [seen.moving, seen.animated]") == [0, 0]
        else:
            seen.page.wait_for_function("() => seen.animated > 0")


@pytest.mark.proof
def test_the_board_in_words_offers_the_same_choices(visitor: BrowserContext) -> None:
    game = placing()
    seen = sit_down(visitor, game)
    page, on_the_map = seen.page, seen.choices()
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("The board as text").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="The board in words")).to_be_visible()
    expect(page.get_by_role("group", name="Map of Spain")).to_have_count(0)
    assert seen.choices() == on_the_map
    row = page.get_by_role("row", name="Toledo")
    row.get_by_role("button").click()
    expect(row).to_contain_text("3 Ana (carmine)")


@pytest.mark.proof
def test_the_order_of_a_scoring_is_chosen_by_clicking_regions(visitor: BrowserContext) -> None:
    seen = sit_down(visitor, ordering())
    game = ordering()
    assert seen.choices() == game.legal()
    expect(seen.page.get_by_text("Choose the region to score next").first).to_be_visible()
    chosen = game.parse("valencia")
    seen.pick(chosen)
    # The holder of the Veto is a bot: the region is scored, or with all that follow it is not.
    assert seen.wait_until_asked() == "me"
    assert chosen not in seen.choices()
    assert seen.clicked == [chosen]
