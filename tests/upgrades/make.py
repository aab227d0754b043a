"""Make a database with an older version, as people would: python -m tests.upgrades.make.

    git clone . old && git -C old checkout COMMIT
    python -m tests.upgrades.make --source old/src --name 0.4.0 [--postgresql URL]

A server of that version is started from its sources, and a little club plays on it: a finished
game, games under way, a draft, an open table, chat, links, a password, tokens and a webhook. What
is left behind is written to this folder as SQL, as an export, and with --postgresql also as a dump
of that (empty) database; the JSON beside it says what the club knows of it.
"""

import argparse
import gzip
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx

FOLDER = Path(__file__).parent
PASSWORD = "a password of the old days"
OPTIONS = ["--allow-private-webhooks", "--bot-workers", "0"]
LIFTED = ["requests_of_address=off", "requests_of_player=off", "new_players=off", "chat=off"]


class Club:
    """Some people at a server of an older version."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=120)
        self.random = random.Random(11)
        self.tokens: dict[str, str] = {}

    def ask(self, who: str | None, method: str, path: str, body: object = None) -> Any:
        """What somebody is answered; a refusal fails."""
        headers = {} if who is None else {"Authorization": f"Bearer {self.tokens[who]}"}
        content: dict[str, Any] = {} if body is None else {"json": body}
        answer = self.http.request(method, path, headers=headers, **content)
        self.http.cookies.clear()
        assert answer.is_success, (method, path, answer.text)
        return answer.json() if answer.content else None

    def come_in(self, name: str) -> None:
        """A guest, who goes on with a token that never expires."""
        self.tokens[name] = self.ask(None, "POST", "/api/players", {"name": name})["token"]

    def keep_token(self, name: str) -> None:
        """Go on with a token for programs, which never expires."""
        made = self.ask(name, "POST", "/api/me/tokens", {"label": "old"})
        self.tokens[name] = made["token"]

    def open(self, seats: list[str], **more: Any) -> tuple[str, dict[int | None, str]]:
        """A table of Ana's and the links to it."""
        wanted = [
            {"kind": "bot", "bot": "random"} if kind == "bot" else {"kind": kind} for kind in seats
        ]
        options = {"players": len(seats), **more.pop("options", {})}
        body = {"seats": wanted, "options": options, **more}
        opened = self.ask("Ana", "POST", "/api/tables", body)
        links = {link["seat"]: link["token"] for link in opened["invitations"]}
        return opened["table"]["id"], links

    def play(self, table: str, people: dict[int, str], choices: int | None, confirm: bool) -> None:
        """Let people answer at random, so many times or to the end."""
        done = 0
        while choices is None or done < choices:
            moved = False
            for seat, who in people.items():
                state = self.ask(who, "GET", f"/api/tables/{table}/state?seat={seat}&wait=0")
                if state["table"]["state"] == "finished":
                    return
                view = state["view"]
                if not view["choices"]:
                    continue
                chosen = self.random.choice(view["choices"])["choice"]
                body = {"seat": seat, "step": view["step"], "choice": chosen, "confirm": confirm}
                self.ask(who, "POST", f"/api/tables/{table}/choices", body)
                done, moved = done + 1, True
            if not moved and not confirm:
                return


def play_all(club: Club) -> dict[str, Any]:
    """Everything that a database may hold, and what its people know of it."""
    for name in ("Ana", "Ben", "Wim"):
        club.come_in(name)
    club.ask("Ana", "POST", "/api/me/password", {"password": PASSWORD})
    club.ask("Ana", "PUT", "/api/me/webhook", {"url": "http://127.0.0.1:9/turns"})
    for name in ("Ana", "Ben", "Wim"):
        club.keep_token(name)
    tables: dict[str, str] = {}

    short = {"short": True}
    tables["finished"], _ = club.open(["me", "bot"], options=short, title="Old times")
    club.ask(
        "Ana", "POST", f"/api/tables/{tables['finished']}/chat", {"text": "¡Hola!", "key": "1"}
    )
    club.play(tables["finished"], {0: "Ana"}, None, confirm=True)

    tables["running"], links = club.open(["me", "invite", "bot"], settings={"watching": "link"})
    for seat, who in ((1, "Ben"), (None, "Wim")):
        club.ask(who, "POST", "/api/invitations/accept", {"token": links[seat]})
    watch = links[None]
    club.play(tables["running"], {0: "Ana", 1: "Ben"}, 60, confirm=True)
    club.ask("Ben", "POST", f"/api/tables/{tables['running']}/chat", {"text": "Your turn"})

    tables["classic"], _ = club.open(["me", "bot", "bot", "bot"], options={"edition": "classic"})
    club.play(tables["classic"], {0: "Ana"}, 20, confirm=True)

    tables["draft"], links = club.open(["me", "invite"], public=True)
    club.ask("Ben", "POST", "/api/invitations/accept", {"token": links[1]})
    club.play(tables["draft"], {0: "Ana", 1: "Ben"}, 30, confirm=True)
    club.play(tables["draft"], {0: "Ana", 1: "Ben"}, 1, confirm=False)

    tables["open"], links = club.open(["me", "invite"])
    invitation = links[1]
    tables["closed"], _ = club.open(["me", "invite"])
    club.ask("Ana", "DELETE", f"/api/tables/{tables['closed']}")
    shown = {name: club.ask("Ana", "GET", f"/api/tables/{table}") for name, table in tables.items()}
    return {
        "password": PASSWORD,
        "tokens": club.tokens,
        "tables": tables,
        "invitation": invitation,
        "watch": watch,
        "result": shown["finished"]["result"],
        "positions": {
            name: table["play"]["position"] for name, table in shown.items() if table["play"]
        },
    }


def main() -> None:
    """Play, and write down what is left behind."""
    parser = argparse.ArgumentParser(description="Makes a database with an older version.")
    parser.add_argument("--source", type=Path, required=True, help="its folder of sources")
    parser.add_argument("--name", required=True, help="the version, such as 0.4.0")
    parser.add_argument("--postgresql", help="an empty database for a dump")
    given = parser.parse_args()
    environment = {**os.environ, "PYTHONPATH": str(given.source.resolve())}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.db"
        line = [sys.executable, "-m", "elgrande", "serve", "--port", "0", *OPTIONS]
        line += ["--database-url", f"sqlite:///{path}"]
        for limit in LIFTED:
            line += ["--limit", limit]
        with subprocess.Popen(
            line,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=folder,
        ) as server:
            assert server.stdout is not None
            try:
                url = server.stdout.readline().split("serves on", 1)[1].strip()
                known = {"version": given.name, **play_all(Club(url))}
            finally:
                server.send_signal(signal.SIGTERM)
        write_all(path, given.name, known, environment)
        if given.postgresql:
            write_dump(path, given.name, given.postgresql, environment)


def write_all(path: Path, name: str, known: dict[str, Any], environment: dict[str, str]) -> None:
    """The database as SQL and as an export, and what is known of it."""
    with sqlite3.connect(path) as connection:
        write_packed(FOLDER / f"{name}.sql.gz", "\n".join(connection.iterdump()))
    connection.close()
    export = path.with_suffix(".jsonl")
    elgrande("export", str(export), "--database-url", f"sqlite:///{path}", environment=environment)
    write_packed(FOLDER / f"{name}.jsonl.gz", export.read_text(encoding="utf-8"))
    (FOLDER / f"{name}.json").write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def write_dump(path: Path, name: str, url: str, environment: dict[str, str]) -> None:
    """The same on PostgreSQL, as pg_dump writes it."""
    export = path.with_suffix(".jsonl")
    elgrande("import", str(export), "--database-url", url, environment=environment)
    line = ["pg_dump", "--no-owner", "--no-privileges", "--inserts", url.replace("+asyncpg", "")]
    dumped = subprocess.run(line, check=True, capture_output=True, text=True).stdout
    write_packed(FOLDER / f"{name}.postgresql.sql.gz", dumped)


def elgrande(*words: str, environment: dict[str, str]) -> None:
    """A command of the older version."""
    subprocess.run([sys.executable, "-m", "elgrande", *words], env=environment, check=True)


def write_packed(path: Path, text: str) -> None:
    """A file that is the same whenever it is written."""
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
