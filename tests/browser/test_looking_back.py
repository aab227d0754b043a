"""Looking back: the log leads to its board, replays, links to positions, forks, and results."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.browsing import TableOnPage
from tests.support.sights import ask, crowded, finished, new_table, table_at


def test_a_replay_goes_with_keys_and_links_to_any_position(
    page: Page, visitor: BrowserContext
) -> None:
    table = finished(visitor)
    page.goto(f"/table/{table}/replay?at=10")
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("10")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("11")
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    page.keyboard.press("End")
    last = visitor.request.get(f"/api/tables/{table}/positions/0").json()["last"]
    expect(slider).to_have_value(str(last))
    page.wait_for_url(re.compile(rf"[?&]at={last}\b"))
    link = page.url
    other = visitor.new_page()
    other.goto(link)
    expect(other.get_by_role("slider")).to_have_value(str(last))


def choose(visitor: BrowserContext, table: str) -> int:
    """Make the first choice there is, without a page; says the position after it."""
    view = visitor.request.get(f"/api/tables/{table}/state").json()["view"]
    wanted = {"seat": view["seat"], "step": view["step"], "choice": view["legal"][0]}
    ask(visitor, f"/api/tables/{table}/choices", wanted)
    position: int = visitor.request.get(f"/api/tables/{table}").json()["play"]["position"]
    return position


@pytest.mark.proof
def test_a_game_that_goes_on_is_followed(page: Page, visitor: BrowserContext) -> None:
    """Who looks at its newest position goes on with it; who looks further back stays there."""
    table = table_at(visitor, crowded())
    begun = choose(visitor, table)
    page.goto(f"/table/{table}/replay")
    newest = page.get_by_role("slider")
    expect(newest).to_have_value(str(begun))
    other = visitor.new_page()
    other.goto(f"/table/{table}/replay?at=0")
    older = other.get_by_role("slider")
    expect(older).to_have_value("0")
    gone_on = choose(visitor, table)
    assert gone_on > begun
    expect(newest).to_have_value(str(gone_on))
    expect(older).to_have_attribute("max", str(gone_on))
    expect(older).to_have_value("0")


@pytest.mark.proof
def test_a_line_of_the_log_shows_the_board_then(page: Page, visitor: BrowserContext) -> None:
    table = finished(visitor)
    events = visitor.request.get(f"/api/tables/{table}/events").json()
    event = next(one for one in events if one["event"] == "king_moved")
    page.goto(f"/table/{table}/replay?at=0")
    page.locator(f'[data-position="{event["position"]}"]').first.click()
    expect(page.get_by_role("slider")).to_have_value(str(event["position"]))
    shown = visitor.request.get(f"/api/tables/{table}/positions/{event['position']}").json()
    assert shown["view"]["king"] == event["to"]


@pytest.mark.proof
def test_a_game_is_played_on_from_a_position(page: Page, visitor: BrowserContext) -> None:
    table = finished(visitor)
    page.goto(f"/table/{table}/replay?at=4")
    page.get_by_test_id("fork").click()
    page.get_by_test_id("start-fork").click()
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
    seen = TableOnPage(page)
    seen.wait_until_asked()
    seen.do_one()
    assert seen.clicked


@pytest.mark.proof
def test_a_file_is_replayed(page: Page, visitor: BrowserContext, tmp_path: Path) -> None:
    table = finished(visitor)
    record = visitor.request.get(f"/api/tables/{table}/record.egn").body()
    file = tmp_path / "game.egn"
    file.write_bytes(record)
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/table/*/replay*")
    expect(page.get_by_role("slider")).to_be_visible()


def test_the_result_says_where_the_points_came_from(page: Page, visitor: BrowserContext) -> None:
    table = finished(visitor)
    scores = visitor.request.get(f"/api/tables/{table}").json()["result"]["scores"]
    page.goto(f"/table/{table}/result")
    for seat, score in enumerate(scores):
        expect(page.locator(f'[data-total="{seat}"]').first).to_have_text(str(score))


@pytest.mark.proof
def test_a_rematch_has_the_same_seats(page: Page, visitor: BrowserContext) -> None:
    bot = {"kind": "bot", "bot": "random"}
    made = new_table(visitor, {"kind": "me"}, bot, options={"short": True})
    table = made["table"]["id"]
    page.goto(f"/table/{table}")
    TableOnPage(page).play()
    page.goto(f"/table/{table}/result")
    page.get_by_test_id("rematch").click()
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
    TableOnPage(page).wait_until_asked()


@pytest.mark.proof
def test_further_back_by_agreement(page: Page, visitor: BrowserContext) -> None:
    """Bots agree at once: the game goes back to before one's last turn."""
    table = table_at(visitor, crowded())
    page.goto(f"/table/{table}")
    seen = TableOnPage(page)
    seen.play(until=lambda: len(seen.clicked) >= 12)
    state = visitor.request.get(f"/api/tables/{table}/state").json()
    position = state["table"]["play"]["position"]
    page.get_by_role("button", name="Go back to before this").first.click()
    page.get_by_test_id("ask-undo").click()
    page.wait_for_function(
        "before => +document.querySelector('[data-waiting]').dataset.position < before",
        arg=position,
    )


@pytest.mark.proof
def test_the_coach_names_three_choices(page: Page, visitor: BrowserContext) -> None:
    table = table_at(visitor, crowded())
    page.goto(f"/table/{table}")
    seen = TableOnPage(page)
    seen.wait_until_asked()
    page.get_by_role("tab", name="Coach").click()
    page.get_by_test_id("ask-coach").click()
    expect(page.get_by_test_id("advice")).to_have_count(3)
