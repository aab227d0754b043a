"""What the people at a table agree on: a bot for somebody, a return, the end."""

import pytest

from elgrande.server.errors import NotAllowed, StaleStep, TooFast, WrongState
from elgrande.server.tables.decisions import agreeing
from elgrande.server.tables.proposals import ABANDON, REPLACE, RETURN, Proposed
from elgrande.server.tables.table import CLOSED, TableState
from tests.support.table_states import NOW, commit, running, sitting, table_of, with_bot

HERE = {"ana": 0, "ben": 0, "eva": 0}


def propose(table: TableState, player: str, kind: Proposed, seat: int | None = None) -> list[str]:
    decision = agreeing.propose(table, NOW, player, kind=kind, seat=seat, bot="novice", away=HERE)
    return commit(table, decision)


def answer(table: TableState, player: str, number: int, agree: bool) -> list[str]:
    decision = agreeing.answer(table, NOW, player, proposal=number, agree=agree, away=HERE)
    return commit(table, decision)


def test_a_game_ends_when_all_who_play_agree() -> None:
    table = running("ana", "ben", "eva")
    assert propose(table, "ana", ABANDON) == ["proposed"]
    number = table.number
    assert answer(table, "ben", number, True) == ["answered"]
    assert answer(table, "eva", number, True) == ["answered", "closed"]
    assert (table.row.state, table.ending) == (CLOSED, "agreed")


def test_those_who_are_away_are_not_waited_for() -> None:
    table = running("ana", "ben")
    away = {"ana": 0, "ben": 10**9}
    decision = agreeing.propose(table, NOW, "ana", kind=ABANDON, seat=None, bot=None, away=away)
    assert commit(table, decision) == ["proposed", "closed"]


def test_what_was_refused_is_not_proposed_again_at_once() -> None:
    table = running("ana", "ben", "eva")
    propose(table, "ana", REPLACE, 2)
    assert answer(table, "ben", table.number, False) == ["answered"]
    with pytest.raises(TooFast):
        propose(table, "ana", REPLACE, 2)
    with pytest.raises(StaleStep):
        answer(table, "ben", 3, True)


def test_two_others_replace_somebody_who_is_here_and_let_them_return() -> None:
    table = running("ana", "ben", "eva")
    propose(table, "ana", REPLACE, 2)
    assert answer(table, "ben", table.number, True) == ["answered", "handed"]
    assert table.bot_for(2) == "novice"
    assert propose(table, "eva", RETURN, 2) == ["proposed"]
    number = table.number
    answer(table, "ana", number, True)
    assert answer(table, "ben", number, True) == ["answered", "returned"]
    assert table.bot_for(2) is None


def test_what_makes_no_sense_is_refused() -> None:
    table = table_of(sitting(0, "ana"), sitting(1, "ben"), with_bot(2))
    with pytest.raises(WrongState, match="bot's own"):
        propose(table, "ana", REPLACE, 2)
    with pytest.raises(NotAllowed, match="your own seat"):
        propose(table, "ana", REPLACE, 0)
    with pytest.raises(NotAllowed, match="Only players"):
        propose(table, "leo", ABANDON)
    assert propose(table, "ana", RETURN, 0) == []
