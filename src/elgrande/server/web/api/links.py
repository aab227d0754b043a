"""Links to tables: made, replaced, and found by their token."""

from typing import Any

from litestar import Request

from elgrande.server import tokens
from elgrande.server.accounts.sessions import DAY_MS
from elgrande.server.errors import BadInvitation, InvitationExpired, InvitationNeeded
from elgrande.server.storage import Invitation, oversight
from elgrande.server.storage.moderating import use_invitation
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.tables.table import OPEN, RUNNING
from elgrande.server.timestamps import now_ms
from elgrande.server.web.api.bodies import InvitationShown
from elgrande.server.web.security import address_of
from elgrande.server.web.services import Services


def new_link(table_id: str, seat: int | None) -> tuple[Invitation, InvitationShown]:
    """A link to a seat, or to watch: what is stored of it, and what is shown only once."""
    token = tokens.new_token()
    invitation = Invitation(
        id=token.id, table=table_id, seat=seat, hash=token.hash, created=now_ms()
    )
    return invitation, InvitationShown(seat, token.text, f"/join#{token.text}")


async def fresh_link(services: Services, live: LiveTable, seat: int | None) -> InvitationShown:
    """A new link; earlier ones for the same seat are withdrawn."""
    for old in await services.storage.invitations_of(live.state.id):
        if old.seat == seat and not old.revoked:
            await services.storage.drop_invitation(old.id)
    invitation, shown = new_link(live.state.id, seat)
    await services.storage.add_invitation(invitation)
    return shown


async def find_invitation(
    services: Services, request: Request[Any, Any, Any], text: str
) -> tuple[Invitation, LiveTable]:
    """The invitation with this token and its table; a refusal if it no longer exists."""
    services.limits.invitations.take(address_of(request.scope))
    parts = tokens.parse(text)
    invitation = None if parts is None else await services.storage.invitation(parts[0])
    if parts is None or invitation is None or not tokens.matches(parts[1], invitation.hash):
        raise BadInvitation("This invitation is unknown.")
    if invitation.revoked:
        raise BadInvitation("This invitation was withdrawn.")
    live = await services.live_tables.get(invitation.table)
    days = services.settings.size("link_days")
    # Followers of a long game are not shut out of it; the host can make a new link at any time.
    is_old = invitation.created + days * DAY_MS <= now_ms()
    if is_old and live.state.row.state != RUNNING:
        raise InvitationExpired(f"This link is older than {days} days; ask for a new one.")
    return invitation, live


async def admit(services: Services, request: Request[Any, Any, Any], text: str | None) -> None:
    """Let a new guest in, or refuse where an invitation is needed and none is shown.

    An invitation to the server counts one more guest. An invitation to a seat that is still free
    also lets them in: hosts may bring friends to their table. A link to watch does not.
    """
    if not services.moderation.invite_only:
        return
    if text is None:
        raise InvitationNeeded("New guests need an invitation to this server.")
    identity, secret = tokens.parse(text) or ("", "")
    database = services.storage.database
    welcome = await database.read(lambda connection: oversight.welcome(connection, identity))
    if welcome is not None and tokens.matches(secret, welcome.hash):
        await database.write(lambda connection: use_invitation(connection, identity, now_ms()))
        return
    invitation, live = await find_invitation(services, request, text)
    if invitation.seat is None:
        raise BadInvitation("This invitation does not let new guests in.")
    if live.state.seat_at(invitation.seat).taken or live.state.row.state != OPEN:
        raise BadInvitation("The seat of this invitation is taken.")
