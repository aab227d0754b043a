"""The `elgrande admin` command that works out all ratings again."""

from elgrande.cli.admin.common import DatabaseUrl, Verb, on_database, tell
from elgrande.cli.common import AsJson


def rate_again(database_url: DatabaseUrl = None, as_json: AsJson = False) -> None:
    """Work out the ratings of all players again, game by game in the order they ended.

    Games that ended before the server kept results are recorded when it starts.
    """
    from elgrande.server.storage import results

    games = on_database(database_url, lambda database: database.transfer(results.rate_again))
    tell(as_json, f"{games} games rated.", games=games)


VERBS = (Verb("rate-again", rate_again, "elgrande admin rate-again"),)
