"""The statements that write: in one order, in the dialect of the database."""

from typing import Any

import pytest
from sqlalchemy.dialects import postgresql, sqlite

from elgrande.server.storage.statements import Statement, Statements

DIALECTS: dict[str, Any] = {"sqlite": sqlite, "postgresql": postgresql}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_statements_have_their_own_ranks_and_can_be_written(kind: str) -> None:
    found = [one for one in vars(Statements(kind)).values() if isinstance(one, Statement)]
    assert len({one.rank for one in found}) == len(found) > 20
    dialect = DIALECTS[kind].dialect()
    for one in found:
        assert str(one.sql.compile(dialect=dialect))  # type: ignore[attr-defined]


def test_players_and_tables_are_written_before_what_refers_to_them() -> None:
    made = Statements("sqlite")
    assert made.add_player.rank < made.add_session.rank
    assert made.add_table.rank < made.change_table.rank
