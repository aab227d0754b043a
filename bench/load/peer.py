"""What is measured: a server that keeps tables, and a table as its four clients know it."""

from abc import ABC, abstractmethod
from array import array
from time import perf_counter
from typing import Protocol

from bench.load.processes import ServerProcess
from bench.load.websocket import WebSocket

SEATS = 4


class Tally:
    """What the clients of a server saw since the last `reset`."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.reset()

    def reset(self) -> None:
        """Start counting from zero; errors stay."""
        self.latencies = array("d")
        self.choices = 0
        self.updates = 0
        self.skipped = 0

    def complain(self, error: str) -> None:
        """Note an error."""
        self.errors.append(error)


class LoadTable(ABC):
    """One running game with four sockets and at most one choice in flight.

    Every frame with the position carries a number that grows with each choice. A choice has
    arrived at a seat when that seat has a frame whose number is above the one it answered.
    """

    __slots__ = (
        "_answered",
        "_chooser",
        "_missing",
        "_sent",
        "frames",
        "numbers",
        "sockets",
        "tally",
    )

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.sockets: list[WebSocket] = []
        self.frames: list[bytes] = [b""] * SEATS
        self.numbers = [-1] * SEATS
        self._sent = 0.0
        self._answered = -1
        self._chooser = -1
        self._missing = 0

    @abstractmethod
    async def connect(self) -> None:
        """Open the four sockets and wait for the position on each."""

    @abstractmethod
    def answer(self, seat: int, frame: bytes) -> bytes | None:
        """The message with that seat's choice, if its newest frame asks for one."""

    @property
    def settled(self) -> bool:
        """Whether every seat has seen the last choice."""
        return not self._missing

    def submit(self) -> bool:
        """Send a choice for a seat that is asked; False if there is none to make now."""
        if self._missing:
            self.tally.skipped += 1
            return False
        for seat in range(SEATS):
            message = self.answer(seat, self.frames[seat])
            if message is not None:
                self._answered = max(self.numbers)
                self._chooser = seat
                self._missing = (1 << SEATS) - 1
                self.tally.choices += 1
                self._sent = perf_counter()
                self.sockets[seat].send(message)
                return True
        self.tally.complain("a table asks nobody for a choice")
        return False

    def see(self, seat: int, number: int, frame: bytes, now: float) -> None:
        """Take note of a frame with the position."""
        self.tally.updates += 1
        self.numbers[seat] = number
        self.frames[seat] = frame
        bit = 1 << seat
        if self._missing & bit and number > self._answered:
            self._missing ^= bit
            if seat != self._chooser:
                self.tally.latencies.append(now - self._sent)

    def give_up(self) -> int:
        """Stop waiting for the last choice, and say how many seats have not seen it.

        Opponents among them count as if they saw it now: leaving out the slowest of all would make
        the figures look better.
        """
        waited = perf_counter() - self._sent
        missing, self._missing = self._missing, 0
        opponents = (missing & ~(1 << self._chooser)).bit_count() if missing else 0
        self.tally.latencies.extend([waited] * opponents)
        return missing.bit_count()

    def disconnect(self) -> None:
        """Drop the sockets."""
        for socket in self.sockets:
            socket.drop()
        self.sockets = []


class Peer(Protocol):
    """A server under load."""

    name: str
    tally: Tally

    async def start(self) -> ServerProcess:
        """Start the server."""

    async def make_tables(self, count: int) -> list[LoadTable]:
        """Create that many running games with four players each, not connected yet."""

    async def stop(self) -> None:
        """End the server, if it was started."""

    def collect_garbage(self) -> None:
        """Have the server give back unused memory, if it can be asked to."""

    def describe(self) -> dict[str, str]:
        """Versions, for the results."""
