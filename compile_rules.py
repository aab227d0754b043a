"""Compiling the rules with mypyc: in place (`make compile`), beside a game, or for the wheel.

Without a C compiler the same files are used as they are, and one line says so. What is compiled in
place is marked with a digest of its sources, so that nothing is compiled twice and nothing outdated
is used.
"""

import argparse
import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
SOURCE = ROOT / "src"
# The digest of the sources that the compiled files beside them were made from.
COMPILED = SOURCE / "elgrande" / "compiled.sha256"
# Errors and options are ordinary Python: users subclass and construct them, nothing there is hot.
# msgspec reads these types at run time, and mypyc leaves nothing to read.
INTERPRETED = {
    *("__init__.py", "errors.py", "options.py", "keys.py"),
    *(
        "choice_types.py",
        "decision_types.py",
        "event_types.py",
        "snapshot_types.py",
        "view_types.py",
    ),
}
# With interposition, named access to the state would cost a call; without it, access is free. Debug
# information would make the wheel a quarter larger, and name folders of whoever built it.
COMPILE_ARGUMENTS = [] if sys.platform == "win32" else ["-fno-semantic-interposition", "-g0"]

MYPY_ARGUMENTS = [
    *("--strict", "--explicit-package-bases", "--always-true=COMPILED"),
    # Whoever builds a wheel need not have numpy, which modules beside the compiled ones import.
    "--follow-imports=silent",
]
NO_COMPILER = "no working C compiler"
# What installs a C compiler, by sys.platform.
COMPILER_HELP = {
    "linux": "`apt-get install gcc python3-dev` or your distribution's equivalent installs one",
    "darwin": "`xcode-select --install` installs one",
    "win32": "the Visual Studio Build Tools contain one",
}


class CannotCompile(Exception):
    """The rules cannot be compiled; its sentence says why and what helps."""


def compiled_modules() -> list[str]:
    """The modules that make the one compiled unit, relative to the root."""
    folders = [SOURCE / "elgrande" / name for name in ("rules", "search", "learn/core")]
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    modules = [path for path in files if path.name not in INTERPRETED]
    modules.append(SOURCE / "elgrande" / "game.py")
    return [str(path.relative_to(ROOT)) for path in modules]


def digest_of_sources() -> str:
    """A digest of what is compiled, how, and for which Python."""
    versions = [sysconfig.get_config_var("EXT_SUFFIX"), *_tools()]
    digest = hashlib.sha256(" ".join(versions).encode())
    for name in [*compiled_modules(), Path(__file__).name]:
        content = (ROOT / name).read_bytes()
        digest.update(f"{Path(name).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def is_compiled() -> bool:
    """Whether the compiled files in place were made from exactly these sources."""
    try:
        marked = COMPILED.read_text(encoding="ascii")
    except OSError:
        return False
    return marked == digest_of_sources()


def compile_rules(target: Path) -> list[Path]:
    """Compile into the folder `target`; returns the files made, CannotCompile if that fails."""
    try:
        return _compile(target)
    except (Exception, SystemExit) as error:
        raise CannotCompile(_reason(error)) from error


def _compile(target: Path) -> list[Path]:
    from mypyc.build import mypycify
    from setuptools import Distribution

    if not has_compiler():
        # mypyc would take half a minute to find that out.
        raise CannotCompile(missing_compiler())
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as scratch:
        try:
            os.chdir(ROOT)
            extensions = mypycify(
                [*MYPY_ARGUMENTS, *compiled_modules()],
                opt_level="3",
                group_name="elgrande",
                target_dir=scratch,
            )
            for extension in extensions:
                extension.extra_compile_args = [*extension.extra_compile_args, *COMPILE_ARGUMENTS]
            distribution = Distribution({"name": "elgrande", "ext_modules": extensions})
            command: Any = distribution.get_command_obj("build_ext")
            command.build_lib = str(target)
            command.build_temp = scratch
            command.ensure_finalized()
            command.run()
            return [Path(output) for output in command.get_outputs()]
        finally:
            os.chdir(before)


def has_compiler() -> bool:
    """Whether there is a C compiler, as far as that can be seen without using it."""
    if sys.platform == "win32":
        return True
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    return bool(command) and shutil.which(command[0]) is not None and headers.is_file()


def missing_compiler() -> str:
    """That there is no compiler, and what installs one."""
    return f"{NO_COMPILER}: {COMPILER_HELP.get(sys.platform, 'install one')}"


def _reason(error: BaseException) -> str:
    if isinstance(error, CannotCompile):
        return str(error)
    if isinstance(error, SystemExit):
        return "mypyc refused them"
    name = type(error).__name__
    failures = ("CompileError", "LinkError", "PlatformError", "CalledProcessError")
    return missing_compiler() if name in failures else name


def apology(reason: CannotCompile | str) -> str:
    """The one line that says the rules were left as they are, and why."""
    return f"elgrande: rules not compiled, they run interpreted ({reason})"


def remove_compiled() -> None:
    """Remove what an earlier run compiled in place: it would hide the files as they are now."""
    COMPILED.unlink(missing_ok=True)
    for pattern in ("*.so", "*.pyd"):
        for path in SOURCE.rglob(pattern):
            path.unlink()


def put_in_place(folder: Path, digest: str) -> None:
    """Move what was compiled into `folder` beside the sources with this digest."""
    remove_compiled()
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        shutil.move(path, SOURCE / path.relative_to(folder))
    COMPILED.write_text(digest, encoding="ascii")


def install_tools() -> None:
    """Install what compiles beside the Python that runs this; CannotCompile if that fails."""
    line = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    try:
        subprocess.check_call([*line, *_tools()])
    except (OSError, subprocess.SubprocessError):
        raise CannotCompile("the tools for it could not be installed") from None


def _tools() -> list[str]:
    """What compiles, with versions, as pyproject.toml names it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return list(project["build-system"]["requires"])


def compile_beside_a_game(folder: Path) -> None:
    """Compile into `folder` at low priority, with tools that are installed first."""
    if hasattr(os, "nice"):
        os.nice(10)
    if not has_compiler():
        raise CannotCompile(missing_compiler())
    install_tools()
    compile_rules(folder)


def compile_in_place() -> None:
    """Compile beside the sources, unless that is done already."""
    if is_compiled():
        return
    digest = digest_of_sources()
    if has_compiler() and importlib.util.find_spec("mypyc") is None:
        install_tools()
    with tempfile.TemporaryDirectory() as folder:
        made = compile_rules(Path(folder))
        put_in_place(Path(folder), digest)
    print(f"elgrande: rules compiled ({len(made)} files)")


def main() -> None:
    """Compile in place, or into another folder."""
    reader = argparse.ArgumentParser(description="Compile the rules with mypyc.")
    reader.add_argument(
        "--into",
        type=Path,
        metavar="FOLDER",
        help="Install the tools, then compile into FOLDER while a game runs; fails if it cannot.",
    )
    folder = reader.parse_args().into
    try:
        if folder is None:
            compile_in_place()
        else:
            compile_beside_a_game(folder)
    except CannotCompile as error:
        if folder is not None:
            sys.exit(apology(error))
        remove_compiled()
        print(apology(error))


if __name__ == "__main__":
    main()
