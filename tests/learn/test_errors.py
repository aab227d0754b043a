"""Mistakes get a typed error with a stable code and a sentence that says what to do."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from elgrande import Game, GameError, Options
from elgrande.learn import Batch, action_mask, action_of, choice_of, observe
from elgrande.learn.arrays import np
from elgrande.learn.errors import LEARN_ERRORS, missing
from elgrande.learn.tasks import task


class OnDevice:
    """Like a tensor on a GPU, which numpy cannot read."""

    def __array__(self) -> None:
        raise TypeError("cannot convert a tensor on cuda:0")


DOCS = Path(__file__).parents[2] / "docs"
GAME = Game.new(seed=1)


def step(actions: object) -> None:
    Batch(games=2, observations=None).step(actions)  # type: ignore[arg-type]


CASES: list[tuple[str, Callable[[], object], str]] = [
    ("illegal_action", lambda: step(np.array([0, 0])), "Game 0: action 0 is not legal for seat"),
    ("illegal_action", lambda: step(np.array([10**9, 0])), "Game 0: action 1000000000"),
    ("illegal_action", lambda: step(np.array([-1, 0])), "Nothing was played"),
    ("illegal_action", lambda: step(np.array([200, 0], np.uint8)), "action 200"),
    ("illegal_action", lambda: action_of(GAME, 0, 120), "Choices are 0 to 119"),
    ("illegal_action", lambda: choice_of(GAME, 0, 128), "Actions are 0 to 127"),
    ("bad_batch", lambda: step(np.zeros(3, int)), "takes 2 actions"),
    ("bad_batch", lambda: step(np.zeros((2, 1), int)), "one dimension"),
    ("bad_batch", lambda: step(np.zeros(2)), "whole numbers, not float64"),
    ("bad_batch", lambda: step([None, None]), "whole numbers, not object"),
    ("bad_batch", lambda: step([[1], [2, 3]]), "memory of the CPU"),
    ("bad_batch", lambda: step(OnDevice()), "memory of the CPU"),
    ("bad_batch", lambda: step(np.zeros(2, bool)), "whole numbers, not bool"),
    ("bad_batch", lambda: Batch(games=0), "1 to 1,000,000 games"),
    ("bad_batch", lambda: Batch(games=10**7), "1 to 1,000,000 games"),
    ("bad_batch", lambda: Batch(games=2.5), "whole number"),  # type: ignore[arg-type]
    ("bad_batch", lambda: Batch(games=2, first=-1), "the place of a game"),
    ("bad_batch", lambda: Batch([], games=2), "a sequence of them"),
    ("bad_batch", lambda: Batch([4], games=2), "a sequence of them"),  # type: ignore[list-item]
    ("bad_batch", lambda: Batch("2023", games=2), "a sequence of them"),  # type: ignore[arg-type]
    ("bad_batch", lambda: Batch(games=2, observations="all"), "known, forgetful, everything"),
    ("bad_batch", lambda: Batch(games=2).record(2), "games 0 to 1"),
    ("bad_batch", lambda: Batch(games=2).record(-1), "games 0 to 1"),
    ("bad_batch", lambda: Batch(games=2).record("0"), "games 0 to 1"),  # type: ignore[arg-type]
    ("bad_batch", lambda: Batch(games=2).final_observation(0, 0), "ended no game in place 0"),
    ("bad_batch", lambda: observe(GAME, 0, np.zeros(8, np.uint8)), r"out is uint8[1088]"),
    ("bad_batch", lambda: observe(GAME, 0, np.zeros(1088)), "not float64[1088]"),
    ("bad_batch", lambda: observe(GAME, 0, detail="all"), "known, forgetful, everything"),
    ("bad_argument", lambda: Batch(games=2, seed=1.5), "A seed must be a whole number"),
    ("bad_argument", lambda: Batch(games=2, seed=True), "A seed must be a whole number"),
    ("bad_argument", lambda: Batch(games=2, seed=10**600), "at most 600 digits"),
    ("no_such_seat", lambda: observe(GAME, 4), "Seats are 0 to 3"),
    ("no_such_seat", lambda: action_mask(GAME, -1), "Seats are 0 to 3"),
    ("no_such_seat", lambda: action_of(GAME, 10**30, 0), "Seats are 0 to 3"),
    ("unknown_task", lambda: task("ElGrande-1999-9p-v1"), "ElGrande"),
]


@pytest.mark.parametrize(("code", "mistake", "sentence"), CASES)
def test_bad_input_is_named(code: str, mistake: Callable[[], object], sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        mistake()
    assert caught.value.code == code
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 400


def test_every_error_of_learn_is_documented() -> None:
    documented = (DOCS / "errors.md").read_text(encoding="utf-8")
    for error in LEARN_ERRORS:
        assert f"| `{error.code}` | `{error.__name__}` | " in documented, error.code
        assert inspect.getdoc(error)


def test_without_numpy_the_sentence_says_how_to_install_it() -> None:
    """`missing_extra`: as in an environment with nothing but the plain install."""
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "try:\n    import elgrande.learn\n"
        "except ImportError as error:\n    print(error.code, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"missing_extra {missing('numpy', 'learn')}"
    assert "pip install 'elgrande[learn]'" in done.stdout


def test_a_finished_game_is_followed_by_another_and_never_stepped() -> None:
    batch = Batch(Options(players=2, short=True), games=1, seed=1, observations=None)
    while not batch.done[0]:
        batch.step(batch.masks.argmax(axis=1))
    assert batch.record(0).choices == ()
    assert batch.masks[0].any()
    batch.step(batch.masks.argmax(axis=1))
    assert not batch.done[0]
