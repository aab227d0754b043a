"""The bill of materials: everything that comes with a wheel, in the format CycloneDX.

    python -m release.bill dist    write dist/elgrande-0.11.0.cdx.json

The wheel for this Python is installed into an empty environment: what is there then is what comes
with it. On Linux, where the release is put together.
"""

import argparse
import json
import platform
import sys
import tempfile
from pathlib import Path
from typing import Any

from release.tools import ToolFailed, commit_time, empty_environment, run, tool
from release.version import ROOT, read_version


def find_wheel(folder: Path) -> Path:
    """The wheel in a folder that fits this Python and this machine; ToolFailed if there is none."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tags = f"{python}-{python}-*manylinux*_{platform.machine()}"
    found = list(folder.glob(f"elgrande-{read_version()}-{tags}.whl"))
    if not found:
        raise ToolFailed(f"No wheel in {folder} fits this Python ({tags}).")
    return found[0]


def write_bill(wheel: Path, target: Path) -> dict[str, Any]:
    """Write the bill of materials of a wheel."""
    with tempfile.TemporaryDirectory() as folder:
        inside = empty_environment(Path(folder) / "empty", sys.executable, wheel)
        line = [*tool("cyclonedx-py"), "environment", "--output-reproducible"]
        line += ["--pyproject", str(ROOT / "pyproject.toml"), "--output-file", str(target)]
        run([*line, str(inside)], more=commit_time())
    bill: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    # pyproject.toml does not contain the version.
    bill["metadata"]["component"]["version"] = read_version()
    target.write_text(json.dumps(bill, indent=2) + "\n", encoding="utf-8")
    return bill


def main() -> None:
    """Write the bill, and say how much is on it."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("folder", type=Path, help="the folder with the wheels")
    folder = reader.parse_args().folder
    target = folder / f"elgrande-{read_version()}.cdx.json"
    try:
        bill = write_bill(find_wheel(folder), target)
    except ToolFailed as failure:
        sys.exit(f"elgrande: {failure}")
    print(f"{target.name}: {len(bill['components'])} packages")


if __name__ == "__main__":
    main()
