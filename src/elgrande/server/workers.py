"""Bots in worker processes, off the event loop: they may think, hang or die, and tables go on.

Our own bots share a fixed number of processes. A plug-in, whose code is not ours, has a process to
itself for as long as it plays for one seat, so that it meets nobody else's view. Whatever a bot is
asked is a `Situation`, which is made from an imagined game and holds no secret.
"""

import asyncio
import os
import secrets
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from elgrande.bots.answer import DIED, BotFailed, Failure, default_choice
from elgrande.bots.child import BOTS_KEPT
from elgrande.bots.host import (
    GRACE_SECONDS,
    LIMIT_SECONDS,
    START_SECONDS,
    accepted,
    check_limit,
    choice_in,
    question,
)
from elgrande.bots.registry import BUILT_IN, bot_named, kind_of, kinds
from elgrande.bots.situation import Situation
from elgrande.rules.errors import BadParameter, UnknownBot
from elgrande.rules.rng import Rng
from elgrande.server.errors import Internal
from elgrande.server.lanes import Lane, PlugInLane, Pool, TrialLane, lane_of_plug_in

LEAST_PLUG_INS: Final = 4  # processes for plug-ins, also where there is one core
LONGEST_TEXT: Final = 200
LUCK_BITS: Final = 128
# Slower than our slowest search in the slowest position, so that a number of iterations is a time.
ITERATIONS_PER_SECOND: Final = 1000


@dataclass(frozen=True)
class Answer:
    """A legal choice; the failure, if it is not the bot's own; and the time it took."""

    choice: int
    failure: Failure | None
    seconds: float  # it was thought about
    waited: float  # seconds until its turn to think came


class Workers:
    """The processes bots think in. Start them, and close them at the end."""

    def __init__(self, count: int | None = None, limit_seconds: float = LIMIT_SECONDS) -> None:
        check_limit(limit_seconds)
        self.limit: Final = limit_seconds
        self.count: Final = max(1, cores() - 1 if count is None else count)
        plug_ins = max(LEAST_PLUG_INS, self.count)
        self._threads: Final = ThreadPoolExecutor(self.count + plug_ins + 1, "bots")  # one a lane
        self._own: Final = Pool([Lane(self._threads) for _ in range(self.count)])
        self._plug_ins: Final = [PlugInLane(self._threads) for _ in range(plug_ins)]
        self._trial: Final = TrialLane(self._threads)
        self._startable: OrderedDict[str, None] = OrderedDict()
        self._kinds: list[dict[str, object]] | None = None

    async def start(self) -> None:
        """Start the processes of our own bots, so that nobody has to wait for them later."""
        await asyncio.gather(*(lane.ask({}, START_SECONDS) for lane in self._own.lanes))

    async def close(self) -> None:
        """End every process, whatever it is doing; who waits for an answer gets ShuttingDown."""
        await asyncio.gather(*(asyncio.to_thread(lane.close) for lane in self._lanes))
        await asyncio.to_thread(self._threads.shutdown)

    @property
    def load(self) -> int:
        """How many questions are being thought about or wait for their turn."""
        return sum(lane.load for lane in self._lanes)

    @property
    def pids(self) -> list[int]:
        """The ids of the processes there are now, those of our own bots first."""
        return [lane.pid for lane in self._lanes if lane.pid is not None]

    @property
    def _lanes(self) -> list[Lane]:
        return [*self._own.lanes, *self._plug_ins, self._trial]

    async def choose(self, key: str, bot: str, situation: Situation) -> Answer:
        """A legal choice, whatever happens; ShuttingDown if these workers are closed.

        The `key` says for whom the bot plays, such as a table and a seat: what a bot remembers, it
        remembers under this key. Ask with another one where it should begin afresh.
        """
        legal = situation.legal
        began = perf_counter()
        name = (key, bot)
        lane = self._own.lane_for(name) if is_own(bot) else lane_of_plug_in(self._plug_ins, name)
        said = await lane.ask({**question(bot, situation, self.limit), "key": key}, self.limit)
        waited = max(0.0, perf_counter() - began - said.seconds)
        try:
            choice, failure = choice_in(accepted(said.message), situation, legal), None
        except BotFailed as failed:
            choice, failure = default_choice(legal), failed.failure
        except (UnknownBot, BadParameter) as error:
            choice, failure = default_choice(legal), Failure(DIED, str(error).rstrip("."))
        return Answer(choice, failure, said.seconds, waited)

    async def consider(
        self,
        situation: Situation,
        seconds: float,
        language: str = "en",
        best: int = 3,
        iterations: int | None = None,
    ) -> list[dict[str, object]]:
        """What `elgrande.bots.consider` says, as data; Internal if no process can say it."""
        asked = {
            "situation": situation.to_data(),
            "seconds": self.limit + GRACE_SECONDS,
            "advise": {
                "seconds": seconds,
                "language": language,
                "best": best,
                "iterations": iterations,
            },
        }
        said = await self._own.quietest().ask(asked, self.limit)
        advice = accepted(said.message).get("advice")
        if not isinstance(advice, list):
            raise Internal("The advice could not be worked out.")
        return advice

    async def analyse(
        self, start: dict[str, object], line: list[tuple[int, int]], first: int
    ) -> dict[str, Any]:
        """What `elgrande.insight.analysis` says of a game; Internal if no process can say it."""
        asked = {
            "analyse": {"start": start, "line": line, "first": first},
            "seconds": self.limit + GRACE_SECONDS,
        }
        said = await self._own.quietest().ask(asked, self.limit)
        analysis = accepted(said.message).get("analysis")
        if not isinstance(analysis, dict):
            raise Internal("The game could not be analysed.")
        return analysis

    async def check(self, text: str, most_seconds: float) -> str:
        """The text of a bot that may play here, as `allowed_bot` settles it.

        A plug-in is made once, in a process, to see that it can be; what worked is not tried again.
        UnknownBot or BadParameter if there is no such bot or it may not play.
        """
        if is_own(text):
            return allowed_bot(text, most_seconds)
        settled = await asyncio.to_thread(allowed_bot, text, most_seconds)  # it reads files
        if settled not in self._startable:
            said = await self._trial.ask({"bot": settled}, START_SECONDS)
            if "ready" not in accepted(said.message):
                failure = Failure(said.message["failed"], said.message["detail"])
                raise UnknownBot(f"The bot {settled[:40]} cannot be started: {failure}.")
            self._startable[settled] = None
            if len(self._startable) > BOTS_KEPT:
                self._startable.popitem(last=False)
        return settled

    async def kinds(self) -> list[dict[str, object]]:
        """All kinds of bots that can play here, as `Kind.to_data` describes them."""
        if self._kinds is None:
            found = []
            for kind in (await asyncio.to_thread(kinds)).values():
                if kind.provider is None:
                    found.append(kind.to_data())
                    continue
                said = await self._trial.ask({"describe": kind.name}, START_SECONDS)
                if "kind" in said.message:  # else it cannot be loaded, and not be chosen
                    found.append(said.message["kind"])
            self._kinds = found
        return self._kinds


def cores() -> int:
    """How many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def fresh_luck() -> Rng:
    """Luck for one choice of a bot, which tells nothing about the deal."""
    return Rng(secrets.randbits(LUCK_BITS))


def is_own(text: str) -> bool:
    """Whether a text names one of our own bots, whatever its parameters."""
    return text.strip().split(":")[0] in BUILT_IN


def allowed_bot(text: str, most_seconds: float) -> str:
    """The text of a bot that thinks no longer than the server allows, in its plain form.

    A bot of ours that would think longer by itself is given the most. BadParameter if the text asks
    for more, UnknownBot if it names no bot. The values of a plug-in's other parameters are not
    looked at: nobody but the plug-in knows them.
    """
    if len(text) > LONGEST_TEXT or not text.isprintable():
        raise BadParameter(f"A bot is named in at most {LONGEST_TEXT} printable characters.")
    if not is_own(text):
        kind_of(text)
        for setting in text.strip().split(":")[1:]:
            name, _, value = setting.partition("=")
            if name == "seconds":
                _check_seconds(_number(value), most_seconds)
        return text.strip()
    spec = bot_named(text)
    settings = dict(spec.settings)
    iterations, seconds = settings.get("iterations"), settings.get("seconds")
    if isinstance(seconds, float):
        _check_seconds(seconds, most_seconds)
    if isinstance(iterations, int):
        most = int(most_seconds * ITERATIONS_PER_SECOND)
        if iterations > most:
            raise BadParameter(f"This server allows a bot {most} iterations, not {iterations}.")
        return str(spec)
    parameter = spec.kind.parameters.get("seconds")
    usual = None if parameter is None else parameter.default
    if seconds is None and isinstance(usual, float) and usual > most_seconds:
        return str(bot_named(f"{spec.kind.name}:seconds={float(most_seconds)}"))
    return str(spec)


def _check_seconds(seconds: float, most_seconds: float) -> None:
    if seconds > most_seconds:
        raise BadParameter(f"This server allows a bot {most_seconds:g} seconds, not {seconds:g}.")


def _number(text: str) -> float:
    """The number a text is, or 0 if it is none: the bot will say so itself."""
    try:
        return float(text)
    except ValueError:
        return 0.0
