"""C-power: what is taken back, what others learn of it, and what still counts afterwards."""

from typing import Any

import pytest

from elgrande import Game
from tests.support.marks import rule
from tests.support.playing import finish_round, idle
from tests.support.positions import offered, position, take, use


def own(game: Game, seat: int, part: str) -> Any:
    """What only that seat knows."""
    mine: Any = game.view(seat)["mine"]
    return mine[part]


def took_back(card: str, **arrangement: Any) -> Game:
    """Seat 0 has played 1 in round 1 and 13 in round 2, and takes one of them back."""
    game = position(card="C-power", round_number=2, power=13, events=True, **arrangement)
    assert own(game, 0, "discard") == [1]
    return take(game, "C-power", "special", card)


@rule("C-power")
@pytest.mark.parametrize("edition", ["2023", "classic"])
@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_others_do_not_learn_which_card_was_taken_back(edition: str, seat: int | None) -> None:
    one = took_back("power 1", edition=edition)
    other = took_back("power 13", edition=edition)
    assert one.view(seat) == other.view(seat)
    assert one.events(seat) == other.events(seat)
    assert {"event": "taken_back", "colour": 0} in one.events(seat)
    finish_round(one)
    finish_round(other)
    assert one.view(seat) == other.view(seat)
    assert one.events(seat) == other.events(seat)


@rule("C-power")
@pytest.mark.parametrize(("value", "hand"), [(1, [*range(1, 13)]), (13, [*range(2, 14)])])
def test_the_player_sees_the_card_in_the_hand_again(value: int, hand: list[int]) -> None:
    game = took_back(f"power {value}")
    assert own(game, 0, "hand") == hand
    told = next(event for event in game.events(0) if event["event"] == "taken_back")
    assert told["value"] == value


@rule("C-power", "R9")
def test_a_card_just_played_and_taken_back_is_not_discarded() -> None:
    game = took_back("power 13")
    assert own(game, 0, "discard") == [1]
    finish_round(game)
    assert own(game, 0, "hand") == [*range(2, 14)]
    assert own(game, 0, "discard") == [1]
    while game.waiting != (0,):
        idle(game)
    assert "power 13" in offered(game)


@rule("C-power", "R9")
def test_a_card_from_the_discard_does_not_save_the_one_just_played() -> None:
    game = finish_round(took_back("power 1"))
    assert own(game, 0, "hand") == [*range(1, 13)]
    assert own(game, 0, "discard") == [13]


@rule("C-power", "R3", "R9")
def test_the_lowest_card_still_makes_the_first_player_when_taken_back() -> None:
    game = position(card="C-power", power=13)
    players: Any = game.view()["players"]
    assert [player["power"] for player in players] == [13, 1, 2, 3]
    while not (game.waiting == (1,) and game.decision == "card"):
        idle(game)
    take(game, "C-power", "special", "power 1")
    finish_round(game)
    assert game.waiting == (1,)
    assert game.view()["first_player"] == 1
    assert own(game, 1, "hand") == [*range(1, 14)]
    assert "power 1" in offered(game)


@rule("C-power", "R2")
def test_a_card_taken_back_still_takes_its_turn_and_its_value() -> None:
    game = position(card="C-power", power=13)
    take(game, "C-power", "special", "power 13")
    view = game.view()
    assert view["turn_order"] == [0, 3, 2, 1]
    players: Any = view["players"]
    assert (players[0]["power"], players[0]["total"]) == (13, 13)


def with_modifier(round_number: int, earlier: bool) -> tuple[Game, str]:
    """Seat 0 has played a modifier this round, or in the round before."""
    game = position(card="C-power", power=13, round_number=round_number, power_shift=True)
    data: Any = game.snapshot()
    modifiers = data["modifiers"]
    card = str(modifiers["hands"][0].pop())
    if earlier:
        modifiers["spent"][0].append(card)
        modifiers["history"][0][-2] = card
    else:
        modifiers["played"][0] = card
        modifiers["history"][0][-1] = card
        data["totals_taken"].remove(data["totals"][0])
        data["totals"][0] += int(card.split()[0])
        data["totals_taken"].append(data["totals"][0])
    return Game.from_snapshot(data), card


@rule("C-power")
def test_power_shift_lets_the_modifier_just_played_be_taken_back() -> None:
    game, card = with_modifier(round_number=1, earlier=False)
    total = 13 + int(card.split()[0])
    take(game, "C-power", "special")
    assert offered(game) == ["power 13", f"modifier {card}"]
    use(game, f"modifier {card}")
    players: Any = game.view(1)["players"]
    assert (players[0]["total"], players[0]["modifiers_in_hand"]) == (total, 3)
    finish_round(game)
    assert len(own(game, 0, "modifiers")) == 3
    assert card in own(game, 0, "modifiers")
    assert own(game, 0, "spent_modifiers") == []
    assert own(game, 0, "discard") == [13]


@rule("C-power")
def test_power_shift_lets_a_modifier_of_an_earlier_round_be_taken_back() -> None:
    game, card = with_modifier(round_number=2, earlier=True)
    assert own(game, 0, "spent_modifiers") == [card]
    take(game, "C-power", "special", f"modifier {card}")
    assert card in own(game, 0, "modifiers")
    assert own(game, 0, "spent_modifiers") == []


@rule("C-power")
def test_power_shift_discards_a_modifier_that_was_not_taken_back() -> None:
    game, card = with_modifier(round_number=1, earlier=False)
    take(game, "C-power", "special", "power 13")
    finish_round(game)
    assert own(game, 0, "spent_modifiers") == [card]
    assert own(game, 0, "discard") == []
