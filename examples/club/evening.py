"""A club evening by script: guests, bots, three rounds, the final table and all records.

    python examples/club/evening.py

It starts a server of its own on a free port, or uses yours with `--server URL`, and speaks HTTP
alone. Two guests and two bots play three short games, less than a minute on two cores. Guests
choose at random here: put your own program in `think`.
"""

import argparse
import asyncio
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

PAUSE_SECONDS = 0.3  # between two looks at the event
Data = dict[str, Any]


def think(choices: list[Data]) -> Any:
    """What a guest chooses; every choice comes with its number, its notation and a sentence."""
    return random.choice(choices)["choice"]


class Guest:
    """Somebody at the server: a name, and the token that stands for it."""

    def __init__(self, server: str, name: str) -> None:
        self.name = name
        self.http = httpx.AsyncClient(base_url=server, timeout=60)

    async def ask(self, method: str, path: str, **body: Any) -> Any:
        """Send one request; whoever is too fast waits and asks again."""
        while True:
            answer = await self.http.request(method, path, json=body or None)
            if answer.status_code not in (429, 503):
                break
            await asyncio.sleep(float(answer.headers.get("retry-after", 1)))
        if answer.is_error:
            raise SystemExit(f"{method} {path}: {answer.json()['detail']}")
        return answer.json()

    async def come_in(self) -> None:
        """Sign in as a guest."""
        made = await self.ask("POST", "/api/players", name=self.name)
        self.http.headers["authorization"] = f"Bearer {made['token']}"

    async def play(self, table: str) -> None:
        """Answer every question at a table until its game is over."""
        number = 0
        while True:
            state = await self.ask("GET", f"/api/tables/{table}/state?after={number}&wait=20")
            number = state["number"]
            if state["table"]["state"] in ("finished", "closed"):
                return
            view = state["view"]
            if view and view["choices"]:
                answer = {"seat": state["seat"], "step": view["step"], "confirm": True}
                answer["choice"] = think(view["choices"])
                await self.ask("POST", f"/api/tables/{table}/choices", **answer)
                number = 0


async def announce(host: Guest, guests: list[Guest], bots: list[str], rounds: int) -> str:
    """Announce an evening, let everybody join, and start it."""
    seats = min(len(guests) + len(bots), 5)
    event = await host.ask(
        "POST",
        "/api/events",
        kind="evening",
        title="Friday",
        bots=bots,
        options={"short": True},
        settings={"rounds": rounds, "seats": seats, "most": 10, "fill": False},
    )
    found = str(event["line"]["id"])
    for guest in guests:
        await guest.ask("POST", f"/api/events/{found}/join")
    await host.ask("POST", f"/api/events/{found}/start")
    return found


async def play_evening(host: Guest, guests: list[Guest], event: str) -> Data:
    """Play at every table that opens, until the last round is over; returns the event."""
    playing: dict[str, asyncio.Task[list[None]]] = {}
    while True:
        shown: Data = await host.ask("GET", f"/api/events/{event}")
        names = {entrant["number"]: entrant["name"] for entrant in shown["entrants"]}
        for number, games in enumerate(shown["rounds"], start=1):
            for game in games:
                table, seated = game["table"], [names[one] for one in game["entrants"]]
                if table not in playing:
                    print(f"Round {number}: {', '.join(seated)}", flush=True)
                    ours = [guest.play(table) for guest in guests if guest.name in seated]
                    playing[table] = asyncio.ensure_future(asyncio.gather(*ours))
        if shown["line"]["state"] != "running":
            await asyncio.gather(*playing.values())
            return shown
        await asyncio.sleep(PAUSE_SECONDS)


def print_table(shown: Data) -> None:
    """The final table, the best first."""
    names = {
        one["number"]: f"{one['name']} ({one['bot']})" if one["bot"] else one["name"]
        for one in shown["entrants"]
    }
    print(f"\n{'':3} {'player':24} {'place points':>12} {'wins':>5} {'board points':>13}")
    for line in sorted(shown["standings"], key=lambda line: int(line["place"])):
        print(
            f"{line['place']:2}. {names[line['entrant']]:24} {line['points']:12}"
            f" {line['wins']:5} {line['score']:13}"
        )


async def save_records(host: Guest, shown: Data, folder: Path) -> None:
    """Download every game of the evening as a record."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, games in enumerate(shown["rounds"], start=1):
        for place, game in enumerate(games, start=1):
            answer = await host.http.get(f"/api/tables/{game['table']}/record.egn")
            answer.raise_for_status()
            file = folder / f"round{number}-table{place}.egn"
            file.write_text(answer.text, encoding="utf-8")
            print(f"Saved {file}: show it with elgrande replay {file}")


@contextmanager
def open_server() -> Iterator[str]:
    """A server of our own on a free port, with its data in a folder that is removed at the end."""
    with TemporaryDirectory() as folder:
        line = [sys.executable, "-m", "elgrande", "serve", "--port", "0", "--log", "json"]
        line += ["--database-url", f"sqlite:///{folder}/evening.db"]
        log = Path(folder) / "log"
        with log.open("wb") as file:
            server = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=file, text=True)
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            if "serves on" not in said:
                raise SystemExit(f"The server did not start: {log.read_text()[-500:]}")
            yield said.split()[-1]
        finally:
            server.terminate()
            server.wait()


async def run(server: str, names: list[str], bots: list[str], rounds: int, out: Path) -> None:
    """The whole evening at a server."""
    guests = [Guest(server, name) for name in names]
    for guest in guests:
        await guest.come_in()
    host = guests[0]
    shown = await play_evening(host, guests, await announce(host, guests, bots, rounds))
    print_table(shown)
    await save_records(host, shown, out)
    for guest in guests:
        await guest.http.aclose()


def main() -> None:
    """Read the command line and hold the evening."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--server", help="the address of a running server; otherwise one is begun")
    parser.add_argument("--guests", default="Ana,Ben", help="names, with commas; the first hosts")
    parser.add_argument("--bots", default="steady,novice", help="the bots that play along")
    parser.add_argument("--rounds", type=int, default=3, help="how many rounds to play")
    parser.add_argument("--out", type=Path, default=Path("runs/evening"), help="for the records")
    given = parser.parse_args()
    bots = [bot for bot in given.bots.split(",") if bot]
    rest = given.guests.split(","), bots, given.rounds, given.out
    try:
        if given.server:
            asyncio.run(run(given.server, *rest))
        else:
            with open_server() as server:
                print(f"The evening is at {server} while it lasts.", flush=True)
                asyncio.run(run(server, *rest))
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise SystemExit(f"There is no elgrande server at {given.server}: {error}") from None


if __name__ == "__main__":
    main()
