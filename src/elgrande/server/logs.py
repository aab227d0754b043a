"""The log: one line for each request and for whatever is worth knowing, and no secrets in it.

A line is JSON, or for people at a terminal plain text. It never holds a query, a header, a body,
a token, a name or what somebody chose; paths are written as their templates.
"""

import json
import logging
import sys
import time
from collections.abc import MutableMapping
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from elgrande.server.harmless import harmless
from elgrande.server.metrics import Metrics
from elgrande.server.tokens import new_id

UNKNOWN_PATH = "(no such path)"
OPERATIONS_PATHS = frozenset({"/health", "/health/live", "/health/ready", "/metrics"})

log = structlog.stdlib.get_logger("elgrande")


def set_up_logs(form: str, level: int = logging.INFO) -> None:
    """Write the log of everything in this process to stderr in this form, from this level on."""
    as_text = form == "text" or (form == "auto" and sys.stderr.isatty())
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        structlog.processors.StackInfoRenderer(),
    ]
    last: list[structlog.typing.Processor] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta
    ]
    if as_text:
        last.append(structlog.dev.ConsoleRenderer(exception_formatter=_plain_traceback))
    else:
        last += [structlog.processors.format_exc_info, _to_json]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=ForgivingLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=last)
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("elgrande").setLevel(level)
    # At INFO uvicorn logs whole addresses of sockets, including what follows the "?".
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True
        logger.setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True


class ForgivingLogger(structlog.stdlib.BoundLogger):
    """A logger whose lines never stop what they report, even if they cannot be written."""

    def _proxy_to_logger(self, *given: Any, **more: Any) -> Any:
        with suppress(Exception):
            return super()._proxy_to_logger(*given, **more)


def _plain_traceback(stream: Any, information: Any) -> None:
    """A traceback without the values of variables, which could be secrets."""
    structlog.dev.plain_traceback(stream, information)


def _to_json(logger: Any, name: str, event: MutableMapping[str, Any]) -> str:
    """A line of the log; what is not plain data is written as its name."""
    try:
        return msgspec.json.encode(event, enc_hook=repr).decode()
    except Exception:  # such as half a character; the line is written all the same
        return json.dumps({str(key): ascii(value) for key, value in event.items()})


class RequestLog:
    """Writes a line for each request and counts it."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and then log it."""
        request_id = new_id()
        with structlog.contextvars.bound_contextvars(request=request_id):
            if scope["type"] == ScopeType.HTTP:
                await self._answer(scope, receive, send, request_id)
            else:
                await self._hold_socket(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, request_id: str) -> None:
        status = 0
        identity = request_id.encode()

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", identity)]
            await send(message)

        began = time.perf_counter()
        try:
            await self._app(scope, receive, note_status)
        finally:
            seconds = time.perf_counter() - began
            path, method = path_template_of(scope), _method_of(scope)
            with harmless("measuring"):
                self._metrics.requests.labels(path, method, str(status)).inc()
                self._metrics.request_seconds.labels(path).observe(seconds)
            if path not in OPERATIONS_PATHS or status >= 400:
                log.info("request", path=path, method=method, status=status, ms=_ms(seconds))

    async def _hold_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        try:
            await self._app(scope, receive, send)
        finally:
            seconds = time.perf_counter() - began
            log.info("socket", path=path_template_of(scope), seconds=round(seconds, 3))


def path_template_of(scope: Scope) -> str:
    """The path with the names of its parts in place of their values."""
    template: str = scope.get("path_template", UNKNOWN_PATH)
    return template or "/"


def _method_of(scope: Scope) -> str:
    """The method, or a word for an unknown one: clients can invent them."""
    method: str = scope["method"]  # type: ignore[typeddict-item]
    known = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
    return method if method in known else "other"


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)
