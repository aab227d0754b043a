"""What tests need not pay for again and again: costly hashes of passwords, and certificates.

A real hash takes a fifth of a second, and every client of httpx reads all certificates of the world
anew, though our servers speak plain HTTP.
"""

import ssl
from functools import cache

from argon2 import PasswordHasher

from elgrande.server.accounts import passwords

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
read_certificates = cache(ssl.create_default_context)


def be_thrifty() -> None:
    """Let this process hash passwords at little cost, and read certificates once."""
    setattr(passwords, "PasswordHasher", lambda: CHEAP)  # noqa: B010 - it is a class to mypy
    setattr(ssl, "create_default_context", read_certificates)  # noqa: B010 - of another type
