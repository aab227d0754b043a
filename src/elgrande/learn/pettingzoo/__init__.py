"""El Grande for PettingZoo: `elgrande.learn.pettingzoo.elgrande_v1`."""

from elgrande.learn.pettingzoo import elgrande_v1

__all__ = ["elgrande_v1"]
