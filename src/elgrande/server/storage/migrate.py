"""Bringing the tables of a database up to date for this version, with Alembic."""

from pathlib import Path
from threading import Lock
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from elgrande.server.errors import BadSetting

FOLDER: Final = Path(__file__).parent / "migrations"
# Alembic keeps what it works on in globals: a process migrates one database at a time.
ONE_AT_A_TIME: Final = Lock()


def newest_revision() -> str:
    """The revision of the tables this version works with."""
    found = ScriptDirectory(str(FOLDER)).get_current_head()
    assert found is not None
    return found


def bring_up_to_date(connection: Connection, migrate: bool) -> None:
    """Migrate within the transaction of this connection; BadSetting if that is impossible.

    The caller holds ONE_AT_A_TIME and a lock on the database.
    Without `migrate` nothing is changed, and only the right revision is accepted.
    """
    scripts = ScriptDirectory(str(FOLDER))
    current = MigrationContext.configure(connection).get_current_revision()
    if current == scripts.get_current_head():
        return
    if current is not None and current not in known_revisions(scripts):
        raise BadSetting(
            "The database was written by a newer version of elgrande; use that version."
        )
    if not migrate:
        raise BadSetting(
            "The database has not been set up for this version; start the server on it once."
        )
    upgrade(connection, "head")


def upgrade(connection: Connection, revision: str) -> None:
    """Bring the tables to a revision, or to the newest (`head`), within this transaction."""
    config = Config()
    # A percent sign begins a placeholder in Alembic's settings.
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def known() -> set[str]:
    """All revisions there have been up to this version."""
    return known_revisions(ScriptDirectory(str(FOLDER)))


def known_revisions(scripts: ScriptDirectory) -> set[str]:
    """All revisions there have been up to this version."""
    return {script.revision for script in scripts.walk_revisions()}
