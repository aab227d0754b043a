"""What the project says about itself: its version, and whether all that repeats it agrees.

python -m release.version                 print the version
python -m release.version --tag v0.11.0   fail unless this may be released with that tag
"""

import argparse
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SOURCE = "src/elgrande/__init__.py"
# What repeats the version, and how. The first heading of the changelog is that of the newest.
REPEATED = {
    "CITATION.cff": re.compile(r"^version: (\S+)$", re.MULTILINE),
    "CHANGELOG.md": re.compile(r"^## (\S+) \(\d{4}-\d\d-\d\d\)$", re.MULTILINE),
}
CLASSIFIER = "Programming Language :: Python :: 3."


def read_version() -> str:
    """The version in the package, without importing it."""
    return _search(re.compile(r'^__version__ = "(.+)"$', re.MULTILINE), SOURCE)


def _search(pattern: re.Pattern[str], name: str) -> str:
    found = pattern.search((ROOT / name).read_text(encoding="utf-8"))
    return "" if found is None else found[1]


def supported_pythons() -> tuple[str, ...]:
    """The versions of Python that wheels are built for, as X.Y, oldest first."""
    return tuple(
        f"3.{line.removeprefix(CLASSIFIER)}"
        for line in read_project()["classifiers"]
        if line.startswith(CLASSIFIER)
    )


def extras() -> list[str]:
    """The extras of the package, but for the one of its developers."""
    return sorted(set(read_project()["optional-dependencies"]) - {"dev"})


def read_project() -> dict[str, Any]:
    """What pyproject.toml says about the package."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text)["project"])


PYTHONS = supported_pythons()


def objections(tag: str | None = None) -> list[str]:
    """What disagrees with the version in the package, each in a sentence."""
    version = read_version()
    said = [
        f"{name} says {repeated or 'no version'}, and {SOURCE} says {version}."
        for name, pattern in REPEATED.items()
        if (repeated := _search(pattern, name)) != version
    ]
    if tag is not None and tag != f"v{version}":
        said.append(f"The tag is {tag}, and {SOURCE} says {version}: it must be v{version}.")
    return said


def main() -> None:
    """Print the version, or say what disagrees with it."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--tag", help="the tag of the release")
    if said := objections(reader.parse_args().tag):
        sys.exit("\n".join(f"elgrande: {sentence}" for sentence in said))
    print(read_version())


if __name__ == "__main__":
    main()
