"""Running the same code over the same files without their compiled halves."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import elgrande

ROOT = Path(__file__).parent.parent.parent


def answer_of_interpreted(module: str, function: str, folder: Path) -> Any:
    """What a function of a test module returns, as JSON has it, with elgrande interpreted."""
    package = Path(elgrande.__file__).parent
    shutil.copytree(package, folder / "elgrande", ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    code = (
        "import json, elgrande.rules.flow as flow, elgrande.search.tree as tree\n"
        f"from {module} import {function}\n"
        "assert flow.__file__.endswith('.py') and tree.__file__.endswith('.py')\n"
        f"print(json.dumps({function}()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": f"{folder}:{ROOT}"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return json.loads(done.stdout)
