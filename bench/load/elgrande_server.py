"""Our own server, as anybody would start it: one process and one SQLite file.

Only its limits per address are lifted, because all clients come from one. Frames are recognised by
their first bytes, and the few numbers needed are cut out of them: reading whole views would cost
the clients more than sending them costs the server.
"""

import asyncio
import platform
import random
import re
import sys
from functools import partial
from importlib.metadata import version
from pathlib import Path

import elgrande
from bench.load.failures import LoadFailure
from bench.load.peer import SEATS, LoadTable, Tally
from bench.load.processes import LOOPBACK, ServerProcess, free_port
from bench.load.requests import Connection, for_each
from bench.load.websocket import WebSocket
from elgrande.build_info import rules_are_compiled

VIEW_TIMEOUT = 30.0
LIFTED = (
    "requests_of_address=off",
    "new_players=off",
    "new_players_daily=off",
    "new_tables=off",
    "new_tables_daily=off",
    "new_tables_of_address=off",
    "new_tables_of_address_daily=off",
    "tables_of_guest=1000000",
    "actions_daily=off",
    "actions_of_address_daily=off",
    "sockets=1000000",
    "sockets_of_address=1000000",
)
STATE = b'{"type":"state"'
DONE = b'{"type":"done"'
NUMBER = re.compile(rb',"number":(\d+)')
STEP = re.compile(rb',"step":(\d+)')
CHOICES = b',"choices":[{'
CHOICE = re.compile(rb'\{"choice":(\d+)')


class ElgrandeTable(LoadTable):
    """A game of four players, each with their own socket and token."""

    __slots__ = ("_id", "_port", "_rng", "_shown", "_tokens")

    def __init__(self, tally: Tally, port: int, table: str, tokens: list[str]) -> None:
        super().__init__(tally)
        self._port = port
        self._id = table
        self._tokens = tokens
        self._rng = random.Random(table)
        self._shown = asyncio.Event()

    async def connect(self) -> None:
        """Open a socket for each seat; each begins with the whole view."""
        for seat, token in enumerate(self._tokens):
            socket = WebSocket(partial(self._receive, seat), self.tally.complain)
            self.sockets.append(socket)
            path = f"/api/tables/{self._id}/socket?seat={seat}"
            await socket.open(LOOPBACK, self._port, path, {"Authorization": f"Bearer {token}"})
        try:
            async with asyncio.timeout(VIEW_TIMEOUT):
                await self._shown.wait()
        except TimeoutError as error:
            raise LoadFailure(f"table {self._id}: no view came") from error

    def answer(self, seat: int, frame: bytes) -> bytes | None:
        """A random choice from those offered to the seat, confirmed at once."""
        at = frame.rfind(CHOICES)
        step = STEP.search(frame)
        if at < 0 or step is None:
            return None
        choice = self._rng.choice(CHOICE.findall(frame, at)).decode()
        return (
            f'{{"type":"choose","seat":{seat},"step":{step[1].decode()},'
            f'"choice":{choice},"confirm":true}}'
        ).encode()

    def _receive(self, seat: int, text: bytes, now: float) -> None:
        """Sort a frame of the server."""
        if text.startswith(STATE):
            number = NUMBER.search(text)
            assert number is not None
            self.see(seat, int(number[1]), text, now)
            if not self._shown.is_set() and min(self.numbers) >= 0:
                self._shown.set()
        elif not text.startswith(DONE):
            self.tally.complain(text[:300].decode(errors="replace"))


class ElgrandePeer:
    """`elgrande serve` with a new database in its own folder."""

    name = "elgrande"

    def __init__(self, folder: Path) -> None:
        self.tally = Tally()
        self._folder = folder
        self._server: ServerProcess | None = None
        self._port = 0

    async def start(self) -> ServerProcess:
        """Start it."""
        self._port = free_port()
        command = [sys.executable, "-m", "elgrande", "serve"]
        command += ["--host", LOOPBACK, "--port", str(self._port)]
        command += ["--database-url", f"sqlite:///{self._folder / 'elgrande.sqlite'}"]
        for limit in LIFTED:
            command += ["--limit", limit]
        log = self._folder / "elgrande.log"
        self._server = ServerProcess(command, self._port, {}, log, self._folder)
        await self._server.start()
        return self._server

    async def make_tables(self, count: int) -> list[LoadTable]:
        """Four new guests for each table: one opens it, the others join, and it starts."""

        async def make(connection: Connection, _: int) -> LoadTable:
            tokens = []
            for seat in range(SEATS):
                guest = await connection.post("/api/players", {"name": f"Player {seat}"})
                tokens.append(guest["token"])
            seats = [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]
            body = {"seats": seats, "public": True}
            opened = await connection.post("/api/tables", body, tokens[0])
            table = opened["table"]["id"]
            for seat in range(1, SEATS):
                await connection.post(f"/api/tables/{table}/join", {"seat": seat}, tokens[seat])
            return ElgrandeTable(self.tally, self._port, table, tokens)

        return await for_each(LOOPBACK, self._port, range(count), make)

    async def stop(self) -> None:
        """End the server, if it was started."""
        if self._server is not None:
            await self._server.stop()

    def collect_garbage(self) -> None:
        """Nothing: Python frees unused memory as it goes."""

    def describe(self) -> dict[str, str]:
        """Versions of what was measured."""
        packages = ("litestar", "uvicorn", "uvloop", "websockets", "msgspec", "sqlalchemy")
        return {
            "elgrande": elgrande.__version__,
            "rules": "compiled" if rules_are_compiled() else "interpreted",
            "python": platform.python_version(),
            **{package: version(package) for package in packages},
        }
