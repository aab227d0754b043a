"""Moderation over HTTP, for accounts marked as admins. It shows them no games."""

import secrets
from typing import Annotated, Any

from litestar import delete, get, post, put
from litestar.params import FromQuery, JSONBody, Parameter

from elgrande.server import tokens
from elgrande.server.accounts.sessions import Asking, Caller
from elgrande.server.errors import (
    CrossOrigin,
    NoSuchTable,
    NotAllowed,
    NotFound,
    NotSignedIn,
    TooLarge,
    WrongState,
)
from elgrande.server.storage import moderating, oversight
from elgrande.server.storage.moderating import FOREVER, By
from elgrande.server.storage.oversight import DeedSeen, PlayerSeen, TableSeen, WelcomeSeen
from elgrande.server.storage.rows import Ban
from elgrande.server.timestamps import now_ms
from elgrande.server.web.api.admin_bodies import (
    LONGEST_NETWORK,
    Because,
    InvitationId,
    LastSeen,
    MadeWelcome,
    ManyAtMost,
    NewAccountPassword,
    NewBan,
    NewWelcome,
    PlayerId,
    Search,
    ServerDoor,
    Standing,
    TableStanding,
    UntilWhen,
)
from elgrande.server.web.api.parameters import TableId
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.services import Services, Shared

COMMON = (NotSignedIn, NotAllowed)
CHANGING = (*COMMON, CrossOrigin, TooLarge)
TEMPORARY_BYTES = 12


@get("/api/admin/players", responses=refusals(*COMMON), tags=["moderation"])
async def admin_players(
    caller: Asking,
    services: Shared,
    search: Search = "",
    standing: FromQuery[Annotated[Standing, Parameter(description="Which of them.")]] = "all",
    limit: ManyAtMost = 50,
    after: LastSeen = None,
) -> list[PlayerSeen]:
    """Players, the newest first."""
    await check_admin(services, caller)
    now = now_ms()
    return await services.storage.database.read(
        lambda connection: oversight.find_players(connection, search, standing, now, limit, after)
    )


@post(
    "/api/admin/players/{player_id:str}/mute",
    responses=refusals(*CHANGING, NotFound),
    status_code=204,
    tags=["moderation"],
    response_description="The player is muted.",
)
async def admin_mute(
    player_id: PlayerId, data: JSONBody[UntilWhen], caller: Asking, services: Shared
) -> None:
    """Mute a player for a while."""
    by = await by_admin(services, caller, data.reason)
    until = end_of(data.until)
    await services.admins.perform(
        lambda connection: moderating.mute(connection, by, player_id, until)
    )


@delete(
    "/api/admin/players/{player_id:str}/mute",
    responses=refusals(*COMMON, CrossOrigin, NotFound),
    tags=["moderation"],
    response_description="The player can chat again.",
)
async def admin_unmute(player_id: PlayerId, caller: Asking, services: Shared) -> None:
    """Unmute a player."""
    by = await by_admin(services, caller)
    await services.admins.perform(lambda connection: moderating.unmute(connection, by, player_id))


@post(
    "/api/admin/players/{player_id:str}/ban",
    responses=refusals(*CHANGING, NotFound),
    status_code=204,
    tags=["moderation"],
    response_description="The player is banned.",
)
async def admin_ban(
    player_id: PlayerId, data: JSONBody[UntilWhen], caller: Asking, services: Shared
) -> None:
    """Ban a player for a while; open sockets are closed."""
    by = await by_admin(services, caller, data.reason)
    until = end_of(data.until)
    await services.admins.perform(
        lambda connection: moderating.ban(connection, by, player_id, until)
    )


@delete(
    "/api/admin/players/{player_id:str}/ban",
    responses=refusals(*COMMON, CrossOrigin, NotFound),
    tags=["moderation"],
    response_description="The player is no longer banned.",
)
async def admin_unban(player_id: PlayerId, caller: Asking, services: Shared) -> None:
    """Unban a player."""
    by = await by_admin(services, caller)
    await services.admins.perform(lambda connection: moderating.unban(connection, by, player_id))


@post(
    "/api/admin/players/{player_id:str}/password",
    responses=refusals(*CHANGING, NotFound, WrongState),
    status_code=200,
    tags=["moderation"],
)
async def admin_reset_password(
    player_id: PlayerId, data: JSONBody[Because], caller: Asking, services: Shared
) -> NewAccountPassword:
    """Give a claimed name a new password, and end all its sessions."""
    by = await by_admin(services, caller, data.reason)
    password = secrets.token_urlsafe(TEMPORARY_BYTES)
    hashed = await services.passwords.hash(password)
    await services.admins.perform(
        lambda connection: moderating.reset_password(connection, by, player_id, hashed),
    )
    return NewAccountPassword(password)


@post(
    "/api/admin/players/{player_id:str}/admin",
    responses=refusals(*CHANGING, NotFound, WrongState),
    status_code=204,
    tags=["moderation"],
    response_description="The player is an admin.",
)
async def admin_grant(
    player_id: PlayerId, data: JSONBody[Because], caller: Asking, services: Shared
) -> None:
    """Make a player an admin."""
    by = await by_admin(services, caller, data.reason)
    await services.admins.perform(lambda connection: moderating.grant(connection, by, player_id))


@delete(
    "/api/admin/players/{player_id:str}/admin",
    responses=refusals(*COMMON, CrossOrigin, NotFound),
    tags=["moderation"],
    response_description="The player is no longer an admin.",
)
async def admin_revoke(player_id: PlayerId, caller: Asking, services: Shared) -> None:
    """Make an admin an ordinary player."""
    by = await by_admin(services, caller)
    await services.admins.perform(lambda connection: moderating.revoke(connection, by, player_id))


@post(
    "/api/admin/players/{player_id:str}/delete",
    responses=refusals(*CHANGING, NotFound),
    status_code=204,
    tags=["moderation"],
    response_description="The player is gone.",
)
async def admin_delete(
    player_id: PlayerId, data: JSONBody[Because], caller: Asking, services: Shared
) -> None:
    """Delete a player with everything personal; the games stay, without the name."""
    by = await by_admin(services, caller, data.reason)
    await services.admins.delete_player(by, player_id)


@get("/api/admin/tables", responses=refusals(*COMMON), tags=["moderation"])
async def admin_tables(
    caller: Asking,
    services: Shared,
    search: Search = "",
    standing: FromQuery[Annotated[TableStanding, Parameter(description="Which of them.")]] = "all",
    limit: ManyAtMost = 50,
    after: LastSeen = None,
) -> list[TableSeen]:
    """Tables, the newest first: who sits there, but not the game."""
    await check_admin(services, caller)
    return await services.storage.database.read(
        lambda connection: oversight.find_tables(connection, search, standing, limit, after)
    )


@post(
    "/api/admin/tables/{table_id:str}/close",
    responses=refusals(*CHANGING, NoSuchTable, WrongState),
    status_code=204,
    tags=["moderation"],
    response_description="The table is closed.",
)
async def admin_close(
    table_id: TableId, data: JSONBody[Because], caller: Asking, services: Shared
) -> None:
    """Close a table that is not over, whoever plays at it."""
    by = await by_admin(services, caller, data.reason)
    await services.admins.perform(
        lambda connection: moderating.close_table(connection, by, table_id)
    )


@get("/api/admin/bans", responses=refusals(*COMMON), tags=["moderation"])
async def admin_bans(caller: Asking, services: Shared) -> list[Ban]:
    """The banned addresses and networks, the newest first."""
    await check_admin(services, caller)
    return await services.storage.database.read(oversight.all_bans)


@post(
    "/api/admin/bans",
    responses=refusals(*CHANGING),
    status_code=201,
    tags=["moderation"],
)
async def admin_ban_network(data: JSONBody[NewBan], caller: Asking, services: Shared) -> Ban:
    """Ban an address or a network for a while; open sockets are closed."""
    by = await by_admin(services, caller, data.reason)
    until = end_of(data.until)
    network = await services.admins.perform(
        lambda connection: moderating.ban_network(connection, by, data.network, until),
    )
    return Ban(network, until, by.reason, by.time)


@delete(
    "/api/admin/bans",
    responses=refusals(*COMMON, CrossOrigin, NotFound),
    tags=["moderation"],
    response_description="The address is no longer banned.",
)
async def admin_unban_network(
    network: FromQuery[
        Annotated[
            str,
            Parameter(description="As it was banned.", max_length=LONGEST_NETWORK),
        ]
    ],
    caller: Asking,
    services: Shared,
) -> None:
    """Unban an address or a network."""
    by = await by_admin(services, caller)
    await services.admins.perform(
        lambda connection: moderating.unban_network(connection, by, network)
    )


@get("/api/admin/settings", responses=refusals(*COMMON), tags=["moderation"])
async def admin_settings(caller: Asking, services: Shared) -> ServerDoor:
    """Who may come to this server."""
    await check_admin(services, caller)
    return ServerDoor(services.moderation.invite_only)


@put("/api/admin/settings", responses=refusals(*CHANGING), tags=["moderation"])
async def admin_set_settings(
    data: JSONBody[ServerDoor], caller: Asking, services: Shared
) -> ServerDoor:
    """Let new guests come by invitation only, or let everybody come."""
    by = await by_admin(services, caller)
    await services.admins.perform(
        lambda connection: moderating.set_invite_only(connection, by, data.invite_only),
    )
    return data


@get("/api/admin/invitations", responses=refusals(*COMMON), tags=["moderation"])
async def admin_invitations(caller: Asking, services: Shared) -> list[WelcomeSeen]:
    """The invitations to the server, the newest first."""
    await check_admin(services, caller)
    found = await services.storage.database.read(oversight.all_welcomes)
    return [oversight.without_hash(welcome) for welcome in found]


@post(
    "/api/admin/invitations",
    responses=refusals(*CHANGING),
    status_code=201,
    tags=["moderation"],
)
async def admin_invite(data: JSONBody[NewWelcome], caller: Asking, services: Shared) -> MadeWelcome:
    """Make an invitation to the server."""
    by = await by_admin(services, caller)
    token = tokens.new_token()
    await services.admins.perform(
        lambda connection: moderating.invite(
            connection,
            by,
            identity=token.id,
            hashed=token.hash,
            uses=data.uses,
            expires=data.expires,
            remark=data.note,
        ),
    )
    return MadeWelcome(token.id, token.text, f"/welcome#{token.text}")


@delete(
    "/api/admin/invitations/{invitation_id:str}",
    responses=refusals(*COMMON, CrossOrigin, NotFound),
    tags=["moderation"],
    response_description="The invitation is withdrawn.",
)
async def admin_uninvite(invitation_id: InvitationId, caller: Asking, services: Shared) -> None:
    """Take an invitation back."""
    by = await by_admin(services, caller)
    await services.admins.perform(
        lambda connection: moderating.uninvite(connection, by, invitation_id)
    )


@get("/api/admin/audit", responses=refusals(*COMMON), tags=["moderation"])
async def admin_audit(
    caller: Asking,
    services: Shared,
    target: FromQuery[
        Annotated[
            str | None,
            Parameter(description="About a player, table, network or invitation.", max_length=60),
        ]
    ] = None,
    limit: ManyAtMost = 50,
    before: FromQuery[
        Annotated[int | None, Parameter(description="The last number seen.", ge=0, le=2**31 - 1)]
    ] = None,
) -> list[DeedSeen]:
    """The audit log, the newest lines first."""
    await check_admin(services, caller)
    return await services.storage.database.read(
        lambda connection: oversight.find_deeds(connection, target, limit, before)
    )


HANDLERS: list[Any] = [
    admin_players,
    admin_mute,
    admin_unmute,
    admin_ban,
    admin_unban,
    admin_reset_password,
    admin_grant,
    admin_revoke,
    admin_delete,
    admin_tables,
    admin_close,
    admin_bans,
    admin_ban_network,
    admin_unban_network,
    admin_settings,
    admin_set_settings,
    admin_invitations,
    admin_invite,
    admin_uninvite,
    admin_audit,
]


async def check_admin(services: Services, caller: Caller) -> None:
    """Refuse anybody who is not an admin; the token of an outside bot never counts as one."""
    caller.must_be_at_a_browser()
    player = await services.storage.player(caller.id)
    if player is None or not player.admin or player.password is None:
        raise NotAllowed("Only admins of this server may do that.")


async def by_admin(services: Services, caller: Caller, reason: str = "") -> By:
    """An admin who is about to do something."""
    await check_admin(services, caller)
    return By(now_ms(), caller.id, moderating.clean_reason(reason))


def end_of(until: int | None) -> int:
    """When something ends, if it ends at all."""
    return FOREVER if until is None else until
