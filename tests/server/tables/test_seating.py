"""Who sits where, folded from entries."""

from elgrande.server.tables import entries as kinds
from elgrande.server.tables.seating import AWAY, HUMAN, OPEN, Seating
from tests.support.table_states import entry


def seated() -> Seating:
    seating = Seating()
    rows = [
        {"seat": 0, "kind": HUMAN, "player": "ana", "name": "Ana"},
        {"seat": 1, "kind": OPEN},
    ]
    seating.apply(entry(1, kinds.OPENED, None, "ana", seats=rows))
    seating.apply(entry(2, kinds.JOINED, 1, "ben", name="Ben"))
    return seating


def test_somebody_sits_down_and_stands_up_again() -> None:
    seating = seated()
    assert seating.players() == ["ana", "ben"]
    assert seating.seats[1].taken
    seating.apply(entry(3, kinds.LEFT, 1, "ben", kind=OPEN, name="Ben"))
    assert (seating.players(), seating.of("ben"), seating.seats[1].name) == (["ana"], [], "")
    assert [row.kind for row in seating.rows()] == [HUMAN, OPEN]


def test_a_stand_in_plays_from_where_it_began_or_from_where_the_game_went_back_to() -> None:
    seating = seated()
    seating.apply(entry(3, kinds.HANDED, 1, "ana", bot="steady", reason=AWAY))
    seating.note_handed(1, 20)
    seating.go_back(30)
    assert (seating.seats[1].player_here, seating.seats[1].handed_at) == (None, 20)
    seating.go_back(12)
    assert seating.seats[1].handed_at == 12
    seating.apply(entry(4, kinds.RETURNED, 1, "ben"))
    assert (seating.seats[1].player_here, seating.seats[1].reason) == ("ben", None)
