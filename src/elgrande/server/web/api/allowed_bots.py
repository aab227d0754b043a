"""Which bots a player may use and what they may be called, and tables where only bots play."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from elgrande.server.accounts.name_claims import given_name
from elgrande.server.accounts.sessions import Caller
from elgrande.server.background.bot_processes import Asker
from elgrande.server.errors import TooMany
from elgrande.server.tables.seating import BOT, TableSeat
from elgrande.server.web.services import Services


async def check_bot(services: Services, caller: Caller, text: str) -> str:
    """The text of a bot this caller may use; UnknownBot or BadParameter otherwise."""
    most, whose = services.settings.bot_seconds_for(is_claimed=caller.is_claimed)
    return await services.workers.check(text, most, whose, Asker(caller.id))


async def bot_names(services: Services, caller: Caller, names: Sequence[str]) -> dict[int, str]:
    """The names given to bots, by seat; an empty one is none."""
    return {
        seat: await given_name(services.storage, caller, name)
        for seat, name in enumerate(names)
        if name
    }


@asynccontextmanager
async def room_among_bots(
    services: Services, caller: Caller, table_seats: Sequence[TableSeat]
) -> AsyncIterator[None]:
    """Wraps opening a table; TooMany if only bots would play and the host has enough such tables.

    One at a time, so that tables opened at the same moment are all counted.
    """
    if any(table_seat.kind != BOT for table_seat in table_seats):
        yield
        return
    most = services.settings.size("bot_tables_of_player")
    async with services.bot_tables:
        if await services.storage.count_bot_tables(caller.id) >= most:
            raise TooMany(
                f"You already have {most} tables with only bots; close one, or sit down yourself."
            )
        yield
