"""Without a package of an extra, importing what needs it says how to install it."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import elgrande.learn
from elgrande.learn.errors import MissingExtra

LEARN = Path(elgrande.learn.__file__).parent
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
