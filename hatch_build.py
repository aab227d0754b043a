"""Compiling the rules with mypyc: for the wheel (a hatch build hook), or in place (`make compile`).

Without a C compiler the same files are used as they are, and one line says so. The wheel also
takes the pages of the browser game, which build_ui.py builds.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
# Wheel builders load this file by its path and know nothing of its neighbours.
sys.path.insert(0, str(ROOT))
import build_ui  # noqa: E402

SOURCE = ROOT / "src"
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
# With interposition, named access to the state would cost a call; without it, access is free.
COMPILE_ARGUMENTS = [] if sys.platform == "win32" else ["-fno-semantic-interposition"]

MYPY_ARGUMENTS = [
    *("--strict", "--explicit-package-bases", "--always-true=COMPILED"),
    # Whoever builds a wheel need not have numpy, which modules beside the compiled ones import.
    "--follow-imports=silent",
]


def compiled_modules() -> list[str]:
    """The modules that make the one compiled unit, relative to the root."""
    folders = [SOURCE / "elgrande" / name for name in ("rules", "search", "learn/core")]
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    modules = [path for path in files if path.name not in INTERPRETED]
    modules.append(SOURCE / "elgrande" / "game.py")
    return [str(path.relative_to(ROOT)) for path in modules]


def compile_rules(target: Path) -> list[Path]:
    """Compile into the folder `target`; returns the files made, raises if that fails."""
    from mypyc.build import mypycify
    from setuptools import Distribution

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


def apology(error: BaseException) -> str:
    """The one line that says the rules were left as they are, and why."""
    reason = type(error).__name__
    if isinstance(error, SystemExit):
        reason = "mypyc refused them"
    elif reason in ("CompileError", "LinkError", "PlatformError", "CalledProcessError"):
        reason = "no working C compiler"
    return f"elgrande: rules not compiled, they run interpreted ({reason})"


def remove_compiled() -> None:
    """Remove what an earlier run compiled in place: it would hide the files as they are now."""
    for pattern in ("*.so", "*.pyd"):
        for path in SOURCE.rglob(pattern):
            path.unlink()


class CustomBuildHook(BuildHookInterface[Any]):
    """Puts the compiled rules and the pages into the wheel."""

    def dependencies(self) -> list[str]:
        """Node from PyPI, where pages have to be built and the machine has no Node."""
        if not build_ui.is_wanted() or build_ui.is_built() or build_ui.find_node() is not None:
            return []
        return [build_ui.NODE_ON_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is put together; an editable install is left as it is."""
        if version == "editable":
            return
        self._take_pages(build_data)
        self._folder = tempfile.mkdtemp()
        target = Path(self._folder)
        try:
            made = compile_rules(target)
        except (Exception, SystemExit) as error:
            sys.stderr.write(apology(error) + "\n")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(
            {str(path): str(path.relative_to(target)) for path in made}
        )

    def _take_pages(self, build_data: dict[str, Any]) -> None:
        """Build the pages; without them a wheel is useless to players, so none is built."""
        if not build_ui.is_wanted():
            sys.stderr.write("elgrande: without the pages of the browser game, as you wish\n")
            return
        try:
            build_ui.build(build_ui.find_node())
        except build_ui.CannotBuild as error:
            sys.exit(f"{build_ui.apology(error)} {build_ui.WITHOUT_UI}=1 leaves them out.")
        # Git ignores them, and hatch would too.
        for made in (build_ui.PAGES, build_ui.FONTS):
            build_data["artifacts"].append(f"/{made.relative_to(ROOT).as_posix()}/")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled."""
        if version != "editable":
            shutil.rmtree(self._folder, ignore_errors=True)


def main() -> None:
    """Compile in place."""
    try:
        made = compile_rules(SOURCE)
    except (Exception, SystemExit) as error:
        remove_compiled()
        print(apology(error))
        return
    print(f"elgrande: rules compiled ({len(made)} files)")


if __name__ == "__main__":
    main()
