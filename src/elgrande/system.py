"""What not every system can do: locks on files, groups and priorities of processes, limits.

Each function looks for what it needs, not at the name of the system. Where that is missing, as most
of it is on Windows, it does the same in another way, or nothing if that harms nobody.
"""

import os
import signal
import subprocess
from contextlib import suppress
from importlib import import_module
from typing import IO, Any, Final

# Windows lets nobody read what is locked, so the lock is on a byte far behind all that is written.
LOCKED_BYTE: Final = 1 << 30


def try_lock(file: IO[str]) -> bool:
    """Lock an open file until it is closed; False if another process has locked it.

    The lock is the operating system's, so it ends with the process, however that ends.
    """
    locks = _module("fcntl")
    try:
        if locks is not None:
            locks.flock(file.fileno(), locks.LOCK_EX | locks.LOCK_NB)
        else:
            _lock_on_windows(file.fileno())
    except OSError:
        return False
    return True


def _lock_on_windows(descriptor: int) -> None:
    locks: Any = import_module("msvcrt")
    place = os.lseek(descriptor, 0, os.SEEK_CUR)
    os.lseek(descriptor, LOCKED_BYTE, os.SEEK_SET)
    try:
        locks.locking(descriptor, locks.LK_NBLCK, 1)
    finally:
        os.lseek(descriptor, place, os.SEEK_SET)


def starting_apart() -> dict[str, Any]:
    """What starts a subprocess in a group of its own, out of reach of Ctrl-C in our terminal."""
    flag = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", None)
    return {"start_new_session": True} if flag is None else {"creationflags": flag}


def end_group(leader: int) -> bool:
    """End a process that was started apart, and all it has started; False if that is unknown here.

    A group of Windows cannot be ended: what its processes started stays.
    """
    end = getattr(os, "killpg", None)
    if end is None:
        return False
    with suppress(OSError):
        end(leader, signal.Signals["SIGKILL"])
    return True


def end_own_group() -> None:
    """If this process was started apart, end it and all it has started, where that is known."""
    group = getattr(os, "getpgrp", None)
    if group is not None and group() == os.getpid():
        end_group(os.getpid())


def lower_priority(niceness: int) -> None:
    """Yield to other processes from now on, more so the higher the niceness."""
    nice = getattr(os, "nice", None)
    if nice is not None:
        with suppress(OSError):
            nice(niceness)


def allow_many_files(most: int) -> None:
    """Raise the low number of open files, sockets among them, that a process starts with."""
    limits = _module("resource")
    if limits is None:
        return
    soft, hard = limits.getrlimit(limits.RLIMIT_NOFILE)
    wanted = most if hard == limits.RLIM_INFINITY else min(hard, most)
    if soft != limits.RLIM_INFINITY and soft < wanted:
        limits.setrlimit(limits.RLIMIT_NOFILE, (wanted, hard))


def _module(name: str) -> Any:
    """A module that only some systems have, or None."""
    with suppress(ImportError):
        return import_module(name)
    return None
