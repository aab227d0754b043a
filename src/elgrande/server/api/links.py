"""Links to tables: made, made anew, and found by the token that somebody shows."""

from typing import Any

from litestar import Request

from elgrande.server import tokens
from elgrande.server.api.bodies import InvitationShown
from elgrande.server.errors import BadInvitation
from elgrande.server.hall import LiveTable, now_ms
from elgrande.server.security import address_of
from elgrande.server.services import Services
from elgrande.server.storage import Invitation


def new_link(table_id: str, seat: int | None) -> tuple[Invitation, InvitationShown]:
    """A link to a seat, or to watch: what is kept of it, and what is shown this once."""
    token = tokens.new_token()
    invitation = Invitation(
        id=token.id, table=table_id, seat=seat, hash=token.hash, created=now_ms()
    )
    return invitation, InvitationShown(seat, token.text, f"/join#{token.text}")


async def fresh_link(services: Services, live: LiveTable, seat: int | None) -> InvitationShown:
    """A new link; those there were for the same seat are taken back."""
    for old in await services.storage.invitations_of(live.state.id):
        if old.seat == seat and not old.revoked:
            await services.storage.drop_invitation(old.id)
    invitation, shown = new_link(live.state.id, seat)
    await services.storage.add_invitation(invitation)
    return shown


async def find_invitation(
    services: Services, request: Request[Any, Any, Any], text: str
) -> Invitation:
    """The invitation with this token; BadInvitation if there is none, or none any more."""
    services.limits.invitations.take(address_of(request.scope))
    parts = tokens.parse(text)
    invitation = None if parts is None else await services.storage.invitation(parts[0])
    if parts is None or invitation is None or not tokens.matches(parts[1], invitation.hash):
        raise BadInvitation("This invitation is not known.")
    if invitation.revoked:
        raise BadInvitation("This invitation was taken back.")
    return invitation
