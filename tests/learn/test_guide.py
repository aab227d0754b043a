"""What docs/learning.md says works: every piece of its code runs, one after the other."""

import re
from pathlib import Path
from typing import Any

import pytest

import elgrande
from elgrande.cli import main

ROOT = Path(__file__).parent.parent.parent
GUIDE = ROOT / "docs" / "learning.md"


@pytest.mark.proof
def test_the_code_of_the_guide_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["games", "--bots", "random", "--games", "2", "--out", "steady-games"])
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(blocks) >= 8
    names: dict[str, Any] = {}
    for number, block in enumerate(blocks):
        exec(compile(block, f"learning.md, block {number}", "exec"), names)


def test_the_citation_names_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {elgrande.__version__}\n" in text
    assert "\ncff-version: 1.2.0\n" in f"\n{text}"
