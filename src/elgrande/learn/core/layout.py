"""Where the words of an observation are, and what is kept between two observations of a game.

An observation is written over the one before: only what has changed, or all if another seat looks.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import REGIONS, STACKS
from elgrande.rules.state import STRIDE

PLACES: Final = REGIONS + 1
PLACE_WORDS: Final = 4
SEAT_WORDS: Final = 8
CARD_WORDS: Final = 4
FIRST_SEAT: Final = PLACES * PLACE_WORDS
FIRST_CARD: Final = FIRST_SEAT + STRIDE * SEAT_WORDS
FIRST_SEEN: Final = FIRST_CARD + (STACKS + 1) * CARD_WORDS
SEEN_WORDS: Final = 8
FIRST_OTHER: Final = FIRST_SEEN + SEEN_WORDS
OTHER_WORDS: Final = 24
OBS_WORDS: Final = FIRST_OTHER + OTHER_WORDS
OBS_SIZE: Final = OBS_WORDS * 8

# How much is written: what the seat knows, the same without remembering what was thrown into the
# Castillo, or the whole truth.
KNOWN: Final = 0
FORGETFUL: Final = 1
EVERYTHING: Final = 2

# What is kept of every place: all that its words depend on, its ranks, points and pieces.
KEPT_PLACE: Final = 4
# What is kept besides: who looked, the round, the cards on the table, sums over places, and the
# hand and history of every seat.
KEPT_SEAT: Final = PLACES * KEPT_PLACE
KEPT_ROUND: Final = KEPT_SEAT + 1
KEPT_TABLE: Final = KEPT_SEAT + 2
KEPT_ON_BOARD: Final = KEPT_SEAT + 3
KEPT_POINTS: Final = KEPT_SEAT + 4
KEPT_HANDS: Final = KEPT_SEAT + 5
KEPT_WORDS: Final = KEPT_HANDS + 2 * STRIDE
UNKNOWN: Final = -1

# The bytes of all players, and the lowest bit of each byte.
PLAYER_BYTES: Final = vec[i64]([256**players - 1 for players in range(STRIDE + 1)])
COLOUR_BYTES: Final = vec[i64]([256**colour for colour in range(STRIDE)])


def fresh_memory(games: int) -> vec[i64]:
    """Room for what is kept of that many games."""
    kept = vec[i64]([0] * (games * KEPT_WORDS))
    for game in range(games):
        forget(kept, game * KEPT_WORDS)
    return kept


def forget(kept: vec[i64], memory: i64) -> None:
    """Keep nothing, so that the next observation is written as a whole."""
    word: i64 = 0
    while word < KEPT_WORDS:
        kept[memory + word] = 0
        word += 1
    place: i64 = 0
    while place < PLACES:
        kept[memory + place * KEPT_PLACE] = UNKNOWN
        place += 1
    kept[memory + KEPT_SEAT] = UNKNOWN
    kept[memory + KEPT_ROUND] = UNKNOWN
    kept[memory + KEPT_TABLE] = UNKNOWN
    word = KEPT_HANDS
    while word < KEPT_WORDS:
        kept[memory + word] = UNKNOWN
        word += 1
