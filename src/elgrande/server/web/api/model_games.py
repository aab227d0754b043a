"""Games of grandmasters to learn from: the list, opening one, and what the coach says about it."""

import asyncio
from typing import Annotated, Any

from litestar import get, post
from litestar.params import FromPath, Parameter
from msgspec import convert

from elgrande.model_games.comments import said_about, summary_of, title_of
from elgrande.model_games.library import NAMES, model_game, model_game_of, model_games
from elgrande.server.accounts.sessions import Asking
from elgrande.server.errors import (
    CrossOrigin,
    NoSuchTable,
    NotFound,
    NotSignedIn,
    TooMany,
    WrongState,
)
from elgrande.server.presentation.table_views import describe_table
from elgrande.server.tables.decisions.opening import import_record
from elgrande.server.tables.table import FINISHED
from elgrande.server.timestamps import now_ms
from elgrande.server.web.access import table_for
from elgrande.server.web.api.bodies import OpenedTable
from elgrande.server.web.api.knowledge_bodies import CommentShown, ModelGameShown
from elgrande.server.web.api.parameters import Language, TableId
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.openapi import OPEN_TO_ALL
from elgrande.server.web.services import Shared
from elgrande.server.web.table_answers import playthrough_of

GameName = FromPath[Annotated[str, Parameter(description="The name of a game to learn from.")]]


@get(
    "/api/model-games",
    responses=refusals(),
    security=OPEN_TO_ALL,
    tags=["game"],
    sync_to_thread=False,
)
def list_model_games(language: Language = "en") -> list[ModelGameShown]:
    """The games to learn from that come with elgrande."""
    return [
        ModelGameShown(
            name=game.name,
            title=title_of(game, language),
            summary=summary_of(game, language),
            players=game.record.options.players,
            edition=game.record.options.to_data()["edition"],
            comments=len(game.comments),
        )
        for game in model_games()
    ]


@post(
    "/api/model-games/{name:str}",
    responses=refusals(NotSignedIn, CrossOrigin, NotFound, TooMany),
    status_code=201,
    tags=["tables"],
)
async def open_model_game(
    name: GameName, caller: Asking, services: Shared, language: Language = "en"
) -> OpenedTable:
    """Open a game to learn from as a finished game of one's own, to be replayed with comments."""
    if name not in NAMES:
        raise NotFound("There is no game of this name to learn from.")
    services.limits.tables.take(caller.id, caller.address)
    game = model_game(name)
    row, entries = import_record(now_ms(), caller.id, game.record, title_of(game, language))
    live = await services.live_tables.add(row, entries, [])
    return OpenedTable(describe_table(live.state), [])


@get(
    "/api/tables/{table_id:str}/comments",
    responses=refusals(NotSignedIn, NoSuchTable, WrongState),
    tags=["tables"],
)
async def comments(
    table_id: TableId, caller: Asking, services: Shared, language: Language = "en"
) -> list[CommentShown]:
    """What the coach says about a finished game, if it is one of the games to learn from."""
    table = (await table_for(services, caller, table_id)).state
    if table.row.state != FINISHED:
        return []
    record = playthrough_of(table).game.record()
    game = model_game_of(record.digest, record.choices)
    if game is None:
        return []
    said = await asyncio.to_thread(said_about, game, language)
    return [convert(one._asdict(), CommentShown) for one in said]


HANDLERS: list[Any] = [list_model_games, open_model_game, comments]
