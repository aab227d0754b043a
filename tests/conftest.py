"""Settings for all tests."""

import signal

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Make our marks known, and let Ctrl-C be tested.

    Whoever starts the tests in the background of a script has them ignore Ctrl-C, and every program
    they start would inherit that.
    """
    config.addinivalue_line("markers", "rule(*ids): the rules of the specification a test proves")
    config.addinivalue_line("markers", "proof: too long for every change; `make proofs` runs it")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
