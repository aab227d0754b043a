"""The error of a run that cannot begin or continue."""


class ArenaError(Exception):
    """The run cannot begin or continue; the message says why."""
