"""Types that msgspec does not support are rebuilt so that it checks and describes them."""

from typing import Any

import msgspec
import pytest

from elgrande import Game
from elgrande.rules.event_types import Event
from elgrande.server.presentation.messages import ErrorMessage
from elgrande.server.web.schemas import REFERENCES, Schemas


def an_event() -> dict[str, Any]:
    game = Game.new(seed=1)
    game.listen()
    while not game.events():
        game.play(game.legal(game.waiting[0])[0], game.waiting[0])
    return dict(game.events()[0])


def test_an_event_is_checked_field_by_field() -> None:
    schemas, event = Schemas(strict=True), an_event()
    schemas.check(event, Event)
    for wrong in ({**event, "event": "nothing"}, {**event, "colour": 3, "more": 1}):
        with pytest.raises(msgspec.ValidationError):
            schemas.check(wrong, Event)


def test_unions_have_a_name_in_the_document() -> None:
    (event, message), components = Schemas().components([Event, ErrorMessage])
    assert event == {"$ref": REFERENCES.format(name="Event")}
    assert {"Event", "ErrorMessage"} <= set(components)
    assert message["$ref"].endswith("ErrorMessage")
