"""The options are one row each: the class, the command line, the server and the docs agree."""

import inspect
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

import msgspec
import pytest

from elgrande import BadOptions, Options
from elgrande.cli.game_options import with_game_options
from elgrande.rules.options import (
    CARDS,
    CHOICE,
    OLD_HANDS,
    OPTIONS,
    SEAT,
    SWITCH,
    Option,
    default_of,
    known_options,
)
from elgrande.rules.view_types import OptionsData
from elgrande.server.web.api.bodies import GameOptions

DOCS = Path(__file__).parents[2] / "docs"


def values_of(option: Option) -> list[Any]:
    """What an option can be at a table of two or more."""
    if option.kind == SWITCH:
        return [False, True]
    if option.kind == CARDS:
        return [(), *((card,) for card in option.values), ("delegation", "veto", "veto")]
    return [None, 0, 1] if option.kind == SEAT else list(option.values)


def said_values(option: Option) -> str:
    """The values of an option as the docs write them."""
    if option.kind == SWITCH:
        return "True, False"
    if option.kind == SEAT:
        return "None or a seat"
    if option.kind == CARDS:
        often = {1: "", 2: " (twice)"}
        return "any of " + ", ".join(f'`"{card}"`{often[n]}' for card, n in OLD_HANDS.items())
    if isinstance(option.values[0], int):
        return f"{option.values[0]} to {option.values[-1]}"
    return ", ".join(f'`"{value}"`' for value in option.values)


def test_every_option_has_its_row() -> None:
    assert [option.name for option in OPTIONS] == known_options()
    for option in OPTIONS:
        assert option.help.endswith(".")
        assert default_of(option.name) in values_of(option)
        assert bool(option.refusal) == (option.kind == CHOICE)


def test_views_carry_every_option() -> None:
    assert list(OptionsData.__annotations__) == known_options()


def test_the_docs_have_the_rows() -> None:
    text = (DOCS / "play" / "options.md").read_text(encoding="utf-8")
    rows = [f"| `{one.name}` | {said_values(one)} | {one.help} |" for one in OPTIONS]
    assert "\n".join(rows) in text


def test_the_command_line_has_every_option() -> None:
    def command(options: Options) -> None: ...

    parameters = inspect.signature(with_game_options(command)).parameters
    assert list(parameters) == known_options()
    for option in OPTIONS:
        (shown,) = parameters[option.name].annotation.__metadata__
        assert shown.help == option.help


def test_the_server_takes_every_option_with_the_same_values() -> None:
    defaults = msgspec.to_builtins(GameOptions())
    assert defaults == {**Options().to_data(), "old_hands": defaults["old_hands"]}
    types = get_type_hints(GameOptions)
    for option in OPTIONS:
        for value in values_of(option):
            assert msgspec.convert({option.name: value}, GameOptions)
        if option.kind == CHOICE and isinstance(option.values[0], str):
            assert types[option.name] == Literal[option.values]
            assert get_args(types[option.name]) == option.values
    for players in (1, 6):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"players": players}, GameOptions)


def tables() -> Iterator[dict[str, Any]]:
    """An option set at every kind of table, one at a time."""
    for edition, players, option in product(("2023", "classic"), (2, 3, 4, 5), OPTIONS):
        for value in values_of(option):
            yield {"edition": edition, "players": players, option.name: value}


def test_an_option_is_fixed_where_its_row_says_so_and_nowhere_else() -> None:
    refused = 0
    for table in tables():
        name, value = list(table.items())[-1]
        option = next(one for one in OPTIONS if one.name == name)
        fixed = [
            one.value
            for one in option.fixed
            if all(table[other] in values for other, values in one.when.items())
        ]
        if value and fixed and value not in fixed:
            refused += 1
            with pytest.raises(BadOptions):
                Options(**table)
            continue
        assert getattr(Options(**table), name) == (fixed[0] if fixed else value)
    assert refused == 4 * (1 + 1 + 4 + 1) + 2
