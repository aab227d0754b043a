"""What the host decides about strangers."""

import pytest

from elgrande.server.errors import (
    ChatClosed,
    NotAllowed,
    SeatTaken,
    StaleStep,
    TableLocked,
    TooMany,
)
from elgrande.server.storage.rows import Invitation
from elgrande.server.tables.decisions import admission, seats
from tests.support.table_states import NOW, commit, free, running, sitting, table_of


def test_a_full_table_that_is_locked_starts_when_it_is_unlocked() -> None:
    table = table_of(sitting(0, "ana"), free(1))
    assert commit(table, admission.lock(table, NOW, "ana", locked=True)) == ["locked"]
    assert admission.lock(table, NOW, "ana", locked=True).entries == []
    with pytest.raises(TableLocked):
        seats.join(table, NOW, "ben", "Ben", seat=1, invited=None)
    commit(table, seats.join(table, NOW, "ana", "Ana", seat=1, invited=None))
    assert commit(table, admission.lock(table, NOW, "ana", locked=False)) == ["locked", "started"]


def test_a_request_is_answered_by_the_host_and_withdrawn_by_its_author() -> None:
    table = table_of(sitting(0, "ana"), free(1), free(2), approval=True)
    commit(table, admission.ask_for_seat(table, NOW, "ben", "Ben", seat=None))
    number = table.admission.requests["ben"].number
    assert admission.ask_for_seat(table, NOW, "ben", "Ben", seat=None).entries == []
    with pytest.raises(NotAllowed):
        admission.withdraw_request(table, NOW, "eva", request=number)
    with pytest.raises(StaleStep):
        admission.answer_request(table, NOW, "ana", request=number + 1, agree=True)
    agreed = admission.answer_request(table, NOW, "ana", request=number, agree=True)
    assert commit(table, agreed) == ["joined"]
    commit(table, admission.ask_for_seat(table, NOW, "eva", "Eva", seat=2))
    number = table.admission.requests["eva"].number
    assert commit(table, admission.withdraw_request(table, NOW, "eva", request=number)) == [
        "withdrew"
    ]


def test_requests_are_few() -> None:
    table = table_of(sitting(0, "ana"), free(1), approval=True)
    for _ in range(admission.MOST_ASKED):
        commit(table, admission.ask_for_seat(table, NOW, "ben", "Ben", seat=None))
        number = table.admission.requests["ben"].number
        commit(table, admission.withdraw_request(table, NOW, "ben", request=number))
    with pytest.raises(TooMany):
        admission.ask_for_seat(table, NOW, "ben", "Ben", seat=None)


def test_no_seat_is_given_that_is_not_there() -> None:
    table = table_of(sitting(0, "ana"), free(1), free(2), approval=True)
    for player in ("ben", "eva", "leo"):
        commit(table, admission.ask_for_seat(table, NOW, player, player, seat=None))
    numbers = [request.number for request in table.admission.requests.values()]
    commit(table, admission.lock(table, NOW, "ana", locked=True))
    for number in numbers[:2]:
        commit(table, admission.answer_request(table, NOW, "ana", request=number, agree=True))
    with pytest.raises(SeatTaken):
        admission.answer_request(table, NOW, "ana", request=numbers[2], agree=True)


def test_spectators_write_as_the_host_decides() -> None:
    table = running("ana", "ben")
    quiet = admission.set_spectators_chat(table, NOW, "ana", spectators=False, host_is_away=False)
    assert commit(table, quiet) == ["chat_set"]
    with pytest.raises(ChatClosed):
        seats.chat(table, NOW, "eva", "Eva", text="Hello", key=None)
    with pytest.raises(NotAllowed):
        admission.set_spectators_chat(table, NOW, "ben", spectators=True, host_is_away=False)
    assert admission.set_spectators_chat(
        table, NOW, "ben", spectators=True, host_is_away=True
    ).entries


def test_a_new_link_for_spectators_ends_the_old_ones() -> None:
    table = running("ana", "ben")
    old = Invitation("old", table.id, None, b"", NOW)
    link = Invitation("new", table.id, None, b"", NOW)
    decision = admission.renew_watching(table, NOW, "ana", link=link, old=[old])
    assert decision.change is not None
    assert (decision.change.revoke, decision.change.drop_watchers) == (["old"], True)
    closed = running("ana", "ben", watching="nobody")
    with pytest.raises(NotAllowed):
        admission.renew_watching(closed, NOW, "ana", link=link, old=[])
