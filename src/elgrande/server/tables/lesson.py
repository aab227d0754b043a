"""The guided round: the third round of a game, at the end of which discs are set and all is scored.

Two rounds were played by our own bots and recorded. The learner takes the first seat, which is a
little ahead, so that the round ends well whatever they try.
"""

from functools import cache
from importlib.resources import files
from typing import Final

from elgrande.game import Game
from elgrande.record import Record

SEAT: Final = 0
OPPONENT: Final = "random"


def guided_round(seed: int) -> Game:
    """The game as the guided round begins; what the learner does not know is dealt again."""
    return _recorded().replay().determinize(SEAT, seed)


@cache
def _recorded() -> Record:
    text = files("elgrande.server.tables").joinpath("first_round.egn").read_text(encoding="utf-8")
    return Record.from_text(text)
