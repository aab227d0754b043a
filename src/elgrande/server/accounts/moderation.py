"""What admins decided, as far as this process knows: who is banned, and who may join.

Admins write to the database: in this process, in another, or with `elgrande admin`. Each act is a
line in the audit log, so one look per second at its newest number shows whether something is new;
then its lines say what to do about the sockets and tables of this process.
"""

import ipaddress
from datetime import UTC, datetime
from typing import Final

from elgrande.rules.errors import GameError
from elgrande.server.errors import Banned, Muted
from elgrande.server.storage import Storage, oversight
from elgrande.server.storage.moderating import FOREVER, INVITE_ONLY
from elgrande.server.storage.rows import Ban, Deed
from elgrande.server.timestamps import now_ms

MOST_REMEMBERED: Final = 10_000
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Moderation:
    """The bans of addresses and the state of the door, read from the database."""

    def __init__(self, storage: Storage) -> None:
        self._storage: Final = storage
        self._number = 0
        self._bans: list[tuple[Network, Ban]] = []
        self._known: dict[str, tuple[Ban, ...]] = {}
        self._muted: dict[str, int] = {}
        self._banned: dict[str, tuple[int, str]] = {}
        self.invite_only = False

    async def load(self) -> None:
        """Read all there is; what was done before is not news."""
        self._number = await self._storage.database.read(oversight.newest_deed)
        await self._read()

    async def news(self) -> list[Deed]:
        """What admins did since the last look."""
        newest = await self._storage.database.read(oversight.newest_deed)
        if newest <= self._number:
            return []
        number = self._number
        deeds = await self._storage.database.read(
            lambda connection: oversight.deeds_after(connection, number)
        )
        await self._read()
        # Somebody else may have looked meanwhile; hearing of something twice does no harm.
        self._number = max([self._number, *(deed.number for deed in deeds)])
        return deeds

    async def _read(self) -> None:
        bans = await self._storage.database.read(oversight.all_bans)
        settings = await self._storage.database.read(oversight.all_settings)
        players = await self._storage.database.read(
            lambda connection: oversight.restricted_players(connection, now_ms())
        )
        self._bans = [(ipaddress.ip_network(ban.network), ban) for ban in bans]
        self._known = {}
        self._muted = {one.id: one.muted for one in players if one.muted is not None}
        self._banned = {
            one.id: (one.banned, one.ban_reason) for one in players if one.banned is not None
        }
        self.invite_only = settings.get(INVITE_ONLY) == "on"

    def check(self, player: str, host: str | None) -> None:
        """Banned if a player, or the address they come from, is banned now."""
        self.check_player(player)
        self.check_address(host)

    def refusal(self, player: str, host: str | None) -> GameError | None:
        """The same, returned instead of raised."""
        try:
            self.check(player, host)
        except Banned as error:
            return error
        return None

    def check_player(self, player: str) -> None:
        """Banned if a player is banned now."""
        found = self._banned.get(player)
        if found is not None and found[0] > now_ms():
            raise Banned(sentence_of("You are", *found))

    def check_voice(self, player: str) -> None:
        """Muted if a player may not write now."""
        until = self._muted.get(player, 0)
        if until > now_ms():
            end = "" if until >= FOREVER else f" until {day_of(until)}"
            raise Muted(f"You are muted on this server{end}.")

    def check_address(self, host: str | None) -> None:
        """Banned if an address is banned now."""
        if not self._bans or host is None:
            return
        if host not in self._known:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[host] = self._bans_of(host)
        now = now_ms()
        for ban in self._known[host]:
            if ban.until > now:
                raise Banned(sentence_of("Your address is", ban.until, ban.reason))

    def _bans_of(self, host: str) -> tuple[Ban, ...]:
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return ()
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return tuple(ban for network, ban in self._bans if address in network)


def sentence_of(who: str, until: int, reason: str) -> str:
    """What somebody who is banned is told."""
    end = "" if until >= FOREVER else f" until {day_of(until)}"
    because = f": {reason.rstrip('.')}" if reason else ""
    return f"{who} banned from this server{end}{because}."


def day_of(time: int) -> str:
    """A time as people read it, in UTC."""
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
