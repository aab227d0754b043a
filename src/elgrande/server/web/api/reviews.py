"""Reviews of finished games: asking for one, how far it is, cancelling it; the story of a game."""

from typing import Any, Final

from litestar import delete, get, post
from msgspec import convert

from elgrande.server.accounts.sessions import Asking, Caller
from elgrande.server.background.bot_processes import Asker
from elgrande.server.background.reviews import DONE, Review
from elgrande.server.errors import (
    CrossOrigin,
    NoSuchTable,
    NotAllowed,
    NotSignedIn,
    TooMany,
    WrongState,
)
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.tables.table import FINISHED, TableState
from elgrande.server.web.access import table_for
from elgrande.server.web.api.knowledge import course_of
from elgrande.server.web.api.parameters import Language, TableId
from elgrande.server.web.api.review_bodies import ReviewData, ReviewShown, StoryShown
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.packing import PACKED
from elgrande.server.web.services import Services, Shared
from elgrande.server.web.table_answers import playthrough_of

NONE: Final = "none"
LOOKING: Final = (NotSignedIn, NoSuchTable, WrongState)


@post(
    "/api/tables/{table_id:str}/review",
    middleware=[PACKED],
    responses=refusals(*LOOKING, CrossOrigin, NotAllowed, TooMany),
    status_code=202,
    tags=["tables"],
    response_description="The review is under way, or there already.",
)
async def start_review(
    table_id: TableId, caller: Asking, services: Shared, language: Language = "en"
) -> ReviewShown:
    """Ask for the review of a finished game, or join the one that is under way or kept."""
    table = await _finished_table(services, caller, table_id)
    reviews = services.reviews
    there = reviews.find(table.id)
    if await reviews.kept(table.id) is None and (there is None or not there.is_under_way):
        if reviews.iterations == 0:
            raise NotAllowed("This server does not review games.")
        services.limits.thinking.check(caller.id, 0)
        services.limits.new_reviews.take(caller.id)
        reviews.start(table.id, caller.id, _game_of(table))
    return await _shown(services, caller, table, language)


@get(
    "/api/tables/{table_id:str}/review",
    middleware=[PACKED],
    responses=refusals(*LOOKING),
    tags=["tables"],
)
async def show_review(
    table_id: TableId, caller: Asking, services: Shared, language: Language = "en"
) -> ReviewShown:
    """How far the review of a finished game is, and what it found so far."""
    table = await _finished_table(services, caller, table_id)
    return await _shown(services, caller, table, language)


@delete(
    "/api/tables/{table_id:str}/review",
    responses=refusals(*LOOKING, CrossOrigin, NotAllowed),
    status_code=204,
    tags=["tables"],
    response_description="The review is cancelled.",
)
async def cancel_review(table_id: TableId, caller: Asking, services: Shared) -> None:
    """Cancel a review that waits or runs: for whoever asked for it, the host and admins."""
    table = await _finished_table(services, caller, table_id)
    review = services.reviews.find(table.id)
    if review is None or not review.is_under_way:
        raise WrongState("No review of this game is under way.")
    if not (_can_cancel(caller, table, review) or await _is_admin(services, caller)):
        raise NotAllowed("Only the host and whoever asked for this review can cancel it.")
    services.reviews.cancel(table.id)


@get(
    "/api/tables/{table_id:str}/story",
    responses=refusals(*LOOKING),
    tags=["tables"],
)
async def story(
    table_id: TableId, caller: Asking, services: Shared, language: Language = "en"
) -> StoryShown:
    """The story of a finished game in words: who led when, and what decided it."""
    table = await _finished_table(services, caller, table_id)
    names = names_at(table, language)

    async def work_out() -> dict[str, Any]:
        kept = await services.reviews.kept(table.id)
        course = await course_of(services, caller, table) if kept is None else kept["course"]
        asked = {"step": "story", "course": course, "language": language, "names": names}
        asker = Asker(caller.id, table.id)
        return await services.workers.review({**_game_of(table), **asked}, asker)

    key = f"story {table.id} {language} {names}"
    return convert(await services.review_texts.find(key, work_out), StoryShown)


HANDLERS: list[Any] = [start_review, show_review, cancel_review, story]


async def _finished_table(services: Services, caller: Caller, table_id: str) -> TableState:
    """A finished game the caller may see, and that today's rules replay to its end."""
    table = (await table_for(services, caller, table_id)).state
    if table.row.state != FINISHED:
        raise WrongState("A game can be reviewed only when it is over.")
    if table.difference is not None:
        raise WrongState("The rules have changed since this game, so it cannot be reviewed.")
    return table


def _game_of(table: TableState) -> dict[str, object]:
    playthrough = playthrough_of(table)
    start = playthrough.game_at(playthrough.first).snapshot()
    return {"start": start, "line": playthrough.line(), "first": playthrough.first}


def _can_cancel(caller: Caller, table: TableState, review: Review) -> bool:
    return caller.id in (review.player, table.row.host)


async def _is_admin(services: Services, caller: Caller) -> bool:
    player = await services.storage.player(caller.id)
    return player is not None and player.admin


async def _shown(
    services: Services, caller: Caller, table: TableState, language: str
) -> ReviewShown:
    reviews = services.reviews
    review = reviews.find(table.id)
    data = None if review is None else review.data
    if review is None or not review.is_under_way:
        kept = await reviews.kept(table.id)
        if kept is not None:
            count = len(kept["moments"])
            found = await _told(services, caller, table, kept, language)
            return ReviewShown(DONE, 0, len(reviews), count, count, False, found)
    return ReviewShown(
        state=NONE if review is None else review.state,  # type: ignore[arg-type]
        place=reviews.place(table.id),
        waiting=len(reviews),
        judged=0 if review is None else len(review.found),
        total=0 if review is None else review.total,
        can_cancel=(
            review is not None and review.is_under_way and _can_cancel(caller, table, review)
        ),
        review=None if data is None else await _told(services, caller, table, data, language),
    )


async def _told(
    services: Services, caller: Caller, table: TableState, data: dict[str, Any], language: str
) -> ReviewData:
    """What was found, with the moments in words."""
    names = names_at(table, language)
    moments = data["moments"]

    async def work_out() -> dict[str, Any]:
        asked = {"step": "tell", "moments": moments, "language": language, "names": names}
        asker = Asker(caller.id, table.id)
        return await services.workers.review({**_game_of(table), **asked}, asker)

    key = f"moments {table.id} {language} {names} {len(moments)} {data['iterations']}"
    told = (await services.review_texts.find(key, work_out))["told"]
    shown = [{**one, **words} for one, words in zip(moments, told, strict=True)]
    return convert({**data, "moments": shown}, ReviewData)
