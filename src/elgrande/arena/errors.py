"""Why a run cannot begin or go on."""


class ArenaError(Exception):
    """The run cannot begin or go on; its one sentence says why."""
