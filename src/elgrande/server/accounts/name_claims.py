"""Claimed names: nobody can pass for a player who claimed one, or for the operator."""

from elgrande.server.accounts.names import LONGEST_NAME, clean_name
from elgrande.server.accounts.sessions import Caller
from elgrande.server.errors import NameTaken
from elgrande.server.storage import Storage
from elgrande.server.storage.lookalikes import is_reserved


async def check_name(storage: Storage, name: str, player: str | None) -> None:
    """NameTaken if a name is, or looks like, one that another player claimed or that is kept."""
    if any(holder != player for holder in await storage.players_resembling(name)):
        raise NameTaken("This name, or one that looks like it, has already been claimed.")
    if is_reserved(name) and not await _is_admin(storage, player):
        raise NameTaken("This name is reserved for the people who run the server.")


async def check_guest(storage: Storage, caller: Caller) -> None:
    """NameTaken if a guest sits down under a name that has been claimed meanwhile."""
    if not caller.is_claimed:
        await check_name(storage, caller.name, caller.id)


async def given_name(storage: Storage, caller: Caller, wanted: str) -> str:
    """The name a host gives to a hotseat or a bot, which must not be anybody else's."""
    name = clean_name(wanted)
    await check_name(storage, name, caller.id)
    return name


async def hotseat_name(storage: Storage, caller: Caller, seat: int, wanted: str | None) -> str:
    """The name of one more player at the same screen: as the host wants it, or the host's own."""
    if wanted:
        return await given_name(storage, caller, wanted)
    for form in ("{name} {number}", "{name} ({number})"):
        end = form.format(name="", number=seat + 1)
        name = caller.name[: LONGEST_NAME - len(end)] + end
        if not await storage.players_resembling(name):
            return name
    raise NameTaken(f"The name {name!r} has already been claimed; give this seat another.")


async def _is_admin(storage: Storage, player: str | None) -> bool:
    row = None if player is None else await storage.player(player)
    return row is not None and row.admin
