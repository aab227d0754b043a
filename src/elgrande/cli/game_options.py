"""The options of a game on the command line, made from their rows."""

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from elgrande.rules.options import CARDS, OPTIONS, SEAT, SWITCH, Option, Options, default_of

PlayersFromBots = Annotated[
    int | None, typer.Option(metavar="2-5", help="Seats at the table. [default: one per bot]")
]


def with_game_options(
    command: Callable[..., None], seats: Callable[[dict[str, Any]], int] | None = None
) -> Callable[..., None]:
    """Turn a command's `options: Options` into one command-line option for each of them.

    `seats` derives the number of players from the command's other values if it is not given.
    """
    game = {option.name: _parameter(option) for option in OPTIONS}
    if seats is not None:
        game["players"] = game["players"].replace(default=None, annotation=PlayersFromBots)
    own = [
        parameter
        for parameter in inspect.signature(command).parameters.values()
        if parameter.name != "options"
    ]

    @functools.wraps(command)
    def wrapped(**values: Any) -> None:
        if seats is not None and values["players"] is None:
            values["players"] = seats(values)
        given = {name: values.pop(name) for name in game}
        # An option that can be repeated is None where it is not given at all.
        options = Options(**given | {"old_hands": tuple(given["old_hands"] or ())})
        command(options=options, **values)

    parameters = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for parameter in [*own, *game.values()]
    ]
    # Typer reads a command's options from these two.
    wrapped.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    wrapped.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return wrapped


def _parameter(option: Option) -> inspect.Parameter:
    kind, default = _read_as(option), default_of(option.name)
    flag = [f"--{option.name.replace('_', '-')}"] if option.kind == SWITCH else []
    shown = typer.Option(*flag, metavar=_metavar(option), help=option.help)
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None if option.kind == CARDS else default,
        annotation=Annotated[kind, shown],
    )


def _read_as(option: Option) -> Any:
    """The type that Typer reads an option as."""
    if option.kind == CARDS:
        return list[str] | None
    if option.kind == SEAT:
        return int | None
    return type(default_of(option.name))


def _metavar(option: Option) -> str | None:
    if option.kind == SWITCH:
        return None
    if option.kind == SEAT:
        return "SEAT"
    if option.kind == CARDS:
        return "CARD"
    if isinstance(option.values[0], int):
        return f"{option.values[0]}-{option.values[-1]}"
    return "|".join(map(str, option.values))
