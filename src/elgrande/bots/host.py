"""A bot in a process of its own: it may hang, print or die, and the game goes on.

For plug-ins, whose code is not ours, and for programs that must stay responsive while a bot thinks.
A bot chooses there exactly what it would choose here: its random numbers travel with it and back.
"""

import math
from types import TracebackType
from typing import Final

from elgrande.bots.answer import DIED, LONGEST, REASONS, BotFailed, legal_choice
from elgrande.bots.child_process import GRACE_SECONDS, START_SECONDS, ChildProcess, Message
from elgrande.bots.registry import Kind
from elgrande.bots.situation import Situation
from elgrande.rules.errors import BadParameter, GameError, UnknownBot, UnknownLanguage

LIMIT_SECONDS: Final = 30.0
MOST_SECONDS: Final = 24 * 60 * 60.0
REFUSALS: Final[dict[str, type[GameError]]] = {
    error.code: error for error in (UnknownBot, BadParameter, UnknownLanguage)
}


class HostedBot:
    """A bot that answers from another process, started when it is first needed.

    A choice may take `limit_seconds`. If it hangs or dies, the next choice is asked of a
    new process and a fresh bot.
    """

    def __init__(
        self, text: str, limit_seconds: float = LIMIT_SECONDS, start_seconds: float = START_SECONDS
    ) -> None:
        check_limit(limit_seconds)
        self.text = text
        self.limit = limit_seconds
        self.start_seconds = start_seconds
        self._process: ChildProcess | None = None
        self._fresh = True

    def start(self) -> None:
        """Start now; UnknownBot or BadParameter if there is no such bot or it cannot be loaded."""
        try:
            self._started()
        except BotFailed as failed:
            name = self.text.strip()[:40]
            raise UnknownBot(f"The bot {name} cannot be started: {failed.failure}.") from None

    def renew(self) -> None:
        """For a new game: let a fresh bot take the next choice."""
        self._fresh = True

    def choose(self, situation: Situation) -> int:
        """The choice of the bot; BotFailed if it fails in one of the four ways."""
        legal = situation.legal
        try:
            process = self._started()
        except GameError as error:
            raise BotFailed(DIED, str(error).rstrip(".")) from error
        asked = question(self.text, situation, self.limit)
        answer = self._ask(process, {**asked, "fresh": self._fresh}, self.limit)
        self._fresh = False
        return choice_in(answer, situation, legal)

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.end()
        self._process = None
        self._fresh = True

    def __enter__(self) -> "HostedBot":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _started(self) -> ChildProcess:
        if self._process is None:
            self._process = ChildProcess()
            self._ask(self._process, {"bot": self.text}, self.start_seconds)
        return self._process

    def _ask(self, process: ChildProcess, message: Message, seconds: float) -> Message:
        """What the process answers; it is ended if it fails, refuses or is interrupted."""
        try:
            return accepted(process.ask(message, seconds))
        except BaseException:
            self.close()
            raise


def check_limit(seconds: float) -> None:
    """Refuse an invalid limit."""
    if not (math.isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
        raise BadParameter(
            f"The limit of a choice must be more than 0 and at most {MOST_SECONDS:g} seconds,"
            f" not {seconds:g}."
        )


class Describer:
    """Describes plug-ins, which are loaded in another process: they may print, hang or die."""

    def __init__(self, seconds: float = START_SECONDS) -> None:
        self.seconds = seconds
        self._process: ChildProcess | None = None

    def describe(self, kind: Kind) -> dict[str, object]:
        """What `kind.to_data` says; UnknownBot says what is wrong with the plug-in."""
        if self._process is None:
            self._process = ChildProcess()
        try:
            answer = accepted(self._process.ask({"describe": kind.name}, self.seconds))
        except BotFailed as failed:
            self.close()  # the next is described in a new one
            raise UnknownBot(f"{kind} cannot be loaded: {failed.failure}.") from None
        described = answer.get("kind")
        if not isinstance(described, dict):
            raise UnknownBot(f"{kind} cannot be loaded.")
        return described

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.end()
        self._process = None


def question(bot: str, situation: Situation, limit: float) -> Message:
    """What a child is sent for the choice of a bot, which it must make within the limit."""
    return {"bot": bot, "situation": situation.to_data(), "seconds": limit + GRACE_SECONDS}


def choice_in(answer: Message, situation: Situation, legal: tuple[int, ...]) -> int:
    """The choice a child answered; BotFailed if it answered none. The luck it used is gone here."""
    luck = answer.get("luck")
    if type(luck) is int and 0 < luck < 2**63:
        situation.rng.state = luck
    if "failed" in answer:
        reason = answer["failed"] if answer["failed"] in REASONS else DIED
        raise BotFailed(reason, str(answer.get("detail"))[:LONGEST])
    return legal_choice(answer.get("choice"), legal)


def accepted(answer: Message) -> Message:
    """The answer, unless it is a refusal, which is raised here."""
    if "refused" in answer:
        raise REFUSALS.get(answer["refused"], UnknownBot)(str(answer.get("says"))[:LONGEST])
    return answer
