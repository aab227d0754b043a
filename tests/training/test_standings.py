"""Which generation is best, when a run stops, and the curve that people see."""

from xml.etree import ElementTree

import pytest

from training.curve import draw, table_of
from training.standings import Figures, best_of, brings_something, edge_over, is_in_vain

CERTAINTY = 0.04


def pair(against: str | int, one: float, other: float) -> list[Figures]:
    """A network wins `one` alone against three, and the other wins `other` alone against it."""
    return [
        {
            "against": against,
            "seats": seats,
            "fair": 0.25,
            "games": 400,
            "share": share,
            "low": share - CERTAINTY / seats,
            "high": share + CERTAINTY / seats,
        }
        for seats, share in ((1, one), (3, (1 - other) / 3))
    ]


def generation(number: int, *pairs: tuple[float, float], brings: bool = True) -> Figures:
    matches = pair("steady", 0.5 + number / 100, 0.1)
    for other, (one, alone) in enumerate(pairs):
        matches += pair(other, one, alone)
    card = {"games": 1000 * number + 1000, "unseen": {"network": {"log_loss": 1 - number / 100}}}
    return {"generation": number, "training": card, "matches": matches, "brings": brings}


def test_an_edge_counts_both_ways() -> None:
    assert edge_over(pair(0, 0.35, 0.15), 0) == pytest.approx(0.1)
    assert edge_over(pair(0, 0.25, 0.25), 0) == pytest.approx(0.0)
    # It wins more alone against three, but three of it make the other win as often.
    assert edge_over(pair(0, 0.35, 0.35), 0) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("one", "other", "brings"),
    [(0.35, 0.15, True), (0.27, 0.23, False), (0.35, 0.36, False), (0.26, 0.15, True)],
)
def test_a_network_brings_something_if_it_is_better_for_certain(
    one: float, other: float, brings: bool
) -> None:
    matches = pair("steady", 0.9, 0.0) + pair(0, 0.9, 0.0) + pair(1, one, other)
    assert brings_something(matches, 1) is brings


def test_the_best_is_the_one_with_the_best_edge_over_all_others() -> None:
    first, second = generation(0), generation(1, (0.35, 0.2))
    assert best_of([first]) == 0
    assert best_of([first, second]) == 1
    assert best_of([first, second, generation(2, (0.33, 0.2), (0.2, 0.3))]) == 1
    assert best_of([first, second, generation(2, (0.4, 0.2), (0.3, 0.2))]) == 2


def test_a_run_stops_after_two_generations_in_a_row_that_bring_nothing() -> None:
    even = (0.25, 0.25)
    done = [generation(0), generation(1, even, brings=False)]
    assert not is_in_vain(done)
    better = [*done, generation(2, even, even)]
    assert not is_in_vain([*better, generation(3, even, even, even, brings=False)])
    assert is_in_vain([*done, generation(2, even, even, brings=False)])


def test_the_curve_is_a_table_and_a_picture() -> None:
    done = [generation(0), generation(1, (0.35, 0.15)), generation(2, (0.4, 0.1), (0.3, 0.2))]
    curve = {"generations": done, "best": 2}
    lines = table_of(curve).splitlines()
    assert len(lines) == 2 + 3
    assert {line.count("|") for line in lines} == {9}
    assert lines[-1].startswith("| **2** | 3,000 | 0.9800 | 52.0% (48.0% to 56.0%) | 30.0%")
    assert lines[-1].endswith("| 40.0% (36.0% to 44.0%) | +10.0 |")
    picture = ElementTree.fromstring(draw(curve))
    drawn = picture.findall("{http://www.w3.org/2000/svg}polyline")
    assert [len(line.attrib["points"].split()) for line in drawn] == [3, 2, 2]
