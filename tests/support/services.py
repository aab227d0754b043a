"""Real PostgreSQL and real Redis for tests: on loopback, in a folder of their own, for one session.

`make setup` installs them.
"""

import asyncio
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.programs import Missing, program

SECONDS_TO_START = 60
SECONDS_TO_STOP = 30
USER, PASSWORD = "elgrande", "a-password-of-tests"
LOOPBACK = "127.0.0.1"
OWN_PORTS = 12_000, 32_000  # below those that systems give to connections


class Service:
    """A process that is started, stopped and started again, always at the same port."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="elgrande-service-"))
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """Start the service and wait until it answers."""
        log = self.folder / "log"
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                self.command(), stdout=output, stderr=output, start_new_session=True, cwd="/"
            )
        deadline = time.monotonic() + SECONDS_TO_START
        while not self.answers():
            ended = self._process.poll() is not None
            if ended or time.monotonic() > deadline:
                self.stop(signal.SIGKILL)
                raise AssertionError(f"did not start: {log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop what was started, and only that."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(how)
        try:
            self._process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(SECONDS_TO_STOP)
        self._process = None

    def remove(self) -> None:
        """Stop it at once, for nothing of it is needed any more, and remove its folder."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    """A PostgreSQL server that keeps what it commits."""

    def __init__(self) -> None:
        self.programs = Path(program("postgres")).resolve().parent
        super().__init__()
        self.data = self.folder / "data"
        self._empty: list[str] = []
        password = self.folder / "password"
        password.write_text(PASSWORD)
        if os.geteuid() == 0:
            # PostgreSQL refuses to be run by root.
            owner = pwd.getpwnam("postgres")
            for path in (self.folder, password):
                os.chown(path, owner.pw_uid, owner.pw_gid)
        arguments = ["-D", str(self.data), "-U", USER, f"--pwfile={password}", "--no-sync"]
        arguments += ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8"]
        subprocess.run(
            [*as_user(), str(self.programs / "initdb"), *arguments],
            check=True,
            capture_output=True,
            timeout=SECONDS_TO_START,
            cwd="/",
        )

    def command(self) -> list[str]:
        settings = {
            "listen_addresses": LOOPBACK,
            "unix_socket_directories": "",
            "port": self.port,
            "fsync": "on",
            "max_connections": 60,
            "shared_buffers": "32MB",
            "max_wal_size": "256MB",
        }
        given = [f"--{name}={value}" for name, value in settings.items()]
        return [*as_user(), str(self.programs / "postgres"), "-D", str(self.data), *given]

    def answers(self) -> bool:
        where = ["-h", LOOPBACK, "-p", str(self.port), "-t", "5"]
        asked = [str(self.programs / "pg_isready"), "-q", *where]
        return subprocess.run(asked, timeout=30).returncode == 0

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://{USER}:{PASSWORD}@{LOOPBACK}:{self.port}/{database}"

    def execute(self, statement: str, database: str = "postgres") -> list[Any]:
        """Run statements as the owner of everything, from outside any event loop."""
        import asyncpg  # type: ignore[import-untyped]

        async def run() -> list[Any]:
            address = self.url(database).replace("+asyncpg", "")
            connection = await asyncpg.connect(address, timeout=30, command_timeout=60)
            try:
                if statement.startswith("SELECT"):
                    return list(await connection.fetch(statement))
                await connection.execute(statement)
                return []
            finally:
                await connection.close()

        return asyncio.run(run())

    def new_database(self) -> str:
        """The address of a database that is empty."""
        name = f"test_{uuid.uuid4().hex}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    @contextmanager
    def lent_database(self) -> Iterator[str]:
        """The address of an empty database, which is emptied for the next: quicker than making one.

        Whoever is still connected at the end is hung up on.
        """
        url = self._empty.pop() if self._empty else self.new_database()
        yield url
        name = url.rsplit("/", 1)[1]
        self.execute(f"ALTER DATABASE {name} RESET ALL")
        self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE datname = '{name}' AND pid <> pg_backend_pid()"
        )
        self.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)
        self._empty.append(url)


class Redis(Service):
    """A Redis server that keeps nothing."""

    def __init__(self) -> None:
        self.program = program("redis-server")
        super().__init__()

    def command(self) -> list[str]:
        where = ["--bind", LOOPBACK, "--port", str(self.port), "--dir", str(self.folder)]
        return [*with_parent(), self.program, *where, "--save", "", "--appendonly", "no"]

    def answers(self) -> bool:
        return self.say(b"PING\r\n").startswith(b"+PONG")

    def say(self, line: bytes) -> bytes:
        """The answer to a command in Redis's own words."""
        try:
            with socket.create_connection((LOOPBACK, self.port), timeout=5) as connection:
                connection.sendall(line)
                return connection.recv(1024)
        except OSError:
            return b""

    def url(self) -> str:
        return f"redis://{LOOPBACK}:{self.port}/0"


def free_port() -> int:
    """A port nobody uses now, and that the system gives to nobody who does not ask for it.

    A server that is started again needs its port again. Had it one of those that connections get at
    their other end, some client could have it by then: even one that was calling that very server.
    """
    while True:
        port = random.randrange(*OWN_PORTS)
        with socket.socket() as listener, suppress(OSError):
            listener.bind((LOOPBACK, port))
            return port


def with_parent() -> list[str]:
    """What makes a program end with the tests, however these end; where the system knows a way."""
    found = shutil.which("setpriv")
    return [found, "--pdeathsig", "INT"] if found else []


def as_user() -> list[str]:
    """What runs a program as somebody else than root."""
    if os.geteuid() != 0:
        return with_parent()
    if not (found := with_parent()):
        raise Missing("PostgreSQL does not run as root, and setpriv is missing to be another user.")
    return [*found, "--reuid=postgres", "--regid=postgres", "--init-groups"]


def need(kind: type[Service]) -> Service:
    """A service that runs; Missing if its program is."""
    service = kind()
    try:
        service.start()
    except BaseException:
        service.remove()
        raise
    return service


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of this process."""
    server = need(Postgres)
    assert isinstance(server, Postgres)
    yield server
    server.remove()


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    with postgres_server.lent_database() as url:
        yield url


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """A Redis server for all tests of this process."""
    server = need(Redis)
    assert isinstance(server, Redis)
    yield server
    server.remove()


@pytest.fixture
def redis_url(redis_server: Redis) -> str:
    """The address of an empty Redis."""
    redis_server.say(b"FLUSHALL\r\n")
    return redis_server.url()
