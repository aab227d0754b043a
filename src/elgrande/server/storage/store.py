"""The storage: everything the server keeps, by name.

Every call that writes is one unit: all or nothing, and durable when it returns. Reads see what was
written before. Both raise StorageDown while the database is locked, full, read-only or gone, and
work again when it is back. If that happens while a unit is being committed, its caller cannot know
whether it was written and has to read again.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Concatenate, Final, ParamSpec, TypeVar

from msgspec.structs import asdict
from sqlalchemy import Connection

from elgrande.server.errors import NameTaken
from elgrande.server.storage import queries
from elgrande.server.storage.database import Database, open_database
from elgrande.server.storage.failures import ClaimedByOther
from elgrande.server.storage.journal import Journal
from elgrande.server.storage.lookalikes import shape, shapes
from elgrande.server.storage.rows import (
    Change,
    Checkpoint,
    Delivery,
    Entry,
    Invitation,
    KeptReview,
    Player,
    Seat,
    Session,
    Table,
)
from elgrande.server.storage.statements import Statements, Step, Values

Result = TypeVar("Result")
Given = ParamSpec("Given")
# More rows than anybody reads at once.
MOST_ROWS: Final = 1000


class Storage:
    """All that is kept, in one database that other processes may share."""

    def __init__(self, database: Database) -> None:
        self.database: Final = database
        self.journal: Final = Journal(database)
        self._say: Final = Statements(database.kind)

    @classmethod
    async def open(cls, url: str, *, migrate: bool = True) -> "Storage":
        """Open a database; BadSetting or StorageDown with one sentence if that fails."""
        return cls(await open_database(url, migrate))

    async def close(self) -> None:
        """Finish what is queued, then close."""
        await self.journal.close()
        await self.database.close()

    async def ping(self) -> None:
        """Write something; StorageDown if that is impossible, or soon will be."""
        await self.database.check_room()
        await self._write(Step(self._say.pulse, [{"id": 1, "beats": 1}]))

    # Tables and their entries.

    async def add_table(
        self, table: Table, entries: Sequence[Entry], invitations: Sequence[Invitation] = ()
    ) -> None:
        """A new table with its seats, its first entries and invitations to it."""
        values = asdict(table)
        seats = values.pop("seats")
        await self._write(
            Step(self._say.add_table, [values]),
            Step(self._say.put_seat, [_seat_values(table.id, seat) for seat in seats]),
            Step(self._say.add_entry, [_entry_values(table.id, entry) for entry in entries]),
            Step(self._say.add_invitation, [_with_table_id(row) for row in invitations]),
        )

    async def append(
        self, table_id: str, entries: Sequence[Entry], change: Change | None = None
    ) -> None:
        """Further entries and what changes with them; NumberTaken if somebody else was first."""
        added = Step(self._say.add_entry, [_entry_values(table_id, entry) for entry in entries])
        if change is None:
            await self._write(added)
        else:
            await self._write(added, *self._steps_of(table_id, change))

    def _steps_of(self, table_id: str, change: Change) -> list[Step]:
        say = self._say
        columns = (change.state, change.host, change.started, change.finished, change.result)
        steps = [
            Step(say.put_seat, [_seat_values(table_id, seat) for seat in change.seats]),
            Step(say.add_invitation, [_with_table_id(row) for row in change.invitations]),
            Step(say.revoke, [{"b_id": key, "b_revoked": True} for key in change.revoke]),
            Step(say.add_delivery, [_with_table_id(row) for row in change.deliveries]),
        ]
        if change.drop_watchers:
            steps.append(Step(say.drop_watchers, [{"b_id": table_id}]))
        if any(value is not None for value in columns):
            names = ("state", "host", "started", "finished", "result")
            changed = {f"b_{name}": value for name, value in zip(names, columns, strict=True)}
            steps.append(Step(say.change_table, [{"b_id": table_id, **changed}]))
        if (checkpoint := change.checkpoint) is not None:
            number = checkpoint.number
            steps += [
                Step(say.put_checkpoint, [{"table_id": table_id, **asdict(checkpoint)}]),
                Step(say.thin_checkpoints, [{"b_id": table_id, "b_number": number}]),
            ]
        return steps

    async def table(self, table_id: str) -> Table | None:
        """A table with its seats."""
        return await self._read(queries.table, table_id)

    async def entries(self, table_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries of a table that follow a number, all of them or the first few."""
        return await self._read(queries.entries, table_id, after, limit)

    async def last_numbers(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables; a table without any is left out."""
        return await self._read(queries.last_numbers, table_ids)

    async def lobby(
        self,
        limit: int = 50,
        after: str | None = None,
        states: Sequence[str] = ("open",),
        since: int = 0,
    ) -> list[Table]:
        """Public tables opened since then, the newest first, those after the table `after`."""
        return await self._read(queries.lobby, _bounded(limit), after, states, since)

    async def count_hosted(self, player: str) -> int:
        """How many tables of a host are not over."""
        return await self._read(queries.count_hosted, player)

    async def count_bot_tables(self, player: str) -> int:
        """How many running tables of a host have nothing but bots on their seats."""
        return await self._read(queries.count_bot_tables, player)

    async def running_ids(self) -> list[str]:
        """The ids of all tables that are being played."""
        return await self._read(queries.running_ids)

    async def tables_of(
        self, player: str, limit: int = 50, before: str | None = None
    ) -> list[Table]:
        """What a player hosts or sits at, the newest first, those older than the table `before`."""
        return await self._read(queries.tables_of, player, _bounded(limit), before)

    async def checkpoints(self, table_id: str, limit: int = MOST_ROWS) -> list[Checkpoint]:
        """The checkpoints of a table, the newest last; only that one has a snapshot."""
        return await self._read(queries.checkpoints, table_id, _bounded(limit))

    async def keep_review(self, table_id: str, review: KeptReview) -> None:
        """Keep the review of a finished game, in place of an earlier one."""
        values = {"table_id": table_id, **asdict(review)}
        await self._write(Step(self._say.put_review, [values]))

    async def review(self, table_id: str) -> KeptReview | None:
        """The review of a game, if there is one."""
        return await self._read(queries.review, table_id)

    # Players and their sessions.

    async def add_player(self, player: Player) -> None:
        """A new player; NameTaken if it comes with a password and the name is claimed."""
        claimed = None if player.password is None else fold_name(player.name)
        seen = None if player.password is None else shape(player.name)
        values = {**asdict(player), "claimed": claimed, "shape": seen}
        await self._write_name(player.name, Step(self._say.add_player, [values]))

    async def player(self, player_id: str) -> Player | None:
        """A player by id."""
        return (await self.players([player_id])).get(player_id)

    async def players(self, ids: Iterable[str]) -> dict[str, Player]:
        """The players with these ids, by id, if they exist."""
        return await self._read(queries.players, ids)

    async def players_with_webhook(self) -> list[str]:
        """The ids of all players who want to be told of their turns by a webhook."""
        return await self._read(queries.players_with_webhook)

    async def player_claiming(self, name: str) -> Player | None:
        """Who claimed a name, or one that differs only in upper and lower case."""
        return await self._read(queries.player_claiming, fold_name(name))

    async def players_resembling(self, name: str) -> list[str]:
        """The ids of those whose claimed names are this one, or look like it."""
        return await self._read(queries.players_resembling, fold_name(name), shapes(name))

    async def claim(self, player_id: str, name: str, password: str) -> None:
        """Give a player a name for good, with the hash of a password; NameTaken if it is taken."""
        step = Step(self._say.claim, [{**_name_values(player_id, name), "b_password": password}])
        await self._write_name(name, step)

    async def rename(self, player_id: str, name: str) -> None:
        """Give a player another name; NameTaken if both theirs and the new one are claimed."""
        await self._write_name(name, Step(self._say.rename, [_name_values(player_id, name)]))

    async def set_webhook(self, player_id: str, webhook: str | None, secret: str | None) -> None:
        """Where to send a player's turn notices and what to sign them with; None ends them."""
        values = {"b_id": player_id, "b_webhook": webhook, "b_webhook_secret": secret}
        await self._write(Step(self._say.set_webhook, [values]))

    async def seen(self, times: Mapping[str, int]) -> None:
        """When these players were last here."""
        rows = [{"b_id": key, "b_seen": time} for key, time in times.items()]
        await self._write(Step(self._say.seen, rows))

    async def add_session(self, session: Session) -> None:
        """A new session of a player who is there."""
        await self._write(Step(self._say.add_session, [asdict(session)]))

    async def session(self, session_id: str) -> Session | None:
        """A session by id."""
        return await self._read(queries.session, session_id)

    async def sessions_of(self, player: str, limit: int = MOST_ROWS) -> list[Session]:
        """The sessions of a player, the newest first."""
        return await self._read(queries.sessions_of, player, _bounded(limit))

    async def living_sessions(self, ids: Iterable[str]) -> set[str]:
        """Which of these sessions exist."""
        return await self._read(queries.living_sessions, ids)

    async def drop_sessions(self, ids: Iterable[str]) -> None:
        """End sessions; ended ones stay ended."""
        await self._write(Step(self._say.drop_session, [{"b_id": key} for key in ids]))

    # Invitations and watchers.

    async def add_invitation(self, invitation: Invitation) -> None:
        """A further invitation."""
        await self._write(Step(self._say.add_invitation, [_with_table_id(invitation)]))

    async def invitation(self, invitation_id: str) -> Invitation | None:
        """An invitation by id."""
        return await self._read(queries.invitation, invitation_id)

    async def invitations_of(self, table_id: str, limit: int = MOST_ROWS) -> list[Invitation]:
        """All invitations to a table, the oldest first."""
        return await self._read(queries.invitations_of, table_id, _bounded(limit))

    async def drop_invitation(self, invitation_id: str) -> None:
        """Take an invitation back."""
        await self._write(Step(self._say.revoke, [{"b_id": invitation_id, "b_revoked": True}]))

    async def add_watcher(self, table_id: str, player: str) -> None:
        """Let a player watch a table; doing so again changes nothing."""
        await self._write(Step(self._say.add_watcher, [{"table_id": table_id, "player": player}]))

    async def drop_watcher(self, table_id: str, player: str) -> None:
        """Stop a player from watching a table."""
        await self._write(
            Step(self._say.drop_watcher, [{"b_table_id": table_id, "b_player": player}])
        )

    async def watches(self, table_id: str, player: str) -> bool:
        """Whether a player may watch a table."""
        return await self._read(queries.watches, table_id, player)

    async def watchers(self, table_id: str, limit: int = MOST_ROWS) -> list[str]:
        """The players who may watch a table."""
        return await self._read(queries.watchers, table_id, _bounded(limit))

    # Turn notices, and the processes that serve.

    async def deliveries_due(self, now: int, limit: int = 100) -> list[Delivery]:
        """Notices that wait and are due, the longest overdue first."""
        return await self._read(queries.deliveries_due, now, _bounded(limit))

    async def claim_deliveries(self, now: int, limit: int, lease_ms: int) -> list[Delivery]:
        """Notices that are due, for this caller alone until their lease ends."""
        until = now + lease_ms
        return await self.database.write(
            lambda connection: queries.claim_deliveries(connection, now, _bounded(limit), until)
        )

    async def settle_delivery(self, delivery: Delivery) -> None:
        """Keep how many attempts a notice took, when the next is due, and its state."""
        values = {
            "b_id": delivery.id,
            "b_attempts": delivery.attempts,
            "b_due": delivery.due,
            "b_state": delivery.state,
        }
        await self._write(Step(self._say.settle, [values]))

    async def beat(self, process_id: str, time: int, present: Sequence[str] = ()) -> None:
        """Report that a process is alive, and which players are there."""
        values = {"id": process_id, "time": time, "present": list(present)}
        await self._write(Step(self._say.beat, [values]))

    async def people_of_processes(self) -> list[tuple[int, list[str]]]:
        """The time of each process's last beat, and who was there."""
        return await self._read(queries.people_of_processes)

    async def live_processes(self, since: int) -> list[str]:
        """The processes that have reported since then."""
        return await self._read(queries.live_processes, since)

    async def forget_process(self, process_id: str) -> None:
        """A process has ended."""
        await self._write(Step(self._say.forget_process, [{"b_id": process_id}]))

    async def forget_dead(self, before: int) -> None:
        """Forget processes that have not reported since then: they died silently."""
        await self._write(Step(self._say.forget_dead, [{"b_time": before}]))

    async def _write(self, *unit: Step) -> None:
        await self.journal.write(unit)

    async def _write_name(self, name: str, step: Step) -> None:
        try:
            await self._write(step)
        except ClaimedByOther:
            raise NameTaken(
                f"The name {name[:40]!r} has already been claimed; choose another."
            ) from None

    async def _read(
        self,
        query: Callable[Concatenate[Connection, Given], Result],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Result:
        return await self.database.read(lambda connection: query(connection, *given, **named))


def fold_name(name: str) -> str:
    """A name as it is compared: upper and lower case and other forms of a letter are equal."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _name_values(player_id: str, name: str) -> Values:
    claimed = {"b_claimed": fold_name(name), "b_shape": shape(name)}
    return {"b_id": player_id, "b_name": name, **claimed}


def _bounded(limit: int) -> int:
    return max(0, min(limit, MOST_ROWS))


def _entry_values(table_id: str, entry: Entry) -> Values:
    return {
        "table_id": table_id,
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "player": entry.player,
        "time": entry.time,
        "data": entry.data,
    }


def _seat_values(table_id: str, seat: Seat) -> Values:
    return {"table_id": table_id, **asdict(seat)}


def _with_table_id(row: Invitation | Delivery) -> Values:
    values = asdict(row)
    values["table_id"] = values.pop("table")
    return values
