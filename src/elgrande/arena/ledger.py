"""Where the points of a game came from, read from its events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from elgrande.arena.result import SOURCES
from elgrande.game import Game
from elgrande.rules.board import CASTILLO, FIRST_TILE_BOARD, PLACE_KEYS, SCOREBOARDS, TILE_KEYS
from elgrande.rules.scoring import BONUS

CASTILLO_KEY: Final = PLACE_KEYS[CASTILLO]


@dataclass
class Ledger:
    """The points of every seat by source and by round, and what decides about bonuses now."""

    players: int
    king: str
    grandes: list[str]  # per seat
    sources: list[dict[str, int]] = field(init=False)
    by_round: list[list[int]] = field(init=False)
    general: list[int] = field(default_factory=list)
    first_powers: dict[int, int] = field(default_factory=dict)
    tiles: dict[str, str] = field(default_factory=dict)  # where each tile lies
    in_general: bool = False

    def __post_init__(self) -> None:
        self.sources = [dict.fromkeys(SOURCES, 0) for _ in range(self.players)]
        self.by_round = [[] for _ in range(self.players)]

    @classmethod
    def of(cls, game: Game) -> "Ledger":
        """The ledger of a game that was dealt from its seed and listened to from the start."""
        start: Any = Game.new(game.options, game.seed).snapshot()
        places = {**start["regions"], CASTILLO_KEY: start["castillo"]}
        grandes = [""] * game.options.players
        for place, held in places.items():
            for seat in held["grandes"]:
                grandes[seat] = place
        ledger = cls(game.options.players, start["king"], grandes)
        ledger.read(game.events())
        return ledger

    def read(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Go through what happened, in order."""
        for event in events:
            name = event["event"]
            if name == "round":
                self.in_general = False
                for rounds in self.by_round:
                    rounds.append(0)
            elif name == "general_scoring":
                self.in_general = True
                self.general.append(0)
            elif name == "power":
                self.first_powers.setdefault(event["colour"], event["value"])
            elif name == "king_moved":
                self.king = event["to"]
            elif name == "grande_moved":
                self.grandes[event["colour"]] = event["to"]
            elif name == "tile_put":
                self.tiles[event["tile"]] = event["to"]
            elif name == "scored":
                self._enter(event["place"], event["colour"], event["points"], event["rank"])

    def _enter(self, place: str, seat: int, points: int, rank: int) -> None:
        """Enter one payment, its bonuses apart from what the board pays."""
        bonuses = points - self._first_points(place) if rank == 1 else 0
        # Only two bonuses exist, so what the King does not pay the Grande does.
        by_king = BONUS if bonuses and place == self.king else 0
        mine = self.sources[seat]
        mine["king_bonus"] += by_king
        mine["grande_bonus"] += bonuses - by_king
        mine[self._source(place, rank)] += points - bonuses
        self.by_round[seat][-1] += points
        if self.in_general:
            self.general[-1] += points

    def _source(self, place: str, rank: int) -> str:
        if not self.in_general:
            return "special"
        return "castillo" if place == CASTILLO_KEY else f"region_{rank}"

    def _first_points(self, place: str) -> int:
        """What the scoreboard that counts in a place pays for its first rank."""
        board = PLACE_KEYS.index(place)
        for number, tile in reversed(list(enumerate(TILE_KEYS))):
            if self.tiles.get(tile) == place:
                board = FIRST_TILE_BOARD + number
        return SCOREBOARDS[board * 3]
