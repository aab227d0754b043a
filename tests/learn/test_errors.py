"""Mistakes get a typed error with a stable code and a sentence that says what to do."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.learn import Batch, action_mask, action_of, choice_of, observe
from elgrande.learn.arrays import np
from elgrande.learn.errors import LEARN_ERRORS, BadBatch, missing
from elgrande.learn.evaluation import win_share
from elgrande.learn.tasks import task, whole_game
from tests.support.mistakes import check_named


class OnDevice:
    """Like a tensor on a GPU, which numpy cannot read."""

    def __array__(self) -> None:
        raise TypeError("cannot convert a tensor on cuda:0")


class WithGradient:
    """Like a tensor that is still part of what is trained."""

    def __array__(self) -> None:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")


DOCS = Path(__file__).parents[2] / "docs"
GAME = Game.new(seed=1)


def step(actions: object) -> None:
    Batch(games=2, observations=None).step(actions)  # type: ignore[arg-type]


def read_only(length: int) -> Any:
    array = np.zeros(length, np.uint8)
    array.flags.writeable = False
    return array


def judge(answer: object) -> object:
    """Ask a policy that always answers the same."""
    options = Options(players=2, short=True)
    return win_share(lambda observations, masks: answer, "random", options, range(1))  # type: ignore[arg-type,return-value]


def anything(value: object) -> Any:
    """Something of a type that is not allowed, which mypy must not see."""
    return value


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
    ("bad_batch", lambda: step(WithGradient()), "detach a tensor and move it there"),
    ("bad_batch", lambda: step(np.zeros(2, bool)), "whole numbers, not bool"),
    ("bad_batch", lambda: step("ab"), "takes 2 actions in one dimension"),
    ("illegal_action", lambda: step(np.array([2**64 - 1, 0], np.uint64)), "Nothing was played"),
    ("bad_batch", lambda: Batch(anything(4), games=2), "a sequence of them"),
    ("bad_batch", lambda: Batch(games=2, first=2**63), "the place of a game, 0 or more"),
    ("bad_batch", lambda: Batch(games=2, bots=anything(5)), "a mapping from seats to names"),
    ("bad_batch", lambda: Batch(games=2, bots={0: anything([])}), "random, quick, novice"),
    ("bad_batch", lambda: Batch(games=2, observations=anything([])), "known, forgetful"),
    ("bad_batch", lambda: observe(GAME, 0, anything([0])), "an array of numpy, uint8[1088]"),
    ("bad_batch", lambda: observe(GAME, 0, read_only(1088)), "out is read-only"),
    ("bad_batch", lambda: choice_of(GAME, 0, anything(1.5)), "one whole number on the CPU"),
    ("bad_batch", lambda: action_of(GAME, 0, anything("1")), "one whole number on the CPU"),
    ("bad_batch", lambda: judge(np.zeros((1, 128), int)), "actions in one dimension"),
    ("bad_batch", lambda: judge(np.zeros(2)), "whole numbers, not float64"),
    ("bad_batch", lambda: judge(OnDevice()), "memory of the CPU"),
    ("bad_batch", lambda: judge(None), "actions in one dimension"),
    ("no_such_seat", lambda: observe(GAME, anything("0")), "Seats are 0 to 3, not '0'"),
    ("no_such_seat", lambda: observe(GAME, anything(0.0)), "Seats are 0 to 3, not 0.0"),
    ("no_such_seat", lambda: action_mask(GAME, anything(None)), "Seats are 0 to 3, not None"),
    ("unknown_task", lambda: task(anything([])), "tasks.ids()"),
    ("unknown_task", lambda: whole_game("ElGrande-Disc-2p-v1"), "has positions, not whole games"),
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
    check_named(code, mistake, sentence, 400)


def test_every_error_of_learn_is_documented() -> None:
    documented = (DOCS / "program" / "errors.md").read_text(encoding="utf-8")
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


@pytest.mark.proof
def test_tensors_of_pytorch_are_taken_from_the_cpu_and_refused_from_elsewhere() -> None:
    import torch

    batch = Batch(games=2, seed=1, observations=None)
    legal = torch.from_numpy(batch.masks.argmax(axis=1))
    batch.step(legal)
    before = [batch.record(place) for place in range(2)]
    assert [len(record.choices) for record in before] == [1, 1]
    for actions in (legal.to("meta"), legal.float().requires_grad_(), legal.to_sparse()):
        with pytest.raises(BadBatch, match="memory of the CPU"):
            batch.step(actions)
    with pytest.raises(BadBatch, match="whole numbers, not float32"):
        batch.step(legal.float())
    assert [batch.record(place) for place in range(2)] == before


def test_a_finished_game_is_followed_by_another_and_never_stepped() -> None:
    batch = Batch(Options(players=2, short=True), games=1, seed=1, observations=None)
    while not batch.done[0]:
        batch.step(batch.masks.argmax(axis=1))
    assert batch.record(0).choices == ()
    assert batch.masks[0].any()
    batch.step(batch.masks.argmax(axis=1))
    assert not batch.done[0]
