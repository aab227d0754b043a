"""What a game is made of, as data in the words of an edition and a language (S1-S6).

With it a client can show every card, place and modifier without knowing the rules.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from elgrande.editions.cards import CARDS
from elgrande.editions.wording import (
    DUMMY,
    HOUSES,
    card_text,
    card_title,
    place_name,
    texts,
    variant_texts,
)
from elgrande.insight.form import option_fields, show_fields, show_levels
from elgrande.rules.board import (
    BIT,
    CABALLEROS_PER_COLOUR,
    CASTILLO,
    FIRST_TILE_BOARD,
    MODIFIER_KEYS,
    MODIFIER_KINDS,
    MODIFIER_VALUES,
    NEIGHBOURS,
    PLACE_KEYS,
    POWER_CARDS,
    REGIONS,
    ROUNDS,
    SCOREBOARDS,
    TAKES,
    TILE_KEYS,
    is_scoring_round,
    rounds_begun,
)
from elgrande.rules.cards import Card, action_key
from elgrande.rules.errors import BadOptions
from elgrande.rules.options import OLD_HANDS, Options

MERGED: Final = (2, 3)  # where stacks are merged, those of the second lie in the first
VARIANTS: Final[dict[str, Any]] = {
    "short": True,
    "merged_stacks": True,
    "new_regency": True,
    "old_hands": tuple(OLD_HANDS),
    "power_shift": True,
    "castillo": "open",
}


@cache
def catalogue(edition: str, language: str) -> dict[str, Any]:
    """The whole catalogue; the same object every time, so do not change it."""
    words = texts(language)
    variants = _variants(edition)
    return {
        "edition": edition,
        "language": language,
        "cards": {
            card.key: _card(card, edition, language, variants)
            for card in CARDS
            if _is_in(card, edition, variants)
        },
        "places": {key: place_name(key, edition, language) for key in PLACE_KEYS},
        "regions": [_region(region, edition, language) for region in range(REGIONS)],
        "castillo": _board(CASTILLO),
        "tiles": {key: _board(FIRST_TILE_BOARD + tile) for tile, key in enumerate(TILE_KEYS)},
        "abroad": {key: _neighbours(PLACE_KEYS.index(key)) for key in ("france", "portugal")},
        "colours": [{"key": key, "name": words["colours"][key]} for key in HOUSES],
        "dummy": {"key": DUMMY, "name": words["colours"][DUMMY]},
        "modifiers": {
            key: {
                "value": MODIFIER_VALUES[card % 4],
                "kind": MODIFIER_KINDS[card // 4],
                "text": words["modifiers"][MODIFIER_KINDS[card // 4]],
            }
            for card, key in enumerate(MODIFIER_KEYS)
        },
        "powers": {str(value): TAKES[value] for value in range(1, POWER_CARDS + 1)},
        "caballeros": CABALLEROS_PER_COLOUR,
        "rounds": _rounds(),
        "variants": variants,
        "old_hands": OLD_HANDS if "old_hands" in variants else {},
        "options": show_fields(option_fields(), "options", language),
        "levels": show_levels(language),
    }


def _variants(edition: str) -> list[str]:
    """The options that an edition can be played with."""

    def found() -> Iterator[str]:
        for name, value in VARIANTS.items():
            try:
                Options(edition=edition, players=3, **{name: value})
            except BadOptions:
                continue
            yield name

    return list(found())


def _is_in(card: Card, edition: str, variants: list[str]) -> bool:
    return any(card.copies.get(deck) for deck in (edition, *variants))


def _card(card: Card, edition: str, language: str, variants: list[str]) -> dict[str, Any]:
    merged = "merged_stacks" in variants and card.stack == MERGED[1]
    return {
        "title": card_title(card.key, edition, language),
        "text": card_text(card.key, edition, language),
        "variant_texts": {
            variant: text
            for variant, text in variant_texts(card.key, language).items()
            if variant in variants
        },
        "number": card.places,
        "stacks": list(MERGED) if merged else [card.stack],
        "copies": card.copies.get(edition, 0),
        "added": {
            deck: card.copies.get(deck, 0) if deck in variants else 0
            for deck in ("new_regency", "old_hands")
        },
        "kind": action_key(card.action),
    }


def _region(region: int, edition: str, language: str) -> dict[str, Any]:
    key = PLACE_KEYS[region]
    return {
        "region": key,
        "name": place_name(key, edition, language),
        "points": _board(region),
        "neighbours": _neighbours(region),
    }


def _board(board: int) -> list[int]:
    return [SCOREBOARDS[board * 3 + rank] for rank in range(3)]


def _neighbours(place: int) -> list[str]:
    return [PLACE_KEYS[other] for other in range(REGIONS) if NEIGHBOURS[place] & BIT[other]]


def _rounds() -> dict[str, list[int]]:
    every = range(1, ROUNDS + 1)
    return {
        "full": list(every),
        "short": [one for one in every if rounds_begun(one, True) > rounds_begun(one - 1, True)],
        "scoring": [one for one in every if is_scoring_round(one)],
    }
