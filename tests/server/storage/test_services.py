"""The services of tests: they are there, or their absence is told as it must be."""

from pathlib import Path

import pytest
from redis import Redis as Client

from tests.support import services


def test_redis_answers_and_is_empty(redis_url: str) -> None:
    with Client.from_url(redis_url) as client:
        assert client.dbsize() == 0
        client.set("key", "value")
        assert client.get("key") == b"value"


def test_a_service_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "install", lambda package: None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(Path, "glob", lambda self, pattern: iter(()))
    for kind in (services.Redis, services.Postgres):
        monkeypatch.delenv("CI", raising=False)
        with pytest.raises(pytest.skip.Exception, match="could not be installed"):
            services.need(kind)
        monkeypatch.setenv("CI", "1")
        with pytest.raises(pytest.fail.Exception, match="could not be installed"):
            services.need(kind)
