"""How a table's game is played: the fold of its entries of play. Pure: no clock, no I/O.

The draft: a player can take back their consecutive choices until they confirm, or until one of them
shows something hidden. While a finished draft waits to be confirmed nobody else is asked.

Steps: a question is identified by the number of the entry that posed it. Numbers are never reused,
so a repeated answer is recognised, and a late one answers nothing.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from elgrande.game import Game
from elgrande.rules.errors import GameOver, IllegalChoice, NotYourTurn
from elgrande.rules.events import opens_castillo, reveals
from elgrande.rules.options import Options
from elgrande.server.errors import CannotUndo, StaleStep
from elgrande.server.storage.rows import Entry
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.clocks import Clock, ClockSettings
from elgrande.server.tables.kept_events import KeptEvents

# Submissions other than choices, noted alongside them.
CONFIRMED: Final = 250
TOOK_BACK: Final = 251
_SEATS: Final = 8
_CODES: Final = 256

# Why a seat cannot take back now.
NOTHING: Final = "nothing_to_take_back"
REVEALED: Final = "something_was_revealed"
OTHERS: Final = "others_play_now"
OVER: Final = "game_over"


class UndoRequest(msgspec.Struct):
    """A request to go back further than the player's own draft."""

    number: int
    seat: int
    to: int
    agreed: set[int]


class Playthrough:
    """A game as it stands after some entries.

    `seed` deals it, unless `start` is a snapshot to begin from. `position` counts the choices that
    stand; `first` is the first position that can still be shown, after the rules changed.
    """

    def __init__(
        self,
        options: Options,
        seed: int,
        start: Mapping[str, object] | None = None,
        clock: ClockSettings | None = None,
    ) -> None:
        self.options: Final = options
        self._seed: Final = seed
        self._start = start
        self.first = 0
        self.clock: Final = Clock(clock or ClockSettings(), options.players)
        self.game = self._begin()
        self._line = array("H")
        self._events_at = array("i", [self.game.event_count])  # after this many choices of the line
        self._kept: Final = KeptEvents(options.castillo == "secret")
        self._undone_from: int | None = None  # the first event that a withdrawal moved
        self._given = array("q")  # (step, seat, what) of every submission that counted, sorted
        self.posed = 0
        self._posed_again: dict[int, int] = {}  # for seats that gave or withdrew a secret answer
        self._group = -1  # where the secret decision now asked begins in the line
        self.drafting: int | None = None
        self.sealed = 0  # choices before this one stay
        self.held = False  # a finished draft waits to be confirmed
        self._shown = False  # the last choice that stays showed something hidden
        self.request: UndoRequest | None = None
        self.returns = 0  # how often the game went back

    def _begin(self) -> Game:
        if self._start is None:
            return Game.new(self.options, self._seed, events=True)
        game = Game.from_snapshot(self._start)
        game.listen()
        return game

    @property
    def position(self) -> int:
        """How many choices stand."""
        return self.first + len(self._line)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that owe a choice now; nobody while a draft waits to be confirmed."""
        return () if self.held else self.game.waiting

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats the table waits for: those asked, or the one that must confirm."""
        if self.held and self.drafting is not None:
            return (self.drafting,)
        return self.game.waiting

    @property
    def over(self) -> bool:
        """Whether the game has ended for good."""
        return self.game.over and not self.held

    @property
    def settled(self) -> bool:
        """Whether nothing is left that somebody may still take back."""
        return self.sealed == len(self._line) and len(self.game.waiting) <= 1

    def step_for(self, seat: int | None) -> int:
        """The number of the entry that posed the question a seat is asked now."""
        if seat is None:
            return self.posed
        return self._posed_again.get(seat, self.posed)

    def line(self) -> list[tuple[int, int]]:
        """The choices that stand, each with its seat."""
        return [(packed >> 8, packed & 255) for packed in self._line]

    def apply(self, entry: Entry) -> None:
        """Fold one entry. An impossible entry of play raises the error of the rules."""
        if entry.kind == kinds.STARTED:
            self._pose(entry)
            self.clock.turn_to(self.awaited, entry.time)
        elif entry.kind in _FOLDS:
            _FOLDS[entry.kind](self, entry)
            if entry.kind != kinds.RESUME:
                self.clock.turn_to(() if self.over else self.awaited, entry.time)
        self._count_events(entry.number)

    def _count_events(self, number: int) -> None:
        kept = self.game.event_count if self._undone_from is None else self._undone_from
        self._kept.note(number, kept)
        self._undone_from = None

    def events_kept(self, number: int) -> int:
        """How many of the events known after an entry still stand, none of them undone since."""
        return self._kept.events(number, self.game.event_count)

    def lines_kept(self, number: int) -> int:
        """How many of the events known after an entry a lasting log still tells the same way."""
        return self._kept.lines(number, self.game.event_count)

    def position_of(self, event: int) -> int:
        """The first position at which an event has happened."""
        return self.first + bisect_right(self._events_at, event)

    def _pose(self, entry: Entry) -> None:
        self.posed = entry.number
        self._posed_again.clear()
        self._group = len(self._line) if len(self.game.waiting) > 1 else -1

    # Choices.

    def already_counted(self, seat: int, step: int, what: int) -> bool:
        """Whether exactly this submission counted before; StaleStep if it answers nothing now."""
        given = (step * _SEATS + seat) * _CODES + what
        index = bisect_left(self._given, given)
        if index < len(self._given) and self._given[index] == given:
            return True
        if step != self.step_for(seat):
            raise StaleStep(
                f"Step {step} is not the current step of this seat, which is {self.step_for(seat)}."
            )
        return False

    def check_choice(self, seat: int, choice: int) -> None:
        """Refuse a choice that the seat may not make now."""
        if self.over:
            raise GameOver("The game is over; no more choices can be made.")
        if self.held:
            raise NotYourTurn(f"Seat {self.drafting} has to confirm its turn first.")
        waiting = self.game.waiting
        if seat not in waiting:
            asked = " and ".join(f"seat {other}" for other in waiting)
            raise NotYourTurn(f"Seat {seat} has nothing to choose now; {asked} must choose.")
        if choice not in self.game.legal(seat):
            # The rules' own sentence lists what is allowed.
            self.game.clone().play(choice, seat)
            raise IllegalChoice(f"Choice {choice} is not legal now.")

    def _choice(self, entry: Entry) -> None:
        seat, choice = _seat_of(entry), int(entry.data["choice"])
        among_others = len(self.game.waiting) > 1
        before = self.game.event_count
        self.game.play(choice, seat)
        self._line.append(seat << 8 | choice)
        self._events_at.append(self.game.event_count)
        self._note(entry, choice)
        self.request = None
        if among_others:  # a secret answer: the question to the others stays the same
            self._posed_again[seat] = entry.number
            return
        if self.drafting != seat:
            self.drafting = seat
            self.sealed = len(self._line) - 1
            self._shown = False
        happened = self.game.events(None, before)
        if reveals(happened):
            self._seal(shown=True)
        if opens_castillo(happened):
            self._kept.retell(entry.number, self.game.events(None)[:before])
        if entry.data.get("confirm"):
            self._seal(shown=False)
        self._pass_on()
        self._pose(entry)

    def _pass_on(self) -> None:
        """Hold a finished draft until it is confirmed; release one that is sealed."""
        finished = self.game.waiting != (self.drafting,)
        self.held = finished and self.sealed < len(self._line)
        if finished and not self.held:
            self.drafting = None

    def _seal(self, shown: bool) -> None:
        if self.sealed < len(self._line):
            self.sealed = len(self._line)
            self._shown = shown

    def _note(self, entry: Entry, what: int) -> None:
        given = (int(entry.data["step"]) * _SEATS + _seat_of(entry)) * _CODES + what
        self._given.insert(bisect_left(self._given, given), given)

    # Drafts.

    def check_confirm(self, seat: int) -> None:
        """Refuse to confirm what is not the seat's draft."""
        if self.drafting != seat or self.sealed >= len(self._line):
            raise NotYourTurn(f"Seat {seat} has nothing to confirm.")

    def _confirm(self, entry: Entry) -> None:
        self._note(entry, CONFIRMED)
        self._seal(shown=False)
        self.held = False
        self._pass_on()
        self._pose(entry)

    def why_not_undo(self, seat: int) -> str | None:
        """Why the seat cannot take back its last choice; None if it can."""
        if self.over:
            return OVER
        if self._secret_answer(seat) is not None:
            return None
        if self.drafting != seat:
            return OTHERS if self.drafting is not None or seat not in self.asked else NOTHING
        if self.sealed < len(self._line):
            return None
        return REVEALED if self._shown else NOTHING

    def _secret_answer(self, seat: int) -> int | None:
        """Where the seat's answer to the secret decision now asked stands in the line."""
        if self._group < 0:
            return None
        for index in range(self._group, len(self._line)):
            if self._line[index] >> 8 == seat:
                return index
        return None

    def draft_of(self, seat: int, whole: bool) -> tuple[str, int]:
        """The kind of entry that takes back, and how many choices it leaves; or CannotUndo."""
        reason = self.why_not_undo(seat)
        if reason is not None:
            raise CannotUndo(_SENTENCES[reason])
        if self._secret_answer(seat) is not None:
            return kinds.WITHDRAW, self.position - 1
        return kinds.TAKE_BACK, self.first + (self.sealed if whole else len(self._line) - 1)

    def _take_back(self, entry: Entry) -> None:
        self._note(entry, TOOK_BACK)
        self._go_back(int(entry.data["to"]) - self.first)
        self._pose(entry)

    def _withdraw(self, entry: Entry) -> None:
        seat = _seat_of(entry)
        self._note(entry, TOOK_BACK)
        index = self._secret_answer(seat)
        if index is None:
            raise CannotUndo(_SENTENCES[NOTHING])
        # Later answers move up: seats that were told of them are told again from here on.
        self._undone_from = self.game_at(self.first + index).event_count
        self._line.pop(index)
        self._replay()
        self._posed_again[seat] = entry.number

    def _go_back(self, length: int) -> None:
        if length < 0:  # only when the rules changed in the meantime
            raise CannotUndo("The game cannot go back to before the rules changed.")
        del self._line[length:]
        self._replay()
        self.returns += 1
        self.held = False
        self.request = None

    def _replay(self) -> None:
        self.game = self._begin()
        self._events_at = array("i", [self.game.event_count])
        for packed in self._line:
            self.game.play(packed & 255, packed >> 8)
            self._events_at.append(self.game.event_count)

    # Beyond the draft.

    def undo_target(self, to: int) -> int:
        """Where a request to go back leads: not into the middle of a secret decision."""
        if self.over:
            raise CannotUndo(_SENTENCES[OVER])
        if not self.first <= to < self.position:
            raise CannotUndo(
                f"You can go back to a position from {self.first} to {self.position - 1}."
            )
        last = self.game_at(to).history
        while last is not None and last.secret and not last.last:
            to -= 1
            last = last.before
        return to

    def game_at(self, position: int) -> Game:
        """The game as it stood after a number of choices."""
        game = self._begin()
        for packed in self._line[: position - self.first]:
            game.play(packed & 255, packed >> 8)
        return game

    def _ask_undo(self, entry: Entry) -> None:
        seat = _seat_of(entry)
        self.request = UndoRequest(entry.number, seat, int(entry.data["to"]), {seat})

    def _answer_undo(self, entry: Entry) -> None:
        if self.request is None or self.request.number != entry.data["request"]:
            return
        if entry.data["agree"]:
            self.request.agreed |= {_seat_of(entry)}
        else:
            self.request = None

    def _undo(self, entry: Entry) -> None:
        self._go_back(int(entry.data["to"]) - self.first)
        self._kept.retell(entry.number, self.game.events(None))
        self.drafting = None
        self.sealed = len(self._line)
        self._shown = False
        self._pose(entry)

    # The clock and the rules.

    def _timeout(self, entry: Entry) -> None:
        self.clock.lapse(_seat_of(entry))

    def _resume(self, entry: Entry) -> None:
        self.clock.resume(entry.time)

    def _restored(self, entry: Entry) -> None:
        """Go on from a snapshot: the choices before it no longer replay under the rules."""
        self._start = entry.data["game"]
        self.first = int(entry.data["position"])
        self._line = array("H")
        self._replay()
        self._kept.forget()
        self.clock.left = list(entry.data["left"])
        self.clock.since.clear()
        self.drafting, self.held, self.sealed, self._shown = None, False, 0, False
        self.request = None
        self._pose(entry)


_FOLDS: Final[dict[str, Callable[[Playthrough, Entry], None]]] = {
    kinds.CHOICE: Playthrough._choice,
    kinds.CONFIRM: Playthrough._confirm,
    kinds.TAKE_BACK: Playthrough._take_back,
    kinds.WITHDRAW: Playthrough._withdraw,
    kinds.ASK_UNDO: Playthrough._ask_undo,
    kinds.ANSWER_UNDO: Playthrough._answer_undo,
    kinds.UNDO: Playthrough._undo,
    kinds.TIMEOUT: Playthrough._timeout,
    kinds.RESUME: Playthrough._resume,
    kinds.RESTORED: Playthrough._restored,
}


def _seat_of(entry: Entry) -> int:
    if entry.seat is None:
        raise ValueError(f"An entry {entry.kind} names a seat.")
    return entry.seat


_SENTENCES: Final = {
    NOTHING: "There is nothing of your own to take back.",
    REVEALED: "Your last choice revealed something hidden; going back needs everyone's agreement.",
    OTHERS: "The others are playing now; going back further needs everyone's agreement.",
    OVER: "The game is over.",
}
