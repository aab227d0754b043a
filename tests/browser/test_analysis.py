"""The analysis board: branches for all seats, links, files, and positions set up by hand."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.support.axe import violations
from tests.support.browsing import Console, visiting
from tests.support.server import ServerProcess
from tests.support.sights import ask, come_in, finished

PHONE: ViewportSize = {"width": 390, "height": 844}


def choose(page: Page, number: int = 0) -> str:
    """Make one of the choices in the list; its step is over when the next can be made."""
    screen = page.get_by_test_id("position")
    expect(screen).to_have_attribute("data-busy", "false")
    step = int(screen.get_attribute("data-step") or 0)
    line = page.get_by_test_id("position-ask").locator("details ol button").nth(number)
    choice = line.get_attribute("data-choice")
    if not line.is_visible():
        page.get_by_test_id("position-ask").locator("summary").click()
    line.click()
    expect(screen).to_have_attribute("data-step", str(step + 1))
    return choice or ""


def moves(page: Page) -> Locator:
    return page.locator(".tree [data-path]")


def test_branches_are_played_kept_and_linked(
    page: Page, visitor: BrowserContext, browser: Browser, server: ServerProcess, console: Console
) -> None:
    table = finished(visitor)
    visitor.request.put(f"/api/tables/{table}/published", data={"published": True})
    page.goto(f"/table/{table}/replay?at=20&seat=open")
    expect(page.get_by_role("slider")).to_have_value("20")
    page.keyboard.press("a")
    expect(page.get_by_test_id("position")).to_have_attribute("data-step", "20")
    page.wait_for_url(re.compile(r"/analysis\?table=.*at=20"))
    choose(page)
    choose(page)
    expect(moves(page)).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("position")).to_have_attribute("data-step", "21")
    choose(page, 1)
    expect(moves(page)).to_have_count(4)
    expect(page.locator('[data-path="0.1"]')).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-path="0.0"]')).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowDown")
    page.wait_for_url(re.compile("line="))
    page.get_by_test_id("tree-promote").click()
    expect(page.locator('[data-path="0.0"]')).to_have_attribute("aria-current", "step")
    told = page.locator('[data-path="0.0"]').inner_text()
    page.reload()
    expect(moves(page)).to_have_count(4)
    with visiting(browser, server.url, console) as elsewhere:
        other = elsewhere.new_page()
        other.goto(page.url)
        expect(other.locator('[data-path="0.0"]')).to_have_text(told)
        expect(moves(other)).to_have_count(3)
    page.keyboard.press("Escape")
    page.wait_for_url(re.compile(r"/replay\?at=20&seat=open"))


@pytest.mark.proof
def test_an_analysis_is_saved_and_opened_again(
    page: Page, visitor: BrowserContext, tmp_path: Path
) -> None:
    table = finished(visitor)
    page.goto(f"/analysis?table={table}&at=0")
    choose(page)
    choose(page, 1)
    page.locator(".comment input").fill("Why not?")
    page.locator(".comment input").press("Enter")
    page.get_by_text("Files").click()
    with page.expect_download() as saving:
        page.get_by_test_id("save-json").click()
    file = tmp_path / "analysis.json"
    saving.value.save_as(file)
    saved = json.loads(file.read_text())
    assert saved["start"] == {"table": table, "position": 0}
    assert saved["tree"][0]["next"][0]["comment"] == "Why not?"
    with page.expect_download() as saving:
        page.get_by_test_id("save-text").click()
    assert "{Why not?}" in Path(saving.value.path()).read_text()
    page.get_by_test_id("tree-delete").click()
    expect(moves(page)).to_have_count(2)
    page.get_by_test_id("open-json").set_input_files(file)
    expect(moves(page)).to_have_count(3)
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    page.get_by_test_id("open-json").set_input_files(wrong)
    expect(page.get_by_text("This file is not an analysis.")).to_be_visible()


@pytest.mark.proof
def test_the_coach_and_the_chances_stand_beside_the_board(
    page: Page, visitor: BrowserContext
) -> None:
    table = finished(visitor)
    page.goto(f"/analysis?table={table}&at=12")
    expect(page.get_by_test_id("chances").get_by_text("%").first).to_be_visible(timeout=15_000)
    page.get_by_role("tab", name="Scoring now").click()
    expect(page.get_by_role("tabpanel").get_by_role("table")).to_be_visible()
    page.get_by_role("tab", name="Coach").click()
    page.get_by_test_id("ask-coach").click()
    page.get_by_test_id("advice").first.click(timeout=20_000)
    page.get_by_role("tab", name="Branches").click()
    expect(moves(page)).to_have_count(2)


@pytest.mark.proof
@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("is_phone", [False, True])
def test_a_position_is_set_up_by_hand(page: Page, language: str, is_phone: bool) -> None:
    if is_phone:
        page.set_viewport_size(PHONE)
    page.add_init_script(
        f"localStorage['elgrande.preferences'] = JSON.stringify({{language: '{language}'}})"
    )
    page.goto("/analysis/edit")
    analyse = page.get_by_test_id("analyse")
    expect(analyse).to_be_enabled()
    assert violations(page) == []
    page.locator('[data-field="province.0"]').fill("30")
    page.locator('[data-field="province.0"]').press("Enter")
    expect(page.locator("[data-problem]").first).to_be_visible()
    expect(analyse).to_be_disabled()
    page.locator('[data-field="toledo.0"]').fill("4")
    page.locator('[data-field="toledo.0"]').press("Enter")
    expect(analyse).to_be_enabled()
    page.locator('[data-field="grande.0"]').select_option("")
    expect(page.locator('[data-problem="grandes.0"]')).to_be_visible()
    page.locator('[data-field="grande.0"]').select_option("granada")
    page.locator('[data-field="moment"]').select_option("turn")
    page.locator('[data-field="power.1"]').select_option("13")
    expect(page.locator("[data-problem]").first).to_be_visible()
    page.locator('[data-field="power.1"]').select_option("12")
    expect(analyse).to_be_enabled()
    page.locator('[data-field="king"]').select_option("sevilla")
    expect(analyse).to_be_enabled()
    analyse.click()
    expect(page.get_by_test_id("position")).to_be_visible()
    choose(page)
    assert violations(page) == []
    link = page.url
    assert "#" in link
    page.goto("/")
    page.goto(link)
    expect(moves(page)).to_have_count(2)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


@pytest.mark.proof
def test_a_running_game_and_a_broken_link_are_refused(
    page: Page, visitor: BrowserContext, console: Console
) -> None:
    come_in(visitor)
    page.goto("/analysis#nonsense")
    expect(page.get_by_role("link", name="Set up a position")).to_be_visible()
    running = ask(visitor, "/api/lessons/first-round", {})["table"]["id"]
    page.goto(f"/analysis?table={running}&at=0")
    expect(page.get_by_role("heading", name="This position cannot be shown")).to_be_visible()
    console.allow("409")
