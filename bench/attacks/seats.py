"""A stranger takes every open seat of a public table, and the host can do nothing about it."""

import asyncio

from bench.attacks.attack import Attack, Figure
from bench.attacks.victim import Victim
from bench.attacks.visitor import Visitor

PLAYERS = 4
# Seconds of inactivity after which somebody is away: the lowest setting of a table.
ABSENCE = 30
LEEWAY = 12.0
# The host looks at the table this often, and so is not away.
BETWEEN_LOOKS = 2.0


async def run(victim: Victim) -> list[Figure]:
    """Sit down wherever there is room; then the host tries to get rid of the stranger."""
    return [
        *await take_all(victim),
        *await remove(victim),
        *await end_game(victim),
    ]


async def take_all(victim: Victim) -> list[Figure]:
    """One stranger takes every open seat."""
    host, table = await public_table(victim, PLAYERS)
    stranger = await victim.visitor("Stranger")
    taken = 0
    for seat in range(1, PLAYERS):
        taken += (await stranger.ask("POST", *joining(table, seat))).accepted
    shown = await host.must("GET", f"/api/tables/{table}")
    started = shown["state"] == "running"
    return [
        Figure(f"open seats of {PLAYERS - 1} that one stranger took", taken, "", taken <= 1),
        Figure("the stranger started the game alone", started, "", not started),
    ]


async def remove(victim: Victim) -> list[Figure]:
    """Before the start, the host wants a stranger to leave and nobody else to come."""
    host, table = await public_table(victim, PLAYERS)
    stranger = await victim.visitor("Stranger")
    await stranger.must("POST", *joining(table, 1))
    removed = await host.ask("POST", f"/api/tables/{table}/seats/1/remove")
    back = await stranger.ask("POST", *joining(table, 1))
    locked = await host.ask("PUT", f"/api/tables/{table}/lock", {"locked": True})
    another = await (await victim.visitor("Another")).ask("POST", *joining(table, 2))
    return [
        Figure("the host removes a stranger", str(removed), "", removed.accepted),
        Figure("the stranger sits down again at once", str(back), "", not back.accepted),
        Figure("the host locks the table", str(locked), "", locked.accepted),
        Figure("another stranger sits down", str(another), "", not another.accepted),
    ]


async def end_game(victim: Victim) -> list[Figure]:
    """A game has begun, the stranger is gone, and the host wants to end it."""
    host, table = await public_table(victim, 2, absence_seconds=ABSENCE)
    stranger = await victim.visitor("Stranger")
    await stranger.must("POST", *joining(table, 1))
    alone = await host.ask("DELETE", f"/api/tables/{table}")
    stranger.leave()
    for _ in range(int((ABSENCE + LEEWAY) / BETWEEN_LOOKS)):
        await asyncio.sleep(BETWEEN_LOOKS)
        await host.must("GET", f"/api/tables/{table}")
    ended = await host.ask("POST", f"/api/tables/{table}/proposals", {"kind": "abandon"})
    shown = await host.must("GET", f"/api/tables/{table}")
    closed = shown["state"] == "closed"
    return [
        Figure("the host ends the game while the stranger is there", str(alone)),
        Figure("the host abandons the game when the stranger is gone", str(ended)),
        Figure("the game is over then", closed, "", closed),
    ]


async def public_table(victim: Victim, players: int, **settings: int) -> tuple[Visitor, str]:
    """A host and a public table at which every other seat is open."""
    host = await victim.visitor("Host")
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)]
    body = {"public": True, "options": {"players": players}, "seats": seats, "settings": settings}
    return host, (await host.must("POST", "/api/tables", body))["table"]["id"]


def joining(table: str, seat: int) -> tuple[str, dict[str, int]]:
    """The address for sitting down, and the body that says in which seat."""
    return f"/api/tables/{table}/join", {"seat": seat}


ATTACK = Attack("seats", "a stranger takes every open seat of a public table", run, seconds=90.0)
