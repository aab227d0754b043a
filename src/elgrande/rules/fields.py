"""Reading untrusted plain data; every error names the field that is wrong."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from elgrande.rules.errors import BadArgument, BadSnapshot

T = TypeVar("T")
MOST_DIGITS: Final = 600  # Python writes these out whatever its limit is set to
MOST_OF_ANYTHING: Final = 10**9


class Fields:
    """One object of the data, with the path that leads to it."""

    def __init__(self, data: object, path: str = "") -> None:
        if not isinstance(data, Mapping):
            raise BadSnapshot(f"{path or 'The snapshot'} is not an object.")
        self.data: Mapping[Any, Any] = data
        self.path = path

    def name(self, key: str) -> str:
        """The full name of a field."""
        return f"{self.path}.{key}" if self.path else key

    def get(self, key: str) -> object:
        """What the field holds."""
        if key not in self.data:
            raise BadSnapshot(f"{self.name(key)} is missing.")
        return self.data[key]

    def inner(self, key: str) -> "Fields":
        """The object in a field."""
        return Fields(self.get(key), self.name(key))

    def number(self, key: str, low: int, high: int) -> int:
        """The whole number in a field."""
        return whole(self.get(key), low, high, self.name(key))

    def flag(self, key: str) -> bool:
        """The boolean in a field."""
        value = self.get(key)
        if not isinstance(value, bool):
            raise BadSnapshot(f"{self.name(key)} must be true or false, not {short(value)}.")
        return value

    def word(self, key: str, words: Sequence[str], or_none: bool = False) -> int:
        """The position of a field's word in a list of words; -1 for none where that is allowed."""
        return index_of(self.get(key), words, or_none, self.name(key))

    def items(self, key: str, length: int | None, read: Callable[[object, str], T]) -> list[T]:
        """The list in a field, every element read."""
        value = self.get(key)
        name = self.name(key)
        if not isinstance(value, list | tuple):
            raise BadSnapshot(f"{name} must be a list, not {short(value)}.")
        if length is not None and len(value) != length:
            raise BadSnapshot(f"{name} must have {length} entries, not {len(value)}.")
        return [read(item, f"{name}[{number}]") for number, item in enumerate(value)]

    def numbers(self, key: str, length: int | None, low: int, high: int) -> list[int]:
        """A list of whole numbers."""
        return self.items(key, length, lambda item, name: whole(item, low, high, name))

    def numbers_or_none(self, key: str, length: int, low: int, high: int, none: int) -> list[int]:
        """A list of whole numbers, some of them null, which reads as `none`."""
        return self.items(
            key, length, lambda item, name: none if item is None else whole(item, low, high, name)
        )

    def distinct(self, key: str, low: int, high: int) -> list[int]:
        """A list of whole numbers, all different."""
        numbers = self.numbers(key, None, low, high)
        if len(set(numbers)) != len(numbers):
            raise BadSnapshot(f"{self.name(key)} has the same entry twice.")
        return numbers

    def words(self, key: str, words: Sequence[str]) -> list[int]:
        """A list of words, as their positions."""
        return self.items(key, None, lambda item, name: index_of(item, words, False, name))

    def words_or_none(self, key: str, length: int, words: Sequence[str]) -> list[int]:
        """A list of words, some of them null, as their positions or -1."""
        return self.items(key, length, lambda item, name: index_of(item, words, True, name))


def whole(value: object, low: int, high: int, name: str) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadSnapshot(f"{name} must be a number from {low} to {high}, not {short(value)}.")
    return value


def index_of(value: object, words: Sequence[str], or_none: bool, name: str) -> int:
    """The position of a word."""
    if value is None and or_none:
        return -1
    if not isinstance(value, str) or value not in words:
        raise BadSnapshot(f"{name} cannot be {short(value)}.")
    return words.index(value)


def seed_of(value: object) -> int:
    """A seed: any whole number that can be written out, but not True or False."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadArgument(f"A seed must be a whole number, not {short(value)}.")
    if abs(value) >= 10**MOST_DIGITS:
        raise BadArgument(f"A seed must be a whole number of at most {MOST_DIGITS} digits.")
    return value


def count_of(value: int, name: str) -> int:
    """How often something is to be done."""
    if not 0 <= value <= MOST_OF_ANYTHING:
        raise BadArgument(
            f"{name} must be a number from 0 to {MOST_OF_ANYTHING}, not {short(value)}."
        )
    return value


def short(value: object) -> str:
    """A value for an error message, cut to a readable length."""
    if isinstance(value, int) and abs(value) > 10**30:
        return "a huge number"
    if isinstance(value, int | float | str) or value is None:
        return repr(value)[:60]
    return f"a {type(value).__name__}"
