"""The action cards: one row each (section 5 of the rules, Q1, Q2), and the decks they make."""

from functools import cache
from typing import Final

from elgrande.rules.cards import (
    KING_ABROAD,
    KING_ANYWHERE,
    KING_CASTILLO,
    KING_FEWEST,
    KING_NEXT_DOOR,
    SCORE_CASTILLO,
    SCORE_FEWEST,
    SCORE_FIRST_ONLY,
    SCORE_MOST,
    THEN_COMPETITION,
    THEN_ENTOURAGE,
    WHOLE,
    Card,
    Deck,
    Either,
    Move,
    arrest,
    coup,
    dismiss,
    infiltrate,
    keep_veto,
    move_grande,
    move_king,
    muster,
    put_tile,
    recruit,
    return_by_disc,
    rivalries,
    score,
    score_chosen,
    score_points,
    stand_in,
    take_back,
    withdraw,
)
from elgrande.rules.options import Options

BOTH: Final = {"classic": 1, "2023": 1}
TWICE: Final = {"classic": 2, "2023": 2}
REGENCY: Final = {"new_regency": 1}
EXODUS: Final = Move(own=WHOLE, total=WHOLE, one_region=True)

CARDS: Final = (
    Card("C-any3", 1, 1, Move(own=3, foreign=3, total=3), BOTH),
    Card("C-any4", 1, 1, Move(own=4, foreign=4, total=4), BOTH),
    Card("C-own4", 1, 1, Move(own=4, total=4), BOTH),
    Card("C-foreign3", 1, 1, Move(foreign=3, total=3), BOTH),
    Card("C-two-two", 1, 1, Move(own=2, foreign=2, total=4), TWICE),
    Card("C-five", 1, 1, Move(own=5, foreign=5, total=5, one_region=True), TWICE),
    Card("C-exodus", 1, 1, EXODUS, BOTH),
    Card("C-militia", 1, 1, muster(2), BOTH),
    Card("C-delegation", 1, 1, Either("C-exodus", "C-militia"), {"classic": 1, "old_hands": 1}),
    Card("C-veto", 2, 2, keep_veto(), {"classic": 2, "old_hands": 2}),
    Card("C-court-all", 2, 2, dismiss(WHOLE), BOTH),
    Card("C-court-three", 2, 2, dismiss(3), BOTH),
    Card("C-arrest", 2, 2, arrest(), BOTH),
    Card("C-withdrawal", 2, 2, withdraw(3), BOTH),
    Card("C-civil-war", 2, 2, return_by_disc(WHOLE), BOTH),
    Card("C-skirmish", 2, 2, return_by_disc(2), BOTH),
    Card("C-fair", 2, 2, score_chosen(), {"classic": 3, "2023": 4}),
    Card("C-score-4", 3, 3, score_points(4, 4), TWICE),
    Card("C-score-5", 3, 3, score_points(5, 5), TWICE),
    Card("C-score-67", 3, 3, score_points(6, 7), BOTH),
    Card("C-revelation", 3, 3, score(SCORE_CASTILLO), TWICE),
    Card("C-score-first", 3, 3, score(SCORE_FIRST_ONLY), BOTH),
    Card("C-score-most", 3, 3, score(SCORE_MOST), BOTH),
    Card("C-score-least", 3, 3, score(SCORE_FEWEST), BOTH),
    Card("C-fair-3", 3, 3, score_chosen(), {"classic": 1}),
    Card("C-tile", 4, 4, put_tile(), {"classic": 3, "2023": 3}),
    Card("C-power", 4, 4, take_back(), TWICE),
    Card("C-recruit", 4, 4, recruit(2), BOTH),
    Card("C-grande", 4, 4, move_grande(), TWICE),
    Card("C-coup", 4, 4, coup(), BOTH),
    Card("C-advisor", 4, 4, move_king(KING_NEXT_DOOR), BOTH),
    Card("C-rivalries", 4, 4, rivalries(), {"classic": 1, "old_hands": 1}),
    Card("C-king", 5, 5, move_king(KING_ANYWHERE), {"classic": 1, "2023": 1, "new_regency": 3}),
    Card("C-exile", 5, 5, move_king(KING_ABROAD), REGENCY),
    Card("C-entourage", 5, 5, move_king(KING_ANYWHERE, THEN_ENTOURAGE), REGENCY),
    Card("C-competition", 5, 5, move_king(KING_ANYWHERE, THEN_COMPETITION), REGENCY),
    Card("C-chalet", 5, 5, move_king(KING_FEWEST), REGENCY),
    Card("C-rebellion", 5, 5, move_king(KING_CASTILLO), REGENCY),
    Card("C-infiltration", 5, 5, infiltrate(), REGENCY),
    Card("C-stand-in", 5, 5, stand_in(), REGENCY),
)


def deck_for(options: Options) -> Deck:
    """The stacks of a game before the deal, and what Old Hands adds to them.

    The same object for the same cards: making one costs more than dealing it.
    """
    return _make_deck(options.edition, options.new_regency, options.old_hands)


@cache
def _make_deck(edition: str, new_regency: bool, old_hands: tuple[str, ...]) -> Deck:
    stacks: list[list[int]] = [[], [], [], [], []]
    added: list[list[int]] = [[], [], [], [], []]
    for number, card in enumerate(CARDS):
        replaced = card.stack == 5 and new_regency
        deck = "new_regency" if replaced else edition
        stacks[card.stack - 1] += [number] * card.copies.get(deck, 0)
        if "old_hands" in card.copies:
            times = old_hands.count(card.key.removeprefix("C-"))
            added[card.stack - 1] += [number] * times
    return Deck(CARDS, tuple(map(tuple, stacks)), tuple(map(tuple, added)))
