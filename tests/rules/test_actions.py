"""Using an action card, the taboo of the King's region, the closed Castillo (R5-R7, R10, R11)."""

from typing import Any

import pytest

from elgrande import IllegalChoice, Options
from tests.support.marks import rule
from tests.support.playing import edited, happened, seen
from tests.support.positions import grande, king, offered, position, take, there, use

OPEN = Options(castillo="open").to_data()


@rule("R5")
def test_placing_first_and_the_special_action_after() -> None:
    game = take(position("C-king", king="castilla"), "C-king", "place", "toledo", "stop")
    assert offered(game) == ["end", "special"]
    use(game, "special", "granada")
    assert king(game) == "granada"
    assert there(game, "toledo") == [1, 0, 0, 0]


@rule("R5")
def test_special_action_first_and_placing_after() -> None:
    game = take(position("C-king", king="castilla"), "C-king", "special", "granada")
    assert offered(game) == ["end", "place"]
    use(game, "place")
    assert offered(game) == ["stop", "toledo", "valencia", "sevilla", "castillo"]


@rule("R5")
def test_each_part_is_finished_before_the_other_starts() -> None:
    game = take(position("C-king", king="castilla"), "C-king", "place", "toledo")
    with pytest.raises(IllegalChoice):
        use(game, "special")
    moving = take(position("C-any3", regions={"toledo": [3]}), "C-any3", "special")
    use(moving, "carmine@toledo", "granada")
    with pytest.raises(IllegalChoice):
        use(moving, "place")


@rule("R5")
def test_each_part_happens_only_once() -> None:
    game = take(position("C-king"), "C-king", "place", "toledo", "stop", "special", "granada")
    assert game.waiting != (0,)


@rule("R5", "R7")
def test_both_parts_are_optional() -> None:
    game = position("C-king")
    before = (there(game, "court"), king(game))
    take(game, "C-king", "end")
    assert (there(game, "court"), king(game)) == before
    assert game.waiting != (0,)


@rule("R5")
def test_only_one_card_is_used_in_a_turn() -> None:
    game = take(position("C-king", court=[1, 7, 7, 7]), "C-king", "special", "granada")
    use(game, "place", "toledo")
    assert game.waiting != (0,)


@rule("R6")
def test_placing_stops_at_the_number_of_the_card() -> None:
    game = take(position("C-fair", king="castilla"), "C-fair", "place", "toledo", "castillo")
    assert game.decision == "act"
    assert there(game, "toledo") == [1, 0, 0, 0]
    assert there(game, "castillo") == [1, 0, 0, 0]
    assert there(game, "court") == [5, 7, 7, 7]


@rule("R6")
def test_fewer_may_be_placed() -> None:
    game = take(position("C-king"), "C-king", "place", "toledo", "toledo", "stop")
    assert there(game, "court") == [5, 7, 7, 7]


@rule("R6")
def test_placing_is_only_from_the_court() -> None:
    game = take(position("C-king", court=[2, 7, 7, 7]), "C-king", "place", "toledo", "galicia")
    assert game.decision == "act"
    assert there(game, "court") == [0, 7, 7, 7]
    assert "place" not in offered(take(position("C-king", court=[0, 7, 7, 7]), "C-king"))


@rule("R6", "R10")
@pytest.mark.parametrize("place", ["castilla", "granada", "france", "portugal", "court"])
def test_placing_elsewhere_is_refused(place: str) -> None:
    game = take(position("C-king", king="castilla"), "C-king", "place")
    with pytest.raises(IllegalChoice):
        use(game, place)


@rule("R6", "R11")
def test_throwing_into_the_castillo_is_announced_with_its_number() -> None:
    game = position("C-king", events=True)
    take(game, "C-king", "place", "castillo", "castillo", "toledo", "castillo", "stop")
    for seat in (None, 0, 1, 2, 3):
        throws = [e for e in happened(game, "moved", seat) if e["to"] == "castillo"]
        assert sum(throw["count"] for throw in throws) == 3
        assert all(throw["colour"] == 0 and throw["from"] == "court" for throw in throws)


@rule("R7")
def test_special_action_may_be_declined_after_placing() -> None:
    game = take(position("C-court-all"), "C-court-all", "place", "toledo", "stop", "end")
    assert there(game, "court") == [6, 7, 7, 7]


@rule("R7")
def test_special_action_is_carried_out_as_far_as_possible() -> None:
    game = position("C-court-three", court=[7, 2, 0, 5])
    take(game, "C-court-three", "special")
    assert there(game, "court") == [7, 0, 0, 2]


@rule("R7")
def test_special_action_once_begun_cannot_be_given_up() -> None:
    arrest = position("C-arrest", regions={"toledo": [0, 1, 1, 1]})
    take(arrest, "C-arrest", "special", "azure@toledo")
    assert offered(arrest) == ["ochre@toledo", "green@toledo"]
    royal = take(position("C-king"), "C-king", "special")
    assert not {"stop", "end"} & set(offered(royal))


@rule("R7")
def test_special_action_is_performed_even_where_it_helps_others() -> None:
    game = position("C-score-5", regions={"aragon": [0, 2]}, grandes=["galicia"] * 4)
    assert take(game, "C-score-5", "special").scores == [0, 5, 0, 0]


@rule("R7")
def test_up_to_keeps_its_freedom() -> None:
    game = take(position("C-any4", regions={"toledo": [4]}), "C-any4", "special")
    assert "stop" in offered(game)
    use(game, "carmine@toledo", "granada")
    assert "stop" in offered(game)
    use(game, "stop")
    assert there(game, "toledo") == [3, 0, 0, 0]


@rule("R10")
@pytest.mark.parametrize(
    ("card", "further"),
    [
        ("C-any3", []), ("C-own4", []), ("C-foreign3", []), ("C-two-two", []), ("C-five", []),
        ("C-exodus", []), ("C-any3", ["carmine@toledo"]), ("C-militia", []), ("C-arrest", []),
        ("C-withdrawal", []), ("C-civil-war", []), ("C-skirmish", []), ("C-grande", []),
        ("C-coup", []), ("C-tile", ["tile 8/4/0"]),
    ],
)  # fmt: skip
def test_no_special_action_reaches_into_the_kings_region(card: str, further: list[str]) -> None:
    game = position(
        card,
        king="castilla",
        regions={"castilla": [3, 3, 3, 3], "toledo": [3, 3, 3, 3]},
        grandes=["toledo", "castilla", "castilla", "castilla"],
    )
    take(game, card, "special", *further)
    assert game.decision != "act"
    assert not [text for text in offered(game) if text.endswith("castilla")]
    assert (
        [text for text in offered(game) if text.endswith("toledo")]
        or further
        or (card == "C-grande")
    )


@rule("R10")
def test_grande_and_tile_in_the_kings_region_stay() -> None:
    game = position("C-grande", king="castilla", grandes=["castilla"] * 4)
    assert "special" not in offered(take(game, "C-grande"))
    tile = position("C-tile", king="castilla", tiles={"8/4/0": "castilla"})
    assert offered(take(tile, "C-tile", "special")) == ["tile 4/0/0"]


@rule("R10")
def test_infiltration_is_allowed_into_the_kings_region() -> None:
    game = position("C-infiltration", king="castilla", new_regency=True)
    take(game, "C-infiltration", "special", "place", "castilla")
    assert there(game, "castilla") == [1, 0, 0, 0]


@rule("R10")
def test_entourage_leaves_and_enters_the_kings_region() -> None:
    game = position("C-entourage", king="castilla", regions={"castilla": [3, 1]}, new_regency=True)
    take(game, "C-entourage", "special", "granada", "carmine@castilla", "azure@castilla")
    assert there(game, "castilla") == [2, 0, 0, 0]
    assert there(game, "granada") == [1, 1, 0, 0]


@rule("R10")
def test_competition_clears_grandes_out_of_the_kings_region() -> None:
    game = position("C-competition", king="castilla", grandes=["granada"] * 4, new_regency=True)
    take(game, "C-competition", "special", "granada")
    assert [grande(game, seat) for seat in range(4)] == ["castillo"] * 4


@rule("R10")
def test_stand_in_brings_a_grande_into_the_old_kings_region() -> None:
    game = position("C-stand-in", king="castilla", grandes=["granada"] * 4, new_regency=True)
    take(game, "C-stand-in", "special", "grande azure")
    assert (king(game), grande(game, 1)) == ("granada", "castilla")


@rule("R11")
@pytest.mark.parametrize("card", ["C-any4", "C-own4", "C-five", "C-exodus", "C-arrest"])
def test_nothing_leaves_the_castillo_by_a_card(card: str) -> None:
    game = take(position(card, castillo=[5, 5, 5, 5]), card)
    assert "special" not in offered(game)


@rule("R11")
def test_caballeros_may_be_moved_into_the_castillo() -> None:
    game = position("C-own4", regions={"toledo": [4]}, castillo=[1])
    take(game, "C-own4", "special", "carmine@toledo", "castillo", "stop")
    assert there(game, "castillo") == [2, 0, 0, 0]


def castillo_views(**changes: Any) -> list[Any]:
    game = position("C-king", castillo=[3, 1, 0, 2], changes=changes)
    take(game, "C-king", "place", "castillo", "stop")
    return [seen(game, seat)["castillo"] for seat in (None, 0, 1, 2, 3)]


@rule("R11")
def test_running_count_of_the_castillo_is_in_nobodys_view() -> None:
    for castillo in castillo_views():
        assert castillo["caballeros"] is None
        assert castillo["ranks"] is None
        assert castillo["worth"] is None


@rule("R11")
def test_open_castillo_shows_its_running_count_to_all() -> None:
    for castillo in castillo_views(options=OPEN):
        assert castillo["caballeros"] == [4, 1, 0, 2]


@rule("R11")
def test_forecast_of_the_scores_leaves_a_closed_castillo_out() -> None:
    closed = position(castillo=[3, 1], regions={"toledo": [0, 1]}, grandes=["sevilla"] * 4)
    assert seen(closed, 0)["if_scored_now"] == [0, 7, 0, 0]
    game = edited(closed, options=OPEN)
    assert seen(game, 0)["if_scored_now"] == [5, 10, 0, 0]


@rule("R11")
def test_castillo_opened_by_a_card_is_told_to_all() -> None:
    game = position("C-revelation", castillo=[3, 1, 0, 2], events=True)
    take(game, "C-revelation", "special")
    for seat in (None, 0, 1, 2, 3):
        held = [event["count"] for event in happened(game, "castillo_held", seat)]
        assert held == [3, 1, 0, 2]
