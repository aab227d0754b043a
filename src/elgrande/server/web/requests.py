"""From what a client sends to what happens at a table, the same over HTTP and sockets."""

import time
from typing import assert_never

from elgrande.server.accounts.names import clean_message
from elgrande.server.accounts.sessions import Caller
from elgrande.server.harmless import harmless
from elgrande.server.presentation.messages import (
    AnswerUndoBody,
    AskUndoBody,
    ChatBody,
    ChoiceBody,
    ConfirmBody,
    PlayBody,
    TakeBackBody,
)
from elgrande.server.tables.decisions import Decision, play, seats, undo
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.tables.table import TableState
from elgrande.server.web.services import Services


async def perform(services: Services, caller: Caller, table_id: str, body: PlayBody) -> LiveTable:
    """Carry out what somebody at a table wants; it lasts when this returns."""
    if isinstance(body, ChatBody):
        return await _chat(services, caller, table_id, body)
    began = time.perf_counter()

    def decide_if_signed_in(table: TableState, now: int) -> Decision:
        check(services, caller)  # it may have ended while the table was busy
        return decide(table, now, caller.id, body)

    live = await services.live_tables.act(table_id, decide_if_signed_in)
    if isinstance(body, ChoiceBody):
        with harmless("measuring"):  # it lasts by now
            services.metrics.choices.labels("player").inc()
            services.metrics.choice_seconds.observe(time.perf_counter() - began)
    return live


def check(services: Services, caller: Caller) -> None:
    """Refuse whoever was signed out or shut out meanwhile."""
    services.sessions.check(caller)
    services.moderation.check_player(caller.id)


def decide(
    table: TableState,
    now: int,
    player: str,
    body: ChoiceBody | ConfirmBody | TakeBackBody | AskUndoBody | AnswerUndoBody,
) -> Decision:
    """What a request of play leads to at a table."""
    match body:
        case ChoiceBody():
            return play.choose(
                table,
                now,
                player,
                seat=body.seat,
                step=body.step,
                choice=body.choice,
                confirm=body.confirm,
            )
        case ConfirmBody():
            return play.confirm(table, now, player, seat=body.seat, step=body.step)
        case TakeBackBody():
            return play.take_back(
                table, now, player, seat=body.seat, step=body.step, whole=body.whole
            )
        case AskUndoBody():
            return undo.ask_undo(table, now, player, seat=body.seat, to=body.to)
        case AnswerUndoBody():
            return undo.answer_undo(
                table, now, player, seat=body.seat, request=body.request, agree=body.agree
            )
        case _:
            assert_never(body)


async def _chat(services: Services, caller: Caller, table_id: str, body: ChatBody) -> LiveTable:
    services.moderation.check_voice(caller.id)
    text = clean_message(body.text)
    services.limits.talk.take(caller.id, caller.address)

    def say(table: TableState, now: int) -> Decision:
        check(services, caller)
        services.moderation.check_voice(caller.id)
        return seats.chat(table, now, caller.id, caller.name, text=text, key=body.key)

    return await services.live_tables.act(table_id, say)
