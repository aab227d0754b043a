"""Why something on the table cannot be chosen now, in a sentence for every such thing.

Made from the view of the seat that asks, so that no sentence can know more than its player does.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypedDict, cast

from elgrande.editions.wording import (
    card_text_in,
    card_title,
    join_words,
    place_words,
    texts,
)
from elgrande.rules.board import MODIFIER_KEYS, PLACE_KEYS, POWER_CARDS, REGION_KEYS, TILE_KEYS
from elgrande.rules.choices import (
    GRANDE_BASE,
    MODIFIER_BASE,
    PIECE_BASE,
    PLACE_BASE,
    POWER_BASE,
    SPECIAL_ACTION,
    STACK_BASE,
    TILE_BASE,
)
from elgrande.rules.event_types import Event
from elgrande.rules.events import REVEALING
from elgrande.rules.keys import Region
from elgrande.rules.options import Options
from elgrande.rules.view_types import CastilloView, RegionView, ViewData

BOARD: Final = (*REGION_KEYS, "castillo")
# Decisions about places whose King's region is closed, and those about caballeros that leave one.
CLOSED_TO_KING: Final = frozenset(
    {"place", "move_from", "move_to", "take_from", "muster", "arrest", "return", "tile_to"}
    | {"grande_to", "grande", "coup", "disc_return", "tile"}
)
LEAVING: Final = frozenset({"move_from", "take_from", "arrest", "return", "entourage"})
OF_OWN: Final = frozenset({"take_from", "return", "disc_return"})
OTHER_BOARD_KINDS: Final = frozenset(
    {"score_region", "king_to", "stand_in", "disc_scoring", "disc_coup", "disc_rivalries"}
)
BOARD_KINDS: Final = CLOSED_TO_KING | LEAVING | OTHER_BOARD_KINDS


class WhyNot(TypedDict):
    """A sentence for everything that the seat may not choose, by what it is."""

    places: dict[str, str]
    powers: dict[str, str]
    own_modifiers: dict[str, str]
    stacks: dict[str, str]
    buttons: dict[str, str]


class Asked(TypedDict):
    """What is asked of the table: in words, and the names of those it waits for."""

    ask: str
    waiting: list[str]
    to_confirm: bool


def why_not(
    view: ViewData, asked: Asked, events: Sequence[Event], names: Sequence[str], language: str
) -> WhyNot:
    """The reasons for a seat: of its view, what happened, and what the seats are called."""
    return _Reasons(view, asked, events, names, language).all()


def why_not_back(reason: str, revealed: str, language: str) -> str:
    """Why nothing can be taken back; `revealed` tells what was revealed, if anything was."""
    words = texts(language)["why_not"]
    if reason == "something_was_revealed" and revealed:
        return str(words["back_revealed"]).format(what=revealed)
    return str(words[f"back_{reason}"])


def last_revealing(events: Sequence[Event]) -> Event | None:
    """The last event that showed something hidden."""
    return next((event for event in reversed(events) if event["event"] in REVEALING), None)


class _Reasons:
    """The sentences of one moment."""

    def __init__(
        self,
        view: ViewData,
        asked: Asked,
        events: Sequence[Event],
        names: Sequence[str],
        language: str,
    ) -> None:
        self.view = view
        self.asked = asked
        self.events = events
        self.names = names
        self.language = language
        self.options = Options(**view["options"])  # type: ignore[arg-type]
        self.decision: Mapping[str, object] = view["decision"] or {}
        self.is_asked = bool(view["legal"])
        self.kind = str(self.decision.get("kind", "")) if self.is_asked else ""
        self.legal = frozenset(view["legal"])

    def all(self) -> WhyNot:
        """Every reason there is to give."""
        offered = set(self.places_offered())
        return {
            "places": {key: self.place(key) for key in BOARD if key not in offered},
            "powers": {
                str(value): self.power(value)
                for value in range(1, POWER_CARDS + 1)
                if POWER_BASE + value not in self.legal
            },
            "own_modifiers": dict(self.modifiers()),
            "stacks": dict(self.stacks()),
            "buttons": dict(self.buttons()),
        }

    def say(self, key: str, **values: object) -> str:
        """A sentence with everything filled in."""
        sentence = str(texts(self.language)["why_not"][key]).format(**values)
        return sentence[0].upper() + sentence[1:]

    def say_general(self) -> str:
        """Why nothing of a kind can be chosen: it is not asked for now."""
        if self.view["over"] and not self.asked["to_confirm"]:
            return self.say("over")
        if self.asked["to_confirm"]:
            return self.say("confirm_first")
        if self.is_asked:
            return self.say("not_asked", ask=self.asked["ask"])
        return self.say("wait", names=join_words(self.asked["waiting"], self.language))

    def say_card(self) -> str:
        """What the card in play says, if nothing more exact is known."""
        card = self.view["card"]
        if card is None:
            return self.say("impossible")
        title = card_title(card, self.options.edition, self.language)
        return self.say("card", card=title, text=card_text_in(card, self.options, self.language))

    def places_offered(self) -> Iterator[str]:
        """Where on the board something can be chosen."""
        for choice in self.legal:
            if PLACE_BASE <= choice < PIECE_BASE:
                yield PLACE_KEYS[choice - PLACE_BASE]
            elif PIECE_BASE <= choice < PIECE_BASE + len(REGION_KEYS) * 5:
                yield REGION_KEYS[(choice - PIECE_BASE) % len(REGION_KEYS)]
        for key in BOARD:
            place = self.spot(key)
            if any(GRANDE_BASE + colour in self.legal for colour in place["grandes"]):
                yield key
            tile = place["tile"]
            if tile is not None and TILE_BASE + TILE_KEYS.index(tile) in self.legal:
                yield key

    def place(self, key: str) -> str:
        """Why a region or the Castillo cannot be chosen."""
        if self.kind not in BOARD_KINDS:
            return self.say_general()
        king = self.view["king"]
        place = self.named(key)
        if key == king and self.kind == "king_to":
            return self.say("king_is_there")
        if key == king and (key == "castillo" or self.kind in CLOSED_TO_KING):
            return self.say("king_in_castillo" if key == "castillo" else "kings_region")
        if self.kind == "place" or (self.kind == "king_to" and self.view["card"] == "C-advisor"):
            return self.say("not_next", place=place, king=self.named(king))
        if self.kind in LEAVING:
            return self.leaving(key)
        if self.kind == "move_to" and key == self.decision["from"]:
            return self.say("comes_from_there")
        if self.kind in ("tile_to", "grande_to"):
            return self.lying(key)
        if self.kind == "disc_return" and not self.own_in(key):
            return self.say("none_of_yours", place=place)
        if self.kind.startswith("disc_"):
            return self.say("disc_regions") if key == "castillo" else self.say_card()
        if self.kind in ("grande", "stand_in", "tile"):
            return self.say("no_grande" if self.kind != "tile" else "no_tile", place=place)
        return self.say_card()

    def leaving(self, key: str) -> str:
        """Why nobody can leave a place."""
        if key == "castillo":
            return self.say("castillo_shut")
        bound = self.decision.get("from" if self.kind == "entourage" else "one_region")
        if isinstance(bound, str) and bound != key:
            return self.say("same_region", place=self.named(bound))
        if self.kind in OF_OWN and not self.own_in(key):
            return self.say("none_of_yours", place=self.named(key))
        return self.say("nobody_there", place=self.named(key))

    def lying(self, key: str) -> str:
        """Why a tile or a Grande cannot go to a place."""
        place = self.spot(key)
        if self.kind == "tile_to" and place["tile"] is not None:
            return self.say("tile_lies_there", place=self.named(key))
        if self.kind == "grande_to" and self.decision["colour"] in place["grandes"]:
            return self.say("grande_is_there", place=self.named(key))
        return self.say_card()

    def power(self, value: int) -> str:
        """Why a power card cannot be chosen."""
        mine = self.view["mine"]
        in_hand = mine is not None and value in mine["hand"]
        if self.kind == "power" and in_hand:
            return self.say("power_taken", value=value, name=self.holder(value))
        if self.kind == "power":
            return self.say("power_gone", value=value)
        if self.kind == "take_back" and in_hand:
            return self.say("power_in_hand", value=value)
        return self.say_general()

    def modifiers(self) -> Iterator[tuple[str, str]]:
        """Why modifiers in hand cannot be chosen."""
        mine = self.view["mine"]
        power = self.view["players"][self.seat]["power"] if mine is not None else None
        for key in mine["modifiers"] if mine is not None else ():
            if MODIFIER_BASE + MODIFIER_KEYS.index(key) in self.legal:
                continue
            if self.kind == "modifier" and power is not None:
                total = power + int(key.split()[0])
                yield key, self.say("total_taken", total=total, name=self.holder(total))
            else:
                yield key, self.say_general()

    def stacks(self) -> Iterator[tuple[str, str]]:
        """Why the cards that lie face up cannot be taken."""
        takers = dict(self.takers())
        for number, stack in self.view["stacks"].items():
            card = stack["revealed"]
            if card is None or STACK_BASE + int(number) - 1 in self.legal:
                continue
            title = card_title(card, self.options.edition, self.language)
            if stack["available"]:
                yield number, self.say_general()
            elif card in takers:
                yield number, self.say("card_taken", name=takers[card], card=title)
            else:
                yield number, self.say("card_gone", card=title)

    def buttons(self) -> Iterator[tuple[str, str]]:
        """Why a part of the turn cannot be chosen."""
        if self.kind != "act":
            return
        if self.decision["placed"]:
            yield "place", self.say("placed")
        elif self.view["court"][self.seat] == 0:
            yield "place", self.say("court_empty")
        if self.decision["performed"]:
            yield "special", self.say("performed")
        elif SPECIAL_ACTION not in self.legal:
            yield "special", self.say("nothing_to_do")

    def takers(self) -> Iterator[tuple[str, str]]:
        """The cards taken this round, with who took them."""
        for event in reversed(self.events):
            if event["event"] == "round":
                return
            if event["event"] == "card":
                yield event["card"], self.name(event["colour"])
            elif event["event"] == "dummy_took":
                yield event["card"], self.say("dummy")

    def holder(self, total: int) -> str:
        """Who has this number already."""
        for player, shown in enumerate(self.view["players"]):
            if shown["total"] == total and player != self.seat:
                return self.name(player)
        return self.say("dummy")

    def name(self, colour: int) -> str:
        """What a seat is called."""
        return self.names[colour] if colour < len(self.names) else self.say("dummy")

    def named(self, key: str) -> str:
        """A place with its forms."""
        return place_words(key, self.options.edition, self.language)

    def spot(self, key: str) -> RegionView | CastilloView:
        """What can be seen of a place of the board."""
        if key == "castillo":
            return self.view["castillo"]
        return self.view["regions"][cast(Region, key)]

    def own_in(self, key: str) -> bool:
        """Whether the seat has a caballero there, as far as it can see."""
        place = self.spot(key)
        caballeros = place["caballeros"]
        return bool(caballeros and caballeros[self.seat])

    @property
    def seat(self) -> int:
        """The seat whose view this is; a spectator has no cards to ask about."""
        seat = self.view["seat"]
        return -1 if seat is None else seat
