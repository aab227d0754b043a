"""Where points came from: every payment of a game, read from its events."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from elgrande.game import Game
from elgrande.rules.board import CASTILLO, FIRST_TILE_BOARD, PLACE_KEYS, SCOREBOARDS, TILE_KEYS
from elgrande.rules.scoring import BONUS

CASTILLO_KEY: Final = PLACE_KEYS[CASTILLO]
GENERAL: Final = "general"
KING_BONUS: Final = "king_bonus"
GRANDE_BONUS: Final = "grande_bonus"
BEFORE: Final = "before"
SPECIAL: Final = "special"
# Where points come from. A general scoring pays the places of the regions and the Castillo; a
# bonus is counted apart wherever it is paid.
SOURCES: Final = (
    "region_1",
    "region_2",
    "region_3",
    CASTILLO_KEY,
    KING_BONUS,
    GRANDE_BONUS,
    SPECIAL,
)


class Payment(NamedTuple):
    """Points that a seat got in one place at one time, bonuses apart from what the board pays.

    `source` is a general scoring, the card whose special action scored, a bonus, or what the seat
    had before the game began, for a game that goes on from another.
    """

    seat: int
    place: str | None
    source: str
    card: str | None  # None in a general scoring
    round: int
    rank: int | None
    points: int


class Book:
    """Books every payment; of the board it tracks what decides the bonuses."""

    def __init__(self, start: Game) -> None:
        """The book for a game that begins like this one."""
        view: Any = start.view(None).data
        places = {**view["regions"], CASTILLO_KEY: view["castillo"]}
        self.payments: Final[list[Payment]] = []
        self.rounds: Final[list[int]] = []
        self.scorings: Final[list[int]] = []  # the rounds with a general scoring
        self.in_general = any(step["kind"] == "general_scoring" for step in view["pending"])
        self._round: int = view["round"]
        self._king: str = view["king"]
        self._grandes = {seat: key for key, held in places.items() for seat in held["grandes"]}
        self._tiles = {held["tile"]: key for key, held in places.items() if held["tile"]}
        self._card: str | None = view["card"]
        for seat, points in enumerate(view["scores"]):
            if points:
                self.payments.append(Payment(seat, None, BEFORE, None, 0, None, points))

    def read(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Go through what happened, in order."""
        for event in events:
            name = event["event"]
            if name == "round":
                self.in_general = False
                self._round = event["round"]
                self.rounds.append(self._round)
            elif name == "general_scoring":
                self.in_general = True
                self.scorings.append(self._round)
            elif name == "card":
                self._card = event["card"]
            elif name == "king_moved":
                self._king = event["to"]
            elif name == "grande_moved":
                self._grandes[event["colour"]] = event["to"]
            elif name == "tile_put":
                self._tiles[event["tile"]] = event["to"]
            elif name == "scored":
                self._enter(event["place"], event["colour"], event["points"], event["rank"])

    def _enter(self, place: str, seat: int, points: int, rank: int) -> None:
        bonuses = points - self._first_points(place) if rank == 1 else 0
        # There are only two bonuses, so what the King does not pay, the Grande does.
        by_king = BONUS if bonuses and place == self._king else 0
        card = None if self.in_general else self._card
        for source, paid in (
            (card or GENERAL, points - bonuses),
            (KING_BONUS, by_king),
            (GRANDE_BONUS, bonuses - by_king),
        ):
            if paid:
                self.payments.append(Payment(seat, place, source, card, self._round, rank, paid))

    def _first_points(self, place: str) -> int:
        """What the scoreboard that counts in a place pays for its first rank."""
        board = PLACE_KEYS.index(place)
        for number, tile in reversed(list(enumerate(TILE_KEYS))):
            if self._tiles.get(tile) == place:
                board = FIRST_TILE_BOARD + number
        return SCOREBOARDS[board * 3]


def source_of(payment: Payment) -> str:
    """Which of SOURCES a payment belongs to; BEFORE if it was there when the game began."""
    if payment.source in (KING_BONUS, GRANDE_BONUS, BEFORE):
        return payment.source
    if payment.source != GENERAL:
        return SPECIAL
    return CASTILLO_KEY if payment.place == CASTILLO_KEY else f"region_{payment.rank}"
