"""For whoever runs the server: is it up, and what does it count."""

import asyncio
import hmac
from typing import Annotated, Any

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Meta, Struct

from elgrande.rules.errors import GameError
from elgrande.server.api import StrictRequest
from elgrande.server.document import OPEN_TO_ALL
from elgrande.server.errors import NotSignedIn
from elgrande.server.failures import refusals
from elgrande.server.metrics import CONTENT_TYPE
from elgrande.server.services import Services, Shared

SECONDS_FOR_STORAGE = 2.0


class Health(Struct, frozen=True):
    """Whether the server can do its work."""

    status: Annotated[str, Meta(description="ok, or down.")]
    storage: Annotated[bool, Meta(description="Whether the database can be written to.")]
    redis: Annotated[bool | None, Meta(description="Whether Redis answers; null without one.")]
    stopping: Annotated[bool, Meta(description="Whether the server is about to stop.")]


@get(
    "/health",
    response_description="Up.",
    responses={503: ResponseSpec(Health, description="Down.", generate_examples=False)},
    security=OPEN_TO_ALL,
    tags=["operations"],
)
async def health(services: Shared) -> Response[Health]:
    """Whether the process, its database and its Redis are up."""
    storage, redis = await asyncio.gather(_storage_is_up(services), _redis_is_up(services))
    found = Health(
        status="ok" if storage and redis is not False and not services.stopping else "down",
        storage=storage,
        redis=redis,
        stopping=services.stopping,
    )
    return Response(found, status_code=200 if found.status == "ok" else 503)


@get(
    "/metrics",
    response_description="The figures.",
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
            raise NotSignedIn("The metrics of this server need its token.")
    return services.metrics.text()


HANDLERS: list[Any] = [health, metrics]


async def _storage_is_up(services: Services) -> bool:
    if services.hall.paused is not None:
        return False
    try:
        async with asyncio.timeout(SECONDS_FOR_STORAGE):
            await services.storage.ping()
    except (GameError, TimeoutError):
        return False
    return True


async def _redis_is_up(services: Services) -> bool | None:
    return await services.fanout.is_up() if services.fanout.is_shared else None
