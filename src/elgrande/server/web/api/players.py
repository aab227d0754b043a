"""Players: guests, claimed names, sessions and tokens, and where turn notices are sent."""

from typing import Annotated, Any

from litestar import Response, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody, Parameter

from elgrande.server import tokens
from elgrande.server.accounts.name_claims import check_name
from elgrande.server.accounts.names import clean_name
from elgrande.server.accounts.passwords import LONGEST, wrong_password
from elgrande.server.accounts.sessions import (
    BOT,
    BROWSER,
    RENEWED_MS,
    Asking,
    Caller,
    Leaving,
    Visiting,
    cookie_of,
    no_cookie,
)
from elgrande.server.background.webhook_addresses import check_webhook_url
from elgrande.server.background.webhooks import new_webhook_secret
from elgrande.server.errors import (
    BadInvitation,
    BadName,
    BadRequest,
    Banned,
    CrossOrigin,
    InvitationNeeded,
    NameTaken,
    NotAllowed,
    NotFound,
    NotSignedIn,
    TooLarge,
    TooMany,
    WrongPassword,
)
from elgrande.server.storage import Player, Session
from elgrande.server.timestamps import now_ms
from elgrande.server.web.api.links import admit
from elgrande.server.web.api.player_bodies import (
    LogIn,
    MadeToken,
    Me,
    NewGuest,
    NewPassword,
    NewPlayer,
    NewToken,
    NewWebhook,
    PublicPlayer,
    SessionRow,
    SignedIn,
    Visitor,
    Webhook,
)
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.openapi import OPEN_TO_ALL
from elgrande.server.web.security import address_of
from elgrande.server.web.services import Services, Shared
from elgrande.server.web.strict_requests import StrictRequest


@post(
    "/api/players",
    tags=["players"],
    response_description="The guest and a token; the cookie is set.",
    responses=refusals(BadName, NameTaken, CrossOrigin, TooLarge, InvitationNeeded, BadInvitation),
    status_code=201,
    security=OPEN_TO_ALL,
)
async def come_in(
    data: JSONBody[NewGuest], request: StrictRequest, services: Shared
) -> Response[SignedIn]:
    """Come in as a guest: a name is enough, unless the server wants an invitation as well."""
    name = clean_name(data.name)
    services.limits.guests.take("", address_of(request.scope))
    await check_name(services.storage, name, None)
    now = now_ms()
    player = Player(
        id=tokens.new_id(),
        name=name,
        password=None,
        created=now,
        seen=now,
        webhook=None,
        webhook_secret=None,
    )
    await admit(services, request, data.invitation)
    await services.storage.add_player(player)
    return await _sign_in(services, request, player)


@get(
    "/api/me",
    tags=["players"],
    response_description="Who is signed in.",
    responses=refusals(NotSignedIn),
)
async def who_am_i(caller: Asking, request: StrictRequest, services: Shared) -> Response[Me]:
    """Who is signed in. A browser's session that is half over is renewed."""
    player = await player_of(services, caller)
    me = Me(_public(player), caller.session, caller.kind, player.webhook)  # type: ignore[arg-type]
    if caller.expires is None or caller.expires - now_ms() > RENEWED_MS:
        return Response(me)
    _, token = await services.sessions.open(player.id, BROWSER)
    return Response(me, cookies=[cookie_of(token, secure=is_secure(services, request))])


@get(
    "/api/visitor",
    tags=["players"],
    response_description="The player, or null for a stranger.",
    responses=refusals(),
    security=OPEN_TO_ALL,
)
async def who_comes(visitor: Visiting, services: Shared) -> Visitor:
    """Who is signed in, if anybody is: for a page that greets strangers too."""
    return Visitor(None if visitor is None else _public(await player_of(services, visitor)))


@patch(
    "/api/me",
    tags=["players"],
    response_description="The player with the new name.",
    responses=refusals(NotSignedIn, BadName, NameTaken, NotAllowed, CrossOrigin, TooLarge),
)
async def rename(data: JSONBody[NewPlayer], caller: Asking, services: Shared) -> PublicPlayer:
    """Change your name; one that somebody else claimed is not available."""
    caller.must_be_at_a_browser()
    name = clean_name(data.name)
    await check_name(services.storage, name, caller.id)
    await services.storage.rename(caller.id, name)
    services.sessions.change(caller.id)
    return PublicPlayer(caller.id, name, caller.is_claimed)


@post(
    "/api/me/password",
    tags=["players"],
    response_description="The player, whose name is now claimed.",
    responses=refusals(NotSignedIn, WrongPassword, NameTaken, NotAllowed, CrossOrigin, TooLarge),
    status_code=200,
)
async def claim(
    data: JSONBody[NewPassword], caller: Asking, request: StrictRequest, services: Shared
) -> PublicPlayer:
    """Claim your name with a password, or change the password; other browsers are signed out."""
    caller.must_be_at_a_browser()
    services.limits.logins.take(address_of(request.scope))
    player = await player_of(services, caller)
    if player.password is not None:
        await check_password(services, request, player.name, player, data.current or "")
    else:  # an older claimed name stays, whatever looks like it
        await check_name(services.storage, player.name, player.id)
    hashed = await services.passwords.hash(data.password)
    await services.storage.claim(player.id, player.name, hashed)
    await services.sessions.end_all(player.id, kind=BROWSER, but=caller.session)
    services.sessions.change(player.id)
    return PublicPlayer(player.id, player.name, claimed=True)


@post(
    "/api/login",
    tags=["players"],
    response_description="The player and a token; the cookie is set.",
    responses=refusals(WrongPassword, CrossOrigin, Banned, TooLarge),
    status_code=200,
    security=OPEN_TO_ALL,
)
async def log_in(
    data: JSONBody[LogIn], request: StrictRequest, services: Shared
) -> Response[SignedIn]:
    """Sign in with a claimed name and its password."""
    services.limits.logins.take(address_of(request.scope))
    try:
        name = clean_name(data.name)
    except BadName:
        raise wrong_password() from None
    player = await services.storage.player_claiming(name)
    await check_password(services, request, name, player, data.password)
    assert player is not None
    services.moderation.check_player(player.id)
    assert player.password is not None
    if services.passwords.is_outdated(player.password):
        hashed = await services.passwords.hash(data.password)
        await services.storage.claim(player.id, player.name, hashed)
    return await _sign_in(services, request, player)


@post(
    "/api/logout",
    tags=["players"],
    response_description="The session is over.",
    responses=refusals(NotSignedIn, CrossOrigin),
    status_code=204,
)
async def log_out(leaver: Leaving, request: StrictRequest, services: Shared) -> Response[None]:
    """End this session; a guest who does so cannot come back."""
    await services.sessions.end([leaver.session])
    return Response(None, cookies=[no_cookie(secure=is_secure(services, request))])


@get(
    "/api/me/tokens",
    tags=["players"],
    response_description="The sessions and tokens.",
    responses=refusals(NotSignedIn),
)
async def list_tokens(caller: Asking, services: Shared) -> list[SessionRow]:
    """The browsers and outside bots that are signed in as this player."""
    rows = await services.storage.sessions_of(caller.id)
    return [_row(session, caller) for session in rows]


@post(
    "/api/me/tokens",
    tags=["players"],
    response_description="The token, shown only once.",
    responses=refusals(NotSignedIn, BadName, TooMany, NotAllowed, CrossOrigin, TooLarge),
    status_code=201,
)
async def make_token(data: JSONBody[NewToken], caller: Asking, services: Shared) -> MadeToken:
    """Make a token for an outside bot that plays as this player."""
    caller.must_be_at_a_browser()
    session, token = await services.sessions.open(caller.id, BOT, clean_name(data.label))
    return MadeToken(session.id, session.label, token)


@delete(
    "/api/me/tokens/{token_id:str}",
    tags=["players"],
    response_description="The token is revoked.",
    responses=refusals(NotSignedIn, NotFound, NotAllowed, CrossOrigin),
)
async def drop_token(
    token_id: FromPath[Annotated[str, Parameter(description="The id of a session or token.")]],
    caller: Asking,
    services: Shared,
) -> None:
    """Drop a token, or sign a browser out."""
    caller.must_be_at_a_browser()
    own = await services.storage.sessions_of(caller.id)
    if token_id not in {session.id for session in own}:
        raise NotFound("You have no such session or token.")
    await services.sessions.end([token_id])


@put(
    "/api/me/webhook",
    tags=["players"],
    response_description="The address and the secret.",
    responses=refusals(NotSignedIn, NotAllowed, CrossOrigin, TooLarge),
)
async def set_webhook(data: JSONBody[NewWebhook], caller: Asking, services: Shared) -> Webhook:
    """Have turn notices sent to an address; the secret that signs them is new each time."""
    caller.must_be_at_a_browser()
    services.limits.webhooks.take(caller.id)
    await check_webhook_url(data.url, allow_private=services.settings.allow_private_webhooks)
    secret = new_webhook_secret()
    await services.storage.set_webhook(caller.id, data.url, secret)
    return Webhook(data.url, secret)


@delete(
    "/api/me/webhook",
    tags=["players"],
    response_description="No more notifications are sent.",
    responses=refusals(NotSignedIn, NotAllowed, CrossOrigin),
)
async def drop_webhook(caller: Asking, services: Shared) -> None:
    """Stop turn notices."""
    caller.must_be_at_a_browser()
    await services.storage.set_webhook(caller.id, None, None)


HANDLERS: list[Any] = [
    come_in,
    who_am_i,
    who_comes,
    rename,
    claim,
    log_in,
    log_out,
    list_tokens,
    make_token,
    drop_token,
    set_webhook,
    drop_webhook,
]


async def player_of(services: Services, caller: Caller) -> Player:
    """The caller's row, fresh from the database."""
    player = await services.storage.player(caller.id)
    if player is None:
        raise NotSignedIn("This request is not signed in.")
    return player


async def check_password(
    services: Services, request: StrictRequest, name: str, player: Player | None, given: str
) -> None:
    """WrongPassword unless it is right; equally slow for a name that nobody claimed."""
    if len(given) > LONGEST:
        raise BadRequest(f"A password may have at most {LONGEST} characters.")
    key, address = name.casefold(), address_of(request.scope)
    services.guessing.begin(key, address)
    known = None if player is None else player.password
    if not await services.passwords.verify(known, given):
        services.metrics.login_failures.inc()
        raise wrong_password()
    services.guessing.succeed(key, address)


async def _sign_in(
    services: Services, request: StrictRequest, player: Player
) -> Response[SignedIn]:
    _, token = await services.sessions.open(player.id, BROWSER)
    return Response(
        SignedIn(_public(player), token),
        cookies=[cookie_of(token, secure=is_secure(services, request))],
    )


def is_secure(services: Services, request: StrictRequest) -> bool:
    """Whether the cookie may travel by https only."""
    return services.settings.is_https or request.scope["scheme"] == "https"


def _public(player: Player) -> PublicPlayer:
    return PublicPlayer(player.id, player.name, player.password is not None, player.admin)


def _row(session: Session, caller: Caller) -> SessionRow:
    return SessionRow(
        id=session.id,
        kind=session.kind,  # type: ignore[arg-type]
        label=session.label,
        created=session.created,
        expires=session.expires,
        current=session.id == caller.session,
    )
