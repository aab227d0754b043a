"""The types of views, events and decisions say what the rules build: for readers and checkers."""

from typing import assert_type, get_args

from elgrande import Game, Options
from elgrande.rules.board import MODIFIER_KINDS, MODIFIER_VALUES
from elgrande.rules.decision_types import Decision
from elgrande.rules.event_types import Event
from elgrande.rules.events import EVENT_FIELDS
from elgrande.rules.frames import KIND_KEYS
from elgrande.rules.keys import KingPlace, Modifier
from elgrande.rules.view_types import OwnView, PlayerView


def test_a_type_checker_knows_what_is_in_a_view_and_in_an_event() -> None:
    game = Game.new(Options(players=3), seed=1, events=True)
    data = game.view(0).data
    assert_type(data["court"], list[int])
    assert_type(data["king"], KingPlace)
    assert_type(data["players"], list[PlayerView])
    assert_type(data["players"][0]["modifier"], Modifier | None)
    assert_type(data["regions"]["granada"]["ranks"], list[int])
    assert_type(data["castillo"]["caballeros"], list[int] | None)
    assert_type(data["mine"], OwnView | None)
    assert data["mine"] is not None
    assert len(data["mine"]["hand"]) == 13
    decision = data["decision"]
    assert decision is not None
    if decision["kind"] == "move_to":
        assert_type(decision["colour"], int)
    for event in game.events(0):
        if event["event"] == "scored":
            assert_type(event["points"], int)
        elif event["event"] == "disc_set":
            assert "points" not in event


def fields_by_tag(union: object, tag: str) -> dict[str, tuple[set[str], set[str]]]:
    """The required and the other fields of each kind of a union of TypedDicts."""
    found = {}
    for shape in get_args(union):
        for word in get_args(shape.__annotations__[tag]):
            assert word not in found, word
            required = set(shape.__required_keys__) - {tag}
            found[word] = required, set(shape.__optional_keys__)
    return found


def test_every_event_is_typed_with_the_fields_it_has() -> None:
    expected: dict[str, tuple[set[str], set[str]]] = {}
    for name, *fields in EVENT_FIELDS:
        optional = {field for field in fields if field.endswith("!")}
        required = set(fields) - optional
        expected[name] = required, {field.removesuffix("!") for field in optional}
    # How many were thrown into a closed Castillo is not kept (R11).
    expected["moved"] = expected["moved"][0] - {"count"}, {"count"}
    assert fields_by_tag(Event, "event") == expected


def test_every_kind_of_frame_is_typed_once() -> None:
    assert set(fields_by_tag(Decision, "kind")) == set(KIND_KEYS)


def test_modifiers_are_named_in_the_order_of_their_numbers() -> None:
    names = [f"{value:+d} {kind}" for kind in MODIFIER_KINDS for value in MODIFIER_VALUES]
    assert list(get_args(Modifier)) == names
