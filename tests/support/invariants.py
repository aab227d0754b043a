"""What holds after every choice of every game."""

from typing import Any

from elgrande import Game
from tests.support.oracle import Board

ALL_POWERS = list(range(1, 14))
# Cards whose own text lets something enter or leave the King's region (R10).
LICENSED = ("C-entourage", "C-competition", "C-infiltration", "C-stand-in")


def check_pieces(snapshot: dict[str, Any]) -> None:
    """S4: every colour has its 30 caballeros, every Grande is somewhere, tiles are not doubled."""
    places = [*snapshot["regions"].values(), snapshot["castillo"]]
    for colour, court in enumerate(snapshot["court"]):
        total = court + snapshot["province"][colour]
        total += sum(place["caballeros"][colour] for place in places)
        assert total == 30
    grandes = sorted(seat for place in places for seat in place["grandes"])
    assert grandes == list(range(snapshot["options"]["players"]))
    tiles = [place["tile"] for place in places if place["tile"]]
    assert len(tiles) == len(set(tiles))


def check_powers(snapshot: dict[str, Any]) -> None:
    """Power cards are conserved, and what is played this round differs (R2)."""
    returned = snapshot["taken_back"]["powers"]
    for seat, hand in enumerate(snapshot["hands"]):
        played = snapshot["played"][seat]
        out = [played] if played and seat not in returned else []
        assert sorted(hand + snapshot["discards"][seat] + out) == ALL_POWERS
    modifiers = snapshot["modifiers"]
    for seat in range(snapshot["options"]["players"]):
        played = modifiers["played"][seat]
        back = seat in snapshot["taken_back"]["modifiers"]
        count = len(modifiers["hands"][seat]) + len(modifiers["spent"][seat])
        count += 1 if played and not back else 0
        assert count == (3 if snapshot["options"]["power_shift"] else 0)


def check_turn_order(snapshot: dict[str, Any]) -> None:
    """R3: the highest total goes first."""
    frames = snapshot["frames"]
    if frames[0]["kind"] == "turns" and frames[0]["argument"] > 0:
        totals = [snapshot["totals"][colour] for colour in snapshot["turn_order"]]
        assert totals == sorted(set(totals), reverse=True)
        assert sorted(snapshot["turn_order"]) == list(range(len(totals)))


def check_first_player(before: dict[str, Any], after: dict[str, Any]) -> None:
    """R9: whoever has the lowest total is first in the next round."""
    if after["rounds_played"] > before["rounds_played"]:
        seats = range(before["options"]["players"])
        totals = after["totals"] if after["frames"][0]["kind"] != "turns" else before["totals"]
        assert after["first_player"] == min(seats, key=lambda seat: int(totals[seat]))
    else:
        assert after["first_player"] == before["first_player"]


def check_taboo(before: dict[str, Any], after: dict[str, Any]) -> None:
    """R10: nothing enters or leaves the King's region, unless the card in use says so."""
    if before["card"] in LICENSED:
        return
    for king in {before["king"], after["king"]} - {"france", "portugal"}:
        old, new = Board.of(before), Board.of(after)
        if after["round"] != before["round"] and king != after["king"]:
            continue
        assert old.caballeros[king] == new.caballeros[king]
        assert old.tiles[king] == new.tiles[king]
        for one, two in zip(old.grandes, new.grandes, strict=True):
            assert (one == king) == (two == king)


def check_choices(game: Game) -> None:
    """Legal choices are sorted and never empty for those who are asked, and empty for others."""
    assert bool(game.waiting) != game.over
    for seat in range(game.options.players):
        legal = game.legal(seat)
        assert legal == sorted(set(legal))
        assert bool(legal) == (seat in game.waiting)
    if game.waiting:
        assert game.legal() == game.legal(game.waiting[0])
