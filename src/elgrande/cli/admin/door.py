"""What `elgrande admin` does about invitations: requiring, making and withdrawing them."""

from typing import Annotated

import typer

from elgrande.cli.admin.common import (
    DatabaseUrl,
    Reason,
    Until,
    Verb,
    by,
    on_database,
    read_end,
    tell,
)
from elgrande.cli.common import AsJson, BadInput, check_at_least_one
from elgrande.rules.fields import short

PATH = "/welcome#"


def invite_only(
    switch: Annotated[
        str, typer.Argument(metavar="on|off", help="Whether new guests need an invitation.")
    ],
    reason: Reason = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Make the server invitation-only, or open it to everyone.

    Existing guests stay. An invitation to a seat from a player lets a new guest in as well.
    """
    from elgrande.server.storage import moderating

    if switch not in ("on", "off"):
        raise BadInput(f"Say on or off, not {short(switch)}.")
    who, wanted = by(reason), switch == "on"
    on_database(
        database_url,
        lambda database: moderating.act(
            database, lambda opened: moderating.set_invite_only(opened, who, wanted)
        ),
    )
    sentence = "New guests need an invitation." if wanted else "Anyone can join."
    tell(as_json, sentence, invite_only=wanted)


def invite(
    uses: Annotated[int, typer.Option(metavar="N", help="How many new guests may use it.")] = 1,
    until: Until = None,
    note: Annotated[
        str, typer.Option(metavar="TEXT", help="Who it is for, as a note to yourself.")
    ] = "",
    public_url: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="ELGRANDE_PUBLIC_URL",
            help="Public address of the server, for a complete link.",
        ),
    ] = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Make an invitation to the server. Its link is shown only once."""
    from elgrande.server import tokens
    from elgrande.server.settings import read_public_url
    from elgrande.server.storage import moderating

    check_at_least_one(uses, "--uses", moderating.MOST_USES)
    token, who = tokens.new_token(), by()
    expires = None if until is None else read_end(until)
    link = f"{read_public_url(public_url) if public_url else ''}{PATH}{token.text}"
    on_database(
        database_url,
        lambda database: moderating.act(
            database,
            lambda opened: moderating.invite(
                opened,
                who,
                identity=token.id,
                hashed=token.hash,
                uses=uses,
                expires=expires,
                remark=moderating.clean_reason(note),
            ),
        ),
    )
    tell(as_json, link, id=token.id, link=link, uses=uses, expires=expires)


def uninvite(
    invitation: Annotated[
        str, typer.Argument(metavar="ID", help="See elgrande admin list invitations.")
    ],
    reason: Reason = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Withdraw an invitation to the server."""
    from elgrande.server.storage import moderating

    who = by(reason)
    on_database(
        database_url,
        lambda database: moderating.act(
            database, lambda opened: moderating.uninvite(opened, who, invitation)
        ),
    )
    tell(as_json, "The invitation has been withdrawn.", id=invitation)


VERBS = (
    Verb("invite-only", invite_only, "elgrande admin invite-only on"),
    Verb("invite", invite, "elgrande admin invite --uses 10 --until 2w --note club"),
    Verb("uninvite", uninvite, "elgrande admin uninvite 4fXk2v0QeLm9aBcd"),
)
