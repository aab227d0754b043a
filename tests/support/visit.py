"""Plays a short game by https, from the network in which this is run: python -m … URL.

The last line it prints is the address of the table and the token of its host.
"""

import asyncio
import sys

import httpx

from tests.support.clients import SeatClient, come_in, open_table

SECONDS = 180.0


async def visit(url: str) -> str:
    """Play a game against a bot to its end."""
    async with httpx.AsyncClient(timeout=30.0) as http:
        host = await come_in(http, url, "Ana")
        page = await http.get(url, headers={"Accept": "text/html"})
        assert page.is_success, page.text
        assert "<html" in page.text
        assert "strict-transport-security" in page.headers
        hidden = await http.get(f"{url}/metrics")
        assert hidden.status_code == 403, hidden.text
        table = await open_table([host], ["me", "bot:random"], {"short": True})
        state = await SeatClient(host, table, seat=0).play(SECONDS)
        assert state["table"]["state"] == "finished", state["table"]
        return f"{url}/api/tables/{table} {host.token}"


if __name__ == "__main__":
    print(asyncio.run(visit(sys.argv[1])))
