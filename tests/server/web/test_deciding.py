"""Every message about play leads to its decision."""

import pytest

from elgrande.server.errors import NotYourSeat, StaleStep
from elgrande.server.presentation.messages import (
    AnswerUndoBody,
    AskUndoBody,
    ChoiceBody,
    ConfirmBody,
    TakeBackBody,
)
from elgrande.server.web.deciding import Played, decision_for
from tests.support.table_states import NOW, commit, running


def test_a_player_chooses_takes_back_confirms_and_goes_back() -> None:
    table = running("ana", "ana")

    def do(body: Played) -> list[str]:
        return commit(table, decision_for(body, table, NOW, "ana"))

    def choose(*, confirm: bool) -> list[str]:
        seat = table.running().awaited[0]
        step, choice = table.running().step_for(seat), table.running().game.legal(seat)[0]
        return do(ChoiceBody(seat=seat, step=step, choice=choice, confirm=confirm))

    seat = table.running().awaited[0]
    assert choose(confirm=False) == ["choice"]
    step = table.running().step_for(seat)
    assert do(TakeBackBody(seat=seat, step=step)) == ["take_back"]
    assert choose(confirm=False) == ["choice"]
    if table.running().held:
        assert do(ConfirmBody(seat=seat, step=table.running().step_for(seat))) == ["confirm"]
    # Nobody else plays, so nobody else is asked.
    assert do(AskUndoBody(seat=seat, to=0)) == ["ask_undo", "undo"]
    with pytest.raises(StaleStep):
        do(AnswerUndoBody(seat=seat, request=table.number, agree=True))


def test_nobody_decides_for_others() -> None:
    table = running("ana", "ben")
    seat = table.running().awaited[0]
    stranger = "ben" if seat == 0 else "ana"
    with pytest.raises(NotYourSeat):
        decision_for(ConfirmBody(seat=seat, step=2), table, NOW, stranger)
