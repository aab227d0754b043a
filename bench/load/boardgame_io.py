"""boardgame.io as the reference: the same clients and tables, and a game in which players count.

Its sockets speak socket.io 4 over engine.io 4, of which five kinds of packets are needed:
`0` open, `2`/`3` ping and pong, `40` join a namespace, `42` an event.
"""

import asyncio
import json
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

from platformdirs import user_cache_path

from bench.load.failures import LoadFailure
from bench.load.peer import SEATS, LoadTable, Tally
from bench.load.processes import LOOPBACK, ServerProcess, free_port
from bench.load.requests import Connection, for_each
from bench.load.websocket import WebSocket
from build_ui import Node, find_node

VERSION = "0.50.2"
# Newer versions of koa-compose copy the handlers too early for boardgame.io: the lobby is silent.
PACKAGE = {"private": True, "overrides": {"koa-compose": "4.1.0"}}
SCRIPT = Path(__file__).with_name("boardgame_io.cjs")
INSTALL_TIMEOUT = 180.0
SYNC_TIMEOUT = 30.0
GAME = "load"
SOCKET_PATH = "/socket.io/?EIO=4&transport=websocket"
JOINED = f"40/{GAME},".encode()
EVENT = f"42/{GAME},".encode()
STATE_NUMBER = b'"_stateID":'
TURN = b'"currentPlayer":"'


class BoardgameTable(LoadTable):
    """A match of the counting game."""

    __slots__ = ("_credentials", "_match", "_port", "_synced")

    def __init__(self, tally: Tally, port: int, match: str, credentials: list[str]) -> None:
        super().__init__(tally)
        self._port = port
        self._match = match
        self._credentials = credentials
        self._synced = asyncio.Event()

    async def connect(self) -> None:
        """Open the sockets; on each, join the game's namespace and ask for the position."""
        for seat in range(SEATS):
            socket = WebSocket(partial(self._receive, seat), self.tally.complain)
            self.sockets.append(socket)
            await socket.open(LOOPBACK, self._port, SOCKET_PATH, {})
        try:
            async with asyncio.timeout(SYNC_TIMEOUT):
                await self._synced.wait()
        except TimeoutError as error:
            raise LoadFailure(f"match {self._match}: no position came") from error

    def answer(self, seat: int, frame: bytes) -> bytes | None:
        """Count one up, if it is that seat's turn."""
        at = frame.find(TURN) + len(TURN)
        if frame[at : at + 1] != b"%d" % seat:
            return None
        credentials = self._credentials[seat]
        return (
            f'42/{GAME},["update",{{"type":"MAKE_MOVE","payload":{{"type":"count","args":[],'
            f'"playerID":"{seat}","credentials":"{credentials}"}}}},'
            f'{self.numbers[seat]},"{self._match}","{seat}"]'
        ).encode()

    def _receive(self, seat: int, text: bytes, now: float) -> None:
        """Sort a packet of engine.io."""
        if text.startswith(EVENT):
            event = text[len(EVENT) + 2 : len(EVENT) + 8]
            if event == b"update":
                self.see(seat, number_after(STATE_NUMBER, text), text, now)
            elif event == b'sync",':
                self._take_position(seat, text)
        elif text == b"2":
            self.sockets[seat].send(b"3")
        elif text.startswith(b"0"):
            self.sockets[seat].send(JOINED)
        elif text.startswith(JOINED):
            ask = ["sync", self._match, str(seat), self._credentials[seat], SEATS]
            self.sockets[seat].send(EVENT + json.dumps(ask).encode())
        else:
            self.tally.complain(text[:200].decode(errors="replace"))

    def _take_position(self, seat: int, text: bytes) -> None:
        """Keep the first position a seat gets."""
        state = json.loads(text[len(EVENT) :])[2]["state"]
        self.numbers[seat] = state["_stateID"]
        self.frames[seat] = json.dumps(state, separators=(",", ":")).encode()
        if min(self.numbers) >= 0:
            self._synced.set()


class BoardgamePeer:
    """A boardgame.io server with its tables in memory, its default."""

    name = "boardgame.io"

    def __init__(self, folder: Path) -> None:
        self.tally = Tally()
        self._folder = folder
        self._server: ServerProcess | None = None
        self._port = 0

    async def start(self) -> ServerProcess:
        """Install it once into the user's cache, and start it."""
        node = need_node()
        place = await asyncio.to_thread(install, node)
        self._port = free_port()
        self._server = ServerProcess(
            [str(node.folder / "node"), "--expose-gc", str(SCRIPT), str(self._port)],
            self._port,
            {"NODE_ENV": "production"},
            self._folder / "boardgame.io.log",
            place,
        )
        await self._server.start()
        return self._server

    async def make_tables(self, count: int) -> list[LoadTable]:
        """Create matches over the lobby's API and join all their seats."""

        async def make(connection: Connection, _: int) -> LoadTable:
            made = await connection.post(f"/games/{GAME}/create", {"numPlayers": SEATS})
            match = made["matchID"]
            credentials = []
            for seat in range(SEATS):
                body = {"playerID": str(seat), "playerName": f"player {seat}"}
                joined = await connection.post(f"/games/{GAME}/{match}/join", body)
                credentials.append(joined["playerCredentials"])
            return BoardgameTable(self.tally, self._port, match, credentials)

        return await for_each(LOOPBACK, self._port, range(count), make)

    async def stop(self) -> None:
        """End the server, if it was started."""
        if self._server is not None:
            await self._server.stop()

    def collect_garbage(self) -> None:
        """Run Node's garbage collector."""
        assert self._server is not None
        self._server.signal(signal.SIGUSR2)

    def describe(self) -> dict[str, str]:
        """Versions of what was measured."""
        packages = ("boardgame.io", "socket.io", "ws")
        found = {name: installed_version(cache_folder(), name) for name in packages}
        line = [str(need_node().folder / "node"), "--version"]
        version = subprocess.run(line, capture_output=True, text=True, check=True).stdout
        return {**found, "node": version.strip()}


def number_after(key: bytes, text: bytes) -> int:
    """The whole number that follows the first such key."""
    start = end = text.find(key) + len(key)
    while text[end : end + 1].isdigit():
        end += 1
    return int(text[start:end])


def cache_folder() -> Path:
    """Where boardgame.io is installed, outside the checkout."""
    return user_cache_path("elgrande") / f"boardgame.io-{VERSION}"


def installed_version(folder: Path, package: str) -> str:
    """The version of an installed package."""
    text = (folder / "node_modules" / package / "package.json").read_text(encoding="utf-8")
    version: str = json.loads(text)["version"]
    return version


def need_node() -> Node:
    """The Node that runs it, which also builds the pages; LoadFailure if there is none."""
    node = find_node()
    if node is None:
        raise LoadFailure("Node.js and npm are not installed, so boardgame.io is left out.")
    return node


def install(node: Node) -> Path:
    """Install boardgame.io unless it is already there."""
    place = cache_folder()
    if (place / "installed").exists():
        return place
    place.mkdir(parents=True, exist_ok=True)
    (place / "package.json").write_text(json.dumps(PACKAGE), encoding="utf-8")
    command = [*node.npm, "install", "--no-audit", "--no-fund", "--ignore-scripts"]
    try:
        subprocess.run(
            [*command, f"boardgame.io@{VERSION}"],
            cwd=place,
            env={**node.environment(), "npm_config_update_notifier": "false"},
            capture_output=True,
            timeout=INSTALL_TIMEOUT,
            check=True,
        )
    except (subprocess.SubprocessError, OSError) as error:
        raise LoadFailure(f"boardgame.io could not be installed by npm: {error}") from error
    (place / "installed").touch()
    return place


if __name__ == "__main__":
    # Part of the set-up for `make proofs`.
    try:
        install(need_node())
    except LoadFailure as failure:
        sys.exit(f"elgrande: {failure}")
