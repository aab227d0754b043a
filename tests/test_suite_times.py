"""What the suites say before they start."""

import doctest
from pathlib import Path

import pytest

from tests.support import suite_times


def test_the_examples_hold() -> None:
    assert doctest.testmod(suite_times).failed == 0


def test_the_first_run_is_told_that_setting_up_comes_first() -> None:
    said = suite_times.announcement("test", {}, is_set_up=False, cores=2)
    assert said.startswith("make test checks formatting")
    assert said.endswith(
        "It takes about 3 min 20 s on 2 cores. Setting up comes first, once, and takes about"
        " 3 min 10 s."
    )


def test_how_long_it_took_is_kept_for_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(suite_times, "TIMES", tmp_path / "times.json")
    monkeypatch.setattr("time.time", lambda: 1000.0)
    suite_times.main(["end", "proofs", "880"])
    assert capsys.readouterr().out == "make proofs: all green in 2 min.\n"
    (tmp_path / "other").touch()
    suite_times.main(["begin", "proofs"])
    assert "Here it took 2 min the last time." in capsys.readouterr().out
    # A damaged file is as good as none.
    (tmp_path / "times.json").write_text("[")
    suite_times.main(["begin", "proofs"])
    assert "It takes about" in capsys.readouterr().out
