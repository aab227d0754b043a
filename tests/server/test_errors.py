"""The errors of the server: each has a code of its own, a status and one sentence."""

from collections.abc import Iterator

import msgspec

from elgrande.rules.errors import GameError
from elgrande.server import errors
from elgrande.server.errors import ServerError, TooFast, body_of, status_of


def all_errors(base: type[GameError] = ServerError) -> Iterator[type[GameError]]:
    for error in base.__subclasses__():
        if error.__module__ == errors.__name__:
            yield error
            yield from all_errors(error)


def test_codes_are_different_and_statuses_are_of_http() -> None:
    found = list(all_errors())
    codes = [error.code for error in found]
    assert len(set(codes)) == len(codes) > 20
    for error in found:
        assert 400 <= status_of(error("A sentence.")) < 600, error
        assert (error.__doc__ or "").strip().endswith("."), error


def test_a_body_says_code_sentence_and_status() -> None:
    error = TooFast("Wait a moment.", 2.5)
    assert body_of(error) == {
        "error": "too_fast",
        "detail": "Wait a moment.",
        "status": status_of(error),
    }
    assert error.retry_after == 2.5
    assert msgspec.json.encode(body_of(error))
