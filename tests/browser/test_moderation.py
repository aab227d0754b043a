"""Moderation in the browser: for admins alone, with a word before anything is done."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.browsing import Console, visiting
from tests.support.command_line import run_outside
from tests.support.moderating import PASSWORD
from tests.support.server import serving, sqlite_url
from tests.support.sights import come_in


def test_an_admin_bans_a_player_and_a_player_leaves(
    browser: Browser, tmp_path: Path, console: Console
) -> None:
    url = sqlite_url(tmp_path)
    with serving(url) as server, visiting(browser, server.url, console) as boss:
        come_in(boss, "Boss")
        assert boss.request.post("/api/me/password", data={"password": PASSWORD}).ok
        page = boss.new_page()
        page.goto("/admin")
        expect(page.get_by_text("This page is for the server's admins.")).to_be_visible()
        expect(page.get_by_role("link", name="Moderation")).to_have_count(0)
        # Not in this process: Playwright has its event loop.
        assert run_outside("admin", "grant", "Boss", "--database-url", url).code == 0
        with visiting(browser, server.url, console) as other:
            come_in(other, "Rowdy")
            page.goto("/admin")
            row = page.get_by_role("listitem").filter(has_text="Rowdy")
            row.get_by_role("button", name="Ban", exact=True).click()
            page.get_by_label("Reason").fill("Insults")
            page.get_by_test_id("do-it").click()
            expect(row.get_by_text("Insults")).to_be_visible()
            refused = other.request.get("/api/me")
            assert (refused.status, refused.json()["error"]) == (403, "banned")
            row.get_by_role("button", name="Unban").click()
            expect(row.get_by_role("button", name="Ban", exact=True)).to_be_visible()
            theirs = other.new_page()
            theirs.goto("/me")
            theirs.get_by_test_id("delete-me").click()
            theirs.get_by_test_id("delete-for-good").click()
            expect(theirs.get_by_text("Your account has been deleted.")).to_be_visible()
        page.get_by_role("button", name="Log", exact=True).click()
        expect(page.get_by_text("deleted their own account")).to_be_visible()
