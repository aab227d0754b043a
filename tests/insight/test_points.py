"""Every point of a game is booked where, when and for what it was paid."""

from typing import Any

import pytest

from elgrande import Game
from elgrande.editions.cards import CARDS
from elgrande.insight.points import BEFORE, GENERAL, GRANDE_BONUS, KING_BONUS, Book
from elgrande.rules.rng import Rng
from tests.support.walks import every_variant, walk

VARIANTS = list(every_variant())
SCORING_CARDS = {
    card.key
    for card in CARDS
    if card.key.startswith(("C-score", "C-fair")) or card.key in ("C-revelation", "C-rivalries")
}


def sums(book: Book, players: int) -> list[int]:
    return [sum(one.points for one in book.payments if one.seat == seat) for seat in range(players)]


@pytest.mark.parametrize("portion", range(4))
def test_payments_add_up_and_say_what_they_are_for(portion: int) -> None:
    sources = set()
    for seed, options in enumerate(VARIANTS[portion::4]):
        game = walk(Game.new(options, seed, events=True), Rng(seed))
        book = Book(Game.new(options, seed))
        book.read(game.events())
        assert sums(book, options.players) == game.scores
        for one in book.payments:
            sources.add(one.source)
            assert one.points > 0
            if one.card is None:
                assert one.round in (3, 6, 9)
                assert one.source in (GENERAL, KING_BONUS, GRANDE_BONUS)
            else:
                assert one.card in SCORING_CARDS
                assert one.source in (one.card, KING_BONUS, GRANDE_BONUS)
            if one.source in (KING_BONUS, GRANDE_BONUS):
                assert (one.points, one.rank) == (2, 1)
    assert sources >= {GENERAL, KING_BONUS, GRANDE_BONUS, "C-score-4", "C-fair", "C-rivalries"}


def test_a_game_that_goes_on_from_another_keeps_what_was_scored_before() -> None:
    for seed, options in enumerate(VARIANTS[::5]):
        rng = Rng(seed)
        began = walk(Game.new(options, seed), rng, 40 + rng.below(250))
        if began.over:
            continue
        start = Game.from_snapshot(began.snapshot())
        game = start.clone()
        game.listen()
        walk(game, rng)
        book = Book(start)
        book.read(game.events())
        assert sums(book, options.players) == game.scores
        before = [one for one in book.payments if one.source == BEFORE]
        assert [one.points for one in before] == [score for score in start.scores if score]
        assert all((one.place, one.round, one.rank) == (None, 0, None) for one in before)
        cards = {one.card for one in book.payments} - {None}
        assert cards <= SCORING_CARDS


def test_a_game_taken_up_between_the_discs_books_a_general_scoring() -> None:
    taken_up = 0
    for seed in range(6):
        rng = Rng(seed)
        game = Game.new(VARIANTS[-1], seed)
        while not game.over:
            if game.decision == "disc_scoring":
                start = Game.from_snapshot(game.snapshot())
                then: Any = start.clone()
                then.listen()
                while then.decision == "disc_scoring" and not then.over:
                    then.play(then.legal()[0])
                book = Book(start)
                book.read(then.events())
                paid = [one for one in book.payments if one.source != BEFORE]
                assert {one.card for one in paid} <= {None}
                taken_up += bool(paid)
            game.play(game.legal()[rng.below(len(game.legal()))])
    assert taken_up
