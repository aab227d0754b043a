"""The cards in an observation: those on the table, the one in use, and how often each was seen."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.editions.cards import CARDS
from elgrande.learn.core.layout import (
    CARD_WORDS,
    FIRST_CARD,
    FIRST_SEEN,
    KEPT_TABLE,
    SEEN_WORDS,
    UNKNOWN,
)
from elgrande.rules.board import BIT, NOWHERE, STACKS, rounds_begun
from elgrande.rules.cards import CARD_FIELDS, encode_cards
from elgrande.rules.state import State

BYTE: Final = vec[i64]([256**index for index in range(8)])
AVAILABLE: Final = 256
CARD_BITS: Final = 8  # above the five bits of the stacks


def describe_cards() -> vec[i64]:
    """Four words for each card: number, caballeros to place, its numbers, its op as one-hot."""
    table = encode_cards(CARDS)
    words: list[int] = []
    for card in range(len(CARDS)):
        fields = [table[card * CARD_FIELDS + index] for index in range(CARD_FIELDS)]
        places, op, first, second, third = fields
        numbers = (first << 32) | (second << 40) | (third << 48)
        words.append((card + 1) | (places << 16) | numbers)
        words += [256 ** (op - 8 * word) if op // 8 == word else 0 for word in range(3)]
    return vec[i64](words)


CARDS_IN_WORDS: Final = describe_cards()


def write_round(state: State, out: vec[i64], at: i64, kept: vec[i64], memory: i64) -> None:
    """What stays the same for a round: the cards on the table and all that were seen."""
    deal = state.deal
    begun: i64 = rounds_begun(state.round, deal.short)
    word: i64 = at + FIRST_CARD
    end: i64 = at + FIRST_SEEN + SEEN_WORDS
    while word < end:
        out[word] = 0
        word += 1
    stack: i64 = 0
    while stack < STACKS and begun > 0:
        if deal.stack_bits & BIT[stack]:
            count: i64 = len(deal.stacks[stack])
            to: i64 = at + FIRST_CARD + stack * CARD_WORDS
            copy_card(deal.card_at(stack, begun - 1), out, to)
            if count > begun:
                out[to] |= (count - begun) << 24
            shown: i64 = begun
            if count == 1:
                shown = 1
            while shown > 0:
                card: i64 = deal.card_at(stack, shown - 1)
                out[at + FIRST_SEEN + card // 8] += BYTE[card % 8]
                shown -= 1
        stack += 1
    kept[memory + KEPT_TABLE] = UNKNOWN


def copy_card(card: i64, out: vec[i64], to: i64) -> None:
    """The words of a card."""
    out[to] = CARDS_IN_WORDS[card * CARD_WORDS]
    out[to + 1] = CARDS_IN_WORDS[card * CARD_WORDS + 1]
    out[to + 2] = CARDS_IN_WORDS[card * CARD_WORDS + 2]
    out[to + 3] = CARDS_IN_WORDS[card * CARD_WORDS + 3]


def write_table(state: State, out: vec[i64], at: i64, kept: vec[i64], memory: i64) -> None:
    """Which cards may still be taken, and the card in use."""
    facts: i64 = state.available | ((state.card + 1) << CARD_BITS)
    if kept[memory + KEPT_TABLE] == facts:
        return
    kept[memory + KEPT_TABLE] = facts
    to: i64 = at + FIRST_CARD
    stack: i64 = 0
    while stack < STACKS:
        out[to] &= ~AVAILABLE
        if state.available & BIT[stack]:
            out[to] |= AVAILABLE
        to += CARD_WORDS
        stack += 1
    if state.card != NOWHERE:
        copy_card(state.card, out, to)
        return
    word: i64 = 0
    while word < CARD_WORDS:
        out[to + word] = 0
        word += 1
