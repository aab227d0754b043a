"""A table after some of its entries: what it knows of its seats, its people and its game."""

import pytest

from elgrande.rules.errors import NoSuchSeat
from elgrande.server.errors import NotAllowed, NotYourSeat, WrongState
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.seating import LEFT
from elgrande.server.tables.table import CLOSED, OPEN, RUNNING, TableState
from tests.support.table_states import entry, free, running, sitting, table_of, with_bot


def test_entries_have_to_follow_each_other() -> None:
    table = running("ana", "ben")
    with pytest.raises(ValueError, match="does not follow"):
        table.apply(entry(table.number + 2, kinds.CHAT, 0, "ana", text="!", who="Ana", speaker=4))


def test_the_entries_decide_how_a_table_stands() -> None:
    table = table_of(sitting(0, "ana"), free(1))
    assert (table.row.state, table.playthrough) == (OPEN, None)
    with pytest.raises(WrongState):
        table.running()
    begun = running("ana", "ben")
    assert begun.row.state == RUNNING
    assert begun.running() is begun.running_or_over()
    begun.apply(entry(begun.number + 1, kinds.CLOSED, None, "ana", reason="host"))
    assert (begun.row.state, begun.ending) == (CLOSED, "host")
    # A row is only a copy: what it says of the game is read from the entries again.
    assert TableState(begun.row).row.state == OPEN


def test_seats_belong_to_those_who_sit_there() -> None:
    table = table_of(sitting(0, "ana"), sitting(1, "ben"), with_bot(2, "novice"))
    assert table.own_seat(1, "ben").name == "Ben"
    with pytest.raises(NotYourSeat):
        table.own_seat(1, "ana")
    with pytest.raises(NoSuchSeat):
        table.seat_at(3)
    with pytest.raises(NotAllowed):
        table.check_host("ben")
    assert [table.bot_for(seat) for seat in range(3)] == [None, None, "novice"]
    assert (table.mentions("ben"), table.mentions("eva")) == (True, False)


def test_whoever_left_for_good_does_not_vote() -> None:
    table = running("ana", "ben", "eva")
    table.apply(entry(table.number + 1, kinds.HANDED, 2, "eva", bot="steady", reason=LEFT))
    assert (table.plays("ben"), table.plays("eva")) == (True, False)
    wish = entry(table.number + 1, kinds.PROPOSED, 0, "ana", wish="abandon", target=None, bot=None)
    table.apply(wish)
    assert table.voters(table.proposals.open["ana"]) == ["ana", "ben"]
