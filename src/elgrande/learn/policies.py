"""Policies that need no network: for tests, and as what others are measured against."""

from typing import TYPE_CHECKING, Any

from elgrande.learn.arrays import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from elgrande.learn.evaluation import Policy


def random_policy(seed: int = 0) -> "Policy":
    """Any legal action, all equally likely.

    >>> int(random_policy()(np.zeros((1, 1088)), np.eye(1, 128, 5))[0])
    5
    """
    rng = np.random.default_rng(seed)

    def choose(observations: "NDArray[Any]", masks: "NDArray[Any]") -> "NDArray[Any]":
        return np.asarray((rng.random(masks.shape) * (masks > 0)).argmax(axis=1))

    return choose
