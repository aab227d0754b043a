"""Tables: opening, the lobby, seats, invitations, watching, and bots for those who are away."""

from contextlib import suppress
from functools import partial
from typing import Annotated, Any

from litestar import delete, get, post, put
from litestar.params import FromQuery, JSONBody, Parameter
from msgspec.structs import replace

from elgrande.rules.errors import BadOptions, BadParameter, NoSuchSeat, UnknownBot
from elgrande.server.accounts.name_claims import check_guest, given_name, hotseat_name
from elgrande.server.accounts.names import clean_name
from elgrande.server.accounts.sessions import Asking, Caller, Visiting
from elgrande.server.errors import (
    BadName,
    BadRequest,
    CrossOrigin,
    KeptOut,
    NameTaken,
    NoSuchTable,
    NotAllowed,
    NotSignedIn,
    NotYourSeat,
    OneSeatEach,
    SeatTaken,
    TableLocked,
    TooLarge,
    TooMany,
    WrongState,
)
from elgrande.server.presentation.messages import TableShown
from elgrande.server.presentation.table_views import describe_table
from elgrande.server.storage import Table
from elgrande.server.tables.decisions import admission, closing, seats
from elgrande.server.tables.decisions.opening import open_table
from elgrande.server.tables.live_table import Decide
from elgrande.server.tables.seating import BOT, HUMAN, INVITED, OPEN, TableSeat
from elgrande.server.tables.settings import LONGEST_TITLE
from elgrande.server.tables.table import RUNNING
from elgrande.server.timestamps import now_ms
from elgrande.server.web.access import check_may_open, table_for
from elgrande.server.web.api.allowed_bots import check_bot, room_among_bots
from elgrande.server.web.api.bodies import (
    Done,
    HandOverBody,
    Invited,
    JoinBody,
    NewSeat,
    NewTable,
    OpenedTable,
    PolicyBody,
    Presence,
    TableLine,
)
from elgrande.server.web.api.links import fresh_link, new_link
from elgrande.server.web.api.parameters import SeatInPath, TableId
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.openapi import OPEN_TO_ALL
from elgrande.server.web.services import Services, Shared
from elgrande.server.web.table_answers import line_of
from elgrande.server.web.viewpoints import own_seats

MOST_LISTED = 100
LISTED_MS = 14 * 24 * 3600 * 1000  # nobody waits longer than this at an open table
COMMON = (NotSignedIn, NoSuchTable, CrossOrigin, TooLarge)
UNWELCOME = (KeptOut, TableLocked, OneSeatEach)
Limit = FromQuery[Annotated[int, Parameter(description="How many at most.", ge=1, le=MOST_LISTED)]]
After = FromQuery[
    Annotated[str | None, Parameter(description="The id of the last table seen.", max_length=40)]
]


@post(
    "/api/tables",
    responses=refusals(
        NotSignedIn,
        CrossOrigin,
        TooLarge,
        TooMany,
        BadOptions,
        BadName,
        NameTaken,
        UnknownBot,
        BadParameter,
    ),
    status_code=201,
    tags=["tables"],
)
async def make_table(data: JSONBody[NewTable], caller: Asking, services: Shared) -> OpenedTable:
    """Open a table; it starts when every seat is taken."""
    await check_may_open(services, caller)
    options = data.options.checked()
    title = clean_name(data.title, LONGEST_TITLE) if data.title.strip() else ""
    policy = await check_bot(services, caller, data.settings.policy)
    table_seats = [
        await _new_seat(services, caller, number, wanted)
        for number, wanted in enumerate(data.seats)
    ]
    row, entries = open_table(
        now_ms(),
        caller.id,
        title=title,
        public=data.public,
        options=options,
        settings=replace(data.settings, policy=policy),
        seats=table_seats,
    )
    invited = [table_seat.seat for table_seat in table_seats if table_seat.kind == INVITED]
    links = [new_link(row.id, seat) for seat in invited]
    if data.settings.watching == "link":
        links.append(new_link(row.id, None))
    async with room_among_bots(services, caller, table_seats):
        live = await services.live_tables.add(row, entries, [invitation for invitation, _ in links])
    return OpenedTable(describe_table(live.state), [shown for _, shown in links])


@get("/api/tables", responses=refusals(), tags=["tables"], security=OPEN_TO_ALL)
async def lobby(
    services: Shared, visitor: Visiting, limit: Limit = 50, after: After = None
) -> list[TableLine]:
    """The public tables that wait for players or may be watched, the newest first."""
    since = now_ms() - LISTED_MS
    rows = await services.storage.lobby(limit, after, states=("open", "running"), since=since)
    shown = [row for row in rows if row.state == "open" or row.settings["watching"] == "anyone"]
    return [_line(services, row, None if visitor is None else visitor.id) for row in shown]


@get("/api/me/tables", responses=refusals(NotSignedIn), tags=["tables"])
async def my_tables(
    caller: Asking, services: Shared, limit: Limit = 50, before: After = None
) -> list[TableLine]:
    """The tables you host or sit at, the newest first."""
    rows = await services.storage.tables_of(caller.id, limit, before)
    for row in rows:
        if row.state == RUNNING:
            await services.live_tables.get(row.id)  # otherwise nobody could say who it waits for
    return [_line(services, row, caller.id) for row in rows]


@get("/api/tables/{table_id:str}", responses=refusals(NotSignedIn, NoSuchTable), tags=["tables"])
async def one_table(table_id: TableId, caller: Asking, services: Shared) -> TableShown:
    """A table as everybody at it sees it."""
    return describe_table((await table_for(services, caller, table_id)).state)


@post(
    "/api/tables/{table_id:str}/join",
    responses=refusals(
        *COMMON, *UNWELCOME, SeatTaken, WrongState, NotAllowed, NoSuchSeat, TooMany, NameTaken
    ),
    status_code=200,
    tags=["tables"],
)
async def join(
    table_id: TableId, data: JSONBody[JoinBody], caller: Asking, services: Shared
) -> Invited:
    """Take an open seat at a public table, or ask its host for it.

    Where the host wants to be asked, the answer has `asked` and no seat; you sit down when the host
    agrees.
    """
    live = await table_for(services, caller, table_id)
    state = live.state
    sits = bool(own_seats(state, caller.id))
    if state.settings.approval and caller.id != state.row.host and not sits:
        await check_guest(services.storage, caller)
        ask = partial(admission.ask_for_seat, player=caller.id, name=caller.name, seat=data.seat)
        live = await services.live_tables.act(table_id, ask)
        return Invited(describe_table(live.state), None, asked=True)
    if data.seat is not None:
        return await sit_down(services, caller, table_id, data.seat, None)
    while True:
        mine = own_seats(live.state, caller.id)
        free = [
            table_seat.seat for table_seat in live.state.seating.seats if table_seat.kind == OPEN
        ]
        if not mine and not free:
            raise SeatTaken("All seats are taken.")
        # Somebody else may be quicker; then there may be another seat.
        with suppress(SeatTaken):
            return await sit_down(services, caller, table_id, (mine or tuple(free))[0], None)


@post(
    "/api/tables/{table_id:str}/seats/{seat:int}/leave",
    responses=refusals(*COMMON, NotYourSeat, NoSuchSeat, WrongState),
    status_code=200,
    tags=["tables"],
)
async def leave(table_id: TableId, seat: SeatInPath, caller: Asking, services: Shared) -> Done:
    """Leave your seat before the game starts."""
    live = await table_for(services, caller, table_id)
    kind = OPEN if live.state.row.public else INVITED
    return await _act(
        services, table_id, partial(seats.leave, player=caller.id, seat=seat, kind=kind)
    )


@put(
    "/api/tables/{table_id:str}/seats/{seat:int}",
    responses=refusals(
        *COMMON,
        NotAllowed,
        NoSuchSeat,
        SeatTaken,
        WrongState,
        BadName,
        NameTaken,
        UnknownBot,
        BadParameter,
        TooMany,
    ),
    tags=["tables"],
)
async def set_seat(
    table_id: TableId, seat: SeatInPath, data: JSONBody[NewSeat], caller: Asking, services: Shared
) -> OpenedTable:
    """The host changes who should sit in a seat, before the game starts."""
    live = await table_for(services, caller, table_id)
    live.state.check_host(caller.id)
    wanted = await _new_seat(services, caller, seat, data)
    if wanted.kind == OPEN and not live.state.row.public:
        raise BadRequest("A private table cannot have open seats; invite friends with a link.")
    table_seats = [
        wanted if table_seat.seat == seat else table_seat for table_seat in live.state.seating.seats
    ]
    async with room_among_bots(services, caller, table_seats):
        live = await services.live_tables.act(
            table_id, partial(seats.set_seat, player=caller.id, wanted=wanted)
        )
    links = [await fresh_link(services, live, seat)] if wanted.kind == INVITED else []
    return OpenedTable(describe_table(live.state), links)


@delete(
    "/api/tables/{table_id:str}",
    responses=refusals(*COMMON, NotAllowed, WrongState),
    status_code=200,
    tags=["tables"],
)
async def close(table_id: TableId, caller: Asking, services: Shared) -> Done:
    """The host gives up a table that has not begun, or where nobody else plays."""
    await table_for(services, caller, table_id)
    return await _act(services, table_id, partial(closing.close, player=caller.id))


@get(
    "/api/tables/{table_id:str}/presence",
    responses=refusals(NotSignedIn, NoSuchTable),
    tags=["tables"],
)
async def presence(table_id: TableId, caller: Asking, services: Shared) -> list[Presence]:
    """How long ago each player was last active."""
    live = await table_for(services, caller, table_id)
    away = await services.presence.away(live.state.seating.players())
    return [
        Presence(
            table_seat.seat, None if table_seat.player is None else away[table_seat.player] // 1000
        )
        for table_seat in live.state.seating.seats
    ]


@post(
    "/api/tables/{table_id:str}/seats/{seat:int}/bot",
    responses=refusals(*COMMON, NotAllowed, NoSuchSeat, WrongState, UnknownBot, BadParameter),
    status_code=200,
    tags=["tables"],
)
async def hand_over(
    table_id: TableId,
    seat: SeatInPath,
    data: JSONBody[HandOverBody],
    caller: Asking,
    services: Shared,
) -> Done:
    """Let a bot play for somebody who is away, or for yourself."""
    live = await table_for(services, caller, table_id)
    bot = await check_bot(services, caller, data.bot)
    player = live.state.seat_at(seat).player
    away = 0 if player is None else (await services.presence.away([player]))[player]
    return await _act(
        services,
        table_id,
        partial(seats.hand_over, player=caller.id, seat=seat, bot=bot, away=away),
    )


@post(
    "/api/tables/{table_id:str}/seats/{seat:int}/return",
    responses=refusals(*COMMON, NotYourSeat, NoSuchSeat, WrongState),
    status_code=200,
    tags=["tables"],
)
async def come_back(table_id: TableId, seat: SeatInPath, caller: Asking, services: Shared) -> Done:
    """Take your seat back from the bot."""
    await table_for(services, caller, table_id)
    return await _act(services, table_id, partial(seats.come_back, player=caller.id, seat=seat))


@put(
    "/api/tables/{table_id:str}/seats/{seat:int}/policy",
    responses=refusals(
        *COMMON, NotYourSeat, NotAllowed, NoSuchSeat, WrongState, UnknownBot, BadParameter
    ),
    tags=["tables"],
)
async def set_policy(
    table_id: TableId,
    seat: SeatInPath,
    data: JSONBody[PolicyBody],
    caller: Asking,
    services: Shared,
) -> Done:
    """Choose the bot that plays when your time is up."""
    await table_for(services, caller, table_id)
    bot = await check_bot(services, caller, data.bot)
    return await _act(
        services, table_id, partial(seats.set_policy, player=caller.id, seat=seat, bot=bot)
    )


async def sit_down(
    services: Services, caller: Caller, table_id: str, seat: int, invited: int | None
) -> Invited:
    """Take a seat by an invitation made at that time, or an open seat without one."""
    await check_guest(services.storage, caller)
    live = await services.live_tables.act(
        table_id,
        partial(seats.join, player=caller.id, name=caller.name, seat=seat, invited=invited),
    )
    return Invited(describe_table(live.state), seat)


HANDLERS: list[Any] = [
    make_table,
    lobby,
    my_tables,
    one_table,
    join,
    leave,
    set_seat,
    close,
    presence,
    hand_over,
    come_back,
    set_policy,
]


async def _act(services: Services, table_id: str, decide: Decide) -> Done:
    live = await services.live_tables.act(table_id, decide)
    return Done(live.state.number)


async def _new_seat(services: Services, caller: Caller, seat: int, wanted: NewSeat) -> TableSeat:
    """The seat a host describes."""
    if wanted.kind == "bot":
        if wanted.bot is None:
            raise BadRequest("A seat for a bot must name the bot.")
        bot = await check_bot(services, caller, wanted.bot)
        name = await given_name(services.storage, caller, wanted.name) if wanted.name else bot
        return TableSeat(seat=seat, kind=BOT, name=name, bot=bot)
    if wanted.bot is not None:
        raise BadRequest("Only a seat for a bot can name a bot.")
    if wanted.kind == "me":
        await check_guest(services.storage, caller)
        return TableSeat(seat=seat, kind=HUMAN, player=caller.id, name=caller.name)
    if wanted.kind == "hotseat":
        name = await hotseat_name(services.storage, caller, seat, wanted.name)
        return TableSeat(seat=seat, kind=HUMAN, player=caller.id, name=name, local=True)
    return TableSeat(seat=seat, kind=INVITED if wanted.kind == "invite" else OPEN)


def _line(services: Services, row: Table, player: str | None) -> TableLine:
    live = services.live_tables.tables.get(row.id)
    return line_of(row, None if live is None else live.state.playthrough, player)
