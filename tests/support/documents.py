"""The documents of the project, and what it takes to try their blocks of code."""

import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from docsite.code_blocks import Block, blocks_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "training" / "README.md",
    *sorted(DOCS.rglob("*.md")),
]


class Found(NamedTuple):
    """A block of a document."""

    document: str
    block: Block

    @property
    def where(self) -> str:
        """Where it begins, as a test names it."""
        return f"{self.document}:{self.block.line}"


def name_of(path: Path) -> str:
    """A document as people write it."""
    return path.relative_to(ROOT).as_posix()


def text_of(name: str) -> str:
    """The text of a document."""
    return (ROOT / name).read_text(encoding="utf-8")


def found_blocks(*languages: str) -> list[Found]:
    """All blocks in these languages."""
    return [
        Found(name_of(path), block)
        for path in DOCUMENTS
        for block in blocks_of(path.read_text(encoding="utf-8"))
        if block.language in languages
    ]


def python_pages() -> list[str]:
    """The documents that hold Python."""
    return sorted({found.document for found in found_blocks("python")})


def run_python(document: str, names: dict[str, Any] | None = None) -> str:
    """What the blocks of a page print, run in order as one program."""
    names = {"__name__": "page"} if names is None else names
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        for found in found_blocks("python"):
            if found.document == document:
                lines = "\n" * (found.block.line - 1)
                exec(compile(lines + found.block.code, document, "exec"), names)
    return output.getvalue()


def commands_in(code: str) -> Iterator[list[str]]:
    """The commands of a block for a shell, as words; what is set before them is left out."""
    whole = re.sub(r"\\\n\s*", " ", code)
    for line in re.sub(r"\$\([^)]*\)", "ANSWER", whole).splitlines():
        for part in re.split(r" && | \| ", line):
            words = shlex.split(part, comments=True)
            while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
                del words[0]
            if words:
                yield words
