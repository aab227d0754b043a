"""The games that come with the package: records, with what is to be said about them.

Each game is two files: NAME.egn, a record like any other, and NAME.json, its theme and where the
coach has something to say. Comments are kept as what was found out, not as sentences; `comments`
puts them into words in every language. `python -m training.model_games` writes both.
"""

import json
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from elgrande.record import Record
from elgrande.rules.errors import BadArgument

# In the order they are listed. The themes are keys of the table `model_games` of our texts.
NAMES: Final = (
    "close", "comeback", "duel", "three", "five", "runaway", "classic", "classic-five", "open",
    "variants",
)  # fmt: skip
BEST: Final = "best"  # the choice that was made is clearly the best
MISSED: Final = "missed"  # there was a better one
SCORING: Final = "scoring"  # what a general scoring changed


@dataclass(frozen=True)
class Comment:
    """What the coach found out about one moment of a game."""

    kind: str
    position: int  # how many choices were made before
    until: int  # the last position at which it still holds
    seat: int | None = None  # whose choice it is about
    plan: tuple[int, ...] = ()  # the best choice and what should follow it
    chance: int = 0  # to win, in per cent, with that plan
    other: int = 0  # and with the next best, or with what was played instead
    before: tuple[int, ...] = ()  # everyone's chances, for a scoring
    after: tuple[int, ...] = ()

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Comment":
        """The comment that `to_data` described."""
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
        }
        return cls(**values)

    def to_data(self) -> dict[str, Any]:
        """Plain JSON data without what is as usual."""
        values = ((field.name, field.default, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, usual, value in values if value != usual}


@dataclass(frozen=True)
class ModelGame:
    """A game to learn from."""

    name: str
    bot: str  # who played in every seat
    record: Record
    lowest: int  # the winner's lowest chance at the start of a round, in per cent,
    round: int  # and which round that was
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    comments: tuple[Comment, ...]


@cache
def model_game(name: str) -> ModelGame:
    """One of the games; BadArgument if there is none of this name."""
    if name not in NAMES:
        raise BadArgument(f"There is no game {name[:40]!r} to learn from; there are: {_listed()}.")
    folder = _folder()
    data = json.loads(folder.joinpath(f"{name}.json").read_text(encoding="utf-8"))
    record = Record.from_text(folder.joinpath(f"{name}.egn").read_text(encoding="utf-8"))
    return ModelGame(
        name=name,
        bot=data["bot"],
        record=record,
        lowest=data["lowest"],
        round=data["round"],
        scores=tuple(data["scores"]),
        winners=tuple(data["winners"]),
        comments=tuple(Comment.from_data(comment) for comment in data["comments"]),
    )


def model_games() -> list[ModelGame]:
    """All games to learn from."""
    return [model_game(name) for name in NAMES]


def model_game_of(digest: str, choices: tuple[int, ...]) -> ModelGame | None:
    """The game that ended like this after these choices, if it is one of ours."""
    for game in model_games():
        if game.record.digest == digest and game.record.choices == choices:
            return game
    return None


def _folder() -> Traversable:
    return files("elgrande.model_games").joinpath("games")


def _listed() -> str:
    return ", ".join(NAMES)
