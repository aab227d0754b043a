"""Tables that are given up before their game is over."""

import pytest

from elgrande.server.errors import NotAllowed
from elgrande.server.tables.decisions.closing import abandon, close
from elgrande.server.tables.table import CLOSED
from tests.support.table_states import NOW, commit, free, running, sitting, table_of, with_bot


def test_a_host_closes_what_nobody_else_plays() -> None:
    for table in (table_of(sitting(0, "ana"), free(1)), table_of(sitting(0, "ana"), with_bot(1))):
        decision = close(table, NOW, "ana")
        assert decision.change is not None
        assert decision.change.state == CLOSED
        assert commit(table, decision) == ["closed"]
        assert table.ending == "host"
        assert close(table, NOW, "ana").entries == []


def test_others_at_the_table_have_to_agree() -> None:
    table = running("ana", "ben")
    with pytest.raises(NotAllowed, match="have to agree"):
        close(table, NOW, "ana")
    commit(table, abandon(table, NOW, None, reason="moderator"))
    assert table.ending == "moderator"
