"""Looking back at games: any position, the logs, records to export and import, forks, advice."""

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody, Parameter
from msgspec import convert

from elgrande.bots.situation import Situation, fresh_luck
from elgrande.record import Record
from elgrande.rules.errors import (
    BadRecord,
    NoSuchSeat,
    NotYourTurn,
    UnknownBot,
)
from elgrande.server.accounts.names import clean_name
from elgrande.server.accounts.sessions import Asking
from elgrande.server.background.bot_processes import Asker
from elgrande.server.errors import (
    BadName,
    CrossOrigin,
    NameTaken,
    NoSuchTable,
    NotAllowed,
    NotFound,
    NotSignedIn,
    NotYourSeat,
    TooLarge,
    TooMany,
    WrongState,
)
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.presentation.table_views import (
    describe_table,
    shown_entries,
)
from elgrande.server.presentation.view_types import LogEntry, LoggedEvent
from elgrande.server.tables.decisions.opening import import_record, play_on
from elgrande.server.tables.seating import BOT, HUMAN, TableSeat
from elgrande.server.tables.settings import LONGEST_TITLE
from elgrande.server.timestamps import now_ms
from elgrande.server.web.access import check_may_open, table_for
from elgrande.server.web.api.allowed_bots import bot_names, check_bot
from elgrande.server.web.api.bodies import (
    AdviceBody,
    AdviceShown,
    ForkBody,
    OpenedTable,
    PositionShown,
    RecordBody,
    RecordData,
)
from elgrande.server.web.api.parameters import Language, PositionInPath, SeatInQuery, TableId
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.packing import PACKED
from elgrande.server.web.services import Shared
from elgrande.server.web.table_answers import events_of, fork_at, record_of, show_position
from elgrande.server.web.viewpoints import check_seat, viewer_of

PAGE = 200
LOOKING = (NotSignedIn, NoSuchTable, NotYourSeat, NoSuchSeat, NotFound)
COMMON = (NotSignedIn, NoSuchTable, CrossOrigin, TooLarge)


@get(
    "/api/tables/{table_id:str}/positions/{position:int}",
    middleware=[PACKED],
    responses=refusals(*LOOKING, WrongState),
    tags=["tables"],
)
async def at_position(
    table_id: TableId,
    position: PositionInPath,
    caller: Asking,
    services: Shared,
    seat: SeatInQuery = None,
    language: Language = "en",
    events: FromQuery[
        Annotated[bool, Parameter(description="Whether to tell what happened up to here.")]
    ] = True,
) -> PositionShown:
    """What a seat knew at a position; once the game is over, every seat and the truth."""
    table = (await table_for(services, caller, table_id)).state
    check_seat(table, caller.id, seat)
    return show_position(table, position, seat, language, events=events)


@get(
    "/api/tables/{table_id:str}/events",
    middleware=[PACKED],
    responses=refusals(*LOOKING, WrongState),
    tags=["tables"],
)
async def events(
    table_id: TableId,
    caller: Asking,
    services: Shared,
    seat: SeatInQuery = None,
    language: Language = "en",
) -> list[LoggedEvent]:
    """What happened in the game so far, in sentences, for latecomers."""
    table = (await table_for(services, caller, table_id)).state
    check_seat(table, caller.id, seat)
    return events_of(table, seat, language)


@get(
    "/api/tables/{table_id:str}/log", responses=refusals(NotSignedIn, NoSuchTable), tags=["tables"]
)
async def table_log(
    table_id: TableId,
    caller: Asking,
    services: Shared,
    after: FromQuery[
        Annotated[int, Parameter(description="The last number seen.", ge=0, le=2**53)]
    ] = 0,
) -> list[LogEntry]:
    """The log of the table: chat, seats that changed hands, agreements."""
    table = (await table_for(services, caller, table_id)).state
    reads_chat = viewer_of(table, caller.id).reads_chat
    found: list[LogEntry] = []
    while len(found) < PAGE:
        entries = await services.storage.entries(table_id, after, PAGE)
        if not entries:
            break
        found += shown_entries(entries, chat=reads_chat)
        after = entries[-1].number
    return found


@get(
    "/api/tables/{table_id:str}/record.egn",
    responses=refusals(NotSignedIn, NoSuchTable, WrongState),
    media_type="text/plain; charset=utf-8",
    tags=["tables"],
)
async def record_text(table_id: TableId, caller: Asking, services: Shared) -> Response[str]:
    """The record of a finished game as a file people can read."""
    table = (await table_for(services, caller, table_id)).state
    return _file(
        record_of(table).to_text(), f"elgrande-{table.id}.egn", "text/plain; charset=utf-8"
    )


@get(
    "/api/tables/{table_id:str}/record.json",
    responses=refusals(NotSignedIn, NoSuchTable, WrongState),
    media_type="application/json",
    tags=["tables"],
)
async def record_json(table_id: TableId, caller: Asking, services: Shared) -> Response[RecordData]:
    """The record of a finished game as JSON."""
    table = (await table_for(services, caller, table_id)).state
    text = record_of(table).to_json().encode()
    return _file(text, f"elgrande-{table.id}.json", "application/json")


@post(
    "/api/records",
    responses=refusals(NotSignedIn, CrossOrigin, TooLarge, BadRecord, BadName, TooMany),
    status_code=201,
    tags=["tables"],
)
async def bring_record(data: JSONBody[RecordBody], caller: Asking, services: Shared) -> OpenedTable:
    """Import a record as a finished game."""
    services.limits.tables.take(caller.id, caller.address)
    title = clean_name(data.title, LONGEST_TITLE) if data.title.strip() else ""
    row, entries = import_record(now_ms(), caller.id, _read_record(data.record), title)
    live = await services.live_tables.add(row, entries, [])
    return OpenedTable(describe_table(live.state), [])


@post(
    "/api/tables/{table_id:str}/fork",
    responses=refusals(
        *COMMON,
        NotFound,
        NotAllowed,
        NoSuchSeat,
        WrongState,
        UnknownBot,
        TooMany,
        BadName,
        NameTaken,
    ),
    status_code=201,
    tags=["tables"],
)
async def fork(
    table_id: TableId, data: JSONBody[ForkBody], caller: Asking, services: Shared
) -> OpenedTable:
    """Continue from a position at a private table with bots.

    A finished game is forked as it was. In a running one where nobody else plays, whatever the seat
    does not know is dealt again.
    """
    await check_may_open(services, caller)
    table = (await table_for(services, caller, table_id)).state
    table.seat_at(data.seat)
    bot = await check_bot(services, caller, data.bot)
    game = fork_at(table, data.position, data.seat, caller.id)
    bots = {one.seat: one.name for one in table.seating.seats if one.kind == BOT}
    names = bots | await bot_names(services, caller, data.names)
    row, entries = play_on(
        now_ms(),
        caller.id,
        TableSeat(seat=data.seat, kind=HUMAN, player=caller.id, name=caller.name),
        game,
        bot=bot,
        names=names,
        title=table.row.title,
        source={"kind": "fork", "table": table.id, "position": data.position},
    )
    live = await services.live_tables.add(row, entries, [])
    return OpenedTable(describe_table(live.state), [])


@post(
    "/api/tables/{table_id:str}/advice",
    responses=refusals(*COMMON, NotAllowed, NotYourSeat, NoSuchSeat, NotYourTurn, WrongState),
    status_code=200,
    tags=["tables"],
)
async def advice(
    table_id: TableId, data: JSONBody[AdviceBody], caller: Asking, services: Shared
) -> list[AdviceShown]:
    """The best few choices for your seat with their chances, if the table has a coach."""
    services.limits.advice.take(caller.id)
    table = (await table_for(services, caller, table_id)).state
    playthrough = table.running()
    table.own_seat(data.seat, caller.id)
    if not table.settings.coach:
        raise NotAllowed("This table has no coach.")
    if data.seat not in playthrough.asked:
        raise NotYourTurn(f"Seat {data.seat} has nothing to choose now.")
    situation = Situation.of(playthrough.game, data.seat, fresh_luck())
    asker = Asker(caller.id, table.id)
    names = names_at(table, data.language)
    found = await services.workers.consider(
        situation, data.seconds, data.language, names=names, asker=asker
    )
    services.sessions.check(caller)  # it may have ended while the coach thought
    return convert(found, list[AdviceShown])


HANDLERS: list[Any] = [
    at_position,
    events,
    table_log,
    record_text,
    record_json,
    bring_record,
    fork,
    advice,
]


def _read_record(text: str) -> Record:
    if text.lstrip().startswith("{"):
        return Record.from_json(text)
    return Record.from_text(text)


def _file(content: Any, name: str, media_type: str) -> Response[Any]:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)
