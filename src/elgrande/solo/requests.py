"""The addresses that are answered without a server, with the server's own bodies."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from elgrande.bots.situation import SEEDS, fresh_luck
from elgrande.insight.analysis import analyse
from elgrande.record import Record
from elgrande.server.accounts.names import clean_name
from elgrande.server.errors import WrongState
from elgrande.server.presentation.state_messages import StateMessages
from elgrande.server.presentation.table_views import describe_table, shown_entries
from elgrande.server.tables.decisions import closing, seats
from elgrande.server.tables.decisions.opening import import_record, open_table, play_on
from elgrande.server.tables.lesson import OPPONENT, SEAT, guided_round
from elgrande.server.tables.seating import BOT, HUMAN, TableSeat
from elgrande.server.tables.settings import LONGEST_TITLE, TableSettings
from elgrande.server.tables.table import FINISHED, TableState
from elgrande.server.timestamps import now_ms
from elgrande.server.web.api.bodies import (
    Done,
    ForkBody,
    HandOverBody,
    LessonBody,
    NewSeat,
    NewTable,
    OpenedTable,
    Presence,
    RecordBody,
)
from elgrande.server.web.knowledge_answers import (
    catalogue_body,
    insights_at,
    reasons_of,
    show_analysis,
    show_bot,
)
from elgrande.server.web.reading import read_json
from elgrande.server.web.table_answers import (
    events_of,
    fork_at,
    line_of,
    playthrough_of,
    record_of,
    show_position,
)
from elgrande.server.web.viewpoints import check_seat, usual_seat, viewer_of
from elgrande.solo.addresses import Query, edition_in, language_in, number_in, seat_in
from elgrande.solo.errors import NeedsServer
from elgrande.solo.levels import check_level, describe_levels
from elgrande.solo.saving import SoloPlayer
from elgrande.solo.tables import SoloTables

# What a form asks about other people is not asked of somebody who is alone.
SETTINGS: Final = ("title", "clock", "turn_seconds", "game_minutes", "increment", "policy")
ALONE: Final[dict[str, Any]] = {"watching": "nobody", "coach": False}


class Named(msgspec.Struct):
    """A name somebody wants to have."""

    name: str


class Asked(NamedTuple):
    """A request: who asks, what the address names, and the body."""

    tables: SoloTables
    player: SoloPlayer
    named: dict[str, str]
    query: Query
    body: bytes

    @property
    def table(self) -> TableState:
        """The table in the address."""
        return self.tables.get(self.named["table"])

    @property
    def seat(self) -> int | None:
        """The seat to look from, which is the asker's or of a game that is over."""
        seat = seat_in(self.query)
        check_seat(self.table, self.player.id, seat)
        return seat

    @property
    def language(self) -> str:
        """The language of sentences."""
        return language_in(self.query)

    def read(self, wanted: Any) -> Any:
        """The body; BadRequest if it is not what is wanted."""
        return read_json(self.body, wanted, "The body")


Handler = Callable[[Asked], object]
_messages: Final = StateMessages()


def find_handler(method: str, path: str) -> tuple[Handler, dict[str, str]]:
    """What answers a request, with what its path names; NeedsServer if nothing does."""
    for known, pattern, handler in ROUTES:
        found = pattern.fullmatch(path) if known == method else None
        if found is not None:
            return handler, found.groupdict()
    raise NeedsServer("This needs the full version of the game.")


# The player.


def show_visitor(asked: Asked) -> object:
    """Who plays in this browser; there is always somebody."""
    return {"player": asked.player}


def rename(asked: Asked) -> object:
    """Another name for the player."""
    asked.player.name = clean_name(asked.read(Named).name)
    return asked.player


def come_in(asked: Asked) -> object:
    """A first name for the player."""
    rename(asked)
    return {"player": asked.player}


# The game.


def show_catalogue(asked: Asked) -> object:
    """What a game is made of, and what a form asks somebody who is alone."""
    body, _ = catalogue_body(edition_in(asked.query), asked.language)
    catalogue = msgspec.json.decode(body)
    fields = catalogue["settings"]
    return {**catalogue, "settings": [field for field in fields if field["key"] in SETTINGS]}


def list_bots(asked: Asked) -> object:
    """The bots that play here."""
    return [show_bot(kind, asked.language, 0.0, 0.0) for kind in describe_levels()]


# Tables.


def make_table(asked: Asked) -> object:
    """Open a table; all of its seats are the player's or bots'."""
    wanted: NewTable = asked.read(NewTable)
    policy = check_level(wanted.settings.policy)
    row, entries = open_table(
        now_ms(),
        asked.player.id,
        title=_title(wanted.title),
        public=False,
        options=wanted.options.checked(),
        settings=msgspec.structs.replace(wanted.settings, policy=policy, **ALONE),
        seats=[_seat(asked.player, number, seat) for number, seat in enumerate(wanted.seats)],
    )
    return _opened(asked.tables.add(row, entries))


def _seat(player: SoloPlayer, seat: int, wanted: NewSeat) -> TableSeat:
    """The seat a player describes; NeedsServer if it is for somebody elsewhere."""
    if wanted.kind == "bot":
        bot = check_level(wanted.bot or "")
        name = clean_name(wanted.name) if wanted.name else bot
        return TableSeat(seat=seat, kind=BOT, name=name, bot=bot)
    if wanted.kind == "me":
        return TableSeat(seat=seat, kind=HUMAN, player=player.id, name=player.name)
    if wanted.kind == "hotseat":
        name = clean_name(wanted.name or f"{player.name[:25]} {seat + 1}")
        return TableSeat(seat=seat, kind=HUMAN, player=player.id, name=name, local=True)
    raise NeedsServer("Friends elsewhere need the full version of the game.")


def my_tables(asked: Asked) -> object:
    """The player's tables, the newest first."""
    lines = [
        line_of(row, None if table is None else table.playthrough, asked.player.id)
        for row, table in asked.tables.rows()
    ]
    before = asked.query.get("before")
    if before:
        ids = [line.id for line in lines]
        lines = lines[ids.index(before[0]) + 1 :] if before[0] in ids else []
    return lines[: number_in(asked.query, "limit")]


def show_table(asked: Asked) -> object:
    """A table as everybody at it sees it."""
    return describe_table(asked.table)


def close_table(asked: Asked) -> object:
    """Give a table up, and forget it."""
    table = asked.tables.act(asked.named["table"], partial(closing.close, player=asked.player.id))
    asked.tables.remove(table.id)
    return Done(table.number)


def show_state(asked: Asked) -> object:
    """All that a seat may know now."""
    table, player = asked.table, asked.player.id
    seat = asked.seat
    if seat is None:
        seat = usual_seat(table, player)
    viewer = viewer_of(table, player)
    return _messages.state(table, seat, asked.language, 0, viewer)


def show_events(asked: Asked) -> object:
    """What happened in the game so far, in sentences."""
    return events_of(asked.table, asked.seat, asked.language)


def show_log(asked: Asked) -> object:
    """The log of the table."""
    after = number_in(asked.query, "after") or 0
    return shown_entries([entry for entry in asked.table.log if entry.number > after], chat=True)


def show_insights(asked: Asked) -> object:
    """What majorities and face-up cards are worth."""
    check_seat(asked.table, asked.player.id, asked.seat)
    return insights_at(asked.table, number_in(asked.query, "position"))


def show_reasons(asked: Asked) -> object:
    """Why a seat cannot choose what it is not offered."""
    return reasons_of(asked.table, asked.seat, asked.language)


def show_past(asked: Asked) -> object:
    """The table at a position."""
    with_events = asked.query.get("events", ("true",))[0] != "false"
    position = int(asked.named["position"])
    return show_position(asked.table, position, asked.seat, asked.language, events=with_events)


def show_course(asked: Asked) -> object:
    """Where the points of a finished game came from; chances would take too long to judge."""
    table = asked.table
    if table.row.state != FINISHED:
        raise WrongState("A game can be analysed only when it is over.")
    playthrough = playthrough_of(table)
    start = playthrough.game_at(playthrough.first)
    found = analyse(start, playthrough.line(), playthrough.first, games=0)
    return show_analysis(table, found, asked.language)


def show_presence(asked: Asked) -> object:
    """Whoever plays here is here."""
    return [
        Presence(table_seat.seat, None if table_seat.player is None else 0)
        for table_seat in asked.table.seating.seats
    ]


def hand_over(asked: Asked) -> object:
    """Let a bot play for a seat of the player's."""
    bot = check_level(asked.read(HandOverBody).bot)
    seat = int(asked.named["seat"])
    return _act(asked, partial(seats.hand_over, player=asked.player.id, seat=seat, bot=bot, away=0))


def come_back(asked: Asked) -> object:
    """Take a seat back from the bot."""
    seat = int(asked.named["seat"])
    return _act(asked, partial(seats.come_back, player=asked.player.id, seat=seat))


def show_record(asked: Asked) -> str:
    """The record of a finished game as a text or as JSON."""
    record = record_of(asked.table)
    return record.to_text() if asked.named["form"] == "egn" else record.to_json()


# More tables.


def bring_record(asked: Asked) -> object:
    """A record as a finished game."""
    given: RecordBody = asked.read(RecordBody)
    is_json = given.record.lstrip().startswith("{")
    record = Record.from_json(given.record) if is_json else Record.from_text(given.record)
    row, entries = import_record(now_ms(), asked.player.id, record, _title(given.title))
    return _opened(asked.tables.add(row, entries))


def fork(asked: Asked) -> object:
    """Continue from a position at a new table with bots."""
    table, given = asked.table, asked.read(ForkBody)
    table.seat_at(given.seat)
    named = {one.seat: one.name for one in table.seating.seats if one.kind == BOT}
    return _play_on(
        asked,
        fork_at(table, given.position, given.seat, asked.player.id),
        seat=given.seat,
        bot=check_level(given.bot),
        names=named | _names(given.names),
        title=table.row.title,
        source={"kind": "fork", "table": table.id, "position": given.position},
    )


def open_lesson(asked: Asked) -> object:
    """The guided round."""
    given: LessonBody = asked.read(LessonBody)
    return _play_on(
        asked,
        guided_round(fresh_luck().below(SEEDS)),
        seat=SEAT,
        bot=OPPONENT,
        names=_names(given.names),
        title=_title(given.title),
        source={"kind": "lesson"},
    )


def _play_on(asked: Asked, game: Any, *, seat: int, **more: Any) -> OpenedTable:
    own = TableSeat(seat=seat, kind=HUMAN, player=asked.player.id, name=asked.player.name)
    row, entries = play_on(now_ms(), asked.player.id, own, game, **more)
    row.settings = msgspec.to_builtins(TableSettings(**ALONE))
    return _opened(asked.tables.add(row, entries))


def _names(names: tuple[str, ...]) -> dict[int, str]:
    return {seat: clean_name(name) for seat, name in enumerate(names) if name}


def _title(title: str) -> str:
    return clean_name(title, LONGEST_TITLE) if title.strip() else ""


def _opened(table: TableState) -> OpenedTable:
    return OpenedTable(describe_table(table), [])


def _act(asked: Asked, decide: Any) -> Done:
    return Done(asked.tables.act(asked.named["table"], decide).number)


_TABLE: Final = r"/api/tables/(?P<table>[^/]+)"
_SEAT: Final = _TABLE + r"/seats/(?P<seat>[0-4])"
ROUTES: Final[list[tuple[str, re.Pattern[str], Handler]]] = [
    (method, re.compile(path), handler)
    for method, path, handler in (
        ("GET", "/api/visitor", show_visitor),
        ("POST", "/api/players", come_in),
        ("PATCH", "/api/me", rename),
        ("GET", "/api/catalogue", show_catalogue),
        ("GET", "/api/bots", list_bots),
        ("POST", "/api/tables", make_table),
        ("GET", "/api/me/tables", my_tables),
        ("GET", _TABLE, show_table),
        ("DELETE", _TABLE, close_table),
        ("GET", _TABLE + "/state", show_state),
        ("GET", _TABLE + "/events", show_events),
        ("GET", _TABLE + "/log", show_log),
        ("GET", _TABLE + "/insights", show_insights),
        ("GET", _TABLE + "/reasons", show_reasons),
        ("GET", _TABLE + r"/positions/(?P<position>\d{1,5})", show_past),
        ("GET", _TABLE + "/analysis", show_course),
        ("GET", _TABLE + "/presence", show_presence),
        ("GET", _TABLE + r"/record\.(?P<form>egn|json)", show_record),
        ("POST", _SEAT + "/bot", hand_over),
        ("POST", _SEAT + "/return", come_back),
        ("POST", _TABLE + "/fork", fork),
        ("POST", "/api/records", bring_record),
        ("POST", "/api/lessons/first-round", open_lesson),
    )
]
