"""The board as tables: places, neighbours, scoreboards, power cards (S1-S6, V-rebellion)."""

from typing import Final, get_args

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.keys import Modifier, Place, Region, Tile

REGIONS: Final = 9
CASTILLO: Final = 9
COURT: Final = 10
PROVINCE: Final = 11
PLACES: Final = 14
NOWHERE: Final = -1

COLOURS: Final = 5
CABALLEROS_PER_COLOUR: Final = 30
POWER_CARDS: Final = 13
STACKS: Final = 5

# Power Shift: a modifier is kind * 4 + value, both counted from 0 (Q3).
MODIFIERS: Final = 16
RECRUIT_ONE: Final = 1
MOVE_ONE: Final = 2
MOVE_GRANDE: Final = 3

PLACE_KEYS: Final[tuple[Place, ...]] = get_args(Place)
REGION_KEYS: Final[tuple[Region, ...]] = get_args(Region)
REGION_NAMES: Final = {
    "2023": (
        "Galicia", "Navarra", "Aragón", "Cataluña", "Castilla", "Toledo", "Valencia", "Sevilla",
        "Granada",
    ),
    "classic": (
        "Galicia", "País Vasco", "Aragón", "Cataluña", "Castilla la Vieja", "Castilla la Nueva",
        "Valencia", "Sevilla", "Granada",
    ),
}  # fmt: skip

# mypyc compiles `1 << x` with x: i64 to a 32-bit shift, so single bits come from this table.
BIT: Final = vec[i64]([2**bit for bit in range(62)])

ALL_REGIONS: Final = 0b111111111
CASTILLO_BIT: Final = 0b1000000000
ABROAD: Final = 0b11000000000000

# The regions next to each place the King can stand in; at the Castillo all are (V-rebellion).
NEIGHBOURS: Final = vec[i64](
    [
        0b000010010,  # galicia
        0b000010101,  # navarra
        0b001111010,  # aragon
        0b001000100,  # cataluna
        0b000100111,  # castilla
        0b111010100,  # toledo
        0b100101100,  # valencia
        0b100100000,  # sevilla
        0b011100000,  # granada
        0b111111111,  # castillo
        0,
        0,
        0b000001110,  # france
        0b010110001,  # portugal
    ]
)

# Where caballeros may be placed while the King stands there (R6); not in the Castillo he guards.
PLACE_TARGETS: Final = vec[i64](
    [NEIGHBOURS[place] | (0 if place == CASTILLO else CASTILLO_BIT) for place in range(PLACES)]
)

# What is taboo while the King stands there: his region, the Castillo, or nothing abroad (R10).
TABOO: Final = vec[i64]([2**place if place <= CASTILLO else 0 for place in range(PLACES)])

# The bit of a region, repeated for each of the five colours as `State.occupied` has it.
COLUMN: Final = vec[i64](
    [
        sum(2 ** (9 * colour + place) for colour in range(COLOURS)) if place < REGIONS else 0
        for place in range(PLACES)
    ]
)
# The nine regions of one colour in the same layout.
ROW: Final = vec[i64]([0b111111111 * 512**colour for colour in range(COLOURS)])

# Points for 1st, 2nd, 3rd of the nine regions and the Castillo, then those of the two tiles.
SCOREBOARDS: Final = vec[i64](
    [4, 2, 0, 5, 3, 1, 5, 4, 1, 4, 2, 1, 6, 4, 2, 7, 4, 2, 5, 3, 2, 4, 3, 1, 6, 3, 1]  # regions
    + [5, 3, 1]  # the Castillo
    + [8, 4, 0, 4, 0, 0]  # tiles
)
TILES: Final = 2
TILE_KEYS: Final[tuple[Tile, ...]] = get_args(Tile)
FIRST_TILE_BOARD: Final = 10

# Caballeros a power card lets its player take, by value (S5).
TAKES: Final = vec[i64]([0, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0])

MODIFIER_VALUES: Final = vec[i64]([-2, -1, 1, 2])
MODIFIER_KINDS: Final = ("plain", "recruit", "move", "grande")
MODIFIER_KEYS: Final[tuple[Modifier, ...]] = get_args(Modifier)

ROUNDS: Final = 9


def rounds_begun(number: i64, short: bool) -> i64:
    """How many rounds have begun when the track shows this number; the short game skips some."""
    return number - (number + 2) // 3 if short else number


def is_scoring_round(number: i64) -> bool:
    """Whether a general scoring follows this round of the track."""
    return number % 3 == 0
