"""Records and the club over HTTP: who sees what, filters, downloads, forgetting."""

import csv
from functools import partial
from io import StringIO
from pathlib import Path

from elgrande.rules.options import Options
from elgrande.server.background.recording import Recorder
from elgrande.server.storage.moderating import FOREVER, By, ban
from elgrande.server.web.api.standing_bodies import RatingPoint
from elgrande.server.web.api.standings import thinned
from tests.support.clients import Person, come_in, open_table
from tests.support.company import Company, in_company
from tests.support.finished import bot, finished_table, person, played

NOW = 1_790_000_000_000
PASSWORD = "correct horse"
RECORD = played(Options(players=3, short=True), seed=4)


async def claim(*people: Person) -> list[str]:
    """Claim the names of these people; their ids."""
    for one in people:
        await one.post("/api/me/password", {"password": PASSWORD})
    return [await id_of(one) for one in people]


async def id_of(one: Person) -> str:
    found: str = (await one.get("/api/me"))["player"]["id"]
    return found


async def add_games(company: Company, *players: str, count: int = 2) -> None:
    """Finished games of these people, with bots on the other seats."""
    services = company.services
    for number in range(count):
        seats = [person(seat, key) for seat, key in enumerate(players)]
        seats += [bot(seat) for seat in range(len(players), 3)]
        row, log = finished_table(RECORD, seats, NOW + number)
        await services.storage.add_table(row, log)
    await Recorder(services.storage, services.live_tables, lambda key: True).look_back()


def test_a_record_is_public_with_a_claimed_name_and_can_be_private(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana, leo = company.ana, await come_in(company.http, company.url, "Leo")
        (ana_id,), leo_id = await claim(ana), await id_of(leo)
        await add_games(company, ana_id, leo_id)
        seen = await leo.get("/api/players/ana/record")
        assert (seen["name"], seen["own"], seen["total"]["games"]) == ("Ana", False, 2)
        assert sum(seen["points"]["all"].values()) == seen["total"]["points"]
        assert len(seen["against_people"]["course"]) == 2
        assert seen["against_bots"]["now"]["games"] == 2
        # A guest's record is the guest's alone.
        own = await leo.get(f"/api/players/{leo_id}/record")
        assert (own["own"], own["total"]["games"]) == (True, 2)
        assert await ana.refused("GET", f"/api/players/{leo_id}/record") == "not_found"
        assert await ana.refused("GET", f"/api/players/{leo_id}/games") == "not_found"
        club = await leo.get("/api/club")
        assert [line["name"] for line in club["players"]] == ["Ana"]
        assert len(club["players"][0]["last"]) == 2
        # Whoever was there sees the guest's name, others do not.
        for who, names in ((ana, ["Ana", "Leo", None]), (company.eva, ["Ana", None, None])):
            page = await who.get("/api/club/games")
            assert [seat["name"] for seat in page["games"][0]["seats"]] == names
            assert page["games"][0]["seats"][1]["player"] is None
        assert [game["open"] for game in page["games"]] == [False, False]
        assert (await ana.ask("PUT", "/api/me/record", {"private": True})).status_code == 204
        assert await leo.refused("GET", "/api/players/Ana/record") == "not_found"
        assert (await leo.get("/api/club"))["players"] == []
        assert (await leo.get("/api/club/games"))["games"] == []
        assert await leo.refused("GET", "/api/club/games?player=Ana") == "not_found"
        assert (await ana.get("/api/players/Ana/record"))["private"] is True

    in_company(tmp_path, story)


def test_games_are_filtered_and_come_in_pages(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana = company.ana
        await add_games(company, *await claim(ana), count=25)
        first = await ana.get("/api/players/Ana/games")
        assert len(first["games"]) == 20
        rest = await ana.get(f"/api/players/Ana/games?before={first['next']}")
        assert len(rest["games"]) == 5
        assert rest["next"] is None
        keys = [game["table"] for game in [*first["games"], *rest["games"]]]
        assert len(set(keys)) == 25
        for query, count in (
            ("edition=2023&players=3&variant=short", 20),
            ("edition=classic", 0),
            ("variant=none", 0),
            (f"since={NOW + 20}", 5),
            (f"until={NOW + 3}", 3),
        ):
            page = await ana.get(f"/api/club/games?player=ana&{query}")
            assert len(page["games"]) == count, query
        for wrong in ("players=9", "edition=1995", "variant=x", "before=now", "since=-1"):
            assert await ana.refused("GET", f"/api/club/games?{wrong}") == "bad_request"
        assert await ana.refused("GET", f"/api/players/{'x' * 200}/record") == "bad_request"
        assert await ana.refused("GET", "/api/players/%00/record") in ("not_found", "bad_request")

    in_company(tmp_path, story)


def test_a_running_game_is_in_no_record(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana = company.ana
        await claim(ana)
        await open_table([ana], ["me", "bot:novice"])
        assert (await ana.get("/api/players/Ana/record"))["total"] is None
        assert (await ana.get("/api/club/games"))["games"] == []

    in_company(tmp_path, story)


def test_a_record_can_be_taken_away_and_forgotten(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana, ben = company.ana, company.ben
        await add_games(company, *await claim(ana, ben))
        file = await ana.ask("GET", "/api/me/record.json")
        assert file.headers["content-disposition"].startswith("attachment")
        assert file.json()["total"]["games"] == 2
        table = await ana.ask("GET", "/api/me/record.csv")
        rows = list(csv.DictReader(StringIO(table.text)))
        assert [row["finished"] for row in rows] == [str(NOW), str(NOW + 1)]
        assert all(int(row["special"]) <= int(row["points"]) for row in rows)
        data = await ana.get("/api/me/data")
        assert len(data["others"]["seat_results"]) == 2
        assert len(data["others"]["ratings"]) == 2
        assert (await ana.ask("DELETE", "/api/me/record")).status_code == 204
        assert (await ana.get("/api/players/Ana/record"))["total"] is None
        left = await ben.get("/api/players/Ben/games")
        assert [seat["name"] for seat in left["games"][0]["seats"]] == [None, "Ben", None]
        assert (await ben.get("/api/players/Ben/record"))["against_people"]["now"]["games"] == 2

    in_company(tmp_path, story)


def test_the_banned_and_the_deleted_vanish_from_the_club(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana, ben, eva = company.ana, company.ben, company.eva
        keys = await claim(ana, ben, eva)
        await add_games(company, *keys)
        assert len((await eva.get("/api/club"))["players"]) == 3
        gone = await ana.ask("DELETE", "/api/me", {"password": PASSWORD})
        assert gone.status_code == 204
        forever = partial(ban, by=By(NOW, None), player=keys[1], until=FOREVER)
        await company.services.storage.database.write(forever)
        names = [line["name"] for line in (await eva.get("/api/club"))["players"]]
        assert names == ["Eva"]
        page = await eva.get("/api/club/games")
        assert [seat["player"] for seat in page["games"][0]["seats"][:2]] == [None, None]

    in_company(tmp_path, story)


def test_a_course_is_thinned_but_keeps_its_ends() -> None:
    course = [RatingPoint(number, 1500, 100) for number in range(1000)]
    few = thinned(course, 10)
    assert len(few) == 10
    assert (few[0], few[-1]) == (course[0], course[-1])
    assert thinned(few, 10) == few
