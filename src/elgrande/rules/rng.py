"""Our own random integers, the same on every Python and machine.

`Shuffler` deals: SHA-256 in counter mode, so that nobody can work out the rest of a deal from what
they have seen of it. `Rng` is small and fast, for playouts and imagined worlds.
"""

from hashlib import sha256
from typing import Final, final

from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
# MULTIPLIER * 2**32 - 1 is a safe prime, and nothing here exceeds an i64.
MULTIPLIER: Final = 698769069


def decimal(number: object) -> str:
    """A number in digits. Compiled, `str` of a large `int` keeps it in memory for good."""
    return str(number)


@final
class Rng:
    """A multiply-with-carry generator of 32-bit words; its period is about 2**60."""

    def __init__(self, seed: int) -> None:
        mixed = sha256(decimal(seed).encode()).digest()
        # In machine words: Python's large integers check for Ctrl-C while they multiply, and
        # compiled code mistakes that for a lack of memory and aborts.
        carry: i64 = int.from_bytes(mixed[4:8], "little") % (MULTIPLIER - 1)
        word: i64 = int.from_bytes(mixed[:4], "little") | 1
        self.state: i64 = word + carry * 0x100000000

    def below(self, limit: i64) -> i64:
        """A number from 0 to limit - 1."""
        state: i64 = self.state
        carry: i64 = state >> 32
        self.state = MULTIPLIER * (state & WORD) + carry
        return (((state ^ carry) & WORD) * limit) >> 32

    def shuffle(self, items: list[int]) -> None:
        """Shuffle in place."""
        last: i64 = len(items) - 1
        while last > 0:
            other: i64 = self.below(last + 1)
            kept: int = items[last]
            items[last] = items[other]
            items[other] = kept
            last -= 1


class Shuffler:
    """The stream of chance of one deal."""

    def __init__(self, seed: int) -> None:
        self._seed = f"elgrande deal {decimal(seed)} ".encode()
        self._block = 0
        self._bytes = b""
        self._next: i64 = 0

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, all equally likely."""
        while True:
            if self._next == len(self._bytes):
                self._bytes = sha256(self._seed + str(self._block).encode()).digest()
                self._block += 1
                self._next = 0
            number = self._bytes[self._next]
            self._next += 1
            # Draw again rather than favour the low numbers.
            if number < 256 - 256 % limit:
                return number % limit

    def shuffle(self, items: list[int]) -> None:
        """Shuffle in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
