"""The refusals that only a browser without a server has."""

from typing import Final

from elgrande.server.errors import NoSuchTable, NotFound


class NeedsServer(NotFound):
    """What was asked for needs a server, and there is none."""

    code = "needs_server"


class DamagedSave(NoSuchTable):
    """A saved game cannot be read."""

    code = "damaged_save"


ERRORS: Final = (NeedsServer, DamagedSave)
