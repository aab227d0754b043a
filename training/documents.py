"""Tables in documents that are written from files of figures, each between two marks."""

from pathlib import Path


def marks(name: str, command: str) -> tuple[str, str]:
    """The lines before and after a table."""
    return f"<!-- {name}: written by `{command}` -->", f"<!-- end of {name} -->"


def renewed(text: str, name: str, command: str, table: str) -> str:
    """A document with a table put in place; ValueError if it has no room for it."""
    first, last = marks(name, command)
    before, found, rest = text.partition(first)
    _, ended, after = rest.partition(last)
    if not found or not ended:
        raise ValueError(f"The document has no lines {first} and {last}.")
    return f"{before}{first}\n\n{table}\n\n{last}{after}"


def renew(path: Path, name: str, command: str, table: str) -> None:
    """Put a table in place in a file."""
    text = path.read_text(encoding="utf-8")
    path.write_text(renewed(text, name, command, table), encoding="utf-8")
