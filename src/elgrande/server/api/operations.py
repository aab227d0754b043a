"""For whoever runs the server: is it up, what does it count, and a page that says what it is."""

import asyncio
import hmac
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Meta, Struct

import elgrande
from elgrande.rules.errors import GameError
from elgrande.server.api import StrictRequest
from elgrande.server.document import OPEN_TO_ALL
from elgrande.server.errors import NotSignedIn
from elgrande.server.failures import refusals
from elgrande.server.metrics import CONTENT_TYPE
from elgrande.server.services import Services, Shared

SECONDS_FOR_STORAGE = 2.0
PAGE: Final = f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>elgrande</title></head>
<body>
<h1>elgrande {elgrande.__version__}</h1>
<p>This server holds tables of the board game El Grande, for people, bots and browsers.</p>
<p>Programs talk to it as <a href="/api/openapi.json">the API document</a> says.</p>
</body>
</html>
"""


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


@get("/", media_type="text/html", include_in_schema=False, sync_to_thread=False)
def front_page() -> str:
    """What this is, for people who come with a browser."""
    return PAGE


HANDLERS: list[Any] = [health, metrics, front_page]


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
