"""Writing results of finished games and the ratings that follow from them, over a connection."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import asdict, replace
from sqlalchemy import Connection, bindparam, delete, exists, select, update
from sqlalchemy.dialects import postgresql, sqlite

from elgrande.server.storage.rows import FinishedGame, SeatResult
from elgrande.server.storage.schema import (
    game_results,
    players,
    ratings,
    record_settings,
    reviews,
    seat_results,
    tables,
)
from elgrande.standings.counting import rated_places
from elgrande.standings.ratings import START, Changes, Entrant, Rating, rate_game

PEOPLE: Final = "people"
BOTS: Final = "bots"
REVIEWS_AT_ONCE: Final = 20
SEAT_COLUMNS: Final = tuple(SeatResult.__struct_fields__)
Ratings = dict[tuple[str, str], Rating]

_PENDING: Final = (
    select(tables.c.id)
    .where(
        tables.c.state == "finished",
        tables.c.start.is_(None),  # neither a fork nor a lesson
        ~exists().where(game_results.c.table_id == tables.c.id),
    )
    .order_by(tables.c.finished, tables.c.id)
)
_GAMES: Final = (
    select(game_results.c.table_id, game_results.c.finished)
    .where(game_results.c.unrated.is_(None), game_results.c.people > 0)
    .order_by(game_results.c.finished, game_results.c.table_id)
)
_REVIEW: Final = select(reviews.c.data).where(reviews.c.table_id == bindparam("key"))


def pending(connection: Connection, limit: int) -> list[str]:
    """Games that are over and have no result yet, the oldest first."""
    return [row[0] for row in connection.execute(_PENDING.limit(limit))]


def add_result(connection: Connection, game: FinishedGame) -> bool:
    """Keep the result of a game and rate it; False if another process has just done so."""
    values = {name: value for name, value in asdict(game).items() if name != "seats"}
    added = connection.execute(
        _insert(connection)(game_results)
        .values(**values)
        .on_conflict_do_nothing()
        .returning(game_results.c.table_id)
    )
    if added.first() is None:
        return False
    if not game.seats:
        return True
    seats = _without_the_deleted(connection, game.seats)
    if game.unrated is None:
        people = [seat.player for seat in seats if seat.player is not None]
        known = ratings_of(connection, people)
        seats = rate_seats(seats, known)
        _put_ratings(connection, seats, game.finished)
    rows = [
        {"table_id": game.table_id, "finished": game.finished, **_values(seat)} for seat in seats
    ]
    connection.execute(seat_results.insert(), rows)
    for data in connection.execute(_REVIEW, {"key": game.table_id}).scalars():
        put_accuracy(connection, game.table_id, accuracies_in(data))
    return True


def _without_the_deleted(
    connection: Connection, seats: Sequence[SeatResult]
) -> Sequence[SeatResult]:
    """The seats without those who were deleted since the game was read."""
    wanted = [seat.player for seat in seats if seat.player is not None]
    chosen = select(players.c.id).where(players.c.id.in_(wanted))
    here = {row[0] for row in connection.execute(chosen)}
    return [
        seat
        if seat.player is None or seat.player in here
        else replace(seat, player=None, sources={}, cards={})
        for seat in seats
    ]


def rate_seats(seats: Sequence[SeatResult], known: Ratings) -> list[SeatResult]:
    """The seats of a rated game with their ratings before and after it.

    A seat without a name keeps the rating it had before, so that rating all games again gives the
    others the same opponents.
    """
    places = rated_places([seat.place for seat in seats], [seat.gave_up for seat in seats])
    entrants = [
        Entrant(
            place=place,
            bot=seat.bot,
            people=_before(seat, PEOPLE, known),
            bots=_before(seat, BOTS, known),
        )
        for seat, place in zip(seats, places, strict=True)
    ]
    return [
        seat if seat.bot is not None else replace(seat, ratings=_written(changes))
        for seat, changes in zip(seats, rate_game(entrants), strict=True)
    ]


def _before(seat: SeatResult, against: str, known: Ratings) -> Rating:
    if seat.player is not None:
        return known.get((seat.player, against), START)
    kept = seat.ratings.get(against)
    return START if kept is None else Rating(kept[0], kept[1])


def _written(changes: Changes) -> dict[str, list[float]]:
    found = {PEOPLE: changes.people, BOTS: changes.bots}
    return {key: [*one.before, *one.after] for key, one in found.items() if one is not None}


def ratings_of(connection: Connection, people: Sequence[str]) -> Ratings:
    """The ratings of these players; held until the transaction ends, where that is needed."""
    chosen = select(ratings.c.player, ratings.c.against, ratings.c.mu, ratings.c.sigma)
    rows = connection.execute(chosen.where(ratings.c.player.in_(people)).with_for_update())
    return {(player, against): Rating(mu, sigma) for player, against, mu, sigma in rows}


def _put_ratings(connection: Connection, seats: Sequence[SeatResult], time: int) -> None:
    insert = _insert(connection)(ratings)
    put = insert.on_conflict_do_update(
        index_elements=("player", "against"),
        set_={
            "mu": insert.excluded.mu,
            "sigma": insert.excluded.sigma,
            "games": ratings.c.games + 1,
            "time": insert.excluded.time,
        },
    )
    for seat in sorted(seats, key=lambda one: one.player or ""):
        for against, (*_, mu, sigma) in sorted(seat.ratings.items()):
            if seat.player is not None:
                row = {"player": seat.player, "against": against, "mu": mu, "sigma": sigma}
                connection.execute(put, {**row, "games": 1, "time": time})


def rate_again(connection: Connection) -> int:
    """Work out all ratings again, in the order in which games ended; how many were rated."""
    connection.execute(delete(ratings))
    games = connection.execute(_GAMES).all()
    for table_id, finished in games:
        seats = seats_of(connection, [table_id])[table_id]
        people = [seat.player for seat in seats if seat.player is not None]
        rated = rate_seats(seats, ratings_of(connection, people))
        _put_ratings(connection, rated, finished)
        for seat in rated:
            if seat.player is not None:
                _change(connection, table_id, seat.seat, {"ratings": seat.ratings})
    return len(games)


def seats_of(connection: Connection, table_ids: Sequence[str]) -> dict[str, list[SeatResult]]:
    """The seats of these games, by game."""
    columns = [seat_results.c[name] for name in SEAT_COLUMNS]
    chosen = (
        select(seat_results.c.table_id, *columns)
        .where(seat_results.c.table_id.in_(table_ids))
        .order_by(seat_results.c.table_id, seat_results.c.seat)
    )
    found: dict[str, list[SeatResult]] = {}
    for table_id, *values in connection.execute(chosen):
        found.setdefault(table_id, []).append(SeatResult(*values))
    return found


def put_accuracy(connection: Connection, table_id: str, accuracy: Mapping[int, int]) -> None:
    """Keep what a review said about the seats of a game, in hundredths of a per cent."""
    for seat, value in accuracy.items():
        _change(connection, table_id, seat, {"accuracy": value})


def accuracies_in(review: Mapping[str, Any]) -> dict[int, int]:
    """What a review says about the seats it could judge, in hundredths of a per cent."""
    shares = enumerate(player.get("accuracy") for player in review.get("players", ()))
    return {seat: round(100 * share) for seat, share in shares if share is not None}


def take_accuracies(connection: Connection, since: int) -> int:
    """Take over what reviews written since then say about seats; when the last was written."""
    columns = (reviews.c.table_id, reviews.c.data, reviews.c.created)
    chosen = select(*columns).where(reviews.c.created > since).order_by(reviews.c.created)
    for table_id, data, created in connection.execute(chosen.limit(REVIEWS_AT_ONCE)).all():
        put_accuracy(connection, table_id, accuracies_in(data))
        since = created
    return since


def forget_record(connection: Connection, ids: Sequence[str]) -> None:
    """Take players out of all results; for the others their seats stay, without a name."""
    connection.execute(
        update(seat_results)
        .where(seat_results.c.player.in_(ids))
        .values(player=None, sources={}, cards={}, accuracy=None)
    )
    connection.execute(delete(ratings).where(ratings.c.player.in_(ids)))
    connection.execute(delete(record_settings).where(record_settings.c.player.in_(ids)))


def set_private(connection: Connection, player: str, private: bool) -> None:
    """Decide whether only the player sees their record."""
    insert = _insert(connection)(record_settings).values(player=player, private=private)
    connection.execute(
        insert.on_conflict_do_update(index_elements=("player",), set_={"private": private})
    )


def _change(connection: Connection, table_id: str, seat: int, values: Mapping[str, Any]) -> None:
    connection.execute(
        update(seat_results)
        .where(seat_results.c.table_id == table_id, seat_results.c.seat == seat)
        .values(**values)
    )


def _values(seat: SeatResult) -> dict[str, Any]:
    return {name: getattr(seat, name) for name in SEAT_COLUMNS}


def _insert(connection: Connection) -> Any:
    """How the database of a connection inserts."""
    return postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
