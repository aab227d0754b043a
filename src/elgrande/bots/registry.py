"""Bots by name, with typed parameters: `strong:seconds=0.5`.

A kind of bot is a factory. The keyword parameters of its signature, with their types and defaults,
are its parameters. `texts/*.toml` says what our own are. Packages add theirs through the entry
point group `elgrande.bots`; the first line of the docstring says what it is, and such a plug-in is
not loaded before somebody asks for it. A program adds its own with `register`.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, distributions, entry_points
from inspect import getdoc
from typing import Final

from elgrande.bots.answer import LONGEST, in_short
from elgrande.bots.judged import grandmaster
from elgrande.bots.levels import master, novice, steady, strong
from elgrande.bots.parameters import Parameter, parameters_of
from elgrande.bots.protocol import Bot
from elgrande.bots.simple import random_bot
from elgrande.editions.wording import bot_text
from elgrande.rules.errors import BadArgument, BadParameter, GameError, UnknownBot

GROUP: Final = "elgrande.bots"
Factory = Callable[..., Bot]
BUILT_IN: Final[dict[str, Factory]] = {
    "random": random_bot,
    "novice": novice,
    "steady": steady,
    "strong": strong,
    "master": master,
    "grandmaster": grandmaster,
}
# Bots of the program that runs, by `register`.
REGISTERED: Final[dict[str, Factory]] = {}
DEFAULT_OPPONENT: Final = "steady"
# The separators of a bot's text or of a list of bots cannot be part of a name.
SEPARATORS: Final = frozenset(":,= \t\n")


@dataclass(frozen=True)
class Kind:
    """A kind of bot: its name, who provides it, and its factory or where that is found."""

    name: str
    provider: str | None  # the package of a plug-in; None for our own
    source: Factory | EntryPoint

    @cached_property
    def factory(self) -> Factory:
        """What makes such a bot; UnknownBot says why a plug-in cannot be loaded."""
        if not isinstance(self.source, EntryPoint):
            return self.source
        try:
            factory = self.source.load()
        except (Exception, SystemExit) as error:
            raise UnknownBot(f"{self} cannot be loaded: {in_short(error)}.") from error
        if not callable(factory):
            raise UnknownBot(f"{self} is not a bot factory.")
        return factory  # type: ignore[no-any-return]

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters by name, from the signature of the factory."""
        factory = self.factory
        try:
            return parameters_of(factory)
        except (TypeError, ValueError):
            raise UnknownBot(f"{self} is a factory without a signature.") from None

    @property
    def summary(self) -> str:
        """The description of our own bots, or the first line of another factory's docstring."""
        own = bot_text(self.name) if self.provider is None else ""
        return own or (getdoc(self.factory) or "").partition("\n")[0][:LONGEST]

    def to_data(self) -> dict[str, object]:
        """Plain JSON data with all there is to know, for which a plug-in is loaded."""
        return {
            "name": self.name,
            "provider": self.provider,
            "summary": self.summary,
            "parameters": [parameter.to_data() for parameter in self.parameters.values()],
        }

    def __str__(self) -> str:
        if self.provider is None:
            return f"The bot {self.name}"
        return f"The plug-in {self.name} of {self.provider}"


@dataclass(frozen=True)
class BotSpec:
    """A kind of bot with its parameters settled: makes a fresh bot for every seat and game."""

    kind: Kind
    settings: tuple[tuple[str, object], ...] = ()

    def make(self) -> Bot:
        """A new bot; BadParameter if its factory refuses a value."""
        try:
            bot = self.kind.factory(**dict(self.settings))
        except GameError:
            raise
        except ValueError as error:
            raise BadParameter(_as_sentence(str(error)) or f"{self} is invalid.") from error
        except (Exception, SystemExit) as error:
            if self.kind.provider is None:
                raise
            raise UnknownBot(f"{self.kind} cannot make a bot: {in_short(error)}.") from error
        if not callable(getattr(bot, "choose", None)):
            raise UnknownBot(
                f"{self.kind} cannot make a bot: what it makes has no method `choose`."
            )
        return bot

    def __str__(self) -> str:
        return ":".join([self.kind.name, *(f"{name}={value}" for name, value in self.settings)])


def register(name: str, factory: Factory) -> None:
    """Let a bot of this program play under a name, asked in this process like our own.

    Processes that play games for a program import its main file: register at its top level, so that
    they know the bot too. BadArgument if the name is taken or cannot be typed.
    """
    if not name or not SEPARATORS.isdisjoint(name):
        raise BadArgument(f"Nobody can type the name {name!r}: it is empty or holds a separator.")
    if name in BUILT_IN or REGISTERED.get(name, factory) is not factory:
        raise BadArgument(f"There is already a bot {name}; choose another name.")
    REGISTERED[name] = factory


def kinds() -> dict[str, Kind]:
    """All kinds of bots there are, our own first; no plug-in is loaded for this."""
    found = {name: Kind(name, None, factory) for name, factory in (BUILT_IN | REGISTERED).items()}
    for kind, problem in plug_ins():
        if problem is None:
            found[kind.name] = kind
    return found


def plug_ins() -> list[tuple[Kind, str | None]]:
    """The plug-ins by name, each with what keeps it from being used, as far as its name tells."""
    found: list[tuple[Kind, str | None]] = []
    taken = {*BUILT_IN, *REGISTERED}
    for point in sorted(_entry_points(), key=_in_order):
        kind = Kind(point.name, _provider(point), point)
        problem = None
        if not kind.name or not SEPARATORS.isdisjoint(kind.name):
            problem = f"{kind} has a name that nobody can type: it holds a separator."
        elif kind.name in taken:
            problem = f"{kind} has the name of another bot."
        taken.add(kind.name)
        found.append((kind, problem))
    return found


def _in_order(point: EntryPoint) -> tuple[str, str]:
    return point.name, _provider(point)


def _provider(point: EntryPoint) -> str:
    return "?" if point.dist is None else point.dist.name


def _entry_points() -> Iterator[EntryPoint]:
    try:
        yield from entry_points(group=GROUP)
    except Exception:
        # One package with damaged metadata must not hide those of all others.
        for distribution in distributions():
            with suppress(Exception):
                yield from distribution.entry_points.select(group=GROUP)


def kind_of(text: str) -> Kind:
    """The kind of bot a text names, not yet loaded; UnknownBot if there is none."""
    name = text.strip().split(":")[0]
    if name in BUILT_IN:
        return Kind(name, None, BUILT_IN[name])
    known = kinds()
    if name not in known:
        raise UnknownBot(f"There is no bot {name[:40]!r}; there are: {', '.join(known)}.")
    return known[name]


def bot_named(text: str) -> BotSpec:
    """The bot a text names, like `strong:seconds=0.5`; UnknownBot or BadParameter if it is none.

    >>> str(bot_named("random"))
    'random'
    """
    kind = kind_of(text)
    parameters = kind.parameters
    values: dict[str, object] = {}
    for setting in text.strip().split(":")[1:]:
        key, equals, value = setting.partition("=")
        if key not in parameters:
            names = ", ".join(parameters) or "none"
            raise BadParameter(f"{kind.name} has no parameter {key[:40]!r}; it has: {names}.")
        if not equals or key in values:
            raise BadParameter(f"Set {key} of {kind.name} once, as in {key}=VALUE.")
        values[key] = parameters[key].read(value, kind.name)
    for key, parameter in parameters.items():
        if parameter.required and key not in values:
            raise BadParameter(f"Set {key} of {kind.name}, as in {kind.name}:{key}=VALUE.")
    spec = BotSpec(kind, tuple(values.items()))
    spec.make()  # so that values out of range are refused now
    return spec


def _as_sentence(text: str) -> str:
    """A text on one line with a full stop."""
    words = " ".join(text.split())[:LONGEST]
    return words if not words or words.endswith((".", "!", "?")) else f"{words}."
