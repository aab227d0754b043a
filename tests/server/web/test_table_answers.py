"""What is answered about a table follows from the table alone."""

import pytest

from elgrande.server.errors import NotAllowed, NotFound, NotYourSeat, WrongState
from elgrande.server.tables.decisions import play
from elgrande.server.tables.table import TableState
from elgrande.server.web.table_answers import (
    events_of,
    fork_at,
    line_of,
    record_of,
    show_position,
)
from tests.support.table_states import NOW, commit, free, running, sitting, table_of, with_bot


def play_one(table: TableState) -> int:
    """Make one choice; the seat that made it."""
    playthrough = table.running()
    seat = playthrough.awaited[0]
    player = table.seating.seats[seat].player or ""
    step, choice = playthrough.step_for(seat), playthrough.game.legal(seat)[0]
    chosen = play.choose(table, NOW, player, seat=seat, step=step, choice=choice, confirm=True)
    commit(table, chosen)
    return seat


def test_a_line_says_whether_the_game_waits_for_its_reader() -> None:
    table = running("ana", "ben")
    awaited = table.running().awaited[0]
    told = [line_of(table.row, table.playthrough, player) for player in ("ana", "ben", None)]
    assert [line.mine for line in told] == [[0], [1], []]
    assert [line.waits_for_me for line in told[:2]] == [seat == awaited for seat in (0, 1)]
    assert not line_of(table.row, None, "ana").waits_for_me


def test_a_position_of_a_running_game_keeps_its_secrets() -> None:
    table = running("ana", "ben")
    play_one(table)
    shown = show_position(table, 0, None, "en", events=True)
    assert (shown.position, shown.last, shown.truth) == (0, 1, None)
    assert len(shown.events) < len(events_of(table, None, "en"))
    with pytest.raises(NotFound):
        show_position(table, 2, None, "en", events=False)


def test_a_running_game_is_forked_only_by_whoever_plays_it_alone() -> None:
    alone, together = running("ana", "ana"), running("ana", "ben")
    assert fork_at(alone, 0, 1, "ana").options == alone.running().options
    with pytest.raises(NotAllowed):
        fork_at(together, 0, 0, "ana")
    with pytest.raises(NotYourSeat):
        fork_at(table_of(sitting(0, "ana"), with_bot(1)), 0, 1, "ana")


def test_there_is_no_record_before_the_end() -> None:
    with pytest.raises(WrongState):
        record_of(running("ana", "ben"))
    with pytest.raises(WrongState):
        show_position(table_of(sitting(0, "ana"), free(1)), 0, None, "en", events=False)
