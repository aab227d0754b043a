"""How long a bot may think about a decision."""

from elgrande.bots import kinds
from elgrande.rules.errors import GameError

PARAMETER = "seconds"
INSTEAD = "iterations"  # what a bot that keeps no time counts instead


def budget_of(bot: str) -> float | None:
    """The budget of a decision in ms: what the bot's text sets, else the default of our own kinds.

    None for a bot that keeps no time, and for a plug-in that does not say: to know its default it
    would have to be loaded into this process.

    >>> budget_of("strong:seconds=0.3"), budget_of("strong:iterations=9"), budget_of("random")
    (300.0, None, None)
    """
    name, *settings = bot.strip().split(":")
    given = {key: value for key, _, value in (setting.partition("=") for setting in settings)}
    if given.get(INSTEAD, "none").lower() != "none":
        return None
    if PARAMETER in given:
        return _milliseconds(given[PARAMETER])
    try:
        kind = kinds().get(name)
    except GameError:
        return None
    if kind is None or kind.provider is not None:
        return None
    parameter = kind.parameters.get(PARAMETER)
    return None if parameter is None else _milliseconds(parameter.default)


def _milliseconds(value: object) -> float | None:
    try:
        return round(float(str(value)) * 1000, 3)
    except ValueError:
        return None
