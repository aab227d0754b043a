"""Bots by name, with typed parameters: `strong:seconds=0.5`.

A kind of bot is a factory. The keyword parameters of its signature, with their types and defaults,
are its parameters; the first line of its docstring says what it is. Packages add theirs through the
entry point group `elgrande.bots`.
"""

import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, get_args, get_type_hints

from elgrande.bots.protocol import Bot
from elgrande.bots.simple import random_bot
from elgrande.rules.errors import BadParameter, UnknownBot

GROUP: Final = "elgrande.bots"
Factory = Callable[..., Bot]
BUILT_IN: Final[dict[str, Factory]] = {"random": random_bot}
TRUE_WORDS: Final = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a kind of bot; a default of None means it is not set."""

    name: str
    type: type
    default: object

    def read(self, text: str, bot: str) -> object:
        """The value a text stands for; BadParameter if it is none."""
        try:
            if self.type is bool:
                return TRUE_WORDS[text.lower()]
            return self.type(text)
        except (ValueError, KeyError, OverflowError):
            raise BadParameter(
                f"The parameter {self.name} of {bot} is {NAMES_OF_TYPES[self.type]},"
                f" not {text[:40]!r}."
            ) from None


NAMES_OF_TYPES: Final[dict[type, str]] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a word",
}


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its name, what it is, how to make one, and who provides it."""

    name: str
    factory: Factory
    provider: str | None  # the package of a plug-in; None for our own

    @property
    def summary(self) -> str:
        """The first line of the factory's docstring."""
        return (inspect.getdoc(self.factory) or "").partition("\n")[0]

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters by name, from the signature of the factory."""
        hints = get_type_hints(self.factory)
        found = {}
        for name, parameter in inspect.signature(self.factory).parameters.items():
            kind = _plain_type(hints.get(name, str))
            found[name] = Parameter(name, kind, parameter.default)
        return found


def _plain_type(hint: Any) -> type:
    """`float` for `float | None`."""
    if isinstance(hint, types.UnionType):
        return next(part for part in get_args(hint) if part is not type(None))  # type: ignore[no-any-return]
    return hint if hint in NAMES_OF_TYPES else str


@dataclass(frozen=True)
class BotSpec:
    """A kind of bot with its parameters settled: makes a fresh bot for every seat and game."""

    kind: Kind
    settings: tuple[tuple[str, object], ...] = ()

    def make(self) -> Bot:
        """A new bot."""
        return self.kind.factory(**dict(self.settings))

    def __str__(self) -> str:
        return ":".join([self.kind.name, *(f"{name}={value}" for name, value in self.settings)])


def kinds() -> dict[str, Kind]:
    """All kinds of bots there are, our own first; a plug-in cannot take the name of another."""
    found = {name: Kind(name, factory, None) for name, factory in BUILT_IN.items()}
    for point in sorted(_plug_ins(), key=lambda point: point.name):
        if point.name not in found:
            provider = point.dist.name if point.dist is not None else point.module
            found[point.name] = Kind(point.name, _loader(point), provider)
    return found


def _plug_ins() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=GROUP))


def _loader(point: EntryPoint) -> Factory:
    """The factory of a plug-in; UnknownBot names one that cannot be loaded."""
    try:
        factory = point.load()
    except Exception as error:
        raise UnknownBot(
            f"The plug-in {point.name} cannot be loaded: {type(error).__name__}."
        ) from error
    if not callable(factory):
        raise UnknownBot(f"The plug-in {point.name} is no factory of bots.")
    return factory  # type: ignore[no-any-return]


def bot_named(text: str) -> BotSpec:
    """The bot a text names, like `strong:seconds=0.5`; UnknownBot or BadParameter if it is none.

    >>> str(bot_named("random"))
    'random'
    """
    name, *settings = text.strip().split(":")
    known = kinds()
    if name not in known:
        raise UnknownBot(f"There is no bot {name[:40]!r}; there are {', '.join(known)}.")
    kind = known[name]
    parameters = kind.parameters
    values: dict[str, object] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if key not in parameters:
            names = ", ".join(parameters) or "none"
            raise BadParameter(f"{name} has no parameter {key[:40]!r}; it has {names}.")
        if not equals or key in values:
            raise BadParameter(f"Set {key} of {name} once, as in {key}=VALUE.")
        values[key] = parameters[key].read(value, name)
    spec = BotSpec(kind, tuple(values.items()))
    spec.make()  # so that values out of range are refused now
    return spec
