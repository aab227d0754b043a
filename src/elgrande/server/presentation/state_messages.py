"""The state message of a table for one pair of eyes.

Most of it is the same for everybody: the table, what a spectator sees, the sentences. That is
written once for each change, as JSON, and the little that is a seat's own is put between.
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
    describe_view,
    shown_entries,
    tell_events,
)
from elgrande.server.storage.rows import Entry
from elgrande.server.tables.playthrough import Playthrough
from elgrande.server.tables.table import TableState

encode: Final = msgspec.json.Encoder().encode
FRESH_ENTRIES: Final = 40  # what happened within so many entries is news to whoever asks again


class _Shared:
    """What the messages of a table share after one of its entries, as JSON."""

    def __init__(self, table: TableState) -> None:
        self.number: Final = table.number
        self.table: Final = encode(describe_table(table))
        self.public: Final[dict[str, bytes]] = {}  # by language
        self.events: Final[dict[tuple[str, bytes], bytes]] = {}  # by language and event


class StateMessages:
    """Makes the state messages of all tables; what they share is kept until a table changes."""

    def __init__(self) -> None:
        self._kept: Final[WeakKeyDictionary[TableState, _Shared]] = WeakKeyDictionary()

    def text(
        self, table: TableState, seat: int | None, language: str, cursor: int, mine: tuple[int, ...]
    ) -> bytes:
        """The message for whoever was told everything up to an entry; 0 for somebody new."""
        playthrough = table.playthrough
        if playthrough is None:
            return encode(describe_state(table, seat, language, cursor, mine))
        shared = self._kept.get(table)
        if shared is None or shared.number != table.number:
            shared = self._kept[table] = _Shared(table)
        since = _events_from(playthrough, cursor)
        own = encode(describe_own(playthrough, seat, language))
        parts = (
            b'{"type":"state","table":',
            shared.table,
            b',"number":%d,"seat":' % table.number,
            encode(seat),
            b',"mine":',
            encode(mine),
            b',"view":',
            _join(_public_part(shared, playthrough, language), own),
            b',"events_from":%d,"events":[' % since,
            b",".join(_told(shared, playthrough, seat, since, language)),
            b'],"log":',
            encode(shown_entries(_news_of(table.log, cursor))),
            b',"paused":null}',
        )
        return b"".join(parts)


def describe_state(
    table: TableState,
    seat: int | None,
    language: str,
    cursor: int,
    mine: tuple[int, ...],
    paused: str | None = None,
) -> StateShown:
    """The same as a value; `paused` says why play pauses."""
    playthrough = table.playthrough
    since = 0 if playthrough is None else _events_from(playthrough, cursor)
    events = []
    if playthrough is not None:
        fresh = playthrough.events_kept(max(0, table.number - FRESH_ENTRIES))
        events = tell_events(playthrough, seat, since, language, fresh)
    return StateShown(
        table=describe_table(table),
        number=table.number,
        seat=seat,
        mine=list(mine),
        view=None if playthrough is None else describe_view(playthrough, seat, language),
        events_from=since,
        events=events,
        log=shown_entries(_news_of(table.log, cursor)),
        paused=paused,
    )


def _public_part(shared: _Shared, playthrough: Playthrough, language: str) -> bytes:
    made = shared.public.get(language)
    if made is None:
        made = shared.public[language] = encode(describe_public(playthrough, language))
    return made


def _told(
    shared: _Shared, playthrough: Playthrough, seat: int | None, since: int, language: str
) -> list[bytes]:
    """The events, each with its sentence; seats that were told the same share it."""
    told = []
    game = playthrough.game
    for index, event in enumerate(game.events(seat, since), start=since):
        plain = encode(event)
        made = shared.events.get((language, plain))
        if made is None:
            says = encode({"says": game.tell(event, language)})
            made = shared.events[language, plain] = _join(plain, says)
        told.append(_join(made, b'{"position":%d}' % playthrough.position_of(index)))
    return told


def _events_from(playthrough: Playthrough, cursor: int) -> int:
    """The first event to send: a new client requests earlier events separately."""
    return playthrough.events_kept(cursor) if cursor else playthrough.game.event_count


def _news_of(log: deque[Entry], cursor: int) -> list[Entry]:
    """The entries after the cursor: mostly there is none, and the log need not be searched."""
    if not log or log[-1].number <= cursor:
        return []
    return [entry for entry in log if entry.number > cursor]


def _join(first: bytes, second: bytes) -> bytes:
    """One JSON object of two that are not empty."""
    return first[:-1] + b"," + second[1:]
