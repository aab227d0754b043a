"""A body is JSON of the right type with the right content type, or it is refused."""

from typing import Any

import msgspec
import pytest
from litestar import Response, post
from litestar.params import JSONBody
from litestar.testing import create_test_client

from elgrande.server.errors import ServerError, status_of
from elgrande.server.web.strict_requests import JSON, StrictRequest


class Wanted(msgspec.Struct):
    """What the handler below takes."""

    number: int


@post("/", request_class=StrictRequest)
async def take(data: JSONBody[Wanted]) -> int:
    """Give back what came."""
    return data.number


def refuse(request: Any, error: ServerError) -> Any:
    """Answer with the sentence."""
    return Response(str(error), status_code=status_of(error))


@pytest.mark.parametrize(
    ("body", "kind", "answer"),
    [
        ('{"number": 7}', JSON, "7"),
        ('{"number": "7"}', JSON, "The field number: expected int, got str."),
        ('{"number": 7}', "text/plain", "The body must be JSON"),
        ("nonsense", JSON, "The body is not valid JSON."),
    ],
)
def test_a_body_is_read_strictly(body: str, kind: str, answer: str) -> None:
    handlers: Any = {ServerError: refuse}
    with create_test_client([take], exception_handlers=handlers) as client:
        assert answer in client.post("/", content=body, headers={"content-type": kind}).text
