"""The drawings that pictures are put together from: the map, pieces, arms and colours.

They are the browser game's own, in the light theme. `npm run pictures` in ui/ takes them out of
its components and writes art.json; a test there compares the two.
"""

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

# Pictures lie in pages that may have drawings of their own.
PREFIX = "eg-"
_NAMED = re.compile(r'(\bid="|href="#|url\(#)')
_OUTLINE = re.compile(rf'(<path id="({PREFIX}land-[\w-]+)"[^>]*/>)')
_REFERENCES = re.compile(rf'href="#({PREFIX}[\w-]+)"')


@cache
def _art() -> dict[str, Any]:
    text = files("elgrande.pictures").joinpath("art.json").read_text(encoding="utf-8")
    art: dict[str, Any] = json.loads(text)
    return art


@cache
def colour(name: str) -> str:
    """A colour of the light theme by its name in the style sheets."""
    return str(_art()["colours"][name])


def standing(place: str) -> dict[str, Any]:
    """Where heading, pieces and the King stand in a place, in units of the map."""
    found: dict[str, Any] = _art()["spots"][place]
    return found


def measures() -> dict[str, Any]:
    """The sizes of pieces, in units of the map."""
    found: dict[str, Any] = _art()["measures"]
    return found


@cache
def map_drawing() -> str:
    """The map with nothing on it."""
    return _prefixed(_art()["map"])


@cache
def outlines() -> dict[str, str]:
    """The outlines of lands by the names the map defines them with."""
    return {name: line for line, name in _OUTLINE.findall(map_drawing())}


@cache
def castillo_drawing(*, is_open: bool) -> str:
    """The Castillo, drawn at its place on the map."""
    drawn = _prefixed(_art()["castillo"]["open" if is_open else "shut"])
    return f'<g transform="translate(-72 24)">{drawn}</g>'


def definitions(drawn: str) -> str:
    """The definitions a drawing refers to."""
    wanted = set(_REFERENCES.findall(drawn))
    return _prefixed(_art()["parts"]) + "".join(
        _symbol(name) for name in _art()["symbols"] if PREFIX + name in wanted
    )


def all_definitions() -> str:
    """The definitions of everything that can lie on the board."""
    return _prefixed(_art()["parts"]) + "".join(_symbol(name) for name in _art()["symbols"])


@cache
def _symbol(name: str) -> str:
    box, body = _art()["symbols"][name]
    return f'<symbol id="{PREFIX}{name}" viewBox="{box}">{_prefixed(body)}</symbol>'


def _prefixed(svg: str) -> str:
    return _NAMED.sub(rf"\g<1>{PREFIX}", svg)
