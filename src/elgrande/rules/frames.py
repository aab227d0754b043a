"""The kinds of frames: what still has to happen, as small integers on the state's stack.

Decisions come first: those answered with places and pieces, then the secret ones that several seats
answer at once, then those answered with cards, counts and words. After them stand the steps that
resolve themselves.
"""

from typing import Final

from mypy_extensions import i64

PLACE: Final = 0
MOVE_FROM: Final = 1
MOVE_TO: Final = 2
TAKE_FROM: Final = 3
MUSTER: Final = 4
ARREST: Final = 5
RETURN: Final = 6
SCORE_REGION: Final = 7
TILE_TO: Final = 8
GRANDE_TO: Final = 9
KING_TO: Final = 10
ENTOURAGE: Final = 11
COUP: Final = 12

DISC_SCORING: Final = 13
DISC_COUP: Final = 14
DISC_RETURN: Final = 15
DISC_RIVALRIES: Final = 16
PASS_MODIFIER: Final = 17

POWER: Final = 18
MODIFIER: Final = 19
TAKE: Final = 20
CARD: Final = 21
ACT: Final = 22
EITHER: Final = 23
VETO_WINDOW: Final = 24
TILE: Final = 25
TAKE_BACK: Final = 26
GRANDE: Final = 27
STAND_IN: Final = 28

LAST_DECISION: Final = 28

ROUND: Final = 29
TURNS: Final = 30
ROUND_END: Final = 31
GENERAL_SCORING: Final = 32
ABILITY: Final = 33
PERFORM: Final = 34
STEP: Final = 35
SPECIAL_END: Final = 36
OVER: Final = 37

FIRST_SECRET: Final = DISC_SCORING
LAST_SECRET: Final = PASS_MODIFIER
FIRST_HIGH: Final = PASS_MODIFIER


def is_secret(kind: i64) -> bool:
    """Whether several seats may be asked at once (R13)."""
    return FIRST_SECRET <= kind <= LAST_SECRET


KIND_KEYS: Final = (
    "place", "move_from", "move_to", "take_from", "muster", "arrest", "return", "score_region",
    "tile_to", "grande_to", "king_to", "entourage", "coup", "disc_scoring", "disc_coup",
    "disc_return", "disc_rivalries", "pass_modifier", "power", "modifier", "take", "card", "act",
    "either", "veto", "tile", "take_back", "grande", "stand_in", "round", "turns", "round_end",
    "general_scoring", "ability", "perform", "step", "special_end", "over",
)  # fmt: skip
