"""Who may sit down, speak and look on at a table: the fold of what was decided about it."""

import msgspec

from elgrande.server.storage.rows import Entry
from elgrande.server.tables import entries as kinds


class SeatRequest(msgspec.Struct, frozen=True):
    """Somebody asks for an open seat, where the host wants to be asked."""

    number: int
    player: str
    name: str
    seat: int | None  # None: any
    time: int


class Admission:
    """Locks, requests for seats, who is kept out, who may write and look, after some entries."""

    def __init__(self) -> None:
        self.locked = False
        self.requests: dict[str, SeatRequest] = {}  # by player
        self.asked: dict[str, int] = {}  # how often each player asked
        self.kept_out: dict[str, int] = {}  # players who were removed or declined, and when
        self.muted: set[str] = set()
        self.speakers: dict[str, int] = {}  # by player: the number of their first message
        self.spectators_chat: bool | None = None  # None: as the settings say
        self.watch_links = 0  # how often the link for spectators was renewed
        self.published = False  # whether anyone may look at the finished game

    def apply(self, entry: Entry) -> None:
        """Fold one entry."""
        match entry.kind:
            case kinds.LOCKED:
                self.locked = bool(entry.data["locked"])
            case kinds.CHAT_SET:
                self.spectators_chat = bool(entry.data["spectators"])
            case kinds.WATCH_RENEWED:
                self.watch_links += 1
            case kinds.PUBLISHED:
                self.published = bool(entry.data["published"])
            case kinds.STARTED | kinds.CLOSED:
                self.requests.clear()
            case _ if entry.player is not None:
                self._apply_to(entry.player, entry)

    def _apply_to(self, player: str, entry: Entry) -> None:
        match entry.kind:
            case kinds.REMOVED | kinds.DECLINED:
                self.requests.pop(player, None)
                self.kept_out[player] = entry.time
            case kinds.JOINED:
                self.requests.pop(player, None)
                self.kept_out.pop(player, None)
            case kinds.ASKED_SEAT:
                name, seat = str(entry.data["name"]), entry.data["seat"]
                request = SeatRequest(entry.number, player, name, seat, entry.time)
                self.requests[player] = request
                self.asked[player] = self.asked.get(player, 0) + 1
            case kinds.WITHDREW:
                self.requests.pop(player, None)
            case kinds.MUTED:
                (self.muted.add if entry.data["muted"] else self.muted.discard)(player)
            case kinds.CHAT:
                self.speakers.setdefault(player, entry.number)

    def request(self, number: int) -> SeatRequest | None:
        """The request with this number, if it still waits."""
        return next((one for one in self.requests.values() if one.number == number), None)

    def speaker(self, number: int) -> str | None:
        """The player whose first message has this number."""
        return next((name for name, first in self.speakers.items() if first == number), None)
