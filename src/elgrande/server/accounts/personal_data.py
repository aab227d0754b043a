"""All that the server stores about one player, for that player to download; without secrets."""

from typing import Annotated, Any, Final, NotRequired, TypedDict, cast

from msgspec import Meta, Struct, convert
from sqlalchemy import Connection, LargeBinary, Table, select, text

from elgrande.rules.view_types import OptionsData
from elgrande.server.accounts.erasing import tables_with
from elgrande.server.errors import NotFound
from elgrande.server.storage.rows import DeedData, GameResult
from elgrande.server.storage.schema import (
    PERSONAL_ENTRIES,
    audit,
    entries,
    events,
    metadata,
    players,
    seats,
    sessions,
    tables,
)
from elgrande.server.tables.settings import TableSettings, read_settings

FORMAT: Final = "elgrande personal data 1"
_SECRET: Final = frozenset({"password", "webhook_secret", "claimed", "shape"})
# What a table is; its deal stays sealed while the game runs.
_OF_TABLES: Final = (
    "id", "state", "public", "options", "created", "started", "finished", "result",
)  # fmt: skip


class AccountKept(Struct, frozen=True, forbid_unknown_fields=True):
    """The account itself, without anything secret."""

    id: str
    name: str
    claimed: Annotated[bool, Meta(description="Whether the name is protected by a password.")]
    created: int
    seen: int
    webhook: str | None
    admin: bool
    muted: Annotated[int | None, Meta(description="Until when they may not write.")]
    banned: Annotated[int | None, Meta(description="Until when they may not play.")]
    ban_reason: str


class SessionKept(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that is signed in, or a token, without the secret."""

    id: str
    kind: str
    label: str
    created: int
    expires: int | None


class SeatKept(Struct, frozen=True):
    """A seat of the player, and the name used there."""

    seat: int
    name: str


class TableKept(TypedDict):
    """A table the player is or was at; the title only of their own tables."""

    id: str
    state: str
    public: bool
    options: OptionsData
    settings: TableSettings
    created: int
    started: int | None
    finished: int | None
    result: GameResult | None
    host: Annotated[bool, Meta(description="Whether the player is the host.")]
    seats: list[SeatKept]
    title: NotRequired[str]


class WrittenKept(TypedDict):
    """Something the player wrote, or a name they sat down with."""

    table: str
    number: int
    kind: str
    time: int
    name: NotRequired[str]
    who: NotRequired[str]
    text: NotRequired[str]


class DecisionKept(Struct, frozen=True, forbid_unknown_fields=True):
    """What an admin did about the player."""

    time: int
    act: str
    kind: str
    reason: str
    data: DeedData


class WatchedKept(Struct, frozen=True, forbid_unknown_fields=True):
    """A table the player watches."""

    table_id: str


class NoticeKept(Struct, frozen=True, forbid_unknown_fields=True):
    """A turn notice that was sent or is to be sent to the player's webhook."""

    id: str
    table_id: str
    body: Annotated[dict[str, Any], Meta(description="As it is sent: docs/program/protocol.md.")]
    attempts: int
    due: int
    state: str


class EntryKept(Struct, frozen=True, forbid_unknown_fields=True):
    """An event the player takes or took part in, and the name used there."""

    event_id: str
    number: int
    name: str
    bot: str | None
    joined: int


class EventKept(Struct, frozen=True):
    """An event the player announced."""

    id: str
    kind: str
    state: str
    title: str
    public: bool
    created: int


class ResultKept(Struct, frozen=True, forbid_unknown_fields=True):
    """The player's result of a finished game."""

    table_id: str
    seat: int
    bot: str | None
    finished: int
    place: int
    points: int
    gave_up: bool
    sources: Annotated[dict[str, int], Meta(description="Points by source.")]
    cards: Annotated[dict[str, Any], Meta(description="The cards taken and played.")]
    ratings: Annotated[
        dict[str, list[float]],
        Meta(description="mu and sigma before and after the game, by opponents."),
    ]
    accuracy: Annotated[int | None, Meta(description="In hundredths of a per cent.")]


class RatingKept(Struct, frozen=True, forbid_unknown_fields=True):
    """A rating of the player."""

    against: str
    mu: float
    sigma: float
    games: int
    time: int


class RecordSettingsKept(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may see the player's record."""

    private: bool


class PuzzleKept(Struct, frozen=True, forbid_unknown_fields=True):
    """The player's first attempt at a puzzle."""

    puzzle: str
    solved: bool
    time: int


class PuzzleDayKept(Struct, frozen=True, forbid_unknown_fields=True):
    """A day, by UTC, on which the player answered the puzzle of the day."""

    day: str
    solved: bool


class PuzzleRatingKept(Struct, frozen=True, forbid_unknown_fields=True):
    """The player's rating at puzzles, in thousandths of a point."""

    rating: int
    deviation: int


class OthersKept(Struct, frozen=True, forbid_unknown_fields=True):
    """Rows of all other tables of the database that belong to the player."""

    watchers: list[WatchedKept]
    deliveries: list[NoticeKept]
    event_entrants: list[EntryKept]
    seat_results: list[ResultKept]
    ratings: list[RatingKept]
    record_settings: list[RecordSettingsKept]
    puzzle_attempts: list[PuzzleKept]
    puzzle_days: list[PuzzleDayKept]
    puzzle_players: list[PuzzleRatingKept]


class PersonalData(Struct, frozen=True):
    """All that the server keeps about a player."""

    format: Annotated[str, Meta(description="What this file is.")]
    time: Annotated[int, Meta(description="When it was made, in milliseconds since 1970.")]
    account: AccountKept
    sessions: list[SessionKept]
    tables: list[TableKept]
    written: Annotated[list[WrittenKept], Meta(description="Chat, and the names used at tables.")]
    decisions: Annotated[list[DecisionKept], Meta(description="What admins did about it.")]
    others: Annotated[
        OthersKept,
        Meta(description="Tables watched, turn notices, events, results, ratings, puzzles."),
    ]
    events: Annotated[list[EventKept], Meta(description="Events the player announced.")]


def personal_data(connection: Connection, player: str, now: int) -> PersonalData:
    """Everything about a player, from all tables of the database."""
    row = connection.execute(select(players).where(players.c.id == player)).mappings().first()
    if row is None:
        raise NotFound("There is no such player.")
    account = {str(name): value for name, value in row.items() if name not in _SECRET}
    account["claimed"] = row["password"] is not None
    others = {
        str(table.name): _rows_of(connection, table, player)
        for table in metadata.sorted_tables
        if "player" in table.c and table not in (sessions, seats, entries)
    }
    return PersonalData(
        format=FORMAT,
        time=now,
        account=convert(account, AccountKept),
        sessions=convert(_rows_of(connection, sessions, player), list[SessionKept]),
        tables=[_table_of(connection, key, player) for key in tables_with(connection, player)],
        written=_written(connection, player),
        decisions=_decisions(connection, player),
        others=convert(others, OthersKept),
        events=_events(connection, player),
    )


def _events(connection: Connection, player: str) -> list[EventKept]:
    """The events a player announced."""
    columns = [events.c[name] for name in EventKept.__struct_fields__]
    chosen = select(*columns).where(events.c.host == player).order_by(events.c.created)
    return [EventKept(*row) for row in connection.execute(chosen)]


def _rows_of(connection: Connection, table: Table, player: str) -> list[dict[str, Any]]:
    """The rows of a table that belong to a player, without hashes."""
    shown = [column for column in table.c if not isinstance(column.type, LargeBinary)]
    chosen = select(*shown).where(table.c.player == player)
    return [
        {str(name): value for name, value in row.items() if name != "player"}
        for row in connection.execute(chosen).mappings()
    ]


def _table_of(connection: Connection, table_id: str, player: str) -> TableKept:
    """A table, and which seats of it are the player's."""
    apart = (tables.c.host, tables.c.title, tables.c.settings)
    chosen = select(*apart, *(tables.c[name] for name in _OF_TABLES))
    row = connection.execute(chosen.where(tables.c.id == table_id)).mappings().one()
    sitting = select(seats.c.seat, seats.c.name).where(
        seats.c.table_id == table_id, seats.c.player == player
    )
    is_host = row["host"] == player
    kept = {
        **{name: row[name] for name in _OF_TABLES},
        **({"title": row["title"]} if is_host else {}),
        "settings": read_settings(row["settings"]),
        "host": is_host,
        "seats": [SeatKept(seat, name) for seat, name in connection.execute(sitting)],
    }
    return cast(TableKept, kept)


def _written(connection: Connection, player: str) -> list[WrittenKept]:
    """What a player said, and under which names they sat down."""
    columns = (entries.c.table_id, entries.c.number, entries.c.kind, entries.c.time, entries.c.data)
    chosen = (
        select(*columns)
        .where(entries.c.player == player, text(PERSONAL_ENTRIES))
        .order_by(entries.c.time, entries.c.table_id, entries.c.number)
    )
    kept = [
        {
            "table": table_id,
            "number": number,
            "kind": kind,
            "time": time,
            **{name: data[name] for name in ("name", "who", "text") if name in data},
        }
        for table_id, number, kind, time, data in connection.execute(chosen)
    ]
    return cast(list[WrittenKept], kept)


def _decisions(connection: Connection, player: str) -> list[DecisionKept]:
    """What admins did about a player, and the player as an admin; not who the others are."""
    columns = (audit.c.time, audit.c.act, audit.c.kind, audit.c.reason, audit.c.data)
    chosen = select(*columns).where(audit.c.target == player).order_by(audit.c.number)
    return [
        convert({str(name): value for name, value in row.items()}, DecisionKept)
        for row in connection.execute(chosen).mappings()
    ]
