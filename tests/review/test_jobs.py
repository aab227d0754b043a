"""The jobs of a review, in plain data as other processes get them, come to the whole review."""

import json
from typing import Any

from elgrande.review import review_game
from elgrande.review.jobs import answer
from tests.review.games import recorded

FEW = 20


def ask(**asked: Any) -> Any:
    """What a job answers to another process."""
    return json.loads(json.dumps(answer(json.loads(json.dumps(asked)))))


def test_all_jobs_together_are_the_review() -> None:
    start, line = recorded("2023-2p-short")
    game = {"start": start.snapshot(), "line": line, "first": 0}
    plan = ask(step="plan", **game)
    found = [ask(step="judge", task=task, iterations=FEW, **game) for task in plan["tasks"]]
    moments = [one for each in reversed(found) for one in each["moments"]]
    luck = [one for each in found for one in each["luck"]]
    known = {"moments": moments, "luck": luck, "course": plan["course"], "iterations": FEW}
    whole = ask(step="assemble", **known, **game)
    assert whole == json.loads(json.dumps(review_game(start, line, iterations=FEW).to_data()))
    words = {"moments": whole["moments"], "language": "en", "names": ["Ana", "Don Lope"]}
    told = ask(step="tell", **words, **game)["told"]
    for moment, one in zip(whole["moments"], told, strict=True):
        assert one["played"].endswith(".")
        assert one["says"].endswith(".")
        assert bool(one["better"]) == bool(moment["better"])
    words = {"course": plan["course"], "language": "de", "names": None}
    assert len(ask(step="story", **words, **game)["story"]) > 1
