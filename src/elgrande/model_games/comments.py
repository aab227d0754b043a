"""Comments in words: what the coach says about a moment of a game, in any of our languages."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from elgrande.bots.sentences import sentence_for
from elgrande.bots.situation import Situation
from elgrande.editions.wording import colour_words, join_words, texts
from elgrande.game import Game
from elgrande.model_games.library import SCORING, Comment, ModelGame
from elgrande.record import Record
from elgrande.rules.rng import Rng

SEED: Final = 1  # the coach imagines the same position whoever asks


class Said(NamedTuple):
    """A comment as people read it."""

    position: int
    until: int
    seat: int | None
    kind: str
    text: str


def title_of(game: ModelGame, language: str = "en") -> str:
    """What a game is called in lists."""
    return str(_texts(language)["titles"][game.name])


def summary_of(game: ModelGame, language: str = "en") -> str:
    """One or two sentences that say what is worth seeing, and how the game ended."""
    words = _texts(language)
    options = game.record.options
    best = max(game.scores)
    rest = [score for seat, score in enumerate(game.scores) if seat not in game.winners]
    winners = [colour_words(seat, options, language).capital for seat in game.winners]
    result = words["won" if len(winners) == 1 else "shared"].format(
        Colour=join_words(winners, language), points=best, second=max(rest, default=best)
    )
    about = words["about"][game.name].format(chance=game.lowest, round=game.round)
    return f"{about} {result}"


def said_about(game: ModelGame, language: str = "en") -> tuple[Said, ...]:
    """All comments in words, in order."""
    return _said(game.record, game.comments, language)


@lru_cache(maxsize=64)
def _said(record: Record, comments: tuple[Comment, ...], language: str) -> tuple[Said, ...]:
    said = []
    game = record.replay(0)
    for comment in comments:
        while game.step < comment.position:
            game.play(record.choices[game.step], record.seats[game.step])
        text = _scoring(game, comment, language)
        if comment.kind != SCORING:
            text = _choice(game, comment, language)
        said.append(Said(comment.position, comment.until, comment.seat, comment.kind, text))
    return tuple(said)


def _choice(game: Game, comment: Comment, language: str) -> str:
    """What the coach says to the player whose choice it is."""
    assert comment.seat is not None
    situation = Situation.of(game, comment.seat, Rng(SEED))
    state = situation.imagine(SEED).state
    # A card's own text follows a colon; whoever looks at a replay sees the card.
    choice = situation.describe(comment.plan[0], language).partition(": ")[0].rstrip(".")
    return str(_texts(language)[comment.kind]).format(
        choice=choice,
        sentence=sentence_for(state, comment.seat, comment.plan, language=language),
        chance=comment.chance,
        other=comment.other,
    )


def _scoring(game: Game, comment: Comment, language: str) -> str:
    words = _texts(language)
    changes = [
        words["change"].format(
            colour=colour_words(seat, game.options, language), before=before, after=after
        )
        for seat, (before, after) in enumerate(zip(comment.before, comment.after, strict=True))
    ]
    return str(words[SCORING]).format(changes=_listed(changes))


def _listed(items: Sequence[str]) -> str:
    return ", ".join(items)


def _texts(language: str) -> dict[str, Any]:
    found: dict[str, Any] = texts(language)["model_games"]
    return found
