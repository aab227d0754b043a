"""The checksums of a release, in the format of `sha256sum`.

python -m release.checksums dist           write dist/SHA256SUMS
python -m release.checksums dist --check   fail unless it fits the files
"""

import argparse
import hashlib
import sys
from pathlib import Path

NAME = "SHA256SUMS"


def checksums_of(folder: Path) -> str:
    """A line for each file of a folder, in the order of their names."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != NAME)
    visible = [path for path in files if not path.name.startswith(".")]
    return "".join(f"{sha256_of(path)}  {path.name}\n" for path in visible)


def sha256_of(path: Path) -> str:
    """The checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main() -> None:
    """Write or check the checksums."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("folder", type=Path, help="the folder with the packages")
    reader.add_argument("--check", action="store_true", help="compare instead of writing")
    given = reader.parse_args()
    sums, target = checksums_of(given.folder), given.folder / NAME
    if not sums:
        sys.exit(f"elgrande: there is nothing in {given.folder}.")
    if not given.check:
        target.write_text(sums, encoding="ascii", newline="\n")
    elif not target.is_file() or target.read_text(encoding="ascii") != sums:
        sys.exit(f"elgrande: {target} does not fit the files beside it.")
    sys.stdout.write(sums)


if __name__ == "__main__":
    main()
