"""Evenings, leagues and knock-outs: announcing, taking part, starting, cancelling, following."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Final

from litestar import delete, get, post, put
from litestar.params import FromQuery, JSONBody, Parameter
from msgspec import convert, to_builtins
from msgspec.structs import replace

from elgrande.rules.errors import BadOptions, BadParameter, GameError, UnknownBot
from elgrande.server.accounts.name_claims import check_guest
from elgrande.server.accounts.names import clean_name
from elgrande.server.accounts.sessions import Asking, Caller, Visiting
from elgrande.server.background.club_events import (
    by_seat,
    kind_of,
    played_of,
    settings_of,
)
from elgrande.server.errors import (
    BadName,
    BadRequest,
    CrossOrigin,
    EventFull,
    EventStarted,
    NameTaken,
    NoSuchEvent,
    NotAllowed,
    NotSignedIn,
    TooFewEntrants,
    TooLarge,
    TooMany,
)
from elgrande.server.storage import club_events as kept
from elgrande.server.storage.club_events import WholeEvent
from elgrande.server.storage.rows import ClubEvent, Entrant, EventGame
from elgrande.server.tables.decisions import closing
from elgrande.server.tables.event_settings import EventSettings, check_event
from elgrande.server.tables.settings import LONGEST_TITLE
from elgrande.server.timestamps import now_ms
from elgrande.server.web.api.allowed_bots import check_bot
from elgrande.server.web.api.event_bodies import (
    BotsBody,
    EntrantShown,
    EventGameShown,
    EventId,
    EventLine,
    EventShown,
    EventStanding,
    NewEvent,
)
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.openapi import OPEN_TO_ALL
from elgrande.server.web.services import Services, Shared
from elgrande.tournaments.results import FEWEST, Played, places
from elgrande.tournaments.schedule import rounds_of
from elgrande.tournaments.standings import standings

MOST_LISTED: Final = 100
LONGEST_AHEAD: Final = 60 * 24 * 3600 * 1000
ID_BYTES: Final = 8
SEED_BITS: Final = 63
COMMON = (NotSignedIn, NoSuchEvent, CrossOrigin, TooLarge)
Limit = FromQuery[Annotated[int, Parameter(description="How many at most.", ge=1, le=MOST_LISTED)]]


@get("/api/events", responses=refusals(), tags=["events"], security=OPEN_TO_ALL)
async def list_events(services: Shared, visitor: Visiting, limit: Limit = 50) -> list[EventLine]:
    """Public events and those of whoever is asking, the newest first."""
    player = None if visitor is None else visitor.id
    found = await services.storage.database.read(partial(kept.listed, player=player, limit=limit))
    hosts = await services.storage.players({whole.event.host for whole in found})
    return [
        _line(whole, hosts[whole.event.host].name if whole.event.host in hosts else "", player)
        for whole in found
    ]


@post(
    "/api/events",
    responses=refusals(
        NotSignedIn,
        CrossOrigin,
        TooLarge,
        TooMany,
        EventFull,
        BadOptions,
        BadName,
        NameTaken,
        UnknownBot,
        BadParameter,
    ),
    status_code=201,
    tags=["events"],
)
async def make_event(data: JSONBody[NewEvent], caller: Asking, services: Shared) -> EventShown:
    """Announce an event; it starts when its host says so, or at its deadline."""
    services.limits.tables.take(caller.id, caller.address)
    await check_guest(services.storage, caller)
    settings, bots = await _checked(data, caller, services)
    now = now_ms()
    event = ClubEvent(
        id=secrets.token_hex(ID_BYTES),
        kind=data.kind,
        state=kept.OPEN,
        host=caller.id,
        title=clean_name(data.title, LONGEST_TITLE) if data.title.strip() else "",
        public=data.public,
        settings={**to_builtins(settings), "options": {**data.options.checked().to_data()}},
        seed=str(secrets.randbits(SEED_BITS)),
        created=now,
        deadline=data.deadline,
        started=None,
        finished=None,
        round=0,
        ending=None,
    )
    people = [Entrant(1, caller.id, caller.name, None, now)] if data.play else []
    size = "events_of_player" if caller.is_claimed else "events_of_guest"
    most = services.settings.size(size)
    add = partial(kept.add, event=event, people=people, bots=bots, most=most)
    if not await services.storage.database.write(add):
        raise TooMany(f"You already host {most} unfinished events; cancel one first.")
    return await _shown(services, event.id, caller)


@get(
    "/api/events/{event_id:str}",
    responses=refusals(NoSuchEvent),
    tags=["events"],
    security=OPEN_TO_ALL,
)
async def one_event(event_id: EventId, services: Shared, visitor: Visiting) -> EventShown:
    """An event; whoever has the link to a private one may see it."""
    return await _shown(services, event_id, visitor)


@post(
    "/api/events/{event_id:str}/join",
    responses=refusals(*COMMON, EventStarted, EventFull, NameTaken),
    status_code=200,
    tags=["events"],
)
async def join_event(event_id: EventId, caller: Asking, services: Shared) -> EventShown:
    """Take part; doing so again changes nothing."""
    await check_guest(services.storage, caller)
    most = settings_of(await _read(services, event_id)).most
    join = partial(
        kept.join, event_id=event_id, player=caller.id, name=caller.name, most=most, now=now_ms()
    )
    await services.storage.database.write(join)
    return await _shown(services, event_id, caller)


@post(
    "/api/events/{event_id:str}/leave",
    responses=refusals(*COMMON, EventStarted),
    status_code=200,
    tags=["events"],
)
async def leave_event(event_id: EventId, caller: Asking, services: Shared) -> EventShown:
    """Take no part after all; only before the start."""
    leave = partial(kept.leave, event_id=event_id, player=caller.id)
    await services.storage.database.write(leave)
    return await _shown(services, event_id, caller)


@put(
    "/api/events/{event_id:str}/bots",
    responses=refusals(*COMMON, NotAllowed, EventStarted, EventFull, UnknownBot, BadParameter),
    tags=["events"],
)
async def set_event_bots(
    event_id: EventId, data: JSONBody[BotsBody], caller: Asking, services: Shared
) -> EventShown:
    """The host decides which bots take part, before the start."""
    whole = await _read(services, event_id)
    _check_host(whole, caller)
    bots = await _checked_bots(data.bots, caller, services)
    most = settings_of(whole).most
    change = partial(kept.set_bots, event_id=event_id, bots=bots, most=most, now=now_ms())
    await services.storage.database.write(change)
    return await _shown(services, event_id, caller)


@post(
    "/api/events/{event_id:str}/start",
    responses=refusals(*COMMON, NotAllowed, EventStarted, TooFewEntrants),
    status_code=200,
    tags=["events"],
)
async def start_event(event_id: EventId, caller: Asking, services: Shared) -> EventShown:
    """The host starts the event now; its first games open within a second or two."""
    whole = await _read(services, event_id)
    _check_host(whole, caller)
    settings, fewest = settings_of(whole), FEWEST[kind_of(whole)]
    if len(whole.entrants) < fewest and not settings.fill:
        raise TooFewEntrants(f"{fewest} have to take part; so far it is {len(whole.entrants)}.")
    start = partial(kept.start, event_id=event_id, now=now_ms(), bot=settings.bot, fewest=fewest)
    if not await services.storage.database.write(start):
        raise EventStarted(kept.OVER)
    return await _shown(services, event_id, caller)


@delete(
    "/api/events/{event_id:str}",
    responses=refusals(*COMMON, NotAllowed, EventStarted),
    status_code=200,
    tags=["events"],
)
async def cancel_event(event_id: EventId, caller: Asking, services: Shared) -> EventShown:
    """The host or an admin cancels an event that is not over.

    Its games with people can be played to the end; those of bots alone are closed.
    """
    whole = await _read(services, event_id)
    if not await _may_cancel(services, whole, caller):
        raise NotAllowed("Only the host of an event may cancel it.")
    ending = "host" if whole.event.host == caller.id else "moderator"
    end = partial(kept.end, event_id=event_id, state=kept.CANCELLED, now=now_ms(), ending=ending)
    if not await services.storage.database.write(end):
        raise EventStarted("This event is already over.")
    people = {entrant.number for entrant in whole.entrants if entrant.player is not None}
    for game in whole.games:
        if game.finished is None and people.isdisjoint(by_seat(game)):
            with suppress(GameError):
                close = partial(closing.abandon, player=None, reason="host")
                await services.live_tables.act(game.table, close)
    return await _shown(services, event_id, caller)


HANDLERS: list[Any] = [
    list_events,
    make_event,
    one_event,
    join_event,
    leave_event,
    set_event_bots,
    start_event,
    cancel_event,
]


async def _checked(
    data: NewEvent, caller: Caller, services: Services
) -> tuple[EventSettings, list[str]]:
    """The settings and bots of a new event; refused if they cannot be played."""
    check_event(data.kind, data.settings, data.options.checked())
    if data.options.first_player is not None:
        raise BadOptions("In an event the seat that begins is always drawn.")
    now = now_ms()
    if data.deadline is not None and not now < data.deadline <= now + LONGEST_AHEAD:
        raise BadRequest("The deadline must lie within the next 60 days.")
    if len(data.bots) + data.play > data.settings.most:
        raise EventFull(f"This event has only {data.settings.most} places.")
    bot = await check_bot(services, caller, data.settings.bot)
    return replace(data.settings, bot=bot), await _checked_bots(data.bots, caller, services)


async def _checked_bots(bots: Sequence[str], caller: Caller, services: Services) -> list[str]:
    known = {text: await check_bot(services, caller, text) for text in dict.fromkeys(bots)}
    return [known[text] for text in bots]


async def _read(services: Services, event_id: str) -> WholeEvent:
    return await services.storage.database.read(partial(kept.read, event_id=event_id))


def _check_host(whole: WholeEvent, caller: Caller) -> None:
    if whole.event.host != caller.id:
        raise NotAllowed("Only the host of the event may do that.")


async def _may_cancel(services: Services, whole: WholeEvent, caller: Caller | None) -> bool:
    if caller is None or whole.event.state not in (kept.OPEN, kept.RUNNING):
        return False if caller is None else whole.event.host == caller.id
    if whole.event.host == caller.id:
        return True
    player = await services.storage.player(caller.id)
    return player is not None and player.admin


async def _shown(services: Services, event_id: str, caller: Caller | None) -> EventShown:
    whole = await _read(services, event_id)
    host = await services.storage.player(whole.event.host)
    me = None if caller is None else caller.id
    is_over = whole.event.state not in (kept.OPEN, kept.RUNNING)
    rounds: list[list[EventGameShown]] = [[] for _ in range(whole.event.round)]
    over = {(one.round, one.entrants): one for one in played_of(whole)}
    for game in whole.games:
        rounds[game.round - 1].append(_game(game, over.get((game.round, by_seat(game)))))
    return EventShown(
        line=_line(whole, "" if host is None else host.name, me),
        settings=settings_of(whole),
        options=whole.event.settings["options"],
        fewest=FEWEST[kind_of(whole)],
        is_host=me == whole.event.host,
        may_cancel=not is_over and await _may_cancel(services, whole, caller),
        ending=convert(whole.event.ending, Any),
        entrants=[
            EntrantShown(one.number, one.name, one.bot, me is not None and one.player == me)
            for one in whole.entrants
        ],
        rounds=rounds,
        standings=[convert(line._asdict(), EventStanding) for line in _standings(whole)],
    )


def _standings(whole: WholeEvent) -> list[Any]:
    form = settings_of(whole).form(kind_of(whole))
    numbers = [one.number for one in whole.entrants]
    return [*standings(form, numbers, played_of(whole), int(whole.event.seed))]


def _line(whole: WholeEvent, host: str, me: str | None) -> EventLine:
    event, settings, kind = whole.event, settings_of(whole), kind_of(whole)
    names = {one.number: one.name for one in whole.entrants}
    is_won = event.state == kept.FINISHED and whole.entrants
    return EventLine(
        id=event.id,
        kind=kind,
        state=convert(event.state, Any),
        title=event.title,
        public=event.public,
        host=host,
        entrants=len(whole.entrants),
        most=settings.most,
        round=event.round,
        rounds=rounds_of(settings.form(kind), max(2, FEWEST[kind], len(whole.entrants))),
        mine=me is not None and any(one.player == me for one in whole.entrants),
        winner=names[_standings(whole)[0].entrant] if is_won else None,
        created=event.created,
        deadline=event.deadline,
        started=event.started,
        finished=event.finished,
    )


def _game(game: EventGame, over: Played | None) -> EventGameShown:
    found = None if over is None else places(over)
    return EventGameShown(
        table=game.table,
        entrants=list(by_seat(game)),
        finished=game.finished,
        scores=None if over is None or over.scores is None else list(over.scores),
        places=None if found is None else [found[one] for one in by_seat(game)],
        absent=[] if over is None else sorted(over.absent),
        due=game.due,
    )
