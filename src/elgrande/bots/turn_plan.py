"""A plan that a bot is carrying out: one choice after the other until something comes between."""

from collections.abc import Container, Sequence

from elgrande.rules.state import State
from elgrande.search.plans import PAUSE, turn_of


class TurnPlan:
    """The choices of a turn still to be made."""

    def __init__(self) -> None:
        self._choices: list[int] = []
        self._turn = 0

    def keep(self, choices: Sequence[int], state: State) -> None:
        """Carry out these from here on; they replace what was planned before."""
        self._choices = list(choices)
        self._turn = turn_of(state)

    def next(self, state: State, legal: Container[int]) -> int | None:
        """The next choice, if there is one and it still fits."""
        if turn_of(state) != self._turn:
            self._choices = []
        while self._choices:
            choice = self._choices.pop(0)
            if choice == PAUSE:
                self._choices = []
            elif choice in legal:
                return choice
            # Else there was nothing to choose, and the table went on without asking.
        return None
