"""The words by which data names places, pieces, cards and decisions: one list for each.

The order of the words of a place, a tile or a modifier is the order of its number in the rules.
"""

from typing import Literal

Edition = Literal["2023", "classic"]
CastilloMode = Literal["secret", "open"]
OldHand = Literal["delegation", "veto", "rivalries"]

Region = Literal[
    "galicia", "navarra", "aragon", "cataluna", "castilla", "toledo", "valencia", "sevilla",
    "granada",
]  # fmt: skip
# Where Grandes and tiles can be, and where somebody is first, second and third.
BoardPlace = Literal[Region, "castillo"]
# Where a caballero can be.
PiecePlace = Literal[BoardPlace, "court", "province"]
# Where the King can stand.
KingPlace = Literal[BoardPlace, "france", "portugal"]
Place = Literal[PiecePlace, "france", "portugal"]

Tile = Literal["8/4/0", "4/0/0"]
Modifier = Literal[
    "-2 plain", "-1 plain", "+1 plain", "+2 plain",
    "-2 recruit", "-1 recruit", "+1 recruit", "+2 recruit",
    "-2 move", "-1 move", "+1 move", "+2 move",
    "-2 grande", "-1 grande", "+1 grande", "+2 grande",
]  # fmt: skip

Button = Literal["stop", "end", "place", "special", "first", "second", "allow", "allow_all", "veto"]
