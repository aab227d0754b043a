"""What we depend on: named once, with an upper bound where we override what is not public."""

import ast
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Modules that subclass or patch what their package keeps for itself.
OVERRIDDEN = {
    "litestar": "litestar.types.internal_types",
    "uvicorn": "uvicorn.protocols",
    "websockets": "websockets.frames",
}


def requirements() -> list[Requirement]:
    extras = [line for lines in PROJECT["optional-dependencies"].values() for line in lines]
    return [Requirement(line) for line in [*PROJECT["dependencies"], *extras]]


def test_every_package_is_named_once() -> None:
    """An extra may want other extras of ours, or another part of the same package."""
    named = [(one.name, *sorted(one.extras)) for one in requirements() if one.name != "elgrande"]
    counts = Counter(named)
    assert [name for name, count in counts.items() if count > 1] == []


@pytest.mark.parametrize(("package", "internals"), OVERRIDDEN.items())
def test_a_package_whose_internals_we_override_has_an_upper_bound(
    package: str, internals: str
) -> None:
    imported = {
        node.module
        for path in (ROOT / "src" / "elgrande" / "server").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
    }
    assert any(name.startswith(internals) for name in imported), "then it needs no bound"
    (found,) = [one for one in requirements() if one.name == package]
    assert any(bound.operator in ("<", "==", "~=") for bound in found.specifier)
