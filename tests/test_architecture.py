"""The layers: who may import whom, and what `import elgrande` may not load."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
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
    "insight": {"rules", "editions", "game", "search", "build_info", "insight"},
    "pictures": {*BELOW_BOTS, "pictures"},
    "bots": {*BELOW_BOTS, "bots", "system"},
    "model_games": {*BELOW_BOTS, "bots", "model_games"},
    "review": {*BELOW_BOTS, "bots", "review", "pictures", "process_pool"},
    "puzzles": {*BELOW_BOTS, "bots", "puzzles"},
    "standings": {"rules", "editions", "game", "insight", "standings"},
    "arena": {*BELOW_BOTS, "bots", "arena", "process_pool", "terminal_tables"},
    "server": {
        *BELOW_BOTS,
        "pictures",
        "bots",
        "model_games",
        "review",
        "puzzles",
        "standings",
        "server",
        "system",
        "terminal_tables",
        "tournaments",
        "click_targets",
        "disc_outcomes",
        "position_setup",
    },
    "solo": {*BELOW_BOTS, "bots", "server", "solo"},
    "learn": {*BELOW_BOTS, "bots", "arena", "learn"},
    "click_targets": {"notation", "rules"},
    "disc_outcomes": {"rules"},
    "position_setup": {"game", "editions", "rules"},
    "process_pool": set(),
    "system": set(),
    "terminal_tables": set(),
    "tournaments": {"tournaments"},
}


# The server's rooms, and which of the others each may use. What stands at the top of the server is
# used by every room, but for what puts the rooms together.
ROOMS: dict[str, set[str]] = {
    "storage": set(),
    "tables": {"storage"},
    "presentation": {"tables", "storage"},
    "accounts": {"tables", "storage"},
    "background": {"accounts", "tables", "storage"},
    "web": {"background", "presentation", "accounts", "tables", "storage"},
}
ASSEMBLY = {"app", "run", "background_tasks"}
# Tests of the storage as a whole, through `Storage`, and of the databases they run on.
ABOUT_THE_WHOLE_ROOM = {
    "storage/test_durability",
    "storage/test_services",
    "storage/test_tables",
}
# Modules of the server that only declare: rows, columns, bodies, types, and what handlers share.
DECLARATIONS = {
    "presentation/view_types",
    "storage/rows",
    "storage/schema",
    "timestamps",
    "web/api/admin_bodies",
    "web/api/bodies",
    "web/api/event_bodies",
    "web/api/knowledge_bodies",
    "web/api/parameters",
    "web/api/position_bodies",
    "web/api/player_bodies",
    "web/api/review_bodies",
    "web/api/standing_bodies",
    "web/api/puzzle_bodies",
    "web/services",
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


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


def room_of(module: str) -> str:
    """The room of a module of the server; "top" and "assembly" are those without one."""
    first = module.split(".")[2]
    if first in ROOMS:
        return first
    return "assembly" if first in ASSEMBLY else "top"


def server_imports(*, inside_functions: bool) -> Iterator[tuple[str, str]]:
    """Which module of the server imports which, also for a type checker alone."""
    for path in files_of("server"):
        importer = ".".join(("elgrande", *path.relative_to(SOURCE).with_suffix("").parts))
        tree = ast.parse(path.read_text(encoding="utf-8"))
        later = [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
        skipped = set() if inside_functions else {id(n) for node in later for n in ast.walk(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and id(node) not in skipped:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
                found = {name if is_module(name) else node.module for name in names}
                yield from ((importer, name) for name in found)


def is_module(name: str) -> bool:
    path = SOURCE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def test_no_import_of_the_server_runs_against_its_order() -> None:
    for importer, imported in server_imports(inside_functions=True):
        if not imported.startswith("elgrande.server."):
            continue
        room, other = room_of(importer), room_of(imported)
        allowed = {room, "top"} | ROOMS.get(room, set())
        if room == "assembly":
            allowed |= set(ROOMS)
        assert other in allowed, f"{importer} imports {imported}"


def test_every_room_of_the_server_is_named_here() -> None:
    folders = {path.parent.name for path in (SOURCE / "server").glob("*/__init__.py")}
    assert folders == set(ROOMS)


def test_no_module_of_the_server_imports_itself_through_others() -> None:
    graph: dict[str, set[str]] = {}
    for importer, imported in server_imports(inside_functions=False):
        graph.setdefault(importer.removesuffix(".__init__"), set()).add(imported)
    TopologicalSorter(graph).prepare()


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
    heavy = ("typer", "rich", "mypy", "numpy")
    code = f"import sys, elgrande; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_modules_have_one_job_and_stay_small() -> None:
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert ast.get_docstring(ast.parse(text)), path
        assert text.count("\n") <= 450, f"{path} has grown too long"


def test_every_module_of_the_server_stands_in_the_architecture() -> None:
    """In the line of its room; those at the top in the sentence before."""
    inside = SOURCE.parents[1] / "docs" / "inside"
    text = (inside / "server.md").read_text(encoding="utf-8")
    section = text[text.index("The server's modules stand in rooms") : text.index("## The way")]
    room, lines = "", {"": section.partition("| room |")[0]}
    for line in section.splitlines():
        if line.startswith("| ") and not line.startswith("| room"):
            room = line.split("|")[1].strip(" `/") or room
            lines[room] = lines.get(room, "") + line
    lines["storage"] += (inside / "storage.md").read_text(encoding="utf-8")
    for path in (SOURCE / "server").rglob("*.py"):
        first, *rest = path.relative_to(SOURCE / "server").with_suffix("").parts
        if path.name == "__init__.py":
            continue
        room, name = (first, f"{rest[0]}/" if len(rest) > 1 else rest[0]) if rest else ("", first)
        assert f"`{name}`" in lines[room], f"{path.name} is not in docs/inside/server.md"


def test_a_test_in_a_room_of_the_server_bears_the_name_of_its_module() -> None:
    """What concerns several modules stands at the top of tests/server instead."""
    tests = SOURCE.parents[1] / "tests" / "server"
    for path in tests.rglob("test_*.py"):
        room = path.relative_to(tests).parent
        module = SOURCE / "server" / room / path.name.removeprefix("test_")
        if room.parts and f"{room}/{path.stem}" not in ABOUT_THE_WHOLE_ROOM:
            assert module.exists(), f"{path} is named after no module"


def test_every_module_of_the_server_has_its_own_tests() -> None:
    """In the file of its name; migrations are run by tests/upgrades."""
    server, tests = SOURCE / "server", SOURCE.parents[1] / "tests" / "server"
    modules = [path.relative_to(server) for path in server.rglob("*.py")]
    untested = {
        path.with_suffix("").as_posix()
        for path in modules
        if path.stem != "__init__"
        and "migrations" not in path.parts
        and not (tests / path.parent / f"test_{path.name}").exists()
    }
    assert untested == DECLARATIONS
