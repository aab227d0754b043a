"""The sentence that asks agrees with what may be chosen, in every edition and variant."""

import re

import pytest

from elgrande import Game, Options
from elgrande.rules.board import CASTILLO
from elgrande.rules.choices import ALLOW, END, PLACE_ACTION, PLACE_BASE, SPECIAL_ACTION, STOP
from elgrande.rules.rng import Rng
from tests.support.marks import with_proofs
from tests.support.walks import every_variant, pick

# What an English sentence says of a choice, by decision; it is said if and only if it is legal.
SAID = {
    "act": {
        PLACE_ACTION: r"\b[Pp]lace\b",
        SPECIAL_ACTION: r"special action",
        END: r"end your turn",
    },
    "move_from": {STOP: r"or stop"},
    "take_from": {STOP: r"or stop"},
    "modifier": {END: r"without one"},
    "grande": {END: r"leave them where they are"},
}
CASTILLO_CHOICE = PLACE_BASE + CASTILLO
LEFT = re.compile(r"\((\d+) left\)")


def check_sentence(game: Game) -> None:
    """The sentence names what is legal, and no more than can follow is left."""
    said, legal = game.ask(), game.legal()
    for choice, words in SAID.get(game.decision or "", {}).items():
        assert (choice in legal) == bool(re.search(words, said)), (said, legal)
    if game.decision == "either":
        assert (len(legal) == 1) == ("Only one" in said)
    if (left := LEFT.search(said)) is not None:
        assert int(left[1]) == most_that_can_follow(game), said


def most_that_can_follow(game: Game) -> int:
    """How many more can be placed, taken or moved by somebody who never stops."""
    beginnings = [choice for choice in game.legal() if choice != STOP]
    return max(go_on(game.clone(), choice, Rng(choice)) for choice in beginnings)


def go_on(game: Game, choice: int, rng: Rng) -> int:
    """How many choices there were, beginning with this one, before something else was asked."""
    kind, seat, count = game.decision, game.waiting[0], 0
    while game.decision == kind and game.waiting[0] == seat:
        game.play(choice if count == 0 else pick(rng, [one for one in game.legal() if one != STOP]))
        count += 1
        while game.decision == "move_to":  # out of the Castillo nobody moves on
            game.play(pick(rng, [one for one in game.legal() if one != CASTILLO_CHOICE]))
        while game.decision == "veto":
            game.play(ALLOW)
        if game.over:
            break
    return count


def check_game(options: Options, seed: int) -> None:
    game, rng = Game.new(options, seed), Rng(seed)
    while not game.over:
        check_sentence(game)
        seat = pick(rng, game.waiting)
        game.play(pick(rng, game.legal(seat)), seat)


@pytest.mark.parametrize("number", with_proofs(range(24)))
def test_the_sentence_names_what_may_be_chosen(number: int) -> None:
    for index, options in enumerate(every_variant()):
        if index % 24 == number:
            check_game(options, index)
