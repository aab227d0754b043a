"""What the host of an event can set, and what is refused."""

from typing import Any

import pytest

from elgrande.rules.errors import BadOptions
from elgrande.rules.options import Options
from elgrande.server.errors import BadRequest
from elgrande.server.tables.clocks import ClockSettings
from elgrande.server.tables.event_settings import (
    EventSettings,
    check_event,
    options_for,
    read_event_settings,
)
from elgrande.tournaments.results import Kind


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("league", {"most": 7}),
        ("knockout", {"most": 65}),
        ("evening", {"most": 11}),
        ("knockout", {"advance": 4}),
        ("league", {"seats": 6}),
        ("league", {"clock": ClockSettings()}),
        ("league", {"clock": ClockSettings("turn", 1)}),
    ],
)
def test_what_cannot_be_played_is_refused(kind: Kind, fields: dict[str, Any]) -> None:
    with pytest.raises(BadRequest):
        check_event(kind, EventSettings(**{"most": 8, **fields}), Options())


def test_options_fit_every_size_of_table() -> None:
    for kind in ("evening", "league", "knockout"):
        for seats in (2, 3, 4, 5):
            settings = EventSettings(seats=seats, most=10)
            for options in (Options(), Options(players=3, merged_stacks=True), Options("classic")):
                check_event(kind, settings, options)
    merged = Options(players=3, merged_stacks=True).to_data()
    assert [options_for(merged, players).merged_stacks for players in (2, 3, 4)] == [
        True,
        True,
        False,
    ]
    with pytest.raises(BadOptions):
        options_for(merged, 6)


def test_tables_of_an_event_hold_nobody_up_and_have_no_coach() -> None:
    public, private = (EventSettings().table_settings(public=one) for one in (True, False))
    assert (public.watching, private.watching) == ("anyone", "link")
    assert public.clock.kind == "turn"
    assert not public.coach


def test_settings_of_another_version_are_read() -> None:
    assert read_event_settings({"seats": 3, "trumpets": True}) == EventSettings(seats=3)
