"""The program that hosted bots run in: it reads lines of JSON and answers each with another.

A line names a bot to make ready, holds a situation to choose in or to give advice for, names a
plug-in to describe, holds a finished game to analyse or to review, or asks for half of a search.
When the other end of the pipe is gone this process ends, whatever its bot is doing.
"""

import faulthandler
import json
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Final, NoReturn

from elgrande.bots.advice import consider
from elgrande.bots.answer import answer_for
from elgrande.bots.judged import grandmaster_settings
from elgrande.bots.protocol import Bot
from elgrande.bots.registry import BotSpec, bot_named, kinds
from elgrande.bots.second_core import result_data
from elgrande.bots.situation import Situation
from elgrande.game import Game
from elgrande.insight.analysis import analyse
from elgrande.insight.shipped_network import leave_lines_to_parent
from elgrande.rules.errors import GameError
from elgrande.search.search_result import think
from elgrande.system import end_own_group, lower_priority

Message = dict[str, Any]
BOTS_KEPT: Final = 256
# By its name, because it stands above the bots it asks; loaded when the first review is wanted.
REVIEWING: Final = "elgrande.review.jobs"


def serve(niceness: int | None = None, in_group_of_parent: bool = False) -> None:
    """Answer questions until no more come; with a niceness, in the background."""
    asked, answered = _take_the_pipes()
    leave_lines_to_parent()
    if in_group_of_parent:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    if niceness is not None:
        lower_priority(niceness)
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(asked, lines), daemon=True).start()
    hosts = _Hosts()
    while True:
        message = json.loads(lines.get())
        try:
            answer = _answer(message, hosts)
        except GameError as error:
            answer = {"refused": error.code, "says": str(error)}
        answered.write(json.dumps({**answer, "number": message["number"]}) + "\n")
        answered.flush()


def _answer(message: Message, hosts: "_Hosts") -> Message:
    if "bot" in message:
        host = hosts.find(message.get("key", ""), message["bot"])
        if "situation" in message:
            return host.answer(message)
    elif "describe" in message:
        return {"kind": kinds()[message["describe"]].to_data()}
    elif "advise" in message:
        situation = Situation.from_data(message["situation"])
        with _for_at_most(message["seconds"]):
            return {"advice": [one.to_data() for one in consider(situation, **message["advise"])]}
    elif "analyse" in message:
        asked = message["analyse"]
        start = Game.from_snapshot(asked["start"])
        with _for_at_most(message["seconds"]):
            return {"analysis": analyse(start, asked["line"], asked["first"])}
    elif "review" in message:
        with _for_at_most(message["seconds"]):
            return {"found": import_module(REVIEWING).answer(message["review"])}
    elif "half" in message:
        with _for_at_most(message["seconds"]):
            return _search(Game.from_snapshot(message["position"]), **message["half"])
    return {"ready": True}


def _search(game: Game, seat: int, iterations: int, seconds: float, seed: int) -> Message:
    """What a grandmaster finds out about a position."""
    settings = grandmaster_settings()
    return result_data(think(game.state, seat, settings, iterations, seconds, seed))


class _Hosts:
    """The bots of this process by whom they play for; those unused for longest are dropped."""

    def __init__(self) -> None:
        self._hosts: OrderedDict[tuple[str, str], _Host] = OrderedDict()

    def find(self, key: str, bot: str) -> "_Host":
        """The existing bot, or a new one; UnknownBot or BadParameter if it cannot be made."""
        name = (key, bot)
        if name not in self._hosts:
            self._hosts[name] = _Host(bot_named(bot))
        self._hosts.move_to_end(name)
        if len(self._hosts) > BOTS_KEPT:
            self._hosts.popitem(last=False)
        return self._hosts[name]


class _Host:
    """A bot that is made afresh for every game."""

    def __init__(self, spec: BotSpec) -> None:
        self.spec = spec
        self.bot: Bot | None = None

    def choose(self, situation: Situation) -> int:
        """The choice of the bot, which is created first if there is none."""
        if self.bot is None:
            self.bot = self.spec.make()
        return self.bot.choose(situation)

    def answer(self, message: Message) -> Message:
        """The choice, or how the bot failed, and the state of its random numbers."""
        if message.get("fresh"):
            self.bot = None
        situation = Situation.from_data(message["situation"])
        rng = situation.rng
        with _for_at_most(message["seconds"]):
            choice, failure = answer_for(self, situation)
        if failure is not None:
            return {"failed": failure.reason, "detail": failure.detail, "luck": rng.state}
        return {"choice": choice, "luck": rng.state}


@contextmanager
def _for_at_most(seconds: float) -> Iterator[None]:
    """End this process if it takes longer.

    In case the parent is gone while a bot never returns, not even to other threads.
    """
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()


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
    end_own_group()
    os._exit(0)
