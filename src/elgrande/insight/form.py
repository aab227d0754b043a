"""What a form for a new table asks: fields as data, made from rows, in the words of a language.

A field says where its value goes, what it can be, and what it depends on, so that a page need not
know any option by name. The options of a game are the first fields; a server adds its own.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from elgrande.editions.wording import bot_text, bot_title, card_title, texts
from elgrande.rules.options import CARDS, OLD_HANDS, OPTIONS, Fixed, Option, default_of

When = Mapping[str, tuple[object, ...]]  # the values of other fields, all of which must hold
NEVER: Final[When] = {}


class Barred(NamedTuple):
    """When one of the values cannot be chosen, and the key of the text that says why."""

    value: object
    when: When
    reason: str


class Field(NamedTuple):
    """One field: its key, where in a new table its value goes, and what it can be."""

    key: str
    path: str
    kind: str  # those of options, and number, text and bot
    default: object
    values: Sequence[object] = ()
    most_of: Mapping[str, int] | None = None  # how often each card can be taken
    least: int | None = None
    most: int | None = None
    factor: int = 1  # what a number is multiplied by on its way
    only: When = NEVER  # where there is anything to ask
    fixed: Sequence[Fixed] = ()
    barred: Sequence[Barred] = ()


def option_fields() -> list[Field]:
    """The options of a game, in their order."""
    return [_option_field(option) for option in OPTIONS]


def show_fields(fields: Sequence[Field], part: str, language: str) -> list[dict[str, Any]]:
    """Fields as plain data with their texts, from that part of a language's texts."""
    words = texts(language)
    return [_show(field, words[part][field.key], words["reasons"], language) for field in fields]


def show_levels(language: str) -> list[dict[str, str]]:
    """Our own bots, from the weakest to the strongest, as described to people."""
    return [
        {"bot": bot, "title": bot_title(bot, language), "text": bot_text(bot, language)}
        for bot in texts(language)["bots"]
    ]


def _option_field(option: Option) -> Field:
    return Field(
        option.name,
        f"options.{option.name}",
        option.kind,
        default_of(option.name),
        option.values,
        most_of=OLD_HANDS if option.kind == CARDS else None,
        fixed=option.fixed,
    )


def _show(
    field: Field, words: dict[str, Any], reasons: dict[str, str], language: str
) -> dict[str, Any]:
    said = words.get("values", {})
    values = field.values or [value for value in (False, True) if _name(value) in said]
    return {
        "key": field.key,
        "path": field.path,
        "kind": field.kind,
        "title": words["title"],
        "text": words.get("text", ""),
        "summary": words.get("summary", ""),
        "unit": words.get("unit", ""),
        "default": _plain(field.default),
        "values": [
            _show_value(field, value, said.get(_name(value), {}), reasons, language)
            for value in values
        ],
        "least": field.least,
        "most": field.most,
        "factor": field.factor,
        "only": _show_when(field.only),
        "fixed": [
            {
                "when": _show_when(fixed.when),
                "value": _plain(fixed.value),
                "reason": reasons[fixed.reason],
            }
            for fixed in field.fixed
        ],
    }


def _show_value(
    field: Field, value: object, words: dict[str, str], reasons: dict[str, str], language: str
) -> dict[str, Any]:
    usual = _name(value)
    if field.kind == CARDS:
        usual = card_title(f"C-{value}", "2023", language)
    return {
        "value": value,
        "title": words.get("title", usual),
        "text": words.get("text", ""),
        "summary": words.get("summary", ""),
        "most": 1 if field.most_of is None else field.most_of[str(value)],
        "barred": [
            {"when": _show_when(barred.when), "reason": reasons[barred.reason]}
            for barred in field.barred
            if barred.value == value
        ],
    }


def _name(value: object) -> str:
    """A value as the texts name it."""
    return str(value).lower()


def _show_when(when: When) -> dict[str, list[object]]:
    return {key: list(values) for key, values in when.items()}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
