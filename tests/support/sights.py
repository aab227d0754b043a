"""Every page of the game, and how to come to it: for pictures and for checks of all pages."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, Page

from elgrande import Game, Options, Record
from elgrande.bots import Situation, bot_rng, open_players
from elgrande.model_games.comments import said_about
from elgrande.model_games.library import model_game
from elgrande.puzzles.library import EXAM
from elgrande.rules.rng import Rng
from tests.support.playing import finish_round
from tests.support.positions import REGION_KEYS, position, take
from tests.support.walks import walk

Finding = Callable[[BrowserContext], str]
SEAT = 0
GAMES = Path(__file__).parents[1] / "games"
LARGE_CHOICE = 6  # this many places to choose from make a good picture


class Sight(NamedTuple):
    """A page: its name, and what makes its address (tables are made, invitations written).

    `stage` lets happen what is to be seen once the page is there, at a pace that people can follow.
    """

    name: str
    find: Finding
    wait_for: str = "h1"
    stage: Callable[[Page], None] | None = None

    @property
    def preferences(self) -> dict[str, Any]:
        """How a browser must be set for this sight."""
        return {} if self.stage is None else {"pace": 1, "sheetSeconds": 0}


def ask(context: BrowserContext, path: str, body: dict[str, Any]) -> Any:
    """What the server answers to this browser."""
    answer = context.request.post(path, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def come_in(context: BrowserContext, name: str = "Ana") -> None:
    """Be a guest, unless the browser has a player already."""
    if context.request.get("/api/visitor").json()["player"] is None:
        ask(context, "/api/players", {"name": name})


def new_table(context: BrowserContext, *seats: dict[str, Any], **more: Any) -> Any:
    """A new table, with its invitations; against three bots unless seats are given."""
    come_in(context)
    bots = [{"kind": "bot", "bot": "random"}] * 3
    taken = list(seats or [{"kind": "me"}, *bots])
    options = {"players": len(taken), **more.pop("options", {})}
    return ask(context, "/api/tables", {"seats": taken, "options": options, **more})


def table_at(context: BrowserContext, game: Game, seat: int = SEAT) -> str:
    """A new table at this position: a record that passes through it is imported and forked."""
    table = finished(context, game)
    fork = {"position": len(game.record().choices), "seat": seat, "bot": "random"}
    made: str = ask(context, f"/api/tables/{table}/fork", fork)["table"]["id"]
    return made


def finished(context: BrowserContext, game: Game | None = None) -> str:
    """A finished game, played on by chance from this position."""
    come_in(context)
    ended = walk(crowded().clone() if game is None else game.clone(), Rng(1))
    brought = ask(context, "/api/records", {"record": ended.record().to_text()})
    table: str = brought["table"]["id"]
    return table


def crowded(card: str = "C-king", **options: Any) -> Game:
    """A game in which everybody is everywhere, and a seat is about to take the card."""
    return position(
        card,
        king="castilla",
        regions={region: [2, 2, 1, 1] for region in REGION_KEYS},
        castillo=[1, 1, 1, 0],
        court=[4, 4, 4, 4],
        grandes=["galicia", "navarra", "sevilla", "granada"],
        round_number=4,
        **options,
    )


@cache
def among_bots() -> Record:
    """A whole game of four bots that plan."""
    game = Game.new(Options(players=4), seed=11)
    with open_players(["steady"] * 4) as players:
        luck = [bot_rng(11, seat) for seat in range(4)]
        while not game.over:
            seat = game.waiting[0]
            game.play(players[seat].answer(Situation.of(game, seat, luck[seat]))[0], seat)
    return game.record()


def _bot_game(context: BrowserContext) -> str:
    """The game of the bots, to look back at."""
    come_in(context)
    table: str = ask(context, "/api/records", {"record": among_bots().to_text()})["table"]["id"]
    return table


def reviewed(context: BrowserContext) -> str:
    """A short finished game with its review."""
    come_in(context)
    record = (GAMES / "2023-3p-short.egn").read_text(encoding="utf-8")
    table: str = ask(context, "/api/records", {"record": record})["table"]["id"]
    here = f"/api/tables/{table}/review"
    ask(context, here, {})
    while context.request.get(here).json()["state"] != "done":
        sleep(0.1)
    return table


def _placing(context: BrowserContext) -> str:
    """The game of the bots at a moment when somebody is about to place, late in it."""
    record, table = among_bots(), _bot_game(context)
    positions = range(len(record.choices) // 2, len(record.choices))
    game = next(
        game
        for game in map(record.replay, positions)
        if game.decision == "place" and len(game.legal()) >= LARGE_CHOICE
    )
    seat, position = game.waiting[0], len(game.record().choices)
    fork = {"position": position, "seat": seat, "bot": "steady"}
    return f"/table/{ask(context, f'/api/tables/{table}/fork', fork)['table']['id']}"


def _my_games(context: BrowserContext) -> str:
    """A few games of the player's: finished, running, waiting for somebody."""
    _bot_game(context)
    new_table(context, title="Friday evening")
    new_table(context, {"kind": "me"}, {"kind": "invite"}, title="With Eva")
    return "/mine"


def at_the_dial() -> Game:
    """A game that asks for a secret disc."""
    game = crowded("C-rivalries", old_hands=("rivalries",))
    game.play(game.parse("card 4"))
    game.play(game.parse("special"))
    return game


def hit_by_a_card() -> Game:
    """Somebody else's card drives the first seat out of a region, and its disc is asked for."""
    game = position(
        "C-coup",
        seat=1,
        king="castilla",
        regions={"toledo": [3, 1, 2], "castilla": [1, 1], "granada": [2, 0, 0, 1]},
    )
    return take(game, "C-coup", "special", "toledo")


def before_a_general_scoring() -> Game:
    """The end of a scoring round: everybody who is in the Castillo sets a disc."""
    game = position(
        king="castilla",
        regions={
            "galicia": [3, 1, 1],
            "navarra": [2, 2, 0, 1],
            "castilla": [1, 4, 0, 2],
            "toledo": [5, 3, 3, 1],
            "sevilla": [1, 1, 1, 1],
            "granada": [0, 2, 6, 3],
        },
        castillo=[3, 2, 2, 1],
        grandes=["toledo", "castilla", "granada", "sevilla"],
        round_number=3,
    )
    return finish_round(game)


def set_disc(page: Page, region: str = "granada") -> None:
    """Set the disc of the seat that looks on, beside the page, which shows what comes of it."""
    page.locator(ASKED).wait_for(state="attached")
    table = page.url.split("/table/")[1].split("?")[0]
    view = page.request.get(f"/api/tables/{table}/state?seat={SEAT}").json()["view"]
    chosen = next(one["choice"] for one in view["choices"] if one["notation"] == region)
    answer = {"seat": SEAT, "step": view["step"], "choice": chosen, "confirm": True}
    made = page.request.post(f"/api/tables/{table}/choices", data=answer)
    assert made.ok, made.text()


def settled(page: Page, table: str) -> Any:
    """The state of a table once its bots have played and it waits for the seat that looks on."""
    while True:
        state = page.request.get(f"/api/tables/{table}/state").json()
        if state["table"]["state"] != "running" or SEAT in state["table"]["play"]["waiting"]:
            return state


def hear_all(page: Page, table: str) -> Any:
    """Wait until a page has heard of everything that happened at its table; the state now."""
    state = settled(page, table)
    step = state["view"]["step"]
    page.locator(f'[data-waiting][data-step="{step}"]').wait_for(state="attached")
    return state


def play_round_beside(page: Page) -> None:
    """Play to the next round beside a page, which shows what comes of it."""
    table = page.url.split("/table/")[1]
    view = settled(page, table)["view"]
    this_round = view["round"]
    while view["round"] == this_round:
        choice = view["choices"][0]["choice"]
        answer = {"seat": SEAT, "step": view["step"], "choice": choice, "confirm": True}
        ask(page.context, f"/api/tables/{table}/choices", answer)
        view = settled(page, table)["view"]


def continue_to(page: Page, wanted: str) -> None:
    """Go on from sheet to sheet until this is shown."""
    goal, button = page.locator(wanted), page.get_by_test_id("continue")
    goal.or_(button).first.wait_for()
    while not goal.is_visible():
        number = page.locator("[data-sheet-of]").get_attribute("data-sheet-of")
        button.click()
        page.locator(f'[data-sheet-of="{number}"]').wait_for(state="detached")
        goal.or_(button).first.wait_for()


def _scored(wanted: str) -> Callable[[Page], None]:
    def stage(page: Page) -> None:
        set_disc(page)
        continue_to(page, wanted)

    return stage


def _summed_up(page: Page) -> None:
    set_disc(page)
    page.get_by_test_id("to-summary").click()


def _at_scoring(context: BrowserContext) -> str:
    return f"/table/{table_at(context, before_a_general_scoring())}"


def _invitation(context: BrowserContext) -> str:
    made = new_table(context, {"kind": "me"}, {"kind": "invite"})
    return str(made["invitations"][0]["path"])


def waiting_room(context: BrowserContext) -> str:
    """A table that waits for somebody who is invited."""
    made = new_table(context, {"kind": "me"}, {"kind": "invite"}, {"kind": "bot", "bot": "steady"})
    return f"/table/{made['table']['id']}"


def _commented(context: BrowserContext) -> str:
    """A game to learn from, at the longest of its comments."""
    come_in(context)
    table = ask(context, "/api/model-games/variants", {})["table"]["id"]
    comment = max(said_about(model_game("variants")), key=lambda one: len(one.text))
    return f"/table/{table}/replay?at={comment.position}&seat=open"


def _event(context: BrowserContext) -> str:
    """An evening that is open for registration."""
    come_in(context)
    body: dict[str, Any] = {"kind": "evening", "title": "Friday night", "settings": {"most": 4}}
    body["bots"] = ["novice", "steady"]
    return f"/events/{ask(context, '/api/events', body)['line']['id']}"


def _own_record(context: BrowserContext) -> str:
    """The record of somebody who has not played yet."""
    come_in(context)
    return "/me/record"


def _plain(path: str) -> Finding:
    return lambda context: path


ASKED = '[data-waiting="me"][data-busy="false"]'
SIGHTS = (
    Sight("start", _plain("/")),
    Sight("new table", _plain("/new")),
    Sight("open tables", _plain("/open")),
    Sight("events", _plain("/events")),
    Sight("new event", _plain("/events/new")),
    Sight("event", _event, '[data-testid="event"]'),
    Sight("my games", _my_games),
    Sight("record", _own_record),
    Sight("club", _plain("/club")),
    Sight("player", _plain("/me")),
    Sight("about", _plain("/about")),
    Sight("welcome", _plain("/welcome")),
    Sight("moderation", _plain("/admin")),
    Sight("join", _invitation),
    Sight("waiting room", waiting_room),
    Sight("table", lambda context: f"/table/{table_at(context, crowded())}", ASKED),
    Sight("table at the start", lambda c: f"/table/{new_table(c)['table']['id']}", ASKED),
    Sight("placing", _placing, ASKED),
    Sight("dial", lambda context: f"/table/{table_at(context, at_the_dial())}", ASKED),
    Sight("hit by a card", lambda c: f"/table/{table_at(c, hit_by_a_card())}", ASKED),
    Sight("discs shown", _at_scoring, ASKED, _scored('[data-testid="reveal-sheet"]')),
    Sight("scoring", _at_scoring, ASKED, _scored('[data-scene="place"] [data-scored="toledo"]')),
    Sight("scoring summary", _at_scoring, ASKED, _summed_up),
    Sight("replay", lambda context: f"/table/{_bot_game(context)}/replay?at=120"),
    Sight("result", lambda context: f"/table/{_bot_game(context)}/result", "#history-title"),
    Sight("review", lambda context: f"/table/{reviewed(context)}/review", '[data-state="done"]'),
    Sight("replay a file", _plain("/replay")),
    Sight("analysis", lambda c: f"/analysis?table={_bot_game(c)}&at=120", '[data-busy="false"]'),
    Sight("editor", _plain("/analysis/edit"), '[data-testid="analyse"]:enabled'),
    Sight("learn", _plain("/learn")),
    Sight("puzzles", _plain("/puzzles"), '[data-testid="puzzle-of-the-day"]'),
    Sight("puzzle", _plain(f"/puzzles/{EXAM[0]}"), '[data-testid="position"]'),
    Sight("first round", _plain("/learn/first-round"), "[data-lesson]"),
    Sight("model games", _plain("/learn/games"), '[data-testid="watch-variants"]'),
    Sight("comment", _commented, '[data-testid="comment-text"]'),
    Sight("rules", _plain("/rules")),
    Sight("lost", _plain("/nowhere/at/all")),
)
