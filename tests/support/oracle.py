"""A second, slow and obvious implementation of R15-R18, from a plain board.

It shares no code with the rules: scoreboards are written down again, ranks are made by grouping.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

BOARDS = {
    "galicia": (4, 2, 0),
    "navarra": (5, 3, 1),
    "aragon": (5, 4, 1),
    "cataluna": (4, 2, 1),
    "castilla": (6, 4, 2),
    "toledo": (7, 4, 2),
    "valencia": (5, 3, 2),
    "sevilla": (4, 3, 1),
    "granada": (6, 3, 1),
    "castillo": (5, 3, 1),
}
TILES = {"8/4/0": (8, 4, 0), "4/0/0": (4, 0, 0)}
REGIONS = [key for key in BOARDS if key != "castillo"]


@dataclass
class Board:
    """What scoring looks at."""

    players: int
    scoring_places: int
    king: str
    caballeros: dict[str, list[int]]
    grandes: list[str]
    tiles: dict[str, str | None] = field(default_factory=dict)

    @classmethod
    def of(cls, snapshot: Any) -> "Board":
        """The board of a snapshot."""
        options = snapshot["options"]
        places = {**snapshot["regions"], "castillo": snapshot["castillo"]}
        grandes = ["?"] * options["players"]
        for key, place in places.items():
            for seat in place["grandes"]:
                grandes[seat] = key
        small = {2: 1 if options["edition"] == "classic" else 2, 3: 2}
        return cls(
            players=options["players"],
            scoring_places=small.get(options["players"], 3),
            king=snapshot["king"],
            caballeros={key: list(place["caballeros"]) for key, place in places.items()},
            grandes=grandes,
            tiles={key: place["tile"] for key, place in places.items()},
        )

    def scoreboard(self, place: str) -> tuple[int, int, int]:
        """The points of a place, of the tile on it if there is one (R17)."""
        tile = self.tiles.get(place)
        return TILES[tile] if tile else BOARDS[place]

    def ranks(self, place: str) -> dict[int, int]:
        """The rank of every colour present (R15)."""
        counts = self.caballeros[place]
        rank = 1
        ranks: dict[int, int] = {}
        for count in sorted({count for count in counts if count}, reverse=True):
            group = [colour for colour, number in enumerate(counts) if number == count]
            tied = len(group) > 1
            for colour in group:
                ranks[colour] = rank + 1 if tied else rank
            rank += 2 if tied else 1
        return ranks

    def points(self, place: str, first_only: bool = False) -> dict[int, int]:
        """What every seat scores in a place; those that score nothing are left out."""
        scored: dict[int, int] = {}
        for colour, rank in self.ranks(place).items():
            if colour >= self.players or (first_only and rank > 1):
                continue
            points = self.scoreboard(place)[rank - 1] if rank <= self.scoring_places else 0
            if rank == 1 and place == self.king:
                points += 2
            if rank == 1 and place == self.grandes[colour]:
                points += 2
            if points:
                scored[colour] = points
        return scored

    def paying(self, regions: Iterable[str], first_only: bool = False) -> list[str]:
        """The regions whose scoring pays somebody, in S1 order."""
        wanted = set(regions)
        return [key for key in REGIONS if key in wanted and self.points(key, first_only)]

    def order_matters(self, regions: Iterable[str], first_only: bool = False) -> bool:
        """Whether it counts which of the regions is scored first, were the rest vetoed."""
        return any(
            self.points(one, first_only) != self.points(other, first_only)
            for one, other in combinations(regions, 2)
        )

    def scores_after(
        self, scores: Sequence[int], regions: Iterable[str], first_only: bool = False
    ) -> list[int]:
        """Everyone's points once these regions were scored, and no others."""
        after = list(scores)
        for region in regions:
            for seat, points in self.points(region, first_only).items():
                after[seat] += points
        return after

    def regions_for(self, card: str) -> list[str]:
        """The regions a scoring card scores without asking (R18)."""
        totals = {key: sum(self.caballeros[key]) for key in REGIONS}
        inhabited = [total for total in totals.values() if total]
        wanted = {"C-score-4": (4,), "C-score-5": (5,), "C-score-67": (6, 7)}
        if card in wanted:
            return [key for key in REGIONS if self.scoreboard(key)[0] in wanted[card]]
        if card == "C-score-first":
            return REGIONS
        if card == "C-score-most":
            return [key for key in REGIONS if inhabited and totals[key] == max(inhabited)]
        if card == "C-score-least":
            return [key for key in REGIONS if inhabited and totals[key] == min(inhabited)]
        raise AssertionError(f"{card} does not name its regions")
