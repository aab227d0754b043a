"""The review of a finished game: what every player lost against the best that could be known."""

from elgrande.review.assembling import Task, assemble, do_task, review_game, tasks_of
from elgrande.review.data import Highlight, KindSummary, Luck, Moment, PlayerSummary, Review
from elgrande.review.errors import BadReview, GameNotOver
from elgrande.review.judging import DEFAULT_ITERATIONS, judge
from elgrande.review.luck import ChanceEvent, chance_events, judge_luck
from elgrande.review.moments import MomentToJudge, game_at, moments_of
from elgrande.review.story import story_of
from elgrande.review.words import sentence_for_moment

__all__ = [
    "DEFAULT_ITERATIONS",
    "BadReview",
    "ChanceEvent",
    "GameNotOver",
    "Highlight",
    "KindSummary",
    "Luck",
    "Moment",
    "MomentToJudge",
    "PlayerSummary",
    "Review",
    "Task",
    "assemble",
    "chance_events",
    "do_task",
    "game_at",
    "judge",
    "judge_luck",
    "moments_of",
    "review_game",
    "sentence_for_moment",
    "story_of",
    "tasks_of",
]
