"""A package of bots as other people write them: good ones, and one for each way to fail."""

from pathlib import Path

MODULE = '''
"""Bots of other people."""

import os
import signal
import sys
import time

print("loaded, and loud about it")
os.write(1, b"very loud")


class Thoughtful:
    """Counts its choices, imagines and draws."""

    def __init__(self, *, depth: int = 1, share: float | None = None, bold: bool = False):
        if depth < 1:
            raise ValueError("The depth of thoughtful is at least 1")
        self.depth, self.count = depth, 0

    def choose(self, situation):
        self.count += self.depth
        scores = situation.imagine().scores
        drawn = situation.rng.below(97)
        return situation.legal[(drawn + self.count + sum(scores)) % len(situation.legal)]


class Acting:
    """Does something else than choosing."""

    def __init__(self, act):
        self.choose = act


def raising():
    """Draws and raises."""
    def act(situation):
        situation.rng.below(2)
        raise RuntimeError("out of\\n ideas.")
    return Acting(act)


def leaving():
    """Calls sys.exit."""
    return Acting(lambda situation: sys.exit("goodbye"))


def cheating(answer: str = "-1"):
    """Answers whatever it is told to."""
    return Acting(lambda situation: eval(answer))


def tampering():
    """Writes its own rules."""
    def act(situation):
        situation.legal = (119,)
        return 119
    return Acting(act)


def sleeping():
    """Never answers."""
    return Acting(lambda situation: time.sleep(600))


def spinning():
    """Never answers, and works hard."""
    def act(situation):
        while True:
            pass
    return Acting(act)


def stuck():
    """Never answers, nor lets any other thread run."""
    return Acting(lambda situation: sum(range(10**15)))


def dying(code: int = 3):
    """Ends its process."""
    return Acting(lambda situation: os._exit(code))


def crashing():
    """Is ended as by a mistake in a library written in C."""
    return Acting(lambda situation: os.kill(os.getpid(), signal.SIGSEGV))


def greedy():
    """Asks for more memory than there is."""
    return Acting(lambda situation: bytearray(1 << 60))


def talking():
    """Prints, and tries to read."""
    def act(situation):
        print('{"choice": 0}')
        os.write(1, b'{"choice": 0}\\n')
        try:
            input()
        except EOFError:
            return situation.legal[-1]
    return Acting(act)


def counting():
    """Its first choice in a game is the first one, then the last."""
    asked = []
    def act(situation):
        asked.append(situation)
        return situation.legal[0 if len(asked) == 1 else -1]
    return Acting(act)


def moody(path: str, mood: str = "dying"):
    """Fails the first time, until a file is there."""
    def act(situation):
        if os.path.exists(path):
            return situation.legal[-1]
        open(path, "w").close()
        return {"dying": dying, "sleeping": sleeping}[mood]().choose(situation)
    return Acting(act)


def choosy(name):
    """Has a parameter that must be set."""
    return Thoughtful()


def useless():
    """Makes what is no bot."""
    return object()


def unlucky():
    """Cannot be made."""
    raise KeyError("luck")


not_callable = 7
'''
GOOD = ("thoughtful", "talking", "counting")
FAILING = {
    "raising": "raised",
    "leaving": "raised",
    "cheating": "illegal",
    "tampering": "illegal",
    "sleeping": "late",
    "spinning": "late",
    "stuck": "late",
    "dying": "died",
    "crashing": "died",
    "greedy": "raised",
}
OTHERS = ("moody", "choosy", "useless", "unlucky", "not_callable")
POINTS = {
    **{name: f"people_bots:{name}" for name in (*FAILING, *OTHERS, *GOOD[1:])},
    "thoughtful": "people_bots:Thoughtful",
    "absent": "people_bots:absent",
    "missing": "no_such_module:bot",
    "broken": "people_broken:bot",
    "dead": "people_dead:bot",
    "random": "people_bots:Thoughtful",
    "two words": "people_bots:Thoughtful",
    "nonsense": "!!",
}


def write_package(
    folder: Path, points: dict[str, str], name: str = "people", group: str = "elgrande.bots"
) -> Path:
    """Write the metadata of an installed package into a folder."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"[{group}]", *(f"{point} = {value}" for point, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return folder


def install_bots(folder: Path) -> Path:
    """Install the package of bots into a folder, to be put on the path of Python."""
    write_package(folder, POINTS)
    (folder / "people_bots.py").write_text(MODULE)
    (folder / "people_broken.py").write_text("raise RuntimeError('no licence')\n")
    (folder / "people_dead.py").write_text("import os\nos._exit(9)\n")
    return folder
