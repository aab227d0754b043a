"""A fuzzer over the frames of sockets: whatever comes, no mistake of ours, no hang, no growth.

While it is done somebody else's games at the same server go on to their end, undisturbed.
"""

import asyncio
import json
import random
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from elgrande.server import run
from elgrande.server.settings import ServerSettings
from elgrande.server.web import uvicorn_limits
from tests.support.clients import Person, SeatClient, come_in, open_table
from tests.support.server import NO_LIMITS, ServerProcess, serving, serving_here, sqlite_url

pytestmark = pytest.mark.proof

LARGEST = 16 * 1024
RATE = 3000  # frames in ten seconds; who plays a game needs fewer
LIMITS = [limit for limit in NO_LIMITS if not limit.startswith("frames=")]
SECONDS = 20.0
MEGABYTE = 1_000_000
# What stands in the place of every field in turn.
ODD_VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    5,
    256,
    2**53 + 1,
    2**63,
    -(2**64),
    10**300,
    1.5,
    1e308,
    "",
    "0",
    "\x00",
    "\u202e",
    "x" * 1000,
    [],
    [[]],
    {},
    {"seat": 0},
]
FRAMES: dict[str, dict[str, Any]] = {
    "choose": {"seat": 0, "step": 2, "choice": 255, "confirm": False},
    "confirm": {"seat": 0, "step": 2},
    "take_back": {"seat": 0, "step": 2, "whole": True},
    "ask_undo": {"seat": 0, "to": 0},
    "answer_undo": {"seat": 0, "request": 2, "agree": False},
    "chat": {"text": "hello", "key": "k"},
    "look": {"seat": 0},
    "ping": {},
}
NOT_FRAMES: list[str | bytes] = [
    "",
    " ",
    "null",
    "0",
    '"ping"',
    "[]",
    "{}",
    "{",
    '{"type": "ping"',
    '{"type": "ping"}}',
    '{"type": "PING"}',
    '{"type": ["ping"]}',
    '{"type": null}',
    '{"type": "state"}',
    '{"type": "done", "id": null, "number": 3}',
    '{"type": "ping", "type": "chat"}',
    '{"type": "chat", "text": "\\ud800"}',
    '{"type": "ping", "id": NaN}',
    "[" * 8000,
    '{"type":' * 2000,
    '{"a":[' * 2000 + "]}" * 2000,
    "9" * 16_000,
    '{"type": "choose", "seat": ' + "9" * 5000 + "}",
    "\ufeff" + '{"type": "ping"}',
    b"",
    b'{"type": "ping"}',
    b"\xff" * 1000,
]
Attack = Callable[[Person, str], Awaitable[None]]


def spoilt_frames() -> list[str]:
    """Every type of frame with a field missing, one too many, or an odd value in each."""
    spoilt = []
    for kind, fields in FRAMES.items():
        whole = {"type": kind, "id": "a", **fields}
        spoilt.append({**whole, "more": 1})
        for name in (*fields, "id"):
            spoilt.append({key: value for key, value in whole.items() if key != name})
            spoilt += [{**whole, name: odd} for odd in ODD_VALUES]
    return [json.dumps(frame) for frame in spoilt]


@asynccontextmanager
async def socket_of(person: Person, table: str, **more: Any) -> AsyncIterator[ClientConnection]:
    """A socket at a table, after its first state."""
    url = f"{person.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with websockets.connect(
        url,
        additional_headers=person.headers,
        compression=None,
        ping_interval=None,
        close_timeout=2,
        **more,
    ) as opened:
        assert json.loads(await opened.recv())["type"] == "state"
        yield opened


async def until_pong(socket: ClientConnection, name: str) -> list[dict[str, Any]]:
    """All that is answered before the answer to a ping."""
    await socket.send(json.dumps({"type": "ping", "id": name}))
    answers: list[dict[str, Any]] = []
    async with asyncio.timeout(SECONDS):
        async for text in socket:
            frame = json.loads(text)
            if frame["type"] == "pong" and frame["id"] == name:
                return answers
            answers.append(frame)
    raise AssertionError(f"closed with {socket.close_code}")


async def close_code(socket: ClientConnection) -> int | None:
    """Read on until the server closes, and say with which code it did."""
    async with asyncio.timeout(SECONDS):
        with suppress(ConnectionClosed):
            while True:
                await socket.recv()
    return socket.close_code


def check_answers(sent: str | bytes, answers: list[dict[str, Any]]) -> None:
    """One frame is answered once, beside states; and a refusal has a sentence and a status."""
    said = [frame for frame in answers if frame["type"] != "state"]
    assert len(said) == 1, (sent[:100], said)
    assert said[0]["type"] in ("done", "error", "pong"), (sent[:100], said)
    if said[0]["type"] == "error":
        assert 400 <= said[0]["status"] < 500, (sent[:100], said)
        assert said[0]["error"] != "internal", (sent[:100], said)
        assert re.fullmatch(r"\w[^\n`$]{5,300}\.", said[0]["detail"]), said


# The attacks. Each comes from a guest of its own, at a table of its own.


async def send_spoilt_frames(person: Person, table: str) -> None:
    frames: list[str | bytes] = [*spoilt_frames(), *NOT_FRAMES]
    random.Random(4).shuffle(frames)
    async with socket_of(person, table) as socket:
        for index, frame in enumerate(frames):
            await socket.send(frame)
            check_answers(frame, await until_pong(socket, f"p{index}"))


async def send_random_bytes(person: Person, table: str) -> None:
    luck = random.Random(5)
    samples = [json.dumps({"type": kind, **fields}) for kind, fields in FRAMES.items()]
    async with socket_of(person, table) as socket:
        for index in range(300):
            text = list(luck.choice(samples))
            for _ in range(luck.randrange(1, 5)):
                text[luck.randrange(len(text))] = chr(
                    luck.choice([0, 34, 44, 57, 92, 123, 0x10FFFF])
                )
            await socket.send("".join(text))
            check_answers("".join(text), await until_pong(socket, f"p{index}"))


async def send_large_and_broken_frames(person: Person, table: str) -> None:
    """Too large, in pieces, no text, against the protocol: closed with the code of each."""
    text = '{"type": "chat", "text": "' + "x" * LARGEST + '"}'
    async with socket_of(person, table) as socket:
        await socket.send(text[:LARGEST])  # as large as can be: read, and refused
        check_answers(text, await until_pong(socket, "p"))
        await socket.send(['{"type": "pi', 'ng", "id"', ': "pieces"}'])
        assert [frame["id"] for frame in await until_pong(socket, "q")] == ["pieces"]
    for large in (text[: LARGEST + 1], b"x" * (LARGEST + 1)):
        async with socket_of(person, table) as socket:
            await socket.send(large)
            assert await close_code(socket) == 1009
    broken: list[tuple[bytes, int]] = [
        (Frame(Opcode.TEXT, b'{"type": "\xff\xfe"}').serialize(mask=True), 1007),
        (Frame(Opcode.TEXT, b"\xed\xa0\x80").serialize(mask=True), 1007),
        (Frame(Opcode.CONT, b"{}").serialize(mask=True), 1002),
        (b"\xc1\x82\x00\x00\x00\x00{}", 1002),  # a bit that means nothing
        (Frame(Opcode.TEXT, b"{}").serialize(mask=False), 1002),
        (b"\x83\x80\x00\x00\x00\x00", 1002),  # an opcode that there is not
        (b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"\x00" * 4, 1009),  # 2**63 bytes are to come
        (b"GET / HTTP/1.1\r\n\r\n", 1002),
        (pieces(b"x" * 9000, 2), 1009),
        (pieces(b"x", 2000), 1009),
        (pieces(b"", 3000), 1009),
    ]
    for data, code in broken:
        async with socket_of(person, table) as socket:
            socket.transport.write(data)
            assert await close_code(socket) == code, data


def pieces(data: bytes, count: int) -> bytes:
    """A message that comes in so many fragments and has no end yet."""
    first = Frame(Opcode.TEXT, data, fin=False).serialize(mask=True)
    return first + Frame(Opcode.CONT, data, fin=False).serialize(mask=True) * (count - 1)


async def send_too_many_frames(person: Person, table: str) -> None:
    """First each is answered, then they are refused, then it is closed."""
    async with socket_of(person, table) as socket:
        answers: list[dict[str, Any]] = []

        async def read() -> None:
            with suppress(ConnectionClosed):
                while True:
                    answers.append(json.loads(await socket.recv()))

        reading = asyncio.create_task(read())
        with suppress(ConnectionClosed):
            for index in range(RATE * 3):
                await socket.send(json.dumps({"type": "ping", "id": str(index)}))
        async with asyncio.timeout(SECONDS):
            await reading
        assert socket.close_code == 4429
    kinds = [answer["type"] for answer in answers]
    assert kinds.count("pong") >= RATE
    assert {answer["error"] for answer in answers if answer["type"] == "error"} == {"too_fast"}


async def send_nothing_that_can_be_read(person: Person, table: str) -> None:
    async with socket_of(person, table) as socket:
        with suppress(ConnectionClosed):
            for _ in range(100):
                await socket.send("{")
        assert await close_code(socket) == 4429


async def flood_with_pings(person: Person, table: str) -> None:
    async with socket_of(person, table) as socket:
        for _ in range(3000):
            await socket.ping()
        await until_pong(socket, "after")


async def flood_with_pings_and_read_nothing(person: Person, table: str) -> None:
    """What is answered and never read is not kept: the connection ends."""
    ping = Frame(Opcode.PING, b"x" * 125).serialize(mask=True) * 500
    async with socket_of(person, table) as socket:
        socket.transport.pause_reading()
        async with asyncio.timeout(SECONDS):
            for _ in range(4000):  # more than all buffers between us
                if socket.transport.is_closing():
                    break
                socket.transport.write(ping)
                while socket.transport.get_write_buffer_size() > MEGABYTE:
                    await asyncio.sleep(0.005)
                    if socket.transport.is_closing():
                        break
                await asyncio.sleep(0)
            assert socket.transport.is_closing()


async def open_and_drop_sockets(person: Person, table: str) -> None:
    for _ in range(8):
        async with asyncio.timeout(SECONDS):
            await asyncio.gather(*(_open_and_drop(person, table, index) for index in range(30)))


async def _open_and_drop(person: Person, table: str, index: int) -> None:
    async with socket_of(person, table) as socket:
        if index % 3 == 0:
            socket.transport.abort()
        elif index % 3 == 1:
            await socket.send('{"type": "look", "seat": 0}')
            socket.transport.abort()


async def shake_half_a_hand(person: Person, table: str) -> None:
    """Connections that end, or stay, in the middle of the wish for a socket."""
    address = urlsplit(person.url)
    head = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
    upgrade = "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    heads = [head, head + upgrade, head + upgrade + key, head + upgrade + "\r\n", head * 3 + "\r\n"]
    heads += [head + upgrade + "Sec-WebSocket-Key: short\r\n\r\n", head + upgrade + key + "\r\n"]
    writers = []
    for index in range(100):
        _, writer = await asyncio.open_connection(address.hostname, address.port)
        writer.write(heads[index % len(heads)].encode())
        writers.append(writer)
    await asyncio.sleep(0.2)
    for writer in writers:
        writer.transport.abort()


async def ask_for_what_there_is_not(person: Person, table: str) -> None:
    stranger = Person(person.http, person.url, "nobody", "a.b")
    wishes = [(stranger, table, "", 401), (stranger, "nowhere", "", 401)]
    wishes += [(person, name, "", 404) for name in ("nowhere", "%00", "x" * 300, "%f0%9f%91%91")]
    wishes += [(person, table, "?seat=4", 404)]
    for asked in ("seat=7", "seat=-1", "seat=", "seat=%ff", "seat=1e1", "language=fr", "language="):
        wishes.append((person, table, f"?{asked}", 400))
    for who, name, query, status in wishes:
        address = f"{who.url.replace('http', 'ws', 1)}/api/tables/{name}/socket{query}"
        async with websockets.connect(address, additional_headers=who.headers) as socket:
            refused = json.loads(await socket.recv())
            assert (refused["type"], refused["status"]) == ("error", status), (query, refused)
            assert await close_code(socket) == 4000 + status


ATTACKS: list[Attack] = [
    send_spoilt_frames,
    send_random_bytes,
    send_large_and_broken_frames,
    send_too_many_frames,
    send_nothing_that_can_be_read,
    flood_with_pings,
    flood_with_pings_and_read_nothing,
    open_and_drop_sockets,
    shake_half_a_hand,
    ask_for_what_there_is_not,
]


async def figures(http: httpx.AsyncClient, url: str) -> dict[str, float]:
    """What the server says of itself."""
    text = (await http.get(f"{url}/metrics")).text
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


async def until_no_socket_is_left(http: httpx.AsyncClient, url: str) -> dict[str, float]:
    async with asyncio.timeout(SECONDS):
        while (found := await figures(http, url))["elgrande_sockets"]:
            await asyncio.sleep(0.1)
    return found


async def attack_once(http: httpx.AsyncClient, url: str, attack: Attack) -> None:
    person = await come_in(http, url, "Mallory")
    table = await open_table([person], ["me", "hotseat"])
    await attack(person, table)


async def play_until(done: asyncio.Event, ana: Person, ben: Person) -> list[SeatClient]:
    """Games of two people one after the other, the last one begun before it is done."""
    clients: list[SeatClient] = []
    while not done.is_set():
        table = await open_table([ana, ben], ["me", "invite"], {"short": True})
        both = [SeatClient(ana, table, seed=1), SeatClient(ben, table, seed=2)]
        clients += both
        ends = await asyncio.gather(*(client.play(90) for client in both))
        assert [end["table"]["state"] for end in ends] == ["finished"] * 2
    return clients


async def attack_while_others_play(url: str) -> None:
    async with httpx.AsyncClient(timeout=30) as http:
        ana, ben = await come_in(http, url, "Ana"), await come_in(http, url, "Ben")
        for attack in ATTACKS:  # what grows only once, grows now
            await attack_once(http, url, attack)
        before = await until_no_socket_is_left(http, url)
        done = asyncio.Event()
        playing = asyncio.create_task(play_until(done, ana, ben))
        try:
            for attack in ATTACKS:
                await attack_once(http, url, attack)
        finally:
            done.set()
            clients = await playing
        after = await until_no_socket_is_left(http, url)
        assert not any(client.errors for client in clients)
        assert len(clients) >= 2
        memory = "process_resident_memory_bytes"
        assert after[memory] - before[memory] < 25 * MEGABYTE
        assert after["process_open_fds"] <= before["process_open_fds"] + 5
        assert after['elgrande_errors_total{code="internal"}'] == 0


def test_whatever_sockets_send_the_games_of_others_go_on(tmp_path: Path) -> None:
    limits = [*LIMITS, f"frames={RATE}/10"]
    with serving(sqlite_url(tmp_path), limits=limits) as server:
        asyncio.run(attack_while_others_play(server.url))
        check_log(server)


def check_log(server: ServerProcess) -> None:
    """Nothing of this was a mistake of ours, and no client can fill the log with traces."""
    assert "Traceback" not in server.log()
    assert "internal" not in server.log()
    assert '"level": "error"' not in server.log()


# What is left in the memory of the server.


def test_of_sockets_that_are_gone_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "PING_SECONDS", 0.5)
    monkeypatch.setattr(run, "PONG_SECONDS", 0.5)
    monkeypatch.setattr(uvicorn_limits, "SECONDS_FOR_FAREWELL", 0.5)
    settings = ServerSettings(database_url=sqlite_url(tmp_path), rates={"frames": None})

    async def check() -> None:
        async with (
            serving_here(settings) as server,
            httpx.AsyncClient(timeout=30) as http,
        ):
            services = server.app.state.services
            person = await come_in(http, server.url, "Mallory")
            table = await open_table([person], ["me", "hotseat"])
            tasks = len(asyncio.all_tasks())
            await open_and_drop_sockets(person, table)
            await shake_half_a_hand(person, table)
            live = services.live_tables.tables[table]
            await read_nothing(person, table, lambda: not live.listeners)
            limits = services.limits
            async with asyncio.timeout(SECONDS):
                while live.listeners or len(asyncio.all_tasks()) > tasks:
                    await asyncio.sleep(0.05)
            assert [len(limits.sockets), len(limits.sockets_of_player)] == [0, 0]
            assert len(limits.sockets_of_address) == 0
            assert list(services.live_tables.tables) == [table]

    asyncio.run(check())


async def read_nothing(person: Person, table: str, is_gone: Callable[[], bool]) -> None:
    """A client that asks and asks and never reads is let go, also while it stays."""
    address = urlsplit(person.url)
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.setblocking(False)
    await asyncio.get_running_loop().sock_connect(small, (address.hostname, address.port))
    look = Frame(Opcode.TEXT, b'{"type": "look", "seat": 0}').serialize(mask=True)
    async with socket_of(person, table, sock=small) as reader:
        reader.transport.pause_reading()
        reader.transport.write(look * 2000)
        async with asyncio.timeout(SECONDS):
            while not is_gone():
                await asyncio.sleep(0.05)
        reader.transport.abort()
