"""What the wheel takes beside the sources: a build hook of hatch.

These are the rules as compile_rules.py compiles them, and the pages as build_ui.py builds them.
Without a C compiler the wheel holds the rules as they are, and one line says so.
"""

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
import compile_rules  # noqa: E402


class CustomBuildHook(BuildHookInterface[Any]):
    """Puts the pages into the wheel and the sdist, and the compiled rules into the wheel."""

    _folder: str | None = None

    def dependencies(self) -> list[str]:
        """Node from PyPI, where pages have to be built and the machine has no Node."""
        if not build_ui.is_wanted() or build_ui.is_built() or build_ui.find_node() is not None:
            return []
        return [build_ui.NODE_ON_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build and compile what goes in; an editable install is left as it is."""
        if version == "editable":
            return
        self._take_pages(build_data)
        if self.target_name == "sdist":
            return
        self._folder = tempfile.mkdtemp()
        target = Path(self._folder)
        try:
            made = compile_rules.compile_rules(target)
        except compile_rules.CannotCompile as error:
            sys.stderr.write(compile_rules.apology(error) + "\n")
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
        if self.target_name == "sdist":  # so that the wheel made from it builds no pages
            build_data["artifacts"].append(f"/{build_ui.BUILT.relative_to(ROOT).as_posix()}")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
