"""Many games side by side, stepped in one call: the compiled part of `learn.Batch`.

Results stand in vectors that numpy sees without a copy, so none of those ever grows.
"""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.game import Game
from elgrande.learn.core.actions import MASK_WORDS, to_choice, turn_mask, write_half
from elgrande.learn.core.bots import QuickBot
from elgrande.learn.core.layout import KEPT_WORDS, OBS_WORDS, forget, fresh_memory
from elgrande.learn.core.observation import observe
from elgrande.learn.seeds import seed_of_game
from elgrande.rules.board import BIT
from elgrande.rules.choices import HIGH
from elgrande.rules.flow import play
from elgrande.rules.options import Options
from elgrande.rules.rng import Rng
from elgrande.rules.state import STRIDE, State

NOTHING: Final = -1  # a detail of observations: none are written
ALL_LEGAL: Final = -1
LEARNER: Final = -1  # who plays a seat, if no bot does

# What was played in a game: four steps in a word, each a choice and the seat above it.
STEP_BITS: Final = 16
CHOICE_BITS: Final = 7
FIRST_ROOM: Final = 96  # words of a game at first: the games of good players fit


@final
class Games:
    """The states of a batch, with room for what every step gives.

    `players` has the bot of every seat of every game, by its number in `bots`, or LEARNER.
    """

    def __init__(
        self,
        options: Sequence[Options],
        seed: int,
        first: int,
        detail: int,
        bots: Sequence[QuickBot],
        players: Sequence[int],
    ) -> None:
        games = len(options)
        self.options = options
        self.seed = seed
        self.first = first  # the place of the first game, among those of several batches
        self.detail: i64 = detail
        self.bots = list(bots)
        self.players = vec[i64](players)
        self.games: i64 = games
        self.states: list[State] = []
        self.rngs: list[Rng] = []
        self.seeds: list[int] = [0] * games
        self.episodes: list[int] = [0] * games
        self.ended: list[int] = []  # places where the last step ended a game,
        self.finals: list[State] = []  # and how those games stood then
        self.observations = vec[i64]([0] * (games * OBS_WORDS if detail != NOTHING else 0))
        self.masks = vec[i64]([0] * (games * MASK_WORDS))
        self.bits = vec[i64]([0] * (games * 2))
        self.seats = vec[i64]([0] * games)
        self.done = vec[i64]([0] * games)
        self.scores = vec[i64]([0] * (games * STRIDE))
        self.returns = vec[float]([0.0] * (games * STRIDE))
        self.steps = vec[i64]([0] * games)
        self.memory = fresh_memory(games)
        self.room: i64 = FIRST_ROOM
        self.played = vec[i64]([0] * (games * FIRST_ROOM))
        for index in range(games):
            self.deal(index)

    def deal(self, index: int) -> None:
        """Begin a new game in one place of the batch."""
        seed = seed_of_game(self.seed, self.first + index, self.episodes[index])
        state = Game.new(self.options[index], seed).state
        if index == len(self.states):
            self.states.append(state)
        else:
            self.states[index] = state
        self.seeds[index] = seed
        self.steps[index] = 0
        forget(self.memory, index * KEPT_WORDS)
        if self.bots:
            if index == len(self.rngs):
                self.rngs.append(Rng(seed))
            else:
                self.rngs[index] = Rng(seed)
            self.play_bots(index, state)
        self.look(index, state)

    def play_bots(self, index: i64, state: State) -> None:
        """Let bots answer until a learner is asked or the game is over."""
        rng = self.rngs[index]
        while not state.over:
            seat: i64 = state.seat
            player: i64 = self.players[index * STRIDE + seat]
            if player == LEARNER:
                return
            choice: i64 = self.bots[player].answer(state, rng)
            self.note(index, seat, choice)
            play(state, seat, choice)

    def look(self, index: i64, state: State) -> None:
        """Write who is asked in a game, for what, and what that seat knows."""
        seat: i64 = state.seat
        self.seats[index] = seat
        low: i64 = turn_mask(state.mask, state.base, seat, state.deal.players)
        high: i64 = 0
        if state.base == HIGH:
            high = low
            low = 0
        bits = self.bits
        masks = self.masks
        # Masks as bytes are written where they differ from those before.
        write_half(low, low ^ bits[2 * index], masks, index * MASK_WORDS)
        write_half(high, high ^ bits[2 * index + 1], masks, index * MASK_WORDS + MASK_WORDS // 2)
        bits[2 * index] = low
        bits[2 * index + 1] = high
        if self.detail != NOTHING:
            at: i64 = index * OBS_WORDS
            memory: i64 = index * KEPT_WORDS
            observe(state, seat, self.detail, self.observations, at, self.memory, memory)

    def first_illegal(self, actions: bytes) -> int:
        """The first game whose action is not legal, ALL_LEGAL if there is none."""
        bits = self.bits
        games: i64 = self.games
        index: i64 = 0
        while index < games:
            action: i64 = actions[index]
            word: i64 = bits[2 * index]
            if action >= HIGH:
                word = bits[2 * index + 1]
                action -= HIGH
            if action >= len(BIT) or word & BIT[action] == 0:
                return index
            index += 1
        return ALL_LEGAL

    def step(self, actions: bytes) -> None:
        """Play one legal action in every game; where a game ends, another begins."""
        if self.ended:
            self.forget_ended()
        place: i64 = 0
        while place < self.games:
            state = self.states[place]
            seat: i64 = state.seat
            choice: i64 = to_choice(actions[place], seat, state.deal.players)
            self.note(place, seat, choice)
            play(state, seat, choice)
            if self.bots:
                self.play_bots(place, state)
            state.copy_scores(self.scores, place * STRIDE)
            if state.over:
                self.end(place, state.deal.players)
            else:
                self.look(place, state)
            place += 1

    def end(self, index: int, players: i64) -> None:
        """Note how a game went, and begin the next."""
        self.done[index] = 1
        self.ended.append(index)
        self.finals.append(self.states[index])
        self.share_win(index, players)
        self.episodes[index] += 1
        self.deal(index)

    def share_win(self, index: i64, players: i64) -> None:
        """Give every seat its share of the win: those with the most points share it (R19)."""
        first: i64 = index * STRIDE
        best: i64 = 0
        winners = 0
        seat: i64 = 0
        while seat < players:
            points: i64 = self.scores[first + seat]
            if points > best or winners == 0:
                best = points
                winners = 0
            if points == best:
                winners += 1
            seat += 1
        seat = 0
        while seat < players:
            if self.scores[first + seat] == best:
                self.returns[first + seat] = 1.0 / winners
            seat += 1

    def forget_ended(self) -> None:
        """Take back what the step before said of games that ended."""
        for index in self.ended:
            self.done[index] = 0
            for seat in range(STRIDE):
                self.returns[index * STRIDE + seat] = 0.0
        self.ended = []
        self.finals = []

    def note(self, index: i64, seat: i64, choice: i64) -> None:
        """Remember what was played, for records."""
        step: i64 = self.steps[index]
        if step >> 2 == self.room:
            self.make_room()
        at: i64 = index * self.room + (step >> 2)
        shift: i64 = STEP_BITS * (step & 3)
        packed: i64 = (choice | (seat << CHOICE_BITS)) << shift
        played = self.played
        if shift:
            packed |= played[at]
        played[at] = packed
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
            word: i64 = self.played[index * self.room + (step >> 2)]
            packed: i64 = (word >> (STEP_BITS * (step & 3))) & (2**STEP_BITS - 1)
            found.append((packed >> CHOICE_BITS, packed & (2**CHOICE_BITS - 1)))
            step += 1
        return found
