"""What a client needs in place of the rules: insights, analyses, the catalogue, the bots."""

from functools import cache
from hashlib import sha256
from typing import Any, Final

import msgspec
from litestar import Response, get

import elgrande
from elgrande.bots.registry import BUILT_IN
from elgrande.editions.wording import bot_text, bot_title, colour_name
from elgrande.game import Game
from elgrande.insight.catalogue import catalogue
from elgrande.insight.majorities import card_payouts, standings
from elgrande.insight.why_not import Asked, last_revealing, why_not, why_not_back
from elgrande.rules.errors import NoSuchSeat
from elgrande.server.accounts.sessions import Asking, Caller, Visiting
from elgrande.server.background.bot_processes import Asker
from elgrande.server.background.workers import ITERATIONS_PER_SECOND
from elgrande.server.errors import NoSuchTable, NotFound, NotSignedIn, NotYourSeat, WrongState
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.presentation.table_form import setting_fields
from elgrande.server.presentation.table_views import describe_view
from elgrande.server.tables.playthrough import REVEALED, Playthrough
from elgrande.server.tables.table import FINISHED, TableState
from elgrande.server.web.access import check_seat, table_for
from elgrande.server.web.api import JSON, StrictRequest
from elgrande.server.web.api.bodies import Language, SeatInQuery, TableId
from elgrande.server.web.api.knowledge_bodies import (
    AnalysisShown,
    BotParameter,
    BotShown,
    CardPayoutShown,
    Catalogue,
    CourseRow,
    EditionInQuery,
    Insights,
    PaymentShown,
    PositionInQuery,
    Reasons,
    StandingShown,
    TurningPoint,
)
from elgrande.server.web.api.records import game_at, last_position, playthrough_of
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.openapi import OPEN_TO_ALL
from elgrande.server.web.packing import PACKED
from elgrande.server.web.services import Services, Shared

KEPT_FOR: Final = "public, max-age=3600"
LEVELS: Final = {name: level for level, name in enumerate(BUILT_IN)}


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
    playthrough = playthrough_of(table)
    last = last_position(table, playthrough)
    at = last if position is None else position
    game = playthrough.game if at == playthrough.position else game_at(table, playthrough, at, last)
    return insights_of(game, at)


def insights_of(game: Game, position: int) -> Insights:
    """What majorities and face-up cards are worth in a game, at a position of this number."""
    regions = {
        place: [msgspec.convert(one, StandingShown, from_attributes=True) for one in seats]
        for place, seats in standings(game).items()
    }
    cards = {
        key: msgspec.convert(one, CardPayoutShown, from_attributes=True)
        for key, one in card_payouts(game).items()
    }
    return Insights(position, regions, cards)


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
    playthrough = playthrough_of(table)
    game, events = playthrough.game, playthrough.game.events(None)
    names = names_at(table, language) or [
        colour_name(colour, game.options, language) for colour in range(game.options.players)
    ]
    asked: Asked = {
        "ask": "" if game.over else game.ask(language, names),
        "waiting": [names[waiting] for waiting in playthrough.awaited],
        "to_confirm": playthrough.held and playthrough.drafting == seat,
    }
    view = describe_view(playthrough, seat, language)
    back = "not_your_seat" if seat is None else playthrough.why_not_undo(seat)
    shown = last_revealing(events) if back == REVEALED else None
    told = "" if shown is None else game.tell(shown, language, names)
    return Reasons(
        **why_not(view, asked, events, names, language),
        take_back=None if back is None else why_not_back(back, told, language),
    )


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
    playthrough = playthrough_of(table)
    found = await _analysis_of(services, caller, table)
    return AnalysisShown(
        scores=found["scores"],
        points=msgspec.convert(found["points"], list[PaymentShown]),
        course=msgspec.convert(found["course"], list[CourseRow]),
        turning_points=_tell(table, playthrough, found["turning_points"], language),
    )


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


def _tell(
    table: TableState, playthrough: Playthrough, points: list[dict[str, Any]], language: str
) -> list[TurningPoint]:
    """The turning points with the sentences of what happened in them."""
    game = playthrough.game_at(last_position(table, playthrough))
    # The deal has events too, but an analysis counts them from the first choice on.
    dealt = playthrough.game_at(playthrough.first).event_count
    events = game.events(None, dealt)
    names = names_at(table, language)
    told = []
    for point in points:
        since, until = point["events"]
        says = [game.tell(event, language, names) for event in events[since:until]]
        told.append(msgspec.convert({**point, "says": says}, TurningPoint))
    return told


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
    body, tag = _catalogue(edition, language)
    headers = {"cache-control": KEPT_FOR, "etag": tag}
    known = [one.strip() for one in request.headers.get("if-none-match", "").split(",")]
    if tag in known or f"W/{tag}" in known:
        return Response(b"", status_code=304, headers=headers, media_type=JSON)  # type: ignore[arg-type]
    return Response(body, headers=headers, media_type=JSON)  # type: ignore[arg-type]


@cache
def _catalogue(edition: str, language: str) -> tuple[bytes, str]:
    """The body, and a tag that changes with it or with our version."""
    data = {**catalogue(edition, language), "settings": setting_fields(language)}
    made = msgspec.convert(data, Catalogue)
    body = msgspec.json.encode(made)
    return body, f'"{sha256(elgrande.__version__.encode() + body).hexdigest()[:32]}"'


@get("/api/bots", responses=refusals(), security=OPEN_TO_ALL, tags=["game"])
async def list_bots(
    services: Shared, visitor: Visiting, language: Language = "en"
) -> list[BotShown]:
    """The bots that can play here, our own levels first, with what the visitor may set."""
    is_claimed = visitor is not None and visitor.is_claimed
    most_seconds, _ = services.settings.bot_seconds_for(is_claimed=is_claimed)
    return [_bot(kind, language, most_seconds) for kind in await services.workers.kinds()]


def _bot(kind: dict[str, Any], language: str, most_seconds: float) -> BotShown:
    name = kind["name"]
    level = LEVELS.get(name) if kind["provider"] is None else None
    return BotShown(
        name=name,
        title=bot_title(name, language) if level is not None else name,
        description=bot_text(name, language) if level is not None else kind["summary"],
        provider=kind["provider"],
        level=level,
        parameters=[
            _parameter(parameter, level is not None, most_seconds)
            for parameter in kind["parameters"]
        ],
    )


def _parameter(data: dict[str, Any], is_own: bool, most_seconds: float) -> BotParameter:
    """A parameter with the limits of `allowed_bot`; for a plug-in only the time is limited."""
    least = most = None
    if data["name"] == "seconds":
        least, most = 0.0, most_seconds
    elif data["name"] == "iterations" and is_own:
        least, most = 1.0, most_seconds * ITERATIONS_PER_SECOND
    return msgspec.convert({**data, "least": least, "most": most}, BotParameter)


HANDLERS: list[Any] = [insights, reasons, analysis, show_catalogue, list_bots]
