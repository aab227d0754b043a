"""One server on SQLite, or two on one PostgreSQL and one Redis: the same tests hold for both."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.nursery import ForkedServer, Nursery, nursery
from tests.support.services import Postgres, Redis


class Hosting(NamedTuple):
    """Servers that share their tables."""

    database_url: str
    urls: list[str]
    servers: list[ForkedServer]
    nursery: Nursery


@pytest.fixture(scope="module")
def forks() -> Iterator[Nursery]:
    """Where servers come from."""
    with nursery() as made:
        yield made


@pytest.fixture
def two_servers(
    forks: Nursery, postgres_server: Postgres, redis_server: Redis
) -> Iterator[Hosting]:
    """Two servers that share a PostgreSQL and a Redis."""
    options = ["--redis-url", redis_server.url()]
    with hosted(forks, postgres_server.new_database(), 2, options) as servers:
        yield servers


@pytest.fixture(params=["one process", "two processes"])
def hosting(request: pytest.FixtureRequest, tmp_path: Path, forks: Nursery) -> Iterator[Hosting]:
    """One server on SQLite, or two that share a PostgreSQL and a Redis."""
    if request.param == "one process":
        with hosted(forks, f"sqlite:///{tmp_path}/tables.db", 1) as server:
            yield server
    else:
        # Not by name in the arguments: the first way needs no services.
        yield request.getfixturevalue("two_servers")


@contextmanager
def hosted(
    forks: Nursery, database_url: str, count: int, options: list[str] | None = None
) -> Iterator[Hosting]:
    """So many servers, started at the same moment, for as long as they are wanted."""
    servers = [forks.start(database_url, options=options or []) for _ in range(count)]
    try:
        urls = [server.wait_until_it_serves() for server in servers]
        yield Hosting(database_url, urls, servers, forks)
    finally:
        for server in servers:
            server.kill(with_workers=True)
