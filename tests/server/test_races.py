"""Races: whoever comes first wins, once; in one process and between two that share a database."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Coroutine, Sequence
from typing import Any

import httpx
import pytest
import websockets

from elgrande.server.storage import Storage
from elgrande.server.storage.rows import Entry
from tests.support.clients import Frame, Person, come_in, open_table
from tests.support.hosting import Hosting, forks, hosting, two_servers
from tests.support.kill_play import (
    Notebook,
    Survivor,
    check_all_that_was_shown,
    check_finished,
    check_promises,
)

pytestmark = pytest.mark.proof


__all__ = ["forks", "hosting", "two_servers"]
MANY = 50
LATE = {"stale_step", "not_your_turn"}


class Race:
    """People at one table, each request of theirs at the next of the servers."""

    def __init__(self, hosting: Hosting, http: httpx.AsyncClient, storage: Storage) -> None:
        self.hosting = hosting
        self.http = http
        self.storage = storage
        self.random = random.Random(7)
        self._requests = 0

    async def person(self, name: str) -> Person:
        return await come_in(self.http, self.hosting.urls[0], name)

    async def ask(self, person: Person, method: str, path: str, body: object = None) -> Any:
        """What a server answers, whichever is next: the error, or `done`."""
        answer = await self._request(person, method, path, body)
        data = answer.json()
        assert answer.status_code < 500, data
        return data.get("error", "done")

    async def get(self, person: Person, method: str, path: str) -> Any:
        answer = await self._request(person, method, path, None)
        assert answer.is_success, answer.text
        return answer.json()

    async def _request(self, person: Person, method: str, path: str, body: object) -> Any:
        self._requests += 1
        url = self.hosting.urls[self._requests % len(self.hosting.urls)]
        return await self.http.request(method, f"{url}{path}", headers=person.headers, json=body)

    async def state(self, person: Person, table: str, number: int = 0) -> Frame:
        """The state that has at least so many entries, at every server."""
        async with asyncio.timeout(60):
            for url in self.hosting.urls:
                while True:
                    answer = await self.http.get(
                        f"{url}/api/tables/{table}/state", headers=person.headers
                    )
                    found: Frame = answer.json()
                    if found["number"] >= number:
                        break
                    await asyncio.sleep(0.05)
        return found

    async def asked(self, people: Sequence[Person], table: str) -> tuple[Person, Frame]:
        """Who is asked now, and their state; the entries are the truth about how new it is."""
        number = (await self.storage.last_numbers([table]))[table]
        for person in people:
            state = await self.state(person, table, number)
            if state["view"]["choices"]:
                return person, state
        raise AssertionError("Nobody is asked.")

    async def entries(self, table: str) -> list[Entry]:
        return await self.storage.entries(table)

    async def check(self, host: Person, table: str) -> None:
        """The table is whole, and every server shows the same."""
        number = (await self.storage.last_numbers([table]))[table]
        await self.state(host, table, number)
        await check_promises(self.storage, Notebook(), host, table, self.get)


def race(hosting: Hosting, run: Any) -> None:
    """Run one race."""

    async def start() -> None:
        storage = await Storage.open(hosting.database_url, migrate=False)
        limits = httpx.Limits(max_connections=200)
        try:
            async with httpx.AsyncClient(timeout=30, limits=limits) as http:
                await run(Race(hosting, http, storage))
        finally:
            await storage.close()

    asyncio.run(start())


async def over_sockets(
    race: Race, person: Person, table: str, frames: Sequence[Frame]
) -> list[str]:
    """What becomes of frames that as many sockets send at the same moment."""
    ready = asyncio.Barrier(len(frames))

    async def send(index: int, frame: Frame) -> str:
        url = race.hosting.urls[index % len(race.hosting.urls)].replace("http", "ws", 1)
        address = f"{url}/api/tables/{table}/socket"
        async with websockets.connect(
            address, additional_headers=person.headers, compression=None
        ) as socket:
            await socket.recv()
            await ready.wait()
            await socket.send(json.dumps({"type": "choose", "id": "x", **frame}))
            async for text in socket:
                answer = json.loads(text)
                if answer.get("id") == "x":
                    return str(answer.get("error", "done"))
        raise AssertionError("No answer.")

    return await asyncio.gather(*(send(index, frame) for index, frame in enumerate(frames)))


def submissions(state: Frame, count: int, rng: random.Random) -> list[Frame]:
    """So many answers to the same question."""
    choices = [choice["choice"] for choice in state["view"]["choices"]]
    about = {"seat": state["seat"], "step": state["view"]["step"]}
    return [{**about, "choice": rng.choice(choices), "confirm": True} for _ in range(count)]


def test_of_many_answers_to_one_step_exactly_one_wins(hosting: Hosting) -> None:
    async def run(race: Race) -> None:
        ana, ben = await race.person("Ana"), await race.person("Ben")
        table = await open_table([ana, ben], ["me", "invite"])
        contested = 0
        for _ in range(8):
            asked, state = await race.asked([ana, ben], table)
            other = ben if asked is ana else ana
            before = await race.entries(table)
            frames = submissions(state, MANY, race.random)
            path = f"/api/tables/{table}/choices"
            over_http = [race.ask(asked, "POST", path, frame) for frame in frames[: MANY // 2]]
            foreign = [
                race.ask(other, "POST", path, {**frame, "seat": 1 - frame["seat"]})
                for frame in frames[:5]
            ]
            stolen = [race.ask(other, "POST", path, frame) for frame in frames[:5]]
            answers = await asyncio.gather(
                over_sockets(race, asked, table, frames[MANY // 2 :]),
                asyncio.gather(*over_http),
                asyncio.gather(*foreign),
                asyncio.gather(*stolen),
            )
            after = await race.entries(table)
            new = [entry for entry in after[len(before) :] if entry.kind == "choice"]
            assert len(new) == 1 == len(after) - len(before)
            won = new[0].data["choice"]
            told = [*answers[1], *answers[0]]
            for frame, answer in zip(frames, told, strict=True):
                # Whoever said the same as the winner said it twice, and that counts once.
                assert answer == "done" if frame["choice"] == won else answer in LATE
            assert set(answers[2]) <= LATE
            assert set(answers[3]) == {"not_your_seat"}
            contested += len({frame["choice"] for frame in frames}) > 1
        assert contested > 2
        await race.check(ana, table)

    race(hosting, run)


def test_the_same_answer_many_times_counts_once(hosting: Hosting) -> None:
    async def run(race: Race) -> None:
        ana, ben = await race.person("Ana"), await race.person("Ben")
        table = await open_table([ana, ben], ["me", "invite"])
        for _ in range(5):
            asked, state = await race.asked([ana, ben], table)
            before = await race.entries(table)
            frames = submissions(state, 1, race.random) * MANY
            over_http = [
                race.ask(asked, "POST", f"/api/tables/{table}/choices", frame)
                for frame in frames[: MANY // 2]
            ]
            answers = await asyncio.gather(
                over_sockets(race, asked, table, frames[MANY // 2 :]), asyncio.gather(*over_http)
            )
            assert set(answers[0]) | set(answers[1]) == {"done"}
            assert len(await race.entries(table)) == len(before) + 1
        await race.check(ana, table)

    race(hosting, run)


def test_two_browsers_hold_one_seat_and_see_the_same(hosting: Hosting) -> None:
    async def run(race: Race) -> None:
        ana, ben = await race.person("Ana"), await race.person("Ben")
        table = await open_table([ana, ben], ["me", "invite"])
        notebook = Notebook()
        browsers = [
            Survivor(
                person,
                table,
                notebook,
                seed,
                urls=[race.hosting.urls[seed % len(race.hosting.urls)]],
            )
            for seed, person in enumerate([ana, ana, ben, ben])
        ]
        async with asyncio.timeout(60):
            await asyncio.gather(*(browser.play() for browser in browsers))
        assert len({json.dumps(browser.state["table"]["result"]) for browser in browsers}) == 1
        late = {*LATE, "wrong_state", "game_over", "cannot_undo"}
        assert set(notebook.answers) <= {"done", *late}
        assert notebook.answers["stale_step"] > 0  # they did get in each other's way
        # `done` may be for what the other browser said as well; each stands in the log once.
        now = await check_promises(race.storage, notebook, ana, table, race.get)
        await check_finished(now, ana, race.get)
        assert await check_all_that_was_shown(race.storage, notebook, table) > 100

    race(hosting, run)


def test_many_join_and_no_seat_is_given_twice(hosting: Hosting) -> None:
    async def run(race: Race) -> None:
        people = [await race.person(f"Player {number}") for number in range(12)]
        for _ in range(3):
            opened = await people[0].post(
                "/api/tables",
                {
                    "public": True,
                    "options": {"players": 5},
                    "seats": [{"kind": "me"}, *[{"kind": "open"}] * 3, {"kind": "invite"}],
                },
            )
            table = opened["table"]["id"]
            tokens = {line["seat"]: line["token"] for line in opened["invitations"]}
            joins: list[Coroutine[Any, Any, str]] = []
            for person in people[1:]:
                joins.append(race.ask(person, "POST", f"/api/tables/{table}/join", {}))
                body = {"token": tokens[4]}
                joins.append(race.ask(person, "POST", "/api/invitations/accept", body))
            answers = await asyncio.gather(*joins)
            entries = await race.entries(table)
            assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
            seated = [entry.seat for entry in entries if entry.kind == "joined"]
            assert sorted(seated) == [1, 2, 3, 4]  # type: ignore[type-var]
            assert Counter(entry.kind for entry in entries)["started"] == 1
            late = {"seat_taken", "wrong_state", "no_such_table", "one_seat_each"}
            assert set(answers) <= {"done", *late}
            joined = [entry.player for entry in entries if entry.kind == "joined"]
            assert len(set(joined)) == 4  # an open seat and the invitation are not for one person
            assert answers.count("done") >= 4
            row = await race.storage.table(table)
            assert row is not None
            assert row.state == "running"
            assert [place.kind for place in row.seats] == ["human"] * 5
            await race.check(people[0], table)

    race(hosting, run)


def test_an_agreement_to_go_back_races_with_a_choice(hosting: Hosting) -> None:
    async def run(race: Race) -> None:
        ana, ben = await race.person("Ana"), await race.person("Ben")
        table = await open_table([ana, ben], ["me", "invite"])
        outcomes: Counter[tuple[str, str]] = Counter()
        for _ in range(3):
            asked, state = await race.asked([ana, ben], table)
            frame = submissions(state, 1, race.random)[0]
            assert await race.ask(asked, "POST", f"/api/tables/{table}/choices", frame) == "done"
        for turn in range(16):
            asked, state = await race.asked([ana, ben], table)
            # After an undo the game may stand at its beginning.
            back = {"seat": 0, "to": state["table"]["play"]["position"] - 1}
            if back["to"] < 0:
                frame = submissions(state, 1, race.random)[0]
                await race.ask(asked, "POST", f"/api/tables/{table}/choices", frame)
                continue
            assert await race.ask(ana, "POST", f"/api/tables/{table}/undo", back) == "done"
            asked, state = await race.asked([ana, ben], table)
            request = state["table"]["play"]["undo"]["request"]
            agreement = {"seat": 1, "request": request, "agree": True}
            frame = submissions(state, 1, race.random)[0]
            before = await race.entries(table)
            both = [
                race.ask(asked, "POST", f"/api/tables/{table}/choices", frame),
                race.ask(ben, "POST", f"/api/tables/{table}/undo/answer", agreement),
            ]
            results = await asyncio.gather(*(both if turn % 2 else reversed(both)))
            choice, answer = results if turn % 2 else reversed(results)
            outcomes[choice, answer] += 1
            kinds = [entry.kind for entry in (await race.entries(table))[len(before) :]]
            if choice == "done":
                assert (kinds, answer) == (["choice"], "stale_step")
            else:
                assert (kinds, choice, answer) == (["answer_undo", "undo"], "stale_step", "done")
        assert len(outcomes) == 2, outcomes
        await race.check(ana, table)

    race(hosting, run)


def test_a_draft_is_confirmed_or_taken_back_but_not_both(hosting: Hosting) -> None:
    async def run(race: Race) -> None:
        ana, ben = await race.person("Ana"), await race.person("Ben")
        table = await open_table([ana, ben], ["me", "invite"])
        outcomes: Counter[str] = Counter()
        for _ in range(40):
            asked, state = await race.asked([ana, ben], table)
            frame = {**submissions(state, 1, race.random)[0], "confirm": False}
            assert await race.ask(asked, "POST", f"/api/tables/{table}/choices", frame) == "done"
            number = (await race.storage.last_numbers([table]))[table]
            state = await race.state(asked, table, number)
            if not state["table"]["play"]["to_confirm"] or not state["view"]["can_undo"]:
                continue
            about = {"seat": state["seat"], "step": state["view"]["step"]}
            words = race.random.sample(["confirm", "take-back"] * 2, 4)
            answers = await asyncio.gather(
                *(race.ask(asked, "POST", f"/api/tables/{table}/{word}", about) for word in words)
            )
            new = (await race.entries(table))[number:]
            assert [entry.kind in ("confirm", "take_back", "withdraw") for entry in new] == [True]
            assert sorted(answers) == ["done", "done", "stale_step", "stale_step"]
            outcomes[new[0].kind] += 1
        assert len(outcomes) == 2, outcomes
        await race.check(ana, table)

    race(hosting, run)


def test_a_seat_is_handed_over_and_taken_back_while_its_player_chooses(hosting: Hosting) -> None:
    async def run(race: Race) -> None:
        ana, ben = await race.person("Ana"), await race.person("Ben")
        table = await open_table([ana, ben], ["me", "invite"])
        seat = f"/api/tables/{table}/seats/0"
        for _ in range(8):
            state = await race.state(ana, table)
            jobs = [
                race.ask(ana, "POST", f"{seat}/bot", {"bot": "novice"}),
                race.ask(ana, "POST", f"{seat}/return"),
            ]
            for person in (ana, ben):
                state = await race.state(person, table)
                if state["view"]["choices"]:
                    frame = submissions(state, 1, race.random)[0]
                    jobs.append(race.ask(person, "POST", f"/api/tables/{table}/choices", frame))
            answers = await asyncio.gather(*jobs)
            assert set(answers) <= {"done", "seat_with_bot", *LATE, "wrong_state"}
        assert await race.ask(ana, "POST", f"{seat}/return") == "done"
        entries = await race.entries(table)
        # The bot moves only while it has the seat, and nobody else does then.
        handed = False
        for entry in entries:
            handed = {"handed": True, "returned": False}.get(entry.kind, handed)
            if entry.kind == "choice" and entry.seat == 0:
                assert ("by" in entry.data) == handed
        await race.check(ana, table)

    race(hosting, run)
