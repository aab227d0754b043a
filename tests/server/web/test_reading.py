"""What clients send is read as the wanted type, or refused in a sentence."""

import pytest

from elgrande.server.errors import BadRequest
from elgrande.server.presentation.messages import ChoiceBody
from elgrande.server.web.reading import read_json, sentence_of


def test_a_sentence_names_fields_of_ours_and_no_values() -> None:
    told = sentence_of("Invalid enum value 'secret<b>' `<script>alert()` - at `$.seats[0]`")
    assert "script" not in told
    assert sentence_of("Expected `int`, got `str` - at `$.seat`") == (
        "The field seat: expected int, got str."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"seat": "0", "step": 1, "choice": 2}', "The field seat: expected int, got str."),
        ("{", "The frame is not valid JSON."),
        ("[" * 100_000, "The request: expected object, got array."),
        (b"\xff", "The frame is not valid JSON."),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(text: str | bytes, sentence: str) -> None:
    with pytest.raises(BadRequest, match=r"^The ") as refused:
        read_json(text, ChoiceBody, "The frame")
    assert str(refused.value) == sentence


def test_what_can_be_read_is_what_was_wanted() -> None:
    read = read_json('{"seat": 0, "step": 1, "choice": 2}', ChoiceBody, "The frame")
    assert read == ChoiceBody(seat=0, step=1, choice=2)
