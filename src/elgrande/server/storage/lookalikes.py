"""Names that look alike: by Unicode's table of confusable characters (UTS #39), whatever the case.

A name looks like another if their shapes are the same. The shape is the skeleton of UTS #39 in
lower case; i and l count as one, because a capital I and a small l can hardly be told apart.
"""

import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

TABLE: Final = Path(__file__).with_name("lookalikes.txt")
# Names under which somebody could pass for the server's operator.
RESERVED: Final = (
    "admin",
    "administrador",
    "administrator",
    "el grande",
    "elgrande",
    "moderador",
    "moderator",
    "root",
    "server",
    "servidor",
    "sistema",
    "staff",
    "support",
    "system",
)


def shape(name: str) -> str:
    """What a name looks like, in a form that is the same for all names that look alike."""
    return _skeleton(unicodedata.normalize("NFKC", name))


def shapes(name: str) -> tuple[str, str]:
    """What a name looks like as it stands, and in lower case.

    A Greek capital Eta looks like an H, a small one like an n: both must be compared.
    """
    return shape(name), shape(name.casefold())


def is_reserved(name: str) -> bool:
    """Whether a name is reserved for the server's operator, or looks like one that is."""
    return not _reserved_shapes().isdisjoint(shapes(name))


@cache
def _reserved_shapes() -> frozenset[str]:
    return frozenset(shape(name) for name in RESERVED)


def _skeleton(name: str) -> str:
    # Twice, because a small m, which looks like rn, may come from a capital M of another script.
    for _ in range(2):
        seen = unicodedata.normalize("NFD", name).translate(_table())
        name = unicodedata.normalize("NFD", seen).casefold()
    return name.replace("i", "l")


@cache
def _table() -> dict[int, str]:
    """What each character looks like."""
    found: dict[int, str] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            shown, _, characters = line.partition("\t")
            found |= dict.fromkeys(map(ord, characters), shown)
    return found
