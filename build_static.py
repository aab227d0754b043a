"""Building the game for any static host: the pages, and the package's Python for the browser.

`make static` makes a folder in which Pyodide interprets `elgrande.solo` (docs/play/demo.md). The
modules are found by importing it; msgspec and librt come as wheels that PyPI has for Pyodide.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import build_ui
from build_ui import ROOT, UI, CannotBuild

SOURCE = ROOT / "src"
TARGET = ROOT / "dist" / "static"
ENTRANCE = "elgrande.solo.service"
# Where npm's part of the build finds what this one made.
PYTHON = ROOT / "build" / "solo"
BUILT = PYTHON / "built"
# The texts of the game, the guided round, lookalike letters: what modules read besides themselves.
DATA = {".toml", ".egn", ".txt"}
# The same versions as here, compiled for Pyodide's Python.
COMPILED = ("msgspec", "librt")
WHEELS = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
LIST_MODULES = f"""
import json, sys
import {ENTRANCE}
print(json.dumps({{name: module.__file__ for name, module in sys.modules.items()
                  if name.split(".")[0] in ("elgrande", "mypy_extensions") and module.__file__}}))
"""
# The same moment for every file, so that the same sources make the same archive.
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def needed_files() -> dict[str, Path]:
    """The files of Python and data that the game needs, by their places in the archive."""
    done = subprocess.run(
        [sys.executable, "-c", LIST_MODULES], capture_output=True, text=True, check=True
    )
    found: dict[str, Path] = {}
    for name, file in json.loads(done.stdout).items():
        path = _source_of(Path(file))
        place = path.relative_to(SOURCE) if path.is_relative_to(SOURCE) else Path(path.name)
        found[place.as_posix()] = path
        if name.startswith("elgrande") and path.name == "__init__.py":
            found |= {data.relative_to(SOURCE).as_posix(): data for data in _data_in(path.parent)}
    return dict(sorted(found.items()))


def _source_of(file: Path) -> Path:
    """The Python file of a module, compiled or not."""
    return file if file.suffix == ".py" else file.with_name(f"{file.name.split('.')[0]}.py")


def _data_in(package: Path) -> Iterator[Path]:
    """The data of a package, in its own folder or in folders that are no packages."""
    for path in sorted(package.iterdir()):
        if path.is_dir() and not (path / "__init__.py").exists():
            yield from _data_in(path)
        elif path.suffix in DATA:
            yield path


def fetch_wheels(folder: Path) -> list[Path]:
    """The compiled packages, as PyPI has them for Pyodide."""
    wanted = _versions()
    line = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    line += ["--no-deps", "--only-binary=:all:", *WHEELS, "--dest", str(folder), *wanted]
    if subprocess.run(line, stdout=build_ui.STDERR).returncode:
        names = " and ".join(wanted)
        raise CannotBuild(f"pip cannot fetch {names} for Pyodide; is PyPI within reach?")
    return sorted(folder.glob("*.whl"))


def pack_game(target: Path) -> None:
    """One archive with all of the Python that the browser runs."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(target, "w") as archive:
        for place, path in needed_files().items():
            _add(archive, place, path.read_bytes())
        for wheel in fetch_wheels(Path(folder)):
            with zipfile.ZipFile(wheel) as packed:
                for name in sorted(packed.namelist()):
                    if _is_wanted(name):
                        _add(archive, name, packed.read(name))


def _is_wanted(name: str) -> bool:
    """Whether a browser needs a file of a wheel: its code, and the licence it comes with."""
    if ".dist-info/" in name:
        return "/licenses/" in name
    return not name.endswith((".pyi", "/"))


def _add(archive: zipfile.ZipFile, place: str, content: bytes) -> None:
    info = zipfile.ZipInfo(place, LONG_AGO)
    archive.writestr(info, content, zipfile.ZIP_DEFLATED, compresslevel=9)


def write_first_answers(folder: Path) -> None:
    """What the first page asks and everybody is answered alike, in a file for each language.

    With these it is complete before Python has started.
    """
    from elgrande.editions.wording import LANGUAGES
    from elgrande.rules.options import EDITIONS
    from elgrande.solo.service import Solo

    solo = Solo(lambda *_: None, lambda *_: None, lambda *_: None)
    for language in LANGUAGES:
        asked = [f"/api/catalogue?edition={edition}&language={language}" for edition in EDITIONS]
        asked.append(f"/api/bots?language={language}")
        answers = {path: solo.answer("GET", path, "").text for path in asked}
        file = folder / f"first_answers.{language}.json"
        file.write_text(json.dumps(answers, ensure_ascii=False), encoding="utf-8")


def digest_of_sources(home: str) -> str:
    """A digest of all that the build reads."""
    digest = hashlib.sha256(f"{build_ui.digest_of_sources()} {_versions()} {home}\n".encode())
    for place, path in needed_files().items():
        digest.update(f"{place}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _versions() -> list[str]:
    return [f"{name}=={version(name)}" for name in COMPILED]


def build(home: str = "") -> None:
    """Build the folder unless it is up to date; CannotBuild says why that fails."""
    digest = digest_of_sources(home)
    if BUILT.is_file() and BUILT.read_text(encoding="ascii") == digest and TARGET.is_dir():
        return
    BUILT.unlink(missing_ok=True)
    _build(home)
    BUILT.write_text(digest, encoding="ascii")


def _build(home: str) -> None:
    node = build_ui.find_node() or build_ui.install_node()
    if node is None:
        raise CannotBuild(build_ui.NO_NODE)
    build_ui.install_parts(node)
    PYTHON.mkdir(parents=True, exist_ok=True)
    game = PYTHON / "game.zip"
    pack_game(game)
    write_first_answers(PYTHON)
    lock = (UI / "package-lock.json").read_bytes()
    answers = b"".join(path.read_bytes() for path in sorted(PYTHON.glob("first_answers.*.json")))
    digest = hashlib.sha256(game.read_bytes() + answers + lock).hexdigest()[:12]
    # Named by its content, like all files that browsers may keep for ever.
    os.environ |= {"VITE_PYTHON": f"python-{digest}", "VITE_HOME": home}
    build_ui.run_npm(node, "run", "static")


def main() -> None:
    """Build in place."""
    reader = argparse.ArgumentParser(description="Build the game for a static host.")
    reader.add_argument("--home", default="", help="The project's address, to link to.")
    given = reader.parse_args()
    try:
        build(given.home)
    except CannotBuild as error:
        sys.exit(f"elgrande: the static game cannot be built: {error}")
    size = sum(path.stat().st_size for path in TARGET.rglob("*") if path.is_file())
    print(f"The game lies in {TARGET.relative_to(ROOT)}/ ({size / 1e6:.1f} MB), for any web host.")


if __name__ == "__main__":
    main()
