"""From a client's message to what happens at a table, the same over HTTP and sockets."""

import time

from elgrande.server.accounts.names import clean_message
from elgrande.server.accounts.sessions import Caller
from elgrande.server.harmless import harmless
from elgrande.server.presentation.messages import (
    ChatBody,
    ChoiceBody,
    PlayBody,
)
from elgrande.server.tables.decisions import Decision, seats
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.tables.table import TableState
from elgrande.server.web.deciding import decision_for
from elgrande.server.web.services import Services


async def perform(services: Services, caller: Caller, table_id: str, body: PlayBody) -> LiveTable:
    """Carry out what somebody at a table wants; it lasts when this returns."""
    if isinstance(body, ChatBody):
        return await _chat(services, caller, table_id, body)
    began = time.perf_counter()

    def decide(table: TableState, now: int) -> Decision:
        _check(services, caller)  # it may have ended while the table was busy
        return decision_for(body, table, now, caller.id)

    live = await services.live_tables.act(table_id, decide)
    if isinstance(body, ChoiceBody):
        with harmless("measuring"):  # it is stored by now
            services.metrics.choices.labels("player").inc()
            services.metrics.choice_seconds.observe(time.perf_counter() - began)
    return live


def _check(services: Services, caller: Caller) -> None:
    """Refuse a caller who has been signed out or banned in the meantime."""
    services.sessions.check(caller)
    services.moderation.check_player(caller.id)


async def _chat(services: Services, caller: Caller, table_id: str, body: ChatBody) -> LiveTable:
    services.moderation.check_voice(caller.id)
    text = clean_message(body.text)
    services.limits.talk.take(caller.id, caller.address)

    def say(table: TableState, now: int) -> Decision:
        _check(services, caller)
        services.moderation.check_voice(caller.id)
        return seats.chat(table, now, caller.id, caller.name, text=text, key=body.key)

    return await services.live_tables.act(table_id, say)
