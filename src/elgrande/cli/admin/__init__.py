"""`elgrande admin`: moderate from the command line, on the database of a running server."""

import typer

from elgrande.cli.admin import door, listing, people, places, standings
from elgrande.cli.admin.common import Verb

app = typer.Typer(
    name="admin",
    help="Moderate a server: players, tables, addresses, invitations and the audit log.",
    epilog="Example: elgrande admin list players",
    no_args_is_help=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)

VERBS: tuple[Verb, ...] = (
    *listing.VERBS,
    *people.VERBS,
    *places.VERBS,
    *door.VERBS,
    *standings.VERBS,
)

for verb in VERBS:
    app.command(verb.name, epilog=f"Example: {verb.example}")(verb.command)
