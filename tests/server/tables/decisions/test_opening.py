"""Tables as they are opened, and records brought as finished games."""

import pytest

from elgrande import Options, Record
from elgrande.rules.errors import BadOptions, BadRecord
from elgrande.server.errors import BadRequest
from elgrande.server.tables.decisions.opening import import_record, open_table
from elgrande.server.tables.seal import seal_of
from elgrande.server.tables.settings import TableSettings
from elgrande.server.tables.table import FINISHED, TableState
from tests.games.make import GAMES
from tests.support.table_states import NOW, free, running, sitting, table_of


def test_a_full_table_starts_and_seals_its_deal() -> None:
    table, other = running("ana", "ben"), running("ana", "ben")
    assert table.log[-1].data == {"seal": seal_of(table.row)}
    assert table.row.seed != other.row.seed
    assert table_of(sitting(0, "ana"), free(1)).playthrough is None


def test_a_table_needs_its_seats_and_a_private_one_no_open_ones() -> None:
    with pytest.raises(BadOptions, match="needs 3 seats, not 2"):
        open_table(
            NOW,
            "ana",
            title="",
            public=True,
            options=Options(players=3),
            settings=TableSettings(),
            seats=[sitting(0, "ana"), free(1)],
        )
    with pytest.raises(BadRequest, match="invite friends"):
        table_of(sitting(0, "ana"), free(1), public=False)


def test_a_record_is_a_finished_game_with_the_same_end() -> None:
    record = Record.from_text((GAMES / "2023-2p-everything.egn").read_text(encoding="utf-8"))
    row, entries = import_record(NOW, "ana", record, "Friday")
    table = TableState(row)
    table.apply_all(entries)
    assert table.row.state == FINISHED
    assert table.playthrough is not None
    assert table.playthrough.game.digest() == record.replay().digest()


def test_a_game_that_is_not_over_is_not_brought() -> None:
    record = Record.from_text((GAMES / "2023-2p-everything.egn").read_text(encoding="utf-8"))
    begun = record.replay(5).record()
    with pytest.raises(BadRecord, match="not over"):
        import_record(NOW, "ana", begun, "")
