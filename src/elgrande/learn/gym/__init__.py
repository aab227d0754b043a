"""El Grande for Gymnasium: one agent against named bots, alone or in many games at once.

Importing this registers a name for every task, so Gymnasium imports it if the name says so:

>>> import gymnasium
>>> environment = gymnasium.make("elgrande.learn.gym:ElGrande-2023-4p-v1", opponents="random")
>>> environment.reset(seed=7)[0]["observation"].shape
(1088,)
"""

from elgrande.learn import tasks
from elgrande.learn.errors import missing
from elgrande.learn.gym.environment import ElGrande
from elgrande.learn.gym.vector import ElGrandeVector

try:
    import gymnasium
except ImportError:
    raise missing("Gymnasium", "gym") from None

__all__ = ["ElGrande", "ElGrandeVector"]


def register_tasks() -> None:
    """Give Gymnasium the names of all tasks it does not know yet."""
    for name in tasks.ids():
        if name in gymnasium.registry:
            continue
        gymnasium.register(
            name,
            entry_point="elgrande.learn.gym.environment:ElGrande",
            vector_entry_point="elgrande.learn.gym.vector:ElGrandeVector",
            kwargs={"task": name},
        )


register_tasks()
