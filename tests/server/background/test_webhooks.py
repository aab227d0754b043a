"""Turn notices are signed, retried and given up, hold nobody up and call no address inside."""

import asyncio
import json
import logging
import ssl
import subprocess
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from elgrande.server.background import webhook_addresses, webhooks
from elgrande.server.background.webhook_addresses import check_webhook_url
from elgrande.server.background.webhooks import (
    PAUSES_MS,
    TOLERANCE_MS,
    Notices,
    new_webhook_secret,
    sign,
    turn_notice,
    verify,
)
from elgrande.server.errors import BadRequest, StorageDown
from elgrande.server.storage.rows import Change, Delivery, Player, Table
from elgrande.server.storage.store import Storage
from elgrande.server.timestamps import now_ms

SECRET = new_webhook_secret()
PATIENCE = 60.0


class Request(msgspec.Struct):
    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def notice(self) -> dict[str, object]:
        found = json.loads(self.body)
        assert isinstance(found, dict)
        return found


class Receiver:
    """A small HTTP server that keeps what it gets and answers with one status after the other.

    Instead of a status it can hang, hang up, redirect, or never come to an end, fast or slowly.
    """

    def __init__(self, *answers: int | str) -> None:
        self.answers = list(answers)
        self.got: list[Request] = []
        self.port = 0
        self.open = 0

    async def __aenter__(self) -> "Receiver":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open += 1
        try:
            await self._respond(reader, writer)
        except ConnectionError:
            pass
        finally:
            self.open -= 1
            writer.close()

    async def _respond(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        line, *rest = head.strip().split("\r\n")
        headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in rest)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.got.append(Request(line, headers, body))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if answer == "hang":
            await reader.read()  # until the other one has had enough
        elif answer == "endless":
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            while not writer.is_closing():
                writer.write(b"x" * 65536)
                await writer.drain()
        elif answer == "drip":
            while not writer.is_closing():
                writer.write(b"H")
                await writer.drain()
                await asyncio.sleep(0.05)
        elif answer == "elsewhere":
            writer.write(b"HTTP/1.1 307 Over there\r\nLocation: /other\r\n\r\n")
        elif answer != "hang up":
            writer.write(f"HTTP/1.1 {answer} So\r\nContent-Length: 2\r\n\r\nok".encode())
        await writer.drain()


class Store:
    """Notices and players in memory, claimed as in a database."""

    def __init__(self) -> None:
        self.deliveries: dict[str, Delivery] = {}
        self.players: dict[str, Player] = {}
        self.claims: Counter[str] = Counter()
        self.down = False

    def add_player(self, name: str, url: str | None) -> None:
        self.players[name] = Player(name, name, None, 0, 0, url, SECRET)

    def add(self, name: str, player: str = "ana", due: int = 0) -> None:
        body = turn_notice("t1", "Día de fiesta", 2, 12, "https://example.org/t1")
        self.deliveries[name] = Delivery(name, player, "t1", body, 0, due, "waiting")

    async def claim_deliveries(self, now: int, limit: int, lease_ms: int) -> list[Delivery]:
        if self.down:
            raise StorageDown("The database is gone.")
        await asyncio.sleep(0)
        due = [one for one in self.deliveries.values() if one.state == "waiting" and one.due <= now]
        found = sorted(due, key=lambda one: (one.due, one.id))[:limit]
        for one in found:
            one.due = now + lease_ms
            self.claims[one.id] += 1
        return [msgspec.structs.replace(one) for one in found]

    async def settle_delivery(self, delivery: Delivery) -> None:
        if self.down:
            raise StorageDown("The database is gone.")
        if self.deliveries[delivery.id].state == "waiting":
            self.deliveries[delivery.id] = delivery

    async def player(self, player_id: str) -> Player | None:
        return self.players.get(player_id)


async def all_got(receiver: Receiver, count: int) -> None:
    await until(lambda: len(receiver.got) >= count)
    assert len(receiver.got) == count


async def tried(store: Store, count: int) -> None:
    await until(lambda: store.deliveries["d1"].attempts == count)


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something to come true."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


@asynccontextmanager
async def sending(
    store: Store, pauses: Sequence[int] = PAUSES_MS, **settings: object
) -> AsyncIterator[Notices]:
    allowed = {"allow_private": True, **settings}
    notices = Notices(store, pauses=pauses, **allowed)  # type: ignore[arg-type]
    await notices.start()
    try:
        yield notices
    finally:
        await notices.close()


def states(store: Store) -> set[str]:
    return {delivery.state for delivery in store.deliveries.values()}


@pytest.fixture(autouse=True)
def watchful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "LOOK_SECONDS", 0.02)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "TIMEOUT_SECONDS", 0.7)


def delivered(*answers: int | str, pauses: Sequence[int] = (1, 1, 1)) -> tuple[Receiver, Store]:
    """What a receiver got and what is kept of a notice sent to it, when all is settled."""
    store, receiver = Store(), Receiver(*answers)

    async def main() -> None:
        async with receiver:
            store.add_player("ana", f"http://127.0.0.1:{receiver.port}/turn?x=1")
            store.add("d1")
            async with sending(store, pauses):
                await until(lambda: states(store) <= {"sent", "given_up"})
            await until(lambda: receiver.open == 0)

    asyncio.run(main())
    return receiver, store


def test_a_notice_is_sent_and_signed() -> None:
    before = now_ms()
    receiver, store = delivered(204)
    (got,) = receiver.got
    assert got.line == "POST /turn?x=1 HTTP/1.1"
    sent = got.notice.pop("sent")
    assert isinstance(sent, int)
    assert before <= sent <= now_ms()
    assert got.notice == {
        "event": "your_turn",
        "table": "t1",
        "title": "Día de fiesta",
        "seat": 2,
        "step": 12,
        "url": "https://example.org/t1",
        "sent": sent,
    }
    assert got.headers["x-elgrande-delivery"] == "d1"
    assert got.headers["content-type"] == "application/json"
    assert got.headers["host"] == f"127.0.0.1:{receiver.port}"
    assert got.headers["user-agent"] == "elgrande"
    timestamp, signature = (
        got.headers["x-elgrande-timestamp"],
        got.headers["x-elgrande-signature"],
    )
    assert timestamp == str(sent)
    assert verify(SECRET, timestamp, got.body, signature)
    assert (store.deliveries["d1"].state, store.deliveries["d1"].attempts) == ("sent", 1)


def test_a_signature_is_for_one_secret_body_and_time() -> None:
    body, now = b'{"event":"your_turn"}', 1_700_000_000_000
    good = sign(SECRET, str(now), body)
    assert good.startswith("v1=")
    assert len(good) == 3 + 64
    assert verify(SECRET, str(now), body, good, now)
    assert verify(SECRET, str(now), body, good, now + TOLERANCE_MS)
    assert not verify(SECRET, str(now), body, good, now + TOLERANCE_MS + 1)
    assert not verify(SECRET, str(now), body, good, now - TOLERANCE_MS - 1)
    assert not verify("other", str(now), body, good, now)
    assert not verify(SECRET, str(now), body + b" ", good, now)
    assert not verify(SECRET, str(now + 1), body, good, now)
    for wrong in ("", "v1=", good[:-1], good.upper(), good[3:], "v1=é", "\udcff"):
        assert not verify(SECRET, str(now), body, wrong, now)
    for wrong in ("", "-1", "soon", "٣", "9" * 5000, "1e3"):
        assert not verify(SECRET, wrong, body, good, now)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("trouble", [500, 404, 429, "hang", "drip", "hang up", "elsewhere"])
def test_a_failed_attempt_is_followed_by_another(trouble: int | str) -> None:
    receiver, store = delivered(trouble, 200)
    assert len(receiver.got) == 2
    assert (store.deliveries["d1"].state, store.deliveries["d1"].attempts) == ("sent", 2)
    # Each is signed for its own time, and says that it is the same.
    assert {got.headers["x-elgrande-delivery"] for got in receiver.got} == {"d1"}
    for got in receiver.got:
        assert got.line.startswith("POST /turn?x=1 ")  # no redirect is followed
        timestamp = got.headers["x-elgrande-timestamp"]
        assert verify(SECRET, timestamp, got.body, got.headers["x-elgrande-signature"])


def test_in_the_end_a_notice_is_given_up() -> None:
    receiver, store = delivered(500, pauses=(1, 1, 1))
    assert len(receiver.got) == 4
    assert (store.deliveries["d1"].state, store.deliveries["d1"].attempts) == ("given_up", 4)


def test_an_endless_answer_is_not_read() -> None:
    receiver, store = delivered("endless")
    assert store.deliveries["d1"].state == "sent"
    assert receiver.open == 0


def test_the_pauses_grow() -> None:
    now, told = 1_000_000, Counter[str]()
    store = Store()

    async def main() -> None:
        nonlocal now
        async with Receiver(503) as receiver:
            store.add_player("ana", f"http://127.0.0.1:{receiver.port}/")
            store.add("d1")
            notices = Notices(
                store, allow_private=True, clock=lambda: now, told=lambda what: told.update([what])
            )
            await notices.start()
            for number, pause in enumerate(PAUSES_MS, 1):
                await all_got(receiver, number)
                await tried(store, number)
                assert store.deliveries["d1"].due == now + pause
                now += pause - 1
                await asyncio.sleep(0.05)
                assert len(receiver.got) == number
                now += 1
            await until(lambda: store.deliveries["d1"].state == "given_up")
            await notices.close()

    asyncio.run(main())
    assert told == {"failed": 6, "given_up": 1}


def test_a_receiver_that_is_not_there_and_then_is() -> None:
    store, receiver = Store(), Receiver(200)

    async def main() -> None:
        async with receiver:
            pass
        store.add_player("ana", f"http://127.0.0.1:{receiver.port}/")
        store.add("d1")
        async with sending(store, [1] * 1000):
            await until(lambda: store.deliveries["d1"].attempts > 1)
            async with receiver:
                await until(lambda: states(store) == {"sent"})

    asyncio.run(main())
    assert len(receiver.got) == 1


@pytest.mark.parametrize("url", [None, "gone"])
def test_who_wants_no_notices_gets_none(url: str | None) -> None:
    store = Store()

    async def main() -> None:
        if url is None:
            store.add_player("ana", None)
        store.add("d1")
        async with sending(store):
            await until(lambda: states(store) == {"given_up"})

    asyncio.run(main())


def test_a_slow_receiver_delays_nobody_else() -> None:
    store = Store()

    async def main() -> None:
        async with Receiver("hang") as slow, Receiver(200) as quick:
            store.add_player("ana", f"http://127.0.0.1:{slow.port}/")
            store.add_player("ben", f"http://127.0.0.1:{quick.port}/")
            for number in range(30):
                store.add(f"a{number}", "ana")
            async with sending(store, at_once=2) as notices:
                await until(lambda: len(slow.got) == 1)
                began = time.perf_counter()
                for number in range(20):
                    store.add(f"b{number}", "ben")
                    notices.wake()
                    await all_got(quick, number + 1)
                assert time.perf_counter() - began < webhooks.TIMEOUT_SECONDS - 1.0
                assert slow.open == 1  # never two at once to the same player
                assert len(slow.got) == 1

    asyncio.run(main())


def test_after_a_failure_the_others_of_the_same_player_wait() -> None:
    store = Store()

    async def main() -> None:
        async with Receiver(500) as receiver:
            store.add_player("ana", f"http://127.0.0.1:{receiver.port}/")
            for number in range(20):
                store.add(f"d{number}")
            async with sending(store):
                await all_got(receiver, 1)
                await asyncio.sleep(0.2)
                assert len(receiver.got) == 1
            # They are there for whoever looks when the lease is over.
            later = now_ms() + webhooks.LEASE_MS
            assert len(await store.claim_deliveries(later, 100, 1)) == 20

    asyncio.run(main())


@pytest.mark.usefixtures("impatient")
def test_so_many_at_once_and_no_more() -> None:
    store = Store()

    async def main() -> None:
        async with Receiver("hang") as receiver:
            for number in range(10):
                store.add_player(f"p{number}", f"http://127.0.0.1:{receiver.port}/")
                store.add(f"d{number}", f"p{number}")
            async with sending(store, at_once=4):
                await until(lambda: receiver.open == 4)
                await asyncio.sleep(0.1)
                assert receiver.open == 4
                await until(lambda: len(receiver.got) == 10)  # they do get their turn

    asyncio.run(main())


def test_two_processes_send_each_notice_once() -> None:
    store = Store()

    async def main() -> None:
        async with Receiver(200) as receiver, sending(store), sending(store):
            for number in range(20):
                store.add_player(f"p{number}", f"http://127.0.0.1:{receiver.port}/")
            for number in range(60):
                store.add(f"d{number}", f"p{number % 20}")
            await until(lambda: states(store) == {"sent"})
            assert len(receiver.got) == 60

    asyncio.run(main())
    assert set(store.claims.values()) == {1}


def test_a_notice_of_a_process_that_is_gone_is_sent_by_another() -> None:
    store, now = Store(), 0

    async def main() -> None:
        nonlocal now
        async with Receiver("hang", 200) as receiver:
            store.add_player("ana", f"http://127.0.0.1:{receiver.port}/")
            store.add("d1")
            lost = Notices(store, allow_private=True, clock=lambda: now)
            await lost.start()
            await until(lambda: len(receiver.got) == 1)
            for task in (lost._looking, *lost._tasks):
                assert task is not None
                task.cancel()
            async with sending(store, clock=lambda: now):
                await asyncio.sleep(0.1)
                assert len(receiver.got) == 1
                now += webhooks.LEASE_MS
                await until(lambda: states(store) == {"sent"})
            await lost.close()

    asyncio.run(main())


def test_a_notice_whose_lease_ends_too_soon_is_left_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(webhooks, "LEASE_MS", 4000)
    store = Store()

    async def main() -> None:
        async with Receiver(200) as receiver:
            store.add_player("ana", f"http://127.0.0.1:{receiver.port}/")
            store.add("d1")
            async with sending(store):
                await asyncio.sleep(0.1)
            assert receiver.got == []

    asyncio.run(main())
    assert states(store) == {"waiting"}
    assert store.claims["d1"] == 1


def test_a_database_that_is_gone_comes_back() -> None:
    store = Store()

    async def main() -> None:
        async with Receiver(200) as receiver:
            store.add_player("ana", f"http://127.0.0.1:{receiver.port}/")
            store.add("d1")
            store.down = True
            async with sending(store):
                await asyncio.sleep(0.1)
                assert receiver.got == []
                store.down = False
                await until(lambda: states(store) == {"sent"})

    asyncio.run(main())


def test_closing_waits_for_nobody_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "TIMEOUT_SECONDS", 30.0)
    monkeypatch.setattr(webhooks, "CLOSING_SECONDS", 0.1)
    store = Store()

    async def main() -> None:
        async with Receiver("hang") as receiver:
            store.add_player("ana", f"http://127.0.0.1:{receiver.port}/")
            store.add("d1")
            notices = Notices(store, allow_private=True)
            await notices.close()
            await notices.start()
            await until(lambda: len(receiver.got) == 1)
            began = time.perf_counter()
            await notices.close()
            await notices.close()
            assert time.perf_counter() - began < webhooks.TIMEOUT_SECONDS / 2
            await until(lambda: receiver.open == 0)

    asyncio.run(main())
    assert states(store) == {"waiting"}


# Addresses


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://localhost/", "http://LOCALHOST:80/", "http://localhost./",
        "http://[::1]/", "http://[::ffff:127.0.0.1]:8080/", "http://[fe80::1]/", "https://10.0.0.8",
        "http://127.1/", "http://2130706433/", "http://0x7f.0.0.1/", "http://0177.0.0.1/",
        "http://169.254.169.254/latest/meta-data", "http://0/", "http://[::]/",
        "http://①②⑦.0.0.1/",
    ],
)  # fmt: skip
def test_addresses_inside_are_refused_when_set_and_when_sent(url: str) -> None:
    with pytest.raises(BadRequest):
        asyncio.run(check_webhook_url(url, allow_private=False))
    store = Store()

    async def main() -> None:
        store.add_player("ana", url)
        store.add("d1")
        async with sending(store, (), allow_private=False):
            await until(lambda: states(store) == {"given_up"})

    asyncio.run(main())


async def nowhere(host: bytes, port: int) -> list[str]:
    raise OSError("no such host")


@pytest.mark.parametrize(
    ("found", "refused"),
    [
        (["8.8.8.8"], False),
        (["8.8.8.8", "2606:4700:4700::1111"], False),
        (["8.8.8.8", "127.0.0.1"], True),
        (["::1"], True),
        ([], True),
    ],
)
def test_every_address_of_a_host_must_be_outside(found: list[str], refused: bool) -> None:
    asked = []

    async def by(host: bytes, port: int) -> list[str]:
        asked.append((host, port))
        return found

    check = check_webhook_url("https://bücher.example/x", allow_private=False, by=by)
    if refused:
        with pytest.raises(BadRequest):
            asyncio.run(check)
    else:
        asyncio.run(check)
    assert asked == [(b"xn--bcher-kva.example", 443)]


def test_a_name_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async def by(host: bytes, port: int) -> list[str]:
        await asyncio.sleep(600)
        return []

    monkeypatch.setattr(webhook_addresses, "RESOLVE_SECONDS", 0.05)
    with pytest.raises(BadRequest, match="cannot be found at the moment"):
        asyncio.run(check_webhook_url("https://example.org", allow_private=False, by=by))


def test_a_name_is_resolved_once_and_that_address_is_called() -> None:
    """Else a name could mean another address when it is called than when it was checked."""
    store, asked = Store(), []

    async def by(host: bytes, port: int) -> list[str]:
        asked.append(host)
        return ["::1", "127.0.0.1"]  # the first takes no connection

    async def main() -> None:
        async with Receiver(200) as receiver:
            store.add_player("ana", f"http://receiver.invalid:{receiver.port}/turn")
            store.add("d1")
            async with sending(store, by=by):
                await until(lambda: states(store) == {"sent"})
            (got,) = receiver.got
            assert got.headers["host"] == f"receiver.invalid:{receiver.port}"

    asyncio.run(main())
    assert asked == [b"receiver.invalid"]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate and its key, for receiver.invalid."""
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=receiver.invalid"),
            *("-addext", "subjectAltName=DNS:receiver.invalid"),
            *("-keyout", str(folder / "both.pem"), "-out", str(folder / "certificate.pem")),
        ],
        check=True,
        capture_output=True,
    )
    with (folder / "both.pem").open("a") as both:
        both.write((folder / "certificate.pem").read_text())
    return folder


@pytest.mark.parametrize(
    ("host", "state"), [("receiver.invalid", "sent"), ("impostor.invalid", "given_up")]
)
def test_a_certificate_is_checked_for_the_name(certificate: Path, host: str, state: str) -> None:
    store = Store()

    async def by(host: bytes, port: int) -> list[str]:
        return ["127.0.0.1"]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"}")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    async def main() -> None:
        theirs = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        theirs.load_cert_chain(certificate / "both.pem")
        ours = ssl.create_default_context(cafile=str(certificate / "certificate.pem"))
        async with AsyncExitStack() as stack:
            server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=theirs)
            await stack.enter_async_context(server)
            port = server.sockets[0].getsockname()[1]
            store.add_player("ana", f"https://{host}:{port}/")
            store.add("d1")
            async with sending(store, (), by=by, tls=ours):
                await until(lambda: states(store) == {state})

    asyncio.run(main())


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    _, store = delivered(200, pauses=())
    assert states(store) == {"sent"}


def test_the_log_does_not_hold_the_address(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    delivered(500, 200)
    said = "".join([*capfd.readouterr(), caplog.text])
    assert "notice_failed" in said
    assert "turn?x" not in said
    assert SECRET not in said


# The real storage


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    found = request.getfixturevalue("postgres_url")
    assert isinstance(found, str)
    return found


async def add_notices(storage: Storage, port: int, players: int, count: int) -> None:
    """A table whose players are due notices."""
    table = Table(
        id="t1", state="open", host="p0", title="", public=False, options={}, seed="", salt="",
        start=None, settings={}, source=None, revision="1", created=0, started=None, finished=None,
        result=None, seats=[],
    )  # fmt: skip
    await storage.add_table(table, [])
    for number in range(players):
        webhook = f"http://127.0.0.1:{port}/p{number}"
        await storage.add_player(Player(f"p{number}", f"p{number}", None, 0, 0, webhook, SECRET))
    body = turn_notice("t1", "", 0, 1, "https://example.org/t1")
    deliveries = [
        Delivery(f"d{number}", f"p{number % players}", "t1", body, 0, number, "waiting")
        for number in range(count)
    ]
    await storage.append("t1", [], Change(deliveries=deliveries))


def test_claims_are_for_one_caller_until_their_lease_ends(url: str) -> None:
    async def main() -> None:
        storage = await Storage.open(url)
        await add_notices(storage, 1, 2, 5)
        first = await storage.claim_deliveries(3, 3, 100)
        assert sorted(one.id for one in first) == ["d0", "d1", "d2"]
        assert {one.due for one in first} == {103}
        assert [one.id for one in await storage.claim_deliveries(3, 3, 100)] == ["d3"]
        assert await storage.claim_deliveries(3, 3, 100) == []
        settled = msgspec.structs.replace(first[0], state="sent", attempts=1)
        await storage.settle_delivery(settled)
        again = await storage.claim_deliveries(103, 10, 100)
        assert {one.id for one in again} == {"d0", "d1", "d2", "d3", "d4"} - {settled.id}
        # Who comes too late does not wake up what is settled.
        await storage.settle_delivery(msgspec.structs.replace(first[0], state="waiting", due=0))
        assert await storage.claim_deliveries(104, 10, 100) == []
        await storage.close()

    asyncio.run(main())


def test_two_processes_share_a_database(url: str) -> None:
    async def main() -> None:
        storages = [await Storage.open(url), await Storage.open(url)]
        async with Receiver(200) as receiver:
            await add_notices(storages[0], receiver.port, 15, 60)
            async with AsyncExitStack() as stack:
                for storage in storages:
                    notices = Notices(storage, allow_private=True)
                    await notices.start()
                    stack.push_async_callback(notices.close)
                await until(lambda: len(receiver.got) >= 60)
                await asyncio.sleep(0.2)
            sent = Counter(got.headers["x-elgrande-delivery"] for got in receiver.got)
            assert sent == Counter(f"d{number}" for number in range(60))
        later = now_ms() + 10 * webhooks.LEASE_MS
        assert await storages[1].deliveries_due(later, 100) == []
        for storage in storages:
            await storage.close()

    asyncio.run(main())
