"""Choices and drafts: what is written, what counts once, and who may."""

import pytest

from elgrande.server.errors import NotYourSeat, SeatWithBot
from elgrande.server.tables.clocks import ClockSettings
from elgrande.server.tables.decisions import play, seats
from elgrande.server.tables.table import TableState
from tests.support.table_states import NOW, commit, running, table_of, with_bot


def first(table: TableState) -> tuple[int, str, int, int]:
    """The seat that is asked, its player, the step and the first choice."""
    playthrough = table.running()
    seat = playthrough.awaited[0]
    player = table.seating.seats[seat].player or ""
    return seat, player, playthrough.step_for(seat), playthrough.game.legal(seat)[0]


def test_a_choice_is_drafted_confirmed_or_taken_back() -> None:
    table = running("ana", "ben")
    seat, player, step, choice = first(table)
    decision = play.choose(table, NOW, player, seat=seat, step=step, choice=choice)
    assert commit(table, decision) == ["choice"]
    # The same request again counts once.
    assert play.choose(table, NOW, player, seat=seat, step=step, choice=choice).entries == []
    later = table.running().step_for(seat)
    (entry,) = play.take_back(table, NOW, player, seat=seat, step=later).entries
    assert (entry.kind in ("take_back", "withdraw"), entry.seat) == (True, seat)


def test_nobody_chooses_for_others_nor_for_a_seat_a_bot_plays() -> None:
    table = running("ana", "ben")
    seat, player, step, choice = first(table)
    other = "ben" if player == "ana" else "ana"
    with pytest.raises(NotYourSeat):
        play.choose(table, NOW, other, seat=seat, step=step, choice=choice)
    handed = seats.hand_over(table, NOW, player, seat=seat, bot="steady", away=0)
    commit(table, handed)
    with pytest.raises(SeatWithBot):
        play.choose(table, NOW, player, seat=seat, step=step, choice=choice)


def test_a_bot_that_was_replaced_is_too_late() -> None:
    table = table_of(with_bot(0), with_bot(1), with_bot(2))  # whoever is drawn to begin
    playthrough = table.running()
    seat = next(seat for seat in playthrough.awaited if table.bot_for(seat))
    step, choice = playthrough.step_for(seat), playthrough.game.legal(seat)[0]
    asked = {"seat": seat, "step": step, "choice": choice}
    assert play.choose_for(table, NOW, **asked, bot="novice").entries == []
    (entry,) = play.choose_for(table, NOW, **asked, bot="steady").entries
    assert (entry.data["by"], entry.data["confirm"]) == ("steady", True)


def test_time_is_up_when_it_is_and_not_before() -> None:
    table = running("ana", "ben", clock=ClockSettings("turn", 60))
    seat, *_ = first(table)
    assert play.time_out(table, NOW + 59_000, seat=seat).entries == []
    assert commit(table, play.time_out(table, NOW + 61_000, seat=seat)) == ["timeout"]
    assert table.bot_for(seat) == table.settings.policy
    assert commit(table, play.resume(table, NOW + 70_000)) == ["resume"]
    assert play.resume(running("ana", "ben"), NOW).entries == []
