"""Classic games of 0.4.0, which scored several regions as one step, also with a Veto out (R18).

The record and the export were made with the code of its time: games in which a Veto could have
stopped a scoring part of the way, one of them finished and one still running.
"""

import gzip
import sqlite3
from pathlib import Path
from typing import NamedTuple

import pytest

from elgrande import BadRecord, Record
from elgrande.server.retention import KEEP
from tests.support.command_line import run
from tests.support.company import Company, in_company
from tests.support.server import sqlite_url

FOLDER = Path(__file__).parent
NOTHING_PRUNED = dict.fromkeys(KEEP)  # the tables were left long ago
LAST_ALIKE = 11  # choices before the first scoring that is asked for otherwise now


class Kept(NamedTuple):
    """A table as 0.4.0 left it."""

    table: str
    position: int
    digest: str
    scores: list[int]


RUNNING = Kept("d03ebf2c7b8153e1", 127, "d089c40ab70efdacf11131dbe7b4d92f", [60, 43, 35])
FINISHED = Kept("59c6ec07a0ac21ab", 207, "39b006d4495ae0322d5be4618282362e", [57, 61, 115])


def old_record() -> str:
    return (FOLDER / "0.4.0-scorings.egn").read_text(encoding="utf-8")


def bring_tables(folder: Path) -> None:
    """The export of 0.4.0 in a database of today."""
    path = folder / "old.jsonl"
    path.write_bytes(gzip.decompress((FOLDER / "0.4.0-scorings.jsonl.gz").read_bytes()))
    done = run("import", str(path), "--database-url", sqlite_url(folder))
    assert done.code == 0, done.err


def test_a_record_that_no_longer_replays_says_where_and_opens_up_to_there() -> None:
    record = Record.from_text(old_record())
    with pytest.raises(BadRecord, match=f"^Choice {LAST_ALIKE + 1} does not replay: "):
        record.replay()
    game = record.replay(upto=LAST_ALIKE)
    assert game.decision == "score_region"
    with pytest.raises(BadRecord):
        record.replay(upto=LAST_ALIKE + 1)


def test_such_a_record_is_refused_by_the_commands_and_the_server(tmp_path: Path) -> None:
    path = FOLDER / "0.4.0-scorings.egn"
    refused = run("replay", str(path))
    assert refused.code != 0
    assert "does not replay" in refused.err
    assert "Traceback" not in refused.err

    async def story(at: Company) -> None:
        body = {"record": old_record(), "title": "Friday"}
        assert await at.ana.refused("POST", "/api/records", body) == "bad_record"

    in_company(tmp_path, story)


def test_a_running_game_goes_on_where_it_was(tmp_path: Path) -> None:
    bring_tables(tmp_path)

    async def story(at: Company) -> None:
        live = await at.services.live_tables.get(RUNNING.table)
        playthrough = live.state.playthrough
        assert playthrough is not None
        assert (playthrough.position, playthrough.game.scores) == (RUNNING.position, RUNNING.scores)
        assert playthrough.game.digest() == RUNNING.digest
        entries = await at.services.storage.entries(RUNNING.table)
        assert [entry.kind for entry in entries].count("restored") == 1

    in_company(tmp_path, story, keep=NOTHING_PRUNED)


def test_killed_before_its_next_checkpoint_it_goes_back_to_the_scoring(tmp_path: Path) -> None:
    bring_tables(tmp_path)
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("DELETE FROM checkpoints WHERE table_id = ?", (RUNNING.table,))
    database.close()

    async def story(at: Company) -> None:
        live = await at.services.live_tables.get(RUNNING.table)
        playthrough = live.state.playthrough
        assert playthrough is not None
        assert playthrough.position == 21
        # Regions that pay alike are not chosen, but stopped one by one.
        assert playthrough.game.decision == "veto"
        entries = await at.services.storage.entries(RUNNING.table)
        assert entries[-1].kind == "restored"

    in_company(tmp_path, story, keep=NOTHING_PRUNED)


def test_a_finished_game_keeps_its_result_and_is_shown_up_to_the_scoring(tmp_path: Path) -> None:
    bring_tables(tmp_path)

    async def story(at: Company) -> None:
        live = await at.services.live_tables.get(FINISHED.table)
        difference = live.state.difference
        assert difference is not None
        assert difference.position == 56
        result = live.state.row.result
        assert result is not None
        assert result["scores"] == FINISHED.scores
        assert live.state.playthrough is not None
        assert live.state.playthrough.game.decision == "score_region"

    in_company(tmp_path, story, keep=NOTHING_PRUNED)
