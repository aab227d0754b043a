"""A machine without what only POSIX has, as Windows is, for processes that a test starts.

Modules that Windows lacks cannot be imported, names that its modules lack are not there for our
code (what the standard library itself needs here stays), event loops know no signals, consoles
write cp1252, and files are locked with a `msvcrt` that behaves like the one of Windows.
"""

import asyncio
import builtins
import errno
import fcntl
import os
import struct
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from tests.support.processes import with_code

ROOT = Path(__file__).parents[2]
MISSING_MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty", "uvloop")
# They import what is then taken away.
LOADED_BEFORE = (
    "concurrent.futures.process",
    "getpass",
    "multiprocessing.popen_spawn_posix",
    "multiprocessing.resource_tracker",
    "subprocess",
)
MISSING_NAMES = {
    "os": (
        *("fork", "forkpty", "getegid", "geteuid", "getgid", "getpgid", "getpgrp", "getuid"),
        *("kill", "killpg", "mkfifo", "nice", "openpty", "sched_getaffinity", "setsid", "statvfs"),
        *("umask", "uname", "wait", "waitid"),
    ),
    "signal": ("SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGUSR2", "alarm", "pause"),
    "socket": ("AF_UNIX", "SO_REUSEPORT", "socketpair"),
    "time": ("tzset",),
}
LK_UNLCK, LK_LOCK, LK_NBLCK = range(3)


def without_posix(folder: Path) -> dict[str, str]:
    """An environment whose processes, and those they start, run on such a machine."""
    code = f"import sys\nsys.path.append({str(ROOT)!r})\n"
    code += f"from {__name__} import take_away\ntake_away()\nsys.path.remove({str(ROOT)!r})\n"
    return {**with_code(folder, code), "PYTHONIOENCODING": "cp1252"}


def take_away() -> None:
    """Make this process one of such a machine."""
    for name in LOADED_BEFORE:
        import_module(name)
    for name in MISSING_MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    sys.modules["msvcrt"] = _msvcrt()
    _hide_names()
    loop: Any = asyncio.SelectorEventLoop
    for method in ("add_signal_handler", "remove_signal_handler", "create_unix_server"):
        setattr(loop, method, _refuse)


def _hide_names() -> None:
    """Show our modules those of the standard library without the missing names."""
    shown = {name: _without(name, missing) for name, missing in MISSING_NAMES.items()}
    usual = builtins.__import__

    def find(name: str, given: Any = None, *more: Any, **others: Any) -> Any:
        importer = (given or {}).get("__name__") or ""
        if importer.partition(".")[0] == "elgrande" and name in shown:
            return shown[name]
        return usual(name, given, *more, **others)

    setattr(builtins, "__import__", find)  # noqa: B010 (its type is of no use here)


def _without(name: str, missing: tuple[str, ...]) -> ModuleType:
    copy = ModuleType(name)
    copy.__dict__.update(__import__(name).__dict__)
    for each in missing:
        delattr(copy, each)
    return copy


def _refuse(*given: object, **named: object) -> NoReturn:
    raise NotImplementedError


def _msvcrt() -> ModuleType:
    """Locks as on Windows, made of those that Linux keeps for an open file, not for a process."""
    module = ModuleType("msvcrt")
    module.__dict__.update(LK_UNLCK=LK_UNLCK, LK_LOCK=LK_LOCK, LK_NBLCK=LK_NBLCK, locking=_locking)
    return module


def _locking(descriptor: int, mode: int, count: int) -> None:
    kind = fcntl.F_UNLCK if mode == LK_UNLCK else fcntl.F_WRLCK
    place = os.lseek(descriptor, 0, os.SEEK_CUR)
    wanted = struct.pack("hhqqi", kind, os.SEEK_SET, place, count, 0)
    try:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, wanted)
    except OSError:
        raise PermissionError(errno.EACCES, "Permission denied") from None
