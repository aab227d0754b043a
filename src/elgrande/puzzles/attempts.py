"""An answer under way: the seat's own choices, with everybody else answering quickly.

It is played in the imagined position of the puzzle, so it tells nothing that the seat could not
know. A turn lasts until the seat has nothing left to decide in it; a power card, a disc and a Veto
are single choices.
"""

from collections.abc import Iterable
from typing import Final

from elgrande.game import Game
from elgrande.puzzles.puzzle import PLACING, TURN
from elgrande.rules.choices import ALLOW, ALLOW_ALL
from elgrande.rules.frames import VETO_WINDOW, is_secret
from elgrande.rules.rng import Rng
from elgrande.search.context import Context
from elgrande.search.plans import turn_of
from elgrande.search.rollout import answer_quickly
from elgrande.search.weights import STANDARD

WHOLE_TURNS: Final = (TURN, PLACING)


class Attempt:
    """One try at a puzzle.

    >>> from elgrande.puzzles.library import puzzles
    >>> puzzle = puzzles()[0]
    >>> attempt = Attempt(puzzle.imagined(), puzzle.seat, puzzle.kind)
    >>> attempt.play_all(puzzle.solutions[0])
    >>> attempt.over
    True
    """

    def __init__(self, game: Game, seat: int, kind: str) -> None:
        self.game: Final = game
        self.seat: Final = seat
        self.kind: Final = kind
        self.choices: list[int] = []
        self._turn = turn_of(game.state)
        self._others = Context(Rng(0), 0, STANDARD)

    @property
    def over(self) -> bool:
        """Whether the answer is complete."""
        if self.kind not in WHOLE_TURNS:
            return bool(self.choices)
        return self.game.over or turn_of(self.game.state) != self._turn

    @property
    def legal(self) -> list[int]:
        """What the seat may choose next; empty once the answer is complete."""
        return [] if self.over else self.game.legal(self.seat)

    def play(self, choice: int) -> None:
        """Make the next choice; IllegalChoice, and no change, if it is not legal."""
        self.game.play(choice, self.seat)
        self.choices.append(choice)
        while not self.over and self.seat not in self.game.waiting:
            self._answer_for_another()

    def play_all(self, choices: Iterable[int]) -> None:
        """Make choices as a plan names them: one that nobody asks for is left out."""
        for choice in choices:
            if choice in self.legal:
                self.play(choice)

    def finish(self) -> None:
        """Settle what is left of the turn by quick answers."""
        while not self.over:
            state = self.game.state
            self.play(int(answer_quickly(state, self._others, self.seat)))

    def _answer_for_another(self) -> None:
        """Somebody else is asked: no Veto is played, everything else gets a quick answer."""
        state = self.game.state
        other = self.game.waiting[0]
        if state.kind == VETO_WINDOW:
            legal = self.game.legal(other)
            self.game.play(ALLOW_ALL if ALLOW_ALL in legal else ALLOW, other)
            return
        if is_secret(state.kind):
            self._others.appraiser.seat = -1
        self.game.play(int(answer_quickly(state, self._others, other)), other)
