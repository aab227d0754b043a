"""The tables of the database, the same on SQLite and PostgreSQL.

What belongs to a table refers to it, so that nothing is left over or half-written. Players are
referred to by what is theirs alone, such as sessions, and not by games: an imported one has seats
of people who were never here.
"""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

# Texts compare by bytes on both databases, so an export has the same order everywhere.
TEXT: Final = Text().with_variant(String(collation="C"), "postgresql")
# The text form of JSON: it keeps the order of the keys.
OBJECT: Final = JSON(none_as_null=True)

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

players: Final = Table(
    "players",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("name", TEXT, nullable=False),
    Column("claimed", TEXT),  # the name as it is compared; empty without a password
    Column("password", TEXT),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("webhook", TEXT),
    Column("webhook_secret", TEXT),
    Column("admin", Boolean, nullable=False, server_default=false()),
    Column("muted", BigInteger),  # until when
    Column("banned", BigInteger),  # until when
    Column("ban_reason", TEXT, nullable=False, server_default=""),
    # What a claimed name looks like. Not unique: older databases hold names that look alike.
    Column("shape", TEXT, index=True),
)
Index(
    "ix_players_claimed",
    players.c.claimed,
    unique=True,
    sqlite_where=players.c.claimed.is_not(None),
    postgresql_where=players.c.claimed.is_not(None),
)

sessions: Final = Table(
    "sessions",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("player", TEXT, ForeignKey("players.id"), nullable=False, index=True),
    Column("hash", LargeBinary, nullable=False),
    Column("kind", TEXT, nullable=False),
    Column("label", TEXT, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("state", TEXT, nullable=False),
    Column("host", TEXT, nullable=False, index=True),
    Column("title", TEXT, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("options", OBJECT, nullable=False),
    Column("seed", TEXT, nullable=False),
    Column("salt", TEXT, nullable=False),
    Column("start", OBJECT),
    Column("settings", OBJECT, nullable=False),
    Column("source", OBJECT),
    Column("revision", TEXT, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("finished", BigInteger),
    Column("result", OBJECT),
)
# For the lobby, and for the tables that are running.
Index("ix_tables_lobby", tables.c.public, tables.c.state, tables.c.created, tables.c.id)
Index("ix_tables_state", tables.c.state)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", TEXT, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", TEXT, nullable=False),
    Column("player", TEXT, index=True),
    Column("name", TEXT, nullable=False),
    Column("bot", TEXT),
    Column("local", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

# The truth about a table. The primary key decides every race: the first to insert a number wins.
# Without row ids SQLite keeps the entries of a table together and writes each only once.
entries: Final = Table(
    "entries",
    metadata,
    Column("table_id", TEXT, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", TEXT, nullable=False),
    Column("seat", Integer),
    Column("player", TEXT),
    Column("time", BigInteger, nullable=False),
    Column("data", OBJECT, nullable=False),
    sqlite_with_rowid=False,
)

# The entries that hold a player's words or name, found without reading all games. Choices are not
# among them: there are many, and every index has a cost.
PERSONAL_ENTRIES: Final = "kind IN ('opened', 'joined', 'left', 'seat_set', 'chat', 'asked_seat')"
Index(
    "ix_entries_personal",
    entries.c.player,
    sqlite_where=text(PERSONAL_ENTRIES),
    postgresql_where=text(PERSONAL_ENTRIES),
)

# For finding chat that is to be removed when its time is over.
Index(
    "ix_entries_chat",
    entries.c.time,
    sqlite_where=entries.c.kind == "chat",
    postgresql_where=entries.c.kind == "chat",
)

checkpoints: Final = Table(
    "checkpoints",
    metadata,
    Column("table_id", TEXT, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("position", Integer, nullable=False),
    Column("digest", TEXT, nullable=False),
    Column("revision", TEXT, nullable=False),
    Column("snapshot", OBJECT),
    Column("time", BigInteger, nullable=False),
)

# What was found out about finished games, kept with them. It names seats, not people.
reviews: Final = Table(
    "reviews",
    metadata,
    Column("table_id", TEXT, ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("iterations", Integer, nullable=False),
    Column("data", OBJECT, nullable=False),
    Column("created", BigInteger, nullable=False),
)

invitations: Final = Table(
    "invitations",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("table_id", TEXT, ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer),
    Column("hash", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("revoked", Boolean, nullable=False),
)

watchers: Final = Table(
    "watchers",
    metadata,
    Column("table_id", TEXT, ForeignKey("tables.id"), primary_key=True),
    Column("player", TEXT, primary_key=True),
    sqlite_with_rowid=False,
)

deliveries: Final = Table(
    "deliveries",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("player", TEXT, nullable=False),
    Column("table_id", TEXT, ForeignKey("tables.id"), nullable=False),
    Column("body", OBJECT, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("state", TEXT, nullable=False),
)
Index("ix_deliveries_due", deliveries.c.state, deliveries.c.due, deliveries.c.id)

# Moderation: addresses that are shut out, who may come in, and a log of all that admins did. The
# log names players by their ids alone, so that nothing personal stays in it.
bans: Final = Table(
    "bans",
    metadata,
    Column("network", TEXT, primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("reason", TEXT, nullable=False),
    Column("created", BigInteger, nullable=False),
)
welcomes: Final = Table(
    "welcomes",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("hash", LargeBinary, nullable=False),
    Column("note", TEXT, nullable=False),
    Column("uses", Integer, nullable=False),
    Column("used", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Column("revoked", Boolean, nullable=False),
)
server_settings: Final = Table(
    "server_settings",
    metadata,
    Column("name", TEXT, primary_key=True),
    Column("value", TEXT, nullable=False),
)
audit: Final = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("time", BigInteger, nullable=False),
    Column("admin", TEXT),  # empty: the command line
    Column("act", TEXT, nullable=False),
    Column("kind", TEXT, nullable=False),
    Column("target", TEXT, nullable=False, index=True),
    Column("reason", TEXT, nullable=False),
    Column("data", OBJECT, nullable=False),
)

# Evenings, leagues and knock-outs. Whoever moves `round` on by one opens the games of that round in
# the same transaction; the key of a game decides the same race once more.
events: Final = Table(
    "events",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("kind", TEXT, nullable=False),
    Column("state", TEXT, nullable=False),
    Column("host", TEXT, nullable=False, index=True),
    Column("title", TEXT, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("settings", OBJECT, nullable=False),
    Column("seed", TEXT, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("deadline", BigInteger),  # when it starts by itself
    Column("started", BigInteger),
    Column("finished", BigInteger),
    Column("round", Integer, nullable=False),  # the last round that was opened
    Column("ending", TEXT),  # why it was cancelled
)
Index("ix_events_state", events.c.state, events.c.created, events.c.id)

event_entrants: Final = Table(
    "event_entrants",
    metadata,
    Column("event_id", TEXT, ForeignKey("events.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player", TEXT, index=True),
    Column("name", TEXT, nullable=False),
    Column("bot", TEXT),
    Column("joined", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
Index(
    "ix_event_entrants_once",
    event_entrants.c.event_id,
    event_entrants.c.player,
    unique=True,
    sqlite_where=event_entrants.c.player.is_not(None),
    postgresql_where=event_entrants.c.player.is_not(None),
)

# A game of an event outlives its table, which may be removed when its time is over.
event_games: Final = Table(
    "event_games",
    metadata,
    Column("event_id", TEXT, ForeignKey("events.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("table_id", TEXT, nullable=False, index=True),
    Column("entrants", OBJECT, nullable=False),  # by seat
    Column("opened", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False),  # when bots take the seats of those who are absent
    Column("finished", BigInteger),
    Column("result", OBJECT),
    sqlite_with_rowid=False,
)

# Puzzles: the first attempt of every player at each, who solved the puzzle of which day (UTC), and
# ratings in thousandths of a point. What puzzles are is part of the package.
puzzle_attempts: Final = Table(
    "puzzle_attempts",
    metadata,
    Column("player", TEXT, ForeignKey("players.id"), primary_key=True),
    Column("puzzle", TEXT, primary_key=True),
    Column("solved", Boolean, nullable=False),
    Column("time", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
puzzle_days: Final = Table(
    "puzzle_days",
    metadata,
    Column("player", TEXT, ForeignKey("players.id"), primary_key=True),
    Column("day", TEXT, primary_key=True),
    Column("solved", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
puzzle_players: Final = Table(
    "puzzle_players",
    metadata,
    Column("player", TEXT, ForeignKey("players.id"), primary_key=True),
    Column("rating", Integer, nullable=False),
    Column("deviation", Integer, nullable=False),
)
puzzle_ratings: Final = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", TEXT, primary_key=True),
    Column("rating", Integer, nullable=False),
    Column("deviation", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
)

# The server processes that live, each with the players who are there, and a row that is written to
# see whether writing works.
processes: Final = Table(
    "processes",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("time", BigInteger, nullable=False),
    Column("present", OBJECT),
)
pulse: Final = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("beats", BigInteger, nullable=False),
)

# The results of finished games, which outlive their logs: a row for each game that was looked at,
# and one for each seat of those that belong to somebody's record. A seat whose player was deleted,
# or no longer wants a record, keeps its place and points without a name.
game_results: Final = Table(
    "game_results",
    metadata,
    Column("table_id", TEXT, primary_key=True),
    Column("finished", BigInteger, nullable=False),
    Column("edition", TEXT, nullable=False),
    Column("players", Integer, nullable=False),
    Column("variant", TEXT, nullable=False),  # the options in use, sorted, with commas
    Column("people", Integer, nullable=False),  # 0: it belongs to nobody's record
    Column("unrated", TEXT),  # why it does not change ratings
    sqlite_with_rowid=False,
)
Index("ix_game_results_finished", game_results.c.finished, game_results.c.table_id)

seat_results: Final = Table(
    "seat_results",
    metadata,
    Column("table_id", TEXT, ForeignKey("game_results.table_id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", TEXT),
    Column("bot", TEXT),
    Column("finished", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("gave_up", Boolean, nullable=False),  # a bot finished the game for the player
    Column("sources", OBJECT, nullable=False),  # points by source
    Column("cards", OBJECT, nullable=False),  # action cards taken and expected, power cards
    Column("ratings", OBJECT, nullable=False),  # mu and sigma before and after, by opponents
    Column("accuracy", Integer),  # of a review, in hundredths of a per cent
    sqlite_with_rowid=False,
)
Index("ix_seat_results_player", seat_results.c.player, seat_results.c.finished)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("player", TEXT, primary_key=True),
    Column("against", TEXT, primary_key=True),  # "people" or "bots"
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("time", BigInteger, nullable=False),  # of the last game
    sqlite_with_rowid=False,
)

record_settings: Final = Table(
    "record_settings",
    metadata,
    Column("player", TEXT, primary_key=True),
    Column("private", Boolean, nullable=False),
)

# What is worth moving to another database, in an order in which it can be inserted.
LASTING: Final = (
    players,
    sessions,
    tables,
    seats,
    entries,
    checkpoints,
    reviews,
    invitations,
    watchers,
    deliveries,
    bans,
    welcomes,
    server_settings,
    audit,
    events,
    event_entrants,
    event_games,
    game_results,
    seat_results,
    ratings,
    record_settings,
    puzzle_attempts,
    puzzle_days,
    puzzle_players,
    puzzle_ratings,
)
