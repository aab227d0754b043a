"""Snapshots that no game can lead to are refused, because playing on from them would go wrong."""

from collections.abc import Callable
from typing import Any

import pytest

from elgrande import BadRecord, BadSnapshot, Game, Options, Record
from elgrande.editions.cards import CARDS
from elgrande.rules.frames import SCORE_REGION
from tests.support.positions import position, take

Data = Any  # a snapshot that a test tampers with


def after(card: str, *texts: str, **arrangement: Any) -> Data:
    """The snapshot after taking a card and playing on."""
    game = position(card=card, **arrangement)
    return take(game, card, *texts).snapshot()


def frame(kind: str, seat: int = 0, argument: int = 0) -> Data:
    return {"kind": kind, "seat": seat, "argument": argument}


def on_top(data: Data, new: Data, replace: bool = False) -> Data:
    """The snapshot with another decision on top, or instead of the one that is."""
    kept = data["frames"][:-1] if replace else data["frames"]
    return {**data, "frames": [*kept, new], "phase": new["kind"]}


def without(data: Data, kind: str, **changes: object) -> Data:
    """The snapshot without the frames of a kind."""
    kept = [one for one in data["frames"] if one["kind"] != kind]
    return {**data, "frames": kept, **changes}


def stepping() -> Data:
    """A classic game in which a step of seat 0 may be vetoed by seat 1."""
    return after(
        "C-own4",
        *("special", "allow", "carmine@toledo", "granada"),
        edition="classic",
        vetoes=[1],
        regions={"toledo": [2, 2, 0, 0]},
    )


def announced() -> Data:
    return after("C-own4", "special", vetoes=[1], old_hands=("veto",), regions={"toledo": [2]})


def passing() -> Game:
    game = Game.new(Options(power_shift=True, players=3), 1)
    while game.decision == "pass_modifier":
        game.play(game.legal()[0])
    return game


def passed(change: Callable[[list[Any]], None]) -> Data:
    data: Data = passing().snapshot()
    change(data["modifiers"]["passed"])
    return data


def passed_without_power_shift() -> Data:
    data: Data = position().snapshot()
    data["modifiers"]["passed"][0] = "+1 move"
    return data


def another_turn() -> Data:
    """Seat 0 chooses an action card; its frame says another seat does."""
    return on_top(position().snapshot(), frame("card", 1), replace=True)


def withdrawn(change: Callable[[list[Data]], object]) -> Data:
    data = after("C-withdrawal", "special", regions={"toledo": [0, 3, 3, 3]})
    change(data["frames"])
    return data


def rounds_seen(change: Callable[[Data], object]) -> Data:
    data: Data = position(round_number=3).snapshot()
    change(data)
    return data


def shift_seen(data: Data, stack: str = "1") -> None:
    """One card too few among those of earlier rounds, one too many face down."""
    data["stacks"][stack].append(data["seen"][stack].pop())


def with_notes(*seats: int) -> Data:
    """Seat 0 has taken back its power card; the notes say these seats have."""
    data = after("C-power", "special", "power 13")
    notes = [{"seat": seat, "rounds_played": 0, "modifier": False} for seat in seats]
    return {**data, "take_backs": notes}


def nobody_there() -> Data:
    return position(old_hands=("veto",)).snapshot()


def without_added() -> Data:
    """A game with an Old Hands card, out of whose stack it was swapped for one from the box."""
    options = Options(old_hands=("rivalries",))
    data: Data = Game.new(options, 2).snapshot()
    cards = [*data["stacks"]["4"], data["revealed"]["4"]]
    counts = {card.key: card.copies.get("2023", 0) for card in CARDS if card.stack == 4}
    boxed = next(key for key, count in counts.items() if cards.count(key) < count)
    swap = {"C-rivalries": boxed}
    data["stacks"]["4"] = [swap.get(key, key) for key in data["stacks"]["4"]]
    data["revealed"]["4"] = swap.get(data["revealed"]["4"], data["revealed"]["4"])
    return data


FIVES = {"navarra": [2, 1, 0, 0], "aragon": [0, 2, 1, 0], "valencia": [0, 0, 2, 1]}
ALIKE = {"navarra": [1], "aragon": [1], "valencia": [1]}


def scoring_in_turn(*texts: str, **changes: Any) -> Data:
    """A classic scoring of three regions by seat 0, which a Veto of seat 1 may still stop."""
    arrangement: dict[str, Any] = {
        "edition": "classic",
        "king": "galicia",
        "grandes": ["cataluna", "castilla", "toledo", "sevilla"],
        "regions": FIVES,
        "vetoes": [1],
        **changes,
    }
    return after("C-score-5", "special", "allow", *texts, **arrangement)


def left_to_score(argument: int, regions: Data = FIVES, **changes: Any) -> Data:
    """The same with other regions left: their bits, and 512 for first places only."""
    asked = frame("score_region", 0, argument)
    return {**on_top(scoring_in_turn(regions=regions), asked, replace=True), **changes}


def in_turn_of_2023() -> Data:
    """Edition 2023, where a scoring that a Veto did not stop is over at once."""
    data = after("C-score-5", "special", regions=FIVES, vetoes=[1], old_hands=("veto",))
    announced = {**data, "frames": data["frames"][:-2]}
    return on_top(announced, frame("score_region", 0, 0b1000110))


def held_region(choice: int, argument: int) -> Data:
    """The same while seat 1 is asked about a region, which is held back as a step."""
    data = scoring_in_turn("navarra")
    step = next(one for one in data["frames"] if one["kind"] == "step")
    step["argument"] = SCORE_REGION | choice << 6 | argument << 13
    return data


def held_of_alike(choice: int, argument: int) -> Data:
    """A scoring of regions that pay alike, the second of which seat 1 is asked about."""
    data = scoring_in_turn(regions=ALIKE)
    step = next(one for one in data["frames"] if one["kind"] == "step")
    step["argument"] = SCORE_REGION | choice << 6 | argument << 13
    return data


def many_vetoes(fresh: list[int], old: list[int]) -> Data:
    """A classic game of the third round, both Vetoes of the deck among the cards seen."""
    data: Data = position(edition="classic", round_number=3, vetoes=[1, 2]).snapshot()
    return {**data, "vetoes": {"fresh": fresh, "old": old}}


def veto_in_use(*texts: str) -> Data:
    """The second Veto is being taken by seat 0; seat 1 has the first; both are said to be out."""
    data = after("C-veto", *texts, edition="classic", vetoes=[1])
    return {**data, "vetoes": {"fresh": [1, 2], "old": []}}


def veto_face_down() -> Data:
    """A Veto in front of seat 1 that lies in the stack as well."""
    data: Data = position(edition="classic", round_number=3).snapshot()
    for pile in (data["seen"]["2"], data["stacks"]["2"]):
        pile.sort(key=lambda key: key == "C-veto")
    cards = [*data["seen"]["2"], *data["stacks"]["2"]]
    cards.sort(key=lambda key: key == "C-veto")
    data["seen"]["2"], data["stacks"]["2"] = cards[:2], cards[2:]
    return {**data, "vetoes": {"fresh": [1], "old": []}}


def with_dummy_cards() -> Data:
    data: Data = position().snapshot()
    return {**data, "dummy": {**data["dummy"], "powers": [1, 1, 1]}}


CASES: dict[str, tuple[Callable[[], Data], str]] = {
    "six Vetoes": (lambda: many_vetoes([0, 1, 2], [0, 1, 2]), "vetoes: 6 in front of the seats"),
    "three Vetoes": (
        lambda: many_vetoes([0], [0, 1]),
        "vetoes: 3 in front of the seats, but only 2 can",
    ),
    "a Veto that is face down": (veto_face_down, "vetoes: 1 in front of the seats, but only 0 can"),
    "a Veto that is only being used": (lambda: veto_in_use(), "vetoes: 2 in front of the seats"),
    "a Veto that is only announced": (
        lambda: veto_in_use("special"),
        "vetoes: 2 in front of the seats",
    ),
    "cards of a dummy that is not there": (with_dummy_cards, "dummy must be empty"),
    "regions left that the card does not score": (lambda: left_to_score(0b11), "score_region"),
    "regions left that pay nobody": (
        lambda: left_to_score(0b1000110, {"navarra": [2, 1], "aragon": [0, 2]}),
        "score_region",
    ),
    "only first places where all are scored": (lambda: left_to_score(0b110 | 512), "score_region"),
    "more left than regions": (lambda: left_to_score(0b110 | 1024), "score_region"),
    "one region left to choose from": (lambda: left_to_score(0b10), "makes no difference"),
    "an order that nobody can disturb": (
        lambda: left_to_score(0b1000110, allowed=[1]),
        "makes no difference",
    ),
    "an order in edition 2023": (in_turn_of_2023, "score_region"),
    "a region held back that is not left": (lambda: held_region(1, 0b1000110), "held back"),
    "a region held back out of turn": (lambda: held_of_alike(7, 0b1000100), "not the next"),
    "the first of regions that pay alike": (lambda: held_of_alike(2, 0b1000110), "not the next"),
    "regions that pay alike, not in order": (lambda: held_of_alike(2, 0b110), "not the next"),
    "a veto would end an action that is not there": (
        lambda: without(stepping(), "special_end", performer=None),
        "can be vetoed",
    ),
    "an announced action that has no end": (
        lambda: without(announced(), "special_end", performer=None),
        "can be vetoed",
    ),
    "a Veto about nothing": (lambda: without(announced(), "perform"), "what it can stop"),
    "a Veto of somebody who has none": (
        lambda: on_top(announced(), frame("veto", 2), replace=True),
        "not asked about a Veto",
    ),
    "a Veto asked twice": (lambda: on_top(announced(), frame("veto", 1)), "not asked about a Veto"),
    "a step held back in edition 2023": (
        lambda: {**announced(), "frames": stepping()["frames"]},
        "held back",
    ),
    "nobody passed anything": (
        lambda: passed(lambda cards: cards.__setitem__(0, None)),
        r"modifiers\.passed",
    ),
    "the neighbour does not have what was passed": (
        lambda: passed(lambda cards: cards.__setitem__(0, cards[1])),
        r"modifiers\.passed",
    ),
    "something was passed without Power Shift": (
        passed_without_power_shift,
        r"modifiers\.passed",
    ),
    "a power card in the middle of turns": (
        lambda: on_top(after("C-king"), frame("power"), replace=True),
        "power is not possible there",
    ),
    "a modifier in the middle of turns": (
        lambda: on_top(after("C-king", power_shift=True), frame("modifier"), replace=True),
        "modifier is not possible there",
    ),
    "another seat's turn": (another_turn, "seat must be 0, whose turn it is"),
    "another seat's card": (
        lambda: on_top(after("C-king"), frame("act", 2), replace=True),
        "seat must be 0, whose turn it is",
    ),
    "another seat's special action": (
        lambda: on_top(after("C-king", "special"), frame("king_to", 2), replace=True),
        "does not match",
    ),
    "the King sent where the card does not": (
        lambda: on_top(after("C-king", "special"), frame("king_to", 0, 10), replace=True),
        "king_to",
    ),
    "a card that is not on the table": (
        lambda: {**after("C-king"), "card": "C-coup"},
        "not one of those taken",
    ),
    "a card of another game": (lambda: {**after("C-king"), "card": "C-exile"}, "those taken"),
    "a card that nobody uses": (
        lambda: {**position().snapshot(), "card": "C-king"},
        "nobody is using",
    ),
    "no card where one is used": (lambda: {**after("C-king"), "card": None}, "those taken"),
    "taking back under another card": (
        lambda: on_top(after("C-king", "special"), frame("take_back"), replace=True),
        "take_back",
    ),
    "a special action before it is chosen": (
        lambda: on_top(after("C-king"), frame("king_to")),
        "the special action has already begun",
    ),
    "placing more than the card allows": (
        lambda: on_top(after("C-king", "place"), frame("place", 0, 6), replace=True),
        "place",
    ),
    "an announced action that could change nothing": (
        lambda: (
            {**announced(), "regions": (other := nobody_there())["regions"]}
            | {"province": other["province"]}
        ),
        "cannot be announced",
    ),
    "infiltrating with a plain card": (
        lambda: {**after("C-king", new_regency=True), "infiltrating": True},
        "infiltrating",
    ),
    "opponents in the wrong order": (lambda: withdrawn(list.reverse), "frames"),
    "an opponent who returns too many": (
        lambda: withdrawn(lambda frames: frames[2].update(argument=9)),
        "does not match",
    ),
    "more turns than players": (
        lambda: rounds_seen(lambda data: data["frames"][0].update(argument=9)),
        r"frames\[0\]",
    ),
    "too few cards seen": (lambda: rounds_seen(shift_seen), r"seen\.1 must have 2 cards"),
    "a King's card seen": (
        lambda: rounds_seen(lambda data: data["seen"]["5"].append("C-king")),
        r"seen\.5 must have 0 cards",
    ),
    "a deck without its Old Hands": (
        without_added,
        "cannot have been dealt",
    ),
    "two cards taken back in a round": (lambda: with_notes(0, 0), "take_backs"),
    "somebody else took it back": (lambda: with_notes(2), "take_backs"),
    "taking back once more": (
        lambda: on_top(with_notes(0), frame("take_back")),
        "take_backs",
    ),
    "a power card after countless others": (
        lambda: on_top(Game.new(seed=3).snapshot(), frame("power", 0, 10**9), replace=True),
        "not the number of seats yet to play",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_no_game_leads_to_is_refused(name: str) -> None:
    build, sentence = CASES[name]
    data = build()
    with pytest.raises(BadSnapshot, match=sentence):
        Game.from_snapshot(data)
    with pytest.raises(BadRecord, match="start is invalid"):
        Record(Options.from_data(data["options"]), 0, start=data).replay()


def test_the_positions_behind_these_cases_are_accepted() -> None:
    held = held_region(2, 0b1000110), held_of_alike(3, 0b1000100), held_of_alike(7, 0b1000000)
    scorings = [scoring_in_turn(), left_to_score(0b110), left_to_score(0b1000100), *held]
    vetoes = [many_vetoes([0], [3]), many_vetoes([2], [2])]
    others = [stepping(), announced(), passing().snapshot(), with_notes(0)]
    for data in [*scorings, *vetoes, *others]:
        assert Game.from_snapshot(data).snapshot() == data
