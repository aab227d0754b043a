"""A bot in a process of its own chooses what it would choose here, and may hang, print or die."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from elgrande import Game, GameError, Options
from elgrande.bots import (
    Bot,
    BotFailed,
    Failure,
    HostedBot,
    Player,
    Situation,
    answer_for,
    bot_named,
    check_bots,
    host,
    open_players,
)
from elgrande.bots.host import Describer
from elgrande.bots.registry import kinds
from elgrande.rules.rng import Rng
from tests.bots.test_situation import own_bots
from tests.support.marks import with_proofs
from tests.support.plug_ins import FAILING

pytestmark = pytest.mark.usefixtures("plugged_in")
SHORT = Options(players=2, short=True, power_shift=True)
SOON = 0.3
PATIENCE = 20.0
DETAILS = {
    "raising": "raised (RuntimeError: out of ideas)",
    "sleeping": "late (no answer within 0.3 s)",
    "dying": "died (its process ended with exit code 3)",
}
ENOUGH = 60  # choices, those of two rounds and more


def situation(step: int = 0) -> Situation:
    game = Game.new(SHORT, seed=3)
    while game.step < step:
        game.play(game.legal()[-1])
    return Situation.of(game, game.waiting[0], Rng(5))


def play(bot: Bot, most: int = 10_000) -> tuple[str, int, list[Failure]]:
    """How a game ends that a bot plays with itself, the luck it has left, and its failures."""
    game, rng, failures = Game.new(SHORT, seed=3), Rng(8), []
    while not game.over and game.step < most:
        seat = game.waiting[0]
        choice, failure = answer_for(bot, Situation.of(game, seat, rng))
        failures += [] if failure is None else [failure]
        game.play(choice, seat)
    return game.digest(), rng.state, failures


@pytest.mark.parametrize(
    "name", with_proofs([*own_bots(), "thoughtful:depth=3", "raising", "cheating"], quick=1)
)
def test_hosting_changes_nothing(name: str) -> None:
    with HostedBot(name) as hosted:
        assert play(hosted, ENOUGH) == play(bot_named(name).make(), ENOUGH)


@pytest.mark.parametrize("name", with_proofs(FAILING, quick=3))
def test_failures_are_told_apart_and_a_bot_that_hangs_is_ended(name: str) -> None:
    # Whoever answers at once may take its time on a busy machine.
    with HostedBot(name, SOON if FAILING[name] == "late" else PATIENCE) as hosted:
        hosted.start()
        pid = pid_of(hosted)
        with pytest.raises(BotFailed) as caught:
            hosted.choose(situation())
        assert is_running(pid) == (FAILING[name] in ("raised", "illegal"))
    failure = caught.value.failure
    assert failure.reason == FAILING[name]
    assert str(failure) == DETAILS.get(name, str(failure))


@pytest.mark.parametrize("answer", with_proofs(["None", "True", "10**5000"], quick=1))
def test_any_wrong_answer_is_illegal(answer: str) -> None:
    with HostedBot(f"cheating:answer={answer}") as hosted:
        choice, failure = answer_for(hosted, situation())
    assert choice == situation().legal[0]
    assert failure is not None
    assert failure.reason == "illegal"


def test_noise_does_not_reach_the_pipe(capfd: pytest.CaptureFixture[str]) -> None:
    with HostedBot("talking") as hosted:
        for _ in range(3):
            assert hosted.choose(situation()) == situation().legal[-1]
    said = capfd.readouterr()
    assert said.out == ""
    assert "very loud" in said.err


@pytest.mark.parametrize("mood", with_proofs(["dying", "sleeping"], quick=1))
def test_a_failed_process_is_replaced(mood: str, tmp_path: Path) -> None:
    with HostedBot(f"moody:mood={mood}:path={tmp_path}/mood", SOON) as hosted:
        _, failure = answer_for(hosted, situation())
        assert failure is not None
        assert answer_for(hosted, situation()) == (situation().legal[-1], None)


def test_a_new_game_has_a_fresh_bot() -> None:
    first, last = situation().legal[0], situation().legal[-1]
    with HostedBot("counting") as hosted:
        assert [hosted.choose(situation()) for _ in range(3)] == [first, last, last]
        hosted.renew()
        assert [hosted.choose(situation()) for _ in range(2)] == [first, last]
    with open_players(["counting", "random"]) as players:
        for player in players:
            player.begin()
            assert player.answer(situation())[1] is None
        assert players[0].answer(situation()) == (last, None)
        players[0].begin()
        assert players[0].answer(situation()) == (first, None)


def test_our_own_bots_are_asked_here_and_plug_ins_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started = []
    monkeypatch.setattr(host.HostedBot, "start", lambda self: started.append(self.text))
    check_bots(["random", "thoughtful", "thoughtful"])
    assert started == ["thoughtful"]
    assert Player(" random ").name == "random"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hal", "There is no bot 'hal'"),
        ("missing", "cannot be loaded: ModuleNotFoundError"),
        ("broken", "cannot be loaded: RuntimeError: no licence."),
        ("dead", "cannot be started: died (its process ended with exit code 9)."),
        ("useless", "has no method `choose`."),
        ("unlucky", "KeyError: 'luck'."),
        ("thoughtful:depth=0", "The depth of thoughtful is at least 1."),
        ("thoughtful:width=1", "no parameter 'width'; it has: depth, share, bold."),
    ],
)
def test_a_bot_that_cannot_be_started_is_refused(text: str, says: str) -> None:
    with pytest.raises(GameError) as caught:
        check_bots([text])
    assert says in str(caught.value)


def test_a_bot_that_never_starts_forfeits() -> None:
    with HostedBot("broken") as hosted:
        _, failure = answer_for(hosted, situation())
    assert failure is not None
    assert failure.reason == "died"
    assert failure.detail.endswith("cannot be loaded: RuntimeError: no licence")


def test_a_plug_in_is_described_without_loading_it_here() -> None:
    known = kinds()
    with closing(Describer()) as describer:
        assert describer.describe(known["thoughtful"])["provider"] == "people"
        with pytest.raises(GameError, match="exit code 9"):
            describer.describe(known["dead"])
        assert describer.describe(known["dying"])["summary"] == "Ends its process."
    hasty = Describer(seconds=0.001)
    with pytest.raises(GameError, match=r"within 0\.001 s"):
        hasty.describe(known["thoughtful"])


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf"), 1e9])
def test_a_limit_that_is_none_is_refused(limit: float) -> None:
    for maker in (HostedBot, Player):
        with pytest.raises(GameError, match="more than 0"):
            maker("random", limit)


# Processes


def is_running(pid: int) -> bool:
    """Whether a process is there and not just waiting to be counted as dead."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]
    except OSError:
        return False


def ends(pid: int) -> bool:
    """Whether a process ends within reasonable time."""
    until = time.monotonic() + PATIENCE
    while is_running(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not is_running(pid)


def pid_of(hosted: HostedBot) -> int:
    assert hosted._process is not None
    return hosted._process._popen.pid


def test_closing_ends_the_process() -> None:
    hosted = HostedBot("random")
    hosted.close()
    hosted.start()
    pid = pid_of(hosted)
    assert is_running(pid)
    hosted.close()
    hosted.close()
    assert not is_running(pid)
    assert hosted.choose(situation()) in situation().legal
    hosted.close()


def test_ctrl_c_passes_and_ends_the_process() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with HostedBot("sleeping") as hosted:
            hosted.start()
            pid = pid_of(hosted)
            signal.setitimer(signal.ITIMER_REAL, SOON)
            with pytest.raises(KeyboardInterrupt):
                answer_for(hosted, situation())
            assert not is_running(pid)
    finally:
        signal.signal(signal.SIGALRM, before)


PARENT = """
import sys
from elgrande import Game
from elgrande.bots import HostedBot, Situation, host
from elgrande.rules.rng import Rng

host.GRACE_SECONDS = 0.1
hosted = HostedBot(sys.argv[1], float(sys.argv[2]))
hosted.start()
game = Game.new(seed=1)
print(hosted._process._popen.pid, flush=True)
hosted.choose(Situation.of(game, game.waiting[0], Rng(1)))
"""


@pytest.fixture
def orphan(package: Path) -> Iterator[Callable[[str, float], int]]:
    """Starts a process that hosts a bot, kills it, and returns the id of the bot's process."""
    pids: list[int] = []

    def start(name: str, limit: float) -> int:
        with subprocess.Popen(
            [sys.executable, "-c", PARENT, name, str(limit)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(package)},
        ) as parent:
            assert parent.stdout is not None
            pids.append(int(parent.stdout.readline()))
            time.sleep(0.1)  # until the bot is asked
            parent.kill()
        return pids[-1]

    yield start
    for pid in pids:
        if is_running(pid):
            os.kill(pid, signal.SIGKILL)


# One that lets no other thread run cannot be told that its starter is gone; its limit ends it.
@pytest.mark.parametrize(
    ("name", "limit"), with_proofs([("spinning", 1000), ("random", 1000), ("stuck", SOON)], quick=1)
)
def test_no_orphan_is_left(name: str, limit: float, orphan: Callable[[str, float], int]) -> None:
    assert ends(orphan(name, limit))
