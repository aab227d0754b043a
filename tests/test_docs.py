"""What the documentation says works."""

import ast
import contextlib
import doctest
import importlib
import io
import re
from pathlib import Path

import pytest

import elgrande

ROOT = Path(__file__).parent.parent
PACKAGE = Path(elgrande.__file__).parent


def test_the_example_of_the_readme_runs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, flags=re.DOTALL)
    assert len([line for line in example.splitlines() if line.strip()]) <= 11
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(example, "README.md", "exec"), {})
    assert "elgrande record 1" in output.getvalue()


def modules_with_examples() -> list[str]:
    """The modules whose docstrings hold examples."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if ">>> " in path.read_text(encoding="utf-8"):
            found.append(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
    return found


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_in_docstrings_hold(name: str) -> None:
    # Read from the source: a compiled module does not show doctest all its docstrings.
    path = PACKAGE.parent / f"{name.replace('.', '/')}.py"
    runner = doctest.DocTestRunner()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            names = vars(importlib.import_module(name)).copy()
            text = ast.get_docstring(node) or ""
            runner.run(doctest.DocTestParser().get_doctest(text, names, name, str(path), 0))
    results = runner.summarize(verbose=False)
    assert results.attempted
    assert not results.failed


def test_links_between_documents_lead_somewhere() -> None:
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:\[]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_the_index_leads_to_every_document() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert pages == set(re.findall(r"\]\((\w+\.md)(?:#[\w-]+)?\)", index))
    assert "docs/index.md" in (ROOT / "README.md").read_text(encoding="utf-8")


# Turns of phrase that came from other languages; a native writer would not use them.
FOREIGN = re.compile(
    r"\banew\b|\b[Ss]o many\b|\blikewise\b|sign of life|another than|Doubled are|Notices of"
    r"|until now|for want of|a way to PyPI|\bWho (only|wants|is too|can open|is level)\b"
)
PROSE = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((PACKAGE / "cli").rglob("*.py")),
    PACKAGE / "editions" / "texts" / "en.toml",
]


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.name)
def test_no_turn_of_phrase_is_translated(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if FOREIGN.search(line)] == []
