"""Majorities and scoring cards, against a slow oracle and by their own definition."""

from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.insight.majorities import CardPayout, Standing, card_payouts, standings
from elgrande.rules.rng import Rng
from tests.support.oracle import REGIONS, Board
from tests.support.walks import every_variant, somewhere, walk

VARIANTS = list(every_variant())


def total_with(board: Board, place: str, seat: int, caballeros: int) -> int:
    """What the oracle pays a seat that has so many caballeros in a place."""
    before = board.caballeros[place][seat]
    board.caballeros[place][seat] = caballeros
    paid = board.points(place).get(seat, 0)
    board.caballeros[place][seat] = before
    return paid


def check_standing(board: Board, place: str, one: Standing) -> None:
    there = board.caballeros[place][one.seat]
    ranks = board.ranks(place)
    assert (one.caballeros, one.rank) == (there, ranks.get(one.seat, 0))
    assert one.total == total_with(board, place, one.seat, there)
    assert one.points + one.king_bonus + one.grande_bonus == one.total
    assert one.king_bonus == (2 if one.rank == 1 and place == board.king else 0)
    assert one.grande_bonus == (2 if one.rank == 1 and place == board.grandes[one.seat] else 0)
    raised = [
        total_with(board, place, one.seat, there + count) > one.total
        for count in range(1, 31 - there)
    ]
    lowered = [
        total_with(board, place, one.seat, there - count) < one.total
        for count in range(1, there + 1)
    ]
    for change, found, sign in ((one.more, raised, 1), (one.fewer, lowered, -1)):
        if change is None:
            assert not any(found)
        else:
            assert found.index(True) + 1 == change.count
            assert total_with(board, place, one.seat, there + sign * change.count) == change.total


@pytest.mark.parametrize("portion", range(3))
def test_standings_are_those_of_the_oracle(portion: int) -> None:
    for seed, options in enumerate(VARIANTS[portion::6]):
        game = somewhere(options, seed)
        snapshot: Any = game.snapshot()
        board = Board.of(snapshot)
        found = standings(game)
        is_open = options.castillo == "open"
        assert list(found) == [*REGIONS, *(["castillo"] if is_open else [])]
        for place, rows in found.items():
            assert [one.seat for one in rows] == list(range(options.players))
            for one in rows:
                check_standing(board, place, one)


def seats_of(points: dict[int, int], players: int) -> list[int]:
    return [points.get(seat, 0) for seat in range(players)]


@pytest.mark.parametrize("portion", range(3))
def test_cards_pay_what_the_oracle_says(portion: int) -> None:
    met = set()
    for seed, options in enumerate(VARIANTS[portion::3]):
        game = somewhere(options, seed)
        snapshot: Any = game.snapshot()
        board = Board.of(snapshot)
        view: Any = game.view(None).data
        shown = [stack["revealed"] for stack in view["stacks"].values()]
        found = card_payouts(game)
        assert set(found) == {key for key in shown if key is not None}
        for key, one in found.items():
            met.add(key)
            if not (
                key.startswith(("C-score", "C-fair")) or key in ("C-revelation", "C-rivalries")
            ):
                assert one == CardPayout(False, False, [], None, {})
                continue
            assert one.scores
            assert one.chosen == (key in ("C-fair", "C-fair-3", "C-rivalries"))
            if key == "C-revelation":
                places = ["castillo"]
            else:
                places = REGIONS if one.chosen else board.regions_for(key)
            if key == "C-revelation" and options.castillo == "secret":
                assert one == CardPayout(True, False, ["castillo"], None, {})
                continue
            paid = {place: board.points(place, key == "C-score-first") for place in places}
            wanted = {p: seats_of(points, options.players) for p, points in paid.items() if points}
            assert one.by_place == wanted
            assert one.places == list(wanted)
            if one.chosen:
                assert one.gains is None
            else:
                columns = zip(*wanted.values(), strict=True) if wanted else [()] * options.players
                assert one.gains == [sum(column) for column in columns]
    assert {"C-score-4", "C-score-5", "C-revelation", "C-fair", "C-rivalries"} <= met


def test_nothing_depends_on_a_secret_castillo() -> None:
    for seed in range(12):
        game = walk(Game.new(Options(players=3), seed), Rng(seed), 120)
        snapshot: Any = game.snapshot()
        moved = [seat for seat in range(3) if snapshot["court"][seat]]
        if game.over or not moved:
            continue
        # The same table with more in the tower: taken from the Court, which is no majority.
        snapshot["court"][moved[0]] -= 1
        snapshot["castillo"]["caballeros"][moved[0]] += 1
        other = Game.from_snapshot(snapshot)
        assert standings(other) == standings(game)
        assert card_payouts(other) == card_payouts(game)


def test_looking_changes_nothing() -> None:
    game = somewhere(Options(players=5), 4)
    before = game.digest()
    standings(game)
    card_payouts(game)
    assert game.digest() == before
    assert game.event_count == 0
