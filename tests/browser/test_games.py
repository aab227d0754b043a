"""Whole games by clicking: from the front page, in two browsers, round one screen, by keyboard."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from elgrande import Game, Options
from tests.support.browsing import (
    LONGEST_GAME,
    LONGEST_WAIT_MS,
    Console,
    TableOnPage,
    visiting,
    wait_until_still,
)
from tests.support.positions import take
from tests.support.server import ServerProcess, serving, sqlite_url
from tests.support.services import free_port
from tests.support.sights import crowded, new_table, table_at

pytestmark = pytest.mark.proof

SECONDS_BETWEEN_DEEDS = LONGEST_WAIT_MS / 1000
SHORT = {"short": True, "players": 2}


def finished(context: BrowserContext, table: str) -> bool:
    state: str = context.request.get(f"/api/tables/{table}").json()["state"]
    return state == "finished"


def table_of(page: Page) -> str:
    """The id of the table whose page this is."""
    found = re.search(r"/table/([^/?]+)", page.url)
    assert found, page.url
    return found[1]


def test_from_the_front_page_to_the_end_of_a_game(page: Page, visitor: BrowserContext) -> None:
    page.goto("/")
    page.get_by_test_id("play").click()
    page.wait_for_url("**/table/*")
    table = table_of(page)
    assert TableOnPage(page).play() == "over"
    assert finished(visitor, table)
    page.get_by_test_id("finished").get_by_role("link").first.click()
    page.wait_for_url(f"**/table/{table}/result")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_two_browsers_play_a_game_to_its_end(
    browser: Browser, server: ServerProcess, console: Console, visitor: BrowserContext
) -> None:
    made = new_table(visitor, {"kind": "me"}, {"kind": "invite"}, options={"short": True})
    link = made["invitations"][0]["token"]
    mine = visitor.new_page()
    mine.goto(f"/table/{made['table']['id']}")
    with visiting(browser, server.url, console) as other:
        theirs = other.new_page()
        theirs.goto(f"/join/{link}")
        theirs.get_by_test_id("accept").click()
        theirs.wait_for_url("**/table/*")
        seats = [TableOnPage(mine, 1), TableOnPage(theirs, 2)]
        last_deed = time.monotonic()
        while [seat.standing() for seat in seats] != ["over", "over"]:
            for seat in seats:
                if seat.is_asked() and seat.standing() != "over":
                    seat.do_one()
                    last_deed = time.monotonic()
            assert time.monotonic() - last_deed < SECONDS_BETWEEN_DEEDS
            assert all(len(seat.clicked) < LONGEST_GAME for seat in seats)
            mine.wait_for_timeout(20)
        assert all(seat.clicked for seat in seats)
    assert finished(visitor, made["table"]["id"])


def test_two_play_round_one_screen(page: Page, visitor: BrowserContext) -> None:
    eva = {"kind": "hotseat", "name": "Eva"}
    made = new_table(visitor, {"kind": "me"}, eva, options={"short": True})
    page.goto(f"/table/{made['table']['id']}")
    seen = TableOnPage(page)
    assert seen.play() == "over"
    assert seen.handed_over >= 10
    assert finished(visitor, made["table"]["id"])


def test_a_hand_is_covered_until_the_next_player_is_there(
    page: Page, visitor: BrowserContext
) -> None:
    eva = {"kind": "hotseat", "name": "Eva"}
    made = new_table(visitor, {"kind": "me"}, eva, options=SHORT | {"first_player": 0})
    page.goto(f"/table/{made['table']['id']}")
    seen = TableOnPage(page)
    seen.wait_until_asked()
    seen.take_the_screen()
    seen.pick(seen.choices()[0])
    seen.confirm()
    expect(page.get_by_test_id("hand-over")).to_contain_text("Eva")
    expect(page.locator("[data-choice]:visible")).to_have_count(0)


def distinct_variants() -> list[Options]:
    """Options in which every variant, edition and number of players comes up."""
    return [
        *(Options(edition="classic", players=players) for players in (2, 3, 4, 5)),
        *(Options(players=players) for players in (2, 3, 4, 5)),
        Options(players=3, merged_stacks=True),
        Options(players=4, short=True),
        Options(players=4, new_regency=True),
        Options(players=4, castillo="open"),
        Options(players=4, old_hands=("delegation", "rivalries", "veto", "veto")),
        Options(players=5, power_shift=True),
        Options(
            players=4,
            short=True,
            new_regency=True,
            power_shift=True,
            castillo="open",
            old_hands=("delegation", "rivalries", "veto", "veto"),
            first_player=2,
        ),
    ]


@pytest.mark.parametrize("options", distinct_variants(), ids=lambda one: repr(one)[8:-1])
def test_every_variant_is_started_and_played_for_a_round(
    visitor: BrowserContext, page: Page, options: Options
) -> None:
    bots = [{"kind": "bot", "bot": "random"}] * (options.players - 1)
    wanted = {**options.to_data(), "players": options.players}
    made = new_table(visitor, {"kind": "me"}, *bots, options=wanted)
    table = made["table"]["id"]
    page.goto(f"/table/{table}")
    seen = TableOnPage(page)

    def round_is_over() -> bool:
        state = visitor.request.get(f"/api/tables/{table}/state").json()
        return bool(state["view"]["rounds_played"] >= 1)

    seen.play(until=round_is_over)
    assert seen.clicked


def test_a_server_that_is_started_again_loses_no_choice(
    browser: Browser, console: Console, tmp_path: Path
) -> None:
    console.allow_lost_connection()
    url, port = sqlite_url(tmp_path), free_port()
    with serving(url, port=port) as first, visiting(browser, first.url, console) as context:
        table = table_at(context, crowded())
        page = context.new_page()
        page.goto(f"/table/{table}")
        seen = TableOnPage(page)
        seen.wait_until_asked()
        seen.pick(seen.choices()[0])
        clicked = len(seen.clicked)
        first.stop()
        expect(page.get_by_test_id("connection-lost")).to_be_visible()
        step = seen.step()
        choice = seen.choices()[0]
        page.locator(f'[data-choice="{choice}"]').locator("visible=true").first.click()
        with serving(url, port=port):
            expect(page.get_by_test_id("connection-lost")).to_be_hidden()
            expect(seen.root).not_to_have_attribute("data-step", step)
            state = context.request.get(f"/api/tables/{table}/state").json()
            assert state["table"]["play"]["position"] == clicked + 1


def test_a_turn_is_taken_back_and_confirmed(page: Page, visitor: BrowserContext) -> None:
    table = table_at(visitor, crowded())
    page.goto(f"/table/{table}")
    seen = TableOnPage(page)
    seen.wait_until_asked()
    before = seen.choices()
    seen.pick(105)
    assert seen.choices() != before
    step = seen.step()
    page.get_by_test_id("take-back").click()
    expect(seen.root).not_to_have_attribute("data-step", step)
    assert seen.choices() == before


def test_a_game_is_won_with_the_keyboard_alone(page: Page, visitor: BrowserContext) -> None:
    """No mouse: Tab and arrows to see that they reach, numbers and Enter to play."""
    bots = {"kind": "bot", "bot": "random"}
    made = new_table(visitor, {"kind": "me"}, bots, options={"short": True})
    page.goto(f"/table/{made['table']['id']}")
    seen = TableOnPage(page, by_keyboard=True)
    assert seen.play() == "over"
    assert finished(visitor, made["table"]["id"])


def test_a_slow_double_click_is_one_choice(page: Page, visitor: BrowserContext) -> None:
    game = take(crowded("C-king"), "C-king")
    page.goto(f"/table/{table_at(visitor, Game.from_snapshot(game.snapshot()))}")
    TableOnPage(page).wait_until_asked()
    page.get_by_role("button", name="End your turn").click()
    expect(page.get_by_test_id("confirm")).to_be_visible()
    # Other buttons have come to where the pointer is.
    wait_until_still(page)
    page.get_by_test_id("confirm").hover()
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(200)
    expect(page.get_by_test_id("confirm")).to_be_visible()
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("confirm")).to_have_count(0)
