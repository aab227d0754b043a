"""Reading results of finished games: a player's, those of all, and the table of ratings.

A player is public if the name is claimed and neither banned nor kept private.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Select, and_, exists, false, func, or_, select

from elgrande.server.storage.results import SEAT_COLUMNS, seats_of
from elgrande.server.storage.rows import FinishedGame, SeatResult
from elgrande.server.storage.schema import (
    entries,
    game_results,
    players,
    ratings,
    record_settings,
    seat_results,
    tables,
)

MOST_GAMES: Final = 10_000  # of one record; the newest
_GAME: Final = [game_results.c[name] for name in FinishedGame.__struct_fields__ if name != "seats"]
_SEAT: Final = [seat_results.c[name] for name in SEAT_COLUMNS]


class Person(NamedTuple):
    """Whose record it is, and who may see it."""

    id: str
    name: str
    claimed: bool
    private: bool
    banned: bool

    @property
    def is_public(self) -> bool:
        """Whether everybody may see the name and the record."""
        return self.claimed and not self.private and not self.banned


class Filters(NamedTuple):
    """Which games; None takes all."""

    player: str | None = None
    edition: str | None = None
    players: int | None = None
    variant: str | None = None  # "none", or the name of an option in use
    since: int | None = None
    until: int | None = None
    listed: int | None = None  # only games with somebody who is public at this time


class Rated(NamedTuple):
    """A line of the table of ratings."""

    player: str
    name: str
    against: str
    mu: float
    sigma: float
    games: int
    time: int


def find_person(connection: Connection, who: str, claimed: str, now: int) -> Person | None:
    """A player by id, or by a claimed name as it is compared."""
    chosen = _people(now).where(or_(players.c.id == who, players.c.claimed == claimed))
    rows = [Person(*row) for row in connection.execute(chosen)]
    return next((row for row in rows if row.id == who), rows[0] if rows else None)


def people(connection: Connection, ids: Iterable[str], now: int) -> dict[str, Person]:
    """The players with these ids."""
    chosen = _people(now).where(players.c.id.in_(list(ids)))
    return {row[0]: Person(*row) for row in connection.execute(chosen)}


def _people(now: int) -> Select[Any]:
    settings = record_settings.c
    return select(
        players.c.id,
        players.c.name,
        players.c.claimed.is_not(None),
        func.coalesce(settings.private, False),
        func.coalesce(players.c.banned, 0) > now,
    ).select_from(players.outerjoin(record_settings, settings.player == players.c.id))


def results_of(connection: Connection, player: str) -> list[tuple[FinishedGame, SeatResult]]:
    """The newest games of a player with the player's seat, the oldest first."""
    chosen = (
        select(*_GAME, *_SEAT)
        .select_from(_joined())
        .where(seat_results.c.player == player)
        .order_by(seat_results.c.finished.desc(), seat_results.c.table_id.desc())
        .limit(MOST_GAMES)
    )
    rows = [list(row) for row in connection.execute(chosen)][::-1]
    cut = len(_GAME)
    return [(FinishedGame(*row[:cut]), SeatResult(*row[cut:])) for row in rows]


def games(
    connection: Connection, wanted: Filters, before: tuple[int, str] | None, limit: int
) -> list[FinishedGame]:
    """Games with all their seats, the newest first; those before a time and an id."""
    columns = game_results.c
    chosen = select(*_GAME).where(columns.people > 0, *_conditions(wanted))
    if before is not None:
        time, key = before
        earlier = and_(columns.finished == time, columns.table_id < key)
        chosen = chosen.where(or_(columns.finished < time, earlier))
    chosen = chosen.order_by(columns.finished.desc(), columns.table_id.desc()).limit(limit)
    rows = connection.execute(chosen).all()
    seats = seats_of(connection, [row[0] for row in rows])
    return [replace(FinishedGame(*row), seats=seats.get(row[0], [])) for row in rows]


def _conditions(wanted: Filters) -> list[ColumnElement[bool]]:
    columns, seat = game_results.c, seat_results.c
    found: list[ColumnElement[bool]] = []
    if wanted.player is not None:
        same = seat.table_id == columns.table_id
        found.append(exists().where(same, seat.player == wanted.player))
    if wanted.listed is not None:
        at_table = _with_people().where(seat.table_id == columns.table_id)
        found.append(at_table.where(*_is_public(wanted.listed)).exists())
    if wanted.edition is not None:
        found.append(columns.edition == wanted.edition)
    if wanted.players is not None:
        found.append(columns.players == wanted.players)
    if wanted.variant == "none":
        found.append(columns.variant == "")
    elif wanted.variant is not None:
        found.append(("," + columns.variant + ",").contains(f",{wanted.variant},"))
    if wanted.since is not None:
        found.append(columns.finished >= wanted.since)
    if wanted.until is not None:
        found.append(columns.finished < wanted.until)
    return found


def rating_table(connection: Connection, now: int, limit: int) -> list[Rated]:
    """The ratings of everybody who is public, the best first."""
    settings = record_settings.c
    chosen = (
        select(
            ratings.c.player,
            players.c.name,
            *(ratings.c[name] for name in ("against", "mu", "sigma", "games", "time")),
        )
        .select_from(
            ratings.join(players, players.c.id == ratings.c.player).outerjoin(
                record_settings, settings.player == players.c.id
            )
        )
        .where(*_is_public(now))
        .order_by(ratings.c.mu.desc(), ratings.c.player)
        .limit(limit)
    )
    return [Rated(*row) for row in connection.execute(chosen)]


def _is_public(now: int) -> tuple[ColumnElement[bool], ...]:
    return (
        players.c.claimed.is_not(None),
        func.coalesce(players.c.banned, 0) <= now,
        func.coalesce(record_settings.c.private, False).is_(False),
    )


def _with_people() -> Select[Any]:
    """Seats with the players on them and what these decided."""
    known = players.outerjoin(record_settings, record_settings.c.player == players.c.id)
    return select(seat_results.c.seat).select_from(
        seat_results.join(known, players.c.id == seat_results.c.player)
    )


def ratings_of_player(connection: Connection, player: str) -> dict[str, tuple[float, float, int]]:
    """Both ratings of a player, mu, sigma and the number of games, by opponents."""
    columns = (ratings.c.against, ratings.c.mu, ratings.c.sigma, ratings.c.games)
    rows = connection.execute(select(*columns).where(ratings.c.player == player))
    return {against: (mu, sigma, count) for against, mu, sigma, count in rows}


def last_places(
    connection: Connection, ids: Sequence[str], count: int
) -> dict[str, list[tuple[int, int]]]:
    """The last places of these players with the number of players, the newest first."""
    seat = seat_results.c
    number = func.row_number().over(
        partition_by=seat.player, order_by=(seat.finished.desc(), seat.table_id.desc())
    )
    ranked = (
        select(seat.player, seat.place, game_results.c.players, number.label("number"))
        .select_from(_joined())
        .where(seat.player.in_(ids))
        .subquery()
    )
    chosen = select(ranked).where(ranked.c.number <= count).order_by(ranked.c.number)
    found: dict[str, list[tuple[int, int]]] = {}
    for player, place, size, _ in connection.execute(chosen):
        found.setdefault(player, []).append((place, size))
    return found


def open_games(connection: Connection, ids: Sequence[str], player: str | None) -> set[str]:
    """Which of these games somebody may look at: their own, public ones, and published ones."""
    # A stranger has no games: nobody's seats are bots and people who left.
    own: ColumnElement[bool] = false()
    if player is not None:
        seat = seat_results.c
        own = exists().where(seat.table_id == tables.c.id, seat.player == player)
    watched = and_(tables.c.public.is_(True), tables.c.settings["watching"].as_string() == "anyone")
    chosen = select(tables.c.id).where(tables.c.id.in_(ids), or_(own, watched))
    found = {row[0] for row in connection.execute(chosen)}
    log = entries.c
    published = (
        select(log.table_id, log.data)
        .where(log.table_id.in_([key for key in ids if key not in found]), log.kind == "published")
        .order_by(log.table_id, log.number)
    )
    last = {key: bool(data.get("published")) for key, data in connection.execute(published)}
    return found | {key for key, is_published in last.items() if is_published}


def _joined() -> Any:
    return seat_results.join(game_results, game_results.c.table_id == seat_results.c.table_id)
