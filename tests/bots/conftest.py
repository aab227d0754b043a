"""A package of other people's bots, on the path of Python while a test wants it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.plug_ins import install_bots


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder the package is installed in."""
    return install_bots(tmp_path_factory.mktemp("installed"))


@pytest.fixture
def plugged_in(package: Path) -> Iterator[Path]:
    """The package can be imported and is found by its metadata."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(package)
        yield package
