"""The client's end of a WebSocket, with only what the load needs, so that it costs almost nothing.

Client and server share the machine: every microsecond spent here is taken from the server. So
frames are cut out of the bytes as they arrive, and parsing them is left to the caller.
"""

import asyncio
import base64
import os
import struct
import zlib
from collections.abc import Callable
from time import perf_counter
from typing import cast

from bench.load.failures import LoadFailure

CONNECT_TIMEOUT = 30.0
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL, COMPRESSED = 0x80, 0x40
# What senders leave out at the end of each compressed message.
DEFLATE_TAIL = b"\x00\x00\xff\xff"
# Masks protect proxies from hostile pages. On loopback a mask of zeros, which changes nothing, will
# do.
NO_MASK = b"\x00\x00\x00\x00"

Receiver = Callable[[bytes, float], None]


class WebSocket(asyncio.Protocol):
    """One open socket: text out by `send`, text in by a call with its moment of arrival."""

    __slots__ = ("_inflate", "_lost", "_opened", "_receive", "_rest", "_transport", "received")

    def __init__(self, receive: Receiver, lost: Callable[[str], None]) -> None:
        self._receive = receive
        self._lost: Callable[[str], None] | None = lost
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] | None = asyncio.get_running_loop().create_future()
        self._inflate: Callable[[bytes], bytes] | None = None
        self.received = 0

    async def open(self, host: str, port: int, path: str, headers: dict[str, str]) -> None:
        """Connect and shake hands."""
        opened = self._opened
        assert opened is not None
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                transport, _ = await loop.create_connection(lambda: self, host, port)
                transport.write(handshake(host, port, path, headers))
                await opened
        except (OSError, TimeoutError) as error:
            self.drop()
            raise LoadFailure(f"{path}: {error or 'no answer'}") from error

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport to write to."""
        # Transports of uvloop are not derived from the class that describes them.
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Report it if it was not expected."""
        self._fail("the connection was lost" + (f": {error}" if error else ""))

    def data_received(self, data: bytes) -> None:
        """Cut frames out of the received bytes."""
        now = perf_counter()
        self.received += len(data)
        if self._rest:
            data = self._rest + data
        start = 0
        if self._opened is not None:
            start = self._read_handshake(data)
        size = len(data)
        while size - start >= 2:
            length = data[start + 1]
            body = start + 2
            if length == 126:
                body += 2
                length = int.from_bytes(data[start + 2 : body], "big")
            elif length == 127:
                body += 8
                length = int.from_bytes(data[start + 2 : body], "big")
            end = body + length
            if end > size or body > size:
                break
            self._take(data[start], data[body:end], now)
            start = end
        self._rest = data[start:] if start else data

    def send(self, text: bytes) -> None:
        """Send one short text."""
        self._write(TEXT, text)

    def drop(self) -> None:
        """End it without saying goodbye; the server notices."""
        self._lost = None
        if self._transport is not None:
            self._transport.abort()

    def _write(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        if size < 126:
            head = bytes((FINAL | kind, 0x80 | size))
        else:
            head = struct.pack(">BBH", FINAL | kind, 0x80 | 126, size)
        self._transport.write(head + NO_MASK + payload)

    def _read_handshake(self, data: bytes) -> int:
        """Where the frames begin, once the server's answer is complete."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        opened, self._opened = self._opened, None
        assert opened is not None
        head = data[:end].lower()
        if not head.startswith(b"http/1.1 101"):
            self._lost = None
            if not opened.done():
                opened.set_exception(LoadFailure(data[:300].decode(errors="replace")))
            return len(data)
        if b"permessage-deflate" in head:
            self._inflate = inflater(keep_window=b"server_no_context_takeover" not in head)
        if not opened.done():
            opened.set_result(None)
        return end + 4

    def _take(self, head: int, payload: bytes, now: float) -> None:
        """Deal with one frame."""
        kind = head & 0x0F
        if not head & FINAL:
            self._fail("the server sent a message in pieces, which this client does not read")
        elif kind == TEXT:
            if head & COMPRESSED and self._inflate is not None:
                payload = self._inflate(payload)
            self._receive(payload, now)
        elif kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            self._fail(f"the server closed: {payload[2:].decode(errors='replace')}")

    def _fail(self, why: str) -> None:
        """Report once that this socket is no longer usable."""
        if self._opened is not None and not self._opened.done():
            self._opened.set_exception(LoadFailure(why))
        lost, self._lost = self._lost, None
        if lost is not None:
            lost(why)


def handshake(host: str, port: int, path: str, headers: dict[str, str]) -> bytes:
    """The request that opens a socket; compression is offered, as every browser does."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def inflater(keep_window: bool) -> Callable[[bytes], bytes]:
    """A function that unpacks one message after another."""
    shared = zlib.decompressobj(-zlib.MAX_WBITS)

    def inflate(payload: bytes) -> bytes:
        reader = shared if keep_window else zlib.decompressobj(-zlib.MAX_WBITS)
        return reader.decompress(payload + DEFLATE_TAIL)

    return inflate
