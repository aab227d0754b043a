"""What admins do on a running server: first in the database, then in this process at once.

Other processes, and this one after `elgrande admin`, learn of it from the audit log.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from sqlalchemy import Connection

from elgrande.server.accounts import erasing
from elgrande.server.accounts.moderation import Moderation
from elgrande.server.accounts.sessions import Sessions
from elgrande.server.storage import Storage, moderating
from elgrande.server.storage.moderating import By
from elgrande.server.storage.rows import Deed
from elgrande.server.tables.live_tables import LiveTables

Result = TypeVar("Result")
# Every process has noticed by then that the sessions of a player are over.
NOTICED_SECONDS: Final = 2.5
DELETING: Final = ("delete", "leave")
ENDING: Final = ("sign_out", "reset_password", *DELETING)


class Admins:
    """Does what admins want, and what follows from it for the tables and sessions of a process."""

    def __init__(
        self, storage: Storage, live_tables: LiveTables, sessions: Sessions, moderation: Moderation
    ) -> None:
        self._storage: Final = storage
        self._live_tables: Final = live_tables
        self._sessions: Final = sessions
        self._moderation: Final = moderation

    async def perform(self, work: Callable[[Connection], Result]) -> Result:
        """Do something and carry out what follows from it in this process."""
        result = await moderating.act(self._storage.database, work)
        await self.follow()
        return result

    async def delete_player(self, by: By, player: str, done: str = "delete") -> None:
        """Delete a player: signed out everywhere first, so that nothing is written afterwards."""
        await self.perform(partial(erasing.end_sessions, by=by, player=player))
        if not self._live_tables.alone:
            await asyncio.sleep(NOTICED_SECONDS)
        await self._live_tables.settle()
        await self.perform(partial(erasing.delete_player, by=by, player=player, done=done))
        await self._storage.database.purge()

    async def follow(self) -> None:
        """Look for what admins did, and do here what follows from it."""
        deeds = await self._moderation.news()
        for deed in deeds:
            await self._follow(deed)
        if any(deed.act == "ban" for deed in deeds):
            self._sessions.shut_out(self._moderation.refusal)

    async def _follow(self, deed: Deed) -> None:
        if deed.kind == "table":
            self._live_tables.hear(deed.target, int(deed.data.get("number", 0)))
        elif deed.kind == "player":
            self._sessions.forget(deed.target)
            if deed.act in ENDING:
                self._sessions.hear_all_ended(deed.target)
            if deed.act in DELETING:
                await self._live_tables.reload_those_with(deed.target)
