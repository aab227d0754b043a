"""The state of a table as one client may see it: one message for sockets and for HTTP.

Most of it is the same for everybody: the table, what a spectator sees, the sentences. That is made
and encoded once for each change, and the little that belongs to one seat is added.
"""

from collections import deque
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeVar, cast
from weakref import WeakKeyDictionary

import msgspec
from msgspec.structs import asdict, replace

from elgrande.editions.wording import Inflected, name_words
from elgrande.rules.events import insiders
from elgrande.server.presentation.messages import StateShown, TableShown
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.presentation.table_views import (
    Teller,
    describe_own,
    describe_play,
    describe_public,
    describe_table,
    events_for,
    lasting_since,
    shown_entries,
)
from elgrande.server.presentation.view_types import (
    LoggedEvent,
    PublicTableView,
    TableView,
    ToldEvent,
)
from elgrande.server.storage.rows import Entry
from elgrande.server.tables.playthrough import Playthrough
from elgrande.server.tables.table import TableState

encode: Final = msgspec.json.Encoder().encode
_SHORT: Final = (int, str)
Shown = TypeVar("Shown")
FRESH_ENTRIES: Final = 40  # what happened within this many entries is news to polling clients


class Viewer(msgspec.Struct, frozen=True):
    """Whoever a message is for, as they stand to the table."""

    seats: tuple[int, ...] = ()
    is_host: bool = False
    # Publishing a game shows it to strangers, but not what its players said to each other.
    reads_chat: bool = True


def encoded(shown: Shown) -> Shown:
    """The JSON of something in its place: when a message is encoded it is copied as it is."""
    return msgspec.Raw(encode(shown))  # type: ignore[return-value]


def _in_parts(shown: Mapping[str, object]) -> dict[str, object]:
    """The same with each part encoded; numbers and words are encoded again as quickly."""
    return {
        name: part if isinstance(part, _SHORT) or not part else encoded(part)
        for name, part in shown.items()
    }


class _Since:
    """Where the news of a client begins: the first event, and the first line of the log."""

    def __init__(self, playthrough: Playthrough, cursor: int) -> None:
        # A new client asks for what happened before.
        self.event = self.line = playthrough.game.event_count
        if cursor:
            self.event, self.line = playthrough.events_kept(cursor), playthrough.lines_kept(cursor)
        self.insiders: Final = insiders(playthrough.game.events(None, self.line))


class _News(NamedTuple):
    """What happened since a client was last told, and what the log keeps of it."""

    events_from: int
    events: list[ToldEvent]
    lines_from: int
    lines: list[LoggedEvent]


class _Shared:
    """What the messages of a table share after a given entry, encoded."""

    def __init__(self, table: TableState, before: "_Shared | None") -> None:
        self.number: Final = table.number
        self.changed: Final = table.changed
        # The table without its game, and what players are called by language: as long as nothing
        # else changes.
        self.still: TableShown
        self.names: dict[str, list[Inflected] | None]
        if before is not None and before.changed == table.changed:
            self.still, self.names = before.still, before.names
        else:
            parts: dict[str, Any] = _in_parts(asdict(describe_table(table)))
            self.still, self.names = TableShown(**parts), {}
        self.table: Final = encoded(replace(self.still, play=describe_play(table)))
        self.public: Final[dict[str, PublicTableView]] = {}  # by language
        self.since: Final[dict[int, _Since]] = {}  # by cursor
        # By cursor, the first event that is fresh, seat if it is an insider's, and language.
        self.news: Final[dict[tuple[int, int, int | None, str], _News]] = {}
        self.teller: Teller | None = None


class StateMessages:
    """Makes the state messages of all tables; what they share is kept until a table changes."""

    def __init__(self) -> None:
        self._kept: Final[WeakKeyDictionary[TableState, _Shared]] = WeakKeyDictionary()

    def text(
        self, table: TableState, seat: int | None, language: str, cursor: int, viewer: Viewer
    ) -> bytes:
        """The message for a socket that was told everything up to an entry; 0: nothing yet."""
        return encode(self._state(table, seat, language, cursor, viewer, fresh=0))

    def state(
        self,
        table: TableState,
        seat: int | None,
        language: str,
        cursor: int,
        viewer: Viewer,
        paused: str | None = None,
    ) -> StateShown:
        """The message for a client that asks again after a while, so that not all of it is news.

        `paused` says why play pauses.
        """
        fresh = 0
        if table.playthrough is not None:
            fresh = table.playthrough.events_kept(max(0, table.number - FRESH_ENTRIES))
        return self._state(table, seat, language, cursor, viewer, fresh, paused)

    def _state(
        self,
        table: TableState,
        seat: int | None,
        language: str,
        cursor: int,
        viewer: Viewer,
        fresh: int,
        paused: str | None = None,
    ) -> StateShown:
        shared = self._kept.get(table)
        if shared is None or shared.number != table.number:
            shared = self._kept[table] = _Shared(table, shared)
        playthrough = table.playthrough
        view, news = None, _News(0, [], 0, [])
        if playthrough is not None:
            if language not in shared.names:
                names = names_at(table, language)
                shared.names[language] = (
                    None if names is None else [name_words(one, language) for one in names]
                )
            view = _view(shared, playthrough, seat, language)
            news = _news(shared, playthrough, cursor, fresh, seat, language)
        return StateShown(
            table=shared.table,
            number=table.number,
            seat=seat,
            mine=list(viewer.seats),
            is_host=viewer.is_host,
            view=view,
            events_from=news.events_from,
            events=news.events,
            lines_from=news.lines_from,
            lines=news.lines,
            log=shown_entries(_news_of(table.log, cursor), chat=viewer.reads_chat),
            paused=paused,
        )


def _view(shared: _Shared, playthrough: Playthrough, seat: int | None, language: str) -> TableView:
    names = shared.names[language]
    public = shared.public.get(language)
    if public is None:
        parts = _in_parts(describe_public(playthrough, language, names))
        public = shared.public[language] = cast(PublicTableView, parts)
    return {**public, **describe_own(playthrough, seat, language, names)}


def _news(
    shared: _Shared,
    playthrough: Playthrough,
    cursor: int,
    fresh: int,
    seat: int | None,
    language: str,
) -> _News:
    """What happened since the cursor: the same for all who may know the same of it."""
    since = shared.since.get(cursor)
    if since is None:
        since = shared.since[cursor] = _Since(playthrough, cursor)
    key = cursor, fresh, seat if seat in since.insiders else None, language
    made = shared.news.get(key)
    if made is None:
        made = shared.news[key] = _tell_news(shared, playthrough, since, *key[1:])
    return made


def _tell_news(
    shared: _Shared,
    playthrough: Playthrough,
    since: _Since,
    fresh: int,
    seat: int | None,
    language: str,
) -> _News:
    events = events_for(playthrough, seat, since.event, fresh)
    lines = lasting_since(playthrough, seat, since.line)
    names = shared.names[language]
    if shared.teller is None:
        shared.teller = Teller(playthrough)
    return _News(
        since.event,
        encoded(shared.teller.tell(events, language, names)),
        since.line,
        encoded(shared.teller.log(lines, language, names)),
    )


def _news_of(log: deque[Entry], cursor: int) -> list[Entry]:
    """The entries after the cursor: usually there are none, and the log need not be searched."""
    if not log or log[-1].number <= cursor:
        return []
    return [entry for entry in log if entry.number > cursor]
