"""The public game object: a thin layer over the rules.

Compiled together with the rules, so that `legal` and `play` cost little more than the rules do.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, final

from mypy_extensions import i64

from elgrande.describe import describe_choice, describe_decision, describe_happening
from elgrande.editions.cards import deck_for
from elgrande.notation import format_choice, parse_choice
from elgrande.record import Record
from elgrande.rules.board import BIT
from elgrande.rules.choices import CHOICES
from elgrande.rules.deal import deal
from elgrande.rules.determinize import determinize
from elgrande.rules.errors import GameOver, IllegalChoice, NoSuchSeat, NotYourTurn
from elgrande.rules.event_types import Event
from elgrande.rules.events import describe_event
from elgrande.rules.fields import count_of, seed_of, short
from elgrande.rules.flow import begin, play
from elgrande.rules.frames import KIND_KEYS, is_secret
from elgrande.rules.options import Options
from elgrande.rules.packing import waiting_of
from elgrande.rules.playout import perft, play_out_many, scores_of
from elgrande.rules.restore import restore
from elgrande.rules.rng import Rng
from elgrande.rules.snapshot import snapshot_of
from elgrande.rules.snapshot_types import SnapshotData
from elgrande.rules.state import State
from elgrande.rules.view import (
    NOBODY,
    View,
    asks_for_hand,
    choices_in,
    legal_mask,
    open_mask,
    view_of,
    waiting_seats,
)

DIGEST_LENGTH: Final = 32


@final
class Played:
    """One choice of the history; clones share everything before it."""

    def __init__(self, before: "Played | None", seat: i64, choice: i64, secret: bool) -> None:
        self.before = before
        self.seat: i64 = seat
        self.choice: i64 = choice
        self.secret: bool = secret  # answered while others were asked too
        self.last: bool = False  # the answer that ended a secret decision


@final
class Game:
    """A game of El Grande.

    >>> game = Game.new(Options(players=3), seed=7)
    >>> while not game.over:
    ...     game.play(game.legal()[0])
    >>> len(game.scores)
    3
    """

    def __init__(self, state: State, seed: int, origin: State | None) -> None:
        self.state: Final = state
        self.seed = seed
        # Where a game that was not dealt from its seed began.
        self.origin = origin
        self.history: Played | None = None
        self.step: i64 = 0

    @staticmethod
    def new(options: Options | None = None, seed: object = 0, events: bool = False) -> "Game":
        """Deal a new game; the same options and seed give the same game everywhere."""
        # Not `int` for mypyc: compiled code would turn True into 1 before it can be refused.
        number = seed_of(seed)
        chosen = Options() if options is None else options
        dealt, start = deal(chosen, deck_for(chosen), number)
        log: list[int] | None = [] if events else None
        return Game(begin(dealt, start, log), number, None)

    @staticmethod
    def from_snapshot(data: object) -> "Game":
        """The game a snapshot describes; BadSnapshot (a ValueError) names a wrong field."""
        state = restore(data, deck_for)
        return Game(state, 0, state.clone())

    @property
    def options(self) -> Options:
        """What was decided before the deal."""
        return self.state.deal.options

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a choice now; () when the game is over."""
        return waiting_seats(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def round(self) -> int:
        """The number of the round on the track; the short game skips 1, 4 and 7."""
        return self.state.round

    @property
    def scores(self) -> list[int]:
        """The points of every seat."""
        return scores_of(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points once the game is over; several if they are tied (R19)."""
        if not self.state.over:
            return ()
        scores = self.scores
        best = max(scores)
        return tuple([seat for seat in range(len(scores)) if scores[seat] == best])

    @property
    def decision(self) -> str:
        """The kind of decision now asked, as in docs/program/notation.md."""
        return KIND_KEYS[self.state.kind]

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal choices, sorted; of the first waiting seat unless another is named.

        Complete, never empty for a seat that is waiting, and empty for one that is not.
        """
        state = self.state
        if seat is None:
            return choices_in(state.mask, state.base)
        self._check_seat(seat)
        return choices_in(legal_mask(state, seat), state.base)

    def play(self, choice: int, seat: int | None = None) -> None:
        """Answer the decision now asked; IllegalChoice, and no change, if that is not legal."""
        state = self.state
        who: i64 = state.seat
        mask: i64 = state.mask
        if seat is not None:
            self._check_seat(seat)
            who = seat
            mask = legal_mask(state, who)
        # A choice outside the table may be too large for a machine word, so check that first.
        if choice < 0 or choice >= CHOICES:
            raise self._refusal(choice, who, mask, seat is None)
        bit: i64 = choice - state.base
        if bit < 0 or bit >= len(BIT) or mask & BIT[bit] == 0:
            raise self._refusal(choice, who, mask, seat is None)
        secret: bool = is_secret(state.kind)
        played = Played(self.history, who, choice, secret)
        if secret:
            waiting: i64 = waiting_of(state.argument)
            played.last = waiting & (waiting - 1) == 0
        play(state, who, choice)
        self.history = played
        self.step += 1

    def _check_seat(self, seat: int) -> None:
        last = self.options.players - 1
        if seat < 0 or seat > last:
            raise NoSuchSeat(
                f"There is no seat {short(seat)} at this table; the seats are 0 to {last}."
            )

    def _refusal(self, choice: int, seat: int, mask: int, anybody: bool = False) -> IllegalChoice:
        """The error for a choice that is not legal; it names nothing the seat may not know.

        `anybody` says that no seat was named, so that it names nothing that is in a hand either.
        """
        if self.state.over:
            return GameOver("The game is over; no more choices can be made.")
        if mask == 0:
            waiting = " and ".join([f"seat {other}" for other in self.waiting])
            return NotYourTurn(f"Seat {seat} has nothing to choose now; {waiting} must choose.")
        if anybody and asks_for_hand(self.state.kind):
            return IllegalChoice(
                f"Choice {short(choice)} is not legal now; play(choice, seat) says what is."
            )
        allowed = ", ".join([self.notation(other) for other in self.legal(seat)])
        return IllegalChoice(
            f"Choice {short(choice)} is not legal now; the legal choices are: {allowed}."
        )

    def clone(self) -> "Game":
        """An independent copy, without listeners."""
        copy = Game(self.state.clone(), self.seed, self.origin)
        copy.history = self.history
        copy.step = self.step
        return copy

    def __copy__(self) -> "Game":
        """A clone with what was noted for `events`."""
        copy = self.clone()
        log = self.state.log
        copy.state.log = None if log is None else log[:]
        return copy

    def __deepcopy__(self, memo: dict[int, object]) -> "Game":
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle: the position, where it came from, the history and the noted events."""
        origin = self.origin
        played = [(one.seat, one.choice, one.secret, one.last) for one in self._played()]
        return rebuild, (
            snapshot_of(self.state),
            self.seed,
            None if origin is None else snapshot_of(origin),
            played,
            self.state.log,
        )

    def __eq__(self, other: object) -> bool:
        """Whether both are the same position with the same cards to come, whatever led there.

        A game changes, so it cannot be hashed; `digest` can.
        """
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or snapshot_of(self.state) == snapshot_of(other.state)

    def __repr__(self) -> str:
        """What anybody at the table sees: no seed, hand or stack, because it ends up in logs."""
        options = self.options
        asked = f"{self.decision} asked of {list(self.waiting)}" if not self.over else "over"
        table = f"{options.edition}, {options.players} players, round {self.round}"
        return f"<Game {table}, step {self.step}, {asked}, scores {self.scores}>"

    def view(self, seat: int | None = None) -> View:
        """What a seat may see; None is a spectator."""
        if seat is None:
            return View(view_of(self.state, NOBODY))
        self._check_seat(seat)
        return View(view_of(self.state, seat))

    def listen(self) -> None:
        """Start noting what happens, for `events`."""
        if self.state.log is None:
            self.state.log = []

    def events(self, seat: int | None = None, since: int = 0) -> list[Event]:
        """What happened since listening began, as far as a seat (None: a spectator) may know."""
        if seat is not None:
            self._check_seat(seat)
        log = self.state.log
        if log is None:
            return []
        return [describe_event(event, self.state.deal, seat) for event in log[since:]]

    @property
    def event_count(self) -> int:
        """How many events there are so far, for `events(since=...)` next time."""
        log = self.state.log
        return 0 if log is None else len(log)

    def describe(
        self,
        choice: int,
        language: str = "en",
        seat: int | None = None,
        names: Sequence[str] | None = None,
    ) -> str:
        """One line for people that says what a choice of the decision now asked would do.

        Here and below, `names` are those of the seats; without them, colours are named. With a
        seat it must be a choice of that seat. Without one any card that could answer the
        decision is described, whoever holds it, so that asking reveals nothing about hands.
        """
        mask: i64 = open_mask(self.state)
        if seat is not None:
            self._check_seat(seat)
            mask = legal_mask(self.state, seat)
            if mask == 0:
                raise self._refusal(choice, seat, mask)
        if choice not in choices_in(mask, self.state.base):
            raise IllegalChoice(f"Choice {short(choice)} is not an answer to the current decision.")
        return describe_choice(self.state, choice, language, names)

    def ask(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """What must be decided now, in one sentence."""
        return describe_decision(self.state, language, names)

    def tell(
        self,
        event: Mapping[str, object],
        language: str = "en",
        names: Sequence[str] | None = None,
    ) -> str:
        """A sentence for an event that `events` gave."""
        return describe_happening(event, self.state, language, names)

    def notation(self, choice: int) -> str:
        """The short text of a choice."""
        return format_choice(choice, self.options)

    def parse(self, text: object) -> int:
        """The choice of a short text; BadNotation if it names none."""
        return parse_choice(text, self.options)

    def record(self) -> Record:
        """The game as its options, seed and choices."""
        seats: list[int] = []
        choices: list[int] = []
        for played in self._in_order():
            seats.append(played.seat)
            choices.append(played.choice)
        origin = self.origin
        start = None if origin is None else snapshot_of(origin)
        return Record(self.options, self.seed, tuple(choices), tuple(seats), self.digest(), start)

    def _in_order(self) -> list[Played]:
        """The history from the start, answers to one secret decision in the order of the seats."""
        ordered: list[Played] = []
        together: list[Played] = []
        for played in self._played():
            if not played.secret:
                ordered.append(played)
                continue
            together.append(played)
            if played.last:
                ordered += _by_seat(together)
                together = []
        return ordered + _by_seat(together)

    def _played(self) -> list[Played]:
        """The history from the start, as it was answered."""
        played: list[Played] = []
        node = self.history
        while node is not None:
            played.append(node)
            node = node.before
        played.reverse()
        return played

    def digest(self) -> str:
        """A digest of the whole position, the same on every machine, interpreted or compiled."""
        text = json.dumps(snapshot_of(self.state), sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]

    def snapshot(self) -> SnapshotData:
        """The complete position, hidden cards included, as plain JSON data."""
        return snapshot_of(self.state)

    def determinize(self, seat: int, seed: object) -> "Game":
        """A full game that agrees with everything this seat knows, the rest imagined."""
        self._check_seat(seat)
        state = determinize(self.state, seat, Rng(seed_of(seed)))
        return Game(state, 0, state.clone())

    def perft(self, depth: int) -> int:
        """How many sequences of that many choices there are from here."""
        return perft(self.state, count_of(depth, "depth"))


def _by_seat(answers: Sequence[Played]) -> list[Played]:
    return sorted(answers, key=lambda played: played.seat)


def rebuild(
    position: object,
    seed: int,
    origin: object,
    played: list[tuple[int, int, bool, bool]],
    log: list[int] | None,
) -> Game:
    """The game that was pickled."""
    state = restore(position, deck_for)
    state.log = log
    game = Game(state, seed, None if origin is None else restore(origin, deck_for))
    for seat, choice, secret, last in played:
        game.history = Played(game.history, seat, choice, secret)
        game.history.last = last
        game.step += 1
    return game


def playouts(game: Game, n: int, seed: object) -> list[list[int]]:
    """The final scores of `n` random games from here on, played in compiled code.

    >>> len(playouts(Game.new(), 3, seed=1))
    3
    """
    return play_out_many(game.state, count_of(n, "n"), Rng(seed_of(seed)))[0]
