"""Whose seats are whose, and from which one may look."""

import pytest

from elgrande.rules.errors import NoSuchSeat
from elgrande.server.errors import NotYourSeat
from elgrande.server.web.viewpoints import check_seat, is_part, own_seats, usual_seat, viewer_of
from tests.support.table_states import running, sitting, table_of, with_bot


def test_a_player_looks_from_the_seat_that_is_asked() -> None:
    table = running("ana", "ana", "ben")
    awaited = table.running().awaited
    mine = next((seat for seat in (0, 1) if seat in awaited), 0)
    assert own_seats(table, "ana") == (0, 1)
    assert usual_seat(table, "ana") == mine
    assert usual_seat(table, "eva") is None


def test_the_host_is_part_of_a_table_without_a_seat() -> None:
    table = table_of(sitting(0, "ben"), with_bot(1))
    viewer = viewer_of(table, "ana")
    assert (viewer.seats, viewer.is_host) == ((), True)
    assert is_part(table, "ana")
    assert not is_part(table, "eva")


def test_nobody_looks_from_the_seat_of_somebody_else() -> None:
    table = running("ana", "ben")
    check_seat(table, "ana", None)
    check_seat(table, "ana", 0)
    with pytest.raises(NotYourSeat):
        check_seat(table, "ana", 1)
    with pytest.raises(NoSuchSeat):
        check_seat(table, "ana", 4)
