"""A board kept up to date from events alone, which checks every scoring against the oracle.

If the mirror and the game agree after every choice, the events leave nothing out; and whatever is
scored must be what the slow implementation of R15-R18 says, place by place.
"""

from collections.abc import Sequence
from typing import Any

from tests.support.oracle import REGIONS, Board

Scored = dict[str, dict[int, int]]
# What may happen between the announcement of a scoring and the scoring itself.
STILL_DUE = {
    "general": ("moved", "grande_moved", "castillo_opened", "disc_set"),
    "card": ("allowed", "vetoed"),
}


class Mirror:
    """The open part of a game as a spectator with a perfect memory has it."""

    def __init__(self, snapshot: dict[str, Any]) -> None:
        self.board = Board.of(snapshot)
        self.court = list(snapshot["court"])
        self.province = list(snapshot["province"])
        self.scores = list(snapshot["scores"])
        self.card = ""
        self.named = ""
        self.discs: list[str] = []
        self.scored: Scored = {}
        self.expected: Scored = {}
        self.scoring = ""
        self.due = ""  # a scoring that was announced and has not happened yet
        self.in_general = False

    def watch(self, events: Sequence[Any]) -> None:
        """Follow what happened in one step."""
        for event in events:
            handler = getattr(self, f"on_{event['event']}", None)
            if event["event"] not in (
                "place_counted",
                "scored",
                "unpaid",
                "disc_shown",
                "castillo_held",
            ):
                self.settle()
                self.check_due(event["event"])
            if handler is not None:
                handler(event)
        self.settle()

    def check_due(self, name: str) -> None:
        """A scoring that is due has scored something, unless there was nothing to score."""
        if self.due and name not in STILL_DUE["general" if self.due == "general" else "card"]:
            places = REGIONS if self.due == "general" else self.board.regions_for(self.due)
            first_only = self.due == "C-score-first"
            for place in places:
                assert not self.board.points(place, first_only), f"{self.due} left out {place}"
            self.due = ""

    def settle(self) -> None:
        """Compare what was scored with what should have been."""
        if self.scoring:
            wanted = {place: points for place, points in self.expected.items() if points}
            assert self.scored == wanted, f"{self.scoring} scored {self.scored}, not {wanted}"
        else:
            assert not self.scored, f"scored {self.scored} out of nowhere"
        self.scored, self.expected, self.scoring = {}, {}, ""

    def expect(self, why: str, places: list[str], first_only: bool = False) -> None:
        """These places are to be scored now."""
        self.scoring = why
        self.expected = {place: self.board.points(place, first_only) for place in places}

    def on_card(self, event: dict[str, Any]) -> None:
        self.card = event["card"]

    def on_announced(self, event: dict[str, Any]) -> None:
        self.discs = []
        if event["card"].startswith("C-score-"):
            self.due = event["card"]

    def on_vetoed(self, event: dict[str, Any]) -> None:
        self.due = ""

    def on_moved(self, event: dict[str, Any]) -> None:
        colour, count = event["colour"], event["count"]
        assert count > 0
        for place, change in ((event["from"], -count), (event["to"], count)):
            row = {"court": self.court, "province": self.province}.get(place)
            counts = self.board.caballeros[place] if row is None else row
            counts[colour] += change
            assert counts[colour] >= 0

    def on_grande_moved(self, event: dict[str, Any]) -> None:
        assert self.board.grandes[event["colour"]] == event["from"]
        self.board.grandes[event["colour"]] = event["to"]

    def on_king_moved(self, event: dict[str, Any]) -> None:
        assert self.board.king == event["from"]
        self.board.king = event["to"]

    def on_tile_put(self, event: dict[str, Any]) -> None:
        if event["from"] is not None:
            assert self.board.tiles[event["from"]] == event["tile"]
            self.board.tiles[event["from"]] = None
        assert self.board.tiles[event["to"]] is None
        self.board.tiles[event["to"]] = event["tile"]

    def on_disc_shown(self, event: dict[str, Any]) -> None:
        self.discs.append(event["place"])

    def on_place_counted(self, event: dict[str, Any]) -> None:
        present = [colour for colour, n in enumerate(self.board.caballeros[event["place"]]) if n]
        assert event["colours"] == len(present)

    def on_unpaid(self, event: dict[str, Any]) -> None:
        self.check_standing(event)

    def check_standing(self, event: dict[str, Any]) -> None:
        """What is told of a colour in a place that is scored is what stands there."""
        place, colour = event["place"], event["colour"]
        assert event["rank"] == self.board.ranks(place)[colour]
        assert event["count"] == self.board.caballeros[place][colour]

    def on_scored(self, event: dict[str, Any]) -> None:
        if self.scoring == "the Castillo" and event["place"] != "castillo":
            self.settle()
        if not self.scoring:
            self.begin_scoring()
            self.due = ""
        points = self.scored.setdefault(event["place"], {})
        assert event["colour"] not in points
        points[event["colour"]] = event["points"]
        self.check_standing(event)
        is_first = event["rank"] == 1
        assert event["king"] == (2 if is_first and self.board.king == event["place"] else 0)
        has_grande = self.board.grandes[event["colour"]] == event["place"]
        assert event["grande"] == (2 if is_first and has_grande else 0)
        self.scores[event["colour"]] += event["points"]

    def begin_scoring(self) -> None:
        """A scoring of regions begins: which ones should it be?"""
        if self.in_general:
            self.expect("general scoring", REGIONS)
        elif self.card in ("C-fair", "C-fair-3"):
            self.expect(self.card, [self.named])
        elif self.card == "C-rivalries":
            once = [key for key in REGIONS if self.discs.count(key) == 1]
            self.expect(self.card, once)
        else:
            regions = self.board.regions_for(self.card)
            self.expect(self.card, regions, first_only=self.card == "C-score-first")

    def on_general_scoring(self, event: dict[str, Any]) -> None:
        self.in_general = True
        self.due = "general"
        self.discs = []

    def on_round(self, event: dict[str, Any]) -> None:
        self.in_general = False

    def on_region_named(self, event: dict[str, Any]) -> None:
        self.named = event["place"]

    def on_castillo_opened(self, event: dict[str, Any]) -> None:
        self.expect("the Castillo", ["castillo"])

    def on_castillo_held(self, event: dict[str, Any]) -> None:
        assert self.board.caballeros["castillo"][event["colour"]] == event["count"]

    def agrees_with(self, snapshot: dict[str, Any]) -> None:
        """The game has what the events told."""
        truth = Board.of(snapshot)
        assert self.board == truth
        assert self.court == snapshot["court"]
        assert self.province == snapshot["province"]
        assert self.scores == snapshot["scores"]
