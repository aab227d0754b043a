"""Ctrl-C at any moment is an exception, never the end of the process."""

import signal
import subprocess
import sys

import pytest

# In a process of its own, because what is feared is that it aborts.
INTERRUPTED = """
import signal, time
from elgrande import Game, Options
from elgrande.rules.rng import Rng

class Stopped(BaseException):
    pass

def stop(number, frame):
    raise Stopped

signal.signal(signal.SIGALRM, stop)
games = [Game.new(Options(players=2), seed) for seed in range(3)]
stopped, last = 0, time.monotonic() + 1.5
while time.monotonic() < last:
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.0002 + stopped % 50 * 0.00001)
        while True:
            for game in games:
                game.determinize(game.waiting[0], stopped)
                Rng(stopped)
    except Stopped:
        stopped += 1
print(stopped)
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers on this system")
def test_an_interrupt_while_luck_is_made_harms_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, encoding="utf-8"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 100
