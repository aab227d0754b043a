"""The state of a table as one client may see it: one message for sockets and for HTTP.

Most of it is the same for everybody: the table, what a spectator sees, the sentences. That is made
once for each change, and the little that belongs to one seat is added.
"""

from collections import deque
from functools import partial
from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from elgrande.rules.event_types import Event
from elgrande.server.presentation.messages import StateShown
from elgrande.server.presentation.table_views import (
    describe_own,
    describe_public,
    describe_table,
    events_for,
    lasting_since,
    logged,
    shown_entries,
    told,
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
FRESH_ENTRIES: Final = 40  # what happened within this many entries is news to polling clients


class Viewer(msgspec.Struct, frozen=True):
    """Whoever a message is for, as they stand to the table."""

    seats: tuple[int, ...] = ()
    is_host: bool = False
    # Publishing a game shows it to strangers, but not what its players said to each other.
    reads_chat: bool = True


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
            shared = self._kept[table] = _Shared(table)
        playthrough = table.playthrough
        events_from, lines_from, view = 0, 0, None
        events: list[ToldEvent] = []
        lines: list[LoggedEvent] = []
        if playthrough is not None:
            events_from, lines_from = _news_from(playthrough, cursor)
            view = _view(shared, playthrough, seat, language)
            tell = partial(_tell, shared, playthrough, language)
            events = [tell(*one) for one in events_for(playthrough, seat, events_from, fresh)]
            lasting = lasting_since(playthrough, seat, lines_from)
            lines = [logged(tell(*one), one[0]) for one in lasting]
        return StateShown(
            table=shared.table,
            number=table.number,
            seat=seat,
            mine=list(viewer.seats),
            is_host=viewer.is_host,
            view=view,
            events_from=events_from,
            events=events,
            lines_from=lines_from,
            lines=lines,
            log=shown_entries(_news_of(table.log, cursor), chat=viewer.reads_chat),
            paused=paused,
        )


def _view(shared: _Shared, playthrough: Playthrough, seat: int | None, language: str) -> TableView:
    public = shared.public.get(language)
    if public is None:
        public = shared.public[language] = describe_public(playthrough, language)
    return {**public, **describe_own(playthrough, seat, language)}


def _tell(
    shared: _Shared, playthrough: Playthrough, language: str, index: int, event: Event
) -> ToldEvent:
    """An event with its sentence; seats that are told the same share it."""
    key = language, encode(event)
    says = shared.sentences.get(key)
    if says is None:
        says = shared.sentences[key] = playthrough.game.tell(event, language)
    return told(event, says, playthrough.position_of(index))


def _news_from(playthrough: Playthrough, cursor: int) -> tuple[int, int]:
    """The first event and the first line of the log to send; a new client asks for older ones."""
    if not cursor:
        return playthrough.game.event_count, playthrough.game.event_count
    return playthrough.events_kept(cursor), playthrough.lines_kept(cursor)


def _news_of(log: deque[Entry], cursor: int) -> list[Entry]:
    """The entries after the cursor: usually there are none, and the log need not be searched."""
    if not log or log[-1].number <= cursor:
        return []
    return [entry for entry in log if entry.number > cursor]
