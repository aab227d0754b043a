"""Which tables are played for training, and how the seats at them play: a fixed mix."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from elgrande.rules.options import Options
from elgrande.rules.rng import Rng
from elgrande.search.weights import POINT


class Table(NamedTuple):
    """A kind of table and its part of all games."""

    name: str
    options: Options
    parts: int


ALL_OLD_HANDS: Final = ("delegation", "veto", "veto", "rivalries")
TABLES: Final = (
    Table("four", Options(players=4), 10),
    Table("two", Options(players=2), 2),
    Table("three", Options(players=3), 2),
    Table("five", Options(players=5), 2),
    Table("classic-two", Options(edition="classic", players=2), 1),
    Table("classic-three", Options(edition="classic", players=3), 1),
    Table("classic-four", Options(edition="classic", players=4), 1),
    Table("classic-five", Options(edition="classic", players=5), 1),
    Table("short-four", Options(players=4, short=True), 1),
    Table("merged-three", Options(players=3, merged_stacks=True, castillo="open"), 1),
    Table("regency-four", Options(players=4, new_regency=True, old_hands=ALL_OLD_HANDS), 1),
    Table(
        "all-four",
        Options(players=4, new_regency=True, old_hands=ALL_OLD_HANDS, power_shift=True),
        1,
    ),
)


class Style(NamedTuple):
    """How a seat departs from what it thinks best, so that the network sees more than good play."""

    name: str
    noise: int  # 256ths of a point by which plans are misjudged at most
    any_power: int  # per cent of power cards played by chance
    novice: bool
    parts: int

    @property
    def chance_noise(self) -> float:
        """The same for chances of winning: ten points are about a fifth of a win."""
        return self.noise / POINT / 50


STYLES: Final = (
    Style("keen", POINT // 2, 3, False, 7),
    Style("curious", 3 * POINT, 15, False, 2),
    Style("novice", 4 * POINT, 30, True, 1),
)

LEARNER_STYLES: Final = STYLES[:2]
EXACT: Final = Style("exact", 1, 0, False, 1)  # no errors at all


def draw_style(rng: Rng, styles: Sequence[Style] = STYLES) -> Style:
    """The style of a seat."""
    drawn = rng.below(sum(style.parts for style in styles))
    for style in styles:
        drawn -= style.parts
        if drawn < 0:
            return style
    raise AssertionError(drawn)


def games_at(table: Table, games: int, tables: Sequence[Table] = TABLES) -> int:
    """How many of so many games are played at one of some tables, at least one."""
    return max(1, games * table.parts // sum(one.parts for one in tables))
