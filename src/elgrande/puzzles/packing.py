"""Choices as short text: seven bits each behind a leading one, in the letters of base64."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from typing import Final

from elgrande.rules.choices import CHOICES
from elgrande.rules.errors import BadRecord

BITS: Final = 7


def pack(choices: Iterable[int]) -> str:
    """The text of some choices.

    >>> unpack(pack([0, 119, 7]))
    (0, 119, 7)
    """
    number = 1  # so that choices of 0 at the start are not lost
    for choice in choices:
        number = number << BITS | choice
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return urlsafe_b64encode(data).decode().rstrip("=")


def unpack(text: str) -> tuple[int, ...]:
    """The choices of a text; BadRecord if it is damaged."""
    try:
        number = int.from_bytes(urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")
    except ValueError:
        raise BadRecord(f"{text[:20]!r} is not a text of packed choices.") from None
    count, rest = divmod(number.bit_length() - 1, BITS)
    if number == 0 or rest:
        raise BadRecord(f"{text[:20]!r} is not a text of packed choices.")
    choices = tuple(number >> BITS * at & (1 << BITS) - 1 for at in reversed(range(count)))
    if max(choices, default=0) >= CHOICES:
        raise BadRecord(f"{text[:20]!r} names a choice that does not exist.")
    return choices
