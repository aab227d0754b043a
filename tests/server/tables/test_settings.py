"""The settings a table may have, and those it was stored with."""

import pytest

from elgrande.server.errors import BadRequest
from elgrande.server.tables.clocks import ClockSettings
from elgrande.server.tables.settings import TableSettings, check_settings, read_settings


@pytest.mark.parametrize(
    ("clock", "says"),
    [
        (ClockSettings("none", 60, 0), "without a clock"),
        (ClockSettings("turn", 1, 0), "5 to 2592000 seconds"),
        (ClockSettings("turn", 60, 5), "an increment"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused(clock: ClockSettings, says: str) -> None:
    with pytest.raises(BadRequest, match=says):
        check_settings(TableSettings(clock=clock))


def test_what_another_version_stored_is_read_as_far_as_it_is_known() -> None:
    check_settings(TableSettings(clock=ClockSettings("game", 600, 5)))
    assert read_settings({"watching": "nobody", "colour": "blue"}) == TableSettings("nobody")
    assert read_settings({}) == TableSettings()
