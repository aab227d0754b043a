"""The spaces of Gymnasium that the adapters share."""

from typing import Any

from elgrande.learn.core.actions import ACTIONS
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.errors import missing

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete, Space
except ImportError:
    raise missing("Gymnasium", "gym") from None


def observation_space() -> "Space[Any]":
    """An observation as `elgrande-obs-1` with the mask of the actions that are legal now."""
    return Dict(
        observation=known_space(),
        # int8, because `Discrete.sample` takes no other mask.
        action_mask=Box(0, 1, (ACTIONS,), np.int8),
    )


def known_space() -> Box:
    """The bytes of `elgrande-obs-1`."""
    return Box(0, 255, (OBS_SIZE,), np.uint8)


def action_space() -> Discrete:
    """The actions of `elgrande-actions-1`."""
    return Discrete(ACTIONS)
