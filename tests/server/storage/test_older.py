"""Tables as an older version had them, for its rows, and then those of today."""

from pathlib import Path

from sqlalchemy import create_engine, insert, select

from elgrande.server.storage import schema
from elgrande.server.storage.migrate import ONE_AT_A_TIME, upgrade
from elgrande.server.storage.older import bring_up_to_date, known, make_tables


def test_rows_of_the_first_version_become_rows_of_today(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'games.db'}", json_serializer=str)
    with engine.begin() as connection:
        with ONE_AT_A_TIME:
            upgrade(connection, "head")
        tables = make_tables(connection, min(known()))
        assert "audit" not in tables
        old = {column.name: None for column in tables["players"].columns}
        ana = {"id": "p1", "name": "Ana", "created": 1, "seen": 1}
        connection.execute(insert(tables["players"]), [{**old, **ana}])
        bring_up_to_date(connection)
        found = connection.execute(select(schema.players.c.name, schema.players.c.admin)).all()
        assert [tuple(row) for row in found] == [("Ana", False)]
    engine.dispose()
