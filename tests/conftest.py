"""Settings for all tests."""

import gc
import signal
from collections.abc import Generator

import pytest
from hypothesis import settings

from tests.support.programs import Missing, missing, not_tested

pytest_plugins = ("pytester",)

# A deadline would test how busy the machine is.
settings.register_profile("elgrande", deadline=None)
settings.load_profile("elgrande")


def pytest_configure(config: pytest.Config) -> None:
    """Make our marks known, and let Ctrl-C be tested.

    Whoever starts the tests in the background of a script has them ignore Ctrl-C, and every program
    they start would inherit that.
    """
    config.addinivalue_line("markers", "rule(*ids): the rules of the specification a test proves")
    config.addinivalue_line("markers", "proof: too long for every change; `make proofs` runs it")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Let no garbage collection look again at all that stays until the end: modules and tests."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Skip a test whose program is missing; a proof fails."""
    report = yield
    error = call.excinfo.value if call.excinfo else None
    if isinstance(error, Missing) and item.get_closest_marker("proof") is None:
        report.outcome = "skipped"
        report.longrepr = (str(item.path), item.location[1] or 0, f"Skipped: {error}")
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what could not be tested on this machine."""
    if absent := missing(proofs=False):
        terminalreporter.write_line(not_tested(absent))
