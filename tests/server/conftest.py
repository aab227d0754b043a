"""What tests of the server can ask for."""

import gc
import warnings
from collections.abc import Iterator

import pytest

from tests.support.savings import be_thrifty
from tests.support.services import postgres_server, postgres_url, redis_server, redis_url

__all__ = ["postgres_server", "postgres_url", "redis_server", "redis_url"]


@pytest.fixture(autouse=True, scope="session")
def thrift() -> None:
    """Do not spend a fifth of a second on every password."""
    be_thrifty()


@pytest.fixture(autouse=True, scope="module")
def no_sockets_left_behind() -> Iterator[None]:
    """Let go of the sockets of clients whose servers were ended under them.

    A driver that loses its server may leave its end of the connection in a knot, and it would be
    some later test that is blamed when that is found.
    """
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
