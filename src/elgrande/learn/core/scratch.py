"""One observation or mask at a time, without a batch around it."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.learn.core.actions import MASK_WORDS, turn_mask, write_mask
from elgrande.learn.core.layout import OBS_WORDS, forget, fresh_memory
from elgrande.learn.core.observation import observe
from elgrande.rules.deal import Deal
from elgrande.rules.state import State
from elgrande.rules.view import legal_mask


@final
class Scratch:
    """Room for one observation and one mask, written over by the next."""

    def __init__(self) -> None:
        self.observation = vec[i64]([0] * OBS_WORDS)
        self.mask = vec[i64]([0] * MASK_WORDS)
        self.memory = fresh_memory(1)
        self.deal: Deal | None = None
        self.detail: i64 = 0

    def observe(self, state: State, seat: i64, detail: i64) -> None:
        """Write what a seat knows."""
        if state.deal is not self.deal or detail != self.detail:
            self.deal = state.deal
            self.detail = detail
            forget(self.memory, 0)
        observe(state, seat, detail, self.observation, 0, self.memory, 0)

    def ask(self, state: State, seat: i64) -> None:
        """Write what a seat may do; nothing if it is not asked."""
        mask: i64 = legal_mask(state, seat)
        write_mask(turn_mask(mask, state.base, seat, state.deal.players), state.base, self.mask, 0)
