"""The layers: who may import whom, and what `import elgrande` may not load."""

import ast
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "elgrande"
BELOW_BOTS = {"rules", "editions", "notation", "describe", "record", "game", "search", "insight"}
ALLOWED: dict[str, set[str]] = {
    "rules": {"rules"},
    "editions": {"rules", "editions"},
    "notation": {"rules", "editions", "notation"},
    "describe": {"rules", "editions", "describe"},
    "record": {"rules", "editions", "notation", "record", "game"},
    "game": {"rules", "editions", "notation", "describe", "record", "game"},
    "speed": {"rules", "editions", "game"},
    "search": {"rules", "search"},
    "insight": {"rules", "editions", "game", "search", "insight"},
    "bots": {*BELOW_BOTS, "bots"},
    "arena": {*BELOW_BOTS, "bots", "arena", "crew", "tables"},
    "server": {*BELOW_BOTS, "bots", "server", "tables", "touching"},
    "touching": {"notation", "rules"},
    "crew": set(),
    "tables": set(),
}


def imports_of(path: Path) -> set[str]:
    """The modules a file imports, by their full names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def files_of(layer: str) -> list[Path]:
    folder = SOURCE / layer
    if folder.is_dir():
        return sorted(folder.rglob("*.py"))
    return sorted(SOURCE.glob(f"{layer}.py"))


def test_each_layer_imports_only_what_is_below_it() -> None:
    for layer, allowed in ALLOWED.items():
        for path in files_of(layer):
            for name in imports_of(path):
                if name.startswith("elgrande."):
                    assert name.split(".")[1] in allowed, f"{path.name} imports {name}"


def test_the_rules_use_the_standard_library_and_librt_alone() -> None:
    forbidden = {"random", "time", "datetime", "os", "io", "socket", "pathlib", "secrets", "uuid"}
    for path in files_of("rules"):
        for name in imports_of(path):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names | {"elgrande", "librt", "mypy_extensions"}
            assert top not in forbidden, f"{path.name} imports {name}"


def test_only_the_state_knows_its_layout() -> None:
    for path in [*files_of("rules"), *files_of("game")]:
        if path.name != "state.py":
            assert "state.words" not in path.read_text(encoding="utf-8"), path.name


def test_importing_the_library_loads_no_command_line() -> None:
    code = "import sys, elgrande; print([m for m in ('typer', 'rich', 'mypy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_modules_have_one_job_and_stay_small() -> None:
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert ast.get_docstring(ast.parse(text)), path
        assert text.count("\n") <= 450, f"{path} has grown too long"
