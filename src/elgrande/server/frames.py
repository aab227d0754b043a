"""The state frame of a table for one pair of eyes, made once for all who see the same."""

from typing import Final

import msgspec

from elgrande.server.hall import LiveTable
from elgrande.server.showing import describe_table, describe_view, shown_entries, tell_events
from elgrande.server.wire import StateShown, TableShown

encode: Final = msgspec.json.Encoder().encode


class Framer:
    """Makes the frames of one table; what it made is kept until the table changes."""

    def __init__(self, live: LiveTable) -> None:
        self._live: Final = live
        self._number = -1
        self._texts: Final[dict[tuple[int | None, str, int, tuple[int, ...]], str]] = {}
        self._table: TableShown | None = None

    def text(self, seat: int | None, language: str, cursor: int, mine: tuple[int, ...]) -> str:
        """The frame for whoever was told everything up to an entry; 0 for somebody new."""
        number = self._live.state.number
        if number != self._number:
            self._texts.clear()
            self._table = None
            self._number = number
        key = (seat, language, cursor, mine)
        made = self._texts.get(key)
        if made is None:
            made = encode(self.state(seat, language, cursor, mine)).decode()
            self._texts[key] = made
        return made

    def state(
        self,
        seat: int | None,
        language: str,
        cursor: int,
        mine: tuple[int, ...],
        paused: str | None = None,
    ) -> StateShown:
        """The same as a value."""
        table = self._live.state
        if self._table is None or self._number != table.number:
            self._table = describe_table(table)
        course = table.course
        since = 0
        if course is not None:
            # Who comes anew asks for what happened before in another way (GET …/events).
            since = course.events_kept(cursor) if cursor else course.game.event_count
        return StateShown(
            table=self._table,
            number=table.number,
            seat=seat,
            mine=list(mine),
            view=None if course is None else describe_view(course, seat, language),
            events_from=since,
            events=[] if course is None else tell_events(course.game, seat, since, language),
            log=shown_entries(entry for entry in table.log if entry.number > cursor),
            paused=paused,
        )
