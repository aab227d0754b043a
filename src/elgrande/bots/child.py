"""What runs in the process of a hosted bot: it reads lines of JSON and answers each with another.

The first line names a bot to host or a plug-in to describe; the others are situations. When the
other end of the pipe is gone this process ends, whatever its bot is doing.
"""

import faulthandler
import json
import os
import signal
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, NoReturn

from elgrande.bots.answer import answer_for
from elgrande.bots.protocol import Bot
from elgrande.bots.registry import BotSpec, bot_named, kinds
from elgrande.bots.situation import Situation
from elgrande.rules.errors import GameError

Message = dict[str, Any]


def serve() -> None:
    """Answer what is asked until nobody asks any more."""
    asked, answered = _take_the_pipes()
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(asked, lines), daemon=True).start()
    host: _Host | None = None
    while True:
        message = json.loads(lines.get())
        if "situation" in message:
            assert host is not None
            answer = host.answer(message)
        else:
            try:
                answer = {"ready": True}
                if "describe" in message:
                    answer["kind"] = kinds()[message["describe"]].to_data()
                else:
                    host = _Host(bot_named(message["bot"]))
            except GameError as error:
                answer = {"refused": error.code, "says": str(error)}
        answered.write(json.dumps(answer) + "\n")
        answered.flush()


class _Host:
    """A bot that is made afresh for every game."""

    def __init__(self, spec: BotSpec) -> None:
        self.spec = spec
        self.bot: Bot | None = None

    def choose(self, situation: Situation) -> int:
        """The choice of the bot, made first if there is none."""
        if self.bot is None:
            self.bot = self.spec.make()
        return self.bot.choose(situation)

    def answer(self, message: Message) -> Message:
        """The choice, or how the bot failed, and the luck that is left."""
        if message["fresh"]:
            self.bot = None
        situation = Situation.from_data(message["situation"])
        rng = situation.rng
        with open(os.devnull, "w") as nowhere:
            # Should our starter be gone while a bot never returns, not even to other threads.
            faulthandler.dump_traceback_later(message["seconds"], exit=True, file=nowhere)
            choice, failure = answer_for(self, situation)
            faulthandler.cancel_dump_traceback_later()
        if failure is not None:
            return {"failed": failure.reason, "detail": failure.detail, "luck": rng.state}
        return {"choice": choice, "luck": rng.state}


def _take_the_pipes() -> tuple[IO[str], IO[str]]:
    """The pipes of this process, kept from the bot: what it prints goes to stderr."""
    asked = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answered = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    try:
        os.dup2(2, 1)
    except OSError:  # there is no stderr
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.stdout = sys.stderr
    return asked, answered


def _listen(asked: IO[str], lines: "SimpleQueue[str]") -> NoReturn:
    for line in asked:
        lines.put(line)
    # Nobody is left to answer. Whatever the bot has started goes too.
    with suppress(AttributeError, OSError):
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
    os._exit(0)
