"""Personal data: players download it, or delete themselves."""

from functools import partial
from typing import Any

import msgspec
from litestar import Response, delete, get
from litestar.params import JSONBody

from elgrande.server.accounts.personal_data import PersonalData, personal_data
from elgrande.server.accounts.sessions import Asking, Leaving, no_cookie
from elgrande.server.errors import (
    CrossOrigin,
    NotAllowed,
    NotSignedIn,
    TooLarge,
    WrongPassword,
)
from elgrande.server.storage.moderating import By
from elgrande.server.timestamps import now_ms
from elgrande.server.web.api.admin_bodies import Leave
from elgrande.server.web.api.players import check_password, is_secure, player_of
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.security import address_of
from elgrande.server.web.services import Shared
from elgrande.server.web.strict_requests import StrictRequest


@get(
    "/api/me/data",
    tags=["players"],
    responses=refusals(NotSignedIn, NotAllowed),
)
async def my_data(leaver: Leaving, services: Shared) -> Response[PersonalData]:
    """All that the server keeps about this player, as a file."""
    leaver.must_be_at_a_browser()
    services.limits.personal_data.take(leaver.id)
    data = await services.storage.database.transfer(
        partial(personal_data, player=leaver.id, now=now_ms())
    )
    text: Any = msgspec.json.format(msgspec.json.encode(data), indent=2)
    headers = {"content-disposition": 'attachment; filename="elgrande-my-data.json"'}
    return Response(text, media_type="application/json", headers=headers)


@delete(
    "/api/me",
    tags=["players"],
    response_description="The player is gone.",
    responses=refusals(NotSignedIn, NotAllowed, WrongPassword, CrossOrigin, TooLarge),
)
async def leave_for_good(
    data: JSONBody[Leave], caller: Asking, request: StrictRequest, services: Shared
) -> Response[None]:
    """Delete your account with everything personal; the games stay, without your name."""
    caller.must_be_at_a_browser()
    player = await player_of(services, caller)
    if player.password is not None:
        services.limits.logins.take(address_of(request.scope))
        await check_password(services, request, player.name, player, data.password or "")
    await services.admins.delete_player(By(now_ms(), caller.id), caller.id, done="leave")
    return Response(None, cookies=[no_cookie(secure=is_secure(services, request))])


HANDLERS: list[Any] = [my_data, leave_for_good]
