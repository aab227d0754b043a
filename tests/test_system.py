"""What not every system can do, here and on a machine that is as Windows is."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from elgrande import system
from elgrande.server.storage.file_lock import HeldByAnother, serving_alone
from tests.support.without_posix import without_posix

ROOT = Path(__file__).parent.parent
ADDRESS = "http://127.0.0.1:8470"


class Msvcrt(ModuleType):
    """The locks of Windows: they are on bytes from where a descriptor stands, and exclusive."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.locked: dict[int, int] = {}

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        file = os.fstat(descriptor).st_ino
        if file in self.locked:
            raise PermissionError
        self.locked[file] = place


@pytest.fixture
def msvcrt(monkeypatch: pytest.MonkeyPatch) -> Msvcrt:
    """A machine without `fcntl` and with the locks of Windows."""
    module = Msvcrt()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", module)
    return module


def test_one_server_has_a_file_on_windows(tmp_path: Path, msvcrt: Msvcrt) -> None:
    database = tmp_path / "games.db"
    with serving_alone(database, ADDRESS):
        with pytest.raises(HeldByAnother) as held, serving_alone(database, "http://other"):
            pass
        assert held.value.address == ADDRESS
        assert database.with_name("games.db.lock").read_text(encoding="utf-8") == ADDRESS
    # What is locked cannot be read there: it must be behind any address.
    assert list(msvcrt.locked.values()) == [system.LOCKED_BYTE]


def test_a_lock_leaves_a_file_as_it_is(tmp_path: Path, msvcrt: Msvcrt) -> None:
    with (tmp_path / "file").open("w+", encoding="utf-8") as file:
        file.write("before")
        file.flush()
        assert system.try_lock(file)
        file.write(" after")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "before after"


def test_without_groups_and_priorities_nothing_is_ended_or_yielded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("killpg", "getpgrp", "nice"):
        monkeypatch.delattr(os, name)
    monkeypatch.setitem(sys.modules, "resource", None)
    assert not system.end_group(1)
    system.end_own_group()
    system.lower_priority(5)
    system.allow_many_files(10)


def test_a_process_of_its_own_is_out_of_reach_of_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    assert system.starting_apart() == {"start_new_session": True}
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 512, raising=False)
    assert system.starting_apart() == {"creationflags": 512}


def run_python(environment: dict[str, str], *line: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-P", *line],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )


@pytest.mark.proof
def test_the_game_works_without_what_only_posix_has(tmp_path: Path) -> None:
    environment = without_posix(tmp_path / "hook")
    # It is really taken away: our modules do without, and nobody can import the others.
    probe = "from elgrande import system; print(hasattr(system.os, 'killpg')); import uvloop"
    probed = run_python(environment, "-c", probe)
    assert probed.stdout == "False\n"
    assert "ModuleNotFoundError" in probed.stderr
    done = run_python(environment, str(ROOT / "release" / "trial.py"))
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout)
    assert len(seen["scores"]) == 3
    assert seen["pages"] > 2


@pytest.mark.proof
def test_the_types_are_right_on_windows() -> None:
    # A cache of its own: otherwise it would replace what `make types` remembers.
    cache = str(ROOT / ".mypy_cache" / "win32")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--platform",
            "win32",
            "--cache-dir",
            cache,
            "src",
            "release",
        ],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
