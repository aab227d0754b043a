"""Positions played on without a table: what is seen, what it is worth, what the coach thinks.

Nothing of it is kept: whoever asks says where to start, and which choices were made since.
"""

from typing import Any, NamedTuple

from litestar import post
from litestar.params import JSONBody
from msgspec import ValidationError, convert

from elgrande.bots.situation import Situation, fresh_luck
from elgrande.editions.wording import colour_name
from elgrande.game import Game
from elgrande.position_setup import Setup, arrange, cards_of, hand_sizes, setup_of
from elgrande.rules.errors import (
    BadNotation,
    BadOptions,
    BadSnapshot,
    GameOver,
    IllegalChoice,
    NoSuchSeat,
    NotYourTurn,
)
from elgrande.server.accounts.sessions import Asking, Caller
from elgrande.server.background.bot_processes import Asker
from elgrande.server.errors import (
    BadRequest,
    CrossOrigin,
    NoSuchTable,
    NotFound,
    NotSignedIn,
    TooLarge,
    WrongState,
)
from elgrande.server.presentation.position_views import describe_position, play_line, tell_news
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.presentation.table_views import Names
from elgrande.server.tables.table import FINISHED
from elgrande.server.web.access import table_for
from elgrande.server.web.api.bodies import AdviceShown
from elgrande.server.web.api.knowledge_bodies import Insights
from elgrande.server.web.api.position_bodies import (
    ArrangeBody,
    ArrangedShown,
    ChancesShown,
    ChoicePlayed,
    PlayedOn,
    PositionAdviceBody,
    PositionBody,
    ProblemShown,
    SetupShown,
    StartBody,
)
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.knowledge_answers import insights_of
from elgrande.server.web.packing import PACKED
from elgrande.server.web.reading import sentence_of
from elgrande.server.web.services import Services, Shared
from elgrande.server.web.table_answers import game_at, last_position, playthrough_of

NEW_GAME = 1480  # the seed of new games, so that a line means the same to everybody
REFUSED = (
    NotSignedIn,
    CrossOrigin,
    TooLarge,
    NoSuchTable,
    NotFound,
    WrongState,
    BadSnapshot,
    BadNotation,
    IllegalChoice,
    NotYourTurn,
    GameOver,
    NoSuchSeat,
    BadOptions,
)


class _Reached(NamedTuple):
    """The position that a line led to."""

    game: Game
    played: list[tuple[int, int]]
    names: Names  # None: by their colours
    seat: int | None


@post(
    "/api/positions",
    middleware=[PACKED],
    responses=refusals(*REFUSED),
    status_code=200,
    tags=["positions"],
)
async def show_position(data: JSONBody[PositionBody], caller: Asking, services: Shared) -> PlayedOn:
    """A position after choices that were made from a start on, with what can be chosen in it."""
    at = await _reach(services, caller, data)
    game, language = at.game, data.language
    return PlayedOn(
        seat=at.seat,
        names=list(at.names or _colours_of(game, language)),
        view=describe_position(game, at.seat, language, at.names),
        played=[ChoicePlayed(seat, choice, game.notation(choice)) for seat, choice in at.played],
        events=tell_news(game, 0, at.seat, len(at.played), language, at.names),
        truth=game.snapshot(),
        digest=game.digest(),
    )


@post(
    "/api/positions/insights",
    responses=refusals(*REFUSED),
    status_code=200,
    tags=["positions"],
)
async def position_insights(
    data: JSONBody[PositionBody], caller: Asking, services: Shared
) -> Insights:
    """What majorities and face-up cards are worth in a position, from what lies open."""
    at = await _reach(services, caller, data)
    return insights_of(at.game, len(at.played))


@post(
    "/api/positions/chances",
    responses=refusals(*REFUSED),
    status_code=200,
    tags=["positions"],
)
async def position_chances(
    data: JSONBody[PositionBody], caller: Asking, services: Shared
) -> ChancesShown:
    """How likely each seat is to win from a position; the same question has the same answer."""
    services.limits.advice.take(caller.id)
    at = await _reach(services, caller, data)
    asker = Asker(caller.id, data.start.table or "")
    found = await services.workers.analyse(at.game.snapshot(), [], 0, asker)
    return ChancesShown(found["course"][0]["chances"])


@post(
    "/api/positions/advice",
    responses=refusals(*REFUSED),
    status_code=200,
    tags=["positions"],
)
async def position_advice(
    data: JSONBody[PositionAdviceBody], caller: Asking, services: Shared
) -> list[AdviceShown]:
    """The best few choices of a seat in a position, with their chances."""
    services.limits.advice.take(caller.id)
    at = await _reach(services, caller, data)
    if at.seat is None or at.seat not in at.game.waiting:
        raise NotYourTurn("The seat has nothing to choose in this position.")
    situation = Situation.of(at.game, at.seat, fresh_luck())
    found = await services.workers.consider(
        situation,
        data.seconds,
        data.language,
        names=at.names,
        asker=Asker(caller.id, data.start.table or ""),
    )
    services.sessions.check(caller)  # it may have ended while the coach thought
    return convert(found, list[AdviceShown])


@post(
    "/api/positions/setup",
    responses=refusals(*REFUSED),
    status_code=200,
    tags=["positions"],
)
async def take_apart(data: JSONBody[PositionBody], caller: Asking, services: Shared) -> SetupShown:
    """A position taken apart, to be changed by hand."""
    game = (await _reach(services, caller, data)).game
    return SetupShown(
        setup=setup_of(game),
        snapshot=game.snapshot(),
        stock=cards_of(game.options),
        hand_sizes={str(number): size for number, size in hand_sizes(game.options).items()},
    )


@post(
    "/api/positions/arrange",
    responses=refusals(NotSignedIn, CrossOrigin, TooLarge, BadSnapshot),
    status_code=200,
    tags=["positions"],
    sync_to_thread=False,
)
def arrange_position(data: JSONBody[ArrangeBody], caller: Asking) -> ArrangedShown:
    """The complete position of a setup; whatever cannot be is told field by field."""
    base = None if data.base is None else Game.from_snapshot(data.base).snapshot()
    try:
        setup = convert(data.setup, Setup)
    except ValidationError as error:
        raise BadRequest(sentence_of(str(error))) from None
    found = arrange(setup, base)
    return ArrangedShown(
        snapshot=found.snapshot,
        problems=[ProblemShown(one.field, one.tell(data.language)) for one in found.problems],
    )


async def _reach(
    services: Services, caller: Caller, data: PositionBody | PositionAdviceBody
) -> _Reached:
    """Play a line on from where it starts; whoever looks is a seat of this game."""
    game, names = await _begin(services, caller, data.start, data.language)
    played = play_line(game, data.choices)
    return _Reached(game, played, names, _seat_in(game, data.eyes))


async def _begin(
    services: Services, caller: Caller, start: StartBody, language: str
) -> tuple[Game, Names]:
    given = [one for one in (start.table, start.snapshot, start.options) if one is not None]
    if len(given) != 1:
        raise BadRequest("The field start: give a table, a snapshot or options, and only one.")
    if start.options is not None:
        return Game.new(start.options.checked(), NEW_GAME), None
    if start.table is None:
        return Game.from_snapshot(start.snapshot), None
    table = (await table_for(services, caller, start.table)).state
    if table.row.state != FINISHED:
        raise WrongState("A game can be played on from only when it is over.")
    playthrough = playthrough_of(table)
    game = game_at(table, playthrough, start.position, last_position(table, playthrough))
    return game.clone(), names_at(table, language)


def _seat_in(game: Game, eyes: int | str) -> int | None:
    if isinstance(eyes, int):
        game.view(eyes)  # NoSuchSeat if the game has none of this number
        return eyes
    waiting = () if game.over else game.waiting
    return waiting[0] if eyes == "asked" and waiting else None


def _colours_of(game: Game, language: str) -> list[str]:
    options = game.options
    names = [colour_name(seat, options, language) for seat in range(options.players)]
    return [name[:1].upper() + name[1:] for name in names]


HANDLERS: list[Any] = [
    show_position,
    position_insights,
    position_chances,
    position_advice,
    take_apart,
    arrange_position,
]
