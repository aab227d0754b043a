"""Passwords: hashed with argon2 away from the event loop, and slow to guess."""

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from elgrande.server.errors import TooFast, WrongPassword
from elgrande.server.limits import Slowdown

SHORTEST, LONGEST = 8, 200
# Each takes 64 MiB and a core for a moment; more at once would only slow the tables down.
AT_ONCE = 2
MOST_WAITING = 30
# For one name from one address; for one name from anywhere, with a short wait because it hits the
# owner too; for one address and all names, since a whole club may share it.
FREE_BY_PAIR, LONGEST_BY_PAIR = 5, 900.0
FREE_BY_NAME, LONGEST_BY_NAME = 20, 30.0
FREE_BY_ADDRESS, LONGEST_BY_ADDRESS = 30, 900.0


class Passwords:
    """Makes and checks the hashes of passwords."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = PasswordHasher() if hasher is None else hasher
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self._waiting = 0
        self._dummy: str | None = None

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        return await self._run(_normal(password))

    async def verify(self, hashed: str | None, password: str) -> bool:
        """Whether this is the password; equally slow if there is none to compare with."""
        if self._dummy is None:
            self._dummy = await self._run("nobody's password")
        known = self._dummy if hashed is None else hashed
        same = await self._run(_normal(password), known)
        return bool(same) and hashed is not None

    def is_outdated(self, hashed: str) -> bool:
        """Whether the hash was made with different parameters from today's."""
        return self._hasher.check_needs_rehash(hashed)

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, password: str, hashed: str | None = None) -> str:
        """Hash, or compare and answer with the hash or nothing, in one of the threads."""
        if self._waiting >= MOST_WAITING:
            raise TooFast("Too many people are logging in at the moment; try again.", 2.0)
        self._waiting += 1
        try:
            work = asyncio.get_running_loop().run_in_executor(
                self._threads, self._compute, password, hashed
            )
            return await work
        finally:
            self._waiting -= 1

    def _compute(self, password: str, hashed: str | None) -> str:
        if hashed is None:
            return self._hasher.hash(password)
        try:
            self._hasher.verify(hashed, password)
        except (VerifyMismatchError, VerificationError, InvalidHashError):
            return ""
        return hashed


class Guessing:
    """Slows down attempts at passwords, by name, by address and by both."""

    def __init__(self) -> None:
        self._by_pair = Slowdown(FREE_BY_PAIR, LONGEST_BY_PAIR)
        self._by_name = Slowdown(FREE_BY_NAME, LONGEST_BY_NAME)
        self._by_address = Slowdown(FREE_BY_ADDRESS, LONGEST_BY_ADDRESS)

    def begin(self, name: str, address: str) -> None:
        """Begin an attempt, which counts as failed until `succeed`; TooFast if it is too early."""
        rows = self._rows(name, address)
        for slowdown, key in rows:
            slowdown.check(key)
        for slowdown, key in rows:
            slowdown.count(key)

    def succeed(self, name: str, address: str) -> None:
        """The password was right: this attempt counts nowhere, and the pair starts afresh."""
        for slowdown, key in self._rows(name, address):
            slowdown.forgive(key)
        self._by_pair.forget(_pair(name, address))

    def _rows(self, name: str, address: str) -> tuple[tuple[Slowdown, str], ...]:
        return (
            (self._by_pair, _pair(name, address)),
            (self._by_name, name),
            (self._by_address, address),
        )


def wrong_password() -> WrongPassword:
    """The same answer whether the name or the password is wrong."""
    return WrongPassword("The name is not claimed, or the password is wrong.")


def _pair(name: str, address: str) -> str:
    return f"{address} {name}"


def _normal(password: str) -> str:
    """One form for the same characters typed on different keyboards."""
    return unicodedata.normalize("NFKC", password)
