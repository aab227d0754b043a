"""A position without a table: its choices in words, a line played on, and what came of it."""

from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.rules.errors import BadNotation, IllegalChoice
from elgrande.server.presentation.position_views import describe_position, play_line, tell_news


def test_only_the_seat_that_is_asked_is_offered_choices() -> None:
    game = Game.new(Options(players=3), seed=4)
    asked = game.waiting[0]
    view = describe_position(game, asked, "en")
    assert [one["choice"] for one in view["choices"]] == game.legal(asked)
    assert [one["notation"] for one in view["choices"]][:1] == [game.notation(game.legal()[0])]
    assert describe_position(game, (asked + 1) % 3, "en")["choices"] == []
    spectator = describe_position(game, None, "es")
    assert (spectator["choices"], spectator["mine"]) == ([], None)
    assert spectator["ask"] == game.ask("es")


def test_a_line_is_played_by_numbers_and_in_notation() -> None:
    game, other = (Game.new(Options(players=2), seed=4) for _ in range(2))
    seat = game.waiting[0]
    assert play_line(game, [(seat, "power 9")]) == [(seat, other.parse("power 9"))]
    play_line(other, [(seat, other.parse("power 9"))])
    assert game == other
    told: list[Any] = list(tell_news(game, 0, None, 1, "en", ["Ana", "Ben"]))
    assert told[0]["event"] == "power"
    assert told[0]["position"] == 1
    assert told[0]["says"].startswith(("Ana", "Ben"))


def test_a_line_stops_at_what_is_not_legal() -> None:
    game = Game.new(Options(players=2), seed=4)
    seat = game.waiting[0]
    with pytest.raises(BadNotation):
        play_line(game, [(seat, "power ninety")])
    with pytest.raises(IllegalChoice):
        play_line(game, [(seat, "toledo")])
