"""Sitting down and standing up, the host's changes, and bots for those who are away."""

import msgspec
import pytest

from elgrande.server.errors import ChatClosed, KeptOut, NotAllowed, OneSeatEach, SeatTaken
from elgrande.server.tables.decisions import admission, seats
from elgrande.server.tables.seating import OPEN
from elgrande.server.tables.table import RUNNING
from tests.support.table_states import (
    NOW,
    commit,
    free,
    reserved,
    running,
    sitting,
    table_of,
    with_bot,
)


def test_the_last_one_to_sit_down_starts_the_game() -> None:
    table = table_of(sitting(0, "ana"), free(1), free(2))
    assert commit(table, seats.join(table, NOW, "ben", "Ben", seat=1, invited=None)) == ["joined"]
    with pytest.raises(SeatTaken):
        seats.join(table, NOW, "eva", "Eva", seat=1, invited=None)
    with pytest.raises(OneSeatEach):
        seats.join(table, NOW, "ben", "Ben", seat=2, invited=None)
    last = seats.join(table, NOW, "eva", "Eva", seat=2, invited=None)
    assert commit(table, last) == ["joined", "started"]
    assert table.row.state == RUNNING
    assert last.change is not None
    assert last.change.state == RUNNING


def test_a_bot_gives_way_to_somebody_of_its_name() -> None:
    bots = [with_bot(2, "novice"), with_bot(3, "strong:seconds=1.0"), with_bot(4)]
    names = ["Don Lope", "Don Lope", "Doña Urraca"]
    named = [msgspec.structs.replace(bot, name=name) for bot, name in zip(bots, names, strict=True)]
    table = table_of(sitting(0, "ana"), free(1), *named)
    decision = seats.join(table, NOW, "ben", "don lope", seat=1, invited=None)
    kinds = commit(table, decision)
    assert kinds == ["joined", "seat_set", "seat_set", "started"]
    now = ["Ana", "don lope", "novice", "strong:seconds=1.0", "Doña Urraca"]
    assert [seat.name for seat in table.seating.seats] == now
    assert [seat.bot for seat in table.seating.seats[2:]] == [bot.bot for bot in bots]
    # What is kept beside the log says the same.
    assert decision.change is not None
    assert {row.seat: row.name for row in decision.change.seats} == dict(list(enumerate(now))[1:4])


def test_a_seat_is_left_and_free_again() -> None:
    table = table_of(sitting(0, "ana"), sitting(1, "ben"), free(2))
    assert commit(table, seats.leave(table, NOW, "ben", seat=1, kind=OPEN)) == ["left"]
    assert not table.seating.seats[1].taken


def test_an_invited_seat_and_a_table_that_asks_first_let_no_stranger_in() -> None:
    invited = table_of(sitting(0, "ana"), reserved(1))
    with pytest.raises(NotAllowed, match="invitation"):
        seats.join(invited, NOW, "ben", "Ben", seat=1, invited=None)
    assert seats.join(invited, NOW, "ben", "Ben", seat=1, invited=NOW).entries
    asking = table_of(sitting(0, "ana"), free(1), approval=True)
    with pytest.raises(NotAllowed, match="approve"):
        seats.join(asking, NOW, "ben", "Ben", seat=1, invited=None)


def test_whoever_was_removed_comes_back_by_a_later_invitation_only() -> None:
    table = table_of(sitting(0, "ana"), sitting(1, "ben"), free(2))
    commit(table, admission.remove(table, NOW, "ana", seat=1, revoke=[]))
    for invited in (None, NOW):
        with pytest.raises(KeptOut):
            seats.join(table, NOW + 1, "ben", "Ben", seat=1, invited=invited)
    assert seats.join(table, NOW + 1, "ben", "Ben", seat=1, invited=NOW + 1).entries


def test_the_host_gives_a_seat_to_a_bot() -> None:
    table = table_of(sitting(0, "ana"), free(1))
    decision = seats.set_seat(table, NOW, "ana", wanted=with_bot(1))
    assert commit(table, decision) == ["seat_set", "started"]
    other = table_of(sitting(0, "ana"), sitting(1, "ben"), free(2))
    with pytest.raises(NotAllowed):
        seats.set_seat(other, NOW, "ben", wanted=with_bot(2))


def test_a_bot_is_called_for_who_is_away_and_sent_away_again() -> None:
    table = running("ana", "ben", "eva")
    for player, needed in (("ana", seats.AWAY_FOR_HOST), ("ben", 180_000)):
        with pytest.raises(NotAllowed, match="seconds ago"):
            seats.hand_over(table, NOW, player, seat=2, bot="steady", away=needed - 1)
    commit(table, seats.hand_over(table, NOW, "ben", seat=2, bot="steady", away=180_000))
    assert table.bot_for(2) == "steady"
    assert commit(table, seats.come_back(table, NOW, "eva", seat=2)) == ["returned"]
    assert table.bot_for(2) is None


def test_a_policy_is_for_ones_own_seat() -> None:
    table = running("ana", "ben")
    commit(table, seats.set_policy(table, NOW, "ben", seat=1, bot="novice"))
    assert table.seating.seats[1].policy == "novice"


def test_a_message_with_a_key_is_said_once_and_a_muted_player_says_nothing() -> None:
    table = running("ana", "ben")
    hello = seats.chat(table, NOW, "ben", "Ben", text="Hello", key="k")
    assert commit(table, hello) == ["chat"]
    assert seats.chat(table, NOW, "ben", "Ben", text="Hello", key="k").entries == []
    commit(table, admission.mute(table, NOW, "ana", seat=1, speaker=None, muted=True))
    with pytest.raises(ChatClosed):
        seats.chat(table, NOW, "ben", "Ben", text="Hello?", key=None)
