"""Who may see which table, and from which seat; who may open another one."""

from elgrande.server.accounts.sessions import Caller
from elgrande.server.errors import NoSuchTable, NotAllowed, TooMany, WrongState
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.tables.table import FINISHED, OPEN, TableState
from elgrande.server.web.services import Services
from elgrande.server.web.viewpoints import is_part


async def table_for(
    services: Services, caller: Caller, table_id: str, *, newest: bool = False
) -> LiveTable:
    """A table this caller may see; otherwise NoSuchTable, as if it did not exist."""
    live = await services.live_tables.get(table_id, newest=newest)
    await check_sight(services, caller.id, live.state)
    return live


async def check_sight(services: Services, player: str, table: TableState) -> None:
    """Refuse a caller who may not see a table, as if it did not exist."""
    if not await may_see(services, player, table):
        raise NoSuchTable("There is no such table.")


async def may_see(services: Services, player: str, table: TableState) -> bool:
    """Whether a player sits here, is the host, or may watch."""
    if is_part(table, player) or table.admission.published:
        return True
    if table.row.public and (table.row.state == OPEN or table.settings.watching == "anyone"):
        return True
    if table.settings.watching == "nobody":
        return False
    return await services.storage.watches(table.id, player)


def is_open_to_all(table: TableState) -> bool:
    """Whether anyone may look at a finished game, without even signing in."""
    is_watched = table.row.public and table.settings.watching == "anyone"
    return table.row.state == FINISHED and (table.admission.published or is_watched)


async def finished_table_for(
    services: Services, visitor: Caller | None, table_id: str
) -> TableState:
    """A finished game this visitor may look at.

    To anyone else NoSuchTable, as if there were none; WrongState if it is not over.
    """
    table = (await services.live_tables.get(table_id)).state
    if is_open_to_all(table):
        return table
    if visitor is None:
        raise NoSuchTable("There is no such table.")
    await check_sight(services, visitor.id, table)
    if table.row.state != FINISHED:
        raise WrongState("A game can be shown to others only when it is over.")
    return table


def check_watching(table: TableState, player: str, seat: int | None) -> None:
    """Refuse spectators if the host does not want any."""
    is_stranger = not is_part(table, player) and not table.admission.published
    if seat is None and is_stranger and table.settings.watching == "nobody":
        raise NotAllowed("Nobody may watch this table.")


async def check_may_open(services: Services, caller: Caller) -> None:
    """Refuse another table to a player who opens too many, or has as many as allowed."""
    most = services.settings.size("tables_of_player" if caller.is_claimed else "tables_of_guest")
    if await services.storage.count_hosted(caller.id) >= most:
        claim = "" if caller.is_claimed else " or claim your name with a password"
        raise TooMany(f"You already host {most} unfinished tables; close one{claim} first.")
    services.limits.tables.take(caller.id, caller.address)
