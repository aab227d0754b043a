"""Evenings, leagues and knock-outs, as functions over a connection.

Whatever changes an event first takes its row, and checks under that lock what it relies on: so two
processes never start an event twice, open a round twice, or let somebody in after the start.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, or_, select, update

from elgrande.server.errors import EventFull, EventStarted, NoSuchEvent
from elgrande.server.storage import schema
from elgrande.server.storage.moderating import add_entries
from elgrande.server.storage.rows import ClubEvent, Entrant, EventGame, Table
from elgrande.server.storage.rows import Entry as LogEntry
from elgrande.server.storage.schema import event_entrants, event_games, events
from elgrande.server.storage.store import fold_name
from elgrande.tournaments.names import NAMES, free_names

OPEN: Final = "open"
RUNNING: Final = "running"
FINISHED: Final = "finished"
CANCELLED: Final = "cancelled"
OVER: Final = "This event has already started or is over."


class WholeEvent(NamedTuple):
    """An event with everything that belongs to it."""

    event: ClubEvent
    entrants: list[Entrant]
    games: list[EventGame]


class NewGame(NamedTuple):
    """A game of a round that is to be opened, with its table."""

    entrants: Sequence[int]
    table: Table
    entries: Sequence[LogEntry]


def _columns(table: Any, kind: Any) -> list[Any]:
    names = kind.__struct_fields__
    return [table.c["table_id" if name == "table" else name] for name in names]


_EVENT: Final = select(*_columns(events, ClubEvent))
_EVENT_BY_ID: Final = _EVENT.where(events.c.id == bindparam("key"))
_ENTRANTS: Final = (
    select(event_entrants.c.event_id, *_columns(event_entrants, Entrant))
    .where(event_entrants.c.event_id.in_(bindparam("keys", expanding=True)))
    .order_by(event_entrants.c.event_id, event_entrants.c.number)
)
_GAMES: Final = (
    select(event_games.c.event_id, *_columns(event_games, EventGame))
    .where(event_games.c.event_id.in_(bindparam("keys", expanding=True)))
    .order_by(event_games.c.event_id, event_games.c.round, event_games.c.game)
)
_own: Final = select(event_entrants.c.event_id).where(
    event_entrants.c.player == bindparam("player")
)
_LISTED: Final = (
    _EVENT.where(
        or_(events.c.public.is_(True), events.c.host == bindparam("player"), events.c.id.in_(_own))
    )
    .order_by(events.c.created.desc(), events.c.id.desc())
    .limit(bindparam("limit"))
)
_TO_DO: Final = select(events.c.id).where(
    or_(
        events.c.state == RUNNING,
        (events.c.state == OPEN) & (events.c.deadline <= bindparam("now")),
    )
)
_HOSTED: Final = select(func.count()).where(
    events.c.host == bindparam("player"), events.c.state.in_((OPEN, RUNNING))
)


def read(connection: Connection, event_id: str) -> WholeEvent:
    """An event; NoSuchEvent if there is none."""
    row = connection.execute(_EVENT_BY_ID, {"key": event_id}).first()
    if row is None:
        raise NoSuchEvent("There is no such event.")
    return _whole(connection, [ClubEvent(*row)])[0]


def listed(connection: Connection, player: str | None, limit: int) -> list[WholeEvent]:
    """Public events and those of a player, the newest first."""
    given = {"player": player or "", "limit": limit}
    return _whole(connection, [ClubEvent(*row) for row in connection.execute(_LISTED, given)])


def to_do(connection: Connection, now: int) -> list[str]:
    """The ids of events that are under way, or are due to start."""
    return [str(row[0]) for row in connection.execute(_TO_DO, {"now": now})]


def count_hosted(connection: Connection, player: str) -> int:
    """How many events of a host are not over."""
    return int(connection.execute(_HOSTED, {"player": player}).scalar_one())


def add(
    connection: Connection,
    event: ClubEvent,
    people: Sequence[Entrant],
    bots: Sequence[str],
    most: int,
) -> bool:
    """A new event with those who take part at once; False if its host has as many as allowed."""
    if count_hosted(connection, event.host) >= most:
        return False
    connection.execute(insert(events), [asdict(event)])
    entrants = [*people, *new_bots(connection, people, bots, event.created)]
    _add_entrants(connection, event.id, entrants)
    return True


def join(
    connection: Connection, event_id: str, player: str, name: str, most: int, now: int
) -> None:
    """Take part; doing so again changes nothing."""
    entrants = _lock(connection, event_id, OPEN)
    if any(entrant.player == player for entrant in entrants):
        return
    if len(entrants) >= most:
        raise EventFull("All places of this event are taken.")
    number = 1 + max((entrant.number for entrant in entrants), default=0)
    _add_entrants(connection, event_id, [Entrant(number, player, name, None, now)])


def leave(connection: Connection, event_id: str, player: str) -> None:
    """Take no part after all; only before the start."""
    _lock(connection, event_id, OPEN)
    _drop(connection, event_id, event_entrants.c.player == player)


def set_bots(
    connection: Connection, event_id: str, bots: Sequence[str], most: int, now: int
) -> None:
    """Let exactly these bots take part besides the people; only before the start."""
    entrants = _lock(connection, event_id, OPEN)
    people = [entrant for entrant in entrants if entrant.bot is None]
    if len(people) + len(bots) > most:
        raise EventFull(f"This event has {most} places, and {len(people)} are people's.")
    _drop(connection, event_id, event_entrants.c.bot.is_not(None))
    _add_entrants(connection, event_id, new_bots(connection, people, bots, now))


def start(connection: Connection, event_id: str, now: int, bot: str, fewest: int) -> bool:
    """Start with everybody who takes part, bots in the places that are missing to `fewest`.

    False if it has started already, or is over.
    """
    try:
        entrants = _lock(connection, event_id, OPEN)
    except EventStarted:
        return False
    fillers = [bot] * max(0, fewest - len(entrants))
    _add_entrants(connection, event_id, new_bots(connection, entrants, fillers, now))
    _change(connection, event_id, state=RUNNING, started=now)
    return True


def end(connection: Connection, event_id: str, state: str, now: int, ending: str | None) -> bool:
    """The event is over, or cancelled for a reason; False if it already was."""
    found = connection.execute(
        update(events)
        .where(events.c.id == event_id, events.c.state.in_((OPEN, RUNNING)))
        .values(state=state, finished=now, ending=ending)
    )
    return bool(found.rowcount)


def open_round(
    connection: Connection,
    event_id: str,
    number: int,
    games: Sequence[NewGame],
    now: int,
    due: int,
    watchers: Iterable[str],
) -> bool:
    """Open the games of a round with their tables; False if that has been done already."""
    claimed = connection.execute(
        update(events)
        .where(
            events.c.id == event_id,
            events.c.state == RUNNING,
            events.c.round == number - 1,
        )
        .values(round=number)
    )
    if not claimed.rowcount:
        return False
    people = sorted(set(watchers))
    for place, new in enumerate(games, start=1):
        _add_table(connection, new)
        _insert(
            connection,
            schema.watchers,
            [{"table_id": new.table.id, "player": player} for player in people],
        )
        row = EventGame(
            number, place, new.table.id, {"by_seat": list(new.entrants)}, now, due, None, None
        )
        values = asdict(row)
        values["table_id"] = values.pop("table")
        connection.execute(insert(event_games), [{"event_id": event_id, **values}])
    return True


def finish_game(
    connection: Connection, event_id: str, game: EventGame, now: int, result: dict[str, Any]
) -> bool:
    """Keep the result of a game; False if it is kept already, which stays as it is."""
    found = connection.execute(
        update(event_games)
        .where(
            event_games.c.event_id == event_id,
            event_games.c.round == game.round,
            event_games.c.game == game.game,
            event_games.c.finished.is_(None),
        )
        .values(finished=now, result=result)
    )
    return bool(found.rowcount)


def new_bots(
    connection: Connection, entrants: Sequence[Entrant], bots: Sequence[str], now: int
) -> list[Entrant]:
    """Bots that take part besides others, with names that nobody has claimed."""
    first = 1 + max((entrant.number for entrant in entrants), default=0)
    folded = {fold_name(name): name for name in NAMES}
    claimed = select(schema.players.c.claimed).where(schema.players.c.claimed.in_(list(folded)))
    taken = {folded[str(row[0])] for row in connection.execute(claimed)}
    names = free_names(taken | {entrant.name for entrant in entrants})
    return [
        Entrant(number, None, name, bot, now)
        for number, (bot, name) in enumerate(zip(bots, names, strict=False), start=first)
    ]


def forget_player(connection: Connection, player: str, name: str, now: int) -> None:
    """Take a deleted player out of all events; the results stay."""
    hosted = events.c.host == player
    connection.execute(
        update(events)
        .where(hosted, events.c.state == OPEN)
        .values(state=CANCELLED, finished=now, ending="host")
    )
    connection.execute(update(events).where(hosted).values(host="", title=""))
    waiting = select(events.c.id).where(events.c.state.in_((OPEN, CANCELLED)))
    own = event_entrants.c.player == player
    connection.execute(delete(event_entrants).where(own, event_entrants.c.event_id.in_(waiting)))
    connection.execute(update(event_entrants).where(own).values(player=None, name=name))


def _lock(connection: Connection, event_id: str, state: str) -> list[Entrant]:
    """Keep others from changing an event until this is done; returns who takes part."""
    is_it = events.c.id == event_id
    found = connection.execute(
        update(events).where(is_it, events.c.state == state).values(state=state)
    )
    if not found.rowcount:
        read(connection, event_id)
        raise EventStarted(OVER)
    rows = connection.execute(_ENTRANTS, {"keys": [event_id]})
    return [Entrant(*row[1:]) for row in rows]


def _change(connection: Connection, event_id: str, **values: Any) -> None:
    connection.execute(update(events).where(events.c.id == event_id).values(**values))


def _drop(connection: Connection, event_id: str, which: Any) -> None:
    connection.execute(delete(event_entrants).where(event_entrants.c.event_id == event_id, which))


def _add_entrants(connection: Connection, event_id: str, entrants: Sequence[Entrant]) -> None:
    rows = [{"event_id": event_id, **asdict(entrant)} for entrant in entrants]
    _insert(connection, event_entrants, rows)


def _add_table(connection: Connection, new: NewGame) -> None:
    values = asdict(new.table)
    seats = values.pop("seats")
    connection.execute(insert(schema.tables), [values])
    rows = [{"table_id": new.table.id, **asdict(seat)} for seat in seats]
    _insert(connection, schema.seats, rows)
    add_entries(connection, new.table.id, list(new.entries))


def _insert(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _whole(connection: Connection, found: Sequence[ClubEvent]) -> list[WholeEvent]:
    keys = [event.id for event in found]
    entrants = _by_event(connection, _ENTRANTS, keys, Entrant)
    games = _by_event(connection, _GAMES, keys, EventGame)
    return [
        WholeEvent(event, entrants.get(event.id, []), games.get(event.id, [])) for event in found
    ]


def _by_event(
    connection: Connection, chosen: Select[Any], keys: Sequence[str], kind: Any
) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    if keys:
        for row in connection.execute(chosen, {"keys": list(keys)}):
            found.setdefault(row[0], []).append(kind(*row[1:]))
    return found
