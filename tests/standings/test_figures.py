"""The figures of a game: points by source add up to the score, and cards to the turns."""

from pathlib import Path

import pytest

from elgrande.record import Record
from elgrande.standings.figures import UNIT, SeatFigures, figures_of, places_of
from tests.support.marks import with_proofs

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.egn"))


def figures(path: Path) -> tuple[Record, list[SeatFigures]]:
    record = Record.from_text(path.read_text(encoding="utf-8"))
    line = list(zip(record.seats, record.choices, strict=True))
    return record, figures_of(record.options, record.seed, line)


@pytest.mark.parametrize("path", with_proofs(GAMES, quick=4), ids=lambda path: path.stem)
def test_points_by_source_add_up_to_the_score(path: Path) -> None:
    record, seats = figures(path)
    scores = record.replay().scores
    assert [seat.points for seat in seats] == scores
    assert [sum(seat.sources.values()) for seat in seats] == scores
    for seat in seats:
        # Of a choice between several cards exactly one is taken, by chance as by will.
        assert abs(sum(seat.expected.values()) - UNIT * sum(seat.taken.values())) <= UNIT // 3
        assert set(seat.taken) <= set(seat.expected)
        assert len(seat.powers) >= sum(seat.taken.values())


def test_equal_scores_share_the_better_place() -> None:
    assert places_of([60, 90, 75, 90, 60]) == [4, 1, 3, 1, 4]
