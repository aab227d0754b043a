"""The soak of `make soak` runs: some seconds of it, without a word about memory."""

import asyncio
import sys
from xml.etree import ElementTree

import pytest

from bench.soak.__main__ import Soak, picture_of, soak_server, to_data
from bench.soak.memory import growth_per_hour

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the soak needs /proc")


@pytest.mark.proof
def test_a_short_soak_plays_and_is_drawn() -> None:
    soak = Soak(tables=2, minutes=0.05, pause=0.02, seed=1, seconds_between_samples=0.5)
    company = asyncio.run(soak_server(soak))
    assert soak.failure is None
    assert company.first_errors == []
    assert company.choices > 0
    assert company.opened >= 2
    data = to_data(soak, company)
    assert len(data["samples"]) == len(soak.samples) >= 3
    assert all(sample.server > 0 for sample in soak.samples)
    drawn = ElementTree.fromstring(picture_of(soak))
    lines = drawn.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 2


def test_growth_is_what_most_samples_say() -> None:
    times = [60.0 * minute for minute in range(61)]
    values = [100.0 + minute / 30 for minute in range(61)]
    assert growth_per_hour(times, values) == pytest.approx(2.0)
    # A search for garbage, or a burst of tables, is a peak and no growth.
    values[10:14] = [180.0] * 4
    assert growth_per_hour(times, values) == pytest.approx(2.0, abs=0.2)
    assert growth_per_hour(times, [50.0] * 61) == 0.0
    assert growth_per_hour([0.0], [1.0]) == 0.0
