"""Facts in plain words: the few that matter most, as one sentence in any of our languages."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from elgrande.bots.effects import carry_out
from elgrande.bots.facts import MUST_SAY, Fact, next_scoring_facts, turn_facts
from elgrande.bots.facts_off_turn import (
    disc_facts,
    modifier_facts,
    pass_facts,
    power_facts,
    veto_facts,
)
from elgrande.editions.wording import (
    Inflected,
    card_title,
    colour_words,
    join_words,
    name_words,
    place_words,
    rank_words,
    texts,
)
from elgrande.rules.board import MODIFIER_KEYS, PLACE_KEYS
from elgrande.rules.frames import MODIFIER, PASS_MODIFIER, POWER, VETO_WINDOW, is_secret
from elgrande.rules.state import State

MOST_FACTS: Final = 3

# The order in which facts are stated, whichever matter most.
ORDER: Final = (
    "recruited", "then_card", "scored_next", "scored", "lead_from", "lead", "level", "lost",
    "raised", "fallen",
    "king_bonus", "grande_bonus", "king_denied", "grande_denied", "worth", "worth_less",
    "placed", "thrown", "placed_thrown", "moved", "sent_home", "given", "given_court", "king",
    "king_castillo", "tile", "grande", "grandes_shut", "taken_back", "taken_back_modifier",
    "veto_kept", "power_takes", "power_takes_none", "modifier_total", "turn_first",
    "turn_first_so_far", "turn_after", "turn_after_so_far", "next_first", "next_first_so_far",
    "power_left", "modifier_saved", "passed", "passed_keeps", "disc_first", "disc_level",
    "disc_rank", "disc_court", "disc_return", "disc_return_free", "disc_rivalries",
    "disc_nothing", "disc_nothing_moves", "grande_own", "veto_stops", "veto_lets", "veto_scores",
    "veto_raised", "veto_lost", "veto_worth_less", "veto_spent", "veto_saved", "court",
    "court_empty", "leaves", "left", "mix", "nothing",
)  # fmt: skip


class Findings(NamedTuple):
    """All facts about a choice, and how sure they are."""

    facts: list[Fact]
    expected: bool = False  # others have a say
    vetoers: tuple[int, ...] = ()  # who could prevent it


def findings_for(state: State, seat: int, choices: Sequence[int]) -> Findings:
    """All there is to say about a choice and the plan it begins."""
    kind, choice = state.kind, choices[0]
    if kind == POWER:
        return Findings([*power_facts(state, seat, choice)])
    if kind == MODIFIER:
        return Findings([*modifier_facts(state, seat, choice)])
    if kind == PASS_MODIFIER:
        return Findings([*pass_facts(state, seat, choice)])
    if is_secret(kind):
        return Findings([*disc_facts(state, seat, choice)])
    if kind == VETO_WINDOW:
        return Findings([*veto_facts(state, seat, choice)])
    effects = carry_out(state, seat, choices)
    facts = [*next_scoring_facts(state, choice), *turn_facts(effects)]
    return Findings(facts, effects.answered, effects.vetoers)


def sentence_for(
    state: State,
    seat: int,
    choices: Sequence[int],
    share: float | None = None,
    language: str = "en",
    names: Sequence[str] | None = None,
) -> str:
    """What speaks for a choice, and against it: the facts that matter most, in one sentence.

    `share` is given for one of a mix of secret choices: how often it is to be made. Players are
    called by their `names` where these are given, by the seats' colours otherwise.
    """
    facts, expected, vetoers = findings_for(state, seat, choices)
    if share is not None:
        facts.append(Fact("mix", MUST_SAY, {"share": round(100 * share)}))
    return Words(state, seat, language, names).sentence(facts, expected, vetoers)


class Words:
    """Fills facts in, as said to one seat, which is "you"."""

    def __init__(
        self, state: State, seat: int, language: str, names: Sequence[str] | None = None
    ) -> None:
        self.state = state
        self.seat = seat
        self.options = state.deal.options
        self.language = language
        self.names = names or ()
        self.texts: Mapping[str, str] = texts(language)["advice"]

    def sentence(
        self, facts: Iterable[Fact], expected: bool = False, vetoers: Sequence[int] = ()
    ) -> str:
        """The facts that matter most, in an order that reads well, and what could prevent them."""
        matter = sorted(facts, key=lambda fact: -fact.weight)[:MOST_FACTS]
        chosen = sorted(matter or [Fact("nothing", 0.0)], key=lambda fact: ORDER.index(fact.key))
        said = "; ".join(self.say(fact) for fact in chosen)
        if expected:
            said = self.texts["expected"].format(facts=said)
        if vetoers:
            caveat = self._format("vetoable", colours=self._colours(vetoers))
            said = f"{said}; {caveat}"
        return f"{said[0].upper()}{said[1:]}."

    def say(self, fact: Fact) -> str:
        """One fact, filled in."""
        filled = {name: self._fill(name, value) for name, value in fact.values.items()}
        return self._format(fact.key, **filled)

    def _format(self, key: str, **filled: object) -> str:
        """A text of the table; `{Colour}` and `{Colours}` are names of houses with capitals."""
        capitals = {
            name.capitalize(): value.capital
            for name, value in filled.items()
            if isinstance(value, Inflected) and name in ("colour", "colours")
        }
        return self.texts[key].format(**filled, **capitals)

    def _fill(self, name: str, value: object) -> object:
        """A value in words, by what it is called."""
        if name == "place" and isinstance(value, int):
            return self._place(value)
        if name == "colour" and isinstance(value, int):
            return self._colour(value)
        if name == "card" and isinstance(value, int):
            return card_title(self.state.deal.key(value), self.options.edition, self.language)
        if name == "modifier" and isinstance(value, int):
            return _value_of(value)
        if name == "rank" and isinstance(value, int):
            return rank_words(value, self.language)
        if isinstance(value, list):
            if name == "places":
                return self._places([self._place(place) for place in value])
            if name == "modifiers":
                return self._join([_value_of(card) for card in value])
            return self._colours(value)
        if isinstance(value, dict):
            return self._join([self._item(name, *item) for item in self._sorted(name, value)])
        return value

    def _sorted(self, name: str, counts: dict[int, int]) -> list[tuple[int, int]]:
        """One's own part first, then the largest; places from the most to the least."""
        own = self.seat if name != "spots" else None
        return sorted(counts.items(), key=lambda item: (item[0] != own, -item[1], item[0]))

    def _item(self, name: str, key: int, count: int) -> str:
        """One of several: points for a seat, caballeros in a place or of a colour."""
        if name == "spots":
            return self._format("spot", count=count, place=self._place(key))
        kind = "score" if name == "scores" else "men"
        if kind == "men" and key != self.seat and key < len(self.names):
            kind = "men_named"
        if key == self.seat:
            return self._format(f"{kind}_yours", count=count)
        return self._format(kind, count=count, colour=self._colour(key))

    def _place(self, place: int) -> Inflected:
        return place_words(PLACE_KEYS[place], self.options.edition, self.language)

    def _places(self, places: Sequence[Inflected]) -> Inflected:
        return Inflected(self._join(places), {"at": self._join([place.at for place in places])})

    def _colour(self, colour: int) -> Inflected:
        if colour < len(self.names):
            return name_words(self.names[colour], self.language)
        return colour_words(colour, self.options, self.language)

    def _colours(self, colours: Sequence[int]) -> Inflected:
        names = [self._colour(colour) for colour in colours]
        return Inflected(self._join(names), {"capital": self._join([n.capital for n in names])})

    def _join(self, items: Sequence[str]) -> str:
        return join_words(items, self.language)


def _value_of(modifier: int) -> str:
    return MODIFIER_KEYS[modifier].split()[0]
