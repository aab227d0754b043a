"""One observation or mask at a time, without a batch around it."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.learn.core.actions import MASK_WORDS, turn_mask, write_mask
from elgrande.learn.core.observation import KEPT_WORDS, OBS_WORDS, fresh_memory, observe
from elgrande.rules.state import State
from elgrande.rules.view import legal_mask

FORGOTTEN: Final = -1


@final
class Scratch:
    """Room for one observation and one mask, written over by the next."""

    def __init__(self) -> None:
        self.observation = vec[i64]([0] * OBS_WORDS)
        self.mask = vec[i64]([0] * MASK_WORDS)
        self.memory = fresh_memory(1)

    def observe(self, state: State, seat: i64, detail: i64) -> None:
        """Write what a seat knows."""
        word: i64 = 0
        while word < KEPT_WORDS:
            self.memory[word] = FORGOTTEN
            word += 1
        observe(state, seat, detail, self.observation, 0, self.memory, 0)

    def ask(self, state: State, seat: i64) -> None:
        """Write what a seat may do; nothing if it is not asked."""
        mask: i64 = legal_mask(state, seat)
        write_mask(turn_mask(mask, state.base, seat, state.deal.players), state.base, self.mask, 0)
