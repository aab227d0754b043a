"""A review in small jobs for other processes, in plain data: each is done by itself.

The plan lists what there is to judge, and how the chances went. Then every moment and every stroke
of chance is judged, in any order. At any time what is known so far can be assembled and told.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from elgrande.bots.sentences import sentence_for
from elgrande.bots.situation import Situation
from elgrande.game import Game
from elgrande.insight.analysis import analyse
from elgrande.review.assembling import Task, assemble, do_task, tasks_of
from elgrande.review.data import Luck, Moment
from elgrande.review.luck import ChanceEvent
from elgrande.review.moments import Line, MomentToJudge
from elgrande.review.story import story_of
from elgrande.review.words import sentence_for_moment
from elgrande.rules.frames import TAKE
from elgrande.rules.rng import Rng

SEED: Final = 1  # the same position is imagined whoever asks
Data = dict[str, Any]


def answer(asked: Data) -> Data:
    """What a job found out. `asked` holds a game, the `step` to take and what this one needs."""
    start = Game.from_snapshot(asked["start"])
    line = [(seat, choice) for seat, choice in asked["line"]]
    return _STEPS[asked["step"]](start, line, asked["first"], asked)


def _plan(start: Game, line: Line, first: int, asked: Data) -> Data:
    return {
        "tasks": [asdict(task) for task in tasks_of(start, line, first)],
        "course": analyse(start, line, first)["course"],
    }


def _judge(start: Game, line: Line, first: int, asked: Data) -> Data:
    found = do_task(start, line, first, _read_task(asked["task"]), asked["iterations"])
    if isinstance(found, Moment):
        return {"moments": [found.to_data()], "luck": []}
    return {"moments": [], "luck": [asdict(one) for one in found]}


def _read_task(data: Data) -> Task:
    if "discs" in data:
        discs = tuple((seat, choice) for seat, choice in data["discs"])
        return ChanceEvent(**{**data, "discs": discs})
    return MomentToJudge(**{**data, "plan": tuple(data["plan"])})


def _assemble(start: Game, line: Line, first: int, asked: Data) -> Data:
    moments = [Moment.from_data(one) for one in asked["moments"]]
    luck = [Luck(**one) for one in asked["luck"]]
    review = assemble(start, line, first, moments, asked["iterations"], luck, asked["course"])
    return review.to_data()


def _tell(start: Game, line: Line, first: int, asked: Data) -> Data:
    moments = [Moment.from_data(one) for one in asked["moments"]]
    language, names = asked["language"], asked["names"]
    told = []
    for game, moment in _with_games(start, line, first, moments):
        situation = Situation.of(game, moment.seat, Rng(SEED))
        played = _in_words(situation, moment.played, language, names)
        better = _in_words(situation, moment.better, language, names) if moment.better else ""
        says = sentence_for_moment(game, moment, language, names)
        told.append({"played": played, "better": better, "says": says})
    return {"told": told}


def _with_games(
    start: Game, line: Line, first: int, moments: Sequence[Moment]
) -> Iterator[tuple[Game, Moment]]:
    """The moments in the order of the game, each with the game before it."""
    game, at = start.clone(), first
    for moment in moments:
        for seat, choice in line[at - first : moment.position - first]:
            game.play(choice, seat)
        at = moment.position
        yield game, moment


def _in_words(
    situation: Situation, plan: Sequence[int], language: str, names: Sequence[str] | None
) -> str:
    state = situation.imagine(SEED).state
    why = sentence_for(state, situation.seat, plan, language=language, names=names)
    if state.kind == TAKE:  # the sentence begins with it
        return why
    # A card's own text follows a colon; the reader sees the card.
    choice = situation.describe(plan[0], language, names).partition(": ")[0].rstrip(".")
    return f"{choice}. {why}"


def _story(start: Game, line: Line, first: int, asked: Data) -> Data:
    words = asked["language"], asked["names"]
    return {"story": story_of(start, line, first, asked["course"], *words)}


_STEPS = {
    "plan": _plan,
    "judge": _judge,
    "assemble": _assemble,
    "tell": _tell,
    "story": _story,
}
