"""What the static game is made of: the package's own files, and no others than it needs."""

import ast
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import build_static
from build_static import COMPILED, DATA, SOURCE, needed_files
from build_ui import CannotBuild
from elgrande.record import Record

# Besides the standard library: wheels that PyPI has for Pyodide, and one module of plain Python.
ALLOWED = {*COMPILED, "elgrande", "mypy_extensions"}
PLAY = """
import json, sys
from elgrande.rules import flow
from elgrande.solo.service import Solo
assert flow.__file__.endswith(".py")
kept = {}
solo = Solo(kept.__setitem__, lambda *_: None, lambda *_: None)
solo.restore({})
seats = [{"kind": "bot", "bot": bot} for bot in ("steady", "novice", "random")]
wanted = {"seats": seats, "options": {"players": 3, "short": True}}
table = json.loads(solo.answer("POST", "/api/tables", json.dumps(wanted)).text)["table"]["id"]
while solo.work() == 0:
    pass
over = json.loads(solo.answer("GET", f"/api/tables/{table}", "").text)
record = json.loads(solo.answer("GET", f"/api/tables/{table}/record.json", "").text)
others = {name.split(".")[0] for name in sys.modules} - sys.stdlib_module_names
print(json.dumps([over["result"]["digest"], record, sorted(others)]))
"""


def test_only_what_a_browser_can_run_is_packed() -> None:
    files = needed_files()
    assert {"elgrande/solo/service.py", "elgrande/bots/levels.py", "mypy_extensions.py"} <= set(
        files
    )
    assert "elgrande/editions/texts/es.toml" in files
    assert {path.suffix for path in files.values()} <= {".py", *DATA}
    for place, path in files.items():
        if path.suffix == ".py" and path.is_relative_to(SOURCE):
            assert foreign_imports(path) <= ALLOWED, place


def test_the_first_page_is_answered_before_python_starts(tmp_path: Path) -> None:
    build_static.write_first_answers(tmp_path)
    answers = json.loads((tmp_path / "first_answers.de.json").read_text(encoding="utf-8"))
    assert set(answers) == {
        "/api/catalogue?edition=2023&language=de",
        "/api/catalogue?edition=classic&language=de",
        "/api/bots?language=de",
    }
    assert "Castillo" in answers["/api/catalogue?edition=2023&language=de"]
    assert [bot["name"] for bot in json.loads(answers["/api/bots?language=de"])] == [
        "random",
        "novice",
        "steady",
    ]
    assert len(list(tmp_path.iterdir())) == 3


def foreign_imports(path: Path) -> set[str]:
    """The packages a module imports when it is loaded, but for the standard library's."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
    return found - sys.stdlib_module_names


def test_the_archive_is_the_same_for_the_same_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build_static, "fetch_wheels", lambda folder: [])
    for name in ("one.zip", "two.zip"):
        build_static.pack_game(tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_without_a_package_index_one_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess[bytes]([], 1)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(CannotBuild, match=r"^pip cannot fetch msgspec.* is PyPI within reach\?$"):
        build_static.fetch_wheels(tmp_path)


@pytest.mark.proof
def test_the_packed_files_play_a_game_by_themselves(tmp_path: Path) -> None:
    for place, path in needed_files().items():
        target = tmp_path / "packed" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={"PYTHONPATH": str(tmp_path / "packed")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    digest, record, others = json.loads(done.stdout)
    assert Record.from_json(json.dumps(record)).replay().digest() == digest
    # What an editable installation loads by itself is not ours.
    assert {"litestar", "sqlalchemy", "structlog", "uvicorn"}.isdisjoint(others)


@pytest.mark.proof
def test_the_wheels_for_pyodide_are_of_the_versions_used_here(tmp_path: Path) -> None:
    wheels = build_static.fetch_wheels(tmp_path)
    assert [wheel.name.split("-")[0] for wheel in wheels] == sorted(COMPILED)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as packed:
            assert any(name.endswith("wasm32-emscripten.so") for name in packed.namelist())
