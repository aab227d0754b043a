"""Guests from one address fill the disk by chatting."""

import asyncio
from time import perf_counter

from bench.attacks.attack import Attack, Figure
from bench.attacks.victim import Victim
from bench.attacks.visitor import Visitor

GUESTS = 30
SECONDS = 42.0
# The longest chat messages that any version has accepted, longest first.
LINES = ("\N{CROWN}" * 500, "\N{CROWN}" * 150)
# What a server may let through: a burst of chat, then three messages a second for the address.
MOST_LINES = 60 + 3 * SECONDS + GUESTS
MOST_KILOBYTES = 1000


async def run(victim: Victim) -> list[Figure]:
    """Sign in and chat as much and as fast as the server allows."""
    await victim.restart()  # so that nothing is left only in the journal
    before = victim.database_bytes()
    guests = [await victim.visitor(f"Guest {number}") for number in range(GUESTS)]
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"public": True, "options": {"players": 2}, "seats": seats}
    table = (await guests[0].must("POST", "/api/tables", body))["table"]["id"]
    began = perf_counter()
    told = await asyncio.gather(*(talk(guest, table, began + SECONDS) for guest in guests))
    lines = sum(told)
    await victim.restart()
    size = (victim.database_bytes() - before) / 1000
    return [
        Figure(f"lines stored by {GUESTS} guests in {SECONDS:g} s", lines, "", lines <= MOST_LINES),
        Figure("the database grew by", round(size), "kB", size <= MOST_KILOBYTES),
    ]


async def talk(guest: Visitor, table: str, until: float) -> int:
    """Repeat the longest possible message; returns how many were accepted."""
    said, longest = 0, list(LINES)
    while perf_counter() < until:
        answer = await guest.ask("POST", f"/api/tables/{table}/chat", {"text": longest[0]})
        if answer.accepted:
            said += 1
        elif answer.status == 400 and len(longest) > 1:
            longest.pop(0)
        else:
            await asyncio.sleep(0.5)
    return said


ATTACK = Attack("growth", "guests from one address fill the disk", run, seconds=150.0)
