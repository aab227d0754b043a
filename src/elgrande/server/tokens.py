"""Tokens: what proves a session or an invitation; only a hash is kept.

A token is written `<id>.<secret>`. The id finds the row; the secret has 256 bits from `secrets`,
so a plain SHA-256 of it can be kept: there is nothing to guess and nothing to look up.
"""

import hashlib
import hmac
import re
import secrets
from typing import Final, NamedTuple

ID_BYTES = 12
SECRET_BYTES = 32
_FORM: Final = re.compile(r"([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})", flags=re.ASCII)


class Token(NamedTuple):
    """A new token: only its text is given away, only its id and hash are kept."""

    id: str
    secret: str
    text: str
    hash: bytes


def new_id() -> str:
    """An id that nobody can guess and that needs no escaping in an address.

    It begins with no hyphen either: on a command line that would make it an option.
    """
    while (made := secrets.token_urlsafe(ID_BYTES)).startswith("-"):
        pass
    return made


def new_token() -> Token:
    """A token that was never seen before."""
    identity, secret = new_id(), secrets.token_urlsafe(SECRET_BYTES)
    return Token(identity, secret, f"{identity}.{secret}", hash_of(secret))


def hash_of(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode("ascii")).digest()


def matches(secret: str, hashed: bytes) -> bool:
    """Whether this is the secret, compared in constant time."""
    return hmac.compare_digest(hash_of(secret), hashed)


def parse(text: str) -> tuple[str, str] | None:
    """The id and the secret in a token; None if it cannot be one of ours."""
    found = _FORM.fullmatch(text)
    return (found[1], found[2]) if found else None
