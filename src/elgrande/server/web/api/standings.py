"""Records of players, and the club: ratings and results of finished games, never of others."""

import asyncio
import csv
from collections.abc import Sequence
from functools import partial
from io import StringIO
from typing import Any, Final

import msgspec
from litestar import Response, delete, get, put
from litestar.params import JSONBody

from elgrande.server.accounts.sessions import Asking, Caller, Visiting
from elgrande.server.errors import CrossOrigin, NotAllowed, NotFound, NotSignedIn, TooLarge
from elgrande.server.storage import records, results
from elgrande.server.storage.records import Filters, Person, Rated
from elgrande.server.storage.results import BOTS as AGAINST_BOTS
from elgrande.server.storage.results import PEOPLE as AGAINST_PEOPLE
from elgrande.server.storage.rows import FinishedGame, SeatResult
from elgrande.server.storage.store import fold_name
from elgrande.server.timestamps import now_ms
from elgrande.server.web.api.standing_bodies import (
    AccuracyPoint,
    BeforeInQuery,
    BotLine,
    CardUseShown,
    Club,
    ClubLine,
    EditionOnly,
    GroupShown,
    MeansShown,
    PlayerInQuery,
    PlayersOnly,
    RatingLine,
    RatingPoint,
    RatingShown,
    RecordSettings,
    RecordShown,
    ResultSeat,
    ResultShown,
    ResultsPage,
    SinceInQuery,
    UntilInQuery,
    VariantOnly,
    Who,
)
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.openapi import OPEN_TO_ALL
from elgrande.server.web.packing import PACKED
from elgrande.server.web.services import Services, Shared
from elgrande.standings import summary
from elgrande.standings.ratings import BOTS, Rating
from elgrande.standings.summary import GameLine, Group

PAGE: Final = 20
MOST_LINES: Final = 1000
MOST_POINTS: Final = 400  # of a course
LAST: Final = 10
LOOKING = (NotSignedIn, NotFound)
Results = Sequence[tuple[FinishedGame, SeatResult]]


@get(
    "/api/players/{who:str}/record",
    middleware=[PACKED],
    responses=refusals(*LOOKING),
    security=OPEN_TO_ALL,
    tags=["club"],
)
async def show_record(who: Who, visitor: Visiting, services: Shared) -> RecordShown:
    """The record of a player with a claimed name, or one's own."""
    person = await _person_for(services, visitor, who)
    return await _record(services, person, own=_is_own(person, visitor))


@get(
    "/api/players/{who:str}/games",
    middleware=[PACKED],
    responses=refusals(*LOOKING),
    security=OPEN_TO_ALL,
    tags=["club"],
)
async def games_of_player(
    who: Who,
    visitor: Visiting,
    services: Shared,
    edition: EditionOnly = None,
    players: PlayersOnly = None,
    variant: VariantOnly = None,
    since: SinceInQuery = None,
    until: UntilInQuery = None,
    before: BeforeInQuery = None,
) -> ResultsPage:
    """The finished games of a player, the newest first."""
    person = await _person_for(services, visitor, who)
    wanted = Filters(person.id, edition, players, variant, since, until)
    return await _page(services, visitor, wanted, before)


@get(
    "/api/club",
    middleware=[PACKED],
    responses=refusals(NotSignedIn),
    security=OPEN_TO_ALL,
    tags=["club"],
)
async def show_club(visitor: Visiting, services: Shared) -> Club:
    """The ratings of all players with a claimed name who do not keep their record private."""
    _check_visitor(services, visitor)
    read = services.storage.database.read
    rated = await read(partial(records.rating_table, now=now_ms(), limit=MOST_LINES))
    ids = list(dict.fromkeys(line.player for line in rated))
    places = await read(partial(records.last_places, ids=ids, count=LAST))
    bots = [BotLine(name, rating.shown) for name, rating in BOTS.items()]
    return Club([_club_line(key, rated, places.get(key, [])) for key in ids], bots)


@get(
    "/api/club/games",
    middleware=[PACKED],
    responses=refusals(*LOOKING),
    security=OPEN_TO_ALL,
    tags=["club"],
)
async def club_games(
    visitor: Visiting,
    services: Shared,
    player: PlayerInQuery = None,
    edition: EditionOnly = None,
    players: PlayersOnly = None,
    variant: VariantOnly = None,
    since: SinceInQuery = None,
    until: UntilInQuery = None,
    before: BeforeInQuery = None,
) -> ResultsPage:
    """The finished games of everybody in the club, the newest first."""
    _check_visitor(services, visitor)
    key = None if player is None else (await _person_for(services, visitor, player)).id
    wanted = Filters(key, edition, players, variant, since, until, listed=now_ms())
    return await _page(services, visitor, wanted, before)


@get(
    "/api/me/record.json",
    responses=refusals(NotSignedIn),
    tags=["club"],
)
async def record_as_json(caller: Asking, services: Shared) -> Response[RecordShown]:
    """Your record as a file, with all figures."""
    person = await _person_for(services, caller, caller.id)
    shown = await _record(services, person, own=True)
    text: Any = msgspec.json.format(msgspec.json.encode(shown), indent=2)
    return _file(text, "elgrande-record.json", "application/json")


@get(
    "/api/me/record.csv",
    responses=refusals(NotSignedIn),
    media_type="text/csv; charset=utf-8",
    tags=["club"],
)
async def record_as_csv(caller: Asking, services: Shared) -> Response[str]:
    """Your games as a file for a spreadsheet, a line for each."""
    found = await services.storage.database.read(partial(records.results_of, player=caller.id))
    return _file(csv_of(found), "elgrande-record.csv", "text/csv; charset=utf-8")


@put(
    "/api/me/record",
    response_description="Kept.",
    responses=refusals(NotSignedIn, NotAllowed, CrossOrigin, TooLarge),
    status_code=204,
    tags=["club"],
)
async def set_record(data: JSONBody[RecordSettings], caller: Asking, services: Shared) -> None:
    """Decide whether others may see your record and your line in the club's table."""
    caller.must_be_at_a_browser()
    await services.storage.database.write(
        partial(results.set_private, player=caller.id, private=data.private)
    )


@delete(
    "/api/me/record",
    response_description="Your record is empty.",
    responses=refusals(NotSignedIn, NotAllowed, CrossOrigin),
    tags=["club"],
)
async def forget_record(caller: Asking, services: Shared) -> None:
    """Forget all your results and ratings; for the others their games stay, without your name."""
    caller.must_be_at_a_browser()
    await services.storage.database.write(partial(results.forget_record, ids=[caller.id]))


HANDLERS: list[Any] = [
    show_record,
    games_of_player,
    show_club,
    club_games,
    record_as_json,
    record_as_csv,
    set_record,
    forget_record,
]


def _check_visitor(services: Services, visitor: Caller | None) -> None:
    """Refuse strangers where nobody comes in without an invitation."""
    if visitor is None and services.moderation.invite_only:
        raise NotSignedIn("This request is not signed in.")


def _is_own(person: Person, visitor: Caller | None) -> bool:
    return visitor is not None and visitor.id == person.id


async def _person_for(services: Services, visitor: Caller | None, who: str) -> Person:
    """The player; NotFound unless the record is public or the visitor's own."""
    _check_visitor(services, visitor)
    found = await services.storage.database.read(
        partial(records.find_person, who=who, claimed=fold_name(who), now=now_ms())
    )
    if found is None or not (found.is_public or _is_own(found, visitor)):
        raise NotFound("There is no public record of such a player.")
    return found


async def _record(services: Services, person: Person, *, own: bool) -> RecordShown:
    read = services.storage.database.read
    found = await read(partial(records.results_of, player=person.id))
    rated = await read(partial(records.ratings_of_player, player=person.id))
    # In a thread: thousands of games take a third of a second.
    return await asyncio.to_thread(_sum_up, person, found, rated, own=own)


def _sum_up(
    person: Person, found: Results, rated: dict[str, tuple[float, float, int]], *, own: bool
) -> RecordShown:
    lines = [_line(game, seat) for game, seat in found if not seat.gave_up]
    total, means = summary.total(lines), summary.mean_points(lines)
    return RecordShown(
        player=person.id,
        name=person.name,
        own=own,
        private=person.private,
        total=None if total is None else _group(total),
        by_players=[_group(one) for one in summary.group_by(lines, summary.by_players)],
        by_edition=[_group(one) for one in summary.group_by(lines, summary.by_edition)],
        by_variant=[_group(one) for one in summary.group_by(lines, summary.by_variant)],
        points=None if means is None else MeansShown(*(_rounded(one) for one in means)),
        cards=[
            CardUseShown(use.card, use.taken, round(use.expected, 2), use.grandmasters)
            for use in summary.card_uses(lines)
        ],
        accuracy=[
            AccuracyPoint(game.finished, game.table_id, seat.accuracy / 100)
            for game, seat in found
            if seat.accuracy is not None
        ],
        against_people=_rating_line(found, rated, AGAINST_PEOPLE),
        against_bots=_rating_line(found, rated, AGAINST_BOTS),
    )


def _line(game: FinishedGame, seat: SeatResult) -> GameLine:
    return GameLine(
        game.finished,
        game.edition,
        game.players,
        game.variant,
        seat.place,
        seat.points,
        seat.sources,
        seat.cards,
    )


def _group(group: Group) -> GroupShown:
    rounded = group._replace(place=round(group.place, 2), points=round(group.points, 1))
    return GroupShown(*rounded)


def _rounded(means: dict[str, float]) -> dict[str, float]:
    return {source: round(mean, 1) for source, mean in means.items()}


def _rating_line(
    found: Results, rated: dict[str, tuple[float, float, int]], against: str
) -> RatingLine:
    course = []
    for game, seat in found:
        if (change := seat.ratings.get(against)) is not None:
            after = Rating(change[2], change[3])
            course.append(RatingPoint(game.finished, after.shown, after.uncertainty))
    return RatingLine(_rating(rated.get(against)), thinned(course, MOST_POINTS))


def thinned(course: list[RatingPoint], most: int) -> list[RatingPoint]:
    """A course of limited length, with its first and last points."""
    if len(course) <= most:
        return course
    step = (len(course) - 1) / (most - 1)
    return [course[round(index * step)] for index in range(most)]


def _rating(row: tuple[float, float, int] | None) -> RatingShown | None:
    if row is None:
        return None
    rating = Rating(row[0], row[1])
    return RatingShown(rating.shown, rating.uncertainty, row[2], rating.is_sure)


def _club_line(key: str, rated: Sequence[Rated], places: list[tuple[int, int]]) -> ClubLine:
    own = {line.against: line for line in rated if line.player == key}
    rows = {against: (line.mu, line.sigma, line.games) for against, line in own.items()}
    last = [place for place, _ in places]
    return ClubLine(
        player=key,
        name=next(iter(own.values())).name,
        people=_rating(rows.get(AGAINST_PEOPLE)),
        bots=_rating(rows.get(AGAINST_BOTS)),
        last=last,
        streak=summary.streak(last),
        time=max(line.time for line in own.values()),
    )


async def _page(
    services: Services, visitor: Caller | None, wanted: Filters, before: str | None
) -> ResultsPage:
    read, now = services.storage.database.read, now_ms()
    mark = None
    if before is not None:
        time, _, key = before.partition(".")
        mark = int(time), key
    found = await read(partial(records.games, wanted=wanted, before=mark, limit=PAGE + 1))
    shown = found[:PAGE]
    ids = [seat.player for game in shown for seat in game.seats if seat.player is not None]
    people = await read(partial(records.people, ids=set(ids), now=now))
    own = None if visitor is None else visitor.id
    may_open = await read(
        partial(records.open_games, ids=[game.table_id for game in shown], player=own)
    )
    last = shown[-1] if len(found) > PAGE else None
    return ResultsPage(
        [_result(game, people, own, game.table_id in may_open) for game in shown],
        None if last is None else f"{last.finished}.{last.table_id}",
    )


def _result(
    game: FinishedGame, people: dict[str, Person], own: str | None, may_open: bool
) -> ResultShown:
    is_own = own is not None and any(seat.player == own for seat in game.seats)
    return ResultShown(
        table=game.table_id,
        finished=game.finished,
        edition=game.edition,
        players=game.players,
        variant=game.variant.split(",") if game.variant else [],
        unrated=game.unrated,  # type: ignore[arg-type]
        open=may_open,
        seats=[_seat(seat, people, own, is_own=is_own) for seat in game.seats],
    )


def _seat(
    seat: SeatResult, people: dict[str, Person], own: str | None, *, is_own: bool
) -> ResultSeat:
    """A seat; who is not public is named only to those who were there."""
    person = None if seat.player is None else people.get(seat.player)
    is_shown = person is not None and (person.is_public or person.id == own)
    return ResultSeat(
        player=seat.player if is_shown else None,
        name=person.name if person is not None and (is_shown or is_own) else None,
        bot=seat.bot,
        place=seat.place,
        points=seat.points,
        gave_up=seat.gave_up,
        accuracy=None if seat.accuracy is None else seat.accuracy / 100,
    )


def csv_of(found: Results) -> str:
    """A line for each game, with names that a spreadsheet understands."""
    sources = list(dict.fromkeys(source for _, seat in found for source in seat.sources))
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(
        ["table", "finished", "edition", "players", "variant", "place", "points", *sources]
        + ["accuracy", "against_people", "against_bots", "rated"]
    )
    for game, seat in found:
        after = {key: Rating(*change[2:]).shown for key, change in seat.ratings.items()}
        writer.writerow(
            [game.table_id, game.finished, game.edition, game.players, game.variant]
            + [seat.place, seat.points, *(seat.sources.get(source, "") for source in sources)]
            + ["" if seat.accuracy is None else seat.accuracy / 100]
            + [after.get(AGAINST_PEOPLE, ""), after.get(AGAINST_BOTS, "")]
            + [game.unrated is None]
        )
    return text.getvalue()


def _file(content: Any, name: str, media_type: str) -> Response[Any]:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)
