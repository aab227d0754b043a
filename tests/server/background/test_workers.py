"""Bots in worker processes answer as they would here, and may hang, babble or die."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from elgrande import BadParameter, Game, GameError, Options, UnknownLanguage
from elgrande.bots import Situation, bot_named, child, consider, kinds
from elgrande.bots.situation import fresh_luck
from elgrande.rules.rng import Rng
from elgrande.server.background import bot_processes
from elgrande.server.background import workers as workers_module
from elgrande.server.background.bot_processes import Asker, Lane, Pool, Said
from elgrande.server.background.workers import (
    PACES,
    Answer,
    Workers,
    allowed_bot,
    cores_for,
)
from elgrande.server.errors import Internal, ShuttingDown
from elgrande.server.limits import Buckets
from tests.bots.test_host import ends, is_running
from tests.bots.test_situation import own_bots, positions
from tests.support.marks import with_proofs
from tests.support.plug_ins import FAILING, install_bots, write_package

SHORT = Options(players=2, short=True, power_shift=True)
LIMIT = 10.0
LONG = "strong:seconds=0.5"
NOISY = '''
"""Bots that find the pipe and talk into it."""

import os


class Acting:
    def __init__(self, said, times):
        self.said, self.times = said, times

    def choose(self, situation):
        for _ in range(self.times):
            for pipe in range(3, 10):
                try:
                    os.write(pipe, self.said)
                except OSError:
                    pass
        return situation.legal[-1]


def rubbish():
    return Acting(b"\\xff rubbish\\n", 1)


def forging():
    return Acting(b'{"choice": 0, "number": 1}\\n', 1)


def nesting():
    return Acting(b"[" * 200_000 + b"\\n", 1)


def flooding():
    return Acting(b"more and more\\n", 10**9)
'''
NOISY_BOTS = ("rubbish", "forging", "nesting", "flooding")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = install_bots(tmp_path_factory.mktemp("installed"))
    write_package(folder, {name: f"noisy_bots:{name}" for name in NOISY_BOTS}, "noisy")
    (folder / "noisy_bots.py").write_text(NOISY)
    return folder


@pytest.fixture(autouse=True)
def plugged_in(package: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(package)
        yield


@asynccontextmanager
async def working(count: int = 1, limit: float = LIMIT) -> AsyncIterator[Workers]:
    """Workers that are started, and that leave no process behind."""
    workers = Workers(count, limit)
    pids: list[int] = []
    try:
        await workers.start()
        yield workers
    finally:
        pids = workers.pids
        await workers.close()
        assert not [pid for pid in pids if is_running(pid)]


def situation(step: int = 0, seed: int = 3, luck: int = 5) -> Situation:
    game = Game.new(SHORT, seed=seed)
    while game.step < step:
        game.play(game.legal()[-1])
    return Situation.of(game, game.waiting[0], Rng(luck))


def asked(step: int) -> Situation:
    """A situation with something to choose, for which a search takes its time."""
    found = situation(step)
    assert len(found.legal) > 1
    return found


async def play(choose: Callable[[str, Situation], Awaitable[int]], seed: int) -> tuple[str, int]:
    """How a game ends and what luck is left when somebody chooses for both seats."""
    game, rng = Game.new(SHORT, seed=seed), Rng(seed)
    while not game.over:
        seat = game.waiting[0]
        game.play(await choose(f"{seed}/{seat}", Situation.of(game, seat, rng)), seat)
    return game.digest(), rng.state


@pytest.mark.parametrize("name", with_proofs([*own_bots(), "thoughtful:depth=3"], quick=1))
def test_two_tables_at_once_play_as_they_would_here(name: str) -> None:
    async def here(seed: int) -> tuple[str, int]:
        bots = {f"{seed}/{seat}": bot_named(name).make() for seat in (0, 1)}

        async def choose(key: str, asked: Situation) -> int:
            return bots[key].choose(asked)

        return await play(choose, seed)

    async def there() -> None:
        async with working(2) as workers:

            async def choose(key: str, asked: Situation) -> int:
                answer = await workers.choose(key, name, asked)
                assert answer.failure is None
                return answer.choice

            played = await asyncio.gather(*(play(choose, seed) for seed in (1, 2)))
            assert played == [await here(1), await here(2)]

    asyncio.run(there())


# Failures


async def ask(workers: Workers, bot: str, key: str = "t/0", step: int = 0) -> Answer:
    return await workers.choose(key, bot, situation(step))


@pytest.mark.parametrize("name", with_proofs([*FAILING, *NOISY_BOTS], quick=1))
def test_a_failing_bot_is_told_and_forgiven(name: str) -> None:
    # A bot that works has to answer in time too, on a machine that is busy.
    limit = 2.0 if FAILING.get(name) == "late" else LIMIT

    async def main() -> None:
        async with working(1, limit) as workers:
            before = workers.pids
            answer = await ask(workers, name)
            assert answer.choice == situation().legal[0]
            assert answer.failure is not None
            assert answer.failure.reason == FAILING.get(name, "died")
            assert len(answer.failure.detail) <= 200
            assert len(workers.pids) == 1 + (FAILING.get(name) in ("raised", "illegal"))
            assert (await ask(workers, "steady")).failure is None
            assert workers.pids[:1] == before

    asyncio.run(main())


def test_a_process_that_died_is_replaced_and_asked_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with working() as workers:
            answer = await ask(workers, f"moody:path={tmp_path}/mood")
            assert answer == Answer(situation().legal[-1], None, answer.seconds, answer.waited)

    asyncio.run(main())


@pytest.mark.proof
def test_who_is_late_is_not_asked_twice(tmp_path: Path) -> None:
    async def main() -> None:
        async with working(1, 1.0) as workers:
            bot = f"moody:mood=sleeping:path={tmp_path}/mood"
            answer = await ask(workers, bot)
            assert answer.failure is not None
            assert answer.failure.reason == "late"
            assert (await ask(workers, bot)).choice == situation().legal[-1]

    asyncio.run(main())


@pytest.mark.proof
def test_a_worker_killed_in_the_middle_of_a_thought_is_replaced() -> None:
    async def main() -> None:
        async with working() as workers:
            (pid,) = workers.pids
            thought = asyncio.create_task(workers.choose("t/0", LONG, asked(4)))
            await asyncio.sleep(0.2)
            os.kill(pid, signal.SIGKILL)
            answer = await thought
            assert answer.failure is None
            assert answer.choice in asked(4).legal
            assert 0.5 < answer.seconds < LIMIT
            assert workers.pids != [pid]

    asyncio.run(main())


def test_a_worker_killed_twice_forfeits_and_the_next_choice_finds_another() -> None:
    async def main() -> None:
        async with working() as workers:
            thought = asyncio.create_task(workers.choose("t/0", LONG, asked(4)))
            killed: set[int] = set()
            while not thought.done():
                await asyncio.sleep(0.01)
                for pid in set(workers.pids) - killed:
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
            answer = await thought
            assert len(killed) == 2
            assert answer.choice == asked(4).legal[0]
            assert str(answer.failure) == "died (its process was ended by signal 9)"
            assert (await ask(workers, "steady")).failure is None

    asyncio.run(main())


def test_a_worker_that_dies_while_idle_is_not_noticed() -> None:
    async def main() -> None:
        async with working() as workers:
            os.kill(workers.pids[0], signal.SIGKILL)
            assert (await ask(workers, "steady")).failure is None

    asyncio.run(main())


def test_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(niceness: int) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    async def main() -> None:
        async with working() as workers:
            monkeypatch.setattr(bot_processes, "ChildProcess", refuse)
            os.kill(workers.pids[0], signal.SIGKILL)
            answer = await ask(workers, "steady")
            assert answer.failure is not None
            assert "Resource temporarily unavailable" in answer.failure.detail
            with pytest.raises(Internal, match="could not find an answer"):
                await workers.consider(situation(), 0.1)

    asyncio.run(main())


def test_a_bot_that_cannot_be_made_forfeits() -> None:
    async def main() -> None:
        async with working() as workers:
            for name in ("hal", "broken", "strong:seconds=-1"):
                answer = await ask(workers, name)
                assert answer.choice == situation().legal[0]
                assert answer.failure is not None
                assert answer.failure.reason == "died"

    asyncio.run(main())


@pytest.mark.proof
def test_nothing_blocks_the_event_loop() -> None:
    gaps: list[float] = []

    async def tick() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.01)
            gaps.append(time.perf_counter() - before - 0.01)

    async def main() -> None:
        ticking = asyncio.create_task(tick())
        workers = Workers(1, 1.0)
        await workers.start()
        await asyncio.gather(
            *(ask(workers, name, f"t/{name}") for name in ("stuck", "dying", "flooding", "steady"))
        )
        await workers.check("thoughtful", 1.0)
        await workers.close()
        ticking.cancel()

    asyncio.run(main())
    assert len(gaps) > 20
    assert sorted(gaps)[-2] < 0.5  # all of them take longer; one gap may be the machine's


# Who is asked where


@pytest.mark.proof
def test_a_bot_keeps_what_it_knows_under_its_key() -> None:
    first, last = situation().legal[0], situation().legal[-1]

    async def main() -> None:
        async with working() as workers:
            for key, choice in [("a", first), ("a", last), ("b", first), ("a", last), ("b", last)]:
                assert (await ask(workers, "counting", key)).choice == choice
            _, of_a, of_b = workers.pids  # plug-ins do not meet
            for key in ("c", "d", "e"):  # four of them have a place; this ends the first
                assert (await ask(workers, "counting", key)).choice == first
            assert len(workers.pids) == 5
            assert not is_running(of_a)
            assert is_running(of_b)
            assert (await ask(workers, "counting", "b")).choice == last
            assert (await ask(workers, "counting", "a")).choice == first

    asyncio.run(main())


@pytest.mark.proof
def test_a_plan_is_carried_out_without_thinking_again() -> None:
    """A bot of ours that searches does so once a turn, as long as it stays where it is."""

    async def main() -> None:
        async with working(2) as workers:
            game, slow = Game.new(SHORT, seed=3), 0
            while game.step < 40:
                seat = game.waiting[0]
                here = Situation.of(game, seat, Rng(game.step))
                answer = await workers.choose(f"t/{seat}", "strong:seconds=0.1", here)
                slow += answer.seconds > 0.09
                game.play(answer.choice, seat)
            assert 0 < slow < 30

    asyncio.run(main())


def test_the_bots_of_a_process_are_few() -> None:
    hosts = child._Hosts()
    first = hosts.find("0", "random")
    for number in range(1, child.BOTS_KEPT):
        hosts.find(str(number), "random")
    assert hosts.find("0", "random") is first
    second = hosts.find("1", "random")
    hosts.find("one more", "random")
    hosts.find("and more", "random")
    assert hosts.find("0", "random") is first
    assert hosts.find("1", "random") is second
    assert hosts.find("0", "novice") is not first
    assert len(hosts._hosts) == child.BOTS_KEPT


class Instant(Lane):
    """A lane without a process, which answers at once."""

    def _answer(self, message: dict[str, object], seconds: float) -> Said:
        return Said(message, 0.0)


def instant_lanes(threads: ThreadPoolExecutor, count: int) -> list[Instant]:
    return [Instant(threads, 0) for _ in range(count)]


def test_a_bot_stays_unless_its_lane_is_taken() -> None:
    async def main() -> None:
        with ThreadPoolExecutor(3) as threads:
            found = instant_lanes(threads, 3)
            pool = Pool(found)

            async def lane_of(bot: str) -> Lane:
                await pool.ask({}, 1.0, name=("t", bot))
                return max(found, key=lambda lane: lane.used)

            home = await lane_of("a")
            assert await lane_of("b") is not home
            assert await lane_of("a") is home
            home.busy = True
            other = await lane_of("a")
            assert other is not home
            home.busy = False
            assert await lane_of("a") is other

    asyncio.run(main())


def test_homes_do_not_pile_up() -> None:
    async def main() -> None:
        with ThreadPoolExecutor(2) as threads:
            pool = Pool(instant_lanes(threads, 2))
            for number in range(2 * child.BOTS_KEPT + 50):
                await pool.ask({}, 1.0, name=(str(number), "steady"))
            assert len(pool._homes) == 2 * child.BOTS_KEPT

    asyncio.run(main())


def test_first_come_first_served() -> None:
    async def main() -> None:
        served: list[str] = []

        async with working() as workers:

            async def one(key: str, bot: str) -> None:
                assert (await workers.choose(key, bot, asked(4))).failure is None
                served.append(key)

            await asyncio.gather(
                one("long", LONG), *(one(str(number), "steady") for number in range(20))
            )
            assert workers.load == 0
        assert served == ["long", *map(str, range(20))]

    asyncio.run(main())


@pytest.mark.proof
def test_a_long_thought_holds_up_its_own_lane_only() -> None:
    async def main() -> None:
        async with working(2) as workers:
            thought = asyncio.create_task(workers.choose("long", "strong:seconds=5", asked(4)))
            await asyncio.sleep(0.05)
            for number in range(10):
                assert (await ask(workers, "steady", str(number))).waited < 4
            assert not thought.done()
            assert workers.load == 1
            thought.cancel()

    asyncio.run(main())


def test_who_is_cancelled_is_skipped_and_mixes_nothing_up() -> None:
    async def main() -> None:
        async with working() as workers:
            (pid,) = workers.pids
            begun = asyncio.create_task(workers.choose("a", LONG, asked(4)))
            await asyncio.sleep(0.05)
            waiting = asyncio.create_task(workers.choose("b", LONG, asked(4)))
            await asyncio.sleep(0.05)
            began = time.perf_counter()
            for task in (begun, waiting):
                task.cancel()
            assert await asyncio.gather(begun, waiting, return_exceptions=True)
            here = situation(6)
            answer = await workers.choose("c", "steady", here)
            assert answer.failure is None
            assert answer.choice == bot_named("steady").make().choose(situation(6))
            assert time.perf_counter() - began < 1.0  # the second never thought
            assert workers.pids == [pid]

    asyncio.run(main())


# Ends


@pytest.mark.proof
def test_closing_while_bots_think() -> None:
    async def main() -> None:
        workers = Workers(1, LIMIT)
        await workers.start()
        answers = [
            asyncio.create_task(workers.choose(str(number), bot, asked(4)))
            for number, bot in enumerate([LONG, LONG, "sleeping", "stuck"])
        ]
        await asyncio.sleep(1.0)
        pids = workers.pids
        assert len(pids) == 3
        began = time.perf_counter()
        await workers.close()
        for answer in await asyncio.gather(*answers, return_exceptions=True):
            assert isinstance(answer, (ShuttingDown, Answer))
        assert isinstance(answers[-1].exception(), ShuttingDown)
        assert isinstance(answers[-2].exception(), ShuttingDown)
        assert time.perf_counter() - began < 20
        assert not [pid for pid in pids if is_running(pid)]
        assert workers.pids == []
        with pytest.raises(ShuttingDown):
            await ask(workers, "steady")
        await workers.close()

    asyncio.run(main())


def test_closing_while_processes_start() -> None:
    async def main() -> None:
        workers = Workers(2, LIMIT)
        starting = asyncio.create_task(workers.start())
        await asyncio.sleep(0.02)
        pids = workers.pids
        await workers.close()
        with pytest.raises(ShuttingDown):
            await starting
        assert not [pid for pid in pids if is_running(pid)]

    asyncio.run(main())


PARENT = """
import asyncio, sys
from elgrande import Game
from elgrande.bots import Situation
from elgrande.rules.rng import Rng
from elgrande.server.background.workers import Workers

async def main():
    workers = Workers(2, 60.0)
    await workers.start()
    game = Game.new(seed=1)
    here = Situation.of(game, game.waiting[0], Rng(1))
    thoughts = [
        asyncio.create_task(workers.choose(bot, bot, here)) for bot in ("sleeping", "steady")
    ]
    await asyncio.sleep(1.0)
    print(*workers.pids, flush=True)
    await asyncio.gather(*thoughts)

asyncio.run(main())
"""


@pytest.mark.proof
def test_a_killed_server_leaves_no_orphans(package: Path) -> None:
    pids: list[int] = []
    path = os.pathsep.join([str(package), *filter(None, [os.environ.get("PYTHONPATH")])])
    with subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    ) as parent:
        assert parent.stdout is not None
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(pids) == 3
        assert all(is_running(pid) for pid in pids)
        parent.kill()
    assert all(ends(pid) for pid in pids)


# Secrets


class Recorder:
    """Writes down every byte that goes into the pipe of a process."""

    def __init__(self, written: list[bytes], pipe: object) -> None:
        self._written, self._pipe = written, pipe

    def write(self, data: bytes) -> int:
        self._written.append(bytes(data))
        return self._pipe.write(data)  # type: ignore[attr-defined, no-any-return]

    def __getattr__(self, name: str) -> object:
        return getattr(self._pipe, name)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    found: list[bytes] = []

    class Recorded(subprocess.Popen[bytes]):
        def __init__(self, command: list[str], **settings: object) -> None:
            found.append(" ".join(command).encode())
            super().__init__(command, **settings)  # type: ignore[call-overload]
            self.stdin = Recorder(found, self.stdin)  # type: ignore[assignment]

    monkeypatch.setattr(subprocess, "Popen", Recorded)
    return found


def hidden(game: Game, seat: int) -> list[Game]:
    """Games that look the same to a seat and are none of them the true one."""
    return [game.determinize(seat, seed) for seed in (1, 2)]


def test_what_is_sent_to_a_process_tells_nothing_hidden(written: list[bytes]) -> None:
    sent: list[bytes] = []
    differing = 0
    bots = ["steady", "strong:iterations=4", "thoughtful"]

    async def main() -> None:
        nonlocal differing
        async with working() as workers:
            written.clear()
            for number, (game, seat) in enumerate(positions()):
                bot = bots[number % 2] if number % 10 else bots[2]
                worlds = [game, *hidden(game, seat)]
                lines = set()
                for world in worlds:
                    await workers.choose("t/0", bot, Situation.of(world, seat, Rng(5)))
                    lines.add(plain(written[-1]))
                await workers.consider(Situation.of(game, seat, Rng(5)), 0.1, "de", 1, 1)
                # Whatever the secrets are, the same is sent: it cannot tell of them.
                assert len(lines) == 1
                differing += len({json.dumps(world.snapshot()) for world in worlds}) > 1
            sent.extend(written)

    asyncio.run(main())
    assert differing > len(positions()) // 2
    assert len(sent) > 4 * len(positions())


def plain(line: bytes) -> str:
    message = json.loads(line)
    del message["number"]
    return json.dumps(message)


def test_neither_seed_nor_true_stacks_are_sent(written: list[bytes]) -> None:
    async def main() -> None:
        equal = count = 0
        async with working() as workers:
            for number in range(30):
                seed = 987_654_321_000 + number
                game = Game.new(Options(players=3), seed=seed)
                while game.step < number:
                    game.play(game.legal()[-1])
                seat = game.waiting[0]
                await workers.choose("t/0", "random", Situation.of(game, seat, fresh_luck()))
                assert b"987654321" not in b"".join(written)
                told = json.loads(written[-1])
                assert set(told) == {"bot", "situation", "seconds", "key", "number"}
                assert set(told["situation"]) == {"seat", "luck", "cores", "imagined"}
                equal += told["situation"]["imagined"]["stacks"] == game.snapshot()["stacks"]
                count += 1
        assert equal < count / 3

    asyncio.run(main())


def test_luck_is_never_the_same() -> None:
    assert len({fresh_luck().state for _ in range(100)}) == 100


@pytest.mark.proof
def test_what_bots_print_is_not_shown(capfd: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        async with working() as workers:
            assert (await ask(workers, "talking")).failure is None
            niceness = {os.getpriority(os.PRIO_PROCESS, pid) for pid in workers.pids}
            here = os.getpriority(os.PRIO_PROCESS, 0)
            assert niceness == {min(19, here + nice) for nice in (PACES[0].niceness, 10)}

    asyncio.run(main())
    assert capfd.readouterr() == ("", "")


# The rest


def test_advice_is_what_it_would_be_here() -> None:
    async def main() -> None:
        async with working() as workers:
            names = ["Ana", "Don Lope", "Doña Urraca", "Don Íñigo"]
            said = await workers.consider(situation(6), 1.0, "es", 2, 20, names)
            here = consider(situation(6), 1.0, 20, 2, "es", names)
            assert said == [one.to_data() for one in here]
            with pytest.raises(UnknownLanguage):
                await workers.consider(situation(6), 1.0, "xx")
            with pytest.raises(BadParameter):
                await workers.consider(situation(6), -1.0)
            assert len(await workers.consider(situation(6), 0.1)) > 0

    asyncio.run(main())


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        (" random ", "random"),
        ("steady", "steady"),
        ("strong", "strong"),
        ("strong:seconds=1", "strong:seconds=1.0"),
        ("master", "master:seconds=1.0"),
        ("master:iterations=none", "master:seconds=1.0"),
        ("master:iterations=1000", "master:iterations=1000"),
        ("thoughtful:depth=3", "thoughtful:depth=3"),
        ("thoughtful:seconds=x", "thoughtful:seconds=x"),
    ],
)
def test_bots_that_may_play(text: str, allowed: str) -> None:
    assert allowed_bot(text, 1.0) == allowed


@pytest.mark.parametrize(
    ("text", "says"),
    with_proofs(
        [
            ("hal", "There is no bot 'hal'"),
            ("strong:seconds=1.1", "allows a bot 1 seconds, not 1.1."),
            ("master:iterations=1001", "allows a bot 1000 iterations, not 1001."),
            ("strong:iterations=5:seconds=9", "allows a bot 1 seconds, not 9."),
            ("thoughtful:seconds=2", "allows a bot 1 seconds, not 2."),
            ("steady:width=1", "has no parameter 'width'"),
            ("x" * 201, "at most 200 printable characters."),
            ("random\n", "at most 200 printable characters."),
            ("broken", "cannot be loaded: RuntimeError: no licence."),
            ("dead", "The bot dead cannot be started: died (its process ended with exit code 9)."),
            ("thoughtful:depth=0", "The depth of thoughtful is at least 1."),
        ],
        quick=4,
    ),
)
def test_bots_that_may_not_play(text: str, says: str) -> None:
    async def main() -> None:
        workers = Workers(1, LIMIT)
        with pytest.raises(GameError) as caught:
            await workers.check(text, 1.0)
        assert says in str(caught.value)
        assert workers.pids == []
        await workers.close()

    asyncio.run(main())


def test_a_plug_in_that_could_be_made_is_not_tried_again(written: list[bytes]) -> None:
    async def main() -> None:
        workers = Workers(1, LIMIT)
        assert await workers.check("thoughtful", 1.0) == "thoughtful"
        count = len(written)
        assert count
        assert await workers.check(" thoughtful ", 1.0) == "thoughtful"
        assert await workers.check("master", 1.0) == "master:seconds=1.0"
        assert len(written) == count
        await workers.close()

    asyncio.run(main())


def test_the_kinds_that_can_play(monkeypatch: pytest.MonkeyPatch) -> None:
    some = {name: kinds()[name] for name in ("dead", "master", "broken", "thoughtful")}
    monkeypatch.setattr("elgrande.server.background.workers.kinds", lambda: some)

    async def main() -> None:
        workers = Workers(1, LIMIT)
        found = await workers.kinds()
        assert found == [bot_named("master").kind.to_data(), found[1]]
        assert (found[1]["name"], found[1]["provider"]) == ("thoughtful", "people")
        assert await workers.kinds() is found
        assert workers.pids == []
        await workers.close()

    asyncio.run(main())


@pytest.mark.parametrize("limit", [0, -1, float("nan"), 1e9])
def test_a_limit_that_is_none_is_refused(limit: float) -> None:
    with pytest.raises(BadParameter):
        Workers(1, limit)
    assert Workers(0).count == 1
    assert Workers().count >= 1


@pytest.mark.parametrize(
    ("bot", "free", "used"),
    [
        ("grandmaster:seconds=1", 2, 2),
        ("grandmaster:seconds=1", 1, 1),
        ("grandmaster:seconds=1", 0, 1),
        ("grandmaster:seconds=1:cores=1", 4, 1),
        ("grandmaster:seconds=1:cores=2", 1, 2),
        ("grandmaster:iterations=100", 4, 1),
        ("grandmaster:iterations=100:cores=2", 4, 2),
        ("master:seconds=1", 4, 1),
        ("grandmaster:speed=1", 4, 1),
        ("thoughtful:depth=3", 4, 1),
    ],
)
def test_a_second_core_is_for_those_who_can_use_it_while_it_is_free(
    bot: str, free: int, used: int
) -> None:
    assert cores_for(bot, free) == used


def test_a_bot_is_told_how_many_cores_are_free_and_charged_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    charged: list[float] = []
    told: list[int] = []

    def answer(lane: Lane, message: dict[str, Any], seconds: float) -> Said:
        return Said({"choice": 0, "luck": 1}, 3.0)

    def ask(lane: Lane, message: dict[str, Any], seconds: float) -> asyncio.Future[Said]:
        told.append(message["situation"]["cores"])
        return asked_of(lane, message, seconds)

    asked_of = Lane.ask
    monkeypatch.setattr(Lane, "_answer", answer)
    monkeypatch.setattr(Lane, "ask", ask)
    monkeypatch.setattr(workers_module, "cores", lambda: 2)
    quota = Buckets(None, "")
    monkeypatch.setattr(quota, "charge", lambda player, seconds: charged.append(seconds))

    async def go() -> None:
        workers = Workers(2, LIMIT, quota=quota)
        for bot in ("grandmaster:seconds=1", "steady"):
            await workers.choose("1", bot, situation(), Asker("eva"))
        both = [
            workers.choose(key, "grandmaster:seconds=1", situation(), Asker("eva")) for key in "12"
        ]
        await asyncio.gather(*both)
        await workers.close()

    asyncio.run(go())
    assert told == [2, 1, 2, 1]  # whoever comes second finds one core taken
    assert sorted(charged) == [3.0, 3.0, 6.0, 6.0]
