"""Entries get the next numbers of their table."""

from elgrande.server.storage.rows import Change
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions.writing import Writing
from tests.support.table_states import NOW, running


def test_entries_are_numbered_after_those_of_the_table() -> None:
    table = running("ana", "ben")
    writing = Writing(table, NOW + 7)
    first = writing.add(kinds.POLICY, 1, "ben", bot="steady")
    writing.add(kinds.LOCKED, locked=True)
    change = Change(state="closed")
    decision = writing.decide(change)
    assert [entry.number for entry in decision.entries] == [table.number + 1, table.number + 2]
    assert (first.seat, first.player, first.time, first.data) == (
        1,
        "ben",
        NOW + 7,
        {"bot": "steady"},
    )
    assert decision.change is change
