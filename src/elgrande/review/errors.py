"""What a review refuses."""

from elgrande.rules.errors import GameError


class GameNotOver(GameError, ValueError):
    """Only a finished game is reviewed: of a running one a review would tell too much."""

    code = "game_not_over"


class BadReview(GameError, ValueError):
    """Data that should be a review is none, or one of another version."""

    code = "bad_review"
