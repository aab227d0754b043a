"""The Veto: taking it, the windows in which it stops a special action, and how it ends."""

from typing import Any

import pytest

from elgrande import Game
from tests.support.marks import rule, scenario
from tests.support.positions import king, offered, position, take, there, use

ACTED = {"place", "end"}
NEW: dict[str, Any] = {"old_hands": ("veto", "veto")}
CLASSIC: dict[str, Any] = {"edition": "classic"}
ONCE = {"allow", "veto"}
BY_STEP = {"allow", "allow all", "veto"}

in_both_editions = pytest.mark.parametrize("options", [NEW, CLASSIC], ids=["2023", "classic"])


def holders(game: Game) -> list[int]:
    """The seats with a Veto in front of them, once for each Veto."""
    data: Any = game.snapshot()
    return sorted(data["vetoes"]["fresh"] + data["vetoes"]["old"])


def table(game: Game) -> dict[str, Any]:
    """All pieces, the scores and the cards on the table."""
    data: Any = game.snapshot()
    names = ("king", "regions", "castillo", "court", "province", "scores", "available")
    return {name: data[name] for name in names}


def asked(game: Game) -> tuple[int, ...]:
    """Who is asked to allow a special action now."""
    return game.waiting if game.decision == "veto" else ()


def idle(game: Game) -> None:
    """Answer with as little as possible."""
    texts = offered(game)
    use(game, next((text for text in ("end", "stop", "take 0") if text in texts), texts[0]))


def pass_on(game: Game, but_not: int = 0) -> Game:
    """Let everyone do nothing until a seat other than this one is to choose an action card."""
    while game.decision != "card" or game.waiting == (but_not,):
        idle(game)
    return game


def pass_to_round(game: Game, number: int) -> Game:
    """Let everyone do nothing until that round begins."""
    while game.round < number:
        idle(game)
    return game


@scenario("C-veto", "ordinary")
def test_a_veto_is_kept_and_its_owner_asked(options: dict[str, Any]) -> None:
    game = take(position("C-veto", **options), "C-veto")
    before = table(game)
    use(game, "special")
    assert set(offered(game)) == ACTED
    assert holders(game) == [0]
    assert table(game) == before
    use(pass_on(game), "card 5", "special")
    assert asked(game) == (0,)


@scenario("C-veto", "as_much_as_possible")
def test_one_veto_stops_one_action_and_is_gone(options: dict[str, Any]) -> None:
    start = {"granada": [2, 2, 2, 2]}
    game = take(position("C-veto", regions=start, **options), "C-veto", "special")
    use(pass_on(game), "card 5", "special", "veto")
    assert king(game) == "castilla"
    assert holders(game) == []
    use(pass_on(use(game, "end")), "card 1", "special")
    assert asked(game) == ()


@scenario("C-veto", "kings_region")
def test_a_vetoed_king_stays_where_he_is(options: dict[str, Any]) -> None:
    game = take(position("C-veto", **options), "C-veto", "special")
    use(pass_on(game), "card 5", "special", "veto")
    assert king(game) == "castilla"
    assert set(offered(game)) == ACTED
    use(game, "place")
    near = {"galicia", "navarra", "aragon", "toledo", "castillo"}
    assert set(offered(game)) == near | {"stop"}


@scenario("C-veto", "empty")
def test_a_veto_can_be_taken_with_an_empty_court(options: dict[str, Any]) -> None:
    game = take(position("C-veto", court=[0, 7, 7, 7], **options), "C-veto")
    assert set(offered(game)) == {"special", "end"}
    use(game, "special")
    assert list(game.waiting) != [0]
    assert holders(game) == [0]


@scenario("C-veto", "declined")
def test_a_veto_declined_is_nobodys(options: dict[str, Any]) -> None:
    game = take(position("C-veto", **options), "C-veto")
    use(game, "place", "toledo", "castillo")
    assert set(offered(game)) == {"special", "end"}
    use(game, "end")
    assert holders(game) == []
    assert there(game, "court") == [5, 7, 7, 7]
    assert there(game, "toledo") == there(game, "castillo") == [1, 0, 0, 0]
    use(pass_on(game), "card 5", "special")
    assert asked(game) == ()


@rule("V-veto")
def test_edition_2023_asks_once_before_the_action_starts() -> None:
    game = position("C-any4", regions={"granada": [4, 4, 0, 0]}, vetoes=[1], **NEW)
    take(game, "C-any4", "special")
    assert asked(game) == (1,)
    assert set(offered(game)) == ONCE
    use(game, "allow", *["carmine@granada", "toledo"] * 4)
    assert set(offered(game)) == ACTED
    assert there(game, "toledo") == [4, 0, 0, 0]
    assert holders(game) == [1]


@rule("V-veto")
@in_both_editions
def test_a_cancelled_action_is_lost_but_placing_is_not(options: dict[str, Any]) -> None:
    game = position("C-any4", regions={"granada": [4, 4, 0, 0]}, vetoes=[1], **options)
    before = table(take(game, "C-any4"))
    use(game, "special", "veto")
    assert game.waiting == (0,)
    assert set(offered(game)) == ACTED
    assert table(game) == before
    assert holders(game) == []
    use(game, "place", "toledo")
    assert there(game, "toledo") == [1, 0, 0, 0]
    assert list(game.waiting) != [0]


@rule("V-veto", "R5")
@in_both_editions
def test_what_was_placed_before_a_veto_stays(options: dict[str, Any]) -> None:
    game = take(position("C-king", vetoes=[1], **options), "C-king")
    use(game, "place", "toledo", "aragon", "stop", "special", "veto")
    assert list(game.waiting) != [0]
    assert there(game, "toledo") == there(game, "aragon") == [1, 0, 0, 0]
    assert king(game) == "castilla"


@rule("V-veto")
def test_classic_stops_the_third_step_of_four() -> None:
    game = position("C-any4", regions={"granada": [4, 4, 0, 0]}, vetoes=[1], **CLASSIC)
    take(game, "C-any4", "special")
    assert asked(game) == (1,)
    assert set(offered(game)) == BY_STEP
    use(game, "allow", "azure@granada", "toledo")
    assert asked(game) == (1,)
    assert set(offered(game)) == BY_STEP
    assert there(game, "granada") == [4, 4, 0, 0]
    use(game, "allow")
    assert there(game, "granada") == [4, 3, 0, 0]
    use(game, "azure@granada", "castillo", "allow", "azure@granada", "sevilla", "veto")
    assert there(game, "granada") == [4, 2, 0, 0]
    assert there(game, "toledo") == there(game, "castillo") == [0, 1, 0, 0]
    assert there(game, "sevilla") == [0, 0, 0, 0]
    assert holders(game) == []
    assert game.waiting == (0,)
    assert set(offered(game)) == ACTED


@rule("V-veto")
def test_classic_allow_all_covers_the_rest_of_this_action_only() -> None:
    game = position("C-any4", regions={"granada": [4, 4, 0, 0]}, vetoes=[1], **CLASSIC)
    take(game, "C-any4", "special", "allow", "carmine@granada", "toledo", "allow all")
    use(game, *["carmine@granada", "toledo"] * 3)
    assert there(game, "toledo") == [4, 0, 0, 0]
    assert set(offered(game)) == ACTED
    use(pass_on(use(game, "end"), but_not=1), "card 5", "special")
    assert asked(game) == (1,)


@rule("V-veto")
def test_classic_needs_no_leave_to_stop() -> None:
    game = position("C-any4", regions={"granada": [4, 4, 0, 0]}, vetoes=[1], **CLASSIC)
    take(game, "C-any4", "special", "allow", "stop")
    assert set(offered(game)) == ACTED
    assert holders(game) == [1]


@rule("V-veto", "C-withdrawal")
def test_classic_stops_what_opponents_are_made_to_do() -> None:
    game = position("C-withdrawal", vetoes=[2], **CLASSIC)
    take(game, "C-withdrawal", "special", "allow")
    assert game.waiting == (1,)
    use(game, "court")
    assert asked(game) == (2,)
    use(game, "allow", "court", "veto")
    assert there(game, "court") == [7, 6, 7, 7]
    assert game.waiting == (0,)
    assert set(offered(game)) == ACTED


@rule("V-veto", "C-fair")
def test_classic_stops_a_scoring_when_the_region_is_named() -> None:
    game = position("C-fair", regions={"toledo": [2, 0, 0, 0]}, vetoes=[3], **CLASSIC)
    take(game, "C-fair", "special", "allow", "toledo", "veto")
    assert game.scores == [0, 0, 0, 0]
    assert set(offered(game)) == ACTED


@rule("V-veto", "C-delegation")
def test_classic_veto_against_one_half_of_delegation_does_not_open_the_other() -> None:
    game = position("C-delegation", regions={"granada": [2, 0, 0, 0]}, vetoes=[1], **CLASSIC)
    take(game, "C-delegation", "special", "allow", "first", "carmine@granada", "toledo", "veto")
    assert there(game, "granada") == [2, 0, 0, 0]
    assert set(offered(game)) == ACTED


@rule("V-veto", "Q10")
@in_both_editions
def test_a_veto_can_cancel_taking_a_veto(options: dict[str, Any]) -> None:
    game = take(position("C-veto", vetoes=[1], **options), "C-veto", "special")
    assert asked(game) == (1,)
    allowed = use(game.clone(), "allow")
    assert holders(allowed) == [0, 1]
    use(game, "veto")
    assert holders(game) == []
    assert set(offered(game)) == ACTED


@rule("V-veto")
@in_both_editions
def test_two_holders_are_asked_clockwise_from_the_performers_left(options: dict[str, Any]) -> None:
    game = take(position("C-king", seat=2, vetoes=[1, 3], **options), "C-king", "special")
    assert asked(game) == (3,)
    stopped = use(game.clone(), "veto")
    assert stopped.waiting == (2,)
    assert set(offered(stopped)) == ACTED
    assert holders(stopped) == [1]
    use(game, "allow")
    assert asked(game) == (1,)
    stopped = use(game.clone(), "veto")
    assert set(offered(stopped)) == ACTED
    assert holders(stopped) == [3]
    use(game, "allow")
    assert game.decision == "king_to"
    assert holders(game) == [1, 3]


@rule("V-veto")
def test_classic_asks_each_holder_until_that_one_allows_all() -> None:
    game = position("C-any3", regions={"granada": [3, 0, 0, 0]}, vetoes=[1, 3], **CLASSIC)
    take(game, "C-any3", "special", "allow all", "allow", "carmine@granada", "toledo")
    assert asked(game) == (3,)
    use(game, "allow")
    assert there(game, "toledo") == [1, 0, 0, 0]
    use(game, "carmine@granada", "toledo", "veto")
    assert there(game, "toledo") == [1, 0, 0, 0]
    assert holders(game) == [1]


@rule("V-veto")
@in_both_editions
def test_nobody_is_asked_about_their_own_action(options: dict[str, Any]) -> None:
    game = take(position("C-king", vetoes=[0, 2], **options), "C-king", "special")
    assert asked(game) == (2,)
    alone = take(position("C-king", vetoes=[0], **options), "C-king", "special", "toledo")
    assert king(alone) == "toledo"
    assert holders(alone) == [0]


@rule("V-veto")
@in_both_editions
def test_using_one_of_two_vetoes_keeps_the_other(options: dict[str, Any]) -> None:
    both = {"vetoes": {"fresh": [1], "old": [1]}}
    game = take(position("C-king", changes=both, **options), "C-king", "special", "veto")
    assert set(offered(game)) == ACTED
    assert holders(game) == [1]


@rule("V-veto")
@in_both_editions
def test_a_veto_lasts_until_the_end_of_the_next_round(options: dict[str, Any]) -> None:
    game = take(position("C-veto", **options), "C-veto", "special")
    pass_to_round(game, 2)
    assert asked(use(pass_on(game.clone()), "card 5", "special")) == (0,)
    while game.round == 2:
        assert holders(game) == [0]
        idle(game)
    assert holders(game) == []
    use(pass_on(game), "card 5", "special")
    assert asked(game) == ()


@rule("V-veto", "R4", "R6")
@in_both_editions
def test_taking_caballeros_and_placing_need_no_leave(options: dict[str, Any]) -> None:
    game = position("C-any3", power=9, regions={"granada": [1, 0, 0, 0]}, vetoes=[1], **options)
    use(game, "take 2")
    assert there(game, "court") == [9, 7, 7, 7]
    take(game, "C-any3", "place", "castillo")
    assert there(game, "castillo") == [1, 0, 0, 0]
    assert set(offered(game)) == {"special", "end"}


@rule("V-veto", "Q20")
@in_both_editions
def test_what_could_change_nothing_cannot_be_vetoed(options: dict[str, Any]) -> None:
    start = {"granada": [0, 2, 0, 0]}
    game = take(position("C-own4", regions=start, vetoes=[1], **options), "C-own4")
    assert set(offered(game)) == ACTED
