"""Moments in words: what was played, what was better, and what each of them does.

A sentence speaks to the player whose moment it is, as the coach does. What the two ways have in
common is not said.
"""

from collections.abc import Sequence
from typing import Final

from elgrande.bots.effects import carry_out
from elgrande.bots.facts import Fact
from elgrande.bots.sentences import Words, findings_for
from elgrande.bots.situation import Situation
from elgrande.bots.thinking import SEED
from elgrande.editions.wording import card_title, place_words, texts
from elgrande.game import Game
from elgrande.review.data import POWER, TURN, Moment
from elgrande.rules.board import PLACE_KEYS
from elgrande.rules.choices import PLACE_BASE, POWER_BASE
from elgrande.rules.rng import Rng
from elgrande.rules.state import State

MOST_FACTS: Final = 2  # about each of the two ways
CLEARLY: Final = 0.01  # ahead of everything else
SAID_ALREADY: Final = ("then_card", "recruited")
# What speaks against the better way, or for the one that was played, explains nothing.
BESIDE_THE_POINT: Final = ("left", "leaves")


def sentence_for_moment(
    game: Game, moment: Moment, language: str = "en", names: Sequence[str] | None = None
) -> str:
    """Why a moment was good or bad, in a game that has come to its position."""
    state = Situation.of(game, moment.seat, Rng(SEED)).imagine(SEED).state
    words = texts(language)["review"]
    speaker = Words(state, moment.seat, language, names)
    played = _what(state, moment, moment.played, language)
    mine = _facts(state, moment, moment.played)
    if not moment.better:
        key = "best" if moment.ahead >= CLEARLY else "good"
        return _capital(words[key].format(played=played, got=_say(speaker, _without(mine, ()))))
    better = _what(state, moment, moment.better, language)
    theirs = _facts(state, moment, moment.better)
    return _capital(
        words["missed_same" if played == better else "missed"].format(
            played=played,
            better=better,
            got=_say(speaker, _without(mine, theirs)),
            gain=_say(speaker, _without(theirs, mine)),
        )
    )


def _without(facts: Sequence[Fact], others: Sequence[Fact]) -> Sequence[Fact]:
    """The facts that tell one way from the other; all of them if there are none."""
    kept = [fact for fact in facts if fact not in others and fact.key not in BESIDE_THE_POINT]
    return kept or facts


def _what(state: State, moment: Moment, choices: Sequence[int], language: str) -> str:
    """What a way to go is called: by its card, the power card, or the region on the disc."""
    words, edition = texts(language)["review"], state.deal.options.edition
    if moment.kind == POWER:
        return str(words["power"]).format(value=choices[0] - POWER_BASE)
    if moment.kind != TURN:
        place = place_words(PLACE_KEYS[choices[0] - PLACE_BASE], edition, language)
        return str(words["disc"]).format(place=place)
    card = _card_of(state, moment.seat, choices)
    if card is None:
        return str(words["turn"])
    return str(words["card"]).format(card=card_title(card, edition, language))


def _card_of(state: State, seat: int, choices: Sequence[int]) -> str | None:
    """The action card that a plan uses."""
    for event in carry_out(state, seat, choices).named("card"):
        return str(event["card"])
    return None if state.card < 0 else str(state.deal.key(state.card))


def _facts(state: State, moment: Moment, choices: Sequence[int]) -> list[Fact]:
    facts = findings_for(state, moment.seat, choices).facts
    return [fact for fact in facts if fact.key not in SAID_ALREADY] or facts


def _say(speaker: Words, facts: Sequence[Fact]) -> str:
    """The facts that matter most, as a part of a sentence."""
    matter = sorted(facts, key=lambda fact: -fact.weight)[:MOST_FACTS]
    said = speaker.sentence(matter)
    return f"{said[0].lower()}{said[1:-1]}"


def _capital(sentence: str) -> str:
    """A sentence whose first letter, behind a quotation mark perhaps, is a capital."""
    for index, letter in enumerate(sentence):
        if letter.isalpha():
            return f"{sentence[:index]}{letter.upper()}{sentence[index + 1 :]}"
    return sentence
