"""What a client needs in place of the rules: insights, analyses, the catalogue, the bots."""

from typing import Any, Final

from litestar import Response, get

from elgrande.rules.errors import NoSuchSeat
from elgrande.server.accounts.sessions import Asking, Caller, Visiting
from elgrande.server.background.bot_processes import Asker
from elgrande.server.background.workers import ITERATIONS_PER_SECOND
from elgrande.server.errors import NoSuchTable, NotFound, NotSignedIn, NotYourSeat, WrongState
from elgrande.server.tables.playthrough import Playthrough
from elgrande.server.tables.table import FINISHED, TableState
from elgrande.server.web.access import table_for
from elgrande.server.web.api.knowledge_bodies import (
    AnalysisShown,
    BotShown,
    Catalogue,
    Insights,
    Reasons,
)
from elgrande.server.web.api.parameters import (
    EditionInQuery,
    Language,
    PositionInQuery,
    SeatInQuery,
    TableId,
)
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.knowledge_answers import (
    catalogue_body,
    insights_at,
    reasons_of,
    show_analysis,
    show_bot,
)
from elgrande.server.web.openapi import OPEN_TO_ALL
from elgrande.server.web.packing import PACKED
from elgrande.server.web.services import Services, Shared
from elgrande.server.web.strict_requests import JSON, StrictRequest
from elgrande.server.web.table_answers import last_position, playthrough_of
from elgrande.server.web.viewpoints import check_seat

KEPT_FOR: Final = "public, max-age=3600"


@get(
    "/api/tables/{table_id:str}/insights",
    responses=refusals(NotSignedIn, NoSuchTable, NotYourSeat, NoSuchSeat, NotFound, WrongState),
    tags=["tables"],
)
async def insights(
    table_id: TableId,
    caller: Asking,
    services: Shared,
    seat: SeatInQuery = None,
    position: PositionInQuery = None,
) -> Insights:
    """What majorities and face-up cards are worth, now or at a position, from what lies open."""
    table = (await table_for(services, caller, table_id)).state
    check_seat(table, caller.id, seat)
    return insights_at(table, position)


@get(
    "/api/tables/{table_id:str}/reasons",
    responses=refusals(NotSignedIn, NoSuchTable, NotYourSeat, NoSuchSeat, WrongState),
    tags=["tables"],
)
async def reasons(
    table_id: TableId,
    caller: Asking,
    services: Shared,
    seat: SeatInQuery = None,
    language: Language = "en",
) -> Reasons:
    """Why a seat cannot choose what it is not offered, and why it cannot take back."""
    table = (await table_for(services, caller, table_id)).state
    check_seat(table, caller.id, seat)
    return reasons_of(table, seat, language)


@get(
    "/api/tables/{table_id:str}/analysis",
    middleware=[PACKED],
    responses=refusals(NotSignedIn, NoSuchTable, WrongState),
    tags=["tables"],
)
async def analysis(
    table_id: TableId, caller: Asking, services: Shared, language: Language = "en"
) -> AnalysisShown:
    """Where the points of a finished game came from, how it went and when it turned."""
    table = (await table_for(services, caller, table_id)).state
    if table.row.state != FINISHED:
        raise WrongState("A game can be analysed only when it is over.")
    return show_analysis(table, await _analysis_of(services, caller, table), language)


async def _analysis_of(services: Services, caller: Caller, table: TableState) -> dict[str, Any]:
    playthrough = playthrough_of(table)
    if table.id not in services.analyses:
        services.limits.advice.take(caller.id)
    return await services.analyses.find(
        table.id, lambda: _work_out(services, caller, table, playthrough)
    )


async def course_of(services: Services, caller: Caller, table: TableState) -> list[dict[str, Any]]:
    """How the chances went through a finished game, worked out once."""
    found: list[dict[str, Any]] = (await _analysis_of(services, caller, table))["course"]
    return found


async def _work_out(
    services: Services, caller: Caller, table: TableState, playthrough: Playthrough
) -> dict[str, Any]:
    start = playthrough.game_at(playthrough.first).snapshot()
    line = playthrough.line()[: last_position(table, playthrough) - playthrough.first]
    asker = Asker(caller.id, table.id)
    return await services.workers.analyse(start, line, playthrough.first, asker)


@get(
    "/api/catalogue",
    middleware=[PACKED],
    responses=refusals(),
    security=OPEN_TO_ALL,
    tags=["game"],
    sync_to_thread=False,
)
def show_catalogue(
    request: StrictRequest, edition: EditionInQuery = "2023", language: Language = "en"
) -> Response[Catalogue]:
    """What a game of an edition is made of: cards, places, colours, modifiers, rounds."""
    body, tag = catalogue_body(edition, language)
    headers = {"cache-control": KEPT_FOR, "etag": tag}
    known = [one.strip() for one in request.headers.get("if-none-match", "").split(",")]
    if tag in known or f"W/{tag}" in known:
        return Response(b"", status_code=304, headers=headers, media_type=JSON)  # type: ignore[arg-type]
    return Response(body, headers=headers, media_type=JSON)  # type: ignore[arg-type]


@get("/api/bots", responses=refusals(), security=OPEN_TO_ALL, tags=["game"])
async def list_bots(
    services: Shared, visitor: Visiting, language: Language = "en"
) -> list[BotShown]:
    """The bots that can play here, our own levels first, with what the visitor may set."""
    is_claimed = visitor is not None and visitor.is_claimed
    most_seconds, _ = services.settings.bot_seconds_for(is_claimed=is_claimed)
    most_iterations = most_seconds * ITERATIONS_PER_SECOND
    return [
        show_bot(kind, language, most_seconds, most_iterations)
        for kind in await services.workers.kinds()
    ]


HANDLERS: list[Any] = [insights, reasons, analysis, show_catalogue, list_bots]
