"""Advice for people: the best few choices, how they are likely to end, and why.

`thinking` finds and compares the choices; here they get their words.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from elgrande.bots.levels import checked_iterations, checked_seconds
from elgrande.bots.sentences import sentence_for
from elgrande.bots.situation import Situation
from elgrande.bots.thinking import Thinking
from elgrande.editions.wording import texts
from elgrande.rules.errors import BadParameter
from elgrande.search.plans import PAUSE


@dataclass(frozen=True)
class Appraisal:
    """What there is to say about one choice of the current decision."""

    choice: int
    notation: str
    text: str  # what the choice does
    plan: tuple[str, ...]  # it and what should follow in the same turn, as notation
    chance: float  # to win, from 0 to 1
    points: float  # to be expected at the end of the game
    margin: float  # to the best other player then
    share: float  # of the thinking; of a mix of secret choices, how often to make this one
    sentence: str  # what speaks for it, and against it

    def to_data(self) -> dict[str, object]:
        """Plain JSON data."""
        return {**asdict(self), "plan": list(self.plan)}


def consider(
    situation: Situation,
    seconds: float = 1.0,
    iterations: int | None = None,
    best: int = 3,
    language: str = "en",
    names: Sequence[str] | None = None,
) -> list[Appraisal]:
    """The best few choices of a decision, best first, after some seconds or iterations.

    With `iterations` the same view always gives the same advice. Of secret choices that are best
    mixed the order is by how often each should be made. Players are called by their `names` where
    these are given, by the seats' colours otherwise.
    """
    texts(language)  # refuse an unknown language before thinking
    if best < 1:
        raise BadParameter(f"best must be at least 1, not {str(best)[:20]}.")
    checked_seconds(seconds)
    if iterations is not None:
        checked_iterations(iterations)
    thinking = Thinking(situation, seconds, iterations)
    found = []
    for candidate in thinking.compare(thinking.candidates(best)):
        choices = candidate.plan.choices
        share = candidate.share if candidate.mixed else None
        figures = candidate.figures
        found.append(
            Appraisal(
                choice=choices[0],
                notation=situation.notation(choices[0]),
                text=situation.describe(choices[0], language, names),
                plan=tuple(situation.notation(choice) for choice in choices if choice != PAUSE),
                chance=min(1.0, max(0.0, figures.chance)),
                points=figures.points,
                margin=figures.margin,
                share=candidate.share,
                sentence=sentence_for(
                    thinking.state, situation.seat, choices, share, language, names
                ),
            )
        )
    return found
