"""How much an observation tells: what a seat knows, less, or the whole truth."""

from typing import Final

from elgrande.learn.core.games import NOTHING
from elgrande.learn.core.layout import EVERYTHING, FORGETFUL, KNOWN
from elgrande.learn.errors import BadBatch
from elgrande.rules.fields import short

DETAILS: Final = {"known": KNOWN, "forgetful": FORGETFUL, "everything": EVERYTHING}


def detail_of(name: str | None) -> int:
    """The detail of that name; None writes no observations."""
    if name is None:
        return NOTHING
    if not isinstance(name, str) or name not in DETAILS:
        raise BadBatch(f"observations are {', '.join(DETAILS)} or None, not {short(name)}.")
    return DETAILS[name]
