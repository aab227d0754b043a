"""elgrande.learn: the game as tensors, for research on games of many players.

>>> from elgrande.learn import Batch
>>> Batch(games=4).observations.shape
(4, 1088)
"""

from elgrande.learn import tasks
from elgrande.learn.batch import Batch
from elgrande.learn.core.actions import ACTIONS
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.data.replaying import replay
from elgrande.learn.observation_fields import CARDS, KINDS, NAMES, SCALE
from elgrande.learn.single import action_mask, action_of, choice_of, observe
from elgrande.learn.workers import Workers

__all__ = [
    "ACTIONS",
    "CARDS",
    "KINDS",
    "NAMES",
    "OBS_SIZE",
    "SCALE",
    "Batch",
    "Workers",
    "action_mask",
    "action_of",
    "choice_of",
    "observe",
    "replay",
    "tasks",
]
