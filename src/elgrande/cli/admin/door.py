"""What `elgrande admin` does at the door: a server by invitation only, and its invitations."""

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
    switch: Annotated[str, typer.Argument(metavar="on|off", help="Whether new guests need one.")],
    reason: Reason = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Let new guests come by invitation only, or let everybody come.

    Whoever has been here stays. A friend's invitation to a seat lets a new guest in as well.
    """
    from elgrande.server.storage import moderating

    if switch not in ("on", "off"):
        raise BadInput(f"A server is by invitation only: on or off, not {short(switch)}.")
    who, wanted = by(reason), switch == "on"
    on_database(
        database_url,
        lambda database: moderating.act(
            database, lambda opened: moderating.set_invite_only(opened, who, wanted)
        ),
    )
    sentence = "New guests need an invitation." if wanted else "Everybody may come."
    tell(as_json, sentence, invite_only=wanted)


def invite(
    uses: Annotated[int, typer.Option(metavar="N", help="For how many new guests.")] = 1,
    until: Until = None,
    note: Annotated[
        str, typer.Option(metavar="TEXT", help="For whom it is, as a note to yourself.")
    ] = "",
    public_url: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="ELGRANDE_PUBLIC_URL",
            help="How people reach the server, for a whole link.",
        ),
    ] = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Make an invitation to the server; its link is shown this once."""
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
    """Take an invitation to the server back."""
    from elgrande.server.storage import moderating

    who = by(reason)
    on_database(
        database_url,
        lambda database: moderating.act(
            database, lambda opened: moderating.uninvite(opened, who, invitation)
        ),
    )
    tell(as_json, "The invitation leads nowhere any more.", id=invitation)


VERBS = (
    Verb("invite-only", invite_only, "elgrande admin invite-only on"),
    Verb("invite", invite, "elgrande admin invite --uses 10 --until 2w --note club"),
    Verb("uninvite", uninvite, "elgrande admin uninvite 4fXk2v0QeLm9aBcd"),
)
