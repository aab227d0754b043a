"""To show others: pictures of any moment, clips of turns, games as pages, replays in frames.

All of it is made from views of finished games. Of a game that anyone may look at, it can be had
without signing in, for other sites and programs show it too.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import FromQuery, Parameter, QueryParameter

from elgrande.editions.wording import texts
from elgrande.pictures.board import board_svg
from elgrande.pictures.moments import Course, Moment, moments
from elgrande.pictures.page import page_of, policy
from elgrande.pictures.raster import MOST_FRAMES, Frame, gif_of, png_of
from elgrande.rules.errors import NoSuchSeat
from elgrande.server.accounts.sessions import Visiting
from elgrande.server.background.drawings import Drawn
from elgrande.server.errors import (
    NoPictures,
    NoSuchTable,
    NotFound,
    ServerError,
    TooMany,
    WrongState,
)
from elgrande.server.limits import address_of
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.tables.table import TableState
from elgrande.server.web.access import finished_table_for, is_open_to_all
from elgrande.server.web.api.parameters import Language, SeatInQuery, TableId
from elgrande.server.web.api.puzzles import PuzzleId, find_puzzle
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.openapi import OPEN_TO_ALL
from elgrande.server.web.packing import PACKED
from elgrande.server.web.security import framed_policy
from elgrande.server.web.services import Services, Shared
from elgrande.server.web.strict_requests import StrictRequest
from elgrande.server.web.table_answers import game_at, last_position, playthrough_of
from elgrande.server.web.viewpoints import check_seat

# A game that was published can be hidden again, so nobody keeps its pictures for long.
KEPT_FOR: Final = "public, max-age=300"
# Anyone may see it, so pages of other sites may show it.
OPENLY: Final = {"cache-control": KEPT_FOR, "cross-origin-resource-policy": "cross-origin"}
LOOKING: Final = (NoSuchTable, NoSuchSeat, NotFound, WrongState, NoPictures, TooMany)
HTML: Final = "text/html"  # Litestar adds the encoding
NOT_PUBLIC: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>El Grande</title></head>
<body><p>El Grande: this game cannot be shown here. It is private, or it is not over yet.</p></body>
</html>
"""

MomentInQuery = FromQuery[
    Annotated[
        int | None,
        Parameter(
            description="The number of choices from the start; by default the end of the game.",
            ge=0,
            le=10_000,
            schema_extra={"minimum": 0},  # Litestar leaves out a 0
        ),
    ]
]
StartInQuery = Annotated[
    int | None,
    QueryParameter(
        name="from",
        description="The position at which the clip begins; by default a turn before its end.",
        ge=0,
        le=10_000,
        schema_extra={"minimum": 0},
    ),
]
EndInQuery = Annotated[
    int | None,
    QueryParameter(
        name="to",
        description="The position at which the clip ends; by default the end of the game.",
        ge=0,
        le=10_000,
        schema_extra={"minimum": 0},
    ),
]


@get(
    "/api/tables/{table_id:str}/picture.png",
    responses=refusals(*LOOKING),
    security=OPEN_TO_ALL,
    media_type="image/png",
    tags=["tables"],
)
async def picture_png(
    request: StrictRequest,
    table_id: TableId,
    visitor: Visiting,
    services: Shared,
    at: MomentInQuery = None,
    seat: SeatInQuery = None,
    language: Language = "en",
) -> Response[bytes]:
    """A position of a finished game as a picture of 1200 by 630 pixels, for links in chats."""
    table = await finished_table_for(services, visitor, table_id)
    moment = _moment(table, at, seat, language)
    words = _words(table, language)
    given = {**words, "view": moment.view, "caption": " ".join(moment.says)}
    key = ("png", table.id, moment.position, seat, *words.values())
    drawn = await _drawn(services, request, key, png_of, given)
    return _answer(request, table, drawn, "image/png")


@get(
    "/api/tables/{table_id:str}/picture.svg",
    middleware=[PACKED],
    responses=refusals(*LOOKING),
    security=OPEN_TO_ALL,
    media_type="image/svg+xml",
    tags=["tables"],
)
async def picture_svg(
    request: StrictRequest,
    table_id: TableId,
    visitor: Visiting,
    services: Shared,
    at: MomentInQuery = None,
    seat: SeatInQuery = None,
    language: Language = "en",
) -> Response[bytes]:
    """The same picture as SVG, to be enlarged or changed."""
    table = await finished_table_for(services, visitor, table_id)
    services.limits.pictures.take(address_of(request.scope))
    moment = _moment(table, at, seat, language)
    caption = " ".join(moment.says)
    drawn = board_svg(moment.view, caption=caption, **_words(table, language))
    return _answer(request, table, drawn, "image/svg+xml")


@get(
    "/api/tables/{table_id:str}/clip.gif",
    responses=refusals(*LOOKING),
    security=OPEN_TO_ALL,
    media_type="image/gif",
    tags=["tables"],
)
async def clip(
    request: StrictRequest,
    table_id: TableId,
    visitor: Visiting,
    services: Shared,
    since: StartInQuery = None,
    until: EndInQuery = None,
    seat: SeatInQuery = None,
    language: Language = "en",
) -> Response[bytes]:
    """A turn of a finished game as an animation, 800 by 420 pixels, at most 24 pictures long."""
    table = await finished_table_for(services, visitor, table_id)
    row = _clip_row(table, since, until, seat, language)
    words = _words(table, language)
    frames = [Frame(moment.view, " ".join(moment.says)) for moment in row]
    key = ("gif", table.id, row[0].position, row[-1].position, seat, *words.values())
    drawn = await _drawn(services, request, key, gif_of, {**words, "frames": frames})
    return _answer(request, table, drawn, "image/gif")


@get(
    "/api/tables/{table_id:str}/page.html",
    middleware=[PACKED],
    responses=refusals(*LOOKING),
    security=OPEN_TO_ALL,
    media_type=HTML,
    tags=["tables"],
)
async def page(
    request: StrictRequest,
    table_id: TableId,
    visitor: Visiting,
    services: Shared,
    language: Language = "en",
) -> Response[bytes]:
    """A finished game as one file for any browser, which needs no server and asks for nothing."""
    table = await finished_table_for(services, visitor, table_id)
    drawn = await _page(services, request, table, language)
    name = f'attachment; filename="elgrande-{table.id}.html"'
    return _answer(request, table, drawn, HTML, {"content-disposition": name})


# A page like the others, so the API document leaves it out.
@get("/embed/{table_id:str}", middleware=[PACKED], media_type=HTML, include_in_schema=False)
async def embedded(
    request: StrictRequest, table_id: TableId, services: Shared, language: Language = "en"
) -> Response[bytes]:
    """The replay of a game that anyone may look at, for a frame in a page of another site.

    The only page that may be framed. It needs no cookie, and who asks makes no difference.
    """
    frame = {"content-security-policy": framed_policy(policy())}
    try:
        table = await finished_table_for(services, None, table_id)
    except ServerError as error:
        return Response(
            NOT_PUBLIC.encode(), status_code=error.status, media_type=HTML, headers=frame
        )
    drawn = await _page(services, request, table, language)
    return _answer(request, table, drawn, HTML, frame)


@get(
    "/api/puzzles/{puzzle_id:str}/picture.png",
    responses=refusals(NotFound, NoPictures, TooMany),
    security=OPEN_TO_ALL,
    media_type="image/png",
    tags=["puzzles"],
)
async def puzzle_picture(
    request: StrictRequest, puzzle_id: PuzzleId, services: Shared, language: Language = "en"
) -> Response[bytes]:
    """A puzzle as a picture of 1200 by 630 pixels, as its seat sees it, with the question."""
    puzzle = find_puzzle(puzzle_id)
    asked = texts(language)["puzzles"]["questions"][puzzle.kind]
    given = {"view": puzzle.position.view(puzzle.seat).data, "language": language, "caption": asked}
    drawn = await _drawn(services, request, ("puzzle", puzzle.id, language), png_of, given)
    return _sent(request, drawn, "image/png", OPENLY)


HANDLERS: list[Any] = [picture_png, picture_svg, clip, page, embedded, puzzle_picture]


def course_of(table: TableState) -> Course:
    """How the game of a table went, as far as today's rules can show it."""
    playthrough = playthrough_of(table)
    first = playthrough.first
    line = playthrough.line()[: last_position(table, playthrough) - first]
    return Course(playthrough.game_at(first).snapshot(), first, line)


def moment_of(table: TableState, at: int | None, seat: int | None, language: str) -> Moment:
    """A position of a finished game as a seat saw it, with what had just happened."""
    playthrough = playthrough_of(table)
    last = last_position(table, playthrough)
    position = last if at is None else at
    game_at(table, playthrough, position, last)
    names = names_at(table, language)
    course = course_of(table)
    return moments(
        course, seat=seat, names=names, language=language, since=position, until=position
    )[0]


def _moment(table: TableState, at: int | None, seat: int | None, language: str) -> Moment:
    check_seat(table, "", seat)
    return moment_of(table, at, seat, language)


def _clip_row(
    table: TableState, since: int | None, until: int | None, seat: int | None, language: str
) -> Sequence[Moment]:
    """The moments of a clip: from the end of the turn before, unless it says where it begins."""
    check_seat(table, "", seat)
    playthrough = playthrough_of(table)
    last = last_position(table, playthrough)
    for position in (since, until):
        if position is not None:
            game_at(table, playthrough, position, last)
    names = names_at(table, language)
    row = moments(course_of(table), seat=seat, names=names, language=language, until=until)
    if since is not None:
        row = [moment for moment in row if moment.position >= since] or row[-1:]
    else:
        before = [index for index, moment in enumerate(row[:-1]) if moment.is_stop]
        row = row[before[-1] if before else 0 :]
    return row[-MOST_FRAMES:]


def _words(table: TableState, language: str) -> dict[str, Any]:
    names = names_at(table, language)
    return {
        "names": None if names is None else tuple(names),
        "language": language,
        "title": table.row.title,
    }


async def _page(
    services: Services, request: StrictRequest, table: TableState, language: str
) -> Drawn:
    words = _words(table, language)
    site = services.settings.public_url
    link = None if site is None else f"{site}/table/{table.id}/replay"
    key = ("page", table.id, *words.values())
    given = {**words, "course": course_of(table), "link": link}
    return await _drawn(services, request, key, page_of, given)


async def _drawn(
    services: Services,
    request: StrictRequest,
    key: tuple[Any, ...],
    draw: Any,
    given: dict[str, Any],
) -> Drawn:
    if key not in services.drawings:
        services.limits.pictures.take(address_of(request.scope))
    return await services.drawings.find(key, draw, **given)


def _answer(
    request: StrictRequest,
    table: TableState,
    drawn: Drawn,
    media_type: str,
    more: dict[str, str] | None = None,
) -> Response[bytes]:
    """What was drawn of a game: kept and shown elsewhere only if anyone may look at it."""
    return _sent(
        request, drawn, media_type, {**(more or {}), **(OPENLY if is_open_to_all(table) else {})}
    )


def _sent(
    request: StrictRequest, drawn: Drawn, media_type: str, more: dict[str, str]
) -> Response[bytes]:
    """What was drawn; a browser that has it is told so."""
    body = drawn.encode() if isinstance(drawn, str) else drawn
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {**more, "etag": tag}
    known = [one.strip() for one in request.headers.get("if-none-match", "").split(",")]
    if tag in known or f"W/{tag}" in known:
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    return Response(body, headers=headers, media_type=media_type)
