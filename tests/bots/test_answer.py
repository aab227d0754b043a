"""An answer whatever a bot does: its own if that is legal, else the default and a failure."""

from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.bots import BotFailed, Failure, Situation, answer_for
from elgrande.bots.answer import default_choice
from elgrande.rules.choices import END, STOP
from elgrande.rules.rng import Rng
from tests.support.walks import every_variant, pick


class Saying:
    """A bot that answers one thing, or raises it."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, situation: Situation) -> int:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer  # type: ignore[no-any-return]


class Index:
    """A number of another kind, as numpy has them."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class Shy:
    """Will not be shown."""

    def __repr__(self) -> str:
        raise RuntimeError

    def __index__(self) -> int:
        raise RuntimeError


def situation() -> Situation:
    game = Game.new(Options(players=3, first_player=0), seed=1)
    return Situation.of(game, 0, Rng(1))


def test_a_legal_choice_is_the_answer() -> None:
    for choice in situation().legal:
        assert answer_for(Saying(choice), situation()) == (choice, None)
        assert answer_for(Saying(Index(choice)), situation()) == (choice, None)


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        (-1, "it answered -1"),
        (0, "it answered 0"),
        (10**30, "it answered 1000"),
        pytest.param(10**5000, "it answered a int", id="huge"),
        (True, "it answered True"),
        (72.0, "it answered 72.0"),
        ("power 8", "it answered 'power 8'"),
        (None, "it answered None"),
        ([72], "it answered [72]"),
        ("x" * 1000, "it answered 'xxx"),
        (Index(3), "it answered <"),
        (Shy(), "it answered a Shy"),
    ],
)
def test_what_is_not_legal_is_forfeited(answer: object, detail: str) -> None:
    choice, failure = answer_for(Saying(answer), situation())
    assert choice == situation().legal[0]
    assert failure is not None
    assert failure.reason == "illegal"
    assert failure.detail.startswith(detail)
    assert len(failure.detail) < 80


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (RuntimeError("two\nlines."), "RuntimeError: two lines"),
        (KeyError(), "KeyError"),
        (SystemExit(3), "SystemExit: 3"),
        (RecursionError(), "RecursionError"),
        (ValueError(Shy()), "ValueError"),
    ],
)
def test_a_bot_that_raises_forfeits(error: BaseException, detail: str) -> None:
    assert answer_for(Saying(error), situation()) == (
        situation().legal[0],
        Failure("raised", detail),
    )


def test_a_failure_says_what_happened() -> None:
    failed = BotFailed("late", "no answer within 2 s")
    assert str(failed.failure) == "late (no answer within 2 s)"


def test_ctrl_c_is_no_failure_of_the_bot() -> None:
    with pytest.raises(KeyboardInterrupt):
        answer_for(Saying(KeyboardInterrupt()), situation())


def test_a_bot_that_is_none_forfeits() -> None:
    nothing: Any = object()
    _, failure = answer_for(nothing, situation())
    assert failure is not None
    assert failure.reason == "raised"


def test_a_bot_cannot_make_its_choice_legal() -> None:
    class Tampering:
        def choose(self, situation: Situation) -> int:
            situation.__dict__["legal"] = (119,)
            return 119

    choice, failure = answer_for(Tampering(), situation())
    assert choice == situation().legal[0]
    assert failure == Failure("illegal", "it answered 119")


def test_the_default_stops_or_declines_where_that_is_possible() -> None:
    variants, stopped = list(every_variant()), 0
    for number in range(40):
        game, rng = Game.new(variants[number * 13 % len(variants)], number), Rng(number)
        while not game.over:
            seat = pick(rng, game.waiting)
            legal = game.legal(seat)
            choice = default_choice(tuple(legal))
            if STOP in legal or END in legal:
                assert choice in (STOP, END)
                stopped += 1
            else:
                assert choice == min(legal)
            game.play(pick(rng, legal), seat)
    assert stopped > 100
