"""A table in memory and those who look at it."""

import asyncio

from elgrande.server.tables.live_table import LiveTable
from tests.support.table_states import running


class Looker:
    """Notes what it is told."""

    player = "ana"

    def __init__(self, *, fails: bool = False) -> None:
        self.told: list[object] = []
        self._fails = fails

    def nudge(self) -> None:
        self.told.append("nudge")
        if self._fails:
            raise RuntimeError

    def pause(self, detail: str | None) -> None:
        self.told.append(detail)

    async def farewell(self) -> None:
        self.told.append("goodbye")
        if self._fails:
            raise RuntimeError


def test_everybody_is_told_whoever_fails() -> None:
    async def main() -> None:
        live, lookers = LiveTable(running("ana", "ben")), [Looker(fails=True), Looker()]
        live.listeners.update(lookers)
        assert live.is_used
        live.nudge()
        live.tell_pause("no disk")
        await live.say_goodbye()
        for looker in lookers:
            assert looker.told == ["nudge", "no disk", "goodbye"]

    asyncio.run(main())


def test_a_table_is_behind_what_was_heard_of_it() -> None:
    async def main() -> None:
        live = LiveTable(running("ana", "ben"))
        live.heard = live.state.number
        assert not live.is_behind
        live.heard += 1
        assert live.is_behind

    asyncio.run(main())
