"""The catalogue: complete for both editions, and what it says is what is played."""

from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.editions.cards import deck_for
from elgrande.editions.wording import LANGUAGES
from elgrande.insight.catalogue import catalogue
from elgrande.rules.options import EDITIONS
from elgrande.rules.rng import Rng
from tests.support.oracle import BOARDS, TILES
from tests.support.walks import every_variant, walk


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_that_can_be_played_is_in_it(edition: str, language: str) -> None:
    cards = catalogue(edition, language)["cards"]
    met = set()
    for options in every_variant():
        if options.edition != edition:
            continue
        deck = deck_for(options)
        for decks in (deck.stacks, deck.added):
            met |= {deck.cards[number].key for stack in decks for number in stack}
    assert set(cards) == met
    for card in cards.values():
        assert card["title"]
        assert card["text"].endswith(".")


def test_copies_are_those_of_the_decks() -> None:
    for options in every_variant():
        cards = catalogue(options.edition, "en")["cards"]
        deck = deck_for(options)
        for stack in range(5):
            found = [deck.cards[number].key for number in deck.stacks[stack]]
            for key in set(found):
                replaced = stack == 4 and options.new_regency
                card = cards[key]
                wanted = card["added"]["new_regency"] if replaced else card["copies"]
                assert found.count(key) == wanted, (options, key)
                assert stack + 1 in card["stacks"]


def test_cards_lie_in_the_stacks_it_names() -> None:
    for seed, options in enumerate(every_variant()):
        cards = catalogue(options.edition, "en")["cards"]
        view: Any = walk(Game.new(options, seed), Rng(seed), 10).view(None).data
        for stack, shown in view["stacks"].items():
            assert int(stack) in cards[shown["revealed"]]["stacks"]


def test_the_board_is_the_board() -> None:
    found = catalogue("2023", "en")
    boards = {one["region"]: tuple(one["points"]) for one in found["regions"]}
    assert {**boards, "castillo": tuple(found["castillo"])} == BOARDS
    assert {key: tuple(points) for key, points in found["tiles"].items()} == TILES
    neighbours = {one["region"]: one["neighbours"] for one in found["regions"]}
    for region, others in neighbours.items():
        assert all(region in neighbours[other] for other in others)
    assert neighbours["galicia"] == ["navarra", "castilla"]
    assert found["abroad"]["france"] == ["navarra", "aragon", "cataluna"]
    assert catalogue("classic", "en")["places"]["toledo"] == "Castilla la Nueva"
    assert found["powers"]["1"] == 6
    assert found["modifiers"]["-2 grande"]["value"] == -2
    assert found["rounds"]["short"] == [2, 3, 5, 6, 8, 9]


def test_variants_are_those_of_the_edition() -> None:
    assert catalogue("classic", "en")["variants"] == ["short", "castillo"]
    for name in catalogue("2023", "en")["variants"]:
        assert hasattr(Options(), name)
    assert catalogue("classic", "en")["old_hands"] == {}
