"""One guest takes all the thinking time: tables where only slow bots play.

Meanwhile somebody plays against a quick bot and against one that thinks for a moment, and what
counts is how long those bots take to answer: before, during, and after a restart of the server.
"""

import asyncio
from contextlib import suppress
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from bench.attacks.attack import Attack, Figure
from bench.attacks.victim import Victim
from bench.attacks.visitor import Answer, TableSocket, Visitor, first_choice
from bench.load.failures import LoadFailure

TABLES = 20
SEATS = 5
HOG = "master:seconds=30"
HOG_OF_GUEST = "master:seconds=5"  # if the server allows a guest no more
MEASURED_SECONDS = 20.0
SETTLING_SECONDS = 3.0
BOTS = ("steady", "strong")
STEADY_LIMIT = 1.0
STRONG_SECONDS = 0.3


class Answers(NamedTuple):
    """How long a bot took for each of its answers, in seconds."""

    seconds: list[float]
    # How long the last answer had been outstanding when the time was up.
    open: float

    @property
    def p95(self) -> float | None:
        """The 95th percentile; None if too many answers never came."""
        found = sorted([*self.seconds, *([self.open] if self.open > 1.0 else [])])
        if not self.seconds:
            return None
        return found[min(len(found) - 1, int(0.95 * len(found)))]

    @property
    def median(self) -> float | None:
        """The median."""
        return median(self.seconds) if self.seconds else None


async def run(
    victim: Victim, tables: int = TABLES, seconds: float = MEASURED_SECONDS
) -> list[Figure]:
    """Measure, attack, measure, restart the server, measure."""
    players = {bot: await victim.visitor(f"Opponent of {bot}") for bot in BOTS}
    before = await measure(players, seconds)
    hog = Hog(await victim.visitor("Hog"))
    for _ in range(tables):
        await hog.occupy()
    await asyncio.sleep(SETTLING_SECONDS)
    during = await measure(players, seconds)
    await victim.restart()
    for player in players.values():
        with suppress(LoadFailure):  # the connection was closed
            await player.ask("GET", "/health")
    await asyncio.sleep(SETTLING_SECONDS)
    after = await measure(players, seconds)
    return [
        Figure(f"tables of {HOG} asked for", tables),
        Figure("tables of slow bots that run", hog.running),
        Figure("refused on the way", ", ".join(dict.fromkeys(hog.refusals)) or "nothing"),
        *figures("before", before),
        *figures("under attack", during),
        *figures("after a restart", after),
    ]


def figures(when: str, found: dict[str, Answers]) -> list[Figure]:
    """What was measured at one time."""
    steady, strong = found["steady"], found["strong"]
    return [
        Figure(f"answers of steady, {when}", len(steady.seconds)),
        Figure(f"steady, 95th percentile, {when}", steady.p95, "s", within(steady, STEADY_LIMIT)),
        Figure(f"answers of strong, {when}", len(strong.seconds)),
        Figure(f"strong, median, {when}", strong.median, "s"),
        Figure(
            f"strong, 95th percentile, {when}",
            strong.p95,
            "s",
            within(strong, 2 * STRONG_SECONDS),
        ),
    ]


def within(answers: Answers, seconds: float) -> bool:
    """Whether nearly all of them came in time."""
    return answers.p95 is not None and answers.p95 <= seconds


class Hog:
    """Opens tables of slow bots, and learns from what is refused."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._bot = HOG
        self._alone = True  # whether tables with only bots are allowed
        self.running = 0
        self.refusals: list[str] = []

    async def occupy(self) -> None:
        """Open one more table, if the server allows it."""
        while True:
            answer = await self._open()
            if answer.accepted:
                self.running += 1
                return
            self.refusals.append(str(answer))
            if answer.status == 400 and self._bot == HOG:
                self._bot = HOG_OF_GUEST
            elif answer.status == 429 and self._alone:
                self._alone = False
            else:
                return

    async def _open(self) -> Answer:
        bots = [bot_seat(self._bot)] * SEATS
        if self._alone:
            return await self._visitor.ask("POST", "/api/tables", table_of(bots))
        # Sit down, and let a bot take over.
        body = table_of([{"kind": "me"}, *bots[1:]])
        opened = await self._visitor.ask("POST", "/api/tables", body)
        if not opened.accepted:
            return opened
        path = f"/api/tables/{opened.body['table']['id']}/seats/0/bot"
        return await self._visitor.ask("POST", path, {"bot": self._bot})


def bot_seat(bot: str) -> dict[str, str]:
    """A seat that a bot takes."""
    return {"kind": "bot", "bot": bot}


def table_of(seats: list[dict[str, str]]) -> dict[str, Any]:
    """The body that opens a table."""
    return {"options": {"players": len(seats)}, "seats": seats}


async def measure(players: dict[str, Visitor], seconds: float) -> dict[str, Answers]:
    """Play against each of the bots for a while, at two tables at once."""
    playing = [play_against(player, bot, seconds) for bot, player in players.items()]
    return dict(zip(players, await asyncio.gather(*playing), strict=True))


async def play_against(player: Visitor, bot: str, seconds: float) -> Answers:
    """Play at tables with one bot until the time is up."""
    taken: list[float] = []
    deadline = perf_counter() + seconds
    waiting = 0.0
    while perf_counter() < deadline:
        seats = [{"kind": "me"}, bot_seat(bot)]
        opened = await player.must("POST", "/api/tables", table_of(seats))
        table = opened["table"]["id"]
        socket = await player.follow(table, 0)
        waiting = await play(socket, taken, deadline)
        socket.drop()
        await player.ask("DELETE", f"/api/tables/{table}")
    return Answers(taken, waiting)


async def play(socket: TableSocket, taken: list[float], deadline: float) -> float:
    """Play one game and note each answer; returns how long the last one has been outstanding."""
    since = perf_counter()
    while (left := deadline - perf_counter()) > 0 and not is_over(socket.state):
        seen, state = socket.states, socket.state
        chosen = first_choice(state)
        if chosen is not None:
            await socket.say("choose", left, **chosen)
            if socket.states == seen and perf_counter() < deadline:
                raise LoadFailure(f"A choice was not taken: {chosen}")
        else:
            if not await socket.wait_until(lambda: socket.states > seen, left):  # noqa: B023
                return perf_counter() - since
            taken.append(perf_counter() - since)
        since = perf_counter()
    return 0.0


def is_over(state: dict[str, Any]) -> bool:
    """Whether nobody is asked any more."""
    return bool(state["table"]["state"] != "running")


ATTACK = Attack("thinking", "a guest fills twenty tables with slow bots", run, seconds=240.0)
