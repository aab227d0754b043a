"""Our texts: card titles, names of places, colours and bots, what forms say, and sentences.

The texts are data (`texts/*.toml`, one file a language), read when first needed.
"""

from functools import cache
from typing import Any, Final, Literal, get_args

from elgrande.rules.board import PLACE_KEYS, REGION_NAMES, REGIONS
from elgrande.rules.errors import UnknownLanguage
from elgrande.rules.fields import short
from elgrande.rules.options import Options

LanguageKey = Literal["en", "es", "de"]
LANGUAGES: Final[tuple[str, ...]] = get_args(LanguageKey)
HOUSES: Final = ("carmine", "azure", "ochre", "green", "violet")
DUMMY: Final = "bone"


@cache
def texts(language: str) -> dict[str, Any]:
    """All texts of a language."""
    if language not in LANGUAGES:
        raise UnknownLanguage(
            f"There is no language {short(language)}; there are {', '.join(LANGUAGES)}."
        )
    # Here, for they are a tenth of what it takes to start, and processes of bots never say a word.
    import tomllib
    from importlib.resources import files

    source = files("elgrande.editions").joinpath("texts", f"{language}.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


def card_title(key: str, edition: str, language: str = "en") -> str:
    """The title of a card in an edition."""
    card = texts(language)["cards"][key]
    return str(card.get("classic", card["title"]) if edition == "classic" else card["title"])


def card_text(key: str, edition: str, language: str = "en") -> str:
    """What a card says, in our words."""
    card = texts(language)["cards"][key]
    return str(card.get("text_classic", card["text"]) if edition == "classic" else card["text"])


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


def bot_title(bot: str, language: str = "en") -> str:
    """What people call a bot such as `strong:seconds=0.5`; one of somebody else has its name."""
    name, *settings = bot.split(":")
    level = texts(language)["bots"].get(name)
    return bot if level is None else ", ".join([level["title"], *settings])


def bot_text(name: str, language: str = "en") -> str:
    """What kind of opponent one of our own bots is; nothing for another."""
    return str(texts(language)["bots"].get(name, {}).get("text", ""))
