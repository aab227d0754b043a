"""What admins do, carried out at a running server: in the database, then here at once.

Other processes, and this one after `elgrande admin`, find the same in the audit log.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from sqlalchemy import Connection

from elgrande.server.accounts import erasing
from elgrande.server.storage import moderating
from elgrande.server.storage.moderating import By
from elgrande.server.storage.rows import Deed
from elgrande.server.tables.live_tables import LiveTables
from elgrande.server.web.services import Services

Result = TypeVar("Result")
# Every process has noticed by then that the sessions of a player are over.
NOTICED_SECONDS: Final = 2.5
DELETING: Final = ("delete", "leave")
ENDING: Final = ("sign_out", "reset_password", *DELETING)


async def perform(services: Services, work: Callable[[Connection], Result]) -> Result:
    """Do something and see to what follows from it in this process."""
    result = await moderating.act(services.storage.database, work)
    await follow(services)
    return result


async def delete_player(services: Services, by: By, player: str, done: str = "delete") -> None:
    """Delete a player: first sign them out everywhere, so that nothing is written afterwards."""
    await perform(services, partial(erasing.end_sessions, by=by, player=player))
    if not services.live_tables.alone:
        await asyncio.sleep(NOTICED_SECONDS)
    await _settle(services.live_tables)
    await perform(services, partial(erasing.delete_player, by=by, player=player, done=done))
    await services.storage.database.purge()


async def follow(services: Services) -> None:
    """Look for what admins did, and do here what follows from it."""
    deeds = await services.moderation.news()
    for deed in deeds:
        await _follow(services, deed)
    if any(deed.act == "ban" for deed in deeds):
        services.sessions.shut_out(services.moderation.refusal)


async def _follow(services: Services, deed: Deed) -> None:
    if deed.kind == "table":
        services.live_tables.hear(deed.target, int(deed.data.get("number", 0)))
    elif deed.kind == "player":
        services.sessions.forget(deed.target)
        if deed.act in ENDING:
            services.sessions.hear_all_ended(deed.target)
        if deed.act in DELETING:
            await _reload_those_with(services.live_tables, deed.target)


async def _settle(live_tables: LiveTables) -> None:
    """Wait until all that is being written or read at this moment is done."""
    await asyncio.gather(*live_tables.loading.values(), return_exceptions=True)
    for live in list(live_tables.tables.values()):
        async with live.lock:
            continue


async def _reload_those_with(live_tables: LiveTables, player: str) -> None:
    """Read the tables anew that know a player who was deleted."""
    await asyncio.gather(*live_tables.loading.values(), return_exceptions=True)
    for live in list(live_tables.tables.values()):
        if live.state.mentions(player):
            await live_tables.reload(live)
