"""What clients send and are sent: read strictly, and told apart by its type."""

import msgspec
import pytest

from elgrande.server.presentation.messages import (
    ChatBody,
    ChooseMessage,
    ClientMessage,
    ErrorMessage,
    PingMessage,
)


def read(text: str) -> object:
    return msgspec.json.decode(text, type=ClientMessage)


def test_a_frame_is_read_by_its_type() -> None:
    choose = read('{"type": "choose", "id": "1", "seat": 0, "step": 3, "choice": 5}')
    assert isinstance(choose, ChooseMessage)
    assert (choose.seat, choose.step, choose.choice, choose.confirm) == (0, 3, 5, False)
    assert isinstance(read('{"type": "ping"}'), PingMessage)


@pytest.mark.parametrize(
    "text",
    ['{"type": "fly"}', "{}", "[]", '{"type": "ping", "more": 1}', '{"type": "choose", "seat": 0}']
    + ['{"type": "choose", "seat": true, "step": 3, "choice": 5}'],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(text)


def test_what_is_sent_bears_its_type_and_what_is_asked_over_http_does_not() -> None:
    sent = msgspec.json.decode(msgspec.json.encode(ErrorMessage("1", "too_fast", "Wait.", 429)))
    assert sent["type"] == "error"
    assert "type" not in msgspec.to_builtins(ChatBody(text="Hello"))
