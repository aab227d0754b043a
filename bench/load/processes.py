"""The server's process: started here, watched through /proc, and ended here."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
from pathlib import Path

from bench.load.failures import LoadFailure

START_TIMEOUT = 60.0
STOP_TIMEOUT = 20.0
LOOPBACK = "127.0.0.1"
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class ServerProcess:
    """A server on loopback and everything it started, as one thing to measure and to end."""

    def __init__(
        self, command: list[str], port: int, environment: dict[str, str], log: Path, folder: Path
    ) -> None:
        self.port = port
        self._folder = folder
        self._log = log
        self._command = command
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it and wait until it accepts connections."""
        with self._log.open("wb") as output:
            # Its own session, so that it can be ended with its children and Ctrl-C reaches only us.
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self._folder,
                env={**os.environ, **self._environment},
                start_new_session=True,
            )
        # The client may be pinned to one core by now; the server may use them all.
        os.sched_setaffinity(self._process.pid, range(os.cpu_count() or 1))
        try:
            async with asyncio.timeout(START_TIMEOUT):
                while not await answers(self.port):
                    self.check()
                    await asyncio.sleep(0.1)
        except TimeoutError as error:
            raise LoadFailure(f"no answer on port {self.port}: {self.last_words()}") from error

    def check(self) -> None:
        """Raise if it has ended."""
        if self._process is None or self._process.poll() is not None:
            raise LoadFailure(f"the server ended: {self.last_words()}")

    def last_words(self) -> str:
        """The last line of its output."""
        text = self._log.read_text(errors="replace").strip()
        return text.rpartition("\n")[2][:500]

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process is not None
        return self._process.pid

    def memory(self) -> int:
        """Bytes it has in memory, including its children's."""
        return sum(resident_bytes(pid) for pid in family(self.pid))

    def processor_seconds(self) -> float:
        """Seconds of processor time it has used, including its children's."""
        return sum(processor_seconds(pid) for pid in family(self.pid))

    def signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    async def stop(self) -> None:
        """End it, politely first, together with everything it started."""
        if self._process is None:
            return
        process, self._process = self._process, None
        if process.poll() is None:
            process.terminate()
            try:
                await asyncio.to_thread(process.wait, STOP_TIMEOUT)
            except subprocess.TimeoutExpired:
                process.kill()
                await asyncio.to_thread(process.wait)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def free_port() -> int:
    """A port that nobody is listening on."""
    with socket.socket() as listener:
        listener.bind((LOOPBACK, 0))
        port: int = listener.getsockname()[1]
        return port


async def answers(port: int) -> bool:
    """Whether somebody accepts connections there."""
    try:
        _, writer = await asyncio.open_connection(LOOPBACK, port)
    except OSError:
        return False
    writer.close()
    return True


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except OSError:
            continue
        for child in children:
            found += family(int(child))
    return found


def resident_bytes(pid: int) -> int:
    """Bytes of a process in memory; 0 if it is gone."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * PAGE_BYTES


def processor_seconds(pid: int) -> float:
    """Seconds of processor time of one process and its finished children; 0 if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(field) for field in fields[11:15]) / TICKS_PER_SECOND


def machine_seconds() -> float:
    """Seconds that all processors of this machine have been busy, or kept busy by its host."""
    fields = Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
    user, nice, system, _idle, _waiting, interrupts, soft_interrupts, stolen = map(int, fields)
    busy = user + nice + system + interrupts + soft_interrupts + stolen
    return busy / TICKS_PER_SECOND
