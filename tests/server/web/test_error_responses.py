"""How refusals and mistakes are answered: with one small body, and nothing of the client's."""

import msgspec
import pytest
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException

from elgrande.server.errors import Internal, NotSignedIn, StorageDown, TooFast, WrongState
from elgrande.server.web.error_responses import (
    as_game_error,
    encoded,
    headers_of,
    last_frame,
    refusals,
)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (WrongState("The game is over."), "wrong_state"),
        (NotFoundException(), "not_found"),
        (MethodNotAllowedException(), "wrong_method"),
        (HTTPException(status_code=413), "too_large"),
        (HTTPException(status_code=400, extra=[{"message": "Odd", "key": "x"}]), "bad_request"),
        (ZeroDivisionError("secret"), "internal"),
    ],
)
def test_whatever_is_raised_has_a_code(error: Exception, code: str) -> None:
    found = as_game_error(error)
    assert found.code == code
    assert "secret" not in str(found)


def test_headers_say_when_to_come_again_and_how() -> None:
    assert headers_of(TooFast("Wait.", 2.2), TooFast("Wait.")) == {"retry-after": "3"}
    assert headers_of(StorageDown("Away."), StorageDown("Away."))["retry-after"] == "2"
    assert "www-authenticate" in headers_of(NotSignedIn(""), NotSignedIn(""))
    status, headers, body = encoded(Internal("Sorry."))
    assert (status, msgspec.json.decode(body)["error"]) == (500, "internal")
    assert dict(headers)[b"content-length"] == str(len(body)).encode()


def test_the_last_frame_and_the_document_say_why() -> None:
    assert last_frame(None).error == "not_signed_in"
    assert last_frame(WrongState("The game is over.")).status == 409
    assert "`wrong_state`" in (refusals(WrongState)[409].description or "")
