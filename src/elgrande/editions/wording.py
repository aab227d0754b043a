"""Our texts: card titles, names of places, colours and bots, what forms say, and sentences.

The texts are data (`texts/*.toml`, one file per language), read when first needed. A sentence can
ask for the form of a name its grammar needs: `{place.at}`, `{from.from}`, `{colour.adjective}`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, Literal, get_args

from elgrande.rules.board import PLACE_KEYS, REGION_NAMES, REGIONS
from elgrande.rules.errors import UnknownLanguage
from elgrande.rules.fields import short
from elgrande.rules.options import Options

LanguageKey = Literal["en", "es", "de"]
LANGUAGES: Final[tuple[str, ...]] = get_args(LanguageKey)
HOUSES: Final = ("carmine", "azure", "ochre", "green", "violet")
DUMMY: Final = "bone"
# Before these, Spanish says "e" instead of "y"; not before "hie" or "io".
SOUNDS_LIKE_I: Final = re.compile(r"h?[ií](?![aeo])", re.IGNORECASE)


class Inflected(str):
    """A name with the forms it takes in sentences."""

    def __new__(cls, name: str, forms: Mapping[str, str]) -> "Inflected":
        """The name itself, and its forms as attributes."""
        word = super().__new__(cls, name)
        word.__dict__.update(forms)
        return word

    def __getattr__(self, form: str) -> str:
        raise AttributeError(f"{self} has no form {form}.")


@cache
def texts(language: str) -> dict[str, Any]:
    """All texts of a language."""
    if language not in LANGUAGES:
        raise UnknownLanguage(
            f"There is no language {short(language)}; there are {', '.join(LANGUAGES)}."
        )
    # Imported here: they take a tenth of the start-up time, and bot processes never need them.
    import tomllib
    from importlib.resources import files

    source = files("elgrande.editions").joinpath("texts", f"{language}.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


def card_title(key: str, edition: str, language: str = "en") -> str:
    """The title of a card in an edition."""
    card = texts(language)["cards"][key]
    return str(card.get("classic", card["title"]) if edition == "classic" else card["title"])


def card_text(key: str, edition: str, language: str = "en") -> str:
    """What a card says whatever the variants, in our words."""
    card = texts(language)["cards"][key]
    return str(card.get("text_classic", card["text"]) if edition == "classic" else card["text"])


def variant_texts(key: str, language: str = "en") -> dict[str, str]:
    """The sentences that variants add to what a card says, by the option that brings them in."""
    return dict(texts(language)["cards"][key].get("variant_texts", {}))


def card_text_in(key: str, options: Options, language: str = "en") -> str:
    """What a card says in a game with these options."""
    added = variant_texts(key, language)
    in_play = [text for option, text in added.items() if getattr(options, option)]
    return " ".join([card_text(key, options.edition, language), *in_play])


def place_name(key: str, edition: str, language: str = "en") -> str:
    """The name of a region or another place."""
    place = PLACE_KEYS.index(key)
    if place < REGIONS:
        return REGION_NAMES[edition][place]
    return str(texts(language)["places"][key])


def colour_key(colour: int, options: Options) -> str:
    """The house of a seat, or the dummy's colour."""
    return HOUSES[colour] if colour < options.players else DUMMY


def colour_name(colour: int, options: Options, language: str = "en") -> str:
    """The name of that house."""
    return str(texts(language)["colours"][colour_key(colour, options)])


def former_player(language: str = "en") -> str:
    """What a player who was deleted is called."""
    return str(texts(language)["people"]["former"])


def bot_title(bot: str, language: str = "en") -> str:
    """What people call a bot such as `strong:seconds=0.5`; a plug-in keeps its own name."""
    name, *settings = bot.split(":")
    level = texts(language)["bots"].get(name)
    return bot if level is None else ", ".join([level["title"], *settings])


def bot_text(name: str, language: str = "en") -> str:
    """What kind of opponent one of our own bots is; nothing for any other."""
    return str(texts(language)["bots"].get(name, {}).get("text", ""))


@lru_cache
def place_words(key: str, edition: str, language: str = "en") -> Inflected:
    """The name of a place with its forms `at`, `to` and `from`."""
    name = place_name(key, edition, language)
    forms = texts(language)["place_forms"]
    chosen = forms.get(key, forms["region"])
    return Inflected(name, {form: text.format(place=name) for form, text in chosen.items()})


def colour_words(colour: int, options: Options, language: str = "en") -> Inflected:
    """The name of a house with the forms `capital`, `adjective` (of a piece) and of its pieces."""
    return _house_words(colour_key(colour, options), language)


@lru_cache
def _house_words(key: str, language: str) -> Inflected:
    words = texts(language)
    name = str(words["colours"][key])
    adjectives = {
        "adjective": words["adjectives"][key],
        "adjectives": words["adjectives_many"][key],
    }
    pieces = _filled(words["pieces_of_colour"], adjectives)
    return Inflected(name, {"capital": name.capitalize(), **adjectives, **pieces})


def name_words(name: str, language: str = "en") -> Inflected:
    """The name of a player with the form `capital` and those of the player's pieces."""
    if isinstance(name, Inflected):
        return name
    pieces = _filled(texts(language)["pieces_of_name"], {"name": name})
    return Inflected(name, {"capital": name, **pieces})


def _filled(forms: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    return {form: text.format(**values) for form, text in forms.items()}


@lru_cache
def rank_words(rank: int, language: str = "en") -> Inflected:
    """A place in a scoring with the form `ordinal`."""
    return Inflected(str(rank), {"ordinal": texts(language)["ordinals"].get(str(rank), str(rank))})


def join_words(items: Sequence[str], language: str = "en") -> str:
    """A list in words: a, b and c.

    >>> join_words(["Tomás", "Inés"], "es"), join_words(["Inés", "Tomás"], "es")
    ('Tomás e Inés', 'Inés y Tomás')
    """
    if len(items) < 2:
        return "".join(items)
    link = texts(language)["terminal"]["and"]
    if link == "y" and SOUNDS_LIKE_I.match(items[-1]):
        link = "e"
    return f"{', '.join(items[:-1])} {link} {items[-1]}"
