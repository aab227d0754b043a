"""`make play`, `make serve` and `make compile`: from a checkout to a game, or to its library.

Python's packages are installed while the pages are built, and the game opens as soon as both are
there. The first game begins with the rules interpreted; they are compiled beside it, and then the
server changes over to them: it stops and starts again, the pages connect again by themselves, and
every choice is on disk. What is up to date is not done again.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import build_ui
import compile_rules
from setup_progress import Progress, SetupFailed, Step, run_side_by_side

ROOT = Path(__file__).parent
ENVIRONMENT = ROOT / ".venv"
BIN = ENVIRONMENT / ("Scripts" if sys.platform == "win32" else "bin")
PYTHON = str(BIN / "python")
# Written when the packages are installed; the Makefile writes the second, for development.
INSTALLED = (ENVIRONMENT / ".playing", ENVIRONMENT / ".installed")
# The Makefile's mark for compiled rules.
COMPILED = ENVIRONMENT / ".compiled"
PIP = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
SECONDS_TO_STOP = 20.0
SECONDS_BETWEEN_LOOKS = 0.2
# What `elgrande` is asked to do, and what to add when it is started again.
FOR_MYSELF: tuple[list[str], list[str]] = ([], ["--no-browser"])
FOR_ALL: tuple[list[str], list[str]] = (["serve", "--host", "0.0.0.0"], [])


def main() -> int:
    """Set up what is missing, then serve until Ctrl-C."""
    reader = argparse.ArgumentParser(description="Set up what playing needs, and play.")
    reader.add_argument(
        "--for-all",
        action="store_true",
        help="Serve for everybody in your network, instead of for the browser of this machine.",
    )
    reader.add_argument(
        "--compile",
        action="store_true",
        help="Install the package and compile its rules, for bots and programs; play nothing.",
    )
    given = reader.parse_args()
    try:
        if given.compile:
            set_up_for_programs(Progress(sys.stdout))
            return 0
        set_up(Progress(sys.stdout))
    except SetupFailed as failure:
        print(failure, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    try:
        return serve(*(FOR_ALL if given.for_all else FOR_MYSELF))
    except KeyboardInterrupt:
        # The server got it too, and has stopped by itself.
        return 0


def set_up(progress: Progress) -> None:
    """Install the packages and build the pages, unless they are up to date."""
    needs_pages = not build_ui.is_built()
    if is_installed() and not needs_pages:
        return
    progress.say("Setting up what playing needs. This happens once, and usually takes a minute.")
    make_environment(progress)
    pages = [Step("the pages of the game", 25, [PYTHON, str(ROOT / "build_ui.py")])]
    # Node from PyPI needs the environment for itself.
    has_node = needs_pages and build_ui.find_node() is not None
    run_side_by_side([*packages(), *(pages if has_node else [])], progress)
    if needs_pages and not has_node:
        run_side_by_side(pages, progress)
    INSTALLED[0].touch()


def set_up_for_programs(progress: Progress) -> None:
    """Install the packages and compile the rules, unless they are up to date."""
    if is_installed() and compile_rules.is_compiled():
        return
    progress.say("Setting up the compiled package. This happens once, and usually takes 2 minutes.")
    make_environment(progress)
    run_side_by_side(packages(), progress)
    INSTALLED[0].touch()
    if not compile_rules.has_compiler():
        progress.say(compile_rules.apology(compile_rules.missing_compiler()))
        return
    line = [PYTHON, str(ROOT / "compile_rules.py")]
    run_side_by_side([Step("the compiled rules", 95, line)], progress)
    if not compile_rules.is_compiled():
        reason = f"`{PYTHON} compile_rules.py` says why"
        progress.say(compile_rules.apology(reason))
        return
    COMPILED.touch()


def make_environment(progress: Progress) -> None:
    """Make the virtual environment, or complete one whose making was interrupted."""
    if not is_installed():
        venv = [sys.executable, "-m", "venv", str(ENVIRONMENT)]
        run_side_by_side([Step("a Python environment", 4, venv)], progress)


def packages() -> list[Step]:
    """The step that installs the packages, unless they are there."""
    if is_installed():
        return []
    # Pages are built beside it, not for it.
    without = {build_ui.WITHOUT_UI: "1"}
    return [Step("the Python packages", 40, [*PIP, "--editable", str(ROOT)], without)]


def is_installed() -> bool:
    """Whether packages were installed since pyproject.toml last changed."""
    changed = (ROOT / "pyproject.toml").stat().st_mtime
    return any(mark.exists() and mark.stat().st_mtime >= changed for mark in INSTALLED)


def serve(arguments: Sequence[str], again: Sequence[str]) -> int:
    """Serve the game until it ends; compile the rules meanwhile, if they are not."""
    if compile_rules.is_compiled():
        with Server(arguments) as server:
            return server.wait()
    # They would be older than the sources.
    compile_rules.remove_compiled()
    with Server(arguments) as server:
        if not compile_rules.has_compiler():
            print(compile_rules.apology(compile_rules.missing_compiler()), flush=True)
            return server.wait()
        if not compile_beside(server):
            return server.wait()
        port = server.port
    with Server([*arguments, *again, "--port", port]) as server:
        print("The rules are compiled now, and your game goes on.", flush=True)
        return server.wait()


def compile_beside(server: "Server") -> bool:
    """Compile while the server runs, then stop it and put the compiled rules in place.

    Whether that was done: not if the server ended first, or if the rules cannot be compiled.
    """
    digest = compile_rules.digest_of_sources()
    with tempfile.TemporaryDirectory(dir=ENVIRONMENT) as folder:
        made, said = Path(folder) / "made", Path(folder) / "said"
        command = [PYTHON, str(ROOT / "compile_rules.py"), "--into", str(made)]
        with said.open("wb") as out:
            compiling = subprocess.Popen(command, stdout=out, stderr=out)
        print("Bots get stronger in about two minutes, when the rules are compiled.", flush=True)
        try:
            while server.is_running() and compiling.poll() is None:
                time.sleep(SECONDS_BETWEEN_LOOKS)
        finally:
            end(compiling)
        if not server.is_running():
            return False
        if compiling.returncode:
            lines = said.read_text(encoding="utf-8", errors="replace").splitlines()
            print("\n".join(line for line in lines if line.startswith("elgrande: ")), flush=True)
            return False
        server.stop()
        compile_rules.put_in_place(made, digest)
    COMPILED.touch()
    return True


class Server:
    """A running `elgrande`, and the port it named in its first line."""

    def __init__(self, arguments: Sequence[str]) -> None:
        command = [PYTHON, "-m", "elgrande", *arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        self._passing_on = threading.Thread(target=self._pass_on, daemon=True)
        self.port = ""

    def __enter__(self) -> "Server":
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        print(line, end="", flush=True)
        address = re.search(r"http://\S+:(\d+)", line)
        if address is not None:
            self.port = address[1]
        self._passing_on.start()
        return self

    def _pass_on(self) -> None:
        """Show whatever else it says."""
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                print(line, end="", flush=True)

    def __exit__(self, *_: object) -> None:
        self.stop()
        # Processes that it started may still hold the pipe for a moment.
        self._passing_on.join(SECONDS_TO_STOP)

    def is_running(self) -> bool:
        """Whether it still serves."""
        return self._process.poll() is None

    def wait(self) -> int:
        """Wait until it ends by itself."""
        return self._process.wait()

    def stop(self) -> None:
        """Let it finish what is under way, and end."""
        end(self._process)


def end(process: "subprocess.Popen[str] | subprocess.Popen[bytes]") -> None:
    """Ask a process to end, and wait for it."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
