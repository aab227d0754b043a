"""What the documentation says works."""

import ast
import doctest
import importlib
import re
from pathlib import Path

import pytest

import elgrande
from docsite import rulebook

ROOT = Path(__file__).parent.parent
PACKAGE = Path(elgrande.__file__).parent


def test_the_example_of_the_readme_is_short() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, flags=re.DOTALL)
    assert len([line for line in example.splitlines() if line.strip()]) <= 11


def test_the_citation_names_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {elgrande.__version__}\n" in text
    assert "\ncff-version: 1.2.0\n" in f"\n{text}"


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
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:\[]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


# Pages of the navigation that are made from other files (docsite/outside.py, docsite/rulebook.py).
MADE = {"inside/contributing.md", "research/training_runs.md", *rulebook.pages()}


def test_the_navigation_leads_to_every_document() -> None:
    """The site is not built otherwise; here it is seen without building it."""
    folder = ROOT / "docs"
    pages = {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")}
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    shown = re.findall(r"([\w/]+\.md)$", navigation, flags=re.MULTILINE)
    assert len(shown) == len(set(shown))
    assert pages == set(shown) - MADE
    assert "docs/index.md" in (ROOT / "README.md").read_text(encoding="utf-8")


# Turns of phrase that came from other languages; a native writer would not use them.
FOREIGN = re.compile(
    r"\banew\b|\b[Ss]o many\b|\blikewise\b|sign of life|another than|Doubled are|Notices of"
    r"|until now|for want of|a way to PyPI|\bWho (only|wants|is too|can open|is level)\b"
    r"|[Ww]ho is level|several are level|is no caballero|theirs beside|setting that cannot be"
    r"|\bis none of what\b|names no choice|is no factory|this goes on when|Daylight|\bCandle\b"
)
PROSE = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted(PACKAGE.rglob("*.py")),
    PACKAGE / "editions" / "texts" / "en.toml",
    *sorted((ROOT / "ui" / "src" / "texts").rglob("en.ts")),
    *sorted((ROOT / "ui" / "src" / "rulebook" / "en").glob("*.ts")),
]
GERMAN = re.compile(
    r"Start: .*Ziel: |\bum \d+ ärmer|Klänge|\bDer Plan\b|[Nn]eben dem Plan|kommt beiseite"
)
SPANISH = re.compile(
    r"desde la Corte hasta|uno de carmín|No muevas más|Jugadores, contigo|\bLuz\b|\bVela\b"
    r"|Veto solo para|lanza caballeros"
)
TRANSLATED = [
    (path, phrases)
    for language, phrases in (("de", GERMAN), ("es", SPANISH))
    for path in (
        PACKAGE / "editions" / "texts" / f"{language}.toml",
        *sorted((ROOT / "ui" / "src" / "texts").rglob(f"{language}.ts")),
        *sorted((ROOT / "ui" / "src" / "rulebook" / language).glob("*.ts")),
    )
]


def translated_lines(path: Path, phrases: re.Pattern[str]) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if phrases.search(line)]


def test_no_turn_of_phrase_is_translated() -> None:
    assert {path: found for path in PROSE if (found := translated_lines(path, FOREIGN))} == {}


def test_german_and_spanish_do_not_follow_the_english() -> None:
    found = [(path, translated_lines(path, phrases)) for path, phrases in TRANSLATED]
    assert [(path, lines) for path, lines in found if lines] == []
