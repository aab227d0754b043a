"""A table in memory: its row and the fold of its entries."""

from collections import deque
from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec

from elgrande.rules.errors import NoSuchSeat
from elgrande.rules.fields import short
from elgrande.rules.options import Options
from elgrande.server.errors import NotAllowed, NotYourSeat, WrongState
from elgrande.server.storage.rows import Checkpoint, Entry, Table
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.admission import Admission
from elgrande.server.tables.playthrough import Playthrough
from elgrande.server.tables.proposals import Proposal, Proposals
from elgrande.server.tables.seating import AGREED, LEFT, Seating, TableSeat
from elgrande.server.tables.settings import TableSettings, read_settings

OPEN: Final = "open"
RUNNING: Final = "running"
FINISHED: Final = "finished"
CLOSED: Final = "closed"
# Why a table was closed: its host gave it up, its players agreed, an admin closed it, or nobody
# came back.
Ending = Literal["host", "agreed", "moderator", "unused"]
LOG_KEPT: Final = 100  # lines of the table's log in memory; the rest is read when asked for


class Difference(msgspec.Struct, frozen=True):
    """Where a stored game stops agreeing with today's rules, and how."""

    position: int
    detail: str


class TableState:
    """A table after some of its entries.

    `row` never changes except for its state, times and result, which also follow from the entries.
    """

    def __init__(self, row: Table) -> None:
        # The entries are decisive: they are read after the row, which may be older.
        self.row: Final = msgspec.structs.replace(
            row, state=OPEN, started=None, finished=None, result=None
        )
        self.settings: Final[TableSettings] = read_settings(row.settings)
        self.seating: Final = Seating()
        self.admission: Final = Admission()
        self.proposals: Final = Proposals()
        self.playthrough: Playthrough | None = None
        self.number = 0
        self.time = 0  # of the last entry
        self.changed = 0  # the last entry that changed more than the game
        self.checkpointed = 0  # the position of the last checkpoint
        self.difference: Difference | None = None
        self.ending: Ending | None = None  # why it was closed
        self.log: Final[deque[Entry]] = deque(maxlen=LOG_KEPT)

    @property
    def id(self) -> str:
        """The name of the table in addresses."""
        return self.row.id

    def apply(self, entry: Entry, play: bool = True) -> None:
        """Fold one entry; the numbers follow each other. Without `play`, the game stays."""
        if entry.number != self.number + 1:
            raise ValueError(f"Entry {entry.number} does not follow {self.number}.")
        if play and self.playthrough is not None:
            self.playthrough.apply(
                entry
            )  # first: what the rules refuse leaves everything as it was
        self.seating.apply(entry)
        self.admission.apply(entry)
        self.proposals.apply(entry)
        self._note_position(entry)
        if entry.kind == kinds.STARTED:
            self.playthrough = self.new_playthrough()
            self.playthrough.apply(entry)
            self.row.state, self.row.started = RUNNING, entry.time
        elif entry.kind == kinds.FINISHED:
            self.row.state, self.row.finished = FINISHED, entry.time
            self.row.result = entry.data
        elif entry.kind == kinds.CLOSED:
            self.row.state = CLOSED
            self.ending = _ending_of(entry)
        if entry.kind in kinds.SHOWN:
            self.log.append(entry)
        if entry.kind not in kinds.MOVES:
            self.changed = entry.number
        self.number, self.time = entry.number, entry.time

    def _note_position(self, entry: Entry) -> None:
        """Note from which position on bots stand in for people."""
        if self.playthrough is None:
            return
        position = self.playthrough.position
        if entry.kind == kinds.HANDED and entry.seat is not None:
            self.seating.note_handed(entry.seat, position)
        elif entry.kind == kinds.RESTORED:
            # Under changed rules their exact positions are unknown, but they came earlier.
            for table_seat in self.seating.seats:
                self.seating.note_handed(table_seat.seat, position)
        else:
            self.seating.go_back(position)

    def apply_all(self, entries: Iterable[Entry]) -> None:
        """Fold entries one after the other."""
        for entry in entries:
            self.apply(entry)

    def new_playthrough(self) -> Playthrough:
        """The game before its first choice."""
        return Playthrough(
            Options.from_data(self.row.options),
            int(self.row.seed),
            self.row.start,
            self.settings.clock,
        )

    @property
    def has_clock_running(self) -> bool:
        """Whether a clock is running that needs watching."""
        playthrough, state = self.playthrough, self.row.state
        return playthrough is not None and state == RUNNING and bool(playthrough.clock.deadlines())

    def running(self) -> Playthrough:
        """The game under way; WrongState if there is none."""
        if self.row.state != RUNNING or self.playthrough is None:
            raise WrongState(_NOT_RUNNING[self.row.state])
        return self.playthrough

    def running_or_over(self) -> Playthrough:
        """The game under way, or the finished one, which remembers earlier submissions."""
        if self.row.state == FINISHED and self.playthrough is not None:
            return self.playthrough
        return self.running()

    def own_seat(self, seat: int, player: str | None) -> TableSeat:
        """A seat of this player; NotYourSeat if it belongs to somebody else."""
        table_seat = self.seat_at(seat)
        if player is None or table_seat.player != player:
            raise NotYourSeat(f"Seat {seat} is not yours.")
        return table_seat

    def seat_at(self, seat: int) -> TableSeat:
        """A seat of this table; NoSuchSeat if there is none of that number."""
        seats = self.seating.seats
        if not 0 <= seat < len(seats):
            raise NoSuchSeat(
                f"There is no seat {short(seat)} at this table; seats are 0 to {len(seats) - 1}."
            )
        return seats[seat]

    def mentions(self, player: str) -> bool:
        """Whether a player is or was at this table, as far as is known in memory."""
        if player == self.row.host or self.seating.of(player):
            return True
        return any(entry.player == player for entry in self.log)

    def check_host(self, player: str) -> None:
        """Refuse whoever is not the host."""
        if player != self.row.host:
            raise NotAllowed("Only the host of the table may do that.")

    @property
    def spectators_chat(self) -> bool:
        """Whether spectators may write."""
        changed = self.admission.spectators_chat
        return self.settings.spectators_chat if changed is None else changed

    def plays(self, player: str) -> bool:
        """Whether somebody sits here who neither left for good nor was replaced by agreement."""
        return any(
            table_seat.reason not in (LEFT, AGREED) for table_seat in self.seating.of(player)
        )

    def voters(self, proposal: Proposal) -> list[str]:
        """Who answers a proposal: all who play, but the one it is about."""
        about = None if proposal.seat is None else self.seating.seats[proposal.seat].player
        people = self.seating.players()
        return [player for player in people if player != about and self.plays(player)]

    def bot_for(self, seat: int) -> str | None:
        """The bot that answers for a seat now: its own, a substitute, or that of the clock."""
        table_seat = self.seating.seats[seat]
        if table_seat.bot is not None:
            return table_seat.bot
        if table_seat.substitute is not None:
            return table_seat.substitute
        if self.playthrough is not None and seat in self.playthrough.clock.lapsed:
            return table_seat.policy or self.settings.policy
        return None

    def missing_agreement(self, agreed: set[int], to: int) -> list[int]:
        """A seat of each person who has yet to agree to going back to a position.

        Bots agree to everything, but one that stands in for a person speaks only for what it has
        played itself: further back the person is asked.
        """
        people = {self.seating.seats[seat].player for seat in agreed}
        wanted: dict[str, int] = {}
        for table_seat in self.seating.seats:
            speaks = table_seat.substitute is None or to < table_seat.handed_at
            if table_seat.player is not None and speaks and table_seat.player not in people:
                wanted.setdefault(table_seat.player, table_seat.seat)
        return sorted(wanted.values())

    def checkpoint(self, now: int, revision: str) -> Checkpoint | None:
        """What lets the game go on even if the rules change; None if this is not the time."""
        playthrough = self.playthrough
        if playthrough is None or not playthrough.settled:
            return None
        snapshot: dict[str, Any] = {
            "game": playthrough.game.snapshot(),
            "left": playthrough.clock.left,
        }
        return Checkpoint(
            number=self.number,
            position=playthrough.position,
            digest=playthrough.game.digest(),
            revision=revision,
            snapshot=snapshot,
            time=now,
        )


def _ending_of(entry: Entry) -> Ending:
    """Why a table was closed; before 0.5.0 only hosts did that, and gave no reason."""
    reason: Ending = entry.data.get("reason", "host")
    return reason


_NOT_RUNNING: Final = {
    OPEN: "The game has not started; seats are still free.",
    FINISHED: "The game is over.",
    CLOSED: "The table was closed.",
}
