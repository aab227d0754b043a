"""A puzzle as data: the position, who decides, the best answers and the tempting wrong ones."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from elgrande.game import Game
from elgrande.puzzles.packing import pack, unpack
from elgrande.rules.errors import BadRecord
from elgrande.rules.options import Options

TURN: Final = "turn"
PLACING: Final = "placing"
POWER_CARD: Final = "power"
DISC: Final = "disc"
VETO: Final = "veto"
KINDS: Final = (TURN, PLACING, POWER_CARD, DISC, VETO)

SCORING: Final = "scoring"
KING: Final = "king"
CASTILLO: Final = "castillo"
VETO_THEME: Final = "veto"
POWER_THEME: Final = "power"
ENDGAME: Final = "endgame"
THEMES: Final = (SCORING, KING, CASTILLO, VETO_THEME, POWER_THEME, ENDGAME)

DIFFICULTIES: Final = range(1, 6)
MOST_BYTES: Final = 1000
ID_LENGTH: Final = 6
ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
IMAGINED: Final = 1  # the seed of the world that everybody is shown and plays on in
PER_MILLE: Final = 1000


@dataclass(frozen=True)
class Tempting:
    """A wrong answer that weaker levels give."""

    choices: tuple[int, ...]
    lost: float  # of the chance of winning
    levels: tuple[str, ...]  # those that gave it


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A position in which one answer of a seat is clearly the best.

    `solutions` are the accepted answers, the best first, each as the choices of the seat to the
    end of its turn (a single one for a power card, a disc or a Veto). `chance` is the chance of
    winning with the best, `second` with the best that is not accepted. `solved` says how often each
    level of our bots finds an accepted answer, from 0 to 1.
    """

    id: str
    kind: str
    theme: str
    difficulty: int
    rating: int
    options: Options
    seed: int
    prefix: tuple[int, ...]  # the choices that led here
    seat: int
    solutions: tuple[tuple[int, ...], ...]
    chance: float
    second: float
    tempting: tuple[Tempting, ...]
    solved: Mapping[str, float]

    @property
    def margin(self) -> float:
        """By how much the best answer leads whatever is not accepted."""
        return self.chance - self.second

    @cached_property
    def position(self) -> Game:
        """The game as it truly stood; clone it before playing on.

        It must not reach the player: `imagined` has no secrets.
        """
        game = Game.new(self.options, self.seed)
        for choice in self.prefix:
            game.play(choice)
        return game

    def imagined(self) -> Game:
        """The position as the seat imagines it, the same for everybody: nothing in it is secret."""
        return self.position.determinize(self.seat, IMAGINED)

    def to_line(self) -> str:
        """The puzzle as one line of the library."""
        usual = Options(players=self.options.players).to_data()
        chosen = {
            name: value
            for name, value in self.options.to_data().items()
            if name == "players" or value != usual.get(name)
        }
        data = {
            "id": self.id,
            "kind": self.kind,
            "theme": self.theme,
            "difficulty": self.difficulty,
            "rating": self.rating,
            "options": chosen,
            "seed": self.seed,
            "prefix": pack(self.prefix),
            "seat": self.seat,
            "solutions": [pack(solution) for solution in self.solutions],
            "chance": round(PER_MILLE * self.chance),
            "second": round(PER_MILLE * self.second),
            "tempting": [
                [pack(one.choices), round(PER_MILLE * one.lost), *one.levels]
                for one in self.tempting
            ],
            "solved": {level: round(share, 3) for level, share in self.solved.items()},
        }
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> "Puzzle":
        """The puzzle of a line; BadRecord if it is damaged."""
        try:
            data: dict[str, Any] = json.loads(line)
            return cls(
                id=data["id"],
                kind=data["kind"],
                theme=data["theme"],
                difficulty=data["difficulty"],
                rating=data["rating"],
                options=Options.from_data(data["options"]),
                seed=data["seed"],
                prefix=unpack(data["prefix"]),
                seat=data["seat"],
                solutions=tuple(unpack(text) for text in data["solutions"]),
                chance=data["chance"] / PER_MILLE,
                second=data["second"] / PER_MILLE,
                tempting=tuple(
                    Tempting(unpack(text), lost / PER_MILLE, tuple(levels))
                    for text, lost, *levels in data["tempting"]
                ),
                solved=data["solved"],
            )
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadRecord(f"This is not a puzzle: {str(error)[:80]}.") from None


def id_of(options: Options, seed: int, prefix: tuple[int, ...], seat: int) -> str:
    """The id of a puzzle: short, and the same whenever the same position is found again."""
    told = [options.to_data(), seed, pack(prefix), seat]
    digest = sha256(json.dumps(told, sort_keys=True).encode()).digest()
    number = int.from_bytes(digest[:8], "big")
    letters = ""
    for _ in range(ID_LENGTH):
        number, rest = divmod(number, len(ID_LETTERS))
        letters += ID_LETTERS[rest]
    return letters
