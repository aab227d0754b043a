"""Building: compiled where a C compiler is at hand, the same files interpreted where not."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_without_a_c_compiler_the_wheel_holds_the_rules_as_they_are(tmp_path: Path) -> None:
    code = (
        "from hatchling.build import build_wheel; import sys;build_wheel(sys.argv[1], None, None)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "CC": "no-such-compiler"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("elgrande:")]
    assert lines == ["elgrande: rules not compiled, they run interpreted (no working C compiler)"]
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "elgrande/rules/flow.py" in names
    assert "elgrande/editions/texts/de.toml" in names
    assert not [name for name in names if name.endswith((".so", ".pyd"))]
