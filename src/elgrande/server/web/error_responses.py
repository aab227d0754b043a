"""How refusals and mistakes are answered: always with the same small body, never with a trace."""

import math
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import (
    HTTPException,
    LitestarException,
    MethodNotAllowedException,
    NotFoundException,
)
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import Scope
from msgspec import Meta, Struct

from elgrande.rules.errors import GameError
from elgrande.server.errors import (
    BadRequest,
    Internal,
    NotAllowed,
    NotFound,
    NotSignedIn,
    ServerError,
    ShuttingDown,
    StorageDown,
    TooFast,
    TooLarge,
    WrongMethod,
    body_of,
    status_of,
)
from elgrande.server.harmless import harmless
from elgrande.server.logs import log, path_template_of
from elgrande.server.presentation.messages import ErrorMessage
from elgrande.server.web.reading import sentence_of

# Where the error of a request is kept, for answering it outside of Litestar.
ERROR_KEY: Final = "elgrande_error"
REFUSED: Final = 4000  # and the HTTP status: what a socket is closed with
# Why any route may refuse a request.
ANYWHERE: Final = (BadRequest, TooFast, Internal, StorageDown, ShuttingDown)


class ErrorBody(Struct, frozen=True):
    """What every refusal looks like."""

    error: Annotated[str, Meta(description="The stable code of the error.")]
    detail: Annotated[str, Meta(description="What is wrong, in one sentence.")]
    status: Annotated[int, Meta(description="The HTTP status once more.")]


def refusals(*errors: type[GameError]) -> dict[int, ResponseSpec]:
    """The refusals of a route for the OpenAPI document, including those of every route."""
    by_status: dict[int, list[type[GameError]]] = {}
    for error in dict.fromkeys([*errors, *ANYWHERE]):
        by_status.setdefault(status_of(error("")), []).append(error)
    return {
        status: ResponseSpec(
            ErrorBody,
            generate_examples=False,
            description=" ".join(f"`{error.code}`: {_summary(error)}" for error in group),
        )
        for status, group in sorted(by_status.items())
    }


def _summary(error: type[GameError]) -> str:
    return (error.__doc__ or "").strip().splitlines()[0]


def as_game_error(error: Exception) -> GameError:
    """The answer to an exception, whoever raised it."""
    if isinstance(error, GameError):
        return error
    if isinstance(error, NotFoundException):
        return NotFound("There is nothing at this address.")
    if isinstance(error, MethodNotAllowedException):
        return WrongMethod("This address does not accept this method.")
    if isinstance(error, HTTPException) and error.status_code < 500:
        return _of_litestar(error)
    if isinstance(error, LitestarException) and "disconnected" in str(error.detail):
        return BadRequest("The request ended before its body did.")
    return Internal("Something went wrong on the server; nothing was changed.")


def _of_litestar(error: HTTPException) -> ServerError:
    if error.status_code == TooLarge.status:
        return TooLarge("The body is larger than this server accepts.")
    if error.status_code == NotSignedIn.status:
        return NotSignedIn("This request is not signed in.")
    if error.status_code == NotAllowed.status:
        return NotAllowed("This is not allowed.")
    first = error.extra[0] if isinstance(error.extra, list) and error.extra else None
    if isinstance(first, dict):
        message, key = str(first.get("message", "")), str(first.get("key", ""))
        return BadRequest(sentence_of(message, key))
    return BadRequest("The request cannot be read.")


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    """The response to a request that failed."""
    refused = as_game_error(error)
    with harmless("measuring"):
        request.app.state.metrics.errors.labels(refused.code).inc()
    return Response(
        ErrorBody(**body_of(refused)),  # type: ignore[arg-type]
        status_code=status_of(refused),
        media_type="application/json",
        headers=headers_of(refused, error),
    )


def headers_of(refused: GameError, error: Exception) -> dict[str, str]:
    """The headers of a refusal: when to try again, which methods exist."""
    if isinstance(refused, TooFast):
        return {"retry-after": str(max(1, math.ceil(refused.retry_after)))}
    if isinstance(refused, StorageDown | ShuttingDown):
        return {"retry-after": "2"}
    if isinstance(refused, NotSignedIn):
        return {"www-authenticate": 'Bearer realm="elgrande"'}
    if isinstance(error, MethodNotAllowedException) and error.headers:
        return {"allow": error.headers.get("allow", error.headers.get("Allow", ""))}
    return {}


def encoded(refused: GameError) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """The status, headers and body of a refusal, for answering without Litestar."""
    body = msgspec.json.encode(body_of(refused))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *((name.encode(), value.encode()) for name, value in headers_of(refused, refused).items()),
    ]
    return status_of(refused), headers, body


async def note_error(error: Exception, scope: Scope) -> None:
    """Keep the error with its request, and log it if it is our own fault."""
    refused = as_game_error(error)
    scope[ERROR_KEY] = refused  # type: ignore[typeddict-unknown-key]
    if isinstance(refused, Internal):
        log.error("internal", path=path_template_of(scope), exc_info=error)


def error_frame(given: str | None, error: GameError) -> ErrorMessage:
    """The frame that refuses another one, or says why a socket is closed."""
    return ErrorMessage(given, **body_of(error))  # type: ignore[arg-type]


def last_frame(error: GameError | None) -> ErrorMessage:
    """The last frame of a socket that is refused now, or whose session is over."""
    return error_frame(None, error or NotSignedIn("This session is over; sign in again."))


def close_code(refused: ErrorMessage) -> int:
    """What a socket is closed with after a refusal: it contains the status HTTP would have."""
    return REFUSED + refused.status
