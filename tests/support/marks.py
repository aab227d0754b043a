"""Marks that tie tests to the specification: rule ids, and the five scenarios of every card.

`tests/test_completeness.py` reads them from the sources and fails when one is missing.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

from elgrande.editions.cards import CARDS

Test = TypeVar("Test", bound=Callable[..., Any])

CASES = ("ordinary", "as_much_as_possible", "kings_region", "empty", "declined")
DECKS: dict[str, dict[str, Any]] = {
    "2023": {},
    "classic": {"edition": "classic"},
    "new_regency": {"new_regency": True},
}


def with_proofs(values: Iterable[Any], *, quick: int = 1) -> list[Any]:
    """Values for `parametrize`: the first for every change, the others for the proofs.

    A tuple holds the values of several arguments.
    """
    rows = [value if type(value) is tuple else (value,) for value in values]
    return [
        pytest.param(*row, marks=() if number < quick else pytest.mark.proof)
        for number, row in enumerate(rows)
    ]


def rule(*ids: str) -> Callable[[Test], Test]:
    """Say which rules of the specification a test proves."""

    def mark(test: Test) -> Test:
        marked: Test = pytest.mark.rule(*ids)(test)
        return marked

    return mark


def decks_of(card: str) -> dict[str, dict[str, Any]]:
    """The options of a game for every deck that holds a card, by the deck's name."""
    copies = next(row.copies for row in CARDS if row.key == card)
    old_hands = {"old_hands": (card.removeprefix("C-"),)}
    return {deck: DECKS.get(deck, old_hands) for deck in copies}


def scenario(card: str, case: str) -> Callable[[Test], Test]:
    """One of the CASES of a card, run with every deck that holds it.

    The test takes an argument `options`: pass it on to `position(card=..., **options)`.
    """
    assert case in CASES
    decks = decks_of(card)

    def mark(test: Test) -> Test:
        parametrize = pytest.mark.parametrize("options", decks.values(), ids=decks.keys())
        marked: Test = pytest.mark.rule(card)(parametrize(test))
        return marked

    return mark


def every_card(case: str, *but: str) -> Callable[[Test], Test]:
    """One of the CASES for all cards but some, each with every deck that holds it.

    The test takes the arguments `card` and `options`.
    """
    assert case in CASES
    rows = [
        pytest.param(row.key, options, id=f"{row.key}-{deck}", marks=pytest.mark.rule(row.key))
        for row in CARDS
        if row.key not in but
        for deck, options in decks_of(row.key).items()
    ]

    def mark(test: Test) -> Test:
        marked: Test = pytest.mark.parametrize(("card", "options"), rows)(test)
        return marked

    return mark
