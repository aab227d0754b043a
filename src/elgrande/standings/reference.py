"""Where the points of grandmasters come from, to compare a player's with.

`reference.json` is made by `python -m bench.record_reference`.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from elgrande.insight.points import SOURCES


class Reference(NamedTuple):
    """The means of a grandmaster's seat at one kind of table."""

    points: float
    sources: Mapping[str, float]
    cards: Mapping[str, float]  # how often a card is taken for every time chance would take it


@cache
def references() -> dict[tuple[str, int], Reference]:
    """The reference figures by edition and number of players."""
    text = files("elgrande.standings").joinpath("reference.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return {
        (table["edition"], table["players"]): Reference(
            table["points"], table["sources"], table["cards"]
        )
        for table in data["tables"]
    }


def mean_sources(tables: Iterable[tuple[str, int]]) -> dict[str, float]:
    """What a grandmaster would have got on average at these tables, by source."""
    found = [references()[table] for table in tables if table in references()]
    if not found:
        return {}
    return {source: sum(one.sources[source] for one in found) / len(found) for source in SOURCES}
