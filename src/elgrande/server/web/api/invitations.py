"""Invitations: links to seats or for watching, made by hosts and accepted by recipients."""

from functools import partial
from typing import Any

from litestar import Request, get, post
from litestar.params import JSONBody
from msgspec.structs import replace

from elgrande.rules.errors import NoSuchSeat
from elgrande.server.accounts.sessions import Asking
from elgrande.server.errors import (
    BadInvitation,
    CrossOrigin,
    InvitationExpired,
    NameTaken,
    NotAllowed,
    SeatTaken,
    TooLarge,
    WrongState,
)
from elgrande.server.presentation.table_views import describe_table
from elgrande.server.tables.decisions import admission
from elgrande.server.tables.seating import INVITED
from elgrande.server.web.access import table_for
from elgrande.server.web.api.bodies import InvitationShown, Invited, Reach, TokenBody
from elgrande.server.web.api.links import find_invitation, fresh_link, new_link
from elgrande.server.web.api.parameters import SeatInPath, TableId
from elgrande.server.web.api.tables import COMMON, UNWELCOME, sit_down
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.local_network import is_asked_here, network_url
from elgrande.server.web.openapi import OPEN_TO_ALL
from elgrande.server.web.services import Shared


@get("/api/invitations/reach", responses=refusals(), tags=["tables"], security=OPEN_TO_ALL)
async def reach(request: Request[Any, Any, Any], services: Shared) -> Reach:
    """From where links to this server's tables can be opened.

    What is known of the network is told only to the machine that runs the server.
    """
    settings = services.settings
    if not is_asked_here(request.scope):
        return Reach(private=settings.is_private, url=None, command=None)
    command = f"elgrande serve --host 0.0.0.0 --port {settings.port}"
    return Reach(
        private=settings.is_private,
        url=network_url(settings),
        command=command if settings.is_private else None,
    )


@post(
    "/api/invitations/look",
    responses=refusals(BadInvitation, InvitationExpired, TooLarge, CrossOrigin),
    status_code=200,
    tags=["tables"],
    security=OPEN_TO_ALL,
)
async def look_at_invitation(
    data: JSONBody[TokenBody], request: Request[Any, Any, Any], services: Shared
) -> Invited:
    """See where an invitation leads, before accepting it."""
    invitation, live = await find_invitation(services, request, data.token)
    return Invited(replace(describe_table(live.state), play=None), invitation.seat)


@post(
    "/api/invitations/accept",
    responses=refusals(
        *COMMON,
        *UNWELCOME,
        BadInvitation,
        InvitationExpired,
        SeatTaken,
        WrongState,
        NotAllowed,
        NameTaken,
    ),
    status_code=200,
    tags=["tables"],
)
async def accept_invitation(
    data: JSONBody[TokenBody], caller: Asking, request: Request[Any, Any, Any], services: Shared
) -> Invited:
    """Sit down, or watch, as an invitation says."""
    invitation, live = await find_invitation(services, request, data.token)
    if invitation.seat is not None:
        return await sit_down(
            services, caller, invitation.table, invitation.seat, invitation.created
        )
    if live.state.settings.watching == "nobody":
        raise NotAllowed("Nobody may watch this table.")
    await services.storage.add_watcher(invitation.table, caller.id)
    now = await services.storage.invitation(invitation.id)
    if now is None or now.revoked:  # the host has renewed the link at this very moment
        await services.storage.drop_watcher(invitation.table, caller.id)
        raise BadInvitation("This invitation was withdrawn.")
    return Invited(describe_table(live.state), None)


@post(
    "/api/tables/{table_id:str}/seats/{seat:int}/invitation",
    responses=refusals(*COMMON, NotAllowed, NoSuchSeat, WrongState),
    status_code=201,
    tags=["tables"],
)
async def invite(
    table_id: TableId, seat: SeatInPath, caller: Asking, services: Shared
) -> InvitationShown:
    """A new link for a seat; the old one stops working."""
    services.limits.new_invitations.take(caller.id)
    live = await table_for(services, caller, table_id)
    live.state.check_host(caller.id)
    if live.state.seat_at(seat).kind != INVITED:
        raise WrongState("Only a seat reserved for a friend has an invitation.")
    return await fresh_link(services, live, seat)


@post(
    "/api/tables/{table_id:str}/watch-link",
    responses=refusals(*COMMON, NotAllowed),
    status_code=201,
    tags=["tables"],
)
async def watch_link(table_id: TableId, caller: Asking, services: Shared) -> InvitationShown:
    """A new link for spectators; the old one stops working, also for those already watching."""
    services.limits.new_invitations.take(caller.id)
    await table_for(services, caller, table_id)
    old = await services.storage.invitations_of(table_id)
    link, shown = new_link(table_id, None)
    renew = partial(admission.renew_watching, player=caller.id, link=link, old=old)
    await services.live_tables.act(table_id, renew)
    return shown


HANDLERS: list[Any] = [reach, look_at_invitation, accept_invitation, invite, watch_link]
