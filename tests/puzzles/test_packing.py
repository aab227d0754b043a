"""Choices as short text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elgrande.puzzles.packing import pack, unpack
from elgrande.rules.choices import CHOICES
from elgrande.rules.errors import BadRecord


@given(st.lists(st.integers(0, CHOICES - 1), max_size=500))
def test_whatever_is_packed_comes_back(choices: list[int]) -> None:
    text = pack(choices)
    assert unpack(text) == tuple(choices)
    assert len(text) <= len(choices) * 7 / 6 + 3


@pytest.mark.parametrize("text", ["", "AA", "Ag", "é", "_____", pack([CHOICES])])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        unpack(text)
