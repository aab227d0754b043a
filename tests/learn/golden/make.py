"""Write the golden files. Whoever needs this has changed an encoding and owes it a new version.

python -m tests.learn.golden.make
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from elgrande import Game, Options
from elgrande.learn.core.actions import ACTIONS, to_choice
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.core.scratch import Scratch
from elgrande.learn.details import DETAILS
from elgrande.learn.observation_fields import NAMES
from elgrande.rules.rng import Rng
from tests.support.walks import pick

FOLDER = Path(__file__).parent
ACTIONS_FILE = FOLDER / "elgrande-actions-1.txt"
OBSERVATIONS_FILE = FOLDER / "elgrande-obs-1.txt"
OLD_HANDS = ("delegation", "veto", "veto", "rivalries")
# Every edition, number of players and variant.
GAMES = (
    *(Options(players=players) for players in (2, 3, 4, 5)),
    *(Options(edition="classic", players=players) for players in (2, 3, 4, 5)),
    *(
        Options(players=players, power_shift=True, new_regency=True, old_hands=OLD_HANDS)
        for players in (2, 3, 4, 5)
    ),
    Options(players=3, merged_stacks=True, short=True, castillo="open"),
)
WRITTEN_OUT = 60  # the step of the first game whose observation is written out


def action_lines() -> Iterator[str]:
    """The choice of every action, for every seat of every table."""
    for players in range(2, 6):
        for seat in range(players):
            choices = [str(to_choice(action, seat, players)) for action in range(ACTIONS)]
            yield f"{players} players, seat {seat}: {' '.join(choices)}"


def observed(scratch: Scratch, game: Game, seat: int, detail: int) -> bytes:
    """An observation as bytes, without numpy: the interpreted core is tested with it too."""
    scratch.observe(game.state, seat, detail)
    words: Any = scratch.observation
    return bytes(memoryview(words))


def observation_lines(games: tuple[Options, ...] = GAMES) -> Iterator[str]:
    """A digest of all that all seats see in a random game, and one observation in full."""
    scratch = Scratch()
    for number, options in enumerate(games):
        digest = sha256()
        game, rng = Game.new(options, number), Rng(number)
        while True:
            for seat in range(options.players):
                for detail in DETAILS.values():
                    digest.update(observed(scratch, game, seat, detail))
            if number == 0 and game.step == WRITTEN_OUT:
                yield from written_out(observed(scratch, game, 0, DETAILS["known"]))
            if game.over:
                break
            seat = pick(rng, game.waiting)
            game.play(pick(rng, game.legal(seat)), seat)
        yield f"game {number}: {game.step} steps, {digest.hexdigest()}"


def written_out(data: bytes) -> Iterator[str]:
    """Every byte that is not 0, by its name."""
    assert len(data) == OBS_SIZE
    yield from (f"{name} {byte}" for name, byte in zip(NAMES, data, strict=True) if byte)


if __name__ == "__main__":
    ACTIONS_FILE.write_text("\n".join(action_lines()) + "\n", encoding="utf-8")
    OBSERVATIONS_FILE.write_text("\n".join(observation_lines()) + "\n", encoding="utf-8")
