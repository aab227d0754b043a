"""Hashes of passwords that cost next to nothing, for tests that are not about their cost."""

from argon2 import PasswordHasher

from elgrande.server.accounts import passwords

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


def hash_cheaply() -> None:
    """Let this process hash all passwords at little cost; a real hash takes a fifth of a second."""
    setattr(passwords, "PasswordHasher", lambda: CHEAP)  # noqa: B010 - it is a class to mypy
