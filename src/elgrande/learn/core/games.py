"""Many games side by side, stepped in one call: the compiled part of `learn.Batch`.

Results stand in vectors that numpy sees without a copy, so none of those ever grows.
"""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.game import Game
from elgrande.learn.core.actions import MASK_WORDS, to_choice, turn_mask, write_mask
from elgrande.learn.core.observation import KEPT_WORDS, OBS_WORDS, fresh_memory, observe
from elgrande.rules.board import BIT
from elgrande.rules.choices import HIGH
from elgrande.rules.flow import play
from elgrande.rules.options import Options
from elgrande.rules.state import STRIDE, State

NOTHING: Final = -1  # a detail of observations: none are written
ALL_LEGAL: Final = -1

# What was played in a game: six steps in a word, each a choice and the seat above it.
STEP_BITS: Final = 10
CHOICE_BITS: Final = 7
STEPS_PER_WORD: Final = 6
FIRST_ROOM: Final = 64  # words of a game at first: the games of good players fit


@final
class Games:
    """The states of a batch, with room for what every step gives."""

    def __init__(self, options: Sequence[Options], detail: int) -> None:
        games = len(options)
        self.options = options
        self.detail: i64 = detail
        self.games: i64 = games
        self.states: list[State] = []
        self.seeds: list[int] = [0] * games
        self.episodes: list[int] = [0] * games
        self.observations = vec[i64]([0] * (games * OBS_WORDS if detail != NOTHING else 0))
        self.masks = vec[i64]([0] * (games * MASK_WORDS))
        self.bits = vec[i64]([0] * (games * 2))
        self.seats = vec[i64]([0] * games)
        self.done = vec[i64]([0] * games)
        self.scores = vec[i64]([0] * (games * STRIDE))
        self.steps = vec[i64]([0] * games)
        self.memory = fresh_memory(games)
        self.room: i64 = FIRST_ROOM
        self.played = vec[i64]([0] * (games * FIRST_ROOM))

    def deal(self, index: int, seed: int) -> None:
        """Begin a new game in one place of the batch."""
        state = Game.new(self.options[index], seed).state
        if index == len(self.states):
            self.states.append(state)
        else:
            self.states[index] = state
        self.seeds[index] = seed
        self.steps[index] = 0
        word: i64 = index * KEPT_WORDS
        end: i64 = word + KEPT_WORDS
        while word < end:
            self.memory[word] = -1
            word += 1
        self.look(index)

    def look(self, index: i64) -> None:
        """Write who is asked in a game, for what, and what that seat knows."""
        state = self.states[index]
        seat: i64 = state.seat
        self.seats[index] = seat
        mask: i64 = turn_mask(state.mask, state.base, seat, state.deal.players)
        if state.base == HIGH:
            self.bits[2 * index] = 0
            self.bits[2 * index + 1] = mask
        else:
            self.bits[2 * index] = mask
            self.bits[2 * index + 1] = 0
        write_mask(mask, state.base, self.masks, index * MASK_WORDS)
        if self.detail != NOTHING:
            at: i64 = index * OBS_WORDS
            memory: i64 = index * KEPT_WORDS
            observe(state, seat, self.detail, self.observations, at, self.memory, memory)

    def first_illegal(self, actions: bytes) -> int:
        """The first game whose action is not legal, ALL_LEGAL if there is none."""
        index: i64 = 0
        while index < self.games:
            action: i64 = actions[index]
            word: i64 = self.bits[2 * index]
            if action >= HIGH:
                word = self.bits[2 * index + 1]
                action -= HIGH
            if action >= len(BIT) or word & BIT[action] == 0:
                return index
            index += 1
        return ALL_LEGAL

    def step(self, actions: bytes) -> int:
        """Play one legal action in every game; returns how many games ended.

        A game that ended keeps its last position until `deal` begins another in its place.
        """
        ended: i64 = 0
        index: i64 = 0
        while index < self.games:
            state = self.states[index]
            seat: i64 = state.seat
            choice: i64 = to_choice(actions[index], seat, state.deal.players)
            self.note(index, seat, choice)
            play(state, seat, choice)
            self.note_scores(index, state)
            if state.over:
                self.done[index] = 1
                ended += 1
            else:
                self.done[index] = 0
                self.look(index)
            index += 1
        return ended

    def note_scores(self, index: i64, state: State) -> None:
        """The points of every seat now."""
        seat: i64 = 0
        while seat < state.deal.players:
            self.scores[index * STRIDE + seat] = state.score(seat)
            seat += 1

    def note(self, index: i64, seat: i64, choice: i64) -> None:
        """Remember what was played, for records."""
        step: i64 = self.steps[index]
        if step == self.room * STEPS_PER_WORD:
            self.make_room()
        at: i64 = index * self.room + step // STEPS_PER_WORD
        shift: i64 = STEP_BITS * (step % STEPS_PER_WORD)
        packed: i64 = (choice | (seat << CHOICE_BITS)) << shift
        if shift == 0:
            self.played[at] = packed
        else:
            self.played[at] |= packed
        self.steps[index] = step + 1

    def make_room(self) -> None:
        """Twice as much room for what is played."""
        wide: i64 = 2 * self.room
        played = vec[i64]([0] * (self.games * wide))
        index: i64 = 0
        while index < self.games:
            word: i64 = 0
            while word < self.room:
                played[index * wide + word] = self.played[index * self.room + word]
                word += 1
            index += 1
        self.played = played
        self.room = wide

    def history(self, index: int) -> list[tuple[int, int]]:
        """The seats and choices of a game so far, as they were played."""
        found: list[tuple[int, int]] = []
        step: i64 = 0
        while step < self.steps[index]:
            word: i64 = self.played[index * self.room + step // STEPS_PER_WORD]
            packed: i64 = (word >> (STEP_BITS * (step % STEPS_PER_WORD))) & (2**STEP_BITS - 1)
            found.append((packed >> CHOICE_BITS, packed & (2**CHOICE_BITS - 1)))
            step += 1
        return found
