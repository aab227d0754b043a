"""Names and messages as they are kept, and what cannot be one."""

import pytest

from elgrande.server.accounts.names import LONGEST_MESSAGE, LONGEST_NAME, clean_message, clean_name
from elgrande.server.errors import BadName


def test_a_name_is_kept_in_one_form() -> None:
    assert clean_name("  Ana \t\u00a0 Mar\u0131a ".replace("\t", " ")) == "Ana Mar\u0131a"
    assert clean_name("Jose\u0301") == "Jos\u00e9"
    assert clean_name("x" * LONGEST_NAME) == "x" * LONGEST_NAME


@pytest.mark.parametrize(
    "name",
    ["", "   ", "a\u200bb", "a\nb", "\u3164", "\u0301" * 3, "e" + "\u0301\u0302\u0303\u0304" * 2]
    + ["x" * (LONGEST_NAME + 1), "x" * 2000, "\ud800"],
)
def test_what_nobody_could_read_is_no_name(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


def test_a_message_is_short_in_letters_and_in_bytes() -> None:
    assert clean_message("Olé!") == "Olé!"
    for text in ("x" * (LONGEST_MESSAGE + 1), "\U0001f600" * 200):
        with pytest.raises(BadName):
            clean_message(text)
