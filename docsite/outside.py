"""Files outside docs/ that pages lead to, such as examples, as part of the site.

A link works on a code host as it is written. On the site it leads to the page that shows the file:
documents are shown like any other page, programs and settings as code, data as it is.
"""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

from docsite.code_blocks import FENCE

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = "docs"
FILES: Final = "files"
# Documents of the repository that have a place in the navigation.
IN_NAVIGATION: Final = {
    "CONTRIBUTING.md": "inside/contributing.md",
    "training/README.md": "research/training_runs.md",
}
LANGUAGES: Final = {".py": "python", ".yml": "yaml", ".toml": "toml", ".txt": "text", "": "text"}
# Blocks and words of code, which hold no links, and the three parts of a link.
LINK: Final = re.compile(
    rf"{FENCE.pattern}|`[^`\n]+`|(?P<open>\]\()(?P<target>[^)\s#:]+)(?P<close>(?:#[^)\s]*)?\))",
    flags=FENCE.flags,
)


def files(config: MkDocsConfig) -> Iterator[File]:
    """Everything outside docs/ that a page leads to, and what that leads to in turn."""
    homes = {uri: home for home, uri in IN_NAVIGATION.items()}
    waiting = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / DOCS).rglob("*.md"))]
    waiting += homes.values()
    seen = set(waiting)
    while waiting:
        home = waiting.pop(0)
        if not home.startswith(f"{DOCS}/"):
            yield _shown(config, home)
        for target in _targets(home):
            if target not in seen and not target.startswith(f"{DOCS}/"):
                seen.add(target)
                waiting.append(target)


def with_links_on_site(markdown: str, uri: str) -> str:
    """The text of a page, with the links of its file turned into those of the site."""
    home = home_of(uri)

    def on_site(found: re.Match[str]) -> str:
        if not found["target"]:
            return found[0]
        target = posixpath.relpath(uri_of(_resolved(home, found["target"])), folder)
        return f"{found['open']}{target}{found['close']}"

    folder = posixpath.dirname(uri) or "."
    return LINK.sub(on_site, markdown)


def home_of(uri: str) -> str:
    """The path in the repository of what stands at an address of the site."""
    for home, shown in IN_NAVIGATION.items():
        if shown == uri:
            return home
    if uri.startswith(f"{FILES}/"):
        path = uri.removeprefix(f"{FILES}/")
        return path if (ROOT / path).exists() else path.removesuffix(".md")
    return f"{DOCS}/{uri}"


def uri_of(home: str) -> str:
    """The address on the site of a path in the repository."""
    if home.startswith(f"{DOCS}/"):
        return home.removeprefix(f"{DOCS}/")
    if home in IN_NAVIGATION:
        return IN_NAVIGATION[home]
    return f"{FILES}/{home}.md" if _is_code(home) else f"{FILES}/{home}"


def code_of(home: str) -> str:
    """A program or a file of settings as a block of code."""
    path = ROOT / home
    code = path.read_text(encoding="utf-8").rstrip("\n")
    return f"````{LANGUAGES[path.suffix]}\n{code}\n````"


def _is_code(home: str) -> bool:
    return (ROOT / home).is_dir() or PurePosixPath(home).suffix in LANGUAGES


def _shown(config: MkDocsConfig, home: str) -> File:
    path, uri = ROOT / home, uri_of(home)
    if not path.exists():
        raise PluginError(f"There is no {home}, though a page leads there.")
    if path.is_dir():
        names = sorted(one.name for one in path.iterdir() if not one.name.startswith((".", "_")))
        text = "\n".join(f"- [{name}]({path.name}/{name})" for name in names)
        return File.generated(config, uri, content=_titled(home, text))
    if _is_code(home):
        return File.generated(config, uri, content=_titled(home, code_of(home)))
    return File.generated(config, uri, abs_src_path=str(path))


def _titled(home: str, text: str) -> str:
    return f"---\nsearch: {{exclude: true}}\n---\n\n# `{home}`\n\n{text}\n"


def _targets(home: str) -> Iterator[str]:
    """The paths that a document, or a folder, leads to."""
    path = ROOT / home
    if path.is_dir():
        yield from (f"{home}/{one.name}" for one in path.iterdir() if one.name[0] not in "._")
    elif path.suffix == ".md":
        for found in LINK.finditer(path.read_text(encoding="utf-8")):
            if found["target"]:
                yield _resolved(home, found["target"])


def _resolved(home: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(home), target))
