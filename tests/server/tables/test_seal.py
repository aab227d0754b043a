"""The seal of a deal is what docs/program/looking_back.md says, so that anybody can check it."""

from hashlib import sha256

from elgrande.rules.options import Options
from elgrande.server.tables.decisions.opening import open_table
from elgrande.server.tables.seal import seal_of
from elgrande.server.tables.seating import HUMAN, TableSeat
from elgrande.server.tables.settings import TableSettings


def test_a_seal_is_the_hash_of_salt_and_seed() -> None:
    row, entries = open_table(
        1,
        "p0",
        title="",
        public=False,
        options=Options(players=2),
        settings=TableSettings(),
        seats=[TableSeat(seat=s, kind=HUMAN, player=f"p{s}") for s in range(2)],
    )
    assert seal_of(row) == sha256(f"{row.salt}:{row.seed}".encode()).hexdigest()
    assert entries[-1].data["seal"] == seal_of(row)
