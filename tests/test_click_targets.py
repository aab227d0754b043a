"""What choices touch: each something else, all of it there in the view of whoever is asked."""

from typing import Any

import pytest

from elgrande import Game
from elgrande.click_targets import BUTTONS, touches
from elgrande.rules.board import PLACE_KEYS
from elgrande.rules.choices import CHOICES, HIGH
from elgrande.rules.rng import Rng
from tests.support.marks import with_proofs
from tests.support.walks import every_variant, pick

VARIANTS = list(every_variant())
KINDS = {"place", "piece", "power", "modifier", "stack", "tile", "grande", "count", "button"}


def is_there(touch: dict[str, Any], view: dict[str, Any], seat: int) -> bool:
    """Whether the view of a seat shows the thing that is touched."""
    places = {**view["regions"], "castillo": view["castillo"]}
    mine, shown = view["mine"], view["players"][seat]
    match touch:
        case {"on": "place", "place": place}:
            return place in (*places, "court", "france", "portugal")
        case {"on": "piece", "colour": colour, "place": place}:
            return bool(view["regions"][place]["caballeros"][colour] > 0)
        case {"on": "grande", "colour": colour, "place": place}:
            return bool(colour in places[place]["grandes"])
        case {"on": "power", "value": value}:
            taking_back = view["decision"]["kind"] == "take_back"
            spent = [*mine["discard"], shown["power"]]
            return bool(value in (spent if taking_back else mine["hand"]))
        case {"on": "modifier", "modifier": key}:
            taking_back = view["decision"]["kind"] == "take_back"
            spent = [*mine["spent_modifiers"], shown["modifier"]]
            return bool(key in (spent if taking_back else mine["modifiers"]))
        case {"on": "stack", "stack": stack, "card": card}:
            lying = view["stacks"][str(stack)]
            return bool(lying["available"] and lying["revealed"] == card)
        case {"on": "tile", "tile": tile, "place": place}:
            where = [key for key, held in places.items() if held["tile"] == tile]
            return where == [one for one in (place,) if one is not None]
        case {"on": "count", "count": count}:
            return count in range(view["decision"]["left"] + 1)
        case {"on": "button", "button": button}:
            return button in BUTTONS.values()
    return False


@pytest.mark.parametrize("portion", with_proofs(range(4)))
def test_every_choice_touches_something_of_its_own_that_the_seat_sees(portion: int) -> None:
    seen: set[object] = set()
    for seed, options in enumerate(VARIANTS[portion::4]):
        rng = Rng(seed)
        game = Game.new(options, seed)
        while not game.over:
            seat = pick(rng, game.waiting)
            view: Any = game.view(seat).data
            touched: list[Any] = [touches(game.state, choice) for choice in game.legal(seat)]
            for one in touched:
                assert is_there(one, view, seat), (one, view["decision"])
                seen.add(one["on"])
            assert len({repr(one) for one in touched}) == len(touched), touched
            game.play(pick(rng, game.legal(seat)), seat)
    assert seen == KINDS


def test_touches_are_the_same_in_every_game_the_seat_cannot_tell_apart() -> None:
    for seed, options in enumerate(VARIANTS[::9]):
        rng = Rng(seed)
        game = Game.new(options, seed)
        while not game.over:
            seat = pick(rng, game.waiting)
            if not rng.below(8):
                imagined = game.determinize(seat, rng.below(1000))
                for choice in game.legal(seat):
                    assert touches(game.state, choice) == touches(imagined.state, choice)
            game.play(pick(rng, game.legal(seat)), seat)


def test_every_choice_of_the_table_has_a_touch() -> None:
    state = Game.new(seed=1).state
    choices = [choice for choice in range(CHOICES) if choice < 60 or choice >= HIGH]
    grandes = [choice for choice in choices if 112 <= choice < 117 and choice - 112 >= 4]
    found = [touches(state, choice) for choice in choices if choice not in grandes]
    assert {one["on"] for one in found} == KINDS
    assert {one["place"] for one in found if one["on"] == "place"} == set(PLACE_KEYS)
