"""The notes of a release: what CHANGELOG.md says about the version.

python -m release.notes --files https://example.org/blob/v0.11.0 > notes.md
"""

import argparse
import re
import sys

from release.version import ROOT, read_version

# A link to a file of the project, as the changelog has it.
LINK = re.compile(r"\]\((?!\w+:|#)([^)]+)\)")


def notes_of(version: str, files: str) -> str:
    """What the changelog says about a version; empty if it does not mention it.

    Links to files of the project lead to `files`, because the notes are read elsewhere.
    """
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    begin = re.search(rf"^## {re.escape(version)} .*\n", text, re.MULTILINE)
    if begin is None:
        return ""
    section = text[begin.end() :].partition("\n## ")[0].strip()
    return LINK.sub(lambda link: f"]({files.rstrip('/')}/{link[1]})", section) + "\n"


def main() -> None:
    """Print the notes of this version."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--files", required=True, help="the address of the project's files")
    notes = notes_of(read_version(), reader.parse_args().files)
    if not notes:
        sys.exit(f"elgrande: CHANGELOG.md has no notes for {read_version()}.")
    sys.stdout.write(notes)


if __name__ == "__main__":
    main()
