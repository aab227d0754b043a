"""No card has to be used: its special action may be declined, before and after placing."""

from typing import Any

from elgrande.editions.cards import CARDS
from elgrande.rules.cards import Card
from tests.support.effects import changed, holding
from tests.support.marks import every_card
from tests.support.positions import offered, use

# Enough stands around for the special action of any card to be possible.
CROWDED: dict[str, Any] = {
    "king": "castilla",
    "regions": {"galicia": [1, 1, 0, 1], "granada": [2, 2, 2, 2]},
    "castillo": [3, 2, 1, 0],
    "tiles": {"8/4/0": "galicia"},
    "round_number": 2,
}
PLACES = ("toledo", "castillo")


def row_of(card: str) -> Card:
    """The row of a card in the table of cards."""
    return next(row for row in CARDS if row.key == card)


# Infiltration changes where one may place, so it cannot follow the placing.
@every_card("declined", "C-infiltration")
def test_a_card_may_be_declined(card: str, options: dict[str, Any]) -> None:
    game, before = holding(card, options, **CROWDED)
    assert set(offered(game)) == {"place", "special", "end"}
    ended = use(game.clone(), "end")
    assert ended.waiting != (0,)
    assert changed(ended, before) == {}
    placed = [PLACES[number % 2] for number in range(row_of(card).places)]
    use(game, "place", *placed)
    assert set(offered(game)) == {"special", "end"}
    use(game, "end")
    assert game.waiting != (0,)
    now = {"court": before["court"][0] - len(placed)}
    now |= {place: before[place][0] + placed.count(place) for place in placed}
    assert changed(game, before) == {
        where: [count, *before[where][1:]] for where, count in now.items()
    }
