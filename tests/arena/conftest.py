"""The package of other people's bots, for the arena too."""

from tests.bots.conftest import package, plugged_in

__all__ = ["package", "plugged_in"]
