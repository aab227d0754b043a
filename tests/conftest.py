"""Settings for all tests."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Make our mark known."""
    config.addinivalue_line("markers", "rule(*ids): the rules of the specification a test proves")
