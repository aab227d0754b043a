"""Mistakes and what their errors say: a stable code, and one sentence that tells what to do."""

from collections.abc import Callable

import pytest

from elgrande import GameError


def check_named(code: str, mistake: Callable[[], object], sentence: str, longest: int) -> None:
    """Make a mistake, and see that its error has the code, and says this in few words."""
    with pytest.raises(GameError) as caught:
        mistake()
    assert caught.value.code == code
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < longest
