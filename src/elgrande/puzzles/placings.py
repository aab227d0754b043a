"""All ways to place the caballeros of a turn, judged by the network where the turn ends."""

from dataclasses import dataclass
from typing import Final

from elgrande.bots.judged import grandmaster_settings
from elgrande.game import Game
from elgrande.puzzles.attempts import Attempt
from elgrande.puzzles.judging import Choices
from elgrande.puzzles.puzzle import PLACING
from elgrande.rules.choices import STOP
from elgrande.rules.frames import PLACE
from elgrande.search.turn_judge import TurnJudge

MOST_WAYS: Final = 300
FEWEST_WAYS: Final = 10
SEED: Final = 5


@dataclass(frozen=True)
class Way:
    """One way to place, with the rest of the turn settled by quick answers."""

    choices: Choices
    chance: float


def judged_placings(game: Game, seat: int) -> list[Way]:
    """All ways to place as many as possible, the best first; none if there are too many."""
    network = grandmaster_settings().network
    found: list[Game] = []
    paths: list[Choices] = []
    _place_on(game, seat, (), found, paths)
    if network is None or not FEWEST_WAYS <= len(found) <= MOST_WAYS:
        return []
    judge = TurnJudge(network, SEED)
    ways = []
    for end, placed in zip(found, paths, strict=True):
        attempt = Attempt(end, seat, PLACING)
        if attempt.legal:
            attempt.finish()
        ways.append(Way((*placed, *attempt.choices), judge.chance(attempt.game.state, seat)))
    return sorted(ways, key=lambda way: -way.chance)


def _place_on(
    game: Game, seat: int, placed: Choices, found: list[Game], paths: list[Choices]
) -> None:
    """Place one more in every way, always further along the list so that no way comes twice."""
    if len(found) > MOST_WAYS:
        return
    asked = game.state.kind == PLACE and game.waiting == (seat,)
    further = [choice for choice in game.legal(seat) if choice != STOP] if asked else []
    if not further:
        found.append(game)
        paths.append(placed)
        return
    for choice in further:
        if not placed or choice >= placed[-1]:
            copy = game.clone()
            copy.play(choice, seat)
            _place_on(copy, seat, (*placed, choice), found, paths)
