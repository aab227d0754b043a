"""Thousands of HTTP requests over a few keep-alive connections, to set up tables quickly."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

from bench.load.failures import LoadFailure

REQUEST_TIMEOUT = 60.0
# Enough to keep a server of one process busy, and to let it share commits.
CONNECTIONS = 16

Item = TypeVar("Item")
Result = TypeVar("Result")


class Connection:
    """One keep-alive HTTP/1.1 connection with JSON in and out."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: object, token: str | None = None) -> Any:
        """Send JSON and return the JSON of the answer; None for an empty one."""
        return await self._request("POST", path, json.dumps(body).encode(), token)

    async def get(self, path: str, token: str | None = None) -> Any:
        """Return the JSON found there."""
        return await self._request("GET", path, b"", token)

    async def ask(
        self, method: str, path: str, body: object = None, token: str | None = None
    ) -> tuple[int, Any]:
        """The status and the JSON of the answer to any request, refused or not."""
        sent = b"" if body is None else json.dumps(body).encode()
        status, answer = await self._send(method, path, sent, token)
        return status, json.loads(answer) if answer else None

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()

    async def _request(self, method: str, path: str, body: bytes, token: str | None) -> Any:
        status, answer = await self._send(method, path, body, token)
        if not 200 <= status < 300:
            raise LoadFailure(f"{method} {path}: {status} {answer[:300].decode()}")
        return json.loads(answer) if answer else None

    async def _send(
        self, method: str, path: str, body: bytes, token: str | None
    ) -> tuple[int, bytes]:
        """One request and its answer, in time."""
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT):
                return await self._exchange(method, path, body, token)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            raise LoadFailure(f"{method} {path}: {error or 'no answer'}") from error

    async def _exchange(
        self, method: str, path: str, body: bytes, token: str | None
    ) -> tuple[int, bytes]:
        """One request and its answer: the status and the body."""
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self._host}:{self._port}"]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        first, *fields = (await self._reader.readuntil(b"\r\n\r\n")).decode().splitlines()
        headers = {
            name.strip().lower(): value.strip()
            for name, _, value in (field.partition(":") for field in fields)
        }
        status = int(first.split()[1])
        return status, await self._reader.readexactly(int(headers.get("content-length", 0)))


async def for_each(
    host: str,
    port: int,
    items: Iterable[Item],
    work: Callable[[Connection, Item], Awaitable[Result]],
) -> list[Result]:
    """Do the work for every item, several at a time; the results in the order of the items."""
    waiting = list(enumerate(items))
    results: dict[int, Result] = {}

    async def labour() -> None:
        connection = Connection(host, port)
        try:
            while waiting:
                position, item = waiting.pop()
                results[position] = await work(connection, item)
        finally:
            connection.close()

    labours = [asyncio.ensure_future(labour()) for _ in range(min(CONNECTIONS, len(waiting)))]
    try:
        await asyncio.gather(*labours)
    finally:
        for task in labours:
            task.cancel()
    return [results[position] for position in sorted(results)]
