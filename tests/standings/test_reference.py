"""The figures of grandmasters that come with the package."""

import pytest

from elgrande.insight.points import SOURCES
from elgrande.rules.options import EDITIONS, PLAYERS
from elgrande.standings.reference import mean_sources, references


def test_there_are_figures_for_every_table_and_they_add_up() -> None:
    assert set(references()) == {(edition, count) for edition in EDITIONS for count in PLAYERS}
    for found in references().values():
        assert set(found.sources) == set(SOURCES)
        assert sum(found.sources.values()) == pytest.approx(found.points, abs=0.1)


def test_a_mix_of_tables_is_weighted_by_games() -> None:
    two, four = references()["2023", 2], references()["2023", 4]
    mixed = mean_sources([("2023", 2), ("2023", 4), ("2023", 4)])
    for source in SOURCES:
        mean = (two.sources[source] + 2 * four.sources[source]) / 3
        assert mixed[source] == pytest.approx(mean)
    assert mean_sources([]) == {}
