"""The programs that tests need besides Python: which they are, and one step that installs them.

`make test` and `make proofs` run this step first: `python -m tests.support.programs`. It installs
what is missing with apt-get, as root or by a sudo that asks for no password, and says in one line
what could not be installed. With `--required`, as for `make proofs`, that is a failure; without it
the tests that need the program are skipped, and pytest ends with the same line. Programs that only
proofs need are large, so only `--required` installs them.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

SECONDS_TO_INSTALL = 900
POSTGRESQL_OF_DEBIAN = Path("/usr/lib/postgresql")


class Missing(Exception):
    """A program is not here; its sentence says so, and what installs it."""


class Program(NamedTuple):
    """A program, the package of Debian that holds it, and what is not tested without it."""

    name: str
    package: str
    tests: str
    is_for_proofs: bool = False

    def find(self) -> str | None:
        """Where it is, if it is here."""
        found = shutil.which(self.name)
        return found or (newest_postgresql() if self.name == "postgres" else None)

    @property
    def loss(self) -> str:
        """What is not tested without it, and why."""
        return f"{self.tests} ({self.name} is missing; Debian's package is {self.package})"


PROGRAMS = (
    Program("chromium", "chromium", "the game in the browser"),
    Program("firefox-esr", "firefox-esr", "the game in Firefox", is_for_proofs=True),
    Program("WebKitWebDriver", "webkit2gtk-driver", "the game in WebKit", is_for_proofs=True),
    Program("Xvfb", "xvfb", "the game in WebKit", is_for_proofs=True),
    Program("postgres", "postgresql", "the server with PostgreSQL"),
    Program("redis-server", "redis-server", "the server in several processes with Redis"),
    Program("promtool", "prometheus", "what Prometheus makes of our alerts"),
    Program("caddy", "caddy", "the server in containers behind a proxy"),
    Program("ip", "iproute2", "the server in containers behind a proxy"),
    Program("unshare", "util-linux", "the server in containers behind a proxy"),
)


def newest_postgresql() -> str | None:
    """The server that Debian keeps off the path, the newest if there are several."""
    found = POSTGRESQL_OF_DEBIAN.glob("*/bin/postgres")
    newest = max(found, key=lambda path: float(path.parent.parent.name), default=None)
    return str(newest) if newest else None


def missing(*, proofs: bool) -> list[Program]:
    """The programs that are not here, with or without those that only proofs need."""
    wanted = [program for program in PROGRAMS if proofs or not program.is_for_proofs]
    return [program for program in wanted if program.find() is None]


def not_tested(absent: Sequence[Program]) -> str:
    """The one line that says what is not tested for want of these programs."""
    return f"elgrande: not tested: {', '.join(program.loss for program in absent)}."


def program(name: str) -> str:
    """The path of one of the programs; Missing if it is not here."""
    wanted = next(one for one in PROGRAMS if one.name == name)
    found = wanted.find()
    if found is None:
        raise Missing(not_tested([wanted]))
    return found


def rights() -> list[str] | None:
    """What runs apt-get with the right to install; None if we have none."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True).returncode == 0:
        return [sudo, "-n"]
    return None


def install(wanted: Sequence[Program]) -> None:
    """Install the packages of these programs, each by itself: one may be unknown to the system."""
    as_root = rights()
    if as_root is None:
        return
    packages = sorted({program.package for program in wanted})
    print(f"elgrande: installing for the tests: {', '.join(packages)}", flush=True)
    apt = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    install_one = [*apt, "install", "-y", "--no-install-recommends"]
    for command in ([*apt, "update"], *([*install_one, package] for package in packages)):
        try:
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                timeout=SECONDS_TO_INSTALL,
            )
        except subprocess.TimeoutExpired:
            print(f"elgrande: gave up after {SECONDS_TO_INSTALL} s: {' '.join(command)}")


def main() -> None:
    """Install what is missing; say what could not be."""
    reader = argparse.ArgumentParser(description="Install the programs that tests need.")
    reader.add_argument("--required", action="store_true", help="Fail if one is missing after all.")
    wanted = reader.parse_args()
    if absent := missing(proofs=wanted.required):
        install(absent)
        absent = missing(proofs=wanted.required)
    if absent:
        print(not_tested(absent), file=sys.stderr)
        sys.exit(1 if wanted.required else 0)


if __name__ == "__main__":
    main()
