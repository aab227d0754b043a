"""What a view says of the rest of a turn, a round and the game."""

from typing import Any

from elgrande import Game
from tests.support.playing import finish_round, seen, with_modifiers
from tests.support.positions import position, take, use

TURNS = {"kind": "turns", "begun": 1}


def act(placed: bool, performed: bool) -> dict[str, Any]:
    return {"kind": "act", "seat": 0, "placed": placed, "performed": performed}


def after(game: Game) -> Any:
    return seen(game)["pending"]


def test_what_a_player_has_done_and_may_still_do() -> None:
    game = take(position("C-king"), "C-king")
    assert seen(game)["decision"] == act(placed=False, performed=False)
    assert after(game) == [TURNS]
    use(game, "special")
    assert after(game) == [act(placed=False, performed=True), TURNS]
    use(game, "granada", "place")
    assert after(game) == [act(placed=True, performed=True), TURNS]


def test_withdrawals_follow_one_another() -> None:
    game = take(position("C-withdrawal"), "C-withdrawal", "special")
    assert seen(game)["decision"] == {"kind": "return", "seat": 1, "left": 3}
    returns = [{"kind": "return", "seat": seat, "left": 3} for seat in (2, 3)]
    assert after(game) == [*returns, act(placed=False, performed=True), TURNS]


def test_caballeros_of_one_region() -> None:
    regions = {"toledo": [2, 1, 0, 0], "granada": [0, 1, 0, 0]}
    game = take(position("C-five", regions=regions), "C-five", "special")
    assert seen(game)["decision"]["one_region"] is None
    use(game, "azure@toledo", "granada")
    assert seen(game)["decision"]["one_region"] == "toledo"
    game = take(position("C-any3", regions=regions), "C-any3", "special")
    assert "one_region" not in seen(game)["decision"]


def test_the_region_of_a_coup() -> None:
    game = position("C-coup", regions={"toledo": [1, 2, 0, 0]})
    take(game, "C-coup", "special", "toledo")
    assert seen(game)["decision"] == {"kind": "disc_coup", "seat": 0, "region": "toledo"}


def test_the_scoring_that_waits_for_discs() -> None:
    game = finish_round(position(round_number=3, castillo=[1, 1, 0, 0]))
    assert seen(game)["decision"] == {"kind": "disc_scoring"}
    assert after(game) == [{"kind": "general_scoring"}, {"kind": "round"}]
    game = finish_round(position(round_number=9, castillo=[1, 1, 0, 0]))
    assert after(game) == [{"kind": "general_scoring"}, {"kind": "over"}]
    while not game.over:
        game.play(game.legal()[0])
    assert seen(game)["decision"] is None
    assert after(game) == []


def test_a_classic_veto_its_windows_and_who_allows_all() -> None:
    game = position("C-king", vetoes=[1, 2], edition="classic")
    take(game, "C-king", "special")
    end, rest = {"kind": "special_end", "seat": 0}, [act(placed=False, performed=True), TURNS]
    next_window = {"kind": "veto", "seat": 2}
    assert after(game) == [next_window, {"kind": "perform", "seat": 0}, end, *rest]
    use(game, "allow all", "allow", "granada")
    held = {"kind": "king_to", "seat": 0, "choice": game.parse("granada")}
    assert seen(game)["allowed"] == [1]
    assert seen(game)["decision"] == {"kind": "veto", "seat": 2, "performer": 0, "held": held}
    assert after(game) == [{"kind": "step", "seat": 0, "held": held}, end, *rest]


def test_the_vetoes_that_expire_with_the_round() -> None:
    vetoes = {"fresh": [1], "old": [2]}
    game = position("C-king", edition="classic", round_number=2, changes={"vetoes": vetoes})
    players = seen(game)["players"]
    assert [player["vetoes"] for player in players] == [0, 1, 1, 0]
    assert [player["vetoes_expiring"] for player in players] == [0, 0, 1, 0]


def test_the_modifier_from_the_right() -> None:
    game = with_modifiers({0: ["+1 move", "-1 plain"]})
    assert [seen(game, seat)["mine"]["received"] for seat in range(3)] == [
        seen(game, right)["mine"]["passed"] for right in (2, 0, 1)
    ]
