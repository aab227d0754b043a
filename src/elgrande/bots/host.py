"""A bot in a process of its own: it may hang, print or die, and the game goes on.

For plug-ins, whose code is not ours, and for programs that must stay responsive while a bot thinks.
A bot chooses there exactly what it would choose here: its random numbers travel with it and back.
"""

import json
import math
import os
import signal
import subprocess
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType
from typing import IO, Any, Final

from elgrande.bots.answer import DIED, LATE, REASONS, BotFailed, legal_choice
from elgrande.bots.registry import LONGEST, Kind
from elgrande.bots.situation import Situation
from elgrande.rules.errors import BadParameter, GameError, UnknownBot, UnknownLanguage

START_SECONDS: Final = 60.0  # to start Python and import what the plug-in needs
LIMIT_SECONDS: Final = 30.0
MOST_SECONDS: Final = 24 * 60 * 60.0
GRACE_SECONDS: Final = 5.0
LONGEST_LINE: Final = 1_000_000
MOST_UNREAD: Final = 16  # lines of a process that says more than it is asked
REFUSALS: Final[dict[str, type[GameError]]] = {
    error.code: error for error in (UnknownBot, BadParameter, UnknownLanguage)
}
Message = dict[str, Any]


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

    def _started(self) -> "ChildProcess":
        if self._process is None:
            self._process = ChildProcess()
            self._ask(self._process, {"bot": self.text}, self.start_seconds)
        return self._process

    def _ask(self, process: "ChildProcess", message: Message, seconds: float) -> Message:
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


class ChildProcess:
    """A Python of its own that runs `child.serve`, and the two ends of its pipes.

    In the background it yields to other processes, more so the nicer it is, and what its bots print
    is not shown.
    """

    def __init__(self, niceness: int | None = None) -> None:
        # It looks for plug-ins where this process does, however this one came to look there.
        code = (
            f"import sys; sys.path[:] = {sys.path!r};"
            f" from elgrande.bots.child import serve; serve({niceness})"
        )
        self._popen = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if niceness is None else subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for us, and what the bot starts ends with it
        )
        self.pid: Final = self._popen.pid
        self._asked = 0
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        assert self._popen.stdout is not None
        self._reader = Thread(target=_listen, args=(self._popen.stdout, self._lines), daemon=True)
        self._reader.start()

    def ask(self, message: Message, seconds: float) -> Message:
        """The answer to a message; BotFailed if none comes in time."""
        assert self._popen.stdin is not None
        self._asked += 1
        line = json.dumps({**message, "number": self._asked}).encode()
        try:
            self._popen.stdin.write(line + b"\n")
            self._popen.stdin.flush()
        except OSError:
            raise BotFailed(DIED, self._last_words()) from None
        try:
            said = self._lines.get(timeout=seconds)
        except Empty:
            raise BotFailed(LATE, f"no answer within {seconds:g} s") from None
        if said is None:
            raise BotFailed(DIED, self._last_words())
        try:
            answer = json.loads(said)
        except (ValueError, RecursionError):
            answer = None
        # The number tells an answer from what was said before anything was asked.
        if not isinstance(answer, dict) or answer.get("number") != self._asked:
            raise BotFailed(DIED, "its process sent something that is not an answer")
        return answer

    def _last_words(self) -> str:
        """How the process ended."""
        try:
            code = self._popen.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return "its process closed the pipe"
        if code < 0:
            return f"its process was ended by signal {-code}"
        return f"its process ended with exit code {code}"

    def end(self) -> None:
        """End the process and all it started."""
        if sys.platform == "win32":
            self._popen.kill()
        elif self._popen.returncode is None:  # once waited for, its number may be reused
            with suppress(OSError):
                os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait()
        self._reader.join(GRACE_SECONDS)
        assert self._popen.stdin is not None
        with suppress(OSError):
            self._popen.stdin.close()


def _listen(pipe: IO[bytes], lines: "SimpleQueue[bytes | None]") -> None:
    with pipe:
        while (line := pipe.readline(LONGEST_LINE)) and lines.qsize() < MOST_UNREAD:
            lines.put(line)
    lines.put(None)
