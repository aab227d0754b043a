"""For operators: whether the server is up, and its metrics."""

import asyncio
import hmac
from typing import Annotated, Any, Literal

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Meta, Struct

from elgrande.rules.errors import GameError
from elgrande.server.errors import NotSignedIn
from elgrande.server.metrics import CONTENT_TYPE
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.openapi import OPEN_TO_ALL
from elgrande.server.web.services import Services, Shared
from elgrande.server.web.strict_requests import StrictRequest

SECONDS_FOR_STORAGE = 2.0


class Alive(Struct, frozen=True):
    """That the process answers."""

    status: Annotated[Literal["ok"], Meta(description="Always ok: it answers.")] = "ok"


class Health(Struct, frozen=True):
    """Whether the server can do its work, and the state of each part."""

    status: Annotated[
        Literal["ok", "degraded", "down", "stopping"],
        Meta(description="degraded: play goes on without a part that is down."),
    ]
    parts: Annotated[
        dict[str, Literal["ok", "down"]],
        Meta(description="How each part is: storage, and redis where there is one."),
    ]
    storage: Annotated[bool, Meta(description="Whether the database can be written to.")]
    redis: Annotated[bool | None, Meta(description="Whether Redis answers; null without one.")]
    stopping: Annotated[bool, Meta(description="Whether the server is about to stop.")]


NOT_READY = ResponseSpec(Health, description="Not ready.", generate_examples=False)


@get("/health/live", response_description="Alive.", security=OPEN_TO_ALL, tags=["operations"])
async def live() -> Alive:
    """Whether the process answers; if it does not, restart it."""
    return Alive()


@get(
    "/health/ready",
    response_description="Ready, perhaps degraded.",
    responses={503: NOT_READY},
    security=OPEN_TO_ALL,
    tags=["operations"],
)
async def ready(services: Shared) -> Response[Health]:
    """Whether people can play at this process; inessential parts may be down."""
    return await _examine(services)


@get(
    "/health",
    response_description="Ready, perhaps degraded.",
    responses={503: NOT_READY},
    security=OPEN_TO_ALL,
    tags=["operations"],
)
async def health(services: Shared) -> Response[Health]:
    """The same as /health/ready."""
    return await _examine(services)


async def _examine(services: Services) -> Response[Health]:
    storage, redis = await asyncio.gather(_storage_is_up(services), _redis_is_up(services))
    up = {"storage": storage} | ({} if redis is None else {"redis": redis})
    found = Health(
        status=_status(services, storage, redis),
        parts={part: "ok" if is_up else "down" for part, is_up in up.items()},
        storage=storage,
        redis=redis,
        stopping=services.stopping,
    )
    is_ready = found.status in ("ok", "degraded")
    return Response(found, status_code=200 if is_ready else 503)


def _status(
    services: Services, storage: bool, redis: bool | None
) -> Literal["ok", "degraded", "down", "stopping"]:
    if services.stopping:
        return "stopping"
    if not storage:
        return "down"
    # Without Redis, processes find each other's news in the database a little later.
    return "degraded" if redis is False else "ok"


@get(
    "/metrics",
    response_description="The metrics.",
    media_type=CONTENT_TYPE,
    responses=refusals(NotSignedIn),
    security=OPEN_TO_ALL,
    tags=["operations"],
)
async def metrics(request: StrictRequest, services: Shared) -> bytes:
    """Figures for Prometheus."""
    wanted = services.settings.metrics_token
    if wanted is not None:
        shown = request.headers.get("authorization", "")
        if not hmac.compare_digest(shown.encode("latin-1"), f"Bearer {wanted}".encode()):
            raise NotSignedIn("The metrics of this server require its token.")
    return services.metrics.text()


HANDLERS: list[Any] = [live, ready, health, metrics]


async def _storage_is_up(services: Services) -> bool:
    if services.live_tables.paused is not None:
        return False
    try:
        async with asyncio.timeout(SECONDS_FOR_STORAGE):
            await services.storage.ping()
    except (GameError, TimeoutError):
        return False
    return True


async def _redis_is_up(services: Services) -> bool | None:
    return await services.fanout.is_up() if services.fanout.is_shared else None
