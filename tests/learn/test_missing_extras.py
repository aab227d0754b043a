"""Without the package of an extra, an import says how to install it; with it, all works."""

import os
import subprocess
import sys
import venv
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import build_ui
import elgrande.learn
from elgrande.learn.errors import MissingExtra

ROOT = Path(__file__).parents[2]
LEARN = Path(elgrande.learn.__file__).parent
BUILD = "from hatchling.build import build_wheel; import sys; build_wheel(sys.argv[1], None, None)"
# The module, the package that is not there, and the extra that brings it.
NEEDS = [
    ("arrays.py", "numpy", "learn"),
    ("spaces.py", "gymnasium", "gym"),
    ("gym/environment.py", "gymnasium", "gym"),
    ("gym/vector.py", "gymnasium", "gym"),
    ("pettingzoo/elgrande_v1.py", "pettingzoo", "pettingzoo"),
    ("openspiel.py", "pyspiel", "openspiel"),
]


@pytest.mark.parametrize(("file", "package", "extra"), NEEDS)
def test_the_error_has_the_command_that_installs_it(
    file: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The module is run once more under another name, so that nothing of it stays."""
    for name in [package, *sys.modules]:
        if name == package or name.startswith(f"{package}."):
            monkeypatch.setitem(sys.modules, name, None)
    spec = spec_from_file_location("without_the_package", LEARN / file)
    assert spec is not None
    assert spec.loader is not None
    with pytest.raises(MissingExtra) as caught:
        spec.loader.exec_module(module_from_spec(spec))
    assert caught.value.code == "missing_extra"
    assert f"pip install 'elgrande[{extra}]'" in str(caught.value)


def run(*command: object, **environment: str) -> str:
    """What a command prints that must succeed."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT.parent,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.proof
def test_the_extras_install_into_an_empty_environment(tmp_path: Path) -> None:
    """One environment that grows; what would fetch gigabytes is only resolved."""
    built = {build_ui.WITHOUT_UI: "1", "CC": "no-such-compiler", "PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, "-c", BUILD, tmp_path],
        cwd=ROOT,
        env={**os.environ, **built},
        capture_output=True,
        check=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = next((tmp_path / "venv").glob("*/python"))
    install = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*install, wheel)
    assert "elgrande[learn]" in run(python, "-c", told("elgrande.learn"))
    run(*install, f"{wheel}[learn]")
    run(
        python,
        "-c",
        "from elgrande.learn import Batch; Batch(games=1).step([Batch(games=1).masks[0].argmax()])",
    )
    for module, extra in (("gym", "gym"), ("pettingzoo", "pettingzoo"), ("openspiel", "openspiel")):
        assert f"elgrande[{extra}]" in run(python, "-c", told(f"elgrande.learn.{module}"))
    run(*install, f"{wheel}[gym,pettingzoo,openspiel,data]")
    for module in ("gym", "pettingzoo", "openspiel", "data"):
        run(python, "-c", f"import elgrande.learn.{module}")
    run(*install, "--dry-run", f"{wheel}[rllib]")


def told(module: str) -> str:
    """A program that prints what the error of an import says."""
    return f"""
try:
    import {module}
except ImportError as error:
    print(error)
"""
