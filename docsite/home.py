"""The front page: docs/index.md with its first words in a hero, and the shields of the houses."""

import re
from typing import Any, Final

from elgrande.pictures.art import definitions
from elgrande.pictures.pieces import shield

URI: Final = "index.md"
HOUSES: Final = 6
BOX: Final = (96, 90)
FIRST_WORDS: Final = re.compile(r"# (?P<heading>.+)\n\n(?P<lead>(?:.+\n)+)\n")


def prepare(markdown: str, meta: dict[str, Any]) -> str:
    """Give the template the heading and the first paragraph, and return what comes after them."""
    found = FIRST_WORDS.match(markdown)
    if found is None:
        raise ValueError(f"{URI} must begin with a heading and a paragraph.")
    meta["template"] = "home.html"
    meta["hide"] = ["navigation", "toc"]
    meta["heading"] = meta["title"] = found["heading"]
    meta["lead"] = found["lead"].replace("\n", " ").strip()
    return markdown[found.end() :]


def shields() -> dict[str, str]:
    """The shield of every house and of the dummy, as a picture of its own."""
    return {f"assets/shield-{house}.svg": _drawn(house) for house in range(HOUSES)}


def _drawn(house: int) -> str:
    width, height = BOX
    drawing = shield(house, 0, 0, height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f"<defs>{definitions(drawing)}</defs>{drawing}</svg>"
    )
