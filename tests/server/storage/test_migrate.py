"""Tables are brought up to date, and no others are accepted."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from elgrande.server.errors import BadSetting
from elgrande.server.storage.migrate import (
    ONE_AT_A_TIME,
    bring_up_to_date,
    known,
    newest_revision,
    upgrade,
)


def test_an_old_database_is_brought_up_to_date_if_it_may_be(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'games.db'}")
    first = min(known())
    assert first < newest_revision()
    with ONE_AT_A_TIME, engine.begin() as connection:
        upgrade(connection, first)
        with pytest.raises(BadSetting, match="not been set up"):
            bring_up_to_date(connection, migrate=False)
        bring_up_to_date(connection, migrate=True)
        bring_up_to_date(connection, migrate=False)
        assert inspect(connection).has_table("audit")
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(BadSetting, match="newer version"):
            bring_up_to_date(connection, migrate=True)
    engine.dispose()
