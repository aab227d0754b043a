"""Nobody passes for somebody who claimed a name: no guest, no hotseat, no bot, no look-alike."""

import asyncio
import sqlite3
from pathlib import Path

from elgrande.server.storage import Storage
from tests.server.storage.test_lookalikes import ALIKE
from tests.support.clients import Person, come_in, open_table, open_with_links
from tests.support.company import Company, in_company
from tests.upgrades.test_upgrades import old_sqlite

PASSWORD = "correct horse battery"


async def claimed(at: Company, name: str) -> Person:
    """Somebody who claimed a name."""
    person = await come_in(at.http, at.url, name)
    await person.post("/api/me/password", {"password": PASSWORD})
    return person


async def refused_guest(at: Company, name: str) -> str:
    answer = await at.http.post(f"{at.url}/api/players", json={"name": name})
    at.http.cookies.clear()
    assert answer.status_code == 409, answer.text
    return str(answer.json()["error"])


def test_no_guest_seat_or_bot_carries_a_claimed_name_or_one_like_it(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        marina = await claimed(at, "Marina")
        for name in ("Marina", "MARINA", *(other for name, other in ALIKE if name == "Marina")):
            assert await refused_guest(at, name) == "name_taken"
            assert await at.ben.refused("PATCH", "/api/me", {"name": name}) == "name_taken"
            for seat in ({"kind": "hotseat"}, {"kind": "bot", "bot": "novice"}):
                table = {"seats": [{"kind": "me"}, {**seat, "name": name}]}
                table["options"] = {"players": 2}  # type: ignore[assignment]
                assert await at.ben.refused("POST", "/api/tables", table) == "name_taken"
        opened = await open_with_links(at.ben, ["me", "invite"])
        change = {"kind": "bot", "bot": "novice", "name": "M\u0430rina"}
        path = f"/api/tables/{opened.id}/seats/1"
        assert await at.ben.refused("PUT", path, change) == "name_taken"
        assert (await at.ben.ask("PUT", path, {**change, "name": "Marlene"})).is_success
        # It is her own name: she may have it in any spelling, and name a seat of hers so.
        assert (await marina.ask("PATCH", "/api/me", {"name": "MARINA"})).is_success
        seats = [{"kind": "me"}, {"kind": "hotseat", "name": "Marina"}]
        await marina.post("/api/tables", {"seats": seats, "options": {"players": 2}})

    in_company(tmp_path, story)


def test_a_guest_whose_name_was_claimed_meanwhile_takes_another_to_sit_down(
    tmp_path: Path,
) -> None:
    async def story(at: Company) -> None:
        guest = await come_in(at.http, at.url, "Rosa")
        opened = await open_with_links(at.ben, ["me", "invite"])
        await claimed(at, "Rosa")
        seats = {"seats": [{"kind": "me"}, {"kind": "hotseat"}], "options": {"players": 2}}
        assert await guest.refused("POST", "/api/tables", seats) == "name_taken"
        token = {"token": opened.links[1]}
        assert await guest.refused("POST", "/api/invitations/accept", token) == "name_taken"
        assert await guest.refused("POST", "/api/me/password", {"password": PASSWORD}) == (
            "name_taken"
        )
        assert (await guest.ask("PATCH", "/api/me", {"name": "Rosalinde"})).is_success
        assert (await guest.post("/api/invitations/accept", token))["seat"] == 1

    in_company(tmp_path, story)


def test_the_usual_name_of_a_hotseat_is_nobody_elses(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        await claimed(at, "Ben 2")
        table = await open_table([at.ben], ["me", "hotseat"])
        shown = await at.ben.get(f"/api/tables/{table}")
        assert [seat["name"] for seat in shown["seats"]] == ["Ben", "Ben (2)"]

    in_company(tmp_path, story)


def test_nobody_passes_for_who_runs_the_server(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        for name in ("admin", "Administrator", "\u0410dmin", "rnoderator", "El Grande"):
            assert await refused_guest(at, name) == "name_taken"
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "novice", "name": "Admin"}]
        body = {"seats": seats, "options": {"players": 2}}
        assert await at.ben.refused("POST", "/api/tables", body) == "name_taken"

    in_company(tmp_path, story)


def test_who_claimed_look_alikes_before_keeps_them(tmp_path: Path) -> None:
    """A database of 0.4.0 may hold both: each signs in, plays and changes the password."""

    async def story(at: Company) -> None:
        await claimed(at, "Marina")
        twin = await claimed(at, "Marlene")
        with sqlite3.connect(at.folder / "tables.db", timeout=30) as other:
            other.execute(
                "UPDATE players SET name = 'M\u0430rina', claimed = 'm\u0430rina',"
                " shape = 'rnarlna' WHERE name = 'Marlene'"
            )
        at.services.sessions.change((await twin.get("/api/me"))["player"]["id"])
        for name in ("Marina", "M\u0430rina"):
            login = {"name": name, "password": PASSWORD}
            answer = await at.http.post(f"{at.url}/api/login", json=login)
            at.http.cookies.clear()
            assert answer.status_code == 200, answer.text
            person = Person(at.http, at.url, name, answer.json()["token"])
            await open_table([person], ["me", "hotseat"])
            change = {"password": PASSWORD, "current": PASSWORD}
            await person.post("/api/me/password", change)

    in_company(tmp_path, story)


def test_claims_of_an_older_database_are_protected_after_the_upgrade(tmp_path: Path) -> None:
    url = old_sqlite("0.4.0", tmp_path)
    with sqlite3.connect(tmp_path / "tables.db") as other:
        other.execute("UPDATE players SET claimed = 'ben', password = 'x' WHERE name = 'Ben'")
        other.execute(
            "UPDATE players SET name = 'B\u0435n', claimed = 'b\u0435n', password = 'x'"
            " WHERE name = 'Wim'"
        )

    async def main() -> None:
        storage = await Storage.open(url)
        try:
            assert len(await storage.players_resembling("Ana")) == 1
            assert len(await storage.players_resembling("\u0410na")) == 1
            assert len(await storage.players_resembling("BEN")) == 2
            assert await storage.players_resembling("Wim") == []
        finally:
            await storage.close()

    asyncio.run(main())
