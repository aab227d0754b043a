"""What the documentation says works."""

import contextlib
import doctest
import importlib
import io
import re
from pathlib import Path

import pytest

import elgrande

ROOT = Path(__file__).parent.parent


def test_the_example_of_the_readme_runs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, flags=re.DOTALL)
    assert len([line for line in example.splitlines() if line.strip()]) <= 11
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(example, "README.md", "exec"), {})
    assert "elgrande record 1" in output.getvalue()


@pytest.mark.parametrize("name", ["game", "notation", "speed", "rules.options"])
def test_the_examples_in_docstrings_hold(name: str) -> None:
    module = importlib.import_module(f"elgrande.{name}")
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner()
    tests = [test for test in finder.find(module, name, module=False) if test.examples]
    if not tests:  # compiled modules keep their docstrings but not always what points to them
        tests = source_examples(name)
    for test in tests:
        runner.run(test)
    assert runner.summarize().attempted
    assert not runner.summarize().failed


def source_examples(name: str) -> list[doctest.DocTest]:
    """The examples in a module's source."""
    path = Path(elgrande.__file__).parent / f"{name.replace('.', '/')}.py"
    module = importlib.import_module(f"elgrande.{name}")
    text = path.read_text(encoding="utf-8")
    return [doctest.DocTestParser().get_doctest(text, vars(module).copy(), name, str(path), 0)]


def test_links_between_documents_lead_somewhere() -> None:
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
