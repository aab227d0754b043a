"""A bot that plays on an elgrande server over HTTP: python outside_bot.py URL TOKEN TABLE.

Create the token with POST /api/me/tokens. The bot plays all its player's seats there, at random.
"""

import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(url: str, token: str, body: dict[str, Any] | None = None) -> Any:
    """Send one request to the server: a POST if it has a body."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urlopen(Request(url, data, headers), timeout=60) as answer:
        return json.load(answer)


def play(server: str, token: str, table: str) -> None:
    """Answer every question until the game is over."""
    address, number = f"{server}/api/tables/{table}", 0
    while True:
        state = call(f"{address}/state?after={number}&wait=20", token)
        number = state["number"]
        if state["table"]["state"] in ("finished", "closed"):
            return print("The game is over:", state["table"]["result"])
        view = state["view"]
        if not view or not view["choices"]:
            continue
        choice = random.choice(view["choices"])["choice"]
        answer = {"seat": state["seat"], "step": view["step"], "choice": choice, "confirm": True}
        try:
            call(f"{address}/choices", token, answer)
        except HTTPError as refused:  # too late, too fast or about to stop: try again
            time.sleep(float(refused.headers.get("Retry-After", 0)))
        number = 0


if __name__ == "__main__":
    play(*sys.argv[1:4])
