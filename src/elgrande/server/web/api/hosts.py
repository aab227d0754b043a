"""What the host decides about strangers, and what the people at a table agree on together."""

from functools import partial
from typing import Annotated, Any

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody, Parameter

from elgrande.rules.errors import BadParameter, NoSuchSeat, UnknownBot
from elgrande.server.accounts.sessions import Asking
from elgrande.server.errors import (
    BadRequest,
    CrossOrigin,
    NoSuchTable,
    NotAllowed,
    NotFound,
    NotSignedIn,
    SeatTaken,
    StaleStep,
    TooLarge,
    WrongState,
)
from elgrande.server.tables.decisions import admission, agreeing, publishing
from elgrande.server.tables.live_table import Decide
from elgrande.server.web.access import table_for
from elgrande.server.web.api.allowed_bots import check_bot
from elgrande.server.web.api.bodies import (
    AgreeBody,
    Done,
    LockBody,
    MuteBody,
    ProposalBody,
    PublishBody,
    RequestShown,
    SpectatorsChatBody,
)
from elgrande.server.web.api.parameters import SeatInPath, TableId
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.services import Services, Shared

COMMON = (NotSignedIn, NoSuchTable, CrossOrigin, TooLarge, NotAllowed, WrongState)
NumberInPath = FromPath[
    Annotated[int, Parameter(description="The number of what is answered.", ge=1, le=2**53)]
]


@put("/api/tables/{table_id:str}/lock", responses=refusals(*COMMON), tags=["tables"])
async def lock(
    table_id: TableId, data: JSONBody[LockBody], caller: Asking, services: Shared
) -> Done:
    """Lock or unlock the table for newcomers; for the host, before the game starts."""
    await table_for(services, caller, table_id)
    decide = partial(admission.lock, player=caller.id, locked=data.locked)
    return await _act(services, table_id, decide)


@post(
    "/api/tables/{table_id:str}/seats/{seat:int}/remove",
    responses=refusals(*COMMON, NoSuchSeat),
    status_code=200,
    tags=["tables"],
)
async def remove(table_id: TableId, seat: SeatInPath, caller: Asking, services: Shared) -> Done:
    """The host removes somebody before the game starts; a new link lets them come back."""
    live = await table_for(services, caller, table_id)
    live.state.check_host(caller.id)
    links = await services.storage.invitations_of(table_id)
    decide = partial(admission.remove, player=caller.id, seat=seat, revoke=links)
    return await _act(services, table_id, decide)


@get(
    "/api/tables/{table_id:str}/requests",
    responses=refusals(NotSignedIn, NoSuchTable),
    tags=["tables"],
)
async def requests(table_id: TableId, caller: Asking, services: Shared) -> list[RequestShown]:
    """Requests for a seat: all of them for the host, others see only their own."""
    table = (await table_for(services, caller, table_id, newest=True)).state
    return [
        RequestShown(one.number, one.name, one.seat, one.player == caller.id, one.time)
        for one in table.admission.requests.values()
        if caller.id in (table.row.host, one.player)
    ]


@post(
    "/api/tables/{table_id:str}/requests/{number:int}/answer",
    responses=refusals(*COMMON, StaleStep, SeatTaken),
    status_code=200,
    tags=["tables"],
)
async def answer_request(
    table_id: TableId,
    number: NumberInPath,
    data: JSONBody[AgreeBody],
    caller: Asking,
    services: Shared,
) -> Done:
    """The host gives somebody the seat they ask for, or declines."""
    await table_for(services, caller, table_id)
    decide = partial(admission.answer_request, player=caller.id, request=number, agree=data.agree)
    return await _act(services, table_id, decide)


@delete(
    "/api/tables/{table_id:str}/requests/{number:int}",
    responses=refusals(*COMMON, StaleStep),
    status_code=200,
    tags=["tables"],
)
async def withdraw_request(
    table_id: TableId, number: NumberInPath, caller: Asking, services: Shared
) -> Done:
    """Withdraw your own request for a seat."""
    await table_for(services, caller, table_id)
    decide = partial(admission.withdraw_request, player=caller.id, request=number)
    return await _act(services, table_id, decide)


@post(
    "/api/tables/{table_id:str}/proposals",
    responses=refusals(*COMMON, BadRequest, NoSuchSeat, StaleStep, UnknownBot, BadParameter),
    status_code=200,
    tags=["tables"],
)
async def propose(
    table_id: TableId, data: JSONBody[ProposalBody], caller: Asking, services: Shared
) -> Done:
    """Propose a bot for somebody's seat, your own return, or the end of the game."""
    table = (await table_for(services, caller, table_id)).state
    bot = table.settings.policy
    if data.bot is not None:
        bot = await check_bot(services, caller, data.bot)
    away = await services.presence.away(table.seating.players())
    decide = partial(
        agreeing.propose, player=caller.id, kind=data.kind, seat=data.seat, bot=bot, away=away
    )
    return await _act(services, table_id, decide)


@post(
    "/api/tables/{table_id:str}/proposals/{number:int}/answer",
    responses=refusals(*COMMON, StaleStep),
    status_code=200,
    tags=["tables"],
)
async def answer_proposal(
    table_id: TableId,
    number: NumberInPath,
    data: JSONBody[AgreeBody],
    caller: Asking,
    services: Shared,
) -> Done:
    """Agree to a proposal, or not; its author withdraws it by not agreeing."""
    table = (await table_for(services, caller, table_id)).state
    away = await services.presence.away(table.seating.players())
    decide = partial(
        agreeing.answer, player=caller.id, proposal=number, agree=data.agree, away=away
    )
    return await _act(services, table_id, decide)


@put(
    "/api/tables/{table_id:str}/mute",
    responses=refusals(*COMMON, BadRequest, NotFound, NoSuchSeat),
    tags=["tables"],
)
async def mute(
    table_id: TableId, data: JSONBody[MuteBody], caller: Asking, services: Shared
) -> Done:
    """The host mutes or unmutes somebody at this table."""
    await table_for(services, caller, table_id)
    if (data.seat is None) == (data.speaker is None):
        raise BadRequest("Name either a seat or a speaker.")
    decide = partial(
        admission.mute, player=caller.id, seat=data.seat, speaker=data.speaker, muted=data.muted
    )
    return await _act(services, table_id, decide)


@put("/api/tables/{table_id:str}/spectators-chat", responses=refusals(*COMMON), tags=["tables"])
async def spectators_chat(
    table_id: TableId, data: JSONBody[SpectatorsChatBody], caller: Asking, services: Shared
) -> Done:
    """Let spectators write or not; for the host, or any player while the host is away."""
    table = (await table_for(services, caller, table_id)).state
    host = table.row.host
    away = (await services.presence.away([host]))[host]
    decide = partial(
        admission.set_spectators_chat,
        player=caller.id,
        spectators=data.spectators,
        host_is_away=away >= table.settings.absence_seconds * 1000,
    )
    return await _act(services, table_id, decide)


@put("/api/tables/{table_id:str}/published", responses=refusals(*COMMON), tags=["tables"])
async def publish(
    table_id: TableId, data: JSONBody[PublishBody], caller: Asking, services: Shared
) -> Done:
    """Let anyone look at a finished game, or no longer; for those who played in it."""
    await table_for(services, caller, table_id)
    decide = partial(publishing.publish, player=caller.id, published=data.published)
    return await _act(services, table_id, decide)


async def _act(services: Services, table_id: str, decide: Decide) -> Done:
    return Done((await services.live_tables.act(table_id, decide)).state.number)


HANDLERS: list[Any] = [
    lock,
    remove,
    requests,
    answer_request,
    withdraw_request,
    propose,
    answer_proposal,
    mute,
    spectators_chat,
    publish,
]
