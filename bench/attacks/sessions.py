"""A session that has ended goes on playing through a socket that is still open.

Somebody's token is stolen, or a browser is left signed in. The owner ends that session in each of
the three possible ways, and we watch the thief's socket.
"""

import asyncio
from time import perf_counter
from typing import NamedTuple

from bench.attacks.attack import Attack, Figure
from bench.attacks.victim import Victim
from bench.attacks.visitor import TableSocket, Visitor, first_choice

# After this long, an open socket counts as one that stays open.
WATCHED = 10.0
PROMISED = 1.0
PASSWORD = "correct horse battery staple"


class Stolen(NamedTuple):
    """A table, its owner, and a socket of the session that its owner is about to end."""

    table: str
    owner: Visitor
    thief: Visitor
    socket: TableSocket


async def run(victim: Victim) -> list[Figure]:
    """End a session in each way, and see what its socket can still do."""
    figures: list[Figure] = []
    for how, steal, end in (
        ("its token is dropped", steal_token, drop_token),
        ("it logs out", steal_token, log_out),
        ("the password is changed", steal_browser, change_password),
    ):
        stolen = await steal(victim)
        await end(stolen)
        figures += await watch(stolen, how)
    return figures


async def steal_token(victim: Victim) -> Stolen:
    """A token for an outside bot that somebody else got hold of."""
    owner, table = await host(victim)
    made = await owner.must("POST", "/api/me/tokens", {"label": "bot"})
    thief = victim.connect(made["token"])
    thief.id = made["id"]
    return Stolen(table, owner, thief, await thief.follow(table, 0))


async def steal_browser(victim: Victim) -> Stolen:
    """A browser in which the owner once signed in by password."""
    owner, table = await host(victim)
    await owner.must("POST", "/api/me/password", {"password": PASSWORD})
    thief = victim.connect()
    login = {"name": owner.name, "password": PASSWORD}
    thief.token = (await thief.must("POST", "/api/login", login))["token"]
    return Stolen(table, owner, thief, await thief.follow(table, 0))


async def host(victim: Victim) -> tuple[Visitor, str]:
    """Somebody new who holds both seats of a table, one of which is always asked."""
    owner = await victim.visitor(f"Owner {perf_counter():.0f}")
    seats = [{"kind": "me"}, {"kind": "hotseat", "name": "Beside"}]
    opened = await owner.must("POST", "/api/tables", {"options": {"players": 2}, "seats": seats})
    return owner, opened["table"]["id"]


async def drop_token(stolen: Stolen) -> None:
    """The owner drops the token."""
    await stolen.owner.must("DELETE", f"/api/me/tokens/{stolen.thief.id}")


async def log_out(stolen: Stolen) -> None:
    """The session itself is logged out."""
    await stolen.thief.must("POST", "/api/logout")


async def change_password(stolen: Stolen) -> None:
    """The owner changes the password, which signs other browsers out."""
    body = {"password": f"{PASSWORD}!", "current": PASSWORD}
    await stolen.owner.must("POST", "/api/me/password", body)


async def watch(stolen: Stolen, how: str) -> list[Figure]:
    """How long the socket stays open, and whether a turn can still be played through it."""
    ended = perf_counter()
    http = await stolen.thief.ask("GET", "/api/me")
    # The server promises to end a session within a second, so wait that long.
    await asyncio.sleep(max(0.0, ended + PROMISED - perf_counter()))
    socket = stolen.socket
    played = await play_through(socket)
    await socket.wait_until(lambda: socket.closed, ended + WATCHED - perf_counter())
    seconds = None if socket.closed_at is None else max(0.0, socket.closed_at - ended)
    in_time = seconds is not None and seconds <= PROMISED
    return [
        Figure(f"HTTP after {how}", str(http), "", http.status == 401),
        Figure(f"socket closed after {how}", seconds, "s" if seconds is not None else "", in_time),
        Figure(f"a turn confirmed a second after {how}", played, "", not played),
    ]


async def play_through(socket: TableSocket) -> bool:
    """Whether a choice of either seat is carried out."""
    for seat in range(2):
        await socket.say("look", 1.0, seat=seat)
        await socket.wait_until(lambda: socket.closed or first_choice(socket.state) is not None, 1)
        asked = first_choice(socket.state)
        if asked is not None:
            return (await socket.say("choose", **asked)).get("type") == "done"
    return False


ATTACK = Attack(
    "sessions",
    "sessions that were ended play on through their open sockets",
    run,
    seconds=120.0,
)
