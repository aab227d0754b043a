"""From a decision to entries that last: others may be quicker, and a refusal changes nothing."""

import asyncio
from collections.abc import Sequence

import pytest

from elgrande.rules.options import Options
from elgrande.server.errors import NoSuchTable, NotYourSeat, StorageDown
from elgrande.server.storage import NumberTaken, RowGone
from elgrande.server.storage.rows import Change, Entry
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.committing import MOST_TRIES, Committer
from elgrande.server.tables.decisions import Decision, Writing
from elgrande.server.tables.decisions.opening import open_table
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.tables.pauses import Pauses
from elgrande.server.tables.seating import HUMAN, TableSeat
from elgrande.server.tables.settings import TableSettings
from elgrande.server.tables.table import TableState


class Kept:
    """The log of one table, and who else writes to it."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.log = list(entries)
        self.others: list[list[str]] = []  # what others say just before each append
        self.failures: list[Exception] = []

    async def append(self, table: str, entries: list[Entry], change: Change | None) -> None:
        if self.failures:
            raise self.failures.pop(0)
        for text in self.others.pop(0) if self.others else []:
            data = {"text": text, "who": "", "speaker": 1}
            self.log.append(Entry(len(self.log) + 1, kinds.CHAT, None, "other", 5, data))
        if entries[0].number != len(self.log) + 1:
            raise NumberTaken
        self.log += entries

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        return self.log[after:]

    async def ping(self) -> None:
        return


class Case:
    """A table of two, and what its committer says."""

    def __init__(self) -> None:
        seats = [TableSeat(seat=s, kind=HUMAN, player=f"p{s}", name=f"P{s}") for s in range(2)]
        row, entries = open_table(
            1,
            "p0",
            title="",
            public=False,
            options=Options(players=2),
            settings=TableSettings(),
            seats=seats,
        )
        state = TableState(row)
        state.apply_all(entries)
        self.live, self.kept = LiveTable(state), Kept(entries)
        self.heard: list[int] = []
        self.gone: list[str] = []
        self.pauses = Pauses(self.kept, lambda detail: None)  # type: ignore[arg-type]
        self.committer = Committer(
            self.kept,  # type: ignore[arg-type]
            self.pauses,
            lambda live: self.heard.append(live.state.number),
            self.gone.append,
        )
        self.seen: list[int] = []  # how many entries the table had at each decision

    def say(self, table: TableState, now: int) -> Decision:
        self.seen.append(table.number)
        writing = Writing(table, now)
        writing.add(kinds.CHAT, 0, "p0", text="mine", who="P0", speaker=1)
        return writing.decide()

    def decide(self, *, alone: bool = False) -> None:
        asyncio.run(self.committer.decide(self.live, self.say, alone=alone))


def texts(case: Case) -> list[str]:
    return [entry.data["text"] for entry in case.live.state.log if entry.kind == kinds.CHAT]


def test_what_is_decided_lasts_and_is_folded() -> None:
    case = Case()
    case.decide()
    assert texts(case) == ["mine"]
    assert case.kept.log[-1].number == case.live.state.number
    assert not case.live.is_behind


def test_whoever_comes_second_decides_again_on_what_is_there_now() -> None:
    case = Case()
    began = case.live.state.number
    case.kept.others = [["first"], ["second", "third"]]
    case.decide()
    assert texts(case) == ["first", "second", "third", "mine"]
    assert case.seen == [began, began + 1, began + 3]
    assert case.heard == [began + 1, began + 3]


def test_those_who_always_come_second_are_told_so() -> None:
    case = Case()
    case.kept.others = [["again"]] * MOST_TRIES
    with pytest.raises(StorageDown):
        case.decide()
    assert "mine" not in texts(case)


def test_before_a_refusal_it_is_looked_whether_others_made_it_right() -> None:
    async def main(alone: bool) -> Case:
        case = Case()
        data = {"text": "yes", "who": "", "speaker": 1}
        case.kept.log.append(Entry(case.live.state.number + 1, kinds.CHAT, None, "o", 5, data))

        def only_after_yes(table: TableState, now: int) -> Decision:
            if not any(entry.kind == kinds.CHAT for entry in table.log):
                raise NotYourSeat("Not yet.")
            return case.say(table, now)

        await case.committer.decide(case.live, only_after_yes, alone=alone)
        return case

    assert texts(asyncio.run(main(alone=False))) == ["yes", "mine"]
    with pytest.raises(NotYourSeat):  # nobody else writes, so it is not asked
        asyncio.run(main(alone=True))


def test_a_table_that_was_removed_is_let_go() -> None:
    case = Case()
    case.kept.failures = [RowGone()]
    with pytest.raises(NoSuchTable):
        case.decide()
    assert case.gone == [case.live.state.id]


def test_after_a_failure_the_storage_is_asked_what_became_of_it() -> None:
    async def main() -> None:
        case = Case()
        case.kept.failures = [StorageDown("The disk is full.")]
        with pytest.raises(StorageDown):
            await case.committer.decide(case.live, case.say, alone=True)
        assert case.live.is_behind
        assert case.pauses.reason == "The disk is full."
        case.pauses.close()
        await case.committer.decide(case.live, case.say, alone=True)
        assert texts(case) == ["mine"]
        assert not case.live.is_behind

    asyncio.run(main())
