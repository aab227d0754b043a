"""The bodies of requests and answers about players."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from elgrande.server.accounts.names import LONGEST_NAME
from elgrande.server.accounts.passwords import LONGEST, SHORTEST

LONGEST_URL = 500
LONGEST_TOKEN = 200

Name = Annotated[
    str,
    Meta(
        description=f"1 to {LONGEST_NAME} characters that can be seen.",
        examples=["Isabel"],
        # Checked by `clean_name`, whose refusal has its own code.
        extra_json_schema={"minLength": 1, "maxLength": LONGEST_NAME},
    ),
]
Password = Annotated[
    str,
    Meta(
        min_length=SHORTEST,
        max_length=LONGEST,
        description="A new password.",
    ),
]
GivenPassword = Annotated[
    str, Meta(max_length=LONGEST, description="The password of a claimed name.")
]


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new guest."""

    name: Name
    invitation: Annotated[
        Annotated[str, Meta(max_length=LONGEST_TOKEN)] | None,
        Meta(
            description="The token of an invitation to the server, or to a seat; needed where"
            " new guests come by invitation only."
        ),
    ] = None


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's new name."""

    name: Name


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """A password for your own name."""

    password: Password
    current: Annotated[
        str | None,
        Meta(description="The current password, if the name is already claimed."),
    ] = None


class LogIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A claimed name and its password."""

    name: Name
    password: GivenPassword


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A token for an outside bot."""

    label: Annotated[str, Meta(description="What the token is for.", examples=["my bot"])]


class NewWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """Where to send turn notices."""

    url: Annotated[
        str,
        Meta(max_length=LONGEST_URL, description="An https address that takes POST requests."),
    ]


class PublicPlayer(Struct, frozen=True):
    """A player as they see themselves."""

    id: Annotated[str, Meta(description="The player's id, the same for ever.")]
    name: Annotated[str, Meta(description="The name that others see.")]
    claimed: Annotated[bool, Meta(description="Whether the name is claimed with a password.")]
    admin: Annotated[bool, Meta(description="Whether the player is an admin here.")] = False


class Me(Struct, frozen=True):
    """Who you are, and how you are signed in."""

    player: PublicPlayer
    session: Annotated[str, Meta(description="The id of this session.")]
    kind: Annotated[Literal["browser", "bot"], Meta(description="`bot`: a token.")]
    webhook: Annotated[str | None, Meta(description="Where turn notifications are sent.")]


class Visitor(Struct, frozen=True):
    """Who is looking at a page."""

    player: Annotated[PublicPlayer | None, Meta(description="Null: nobody is signed in.")]


class SignedIn(Struct, frozen=True):
    """A player and a token; the same token is set as a cookie."""

    player: PublicPlayer
    token: Annotated[str, Meta(description="For the header Authorization: Bearer.")]


class SessionRow(Struct, frozen=True):
    """A browser or an outside bot that is signed in."""

    id: Annotated[str, Meta(description="The id of the session or token.")]
    kind: Annotated[Literal["browser", "bot"], Meta(description="`bot`: a token.")]
    label: Annotated[str, Meta(description="What a token is for.")]
    created: Annotated[int, Meta(description="Milliseconds since 1970.")]
    expires: Annotated[int | None, Meta(description="Milliseconds since 1970.")]
    current: Annotated[bool, Meta(description="Whether this request was made with it.")]


class MadeToken(Struct, frozen=True):
    """A new token, shown only once."""

    id: Annotated[str, Meta(description="The id, for revoking the token.")]
    label: Annotated[str, Meta(description="What the token is for.")]
    token: Annotated[str, Meta(description="For the header Authorization: Bearer.")]


class Webhook(Struct, frozen=True):
    """Where turn notices are sent, and the secret that signs them, shown only once."""

    url: Annotated[str, Meta(description="The address.")]
    secret: Annotated[str, Meta(description="The key that signs each notification.")]
