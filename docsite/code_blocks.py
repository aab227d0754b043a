"""Blocks of code in the documents, and how tests try each kind (tests/test_code_blocks.py)."""

import re
from typing import Final, NamedTuple

FENCE: Final = re.compile(
    r"^(?P<indent> *)(?P<marks>`{3,})(?P<language>[^\n`]*)\n(?P<code>.*?)^(?P=indent)(?P=marks) *$",
    flags=re.DOTALL | re.MULTILINE,
)
# What a test does with a block, by the language after its marks. `text` is for what cannot be run:
# what a program printed, formulas, drawings.
TRIED: Final = {
    "python": "it is run, after the blocks before it on the same page",
    "sh": "every `elgrande` command in it is read by the command line, and the quick ones are run",
    "json": "it is read",
    "toml": "it is read",
    "yaml": "it is read",
    "ini": "it is read, and its `elgrande` commands as those of sh",
    "nginx": "its brackets and semicolons are checked",
    "caddy": "Caddy reads it",
    "html": "it is read",
    "ts": "its calls are those of the pages' own texts",
    "text": "nothing",
}


class Block(NamedTuple):
    """A block of code, and the line on which its code begins."""

    language: str
    code: str
    line: int


def blocks_of(markdown: str) -> list[Block]:
    """The blocks of a document, in order."""
    return [
        Block(found["language"].strip(), found["code"], markdown.count("\n", 0, found.start()) + 2)
        for found in FENCE.finditer(markdown)
    ]


def wrong_blocks(markdown: str) -> list[str]:
    """What is wrong with the marks of blocks, a sentence for each."""
    wrong = [
        f"line {block.line - 1}: no test tries a block of {block.language or 'no language'}; "
        f"there are {', '.join(TRIED)}."
        for block in blocks_of(markdown)
        if block.language not in TRIED
    ]
    left = FENCE.sub("", markdown)
    if re.search(r"^ *```", left, flags=re.MULTILINE):
        wrong.append("a block of code does not end.")
    return wrong
