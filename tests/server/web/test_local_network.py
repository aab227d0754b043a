"""From where a link can be opened: what the machine that runs the server is told, and others."""

import socket
from pathlib import Path
from typing import Any

import pytest

from elgrande.server.settings import ServerSettings
from elgrande.server.web import local_network
from elgrande.server.web.local_network import is_asked_here, network_url, own_address
from tests.support.company import Company, in_company

SETTINGS = ServerSettings(database_url="sqlite://", port=8470)


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with an address in a network at home."""
    monkeypatch.setattr(local_network, "own_address", lambda: "192.168.1.5")


@pytest.mark.parametrize(
    ("changes", "private", "url"),
    [
        ({}, True, "http://192.168.1.5:8470"),
        ({"host": "0.0.0.0"}, False, "http://192.168.1.5:8470"),
        ({"host": "192.168.1.77", "port": 80}, False, "http://192.168.1.77:80"),
        ({"public_url": "https://example.org"}, False, "https://example.org"),
    ],
)
@pytest.mark.usefixtures("at_home")
def test_where_others_find_the_server(changes: Any, private: bool, url: str) -> None:
    settings = ServerSettings(**({"database_url": "sqlite://", "port": 8470} | changes))
    assert (settings.is_private, network_url(settings)) == (private, url)


def test_a_machine_without_a_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_address() not in ("127.0.0.1", "0.0.0.0")

    def refuse(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert own_address() is None
    assert network_url(SETTINGS) is None


@pytest.mark.parametrize(
    ("client", "here"),
    [(("127.0.0.1", 1), True), (("::1", 1), True), (("192.168.1.9", 1), False), (None, False)],
)
def test_only_this_machine_asks_from_here(client: Any, here: bool) -> None:
    scope: Any = {"client": client}
    assert is_asked_here(scope) == here


@pytest.mark.usefixtures("at_home")
def test_the_network_is_told_to_this_machine_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(at: Company) -> None:
        told = await at.ana.get("/api/invitations/reach")
        assert told["private"]
        assert told["url"].startswith("http://192.168.1.5:")
        assert told["command"].startswith("elgrande serve --host 0.0.0.0 --port ")
        monkeypatch.setattr(
            "elgrande.server.web.api.invitations.is_asked_here", lambda scope: False
        )
        stranger = await at.ana.get("/api/invitations/reach")
        assert stranger == {"private": True, "url": None, "command": None}

    in_company(tmp_path, story)
