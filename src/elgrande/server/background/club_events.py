"""Events run by themselves: they start, open their rounds, take results and end.

Every step follows from what is stored and is decided in the database, so it does not matter which
process takes it, how often it is tried, or whether a server died in between. A table of an event
is a table like any other: its bots move, its clock runs, and whoever is at it plays as usual.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import msgspec
import structlog

from elgrande.server.accounts.presence import Presence
from elgrande.server.background.notifying import Notifier
from elgrande.server.background.ownership import Ownership
from elgrande.server.errors import NoSuchEvent, NoSuchTable, ShuttingDown, StorageDown
from elgrande.server.harmless import harmless
from elgrande.server.storage import club_events as kept
from elgrande.server.storage.club_events import NewGame, WholeEvent
from elgrande.server.storage.rows import Entrant, EventGame
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions.opening import open_table
from elgrande.server.tables.decisions.seats import replace_absent
from elgrande.server.tables.event_settings import (
    EventSettings,
    options_for,
    read_event_settings,
)
from elgrande.server.tables.live_tables import LiveTables
from elgrande.server.tables.seating import BOT, HUMAN, TableSeat
from elgrande.server.tables.table import FINISHED, OPEN, RUNNING, TableState
from elgrande.server.timestamps import now_ms
from elgrande.tournaments.results import FEWEST, Kind, Played
from elgrande.tournaments.schedule import Table, next_round

log: Final = structlog.get_logger("elgrande.events")
TOO_FEW: Final = "too_few"


class ClubEvents:
    """Looks after the events of this process."""

    def __init__(
        self,
        live_tables: LiveTables,
        ownership: Ownership,
        presence: Presence,
        notifier: Notifier,
    ) -> None:
        self._live_tables: Final = live_tables
        self._database: Final = live_tables.storage.database
        self._ownership: Final = ownership
        self._presence: Final = presence
        self._notifier: Final = notifier

    async def look(self) -> None:
        """Take the next step of every event of ours that is under way or due."""
        if self._live_tables.closing or self._live_tables.paused is not None:
            return
        found = await self._database.read(partial(kept.to_do, now=now_ms()))
        for event_id in found:
            if not self._ownership.owns(event_id):
                continue
            try:
                await self.step(event_id)
            except (StorageDown, ShuttingDown):
                return  # all are looked at again when it is back
            except Exception:  # one event that cannot go on must not stop the others
                log.exception("event_not_kept", club_event=event_id)

    async def step(self, event_id: str) -> None:
        """Do what is to be done for one event now."""
        try:
            whole = await self._read(event_id)
        except NoSuchEvent:
            return
        if whole.event.state == kept.OPEN:
            await self._start_if_due(whole)
        elif whole.event.state == kept.RUNNING:
            await self._go_on(whole)

    async def _read(self, event_id: str) -> WholeEvent:
        return await self._database.read(partial(kept.read, event_id=event_id))

    async def _start_if_due(self, whole: WholeEvent) -> None:
        """At its deadline an event starts; without enough people or bots it is cancelled."""
        event, now = whole.event, now_ms()
        if event.deadline is None or event.deadline > now:
            return
        settings, kind = settings_of(whole), kind_of(whole)
        if len(whole.entrants) < FEWEST[kind] and not settings.fill:
            await self._end(event.id, kept.CANCELLED, TOO_FEW)
            return
        start = partial(
            kept.start, event_id=event.id, now=now, bot=settings.bot, fewest=FEWEST[kind]
        )
        await self._database.write(start)
        await self.step(event.id)

    async def _go_on(self, whole: WholeEvent) -> None:
        running = [game for game in whole.games if game.finished is None]
        for game in running:
            await self._look_at(whole, game)
        if running:
            whole = await self._read(whole.event.id)
            if any(game.finished is None for game in whole.games):
                return
        gone = [one.number for one in whole.entrants if one.player is None and one.bot is None]
        entrants = [one.number for one in whole.entrants]
        form = settings_of(whole).form(kind_of(whole))
        tables = next_round(form, entrants, played_of(whole), int(whole.event.seed), gone)
        if tables:
            await self._open_round(whole, tables)
        else:
            await self._end(whole.event.id, kept.FINISHED, None)

    async def _end(self, event_id: str, state: str, ending: str | None) -> None:
        end = partial(kept.end, event_id=event_id, state=state, now=now_ms(), ending=ending)
        if await self._database.write(end):
            log.info("event_over", club_event=event_id, state=state)

    # A game.

    async def _look_at(self, whole: WholeEvent, game: EventGame) -> None:
        """Take the result of a game that is over, or see who has not come to one that is not."""
        try:
            state = (await self._live_tables.get(game.table, newest=True)).state
        except NoSuchTable:
            await self._keep(whole, game, {"scores": None, "winners": [], "absent": []})
            return
        if state.row.state not in (OPEN, RUNNING):
            await self._keep(whole, game, result_of(state, by_seat(game)))
        elif game.due <= now_ms():
            await self._replace_absent(whole, game, state)

    async def _keep(self, whole: WholeEvent, game: EventGame, result: dict[str, Any]) -> None:
        finish = partial(
            kept.finish_game, event_id=whole.event.id, game=game, now=now_ms(), result=result
        )
        await self._database.write(finish)

    async def _replace_absent(self, whole: WholeEvent, game: EventGame, table: TableState) -> None:
        """Give the seats of those who did not come in time to bots."""
        here = [one for one in table.seating.seats if one.player_here is not None]
        if not here:
            return
        away = await self._presence.away([one.player for one in here if one.player is not None])
        entries = await self._live_tables.storage.entries(game.table)
        played = {one.seat for one in entries if one.kind in kinds.MOVES and one.player is not None}
        late = {one.seat for one in entries if one.kind == kinds.TIMEOUT}
        for table_seat in here:
            seat, player = table_seat.seat, table_seat.player
            is_about = player is not None and away[player] < now_ms() - game.opened
            if seat in played or (is_about and seat not in late):
                continue
            await self._live_tables.act(
                game.table, partial(replace_absent, seat=seat, bot=settings_of(whole).bot)
            )

    # A round.

    async def _open_round(self, whole: WholeEvent, tables: Sequence[Table]) -> None:
        """Open the tables of the next round, all of them or, if others were quicker, none."""
        event, settings, now = whole.event, settings_of(whole), now_ms()
        entrants = {one.number: one for one in whole.entrants}
        number = event.round + 1
        games = []
        for table in tables:
            row, entries = open_table(
                now,
                event.host,
                title=event.title,
                public=event.public,
                options=options_for(event.settings["options"], len(table)),
                settings=settings.table_settings(public=event.public),
                seats=[_seat(seat, entrants[one]) for seat, one in enumerate(table)],
                source={"kind": "event", "event": event.id, "round": number},
            )
            games.append(NewGame(table, row, entries))
        people = [] if event.public else [one.player for one in whole.entrants if one.player]
        is_ours = await self._database.write(
            partial(
                kept.open_round,
                event_id=event.id,
                number=number,
                games=games,
                now=now,
                due=now + settings.wait_seconds * 1000,
                watchers=people,
            )
        )
        if is_ours:
            log.info("event_round", club_event=event.id, round=number, tables=len(games))
            for game in games:
                live = self._live_tables.adopt(game.table, list(game.entries))
                with harmless("notifying"):
                    self._notifier.game_opened(live.state)


def settings_of(whole: WholeEvent) -> EventSettings:
    """What the host decided."""
    return read_event_settings(whole.event.settings)


def kind_of(whole: WholeEvent) -> Kind:
    """Which of the three kinds of events it is."""
    kind: Kind = msgspec.convert(whole.event.kind, Kind)
    return kind


def by_seat(game: EventGame) -> tuple[int, ...]:
    """The entrants of a game."""
    return tuple(game.entrants["by_seat"])


def result_of(table: TableState, entrants: Sequence[int]) -> dict[str, Any]:
    """How a game of an event ended; nobody is last for a game that was given up but the absent."""
    result = table.row.result if table.row.state == FINISHED else None
    absent = [
        entrants[one.seat]
        for one in table.seating.seats
        if one.kind == HUMAN and one.substitute is not None
    ]
    return {
        "scores": None if result is None else list(result["scores"]),
        "winners": [] if result is None else list(result["winners"]),
        "absent": absent,
    }


def played_of(whole: WholeEvent) -> list[Played]:
    """The games that are over."""
    return [
        Played(
            game.round,
            by_seat(game),
            None if game.result["scores"] is None else tuple(game.result["scores"]),
            tuple(game.result["winners"]),
            frozenset(game.result["absent"]),
        )
        for game in whole.games
        if game.result is not None
    ]


def _seat(seat: int, entrant: Entrant) -> TableSeat:
    if entrant.bot is not None:
        return TableSeat(seat=seat, kind=BOT, name=entrant.name, bot=entrant.bot)
    return TableSeat(seat=seat, kind=HUMAN, player=entrant.player, name=entrant.name)
