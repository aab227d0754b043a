"""Bots in worker processes, off the event loop: they may think, hang or die, and tables go on.

Our own bots share a fixed number of processes: some for quick answers, some for searches of a few
seconds, some for long ones, so that nobody waits for a search much longer than their own. Within
each group the players get fair shares. Reviews of games have processes of their own, which yield to
all others. A plug-in, whose code is not ours, has a process to itself
for as long as it plays for one seat, so that it never sees anybody else's view. A bot is always
asked with a `Situation`, which is made from an imagined game and holds no secret.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import Any, Final, NamedTuple

from elgrande.bots.answer import DIED, BotFailed, Failure, default_choice
from elgrande.bots.child import BOTS_KEPT
from elgrande.bots.child_process import GRACE_SECONDS, START_SECONDS, Message
from elgrande.bots.host import LIMIT_SECONDS, accepted, check_limit, choice_in, question
from elgrande.bots.registry import BUILT_IN, bot_named, kind_of, kinds
from elgrande.bots.second_core import MOST_CORES, cores
from elgrande.bots.situation import Situation
from elgrande.rules.errors import BadParameter, GameError, UnknownBot
from elgrande.server.background.bot_processes import (
    NOBODY,
    Asker,
    Job,
    Lane,
    PlugInLane,
    PlugInPool,
    Pool,
    Said,
    TrialLane,
)
from elgrande.server.errors import Internal
from elgrande.server.limits import Buckets

LEAST_PLUG_INS: Final = 4  # processes for plug-ins, even with only one core
LONGEST_TEXT: Final = 200
# Slower than our slowest search in the slowest position: it turns iterations into a time.
ITERATIONS_PER_SECOND: Final = 1000
# The estimate for a bot without a number of seconds: ours, and other people's.
AT_ONCE: Final = 0.02
UNKNOWN: Final = 1.0
ANALYSIS_SECONDS: Final = 1.0
# Answers at once, for those whose thinking time is used up.
STAND_IN: Final = "steady"
PLUG_INS: Final = "plug_in"
TRIALS: Final = "trial"
REVIEWS: Final = "review"
PLUG_IN_NICENESS: Final = 10
REVIEW_NICENESS: Final = 19
MOMENT_SECONDS: Final = 1.0
LEAST_REVIEW_LANES: Final = 2


class Pace(NamedTuple):
    """Searches of about the same length, which share processes."""

    name: str
    most_seconds: float
    niceness: int  # the longer they are, the more they yield to others


PACES: Final = (
    Pace("quick", 0.5, 5),
    Pace("usual", 2.5, 10),
    Pace("long", float("inf"), 15),
)


@dataclass(frozen=True)
class Answer:
    """A legal choice; the failure, if it is not the bot's own; and the time it took."""

    choice: int
    failure: Failure | None
    seconds: float  # it was thought about
    waited: float  # seconds until its turn to think came


class Workers:
    """The processes that bots think in. Close them at the end.

    `quota` is how long players may let bots think; `waited` is told how many seconds a job waited.
    """

    def __init__(
        self,
        count: int | None = None,
        limit_seconds: float = LIMIT_SECONDS,
        *,
        quota: Buckets | None = None,
        waited: Callable[[str, float], None] = lambda pool, seconds: None,
    ) -> None:
        check_limit(limit_seconds)
        self.limit: Final = limit_seconds
        self.count: Final = max(1, cores() - 1 if count is None else count)
        self._quota: Final = Buckets(None, "") if quota is None else quota
        self._waited: Final = waited
        self.review_lanes: Final = min(cores(), max(LEAST_REVIEW_LANES, self.count))
        plug_ins = max(LEAST_PLUG_INS, self.count)
        size = len(PACES) * self.count + plug_ins + self.review_lanes + 1
        self._threads: Final = ThreadPoolExecutor(size, "bots")  # one a lane
        self.pools: Final[dict[str, Pool]] = {pace.name: self._own_pool(pace) for pace in PACES}
        self.pools[PLUG_INS] = PlugInPool(
            [PlugInLane(self._threads, PLUG_IN_NICENESS) for _ in range(plug_ins)],
            spare=1,
            settled=self._settler(PLUG_INS),
        )
        trial = TrialLane(self._threads, PLUG_IN_NICENESS)
        self.pools[TRIALS] = Pool([trial], settled=self._settler(TRIALS))
        self.pools[REVIEWS] = Pool(
            [Lane(self._threads, REVIEW_NICENESS) for _ in range(self.review_lanes)],
            settled=self._settler(REVIEWS),
        )
        self._startable: OrderedDict[str, None] = OrderedDict()
        self._kinds: list[dict[str, object]] | None = None

    def _own_pool(self, pace: Pace) -> Pool:
        lanes = [Lane(self._threads, pace.niceness) for _ in range(self.count)]
        # Anybody who fills lanes for long leaves one to others; for a moment they need not.
        spare = 0 if pace is PACES[0] else 1
        return Pool(lanes, spare=spare, settled=self._settler(pace.name))

    def _settler(self, pool: str) -> Callable[[Job, float, float], None]:
        def settle(job: Job, waited: float, took: float) -> None:
            if job.asker is not NOBODY:
                self._quota.charge(job.asker.player, took * _cores_used(job.message))
            self._waited(pool, waited)

        return settle

    async def start(self) -> None:
        """Start the processes of our quick bots, so that nobody has to wait for them later."""
        quick = self.pools[PACES[0].name]
        await asyncio.gather(*(quick.ask({}, START_SECONDS) for _ in quick.lanes))

    async def close(self) -> None:
        """End every process, whatever it is doing; those waiting for an answer get ShuttingDown."""
        for pool in self.pools.values():
            pool.close()
        await asyncio.gather(*(asyncio.to_thread(lane.close) for lane in self._lanes))
        await asyncio.to_thread(self._threads.shutdown)

    @property
    def load(self) -> int:
        """How many questions are being thought about or wait for their turn.

        Reviews do not count: they leave every core to whoever wants it.
        """
        return sum(pool.load for name, pool in self.pools.items() if name != REVIEWS)

    @property
    def pids(self) -> list[int]:
        """The ids of the processes there are now, those of our quick bots first."""
        return [lane.pid for lane in self._lanes if lane.pid is not None]

    @property
    def _lanes(self) -> list[Lane]:
        return [lane for pool in self.pools.values() for lane in pool.lanes]

    async def choose(
        self, key: str, bot: str, situation: Situation, asker: Asker = NOBODY
    ) -> Answer:
        """A legal choice, whatever happens; ShuttingDown if these workers are closed.

        The `key` says for whom the bot plays, such as a table and a seat: what a bot remembers, it
        remembers under this key. Use another key where it should start afresh. For an asker whose
        thinking time is used up, a bot that needs none answers.
        """
        legal = situation.legal
        if self._quota.is_spent(asker.player) and expected_seconds(bot) > AT_ONCE:
            bot = STAND_IN
        expected = expected_seconds(bot)
        situation.cores = cores_for(bot, cores() - self.load)
        pool = self._pool_for(expected) if is_own(bot) else self.pools[PLUG_INS]
        asked = {**question(bot, situation, self.limit), "key": key}
        began = perf_counter()
        said = await pool.ask(asked, self.limit, asker=asker, expected=expected, name=(key, bot))
        waited = max(0.0, perf_counter() - began - said.seconds)
        try:
            choice, failure = choice_in(accepted(said.message), situation, legal), None
        except BotFailed as failed:
            choice, failure = default_choice(legal), failed.failure
        except (UnknownBot, BadParameter) as error:
            choice, failure = default_choice(legal), Failure(DIED, str(error).rstrip("."))
        return Answer(choice, failure, said.seconds, waited)

    def _pool_for(self, seconds: float) -> Pool:
        return self.pools[next(pace.name for pace in PACES if seconds <= pace.most_seconds)]

    async def _think(self, message: Message, asker: Asker, seconds: float) -> Said:
        """The answer of one of our processes to a person; TooFast if their time is used up."""
        self._quota.check(asker.player, 0)
        # Not among the quick bots, however short: everybody's next move waits there.
        pool = self._pool_for(max(seconds, PACES[1].most_seconds))
        return await pool.ask(message, self.limit, asker=asker, expected=seconds)

    async def consider(
        self,
        situation: Situation,
        seconds: float,
        language: str = "en",
        best: int = 3,
        iterations: int | None = None,
        names: Sequence[str] | None = None,
        asker: Asker = NOBODY,
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
                "names": names,
            },
        }
        said = await self._think(asked, asker, seconds)
        advice = accepted(said.message).get("advice")
        if not isinstance(advice, list):
            raise Internal("The coach could not find an answer.")
        return advice

    async def analyse(
        self,
        start: Mapping[str, object],
        line: list[tuple[int, int]],
        first: int,
        asker: Asker = NOBODY,
    ) -> dict[str, Any]:
        """What `elgrande.insight.analysis` says of a game; Internal if no process can say it."""
        asked = {
            "analyse": {"start": start, "line": line, "first": first},
            "seconds": self.limit + GRACE_SECONDS,
        }
        said = await self._think(asked, asker, ANALYSIS_SECONDS)
        analysis = accepted(said.message).get("analysis")
        if not isinstance(analysis, dict):
            raise Internal("The game could not be analysed.")
        return analysis

    async def review(self, asked: Mapping[str, object], asker: Asker = NOBODY) -> dict[str, Any]:
        """What `elgrande.review.jobs` says of a game; Internal if no process can say it."""
        message = {"review": asked, "seconds": self.limit + GRACE_SECONDS}
        said = await self.pools[REVIEWS].ask(
            message, self.limit, asker=asker, expected=MOMENT_SECONDS
        )
        found = accepted(said.message).get("found")
        if not isinstance(found, dict):
            raise Internal("The game could not be reviewed.")
        return found

    async def check(
        self, text: str, most_seconds: float, whose: str = "a bot", asker: Asker = NOBODY
    ) -> str:
        """The text of a bot that may play here, as `allowed_bot` settles it.

        A plug-in is created once, in a process, to see that it works; then it is not tried again.
        UnknownBot or BadParameter if there is no such bot or it may not play, TooFast if it would
        have to be tried and the asker's thinking time is used up.
        """
        if is_own(text):
            return allowed_bot(text, most_seconds, whose)
        settled = await asyncio.to_thread(allowed_bot, text, most_seconds, whose)  # it reads files
        if settled not in self._startable:
            self._quota.check(asker.player, 0)
            said = await self.pools[TRIALS].ask(
                {"bot": settled}, START_SECONDS, asker=asker, expected=UNKNOWN
            )
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
                said = await self.pools[TRIALS].ask({"describe": kind.name}, START_SECONDS)
                if "kind" in said.message:  # otherwise it cannot be loaded or chosen
                    found.append(said.message["kind"])
            self._kinds = found
        return self._kinds


def is_own(text: str) -> bool:
    """Whether a text names one of our own bots, whatever its parameters."""
    return text.strip().split(":")[0] in BUILT_IN


@lru_cache(maxsize=1024)
def expected_seconds(text: str) -> float:
    """About how long a bot thinks at most, as far as its text tells."""
    if not is_own(text):
        return max((_number(value) for value in _seconds_in(text)), default=UNKNOWN)
    try:
        spec = bot_named(text)
    except GameError:
        return AT_ONCE  # it will fail at once
    settings = dict(spec.settings)
    iterations, seconds = settings.get("iterations"), settings.get("seconds")
    if isinstance(iterations, int):
        return iterations / ITERATIONS_PER_SECOND
    parameter = spec.kind.parameters.get("seconds")
    if seconds is None and parameter is not None:
        seconds = parameter.default
    return seconds if isinstance(seconds, float) else AT_ONCE


def cores_for(text: str, free: int) -> int:
    """How many cores a bot uses, given how many are free: more than one only if it can."""
    given, most = _cores_of(text)
    return given or (most if most <= free else 1)


@lru_cache(maxsize=1024)
def _cores_of(text: str) -> tuple[int | None, int]:
    """How many cores the text of a bot gives it, if any, and how many it can use if it may."""
    try:
        spec = bot_named(text) if is_own(text) else None
    except GameError:
        spec = None
    if spec is None or "cores" not in spec.kind.parameters:
        return None, 1
    settings = dict(spec.settings)
    given = settings.get("cores")
    if isinstance(given, int):
        return given, given
    return None, 1 if settings.get("iterations") is not None else MOST_CORES


def _cores_used(message: Message) -> int:
    """How many cores the bot was given that a process is asked about."""
    situation = message.get("situation")
    return situation["cores"] if "bot" in message and situation is not None else 1


def allowed_bot(text: str, most_seconds: float, whose: str = "a bot") -> str:
    """The text of a bot that thinks no longer than the server allows, in its plain form.

    If one of ours would think longer by default, it gets the maximum. BadParameter if the text asks
    for more, UnknownBot if it names no bot. The values of a plug-in's other parameters are not
    checked: only the plug-in knows them.
    """
    if len(text) > LONGEST_TEXT or not text.isprintable():
        raise BadParameter(
            f"The name of a bot may have at most {LONGEST_TEXT} printable characters."
        )
    if not is_own(text):
        kind_of(text)
        for value in _seconds_in(text):
            _check_seconds(_number(value), most_seconds, whose)
        return text.strip()
    spec = bot_named(text)
    settings = dict(spec.settings)
    iterations, seconds = settings.get("iterations"), settings.get("seconds")
    if isinstance(seconds, float):
        _check_seconds(seconds, most_seconds, whose)
    if isinstance(iterations, int):
        most = int(most_seconds * ITERATIONS_PER_SECOND)
        if iterations > most:
            raise BadParameter(f"This server allows {whose} {most} iterations, not {iterations}.")
        return str(spec)
    parameter = spec.kind.parameters.get("seconds")
    usual = None if parameter is None else parameter.default
    if seconds is None and isinstance(usual, float) and usual > most_seconds:
        return str(bot_named(f"{spec.kind.name}:seconds={float(most_seconds)}"))
    return str(spec)


def _seconds_in(text: str) -> list[str]:
    """The seconds that the text of a plug-in asks for."""
    settings = (setting.partition("=") for setting in text.strip().split(":")[1:])
    return [value for name, _, value in settings if name == "seconds"]


def _check_seconds(seconds: float, most_seconds: float, whose: str) -> None:
    if seconds > most_seconds:
        raise BadParameter(f"This server allows {whose} {most_seconds:g} seconds, not {seconds:g}.")


def _number(text: str) -> float:
    """The number in a text, or 0 if it is not one: the bot will say so itself."""
    try:
        return float(text)
    except ValueError:
        return 0.0
