"""Two cores find what one finds in two halves, and a lost second process costs nothing but time."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from threading import Lock
from typing import Any

import pytest

from elgrande import BadParameter, Game, Options
from elgrande.bots import Situation, bot_rng, second_core
from elgrande.bots.child_process import ChildProcess
from elgrande.bots.judged import grandmaster, grandmaster_settings
from elgrande.bots.player import Player
from elgrande.bots.second_core import SECOND_CORE, cores, merged, result_data, result_in
from elgrande.rules.errors import GameError
from elgrande.search.search_result import Option, SearchResult, think
from tests.bots.test_host import ends, is_running

ITERATIONS = 61  # an odd number has halves that differ
SECONDS = 0.05


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    yield
    SECOND_CORE.close()


def situation(cores: int = 1, decision: str = "card") -> Situation:
    """The same one again and again."""
    game = Game.new(Options(players=4), seed=3)
    while game.step < 30 or game.decision != decision:
        seat = game.waiting[0]
        game.play(game.legal(seat)[-1], seat)
    return Situation.of(game, game.waiting[0], bot_rng(3, 0), cores)


def search(**parameters: Any) -> dict[str, Any]:
    """What a grandmaster finds in that situation."""
    found = situation(parameters.pop("free", 1))
    return result_data(grandmaster(**parameters).search(found.imagine(), found))


def in_halves() -> dict[str, Any]:
    """What two searches on one core find together."""
    found = situation()
    state, seat = found.imagine().state, found.seat
    seeds = found.rng.below(2**31), found.rng.below(2**31)
    halves = [
        think(state, seat, grandmaster_settings(), iterations, 0.0, seed)
        for iterations, seed in zip((31, 30), seeds, strict=True)
    ]
    return result_data(merged(*halves))


def running_pid() -> int:
    assert SECOND_CORE.pid is not None
    return SECOND_CORE.pid


def test_both_halves_count_and_the_second_process_is_kept() -> None:
    first = search(iterations=ITERATIONS, cores=2)
    pid = running_pid()
    assert first["iterations"] == ITERATIONS
    assert first == in_halves() == search(iterations=ITERATIONS, cores=2)
    assert running_pid() == pid
    assert first != search(iterations=ITERATIONS)


def test_a_process_that_cannot_be_started_changes_no_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(niceness: int, *, in_our_group: bool) -> ChildProcess:
        raise OSError("no more processes")

    monkeypatch.setattr(second_core, "ChildProcess", refuse)
    assert search(iterations=ITERATIONS, cores=2) == in_halves()
    assert search(seconds=SECONDS, free=2)["iterations"] > 0


def test_a_process_that_dies_changes_no_result_and_is_replaced() -> None:
    assert search(iterations=ITERATIONS, cores=2) == in_halves()
    pid = running_pid()
    os.kill(pid, signal.SIGKILL)
    assert search(iterations=ITERATIONS, cores=2) == in_halves()
    assert search(iterations=ITERATIONS, cores=2) == in_halves()
    assert running_pid() != pid
    assert not is_running(pid)


@pytest.mark.parametrize("answer", [{}, {"options": 3, "iterations": 1}, {"refused": "illegal"}])
def test_an_answer_without_a_result_is_none(answer: dict[str, Any]) -> None:
    assert result_in(answer) is None


def test_a_process_in_use_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = Lock()
    taken.acquire()
    monkeypatch.setattr(SECOND_CORE, "_guard", taken)
    assert search(iterations=ITERATIONS, cores=2) == in_halves()
    assert search(seconds=SECONDS, free=2)["iterations"] > 0
    SECOND_CORE.close()
    assert SECOND_CORE.pid is None


def test_seconds_take_a_second_core_only_where_it_is_free() -> None:
    search(seconds=SECONDS)
    search(seconds=SECONDS, cores=1, free=2)
    search(iterations=ITERATIONS, free=2)
    assert SECOND_CORE.pid is None
    search(seconds=SECONDS, free=2)
    assert is_running(running_pid())


def test_an_answer_that_comes_late_is_not_taken_for_the_next() -> None:
    search(iterations=ITERATIONS, cores=2)
    pid = running_pid()
    SECOND_CORE._send({})  # by somebody who did not wait for the answer
    assert search(iterations=ITERATIONS, cores=2) == in_halves()
    assert running_pid() == pid


def test_discs_are_mixed_on_one_core() -> None:
    found = situation(decision="disc_scoring")
    bot = grandmaster(iterations=8, cores=2)
    assert bot.search(found.imagine(), found).mixed
    assert SECOND_CORE.pid is None


def test_a_player_ends_its_second_process() -> None:
    player = Player("grandmaster:iterations=8:cores=2")
    _, failure = player.answer(situation())
    assert failure is None
    pid = running_pid()
    player.close()
    assert SECOND_CORE.pid is None
    assert not is_running(pid)


PARENT = """
from tests.bots.test_second_core import SECOND_CORE, search

search(iterations=8, cores=2)
print(SECOND_CORE.pid, flush=True)
input()
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_second_process_outlives_its_starter(number: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.send_signal(number)
    assert ends(pid)


@pytest.mark.parametrize("count", [0, 3, -1, 10**30])
def test_only_one_or_two_cores_can_be_asked_for(count: int) -> None:
    with pytest.raises(BadParameter, match="cores must be from 1 to 2"):
        grandmaster(cores=count)


def test_there_is_at_least_one_core() -> None:
    assert cores() >= 1


def option(choices: list[int], share: float, chance: float) -> Option:
    made = Option(choices, share)
    made.chance, made.points, made.margin = chance, chance * 100, chance * 10
    return made


def test_tries_are_added_up() -> None:
    first = SearchResult([option([1, 2], 0.75, 0.4), option([3], 0.25, 0.8)], False, 40)
    second = SearchResult([option([3], 1.0, 0.5), option([4], 0.0, 0.0)], False, 60)
    found = merged(first, second)
    assert found.iterations == 100
    assert [one.choices for one in found.options] == [[3], [1, 2], [4]]
    best = found.options[0]
    assert best.share == pytest.approx(0.7)
    assert best.chance == pytest.approx((10 * 0.8 + 60 * 0.5) / 70)
    assert best.points == pytest.approx(100 * best.chance)
    assert best.margin == pytest.approx(10 * best.chance)
    assert found.options[2].chance == 0.0


def test_where_nothing_can_be_chosen_nothing_is_added_up() -> None:
    first = SearchResult([option([1], 1.0, 0.0)], False, 0)
    assert merged(first, SearchResult([], False, 0)) is first


def test_a_situation_tells_how_many_cores_are_free() -> None:
    data = situation(2).to_data()
    assert Situation.from_data(data).cores == 2
    with pytest.raises(GameError):
        Situation.from_data({**data, "imagined": {}})
