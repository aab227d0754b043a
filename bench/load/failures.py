"""The one error of the load: something could not be started, set up or measured."""


class LoadFailure(Exception):
    """A server cannot be measured; the message is for people."""
