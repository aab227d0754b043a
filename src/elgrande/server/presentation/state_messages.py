"""The state of a table as one client may see it: one message for sockets and for HTTP.

Most of it is the same for everybody: the table, what a spectator sees, the sentences. That is made
once for each change, and the little that belongs to one seat is added.
"""

from collections import deque
from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from elgrande.server.presentation.messages import StateShown
from elgrande.server.presentation.table_views import (
    describe_own,
    describe_public,
    describe_table,
    events_for,
    shown_entries,
    told,
)
from elgrande.server.presentation.view_types import PublicTableView, TableView, ToldEvent
from elgrande.server.storage.rows import Entry
from elgrande.server.tables.playthrough import Playthrough
from elgrande.server.tables.table import TableState

encode: Final = msgspec.json.Encoder().encode
FRESH_ENTRIES: Final = 40  # what happened within this many entries is news to polling clients


class _Shared:
    """What the messages of a table share after a given entry."""

    def __init__(self, table: TableState) -> None:
        self.number: Final = table.number
        self.table: Final = describe_table(table)
        self.public: Final[dict[str, PublicTableView]] = {}  # by language
        self.sentences: Final[dict[tuple[str, bytes], str]] = {}  # by language and event


class StateMessages:
    """Makes the state messages of all tables; what they share is kept until a table changes."""

    def __init__(self) -> None:
        self._kept: Final[WeakKeyDictionary[TableState, _Shared]] = WeakKeyDictionary()

    def text(
        self, table: TableState, seat: int | None, language: str, cursor: int, mine: tuple[int, ...]
    ) -> bytes:
        """The message for a socket that was told everything up to an entry; 0: nothing yet."""
        return encode(self._state(table, seat, language, cursor, mine, fresh=0))

    def state(
        self,
        table: TableState,
        seat: int | None,
        language: str,
        cursor: int,
        mine: tuple[int, ...],
        paused: str | None = None,
    ) -> StateShown:
        """The message for a client that asks again after a while, so that not all of it is news.

        `paused` says why play pauses.
        """
        fresh = 0
        if table.playthrough is not None:
            fresh = table.playthrough.events_kept(max(0, table.number - FRESH_ENTRIES))
        return self._state(table, seat, language, cursor, mine, fresh, paused)

    def _state(
        self,
        table: TableState,
        seat: int | None,
        language: str,
        cursor: int,
        mine: tuple[int, ...],
        fresh: int,
        paused: str | None = None,
    ) -> StateShown:
        shared = self._kept.get(table)
        if shared is None or shared.number != table.number:
            shared = self._kept[table] = _Shared(table)
        playthrough = table.playthrough
        since, view, events = 0, None, []
        if playthrough is not None:
            since = _events_from(playthrough, cursor)
            view = _view(shared, playthrough, seat, language)
            events = _tell(shared, playthrough, seat, since, fresh, language)
        return StateShown(
            table=shared.table,
            number=table.number,
            seat=seat,
            mine=list(mine),
            view=view,
            events_from=since,
            events=events,
            log=shown_entries(_news_of(table.log, cursor)),
            paused=paused,
        )


def _view(shared: _Shared, playthrough: Playthrough, seat: int | None, language: str) -> TableView:
    public = shared.public.get(language)
    if public is None:
        public = shared.public[language] = describe_public(playthrough, language)
    return {**public, **describe_own(playthrough, seat, language)}


def _tell(
    shared: _Shared,
    playthrough: Playthrough,
    seat: int | None,
    since: int,
    fresh: int,
    language: str,
) -> list[ToldEvent]:
    """The events, each with its sentence; seats that are told the same share it."""
    found = []
    for index, event in events_for(playthrough, seat, since, fresh):
        key = language, encode(event)
        says = shared.sentences.get(key)
        if says is None:
            says = shared.sentences[key] = playthrough.game.tell(event, language)
        found.append(told(event, says, playthrough.position_of(index)))
    return found


def _events_from(playthrough: Playthrough, cursor: int) -> int:
    """The first event to send: a new client requests earlier events separately."""
    return playthrough.events_kept(cursor) if cursor else playthrough.game.event_count


def _news_of(log: deque[Entry], cursor: int) -> list[Entry]:
    """The entries after the cursor: usually there are none, and the log need not be searched."""
    if not log or log[-1].number <= cursor:
        return []
    return [entry for entry in log if entry.number > cursor]
