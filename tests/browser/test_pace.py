"""Games at the pace people see them: every kind of event is shown, and no page complains."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.browsing import Console, visiting
from tests.support.server import ServerProcess
from tests.support.sights import ask, come_in, new_table

FASTEST = 4  # of the paces that a page offers


def choose(context: BrowserContext, table: str, kind: str) -> dict[str, Any]:
    """Make the first choice that touches such a thing, for this browser's player."""
    view = context.request.get(f"/api/tables/{table}/state").json()["view"]
    choice = next(one for one in view["choices"] if one["touches"]["on"] == kind)
    answer = {"seat": view["seat"], "step": view["step"], "choice": choice["choice"]}
    ask(context, f"/api/tables/{table}/choices", answer | {"confirm": True})
    touched: dict[str, Any] = choice["touches"]
    return touched


def test_a_modifier_is_shown_when_somebody_plays_it(
    browser: Browser, server: ServerProcess, console: Console
) -> None:
    options = {"power_shift": True, "first_player": 1}
    preferences = {"pace": FASTEST}
    with (
        visiting(browser, server.url, console, preferences) as ana,
        visiting(browser, server.url, console) as eva,
    ):
        made = new_table(ana, {"kind": "me"}, {"kind": "invite"}, options=options)
        table = made["table"]["id"]
        come_in(eva, "Eva")
        ask(eva, "/api/invitations/accept", {"token": made["invitations"][0]["token"]})
        for context in (ana, eva):
            choose(context, table, "modifier")
        page = ana.new_page()
        page.goto(f"/table/{table}")
        expect(page.locator('[data-waiting="others"]')).to_be_visible()
        choose(eva, table, "power")
        played = choose(eva, table, "modifier")["modifier"]
        shown = page.locator('[data-player="1"] .modifier')
        expect(shown).to_have_text(played.split()[0].replace("-", "\N{MINUS SIGN}"))
