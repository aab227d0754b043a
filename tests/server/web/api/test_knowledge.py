"""What a client is told so that it needs no rules: touches, insights, the catalogue, the bots."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
from msgspec import to_builtins

from elgrande.bots.registry import BUILT_IN
from elgrande.click_targets import touches
from elgrande.editions.wording import LANGUAGES
from elgrande.insight.majorities import card_payouts, standings
from tests.support.clients import open_table
from tests.support.company import Company, choose, in_company

TWO: dict[str, Any] = {"players": 2, "short": True}
OPEN: dict[str, Any] = {"players": 2, "short": True, "castillo": "open"}


def game_of(at: Company, table: str) -> Any:
    playthrough = at.services.live_tables.tables[table].state.playthrough
    assert playthrough is not None
    return playthrough.game


def test_every_choice_names_what_it_touches(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        seen = set()
        for _ in range(60):
            for person in (at.ana, at.ben):
                state = await person.get(f"/api/tables/{table}/state")
                choices = state["view"]["choices"]
                game = game_of(at, table)
                for one in choices:
                    assert one["touches"] == touches(game.state, one["choice"])
                    seen.add(one["touches"]["on"])
                if choices:
                    await choose(person, table, state, choice=choices[-1]["choice"])
        assert {"power", "count", "stack", "place", "button"} <= seen

    in_company(tmp_path, story)


def test_insights_are_those_of_the_table_now_and_then(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        secret = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        shown = await open_table([at.ana, at.ben], ["me", "invite"], OPEN)
        for table in (secret, shown):
            for _ in range(40):
                for person in (at.ana, at.ben):
                    state = await person.get(f"/api/tables/{table}/state")
                    choices = state["view"]["choices"]
                    if choices:
                        await choose(person, table, state, choice=choices[-1]["choice"])
            here = f"/api/tables/{table}/insights"
            told = await at.ana.get(here)
            game = game_of(at, table)
            assert told == expected(game, told["position"])
            assert ("castillo" in told["regions"]) == (table == shown)
            assert await at.ben.get(f"{here}?seat=1") == told
            playthrough = at.services.live_tables.tables[table].state.playthrough
            assert playthrough is not None
            earlier = await at.ana.get(f"{here}?seat=0&position=12")
            assert earlier == expected(playthrough.game_at(12), 12)
            assert earlier != told

    in_company(tmp_path, story)


def expected(game: Any, position: int) -> Any:
    data = {"position": position, "regions": standings(game), "cards": card_payouts(game)}
    return json.loads(json.dumps(to_builtins(data)))


def test_insights_are_for_those_at_the_table(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        here = f"/api/tables/{table}/insights"
        assert await at.eva.refused("GET", here) == "no_such_table"
        assert await at.ana.refused("GET", f"{here}?seat=1") == "not_your_seat"
        assert await at.ana.refused("GET", f"{here}?seat=4") == "no_such_seat"
        assert await at.ana.refused("GET", f"{here}?position=50") == "not_found"
        assert (await at.http.get(f"{at.url}{here}")).status_code == 401
        opened = await at.ana.post(
            "/api/tables", {"seats": [{"kind": "me"}, {"kind": "invite"}], "options": TWO}
        )
        waiting = f"/api/tables/{opened['table']['id']}/insights"
        assert await at.ana.refused("GET", waiting) == "wrong_state"

    in_company(tmp_path, story)


def test_reasons_are_for_the_seat_that_asks(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        here = f"/api/tables/{table}/reasons"
        people = [at.ana, at.ben]
        states = [await person.get(f"/api/tables/{table}/state") for person in people]
        asked = next(seat for seat in (0, 1) if states[seat]["view"]["choices"])
        value = states[asked]["view"]["choices"][0]["touches"]["value"]
        choice = states[asked]["view"]["choices"][0]["choice"]
        name = states[asked]["table"]["seats"][asked]["name"]
        before = await people[asked].get(f"{here}?seat={asked}")
        assert str(value) not in before["powers"]
        assert before["take_back"] == "There is nothing to take back."
        await choose(people[asked], table, states[asked], choice=choice)
        after = await people[asked].get(f"{here}?seat={asked}")
        assert after["take_back"] == "The others are playing now."
        assert after["places"]["toledo"].startswith("It is not your turn.")
        other = 1 - asked
        told = await people[other].get(f"{here}?seat={other}&language=es")
        assert told["powers"][str(value)] == f"{name} ya ha jugado el {value} esta ronda."
        assert await people[other].refused("GET", f"{here}?seat={asked}") == "not_your_seat"
        assert await at.eva.refused("GET", here) == "no_such_table"

    in_company(tmp_path, story)


def test_the_catalogue_may_be_kept_and_is_sent_once(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        tags = set()
        async with httpx.AsyncClient(base_url=at.url) as stranger:
            for edition in ("2023", "classic"):
                for language in LANGUAGES:
                    path = f"/api/catalogue?edition={edition}&language={language}"
                    first = await stranger.get(path)
                    assert first.status_code == 200
                    assert first.headers.get_list("cache-control") == ["public, max-age=3600"]
                    assert first.json()["language"] == language
                    assert ("C-stand-in" in first.json()["cards"]) == (edition == "2023")
                    tag = first.headers["etag"]
                    tags.add(tag)
                    for known in (tag, f'"another", W/{tag}'):
                        again = await stranger.get(path, headers={"If-None-Match": known})
                        assert (again.status_code, again.content) == (304, b"")
                        assert again.headers["etag"] == tag
                    other = await stranger.get(path, headers={"If-None-Match": '"another"'})
                    assert other.content == first.content
            assert len(tags) == 2 * len(LANGUAGES)
            wrong = await stranger.get("/api/catalogue?edition=1995")
            assert (wrong.status_code, wrong.json()["error"]) == (400, "bad_request")
            # What does not say for how long it may be kept is kept nowhere, refusals too.
            assert wrong.headers.get_list("cache-control") == ["no-store"]
            bots = await stranger.get("/api/bots")
            assert bots.headers.get_list("cache-control") == ["no-store"]

    in_company(tmp_path, story)


def test_the_bots_are_listed_by_level_in_every_language(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        descriptions = set()
        for language in LANGUAGES:
            answer = await at.http.get(f"{at.url}/api/bots?language={language}")
            own = [one for one in answer.json() if one["provider"] is None]
            assert [one["name"] for one in own] == list(BUILT_IN)
            assert [one["level"] for one in own] == [0, 1, 2, 3, 4, 5]
            descriptions |= {one["description"] for one in own}
        assert len(descriptions) == len(BUILT_IN) * len(LANGUAGES)
        most, _ = at.services.settings.bot_seconds_for(is_claimed=False)
        strong = {one["name"]: one for one in own[3]["parameters"]}
        assert (strong["seconds"]["least"], strong["seconds"]["most"]) == (0, most)
        seats = [{"kind": "me"}, {"kind": "bot", "bot": f"strong:seconds={most}"}]
        await at.ana.post("/api/tables", {"seats": seats, "options": TWO})
        seats[1]["bot"] = f"strong:iterations={int(strong['iterations']['most']) + 1}"
        refused = await at.ana.refused("POST", "/api/tables", {"seats": seats, "options": TWO})
        assert refused == "bad_parameter"

    in_company(tmp_path, story)


def test_a_finished_game_is_analysed_once(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        here = f"/api/tables/{table}/analysis"
        assert await at.ana.refused("GET", here) == "wrong_state"
        end = await at.play_out(table, at.ana, at.ben)
        assert await at.eva.refused("GET", here) == "no_such_table"
        asked = 0
        worker = at.services.workers.analyse

        async def counted(*given: Any) -> Any:
            nonlocal asked
            asked += 1
            return await worker(*given)

        at.services.workers.analyse = counted  # type: ignore[method-assign,assignment]
        both = await asyncio.gather(at.ana.get(here), at.ben.get(here))
        assert both[0] == both[1] == await at.ana.get(here)
        assert asked == 1
        check_analysis(both[0], end)
        german = await at.ana.get(f"{here}?language=de")
        assert german["course"] == both[0]["course"]
        for one, other in zip(german["turning_points"], both[0]["turning_points"], strict=True):
            assert one["position"] == other["position"]
            assert one["says"] != other["says"]

    in_company(tmp_path, story)


def check_analysis(found: Any, end: Any) -> None:
    scores = end["view"]["scores"]
    assert found["scores"] == scores
    for seat, score in enumerate(scores):
        assert sum(one["points"] for one in found["points"] if one["seat"] == seat) == score
    rows = found["course"]
    assert rows[0]["position"] == 0
    assert rows[-1]["position"] == end["table"]["play"]["position"]
    assert rows[-1]["scores"] == scores
    positions = {row["position"]: row for row in rows}
    assert 0 < len(found["turning_points"]) <= 5
    for point in found["turning_points"]:
        assert positions[point["from"]]["chances"] == point["before"]
        assert positions[point["position"]]["chances"] == point["after"]
        assert point["says"]


def test_the_sentences_of_a_turning_point_are_those_of_its_turn(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        record = (Path(__file__).parents[3] / "games" / "2023-3p.egn").read_text(encoding="utf-8")
        opened = await at.ana.post("/api/records", {"record": record})
        here = f"/api/tables/{opened['table']['id']}"
        found = await at.ana.get(f"{here}/analysis")
        for point in found["turning_points"]:
            before = await at.ana.get(f"{here}/positions/{point['from']}")
            after = await at.ana.get(f"{here}/positions/{point['position']}")
            truth = after["truth"]["scores"]
            assert [r["scores"] for r in found["course"] if r["position"] == point["position"]] == [
                truth
            ]
            # A closed Castillo's log says less, so compare how the sentences end.
            assert point["says"][-1] == after["events"][-1]["says"]
            assert point["says"][0] != before["events"][-1]["says"]

    in_company(tmp_path, story)


def test_a_forked_game_is_analysed_from_where_it_began(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        record = (Path(__file__).parents[3] / "games" / "2023-2p.egn").read_text(encoding="utf-8")
        opened = await at.ana.post("/api/records", {"record": record})
        last = opened["table"]["play"]["position"]
        body = {"position": last - 25, "seat": 0, "bot": "random"}
        fork = await at.ana.post(f"/api/tables/{opened['table']['id']}/fork", body)
        table = fork["table"]["id"]
        for _ in range(400):
            state = await at.ana.get(f"/api/tables/{table}/state?seat=0&wait=1")
            if state["table"]["state"] == "finished":
                break
            if state["view"]["choices"]:
                await choose(at.ana, table, state)
        found = await at.ana.get(f"/api/tables/{table}/analysis")
        for seat, score in enumerate(state["view"]["scores"]):
            assert sum(one["points"] for one in found["points"] if one["seat"] == seat) == score
        before = [one for one in found["points"] if one["source"] == "before"]
        assert [one["points"] for one in before] == [s for s in found["course"][0]["scores"] if s]

    in_company(tmp_path, story)
