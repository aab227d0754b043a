"""The log: one line for each request, and nothing in it that clients wrote."""

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from elgrande.server.logs import UNKNOWN_PATH, RequestLog, log, path_template_of, set_up_logs
from elgrande.server.metrics import Metrics


@pytest.fixture
def as_it_was() -> Iterator[None]:
    """Whatever a test sets up, others find the log as before."""
    handlers, level = logging.getLogger().handlers, logging.getLogger().level
    before = structlog.get_config()
    yield
    structlog.configure(**before)
    logging.getLogger().handlers, logging.getLogger().level = handlers, level


def test_lines_are_json_whatever_is_in_them(
    as_it_was: None, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs("json")
    structlog.stdlib.get_logger("elgrande.odd").info("odd", thing=object(), half="\ud800")
    line = json.loads(capsys.readouterr().err)
    assert "odd" in line["event"]


def test_a_request_is_counted_and_its_path_is_the_template() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        scope["path_template"] = "/api/tables/{table_id}"
        await send({"type": "http.response.start", "status": 204, "headers": []})

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError

    metrics = Metrics()
    scope: Any = {"type": "http", "method": "BREW", "path": "/api/tables/secret"}
    asyncio.run(RequestLog(app, metrics)(scope, receive, send))
    assert dict(sent[0]["headers"])[b"x-request-id"]
    text = metrics.text().decode()
    assert 'path="/api/tables/{table_id}"' in text
    assert 'method="other"' in text
    assert "secret" not in text
    unknown: Any = {}
    assert path_template_of(unknown) == UNKNOWN_PATH
    assert log is not None
