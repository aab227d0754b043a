"""`elgrande admin` on a database that no server has open: every command, and all that is wrong."""

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from elgrande.cli.admin import VERBS
from elgrande.server.storage.moderating import FOREVER
from tests.server.storage.samples import entry, on, player, table
from tests.support.command_line import Outcome, is_refused, run
from tests.support.finished import fill_club
from tests.support.moderating import PASSWORD, admin
from tests.support.server import sqlite_url

HOUR = 3600 * 1000


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with a claimed name, two guests of one name, and a table."""
    address = sqlite_url(tmp_path)

    async def fill(storage: Any) -> None:
        await storage.add_player(player("p1", "Ana", "hash"))
        for key in ("p2", "p3"):
            await storage.add_player(player(key, "Ben"))
        await storage.add_player(player("p4", "Zoë"))
        await storage.add_table(table("t1", settings={}), [entry(1)])

    on(address, fill)
    return address


def command(url: str, *arguments: str) -> Outcome:
    return run("admin", *arguments, "--database-url", url)


def rows(url: str, statement: str) -> list[Any]:
    with sqlite3.connect(url.removeprefix("sqlite:///")) as opened:
        found = opened.execute(statement).fetchall()
    opened.close()
    return found


def test_every_command_has_a_help_with_an_example() -> None:
    assert "Example: elgrande admin" in run("admin", "--help").out
    for verb in VERBS:
        shown = run("admin", verb.name, "--help")
        assert shown.code == 0
        assert f"Example: elgrande admin {verb.name}" in shown.out
        assert "--json" in shown.out


def test_players_are_listed(url: str) -> None:
    shown = command(url, "list", "players")
    assert shown.code == 0
    assert shown.out.splitlines()[0].split()[:3] == ["id", "name", "kind"]
    assert "p1" in shown.out
    found = admin(url, "list", "players", "--search", "be")["players"]
    assert [one["id"] for one in found] == ["p3", "p2"]
    assert "password" not in found[0]
    assert [one["id"] for one in admin(url, "list", "players", "--only", "claimed")["players"]] == [
        "p1"
    ]
    assert command(url, "list", "players", "--search", "nobody").out == ("No players found.\n")


def test_tables_are_listed_without_their_deals(url: str) -> None:
    (found,) = admin(url, "list", "tables", "--only", "open")["tables"]
    assert (found["id"], found["title"], found["host_name"]) == ("t1", "Friday", "Ana")
    assert not {"seed", "salt", "start", "options"} & set(found)
    assert "Friday" in command(url, "list", "tables").out
    assert admin(url, "list", "tables", "--only", "running") == {"tables": []}


def test_times_are_read_in_several_ways(url: str) -> None:
    before = int(time.time() * 1000)
    made = admin(url, "mute", "ana", "--until", "2h")
    assert before + 2 * HOUR <= made["until"] <= before + 3 * HOUR
    assert admin(url, "mute", "p1", "--until", "2999-12-31")["until"] == 32503593600000
    assert admin(url, "mute", "p1")["until"] == FOREVER
    assert command(url, "mute", "p1", "--until", "1w").out.startswith("Ana is muted until 2")
    assert [one["name"] for one in admin(url, "list", "players", "--only", "muted")["players"]] == [
        "Ana"
    ]
    assert command(url, "unmute", "ANA").out == "Ana can chat again.\n"


def test_bans_come_and_go(url: str) -> None:
    assert admin(url, "ban", "Zoë", "--reason", "spam")["player"] == "p4"
    assert admin(url, "ban", "--address", "203.0.113.7")["network"] == "203.0.113.7/32"
    assert admin(url, "ban", "--address", "2001:db8::1/48")["network"] == "2001:db8::/48"
    assert admin(url, "ban", "--address", "::ffff:192.0.2.1")["network"] == "192.0.2.1/32"
    assert len(admin(url, "list", "bans")["bans"]) == 3
    assert "203.0.113.7/32" in command(url, "list", "bans").out
    assert command(url, "unban", "--address", "203.0.113.7").code == 0
    assert is_refused(command(url, "unban", "--address", "203.0.113.7"))
    assert admin(url, "unban", "p4") == {"player": "p4"}


def test_a_table_is_closed_once(url: str) -> None:
    assert admin(url, "close", "t1", "--reason", "empty") == {"table": "t1", "state": "closed"}
    assert rows(url, "SELECT state FROM tables") == [("closed",)]
    assert rows(url, "SELECT number, kind, data FROM entries ORDER BY number")[-1] == (
        2,
        "closed",
        '{"reason":"moderator"}',
    )
    assert is_refused(command(url, "close", "t1"))


def test_passwords_and_admins(url: str) -> None:
    made = admin(url, "reset-password", "Ana")
    assert len(made["password"]) >= 12
    assert rows(url, "SELECT password FROM players WHERE id = 'p1'")[0][0].startswith("$argon2")
    assert admin(url, "grant", "Ana") == {"player": "p1", "admin": True}
    assert [one["id"] for one in admin(url, "list", "players", "--only", "admins")["players"]] == [
        "p1"
    ]
    assert admin(url, "revoke", "Ana") == {"player": "p1", "admin": False}
    assert is_refused(command(url, "grant", "Zoë"))
    assert is_refused(command(url, "reset-password", "Zoë"))


def test_invitations_are_made_listed_and_taken_back(url: str) -> None:
    assert command(url, "invite-only", "on").out == "New guests need an invitation.\n"
    made = admin(
        url, "invite", "--uses", "3", "--until", "1d", "--public-url", "https://club.example"
    )
    assert made["link"].startswith("https://club.example/welcome#")
    assert command(url, "invite").out.startswith("/welcome#")
    found = admin(url, "list", "invitations")["invitations"]
    assert {(one["uses"], one["used"], one["revoked"]) for one in found} == {
        (3, 0, False),
        (1, 0, False),
    }
    assert "hash" not in found[0]
    assert "0 of 3" in command(url, "list", "invitations").out
    assert admin(url, "uninvite", made["id"]) == {"id": made["id"]}
    assert is_refused(command(url, "uninvite", made["id"]))
    assert admin(url, "invite-only", "off") == {"invite_only": False}


def test_a_deleted_player_is_gone(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elgrande.server.accounts.admins.NOTICED_SECONDS", 0.0)
    assert is_refused(command(url, "delete", "Zoë"))
    assert is_refused(command(url, "delete", "Zoë", "--json"))
    assert admin(url, "delete", "Zoë", "--yes") == {"player": "p4", "tables": 0}
    assert is_refused(command(url, "delete", "Zoë", "--yes"))
    assert rows(url, "SELECT id FROM players WHERE id = 'p4'") == []


def test_the_log_tells_it_all(url: str) -> None:
    admin(url, "mute", "Ana", "--reason", "insults")
    admin(url, "ban", "--address", "192.0.2.1", "--until", "1d")
    lines = admin(url, "audit")["lines"]
    assert [(line["act"], line["kind"], line["admin"]) for line in lines] == [
        ("ban", "network", None),
        ("mute", "player", None),
    ]
    assert lines[1]["target_name"] == "Ana"
    shown = command(url, "audit", "--player", "Ana")
    assert "command line" in shown.out
    assert "insults" in shown.out
    assert "192.0.2.1" not in shown.out


WRONG = [
    (["list", "cards"], "not 'cards'"),
    (["list", "players", "--only", "tall"], "not 'tall'"),
    (["list", "tables", "--only", "banned"], "not 'banned'"),
    (["list", "bans", "--only", "muted"], "not for bans"),
    (["list", "players", "--limit", "0"], "at least 1"),
    (["list", "players", "--limit", "999"], "at most 200"),
    (["mute", "Nobody"], "no player 'Nobody'"),
    (["mute", ""], "name or id"),
    (["mute", "x" * 5000], "name or id"),
    (["mute", "Ben"], "Give an id: p"),
    (["mute", "Ana", "--until", "soon"], "not 'soon'"),
    (["mute", "Ana", "--until", "0d"], "not '0d'"),
    (["mute", "Ana", "--until", "2001-01-01"], "must be in the future"),
    (["ban"], "Give a player"),
    (["ban", "Ana", "--address", "192.0.2.1"], "Give a player"),
    (["ban", "--address", "here"], "Write an address as"),
    (["ban", "--address", "0.0.0.0/0"], "too large"),
    (["unban", "--address", "192.0.2.9"], "not banned"),
    (["close", "nothing"], "no such table"),
    (["grant", "Zoë"], "is a guest"),
    (["reset-password", "Zoë"], "is a guest"),
    (["delete", "Ana"], "Confirm with --yes"),
    (["invite-only", "maybe"], "not 'maybe'"),
    (["invite", "--uses", "0"], "at least 1"),
    (["invite", "--uses", "99999"], "at most 10000"),
    (["invite", "--public-url", "club"], "public URL"),
    (["uninvite", "nothing"], "no such invitation"),
    (["audit", "--limit", "0"], "at least 1"),
    (["audit", "--player", "Nobody"], "no player"),
    (["dance"], "dance"),
]


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_what_is_wrong_is_told_in_one_line(url: str, arguments: list[str], sentence: str) -> None:
    done = command(url, *arguments) if arguments != ["dance"] else run("admin", "dance")
    assert is_refused(done), done
    assert sentence in done.err
    assert rows(url, "SELECT count(*) FROM audit") == [(0,)]


def test_a_mistyped_database_is_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "folder" / "tables.db"
    assert is_refused(command(f"sqlite:///{missing}", "list", "players"))
    assert not missing.parent.exists()


def test_all_ratings_can_be_worked_out_again(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    fill_club(url, PASSWORD, games=3)
    done = run("admin", "rate-again", "--database-url", url, "--json")
    assert done.data() == {"games": 2}  # one of them had a coach
    assert run("admin", "rate-again", "--database-url", url).out == "2 games rated.\n"
