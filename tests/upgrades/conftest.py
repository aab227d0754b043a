"""What tests of upgrades can ask for."""

from tests.support.services import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]
