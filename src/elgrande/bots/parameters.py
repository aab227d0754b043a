"""The parameters of a bot: what the signature of its factory says, and how their texts are read."""

import inspect
import math
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Union, get_args, get_origin

from elgrande.rules.errors import BadParameter

WORDS_OF_TRUTH: Final = {"true": True, "yes": True, "false": False, "no": False}
NAMES_OF_TYPES: Final[dict[type, str]] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a word",
}
BY_KEYWORD: Final = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


@dataclass(frozen=True)
class Parameter:
    """One parameter of a kind of bot, of type int, float, bool or str."""

    name: str
    type: type
    default: object
    optional: bool = False  # may be None, which is written `none`
    required: bool = False  # there is no default

    def read(self, text: str, bot: str) -> object:
        """The value a text stands for; BadParameter if it is invalid."""
        if self.optional and text.lower() == "none":
            return None
        try:
            if self.type is bool:
                return WORDS_OF_TRUTH[text.lower()]
            value = self.type(text)
            if isinstance(value, float) and not math.isfinite(value):
                raise ValueError
        except (ValueError, KeyError):
            raise BadParameter(
                f"The parameter {self.name} of {bot} must be {NAMES_OF_TYPES[self.type]},"
                f" not {text[:40]!r}."
            ) from None
        return value

    def to_data(self) -> dict[str, object]:
        """Plain JSON data."""
        plain = self.default is None or type(self.default) in (int, bool, str)
        if isinstance(self.default, float):
            plain = math.isfinite(self.default)
        shown = self.default if plain else repr(self.default)
        return {
            "name": self.name,
            "type": self.type.__name__,
            "default": None if self.required else shown,
            "optional": self.optional,
            "required": self.required,
        }


def parameters_of(factory: Callable[..., object]) -> dict[str, Parameter]:
    """The parameters by name; ValueError or TypeError if the factory has no signature."""
    try:
        signature = inspect.signature(factory, eval_str=True)
    except (TypeError, ValueError):
        raise
    except Exception:
        # A string annotation may name what cannot be resolved; the names of plain types will do.
        signature = inspect.signature(factory)
    found = {}
    for name, parameter in signature.parameters.items():
        if parameter.kind in BY_KEYWORD:
            plain, optional = _plain_type(parameter.annotation)
            required = parameter.default is inspect.Parameter.empty
            found[name] = Parameter(name, plain, parameter.default, optional, required)
    return found


def _plain_type(annotation: Any) -> tuple[type, bool]:
    """The type to read, and whether None will do too; an unknown type is read as a word."""
    if get_origin(annotation) in (Union, types.UnionType):
        parts = [part for part in get_args(annotation) if part is not types.NoneType]
        optional = len(parts) < len(get_args(annotation))
        return (_plain_type(parts[0])[0] if len(parts) == 1 else str), optional
    for plain in NAMES_OF_TYPES:
        if annotation is plain or annotation == plain.__name__:
            return plain, False
    return str, False
