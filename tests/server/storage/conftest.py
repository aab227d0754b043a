"""The databases that tests of the storage run on."""

from pathlib import Path

import pytest

PROOF = pytest.mark.proof


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=PROOF)])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database; on PostgreSQL it is a proof."""
    return empty_database(request, request.param)


@pytest.fixture(params=["sqlite", "postgresql"])
def each_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, on both for every change."""
    return empty_database(request, request.param)


def empty_database(request: pytest.FixtureRequest, kind: str) -> str:
    """The address of an empty database of a kind."""
    if kind == "sqlite":
        folder: Path = request.getfixturevalue("tmp_path")
        return f"sqlite:///{folder / 'games.db'}"
    address: str = request.getfixturevalue("postgres_url")
    return address
