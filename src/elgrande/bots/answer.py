"""An answer, whatever the bot does: its own if it is legal, otherwise a default and the failure."""

from dataclasses import dataclass
from operator import index
from typing import Final

from elgrande.bots.protocol import Bot
from elgrande.bots.situation import Situation

RAISED: Final = "raised"
ILLEGAL: Final = "illegal"
LATE: Final = "late"
DIED: Final = "died"
REASONS: Final = (RAISED, ILLEGAL, LATE, DIED)
LONGEST: Final = 200
LONGEST_ANSWER: Final = 60


@dataclass(frozen=True)
class Failure:
    """Why a bot forfeited a decision: one of REASONS, and the details in a few words."""

    reason: str
    detail: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.detail})"


class BotFailed(Exception):
    """A bot in another process gave no legal answer; people never see this one."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(reason, detail)
        self.failure = Failure(reason, detail)


def answer_for(bot: Bot, situation: Situation) -> tuple[int, Failure | None]:
    """The bot's choice, or the default and the failure if it raises or chooses illegally."""
    legal = situation.legal  # kept: a bot can modify what it is given
    try:
        return legal_choice(bot.choose(situation), legal), None
    except BotFailed as failed:
        return default_choice(legal), failed.failure
    except (Exception, SystemExit) as error:
        return default_choice(legal), Failure(RAISED, in_short(error))


def default_choice(legal: tuple[int, ...]) -> int:
    """What is played for a bot that failed: to stop or decline if that is legal, else the lowest.

    Choices are numbered so that to stop or decline is the lowest wherever it can be chosen.
    """
    return legal[0]


def legal_choice(answer: object, legal: tuple[int, ...]) -> int:
    """The answer as a plain int if it is a legal choice, numpy's ints too; BotFailed if not."""
    try:
        choice = index(answer)  # type: ignore[arg-type]
    except Exception:
        choice = None
    # True is not a choice, although Python treats it as 1.
    if choice is None or isinstance(answer, bool) or choice not in legal:
        raise BotFailed(ILLEGAL, f"it answered {_shown(answer)}")
    return choice


def _shown(answer: object) -> str:
    try:
        return repr(answer)[:LONGEST_ANSWER]
    except Exception:
        return f"a {type(answer).__name__}"


def in_short(error: BaseException) -> str:
    """An error in a few words on one line, whatever it holds."""
    try:
        said = " ".join(str(error).split())
    except Exception:
        said = ""
    name = type(error).__name__
    return f"{name}: {said}"[:LONGEST].rstrip(".") if said else name
