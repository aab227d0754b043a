"""The host goes back alone: the opponent is away, a bot is called for them, and bots agree.

By then the host has seen whatever was shown in the meantime, such as the opponent's cards.
"""

import asyncio
from time import perf_counter

from bench.attacks.attack import Attack, Figure
from bench.attacks.victim import Victim
from bench.attacks.visitor import Visitor

CHOICES = 12
# The protocol lets the host call a bot after 45 seconds.
PROMISED_ABSENCE = 45.0
MOST_WAITING = 120.0
BETWEEN_TRIES = 1.0
# Presence should be accurate to a few seconds.
LEEWAY = 5.0


async def run(victim: Victim) -> list[Figure]:
    """Play a little, wait until the opponent is gone, and take everything back."""
    host, opponent, table = await begin(victim)
    socket = await opponent.follow(table, 1)
    for _ in range(CHOICES):
        await host.play_once(table, 0)
        await opponent.play_once(table, 1)
    before = await position(host, table)
    shown_here = await absence(host, table)
    socket.drop()
    opponent.leave()
    left = perf_counter()
    waited, error = await call_bot(host, table, left)
    asked = await host.ask("POST", f"/api/tables/{table}/undo", {"seat": 0, "to": 0})
    after = await position(host, table)
    on_time = waited is not None and abs(waited - PROMISED_ABSENCE) <= LEEWAY
    return [
        Figure("absence shown of somebody who is there", shown_here, "s", shown_here <= LEEWAY),
        Figure("the host may call a bot after", waited, "s", on_time),
        Figure("largest error of the absence shown", error, "s", error <= LEEWAY),
        Figure("asking to go back to the start", str(asked)),
        Figure("choices before", before),
        Figure("choices after", after, "", after >= before),
    ]


async def begin(victim: Victim) -> tuple[Visitor, Visitor, str]:
    """Two people at a private table."""
    host = await victim.visitor("Host")
    opponent = await victim.visitor("Opponent")
    seats = [{"kind": "me"}, {"kind": "invite"}]
    body = {"options": {"players": 2}, "seats": seats}
    opened = await host.must("POST", "/api/tables", body)
    link = next(link for link in opened["invitations"] if link["seat"] == 1)
    await opponent.must("POST", "/api/invitations/accept", {"token": link["token"]})
    return host, opponent, opened["table"]["id"]


async def call_bot(host: Visitor, table: str, left: float) -> tuple[float | None, float]:
    """Ask for a bot until it comes: how long that took, and the largest error in presence."""
    error = 0.0
    while perf_counter() < left + MOST_WAITING:
        shown = await absence(host, table)
        error = max(error, abs(shown - (perf_counter() - left)))
        asked = await host.ask("POST", f"/api/tables/{table}/seats/1/bot", {"bot": "random"})
        if asked.accepted:
            return perf_counter() - left, error
        await asyncio.sleep(BETWEEN_TRIES)
    return None, error


async def absence(host: Visitor, table: str) -> float:
    """Seconds since the opponent was last active, as the server shows it."""
    shown = await host.must("GET", f"/api/tables/{table}/presence")
    return float(next(row for row in shown if row["seat"] == 1)["away"])


async def position(host: Visitor, table: str) -> int:
    """How many choices still stand."""
    shown = await host.must("GET", f"/api/tables/{table}")
    return int(shown["play"]["position"])


ATTACK = Attack("rewind", "the host takes the game back while the opponent is away", run, 240.0)
