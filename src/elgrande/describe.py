"""Sentences for people: what is asked, what a choice means, what happened; in every language.

Players are called by their `names` where these are given, by the seats' colours otherwise.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from elgrande.editions.wording import (
    Inflected,
    card_text_in,
    card_title,
    colour_words,
    join_words,
    name_words,
    place_name,
    place_words,
    rank_words,
    texts,
)
from elgrande.rules.board import (
    CASTILLO,
    COURT,
    MODIFIER_KEYS,
    MODIFIER_KINDS,
    NOWHERE,
    PLACE_KEYS,
    REGIONS,
    TAKES,
    TILE_KEYS,
)
from elgrande.rules.choices import (
    ALLOW,
    ALLOW_ALL,
    COUNT_BASE,
    EITHER_BASE,
    END,
    GRANDE_BASE,
    HIGH,
    MODIFIER_BASE,
    PIECE_BASE,
    PLACE_ACTION,
    PLACE_BASE,
    POWER_BASE,
    SPECIAL_ACTION,
    STACK_BASE,
    STOP,
    TILE_BASE,
)
from elgrande.rules.errors import BadArgument, GameError
from elgrande.rules.frames import (
    ACT,
    CARD,
    DISC_COUP,
    DISC_SCORING,
    EITHER,
    ENTOURAGE,
    GRANDE,
    GRANDE_TO,
    KIND_KEYS,
    KING_TO,
    MODIFIER,
    MOVE_FROM,
    MOVE_TO,
    MUSTER,
    PASS_MODIFIER,
    PLACE,
    POWER,
    RETURN,
    SCORE_REGION,
    STAND_IN,
    TAKE_BACK,
    TAKE_FROM,
    TILE_TO,
    VETO_WINDOW,
)
from elgrande.rules.packing import (
    argument_of,
    detail_of,
    foreign_left,
    kind_of,
    own_left,
    piece_of,
    regions_of,
    seat_of,
    small_of,
    source_of,
    total_left,
)
from elgrande.rules.pending import decision_data, held_step
from elgrande.rules.snapshot import regions_in
from elgrande.rules.state import State
from elgrande.rules.view import choices_in

ANYWHERE: Final = 0  # the source of a card whose caballeros may come from several regions
MOST_COUNTED: Final = 9  # a card that moves more lets its player move any number


def describe_choice(
    state: State, choice: int, language: str = "en", names: Sequence[str] | None = None
) -> str:
    """One line that says what a choice of the decision now asked would do."""
    return _describe(state, state.top(), choice, _Words(state, language, names))


def _describe(state: State, frame: int, choice: int, words: "_Words") -> str:
    """The same for a decision that need not be the one now asked."""
    kind = kind_of(frame)
    key = KIND_KEYS[kind]
    if kind == ACT:
        key = {PLACE_ACTION: "act_place", SPECIAL_ACTION: "act_special"}.get(choice, "act_end")
        words.card(state.card)
    elif kind == VETO_WINDOW:
        key = {ALLOW: "veto_allow", ALLOW_ALL: "veto_allow_all"}.get(choice, "veto_veto")
    elif choice == STOP:
        key = f"{key}_stop"
    elif choice == END:
        key = f"{key}_none"
    elif choice < PIECE_BASE:
        key = _name_place(state, frame, choice - PLACE_BASE, words)
    elif choice < HIGH:
        words.piece(choice - PIECE_BASE)
    else:
        key = _name_card(state, frame, choice, words)
    return words.say("choices", key)


def describe_decision(
    state: State, language: str = "en", names: Sequence[str] | None = None
) -> str:
    """What the seat that is asked must do now, in one sentence."""
    data: Mapping[str, object] | None = decision_data(state)
    if data is None:
        return str(texts(language)["events"]["game_ended"])
    words = _Words(state, language, names)
    if "tile" in data:
        words.values["tile"] = data["tile"]
    words.values["left"] = _count_left(state)
    for name, key in (("place", "region"), ("from", "from")):
        if isinstance(place := data.get(key), str):
            words.values[name] = words.place_named(place)
    if state.card != NOWHERE:
        words.card(state.card)
    colour = data.get("performer", data.get("colour"))
    if isinstance(colour, int):
        words.colour(colour)
    held = held_step(state)
    if held is None:
        return words.say("asks", _asking(state, data))
    words.values["step"] = _describe(state, *held, _Words(state, language, names))
    return words.say("asks", "veto_step")


def _asking(state: State, data: Mapping[str, object]) -> str:
    """The key of the sentence: it names what may be chosen now, and nothing else."""
    key = str(data["kind"])
    legal = choices_in(state.mask, state.base)
    if "regions" in data:
        return "score_next"
    if key == "act" and PLACE_ACTION not in legal:
        return "act_special_left"
    if key == "act" and SPECIAL_ACTION not in legal:
        return "act_place_left"
    if key == "modifier" and END not in legal:
        return "modifier_needed"
    if key == "either" and len(legal) == 1:
        return "either_one"
    if key == "move_from" and total_left(argument_of(state.top())) > MOST_COUNTED:
        return "move_from_any"
    return key


def _count_left(state: State) -> int:
    """How many more can really follow: no more than there are, whatever a card allows."""
    frame = state.top()
    kind, seat, argument = kind_of(frame), seat_of(frame), argument_of(frame)
    if kind in (PLACE, MUSTER):
        return min(argument, state.caballeros(COURT, seat))
    legal = choices_in(state.mask, state.base)
    if kind in (TAKE_FROM, RETURN):
        places = [choice - PLACE_BASE for choice in legal if choice != STOP]
        return min(argument, sum(state.caballeros(place, seat) for place in places))
    pieces = [choice - PIECE_BASE for choice in legal if choice >= PIECE_BASE]
    if kind == ENTOURAGE:
        return min(small_of(argument), _count_pieces(state, pieces))
    if kind != MOVE_FROM:
        return 0
    regions = {piece % REGIONS for piece in pieces}
    if source_of(argument) == ANYWHERE:  # the same caballero may even move twice
        return _count_moves(argument, pieces, seat, MOST_COUNTED)
    # They must all leave the same region.
    return max(
        _count_moves(argument, there, seat, _count_pieces(state, there))
        for there in ([one for one in pieces if one % REGIONS == region] for region in regions)
    )


def _count_moves(argument: int, pieces: Sequence[int], seat: int, most: int) -> int:
    """How many of these caballeros may be moved, if there are enough of them."""
    owners = {piece // REGIONS == seat for piece in pieces}
    allowed = (own_left(argument) if True in owners else 0) + (
        foreign_left(argument) if False in owners else 0
    )
    return min(allowed, total_left(argument), most)


def _count_pieces(state: State, pieces: Sequence[int]) -> int:
    return sum(state.caballeros(piece % REGIONS, piece // REGIONS) for piece in pieces)


def describe_happening(
    event: Mapping[str, object],
    state: State,
    language: str = "en",
    names: Sequence[str] | None = None,
) -> str:
    """A sentence for the log; it knows no more than the event that a seat was given."""
    try:
        return _describe_happening(event, _Words(state, language, names))
    except GameError:
        raise
    except (LookupError, ValueError, TypeError, AttributeError):
        raise BadArgument("An event must be one that `events` of this game returned.") from None


def _describe_happening(event: Mapping[str, object], words: "_Words") -> str:
    for name, value in event.items():
        if name in ("colour", "by") and isinstance(value, int):
            words.colour(value, name)
        elif name in ("place", "from", "to") and isinstance(value, str):
            words.values[name] = words.place_named(value)
        elif name == "card" and isinstance(value, str):
            words.values["card"] = card_title(value, words.edition, words.language)
        elif name == "modifier" and isinstance(value, str):
            words.modifier(MODIFIER_KEYS.index(value))
        elif name == "index" and isinstance(value, int):
            words.values[name] = value + 1
        elif name == "rank" and isinstance(value, int):
            words.values[name] = rank_words(value, words.language)
        else:
            words.values[name] = value
    sentences = texts(words.language)["events"]
    key = _way_of(event) if event["event"] == "moved" else str(event["event"])
    # Whoever moves their own pieces is named once.
    if event.get("by") == event.get("colour") and f"{key}_own" in sentences:
        key = f"{key}_own"
    if event.get("points", event.get("count")) == 1 and f"{key}_one" in sentences:
        key = f"{key}_one"
    if event.get("colours") == 0:
        key = f"{key}_none"
    return words.say("events", key)


# What a move of caballeros is called, by where they come from and go to.
WAYS: Final = {
    ("court", "castillo"): "thrown",
    ("court", "region"): "placed",
    ("province", "region"): "placed",
    ("province", "court"): "recruited",
    ("court", "province"): "sent_home",
    ("region", "province"): "sent_home",
}
# Where a move begins or ends: in a region, whichever it is, or in another place.
ENDS: Final[dict[str, str]] = {
    place: place if number >= REGIONS else "region" for number, place in enumerate(PLACE_KEYS)
}


def _way_of(event: Mapping[str, object]) -> str:
    """The key of the sentence about a move."""
    # A permanent log does not keep how many went into a closed Castillo (R11).
    if "count" not in event:
        return "thrown_some"
    return WAYS.get((ENDS[str(event["from"])], ENDS[str(event["to"])]), "moved")


class _Words:
    """What can be filled into a sentence."""

    def __init__(self, state: State, language: str, names: Sequence[str] | None) -> None:
        self.state = state
        self.language = language
        self.names = names or ()
        self.options = state.deal.options
        self.edition = self.options.edition
        self.values: dict[str, object] = {}

    def say(self, table: str, key: str) -> str:
        """The sentence with everything filled in."""
        sentence = str(texts(self.language)[table][key]).format(**self.values)
        return sentence[0].upper() + sentence[1:]

    def place_named(self, key: str) -> Inflected:
        return place_words(key, self.edition, self.language)

    def place(self, place: int) -> None:
        self.values["place"] = self.place_named(PLACE_KEYS[place])

    def places(self, keys: Sequence[str]) -> None:
        names = [place_name(key, self.edition, self.language) for key in keys]
        self.values["places"] = join_words(names, self.language)

    def colour(self, colour: int, name: str = "colour") -> None:
        if colour < len(self.names):
            text = name_words(self.names[colour], self.language)
        else:
            text = colour_words(colour, self.options, self.language)
        self.values[name] = text
        self.values[name.capitalize()] = text.capital

    def piece(self, piece: int) -> None:
        self.colour(piece // REGIONS)
        self.place(piece % REGIONS)

    def moved(self, piece: int) -> None:
        self.colour(piece // REGIONS)
        self.values["from"] = self.place_named(PLACE_KEYS[piece % REGIONS])

    def card(self, card: int) -> None:
        key = self.state.deal.key(card)
        self.values["card"] = card_title(key, self.edition, self.language)
        self.values["text"] = card_text_in(key, self.options, self.language)
        self.values["count"] = self.state.deal.places_of(card)

    def modifier(self, card: int) -> None:
        kind = MODIFIER_KINDS[card // 4]
        value = MODIFIER_KEYS[card].split()[0].replace("-", "\N{MINUS SIGN}")
        self.values["modifier"] = f"{value} ({texts(self.language)['modifier_names'][kind]})"


def _name_place(state: State, frame: int, place: int, words: _Words) -> str:
    """Fill in a place and what the decision is about; returns the key of the sentence."""
    kind = kind_of(frame)
    key = KIND_KEYS[kind]
    words.place(place)
    if kind == MOVE_TO:
        words.moved(piece_of(argument_of(frame)))
    if kind == TILE_TO:
        words.values["tile"] = TILE_KEYS[argument_of(frame)]
    elif kind == GRANDE_TO:
        words.colour(argument_of(frame))
    elif kind in (PLACE, MOVE_TO) and place == CASTILLO:
        key = f"{key}_castillo"
    elif kind == KING_TO and place == state.king:
        key = "king_stays"
    elif kind == SCORE_REGION and regions_of(argument_of(frame)) & ~(1 << place):
        words.places(regions_in(regions_of(argument_of(frame)) & ~(1 << place)))
        key = "score_next"
    elif (kind == DISC_SCORING and place == state.king) or (
        kind == DISC_COUP and place in (state.king, detail_of(argument_of(frame)))
    ):
        key = f"{key}_king"
    return key


def _name_card(state: State, frame: int, choice: int, words: _Words) -> str:
    """Fill in a card, count, tile or Grande; returns the key of the sentence."""
    kind = kind_of(frame)
    key = KIND_KEYS[kind]
    if kind == POWER:
        words.values |= {"value": choice - POWER_BASE, "count": TAKES[choice - POWER_BASE]}
    elif kind in (MODIFIER, PASS_MODIFIER):
        words.modifier(choice - MODIFIER_BASE)
    elif kind == TAKE_BACK:
        if choice >= MODIFIER_BASE:
            key = "take_back_modifier"
            words.modifier(choice - MODIFIER_BASE)
        else:
            words.values["value"] = choice - POWER_BASE
    elif kind == CARD:
        stack = choice - STACK_BASE
        words.card(state.deal.card_at(stack, state.rounds_played))
        words.values["stack"] = stack + 1
    elif kind == EITHER:
        words.card(state.deal.number(argument_of(frame), choice - EITHER_BASE))
    elif kind in (GRANDE, STAND_IN):
        words.colour(choice - GRANDE_BASE)
        words.place(state.grande(choice - GRANDE_BASE))
    elif choice >= TILE_BASE:
        words.values["tile"] = TILE_KEYS[choice - TILE_BASE]
    else:
        words.values["count"] = choice - COUNT_BASE
    return key
