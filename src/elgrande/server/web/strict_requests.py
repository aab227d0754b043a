"""Requests whose bodies are read straight into what their handlers want, or refused."""

import asyncio
from typing import Any

from litestar import Request
from litestar.types import Empty

from elgrande.server.errors import BadRequest
from elgrande.server.web.reading import read_json

JSON = "application/json"
SECONDS_FOR_BODY = 20.0


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON body is read straight into what the handler wants, or refused.

    Litestar reads JSON first and converts it afterwards, takes "1" for 1, accepts any content type,
    and turns a body that is nested too deeply into a server error.
    """

    async def body(self) -> bytes:
        """The body, if it comes within a reasonable time."""
        try:
            async with asyncio.timeout(SECONDS_FOR_BODY):
                return await super().body()
        except TimeoutError:
            raise BadRequest("The request body did not arrive in time.") from None

    async def json(self) -> Any:
        """The body as the handler's `data`."""
        if self._json is not Empty:
            return self._json
        body = await self.body()
        if self.content_type[0] != JSON:
            raise BadRequest("The body must be JSON, with the content type application/json.")
        field = self.route_handler.parsed_data_field
        wanted = Any if field is None else field.annotation
        self._json = read_json(body, wanted, "The body")
        return self._json
