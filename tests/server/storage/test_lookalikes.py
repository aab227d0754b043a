"""Names that look alike have one shape, and others do not."""

import pytest

from elgrande.server.storage.lookalikes import RESERVED, is_reserved, shape, shapes

# Cyrillic, Greek, fullwidth, mathematical, digits and small l for I, rn for m.
ALIKE = [
    ("Marina", "\u041carina"),
    ("Marina", "M\u0430rin\u0430"),
    ("Marina", "rnarina"),
    ("Hans", "\u0397ans"),
    ("Marina", "\uff2darina"),
    ("Marina", "\U0001d40c\U0001d41a\U0001d42b\U0001d422\U0001d427\U0001d41a"),
    ("Ian", "lan"),
    ("Ian", "1an"),
    ("Olga", "0lga"),
    ("ian", "I\u0430n"),
]


UNLIKE = [("Ana", "Anna"), ("Ana", "\u00c1na"), ("Jan", "Jana"), ("Eva", "Ewa"), ("Leo", "Theo")]


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_look_alike_have_one_shape(name: str, other: str) -> None:
    assert name.casefold() != other.casefold()
    assert shape(name) in shapes(other)


@pytest.mark.parametrize(("name", "other"), UNLIKE)
def test_names_that_differ_have_different_shapes(name: str, other: str) -> None:
    assert shape(name) not in shapes(other)


def test_every_name_has_a_shape_of_reasonable_length() -> None:
    for code in range(0x20, 0x110000, 7):
        assert len(shape(chr(code) * 30)) < 3000
    assert all(is_reserved(name.upper()) for name in RESERVED)
