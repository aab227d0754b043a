"""`elgrande bots`: list the bots, our own and those of other packages."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from rich.console import Console

from elgrande.bots.host import Describer
from elgrande.bots.registry import Kind, kinds, plug_ins
from elgrande.cli.common import AsJson, open_console, plain_table
from elgrande.rules.errors import UnknownBot

EXAMPLE = "elgrande bots --json"


def bots(as_json: AsJson = False) -> None:
    """List the bots, their parameters and the packages they come from."""
    rows = list(_describe_all())
    if as_json:
        print(json.dumps({"bots": rows}))
    else:
        _show(open_console(), rows)


def _describe_all() -> Iterator[dict[str, Any]]:
    """All bots as data, each with its problem, if any."""
    for kind in kinds().values():
        if kind.provider is None:
            yield {**kind.to_data(), "problem": None}
    with closing(Describer()) as describer:
        for kind, problem in plug_ins():
            yield _describe_plug_in(describer, kind, problem)


def _describe_plug_in(describer: Describer, kind: Kind, problem: str | None) -> dict[str, Any]:
    described: dict[str, Any] = {
        "name": kind.name,
        "provider": kind.provider,
        "summary": "",
        "parameters": [],
    }
    if problem is None:
        try:
            described |= describer.describe(kind)
        except UnknownBot as error:
            problem = str(error)
    return {**described, "problem": problem}


def _show(console: Console, rows: list[dict[str, Any]]) -> None:
    table = plain_table("Bots")
    for name in ("Name", "Parameters", "What it is", "From"):
        table.add_column(name, no_wrap=name == "Parameters")
    for row in rows:
        settings = "\n".join(_explain(parameter) for parameter in row["parameters"])
        said = row["problem"] or row["summary"]
        table.add_row(row["name"], settings, said, row["provider"] or "elgrande")
    console.print(table)
    console.print("Name one as in: elgrande play --bots NAME:PARAMETER=VALUE")


def _explain(parameter: dict[str, Any]) -> str:
    """A parameter as Python writes it: its name, type and default."""
    name, kind, default = parameter["name"], parameter["type"], parameter["default"]
    if parameter["required"]:
        return f"{name}: {kind}, required"
    if parameter["optional"] and default is not None:
        kind += " or none"
    # As typed on the command line, where none, true and false are lower case.
    shown = str(default).lower() if default is None or isinstance(default, bool) else default
    return f"{name}: {kind} = {shown}"


COMMAND = bots
