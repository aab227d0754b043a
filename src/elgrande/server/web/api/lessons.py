"""The guided round, at a table of one's own."""

from typing import Any

from litestar import post
from litestar.params import JSONBody

from elgrande.bots.situation import fresh_luck
from elgrande.server.accounts.names import clean_name
from elgrande.server.accounts.sessions import Asking
from elgrande.server.errors import (
    BadName,
    CrossOrigin,
    NameTaken,
    NotSignedIn,
    TooLarge,
    TooMany,
)
from elgrande.server.presentation.table_views import describe_table
from elgrande.server.tables.decisions.opening import play_on
from elgrande.server.tables.lesson import OPPONENT, SEAT, guided_round
from elgrande.server.tables.seating import HUMAN, TableSeat
from elgrande.server.tables.settings import LONGEST_TITLE
from elgrande.server.timestamps import now_ms
from elgrande.server.web.access import check_may_open
from elgrande.server.web.api.allowed_bots import bot_names
from elgrande.server.web.api.bodies import LessonBody, OpenedTable
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.services import Shared

MOST_SEEDS = 2**31


@post(
    "/api/lessons/first-round",
    responses=refusals(NotSignedIn, CrossOrigin, TooLarge, TooMany, BadName, NameTaken),
    status_code=201,
    tags=["tables"],
)
async def open_guided_round(
    data: JSONBody[LessonBody], caller: Asking, services: Shared
) -> OpenedTable:
    """Open the guided round: the third of a game against gentle bots, which ends with a scoring."""
    await check_may_open(services, caller)
    title = clean_name(data.title, LONGEST_TITLE) if data.title.strip() else ""
    row, entries = play_on(
        now_ms(),
        caller.id,
        TableSeat(seat=SEAT, kind=HUMAN, player=caller.id, name=caller.name),
        guided_round(fresh_luck().below(MOST_SEEDS)),
        bot=OPPONENT,
        names=await bot_names(services, caller, data.names),
        title=title,
        source={"kind": "lesson"},
    )
    live = await services.live_tables.add(row, entries, [])
    return OpenedTable(describe_table(live.state), [])


HANDLERS: list[Any] = [open_guided_round]
