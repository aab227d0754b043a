"""Which moments of a game are judged: turns, power cards and secret discs with a choice in them.

A line is the choices of a game, each with its seat, in the order they were made.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from elgrande.bots.levels import is_own_turn
from elgrande.game import Game
from elgrande.review import data
from elgrande.rules.board import NOWHERE
from elgrande.rules.frames import PASS_MODIFIER, POWER, is_secret
from elgrande.rules.state import State
from elgrande.search.plans import PAUSE, turn_of

Line = Sequence[Sequence[int]]


@dataclass(frozen=True)
class MomentToJudge:
    """One moment as it was played; plain data, so that another process can judge it."""

    position: int
    until: int
    seat: int
    round: int
    kind: str
    card: str | None
    plan: tuple[int, ...]  # the seat's choices, with PAUSE where others answered


def moments_of(start: Game, line: Line, first: int = 0) -> list[MomentToJudge]:
    """The moments of a game in its order, positions counted from `first`."""
    return sorted(_moments(start, line, first), key=lambda moment: moment.position)


def game_at(start: Game, line: Line, first: int, position: int) -> Game:
    """The game after the choices before a position."""
    game = start.clone()
    for seat, choice in line[: position - first]:
        game.play(choice, seat)
    return game


def card_in_use(state: State) -> str | None:
    """The action card of the turn under way, if one was taken."""
    return None if state.card == NOWHERE else str(state.deal.key(state.card))


class _Turn:
    """A turn that is being followed."""

    def __init__(self, state: State, seat: int) -> None:
        self.number = turn_of(state)
        self.round = int(state.round)
        self.seat = seat
        self.begin: int | None = None  # where there first was a choice
        self.card: str | None = None
        self.plan: list[int] = []

    def note(self, position: int, choice: int, is_free: bool) -> None:
        """One of the seat's own choices; forced ones at the beginning are left out."""
        if self.begin is None and is_free:
            self.begin = position
        if self.begin is not None:
            self.plan.append(choice)

    def pause(self) -> None:
        """Somebody else answered."""
        if self.plan and self.plan[-1] != PAUSE:
            self.plan.append(PAUSE)

    def finished(self, until: int) -> Iterator[MomentToJudge]:
        """The moment, if there was anything to choose."""
        while self.plan and self.plan[-1] == PAUSE:
            self.plan.pop()
        if self.begin is not None:
            plan = tuple(self.plan)
            yield MomentToJudge(
                self.begin, until, self.seat, self.round, data.TURN, self.card, plan
            )


def _moments(start: Game, line: Line, first: int) -> Iterator[MomentToJudge]:
    game = start.clone()
    state = game.state
    turn: _Turn | None = None
    for position, (seat, choice) in enumerate(line, start=first):
        is_free = len(game.legal(seat)) > 1
        if turn is not None and turn_of(state) != turn.number:
            yield from turn.finished(position)
            turn = None
        if is_own_turn(state, seat):
            turn = turn or _Turn(state, seat)
            turn.note(position, choice, is_free)
        elif turn is not None:
            turn.pause()
        if is_free and _stands_alone(state):
            kind = data.POWER if state.kind == POWER else data.DISC
            card = None if kind == data.POWER else card_in_use(state)
            yield MomentToJudge(position, position + 1, seat, game.round, kind, card, (choice,))
        game.play(choice, seat)
        if turn is not None and state.card != NOWHERE and turn_of(state) == turn.number:
            turn.card = card_in_use(state)
    if turn is not None:
        yield from turn.finished(first + len(line))


def _stands_alone(state: State) -> bool:
    """Whether a choice is a moment by itself: a power card, or a secret disc."""
    return state.kind == POWER or (is_secret(state.kind) and state.kind != PASS_MODIFIER)
