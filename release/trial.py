"""Whether an installed elgrande works: games in the terminal and over HTTP, the pages, the end.

It runs with the Python of the environment that elgrande was installed into and needs nothing else:

    python -P release/trial.py

It prints one line of JSON about what was seen, or says in one sentence what went wrong. The digest
in it must be the same for every Python on every machine.
"""

import hashlib
import json
import os
import platform
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

SECONDS = 120.0
COMPILED = "(rules compiled)"
GAMES, FIRST_SEED = 20, 5
WELCOME = re.compile(r"El Grande is running at (http://\S+) ")
# On Windows only this signal can be sent to another process, and only to a group of its own.
ON_WINDOWS = sys.platform == "win32"
STOP = getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT)
OWN_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)


class Failed(Exception):
    """Something does not work; the sentence says what."""


def main() -> None:
    """Try everything, and report."""
    try:
        with tempfile.TemporaryDirectory(prefix="elgrande-trial-") as folder:
            print(json.dumps(try_all(Path(folder))))
    except Failed as failure:
        sys.exit(f"elgrande: the trial failed: {failure}")


def try_all(folder: Path) -> dict[str, Any]:
    """Use the package as people do, with this folder as home; what was seen."""
    version = run("--version", folder=folder).strip()
    if not version.endswith(COMPILED):
        raise Failed(f"{version!r} does not end with {COMPILED!r}.")
    records = simulate(folder)
    records.append(play_in_terminal(folder))
    with serving(folder) as address:
        second = run("--no-browser", folder=folder)
        if second.strip() != f"El Grande is already running at {address}.":
            raise Failed(f"a second elgrande did not find the first: {second!r}")
        files = load_pages(address)
        result = play_on_server(address)
    run("backup", str(folder / "backup.jsonl.gz"), folder=folder)
    return {
        "version": version.split()[1],
        "python": platform.python_version(),
        "platform": sysconfig.get_platform(),
        "digest": digest_of(records),
        "pages": files,
        "scores": result["scores"],
    }


def command() -> str:
    """The command that the installation put beside this Python."""
    name = "elgrande.exe" if ON_WINDOWS else "elgrande"
    path = Path(sysconfig.get_path("scripts")) / name
    if not path.is_file():
        raise Failed(f"there is no {path}.")
    return str(path)


def environment(folder: Path) -> dict[str, str]:
    """Usual settings, but everything that is kept goes into the folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ELGRANDE_")}
    return {**kept, "ELGRANDE_DATABASE_URL": f"sqlite:///{folder / 'games.db'}"}


def run(*arguments: str, folder: Path, typed: str = "") -> str:
    """What a command prints; Failed unless it ends well."""
    done = subprocess.run(
        [command(), *arguments],
        cwd=folder,
        env=environment(folder),
        input=typed,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=SECONDS,
    )
    if done.returncode or done.stderr:
        raise Failed(f"elgrande {arguments[0]} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def simulate(folder: Path) -> list[Path]:
    """Play games between bots in two processes; their records."""
    kept = folder / "records"
    played = json.loads(
        run(
            *("simulate", "--games", str(GAMES), "--seed", str(FIRST_SEED), "--bots", "steady"),
            *("--workers", "2", "--records", str(kept), "--json"),
            folder=folder,
        )
    )
    records = sorted(kept.glob("*.egn"))
    if played["games"] != GAMES or len(records) != GAMES:
        raise Failed(f"{len(records)} of {GAMES} simulated games were recorded.")
    return records


def play_in_terminal(folder: Path) -> Path:
    """Always take the first of the choices until the game is over; its record."""
    saved = folder / "terminal.egn"
    shown = run(
        *("play", "--players", "3", "--short", "--seed", "7", "--plain", "--save", str(saved)),
        folder=folder,
        typed="1\n" * 2000,
    )
    if " wins with " not in shown:
        raise Failed(f"the game in the terminal has no end: {shown[-200:]!r}")
    # It is read and replayed, and ends where its digest says.
    run("replay", str(saved), folder=folder)
    return saved


def digest_of(records: list[Path]) -> str:
    """One digest for all games, whatever ends their lines."""
    lines = [line for path in records for line in path.read_text(encoding="utf-8").splitlines()]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of `elgrande` without a browser; afterwards it must end well when told to."""
    with subprocess.Popen(
        [command(), "--no-browser", "--port", "0"],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        creationflags=OWN_GROUP,
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = WELCOME.match(line)
            if found is None:
                process.kill()
                raise Failed(f"elgrande did not start: {line}{process.communicate()[1]}")
            yield found[1]
            process.send_signal(STOP)
            _, complaints = process.communicate(timeout=SECONDS)
            if process.returncode or complaints:
                raise Failed(f"elgrande stopped with {process.returncode}: {complaints}")
        finally:
            process.kill()


def load_pages(address: str) -> int:
    """Load the game as a browser does, with the scripts and styles it begins with; how many."""
    page = fetch(f"{address}/", "text/html")
    parts = sorted({*re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', page.decode())})
    if not any(part.endswith(".js") for part in parts):
        raise Failed("the front page loads no script; were the pages built?")
    for part in parts:
        fetch(address + part, "text/css" if part.endswith(".css") else "text/javascript")
    return len(parts) + 1


def fetch(url: str, kind: str, token: str = "") -> bytes:
    """What is at an address, of the kind a browser needs."""
    try:
        with urlopen(Request(url, headers=identity(token)), timeout=SECONDS) as answer:
            if answer.headers.get_content_type() != kind:
                raise Failed(f"{url} is {answer.headers.get_content_type()}, not {kind}.")
            body: bytes = answer.read()
            return body
    except URLError as error:
        raise Failed(f"{url}: {error}.") from None


def play_on_server(address: str) -> Any:
    """Play a short game against two bots over HTTP, always the first choice; its result."""
    token = ask(f"{address}/api/players", "", {"name": "Trial"})["token"]
    bot = {"kind": "bot", "bot": "novice"}
    body = {"seats": [{"kind": "me"}, bot, bot], "options": {"players": 3, "short": True}}
    table = ask(f"{address}/api/tables", token, body)["table"]["id"]
    place, number = f"{address}/api/tables/{table}", 0
    while True:
        state = ask(f"{place}/state?after={number}&wait=20", token)
        number = state["number"]
        if state["table"]["state"] in ("finished", "closed"):
            fetch(f"{place}/picture.png", "image/png", token)
            return state["table"]["result"]
        view = state["view"]
        if view and view["choices"]:
            choice = view["choices"][0]["choice"]
            step = {"seat": state["seat"], "step": view["step"], "choice": choice, "confirm": True}
            ask(f"{place}/choices", token, step)
            number = 0


def identity(token: str) -> dict[str, str]:
    """The header that says who asks; none for a stranger."""
    return {"Authorization": f"Bearer {token}"} if token else {}


def ask(url: str, token: str, body: dict[str, Any] | None = None) -> Any:
    """One request to the server: a POST if it has a body."""
    headers = {"Content-Type": "application/json", **identity(token)}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url, data, headers), timeout=SECONDS) as answer:
            return json.load(answer)
    except HTTPError as error:
        raise Failed(f"{url}: {error}: {error.read().decode(errors='replace')}") from None


if __name__ == "__main__":
    main()
