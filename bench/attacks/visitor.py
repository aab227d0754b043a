"""Somebody who talks to a server knowing only docs/program/protocol.md."""

import asyncio
import json
from time import perf_counter
from typing import Any, NamedTuple

from bench.load.failures import LoadFailure
from bench.load.requests import Connection
from bench.load.websocket import WebSocket

# How long an answer may take before it counts as missing.
PATIENCE = 20.0


class Answer(NamedTuple):
    """The outcome of a request."""

    status: int
    body: Any

    @property
    def accepted(self) -> bool:
        """Whether the server did as it was asked."""
        return 200 <= self.status < 300

    def __str__(self) -> str:
        code = self.body.get("error", "") if isinstance(self.body, dict) else ""
        return f"{self.status} {code}".strip()


class Visitor:
    """One client with its token, a keep-alive connection and its sockets."""

    def __init__(self, host: str, port: int, token: str | None = None) -> None:
        self.token = token
        self.id = ""
        self.name = ""
        self._host = host
        self._port = port
        self._connection = Connection(host, port)
        self._sockets: list[TableSocket] = []

    async def ask(self, method: str, path: str, body: object = None) -> Answer:
        """One request, whatever its answer."""
        try:
            return Answer(*await self._connection.ask(method, path, body, self.token))
        except LoadFailure:
            self._connection.close()
            self._connection = Connection(self._host, self._port)
            raise

    async def must(self, method: str, path: str, body: object = None) -> Any:
        """A request without which the attack cannot go on; the JSON of its answer."""
        answer = await self.ask(method, path, body)
        if not answer.accepted:
            raise LoadFailure(f"{method} {path}: {answer.status} {answer.body}")
        return answer.body

    async def follow(self, table: str, seat: int | None) -> "TableSocket":
        """A socket of a table, after its first state."""
        socket = TableSocket()
        self._sockets.append(socket)
        where = "none" if seat is None else seat
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        path = f"/api/tables/{table}/socket?seat={where}"
        await socket.open(self._host, self._port, path, headers)
        return socket

    async def play_once(self, table: str, seat: int) -> bool:
        """Make the first choice and confirm it; False if the seat is not asked."""
        state = await self.must("GET", f"/api/tables/{table}/state?seat={seat}")
        chosen = first_choice(state)
        if chosen is None:
            return False
        await self.must("POST", f"/api/tables/{table}/choices", chosen)
        return True

    def leave(self) -> None:
        """Close everything without saying goodbye."""
        self._connection.close()
        while self._sockets:
            self._sockets.pop().drop()


class TableSocket:
    """An open socket that remembers its newest state and when it was closed."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {}
        self.states = 0
        self.closed_at: float | None = None
        self.closed_because = ""
        self._answers: dict[str, dict[str, Any]] = {}
        self._refusal: dict[str, Any] | None = None
        self._news = asyncio.Event()
        self._asked = 0
        self._socket = WebSocket(self._receive, self._lose)

    async def open(self, host: str, port: int, path: str, headers: dict[str, str]) -> None:
        """Connect and wait for the first state."""
        await self._socket.open(host, port, path, headers)
        await self.wait_until(lambda: bool(self.state) or self.closed)
        if not self.state:
            raise LoadFailure(f"{path}: {self._refusal or self.closed_because or 'no state came'}")

    @property
    def closed(self) -> bool:
        """Whether the server, or the network, has closed it."""
        return self.closed_at is not None

    async def say(self, kind: str, seconds: float = PATIENCE, **fields: Any) -> dict[str, Any]:
        """Send a frame and return its answer; `{}` if none came or the socket was closed."""
        if self.closed:
            return {}
        self._asked += 1
        name = f"a{self._asked}"
        self._socket.send(json.dumps({"type": kind, "id": name, **fields}).encode())
        await self.wait_until(lambda: name in self._answers or self.closed, seconds)
        return self._answers.pop(name, {})

    async def wait_until(self, condition: Any, seconds: float = PATIENCE) -> bool:
        """Whether the condition came true in time; it is looked at after every frame."""
        deadline = perf_counter() + seconds
        while not condition():
            left = deadline - perf_counter()
            if left <= 0:
                return False
            self._news.clear()
            try:
                async with asyncio.timeout(left):
                    await self._news.wait()
            except TimeoutError:
                return bool(condition())
        return True

    def drop(self) -> None:
        """End it without saying goodbye."""
        self._socket.drop()

    def _receive(self, text: bytes, now: float) -> None:
        frame = json.loads(text)
        if frame["type"] == "state":
            self.state = frame
            self.states += 1
        elif frame.get("id") is not None:
            self._answers[frame["id"]] = frame
        elif frame["type"] == "error":
            self._refusal = frame
        self._news.set()

    def _lose(self, why: str) -> None:
        self.closed_at = perf_counter()
        self.closed_because = why
        self._news.set()


def first_choice(state: dict[str, Any]) -> dict[str, Any] | None:
    """The body that answers a state's question with its first choice, confirmed."""
    view = state["view"]
    if not view or not view["choices"]:
        return None
    choice = view["choices"][0]["choice"]
    return {"seat": state["seat"], "step": view["step"], "choice": choice, "confirm": True}
