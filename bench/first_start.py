"""How long `make play` takes, from a fresh clone with cold package caches and the second time.

    python -m bench.first_start [--warm] [--json FILE]

It clones this checkout's last commit into a temporary folder and starts `make play` there as a new
user would, with caches of its own for pip and npm that are empty (`--warm`: with the usual ones).
The clock stops when a game against bots asks for its first choice. The game is then played on until
the compiled rules have taken over, and its choices before and after are compared.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.support.services import free_port

ROOT = Path(__file__).parent.parent
SECONDS = 900.0
TABLE = {
    "options": {"players": 3},
    "seats": [{"kind": "me"}, {"kind": "bot", "bot": "steady"}, {"kind": "bot", "bot": "novice"}],
}


class Visitor:
    """Somebody at the browser of a server that may be starting or changing over."""

    def __init__(self, address: str) -> None:
        # Not through a proxy: it is on this machine.
        self._http = httpx.Client(base_url=address, trust_env=False, timeout=30)
        self.table = ""

    def close(self) -> None:
        """Go away."""
        self._http.close()

    def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer to a request, asked again while nobody answers."""
        ends = time.monotonic() + SECONDS
        while True:
            try:
                method = "GET" if body is None else "POST"
                answer = self._http.request(method, path, json=body)
                answer.raise_for_status()
                return answer.json()
            except httpx.TransportError:
                if time.monotonic() > ends:
                    raise
                time.sleep(0.05)

    def open_table(self) -> None:
        """Start a game against bots."""
        token = self.call("/api/players", {"name": "Ana"})["token"]
        self._http.headers["Authorization"] = f"Bearer {token}"
        self.table = self.call("/api/tables", TABLE)["table"]["id"]

    def state(self) -> Any:
        """The table as this seat sees it, once the seat is asked."""
        while True:
            state = self.call(f"/api/tables/{self.table}/state")
            if state["view"]["choices"]:
                return state
            time.sleep(0.05)

    def choose(self) -> None:
        """Make the first of the possible choices."""
        state = self.state()
        answer = {"seat": state["seat"], "step": state["view"]["step"], "confirm": True}
        answer["choice"] = state["view"]["choices"][0]["choice"]
        self.call(f"/api/tables/{self.table}/choices", answer)


@contextmanager
def playing(checkout: Path, environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    """`make play` in a checkout, until Ctrl-C."""
    with subprocess.Popen(
        ["make", "play"],
        cwd=checkout,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=60)


def wait_for_line(process: "subprocess.Popen[str]", words: str) -> None:
    """Show what is printed until a line holds these words."""
    assert process.stdout is not None
    for line in process.stdout:
        print(f"    {line}", end="", file=sys.stderr, flush=True)
        if words in line:
            return
    raise SystemExit(f"`make play` ended before it said: {words}")


def environment_of(folder: Path, *, warm: bool) -> dict[str, str]:
    """The environment of a new user whose data, and usually caches, are in `folder`."""
    caches = {"PIP_CACHE_DIR": str(folder / "pip"), "npm_config_cache": str(folder / "npm")}
    return {
        **os.environ,
        **({} if warm else caches),
        "XDG_DATA_HOME": str(folder / "data"),
        "ELGRANDE_PORT": str(free_port()),
        "BROWSER": shutil.which("true") or "true",
    }


def measure(checkout: Path, environment: dict[str, str]) -> dict[str, float | bool]:
    """The seconds of a first and a second start, and whether the game outlived the change-over."""
    address = f"http://127.0.0.1:{environment['ELGRANDE_PORT']}"
    with closing(Visitor(address)) as visitor:
        return _measure(checkout, environment, visitor)


def _measure(
    checkout: Path, environment: dict[str, str], visitor: Visitor
) -> dict[str, float | bool]:
    result: dict[str, float | bool] = {}
    began = time.monotonic()
    with playing(checkout, environment) as process:
        wait_for_line(process, "El Grande is running at")
        result["page_s"] = time.monotonic() - began
        visitor.open_table()
        visitor.state()
        result["first_choice_s"] = time.monotonic() - began
        for _ in range(5):
            visitor.choose()
        before = visitor.state()
        wait_for_line(process, "The rules are compiled now")
        result["compiled_s"] = time.monotonic() - began
        result["game_went_on"] = visitor.state()["view"] == before["view"]
        visitor.choose()
    began = time.monotonic()
    with playing(checkout, environment) as process:
        wait_for_line(process, "El Grande is running at")
        visitor.choose()
        result["second_start_s"] = time.monotonic() - began
    return result


def main() -> None:
    """Measure, print, and write a file if one is named."""
    reader = argparse.ArgumentParser(description="Measure how long `make play` takes.")
    reader.add_argument("--warm", action="store_true", help="Use the usual caches of pip and npm.")
    reader.add_argument("--json", type=Path, metavar="FILE", help="Write the result there, too.")
    given = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder) / "elgrande"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(checkout)], check=True)
        result = measure(checkout, environment_of(Path(folder), warm=given.warm))
    rounded = {
        name: value if isinstance(value, bool) else round(value, 1)
        for name, value in result.items()
    }
    text = json.dumps({"cold_caches": not given.warm, **rounded}, indent=2)
    print(text)
    if given.json is not None:
        given.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
