"""The bodies of requests and answers about moderation and personal data."""

from typing import Annotated, Literal

from litestar.params import FromPath, FromQuery, Parameter
from msgspec import Meta, Struct

from elgrande.server.accounts.passwords import LONGEST
from elgrande.server.storage.moderating import FOREVER, LONGEST_REASON, MOST_USES
from elgrande.server.storage.oversight import MOST_LISTED

LONGEST_SEARCH = 60
LONGEST_NETWORK = 60

Reason = Annotated[
    str,
    Meta(max_length=LONGEST_REASON, description="Why. Kept in the audit log."),
]
Moment = Annotated[int, Meta(ge=0, le=FOREVER)]
Until = Annotated[Moment | None, Meta(description="Milliseconds since 1970; null: permanently.")]
PlayerId = FromPath[Annotated[str, Parameter(description="The id of a player.", max_length=40)]]
InvitationId = FromPath[
    Annotated[str, Parameter(description="The id of an invitation.", max_length=40)]
]
Search = FromQuery[
    Annotated[
        str,
        Parameter(description="Part of a name or title, or an id.", max_length=LONGEST_SEARCH),
    ]
]
ManyAtMost = FromQuery[
    Annotated[int, Parameter(description="How many at most.", ge=1, le=MOST_LISTED)]
]
LastSeen = FromQuery[
    Annotated[str | None, Parameter(description="The id of the last one seen.", max_length=40)]
]
Standing = Literal["all", "claimed", "guests", "admins", "muted", "banned"]
TableStanding = Literal["all", "open", "running", "finished", "closed"]


class Because(Struct, frozen=True, forbid_unknown_fields=True):
    """Why an admin does something."""

    reason: Reason = ""


class UntilWhen(Struct, frozen=True, forbid_unknown_fields=True):
    """For how long, and why."""

    until: Until = None
    reason: Reason = ""


class NewBan(Struct, frozen=True, forbid_unknown_fields=True):
    """An address or a network to be banned."""

    network: Annotated[
        str,
        Meta(
            max_length=LONGEST_NETWORK,
            description="An address or a network.",
            examples=["203.0.113.7"],
        ),
    ]
    until: Until = None
    reason: Reason = ""


class NewWelcome(Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to the server to be made."""

    uses: Annotated[
        int, Meta(ge=1, le=MOST_USES, description="How many new guests may use it.")
    ] = 1
    expires: Annotated[Moment | None, Meta(description="Milliseconds since 1970; null: never.")] = (
        None
    )
    note: Annotated[str, Meta(max_length=LONGEST_REASON, description="Who it is for.")] = ""


class ServerDoor(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may come to this server."""

    invite_only: Annotated[bool, Meta(description="Whether new guests need an invitation.")]


class NewAccountPassword(Struct, frozen=True):
    """A password that was made for a player."""

    password: Annotated[str, Meta(description="Shown only once; the player signs in with it.")]


class MadeWelcome(Struct, frozen=True):
    """A new invitation to the server."""

    id: Annotated[str, Meta(description="The id of the invitation.")]
    token: Annotated[str, Meta(description="Shown only once.")]
    path: Annotated[str, Meta(description="The link, on this server.")]


class Leave(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's request to be deleted."""

    password: Annotated[
        Annotated[str, Meta(max_length=LONGEST)] | None,
        Meta(description="Needed if the name is claimed."),
    ] = None
