"""From a client's message about play to the decision it leads to: no request, no storage."""

from typing import assert_never

from elgrande.server.presentation.messages import (
    AnswerUndoBody,
    AskUndoBody,
    ChoiceBody,
    ConfirmBody,
    TakeBackBody,
)
from elgrande.server.tables.decisions import Decision, play, undo
from elgrande.server.tables.table import TableState

Played = ChoiceBody | ConfirmBody | TakeBackBody | AskUndoBody | AnswerUndoBody


def decision_for(body: Played, table: TableState, now: int, player: str) -> Decision:
    """What a player wants at a table, as entries; it refuses by raising."""
    match body:
        case ChoiceBody(seat=seat, step=step, choice=choice, confirm=confirm):
            return play.choose(
                table, now, player, seat=seat, step=step, choice=choice, confirm=confirm
            )
        case ConfirmBody(seat=seat, step=step):
            return play.confirm(table, now, player, seat=seat, step=step)
        case TakeBackBody(seat=seat, step=step, whole=whole):
            return play.take_back(table, now, player, seat=seat, step=step, whole=whole)
        case AskUndoBody(seat=seat, to=to):
            return undo.ask_undo(table, now, player, seat=seat, to=to)
        case AnswerUndoBody(seat=seat, request=request, agree=agree):
            return undo.answer_undo(table, now, player, seat=seat, request=request, agree=agree)
        case _:
            assert_never(body)
