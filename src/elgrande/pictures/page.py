"""A game as one HTML file that needs no server: board, players, what happened, keys.

The file asks for nothing: its policy forbids that, and allows only the script and the style that
are in it. What lies on the board is kept once for all moments, and a moment names what changed.
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from elgrande.editions.wording import texts
from elgrande.pictures.board import MAP_BOX, player_names, round_words, shared_art
from elgrande.pictures.markup import element, safe
from elgrande.pictures.moments import Course, Moment, moments
from elgrande.pictures.pieces import house_of, layers, shield

BUTTONS = {
    "first": "M6 5v14M19 5l-9 7 9 7z",
    "turn_back": "M12 5l-8 7 8 7zM20 5l-8 7 8 7z",
    "back": "M17 5l-9 7 9 7z",
    "play": "M7 4l12 8-12 8z",
    "forward": "M7 5l9 7-9 7z",
    "turn_forward": "M4 5l8 7-8 7zM12 5l8 7-8 7z",
    "last": "M18 5v14M5 5l9 7-9 7z",
}


def page_of(
    course: Course,
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    title: str = "",
    link: str | None = None,
) -> str:
    """The page of a game as spectators saw it; `link` leads to the game on a server."""
    row = moments(course, names=names, language=language)
    words = texts(language)["pictures"]["page"]
    style, script = _style(), _resource("page.js")
    name = title or "El Grande"
    return "".join(
        [
            f'<!doctype html>\n<html lang="{safe(language)}">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{safe(policy())}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="referrer" content="no-referrer">\n',
            f"<title>{safe(name)}</title>\n<style>{style}</style>\n</head>\n<body>\n",
            shared_art(),
            _body(name, row, names, language, link),
            f'<script type="application/json" id="game">{_data(row, language, words)}</script>\n',
            f"<script>{script}</script>\n</body>\n</html>\n",
        ]
    )


def policy() -> str:
    """The content security policy of such a page, without who may frame it."""
    return (
        f"default-src 'none'; style-src {_digest(_style())}; "
        f"script-src {_digest(_resource('page.js'))}; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def _style() -> str:
    """The style sheet with the font for names, if the pages are built."""
    font = files("elgrande.pictures").joinpath("fonts", "eb-garamond-latin-600-normal.woff2")
    if not font.is_file():
        return _resource("page.css")
    data = base64.b64encode(font.read_bytes()).decode()
    source = f'src:url("data:font/woff2;base64,{data}") format("woff2")'
    face = f'@font-face{{font-family:"EB Garamond";font-weight:600;{source}}}'
    return f"{face}\n{_resource('page.css')}"


def _resource(name: str) -> str:
    return files("elgrande.pictures").joinpath(name).read_text(encoding="utf-8")


def _digest(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _body(
    title: str,
    row: Sequence[Moment],
    names: Sequence[str] | None,
    language: str,
    link: str | None,
) -> str:
    words = texts(language)["pictures"]["page"]
    view = row[0].view
    heading = safe(title)
    if link is not None:
        heading = f'<a href="{safe(link)}" target="_blank" rel="noopener">{heading}</a>'
    players = "".join(
        f'<li data-seat="{seat}">{_arms(house_of(seat, view["options"]["players"]))}'
        f"<span>{safe(name)}</span> <b></b></li>"
        for seat, name in enumerate(player_names(view, names, language))
    )
    board = (
        f'<svg id="board" viewBox="{MAP_BOX}" role="img" aria-label="{safe(words["board"])}">'
        '<use href="#eg-map"/></svg>'
    )
    buttons = "".join(
        f'<button id="{key}" title="{safe(words[key])}" aria-label="{safe(words[key])}">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{drawn}"/></svg></button>'
        for key, drawn in BUTTONS.items()
    )
    return f"""<main>
<header><h1>{heading}</h1><p id="when"></p></header>
<div id="map">{board}</div>
<div id="controls"><input id="at" type="range" min="0" max="{len(row) - 1}" value="0" \
aria-label="{safe(words["moment"])}"><div>{buttons}</div></div>
<p id="says" role="status" tabindex="0"></p>
<ul id="players" aria-label="{safe(words["players"])}">{players}</ul>
<ol id="log" tabindex="0" aria-label="{safe(words["log"])}"></ol>
<p id="keys">{safe(words["keys"])}</p>
</main>
"""


def _arms(house: int) -> str:
    return element("svg", shield(house, 0, 0, 22.5), viewBox="0 0 24 22.5", aria_hidden="true")


def _data(row: Sequence[Moment], language: str, words: dict[str, Any]) -> str:
    """The moments for the script, each as what differs from the one before."""
    slots: dict[str, int] = {}
    drawn: dict[str, int] = {"": 0}
    before: dict[int, int] = {}
    steps: list[dict[str, Any]] = []
    for moment in row:
        lying = layers(moment.view)
        for name in lying:
            slots.setdefault(name, len(slots))
        now = {slots[name]: drawn.setdefault(svg, len(drawn)) for name, svg in lying.items()}
        changed = {slot: now.get(slot, 0) for slot in now.keys() | before.keys()}
        step: dict[str, Any] = {
            "d": [
                number
                for slot in sorted(changed)
                if changed[slot] != before.get(slot, 0)
                for number in (slot, changed[slot])
            ],
            "p": moment.position,
            "r": round_words(moment.view, language),
            "t": moment.says,
            "s": moment.view["scores"],
        }
        if moment.is_stop:
            step["e"] = 1
        steps.append(step)
        before = now
    data = {"order": _z_order(slots), "drawn": [*drawn], "steps": steps, "pause": words["pause"]}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # No text of a player may end the script it stands in.
    return text.replace("<", "\\u003c")


def _z_order(slots: dict[str, int]) -> list[int]:
    """The slots from back to front: as their names are sorted."""
    return [slots[name] for name in sorted(slots)]
