"""Copies of the package in which something is missing or damaged."""

import os
from pathlib import Path

import elgrande
from elgrande.search.network_file import SHIPPED

PACKAGE = Path(elgrande.__file__).parent
COMPILED = (".so", ".pyd")


def package_with_network(folder: Path, content: bytes | None) -> dict[str, str]:
    """An environment whose package has this file as its network, or none."""
    search = folder / "elgrande" / "search"
    search.mkdir(parents=True)
    for source, target in ((PACKAGE, search.parent), (PACKAGE / "search", search)):
        for path in source.iterdir():
            if path.name not in ("search", SHIPPED, "__pycache__"):
                (target / path.name).symlink_to(path)
    if content is not None:
        (search / SHIPPED).write_bytes(content)
    return environment_of(folder)


def interpreted_package(folder: Path) -> dict[str, str]:
    """An environment whose package has no compiled unit."""
    for path in PACKAGE.rglob("*"):
        target = folder / "elgrande" / path.relative_to(PACKAGE)
        if path.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        elif path.suffix not in (*COMPILED, ".pyc"):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(path)
    return environment_of(folder)


def environment_of(folder: Path) -> dict[str, str]:
    """Where programs find a copy of the package before the package itself."""
    return {**os.environ, "PYTHONPATH": str(folder)}
