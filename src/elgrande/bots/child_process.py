"""A Python process that answers questions, for bots that must not run in this one."""

import json
import subprocess
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any, Final

from elgrande.bots.answer import DIED, LATE, BotFailed
from elgrande.system import end_group, starting_apart

START_SECONDS: Final = 60.0  # to start Python and import what the plug-in needs
GRACE_SECONDS: Final = 5.0
LONGEST_LINE: Final = 1_000_000
MOST_UNREAD: Final = 16  # lines of a process that says more than it is asked
Message = dict[str, Any]


class ChildProcess:
    """A Python of its own that runs `child.serve`, and the two ends of its pipes.

    In the background it yields to other processes, more so the nicer it is, and what its bots print
    is not shown. In our group it ends with this process when the whole group is ended.
    """

    def __init__(self, niceness: int | None = None, *, in_our_group: bool = False) -> None:
        # It looks for plug-ins where this process does, however this one came to look there.
        code = (
            f"import sys; sys.path[:] = {sys.path!r};"
            f" from elgrande.bots.child import serve; serve({niceness}, {in_our_group})"
        )
        self._in_our_group: Final = in_our_group
        self._popen = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if niceness is None else subprocess.DEVNULL,
            # Ctrl-C is for us, and what the bot starts ends with it.
            **({} if in_our_group else starting_apart()),
        )
        self.pid: Final = self._popen.pid
        self._asked = 0
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        assert self._popen.stdout is not None
        self._reader = Thread(target=_listen, args=(self._popen.stdout, self._lines), daemon=True)
        self._reader.start()

    def ask(self, message: Message, seconds: float) -> Message:
        """The answer to a message; BotFailed if none comes in time."""
        self.send(message)
        return self.receive(seconds)

    def send(self, message: Message) -> None:
        """Ask something, and go on; BotFailed if the process is gone."""
        assert self._popen.stdin is not None
        self._asked += 1
        line = json.dumps({**message, "number": self._asked}).encode()
        try:
            self._popen.stdin.write(line + b"\n")
            self._popen.stdin.flush()
        except OSError:
            raise BotFailed(DIED, self._last_words()) from None

    def receive(self, seconds: float) -> Message:
        """The answer to what was asked last; BotFailed if none comes in time."""
        try:
            said = self._lines.get(seconds > 0, seconds)
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
        # Once waited for, its number may be reused.
        has_own_group = not self._in_our_group and self._popen.returncode is None
        if not (has_own_group and end_group(self._popen.pid)):
            self._popen.kill()
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
