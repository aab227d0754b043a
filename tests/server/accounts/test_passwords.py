"""Passwords: argon2 in threads, the same work for unknown names, guessing slowed by all keys."""

import asyncio
import threading
import time
from typing import Literal

import pytest
from argon2 import PasswordHasher

from elgrande.server.accounts.passwords import AT_ONCE, MOST_WAITING, Guessing, Passwords
from elgrande.server.errors import TooFast
from tests.support.savings import CHEAP


def test_a_password_is_kept_as_an_argon2_hash() -> None:
    async def main() -> None:
        passwords = Passwords(PasswordHasher())
        hashed = await passwords.hash("correct horse")
        assert hashed.startswith("$argon2id$")
        assert "horse" not in hashed
        assert await passwords.hash("correct horse") != hashed
        assert await passwords.verify(hashed, "correct horse")
        assert not await passwords.verify(hashed, "correct horsf")
        assert not await passwords.verify(None, "correct horse")
        assert not await passwords.verify("no hash at all", "correct horse")
        assert not passwords.is_outdated(hashed)
        passwords.close()

    asyncio.run(main())


def test_a_hash_of_other_parameters_is_outdated() -> None:
    async def main() -> None:
        weak, strong = Passwords(CHEAP), Passwords(PasswordHasher())
        hashed = await weak.hash("correct horse")
        assert strong.is_outdated(hashed)
        assert await strong.verify(hashed, "correct horse")
        weak.close()
        strong.close()

    asyncio.run(main())


def test_the_same_password_typed_on_another_keyboard_is_the_same() -> None:
    async def main() -> None:
        passwords = Passwords(CHEAP)
        hashed = await passwords.hash("contrase\u00f1a")
        assert await passwords.verify(hashed, "contrasen\u0303a")
        passwords.close()

    asyncio.run(main())


class CountingHasher(PasswordHasher):
    """Notes how many work at once, and what is verified."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=64, parallelism=1)
        self.working = self.most = self.verified = 0
        self._lock = threading.Lock()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        with self._lock:
            self.working += 1
            self.most = max(self.most, self.working)
        time.sleep(0.02)
        with self._lock:
            self.working -= 1
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.verified += 1
        return super().verify(hash, password)


def test_few_work_at_once_and_few_wait() -> None:
    async def main() -> None:
        hasher = CountingHasher()
        passwords = Passwords(hasher)
        done = await asyncio.gather(
            *(passwords.hash(f"password {number}") for number in range(MOST_WAITING + 5)),
            return_exceptions=True,
        )
        refused = [result for result in done if isinstance(result, TooFast)]
        assert len(refused) == 5
        assert hasher.most == AT_ONCE
        await passwords.hash("once more")
        passwords.close()

    asyncio.run(main())


def test_the_event_loop_goes_on_while_a_password_is_hashed() -> None:
    async def main() -> None:
        passwords = Passwords(PasswordHasher())
        task = asyncio.create_task(passwords.hash("correct horse"))
        longest, last = 0.0, time.perf_counter()
        while not task.done():
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
        assert (await task).startswith("$argon2id$")
        passwords.close()
        # Generous, for other tests may take the cores meanwhile.
        assert longest < 0.5

    asyncio.run(main())


def test_an_unknown_name_costs_a_verification_too() -> None:
    async def main() -> None:
        hasher = CountingHasher()
        passwords = Passwords(hasher)
        hashed = await passwords.hash("correct horse")
        await passwords.verify(hashed, "wrong horse")
        assert hasher.verified == 1
        await passwords.verify(None, "wrong horse")
        assert hasher.verified == 2
        passwords.close()

    asyncio.run(main())


def guess(guessing: Guessing, name: str, address: str, attempts: int) -> int:
    """How many of some wrong attempts are let through."""
    for number in range(attempts):
        try:
            guessing.begin(name, address)
        except TooFast:
            return number
    return attempts


def test_one_address_soon_waits_for_one_name() -> None:
    guessing = Guessing()
    assert guess(guessing, "ana", "192.0.2.1", 100) == 5
    assert guess(guessing, "ana", "192.0.2.2", 1) == 1
    assert guess(guessing, "ben", "192.0.2.1", 1) == 1


def test_many_addresses_wait_for_one_name() -> None:
    guessing = Guessing()
    through = sum(guess(guessing, "ana", f"192.0.2.{number}", 1) for number in range(100))
    assert through == 20


def test_one_address_waits_for_many_names() -> None:
    guessing = Guessing()
    through = sum(guess(guessing, f"name {number}", "192.0.2.1", 1) for number in range(100))
    assert through == 30


def test_who_knows_the_password_never_waits() -> None:
    guessing = Guessing()
    for _ in range(200):
        guessing.begin("ana", "192.0.2.1")
        guessing.succeed("ana", "192.0.2.1")


def test_ones_own_password_does_not_wash_away_guesses_of_others() -> None:
    guessing = Guessing()
    through = 0
    for number in range(200):
        through += guess(guessing, f"name {number}", "192.0.2.1", 1)
        try:
            guessing.begin("mine", "192.0.2.1")
            guessing.succeed("mine", "192.0.2.1")
        except TooFast:
            break
    assert through == 30


def test_attempts_at_the_same_moment_are_all_counted() -> None:
    guessing = Guessing()
    # None of them has come to its end when the next one begins.
    for _ in range(5):
        guessing.begin("ana", "192.0.2.1")
    with pytest.raises(TooFast) as caught:
        guessing.begin("ana", "192.0.2.1")
    assert 0 < caught.value.retry_after <= 1
