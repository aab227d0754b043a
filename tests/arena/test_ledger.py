"""Where points came from adds up to the scores, whatever is played."""

from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.arena.ledger import Ledger
from elgrande.insight.points import SOURCES
from elgrande.rules.rng import Rng
from tests.support.mirror import Mirror
from tests.support.walks import every_variant, walk

VARIANTS = list(every_variant())


class Bookkeeper(Mirror):
    """Books what is scored by what the slow oracle says the board pays for it."""

    def __init__(self, snapshot: Any) -> None:
        super().__init__(snapshot)
        self.books = [dict.fromkeys(SOURCES, 0) for _ in self.scores]

    def on_scored(self, event: dict[str, Any]) -> None:
        super().on_scored(event)
        place, seat, rank = event["place"], event["colour"], event["rank"]
        book = self.books[seat]
        if rank == 1 and place == self.board.king:
            book["king_bonus"] += 2
        if rank == 1 and place == self.board.grandes[seat]:
            book["grande_bonus"] += 2
        source = "special"
        if self.in_general:
            source = "castillo" if place == "castillo" else f"region_{rank}"
        book[source] += self.board.scoreboard(place)[rank - 1]


def played(options: Options, seed: int) -> Game:
    return walk(Game.new(options, seed, events=True), Rng(seed))


@pytest.mark.parametrize("portion", range(8))
def test_sources_and_rounds_add_up_to_the_scores(portion: int) -> None:
    for seed, options in enumerate(VARIANTS[portion::8]):
        game = played(options, seed)
        ledger = Ledger.of(game)
        assert [sum(seat.values()) for seat in ledger.sources] == game.scores, options
        assert [sum(rounds) for rounds in ledger.by_round] == game.scores, options
        assert {len(rounds) for rounds in ledger.by_round} == {6 if options.short else 9}
        assert len(ledger.general) == 3
        in_general = sum(
            points
            for seat in ledger.sources
            for source, points in seat.items()
            if source in ("region_1", "region_2", "region_3", "castillo")
        )
        assert in_general <= sum(ledger.general) <= sum(game.scores)


@pytest.mark.parametrize("portion", range(4))
def test_every_point_is_booked_as_the_oracle_books_it(portion: int) -> None:
    in_all = dict.fromkeys(SOURCES, 0)
    for seed, options in enumerate(VARIANTS[portion::4]):
        game = played(options, seed + 1000)
        start = Game.new(options, game.seed, events=True)
        bookkeeper = Bookkeeper(start.snapshot())
        bookkeeper.watch(game.events(since=start.event_count))
        ledger = Ledger.of(game)
        assert ledger.sources == bookkeeper.books, options
        for book in ledger.sources:
            for source, points in book.items():
                in_all[source] += points
    assert all(in_all.values())


def test_the_first_power_card_and_the_rounds_are_told() -> None:
    game = Game.new(Options(players=2), 5, events=True)
    first: dict[int, int] = {}
    rng = Rng(3)
    while not game.over:
        seat = game.waiting[0]
        choice = game.legal(seat)[rng.below(len(game.legal(seat)))]
        if game.decision == "power":
            first.setdefault(seat, int(game.notation(choice).split()[1]))
        game.play(choice, seat)
    ledger = Ledger.of(game)
    assert {seat: ledger.first_powers[seat] for seat in (0, 1)} == first
    assert ledger.general == [
        sum(event["points"] for event in part if event["event"] == "scored")
        for part in scorings(game)
    ]


def scorings(game: Game) -> list[list[Any]]:
    """The events of each general scoring."""
    parts: list[list[Any]] = []
    inside = False
    for event in game.events():
        if event["event"] == "general_scoring":
            parts.append([])
            inside = True
        elif event["event"] == "round":
            inside = False
        elif inside:
            parts[-1].append(event)
    return parts
