"""Nothing leaks: every byte sent to every client is searched for what that client must not know."""

import asyncio
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from elgrande import Options
from elgrande.rules.rng import Rng
from elgrande.server.presentation import state_messages
from elgrande.server.presentation.table_views import (
    Names,
    Teller,
    describe_own,
    describe_view,
    events_for,
)
from elgrande.server.presentation.view_types import OwnTableView
from elgrande.server.settings import ServerSettings, read_limits
from elgrande.server.storage import Storage
from elgrande.server.storage.rows import Entry, Table
from elgrande.server.tables.decisions.opening import open_table as new_table
from elgrande.server.tables.playthrough import Playthrough
from elgrande.server.tables.seating import TableSeat
from elgrande.server.tables.settings import TableSettings
from tests.support.clients import (
    Answer,
    Frame,
    Person,
    SeatClient,
    come_in,
    only_watch,
    open_with_links,
    play_at_random,
    play_in_drafts,
)
from tests.support.secrets_search import (
    HASHES,
    Leak,
    Moment,
    Sent,
    as_json,
    compare,
    is_throw,
    new_playthrough,
    search_table,
)
from tests.support.server import NO_LIMITS, serving, serving_here, sqlite_url
from tests.support.walks import every_variant, walk

pytestmark = pytest.mark.proof

SHARDS = 6
# Addresses that tell of games that are over, whose cards are no secret any more.
RECORDS = ("/api/me/record", "/api/players/", "/api/club")
GAMES_OF_A_SHARD = 48
AT_ONCE = 12
PASSWORD = "correct horse battery staple"
# Games of few players are short; every variant of many players is searched as well, more rarely.
SHORTEST = [o for o in every_variant() if o.players == 2 and o.short]
SHORT_ONES = [o for o in every_variant() if o.players == 3 and o.short]
LONG_ONES = [o for o in every_variant() if o.players > 3 or not o.short]
LASTING = ("/events", "/positions/")


def variants(shard: int) -> list[Options]:
    chance = random.Random(shard)
    others = chance.sample(SHORT_ONES, 5) + chance.sample(LONG_ONES, 1)
    return chance.choices(SHORTEST, k=GAMES_OF_A_SHARD - len(others)) + others


class Searched:
    """One game at a server, with somebody who asks for what they must not have."""

    def __init__(
        self,
        storage: Storage,
        people: Sequence[Person],
        options: Options,
        seed: int,
        elsewhere: str,
    ) -> None:
        self.storage = storage
        self.people = people
        self.options = options
        self.chance = random.Random(seed)
        self.elsewhere = elsewhere
        self.links: dict[int | None, str] = {}
        self.table = ""
        self.clients: list[SeatClient] = []

    async def play(self) -> int:
        players = self.options.players
        kinds = ["me"] + ["invite"] * (players - 1)
        if players > 2 and self.chance.random() < 0.3:
            kinds[-1] = "hotseat"
        if self.chance.random() < 0.04:
            kinds[1] = "bot:novice"
        data = {**self.options.to_data()}
        self.table, self.links = await open_with_links(self.people[0], kinds, data)
        watcher, at_table = self.people[-1], [self.people[0]]
        await watcher.post("/api/invitations/accept", {"token": self.links[None]})
        for seat in range(1, players):
            if kinds[seat] == "invite":
                friend = self.people[len(at_table)]
                await friend.post("/api/invitations/accept", {"token": self.links[seat]})
                at_table.append(friend)
        self.clients = [self._client(person) for person in at_table]
        if self.chance.random() < 0.5:
            self.clients.append(SeatClient(watcher, self.table, choose=only_watch))
        probing = asyncio.create_task(self._probe([*at_table, watcher]))
        await asyncio.gather(*(client.play(400) for client in self.clients))
        await probing
        return await self._search(at_table, watcher)

    def _client(self, person: Person) -> SeatClient:
        chance = self.chance
        choose = meddling(chance.choice([play_at_random] * 3 + [play_in_drafts]))
        return SeatClient(
            person,
            self.table,
            choose=choose,
            seed=chance.randrange(10**6),
            hangs_up=int(chance.random() < 0.15),
        )

    async def _probe(self, people: Sequence[Person]) -> None:
        """Ask for what is not one's own while the game runs."""
        wishes = list(wrong_requests(self.table, self.elsewhere, self.options.players))
        for method, path, body in self.chance.sample(wishes, 8):
            await asyncio.sleep(self.chance.uniform(0.01, 0.3))
            person = self.chance.choice(people)
            answer = await person.ask(method, path, body)
            assert answer.status_code < 500, answer.text
            after = await person.ask("GET", f"/api/tables/{self.table}/state")
            upto = number = after.json()["number"]
            if answer.is_success and path.startswith(f"/api/tables/{self.table}/state"):
                upto = answer.json()["number"]
            state = path
            if path.startswith(RECORDS):
                state = f"/api/tables/{self.table}/state"
                is_over = after.json()["table"]["state"] == "finished"
                assert is_over or self.table.encode() not in answer.content
            for where, got, last in ((path, answer, upto), (state, after, number)):
                person.answers.append(Answer(where, got.status_code, got.content, self.table, last))

    async def _search(self, at_table: Sequence[Person], watcher: Person) -> int:
        row, entries = await self.storage.table(self.table), await self.storage.entries(self.table)
        assert row is not None
        assert row.state == "finished"
        sent: list[Sent] = []
        seats: dict[int, list[int]] = {id(person): [] for person in (*at_table, watcher)}
        for place in self.clients:
            seats[id(place.person)] = place.state["mine"]
        for person in (*at_table, watcher):
            mine = tuple(seats[id(person)])
            others = [other for other in (*at_table, watcher) if other is not person]
            words = [("another's token", other.token.encode()) for other in others]
            words += [("another's secret", other.token.split(".")[1].encode()) for other in others]
            if person is not self.people[0]:
                words += [("an invitation", link.encode()) for link in self.links.values()]
            sent += [
                Sent(
                    one.content,
                    one.number,
                    mine,
                    any(part in one.path for part in LASTING),
                    words,
                    names_past_cards=one.path.startswith(RECORDS),
                )
                for one in person.answers
                if one.table == self.table and one.number is not None
            ]
            for client in self.clients:
                if client.person is person:
                    sent += sent_to(client, words)
            person.received.clear()
        return search_table(row, entries, sent)


def sent_to(client: SeatClient, words: Sequence[tuple[str, bytes]]) -> Iterator[Sent]:
    """All frames of a client, each for the seat it looked from then."""
    frames = [msgspec.json.decode(text) for text in client.frames]
    seat: int | None = None
    number = frames[-1].get("number", 0)
    numbers: list[int] = []
    for frame in reversed(frames):  # what is no state tells at most of the state that comes next
        number = frame["number"] if frame["type"] == "state" else number
        numbers.append(number)
    for text, frame, upto in zip(client.frames, frames, reversed(numbers), strict=True):
        if frame["type"] == "state":
            seat = frame["seat"]
        mine = () if seat is None else (seat,)
        yield Sent(text.encode(), upto, mine, forbidden=words, data=frame)


def meddling(choose: Any) -> Any:
    """A way to play that now and then sends what is refused."""

    def play(client: SeatClient, state: Frame) -> Frame | None:
        wish: Frame | None = choose(client, state)
        if wish is None or wish["type"] != "choose" or client.random.random() > 0.06:
            return wish
        players = len(state["table"]["seats"])
        other = client.random.randrange(players)
        wrong: list[Frame] = [
            wish | {"step": wish["step"] - 1},
            wish | {"step": wish["step"] + 7},
            wish | {"seat": other, "step": wish["step"] - 1},
            wish | {"choice": client.random.randrange(256), "step": wish["step"] - 1},
            wish | {"choice": 255},
            {"type": "look", "seat": next(s for s in range(6) if s not in state["mine"])},
            {"type": "take_back", "seat": other, "step": 1},
            {"type": "confirm", "seat": other, "step": 1},
            {"type": "answer_undo", "seat": wish["seat"], "request": 1, "agree": True},
            {"type": "nonsense"},
        ]
        return client.random.choice(wrong)

    return play


def wrong_requests(
    table: str, elsewhere: str, players: int
) -> Iterator[tuple[str, str, object | None]]:
    """Requests of somebody curious: other seats, other tables, the end before it is there."""
    here, there = f"/api/tables/{table}", f"/api/tables/{elsewhere}"
    for seat in range(players):
        yield "GET", f"{here}/state?seat={seat}", None
        yield "GET", f"{here}/events?seat={seat}&language=de", None
        yield "GET", f"{here}/positions/9?seat={seat}", None
        yield "GET", f"{here}/insights?seat={seat}", None
        yield "GET", f"{here}/reasons?seat={seat}&language=es", None
        yield "GET", f"{here}/picture.svg?at=9&seat={seat}", None
        yield "GET", f"{here}/clip.gif?from=3&to=9&seat={seat}", None
        yield "POST", f"{here}/advice", {"seat": seat}
        yield "POST", f"{here}/choices", {"seat": seat, "step": 3, "choice": 70}
        yield "POST", f"{here}/fork", {"position": 3, "seat": seat}
        yield "POST", f"{here}/seats/{seat}/invitation", None
        yield "POST", f"{here}/seats/{seat}/return", None
        yield "POST", f"{here}/seats/{seat}/leave", None
    for path in ("events", "positions/0", "positions/12", "positions/9999", "log", "record.egn"):
        yield "GET", f"{here}/{path}", None
    for method in ("GET", "POST", "DELETE"):
        yield method, f"{here}/review", None
        yield method, f"{there}/review?language=de", None
    for path in ("insights", "insights?position=9", "reasons", "analysis", "story"):
        yield "GET", f"{here}/{path}", None
    for path in ("picture.png", "picture.svg", "clip.gif", "page.html"):
        yield "GET", f"{here}/{path}", None
        yield "GET", f"{there}/{path}", None
    for path in ("", "/insights", "/chances", "/advice", "/setup"):
        for start in (table, elsewhere):
            yield "POST", f"/api/positions{path}", {"start": {"table": start, "position": 5}}
    for page in ("replay?at=9", "result", "review"):
        yield "GET", f"/table/{table}/{page}", None
    yield "GET", f"/embed/{table}", None
    for path in ("record.json", "presence", "state?after=3", "state?after=999999", "x"):
        yield "GET", f"{here}/{path}", None
    yield "GET", here, None
    yield "POST", f"{here}/undo", {"seat": 0, "to": 9999}
    for kind in ("replace", "return", "abandon"):
        yield "POST", f"{there}/proposals", {"kind": kind, "seat": 0}
    yield "POST", f"{here}/proposals", {"kind": "replace"}
    yield "POST", f"{here}/proposals/3/answer", {"agree": True}
    yield "GET", f"{here}/requests", None
    yield "GET", f"{there}/requests", None
    yield "POST", f"{here}/requests/3/answer", {"agree": True}
    yield "POST", f"{here}/seats/1/remove", None
    yield "PUT", f"{here}/lock", {"locked": True}
    yield "PUT", f"{here}/published", {"published": True}
    yield "PUT", f"{here}/mute", {"muted": True, "speaker": 2}
    yield "PUT", f"{there}/spectators-chat", {"spectators": False}
    yield "GET", f"{there}/state", None
    yield "GET", f"{there}/events", None
    yield "GET", f"{there}/positions/4?seat=0", None
    yield "GET", f"{there}/record.json", None
    yield "GET", f"{there}/insights", None
    yield "GET", f"{there}/story", None
    yield "POST", f"{there}/choices", {"seat": 0, "step": 4, "choice": 3}
    yield "POST", "/api/invitations/look", {"token": "AAAA.BBBB"}
    yield "POST", "/api/records", {"record": "elgrande record 1\n"}
    yield "POST", "/api/login", {"name": "Nora", "password": "not this one"}
    yield "GET", "/api/tables", None
    yield "GET", "/api/me/tables", None
    yield "GET", "/api/events", None
    yield "GET", f"/api/events/{table}", None
    yield "GET", "/api/me", None
    for path in ("/api/club", "/api/club/games", "/api/players/Nora/record"):
        yield "GET", path, None
    for path in ("/api/players/Nora/games", "/api/me/record.json", "/api/me/record.csv"):
        yield "GET", path, None
    yield "GET", "/metrics", None
    yield "GET", "/health", None
    yield "GET", "/health/live", None
    yield "GET", "/health/ready", None


async def play_many(
    url: str, storage: Storage, games: Sequence[Options], seed: int, circles: int = AT_ONCE
) -> tuple[int, list[bytes]]:
    """Play and search these games; how many things were searched, and words to search logs for."""
    chance = random.Random(seed)
    limit = asyncio.Semaphore(circles)
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=40)) as http:
        free = [
            [await come_in(http, url, f"Guest {circle}{number}") for number in range(6)]
            for circle in range(circles)
        ]
        tokens = [person.token.split(".")[1] for circle in free for person in circle]
        nora = await come_in(http, url, f"Nora{seed}")
        await nora.post("/api/me/password", {"password": PASSWORD})
        hidden = await open_with_links(nora, ["me", "hotseat"], {"players": 2, "short": True})

        async def one(options: Options, number: int) -> int:
            async with limit:
                people = free.pop()
                game = Searched(storage, people, options, number, hidden.id)
                try:
                    return await game.play()
                except AssertionError as error:
                    error.add_note(f"{options} {number} {game.table}")
                    raise
                finally:
                    for person in people:
                        person.answers.clear()
                    free.append(people)

        counts = await asyncio.gather(*(one(options, chance.randrange(10**9)) for options in games))
        metrics = (await http.get(f"{url}/metrics")).content
    words = [token.encode() for token in tokens] + [PASSWORD.encode(), *HASHES]
    words += [word for table_id in [hidden.id] for word in await secrets_of(storage, table_id)]
    for word in words:
        assert word not in metrics
    return sum(counts), words


async def secrets_of(storage: Storage, table_id: str) -> list[bytes]:
    row = await storage.table(table_id)
    assert row is not None
    return [row.seed.encode(), row.salt.encode()]


@pytest.mark.parametrize("shard", range(SHARDS))
def test_nothing_leaks(tmp_path: Path, shard: int) -> None:
    """Together at least 300 full games with the real-process ones below."""
    rates, sizes = read_limits([*NO_LIMITS, "tables_of_player=100000"])
    settings = ServerSettings(
        database_url=sqlite_url(tmp_path), rates=rates, sizes=sizes, review_iterations=10
    )

    async def run() -> None:
        async with serving_here(settings) as server:
            storage = server.app.state.services.storage
            count, _ = await play_many(server.url, storage, variants(shard), shard)
            assert count > GAMES_OF_A_SHARD * 100

    asyncio.run(run())


def test_nothing_leaks_from_a_server_as_people_run_it(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def run(address: str) -> list[bytes]:
        storage = await Storage.open(url)
        try:
            games = random.Random(99).sample(SHORTEST, 14)
            count, words = await play_many(address, storage, games, 99)
            assert count > 14 * 100
            for table_id in await storage.running_ids():
                words += await secrets_of(storage, table_id)
            return words
        finally:
            await storage.close()

    limits, options = (*NO_LIMITS, "tables_of_player=100000"), ["--review-iterations", "10"]
    with serving(url, limits=limits, options=options) as server:
        words = asyncio.run(run(server.url))
        assert server.stop() == 0
        search_log(server.log() + server.said(), words)


def search_log(text: str, words: Sequence[bytes]) -> None:
    """Nothing of what nobody may know is in the log, nor any name."""
    assert "request" in text
    for word in words:
        assert word.decode() not in text
    assert "Guest" not in text
    assert "Bearer" not in text


@pytest.mark.parametrize("seed", range(8))
def test_a_throw_into_the_closed_castillo_is_counted_only_when_it_happens(seed: int) -> None:
    playthrough = Playthrough(Options(players=4), seed)
    walk(playthrough.game, Rng(seed), 40 + 20 * seed)
    events: list[Any] = list(playthrough.game.events(1))
    names = [event["event"] for event in events]
    opened = max((i for i, name in enumerate(names) if name == "castillo_opened"), default=-1)
    fresh = max(0, len(events) - 15)
    told = Teller(playthrough).tell(events_for(playthrough, 1, 0, fresh), "en")
    for index, (line, event) in enumerate(zip(told, events, strict=True)):
        is_old = opened < index < fresh and is_throw(event)
        assert ("count" in line) == ("count" in event and not is_old)
        assert {**event, **line} == line | ({"count": event["count"]} if is_old else {})


# The search itself: what it is there to find, it finds.


def table_of(options: Options, choices: int) -> tuple[Table, list[Entry], Moment]:
    """A table that somebody plays at, as the database keeps it."""
    row, entries = new_table(
        1,
        "host",
        title="",
        public=False,
        options=options,
        settings=TableSettings(),
        seats=[TableSeat(seat=s, kind="human", player=f"p{s}") for s in range(options.players)],
    )
    chance = random.Random(choices)
    moment = Moment(row)
    for entry in entries:
        moment.apply(entry)
    while len(moment.line) < choices:
        seat = chance.choice(moment.game.waiting)
        data = {"choice": chance.choice(moment.game.legal(seat)), "step": 1, "confirm": True}
        entries.append(Entry(len(entries) + 1, "choice", seat, f"p{seat}", 1, data))
        moment.apply(entries[-1])
    return row, entries, moment


def frame_for(moment: Moment, seat: int | None, **more: object) -> dict[str, Any]:
    """A frame that tells what it may, and something more."""
    game = moment.game
    view = game.view(seat).data
    events = game.events(seat, game.event_count)
    return {"type": "note", "view": view, "events": events, "seat": seat, **more}


def send(moment: Moment, frame: dict[str, Any], seats: tuple[int, ...], **more: Any) -> None:
    moment.search(Sent(json.dumps(frame).encode(), moment.number, seats, **more))


SHIFTY = Options(players=3, short=True, power_shift=True)


@pytest.mark.parametrize("choices", [5, 30, 60])
def test_the_search_finds_words_that_are_secret(choices: int) -> None:
    row, _, moment = table_of(SHIFTY, choices)
    send(moment, frame_for(moment, 1), (1,))
    send(moment, frame_for(moment, None), ())
    truth: Any = moment.game.snapshot()
    hidden = [card for card in truth["stacks"]["1"] if card not in moment.shown_cards]
    another = sorted(moment.hidden_modifiers[1] & set(truth["modifiers"]["hands"][2]))
    told = [row.seed, int(row.seed), f"x{int(row.seed):x}", row.salt, hidden[0], *another[:1]]
    for secret in told:
        with pytest.raises(Leak):
            send(moment, frame_for(moment, 1, more={"deep": [{"er": secret}]}), (1,))


def test_the_search_finds_what_stands_in_the_wrong_place() -> None:
    _, _, moment = table_of(SHIFTY, 40)
    wrong: list[dict[str, Any]] = [
        {"hand": [1, 2]},
        {"disc": "galicia"},
        {"event": "disc_set", "colour": 0, "place": "galicia"},
        {"event": "taken_back", "colour": 2, "value": 7},
        {"event": "modifier_passed", "colour": 0, "modifier": None},
        {"castillo": {"caballeros": [3, 0, 0]}},
        {"stacks": {"1": {"revealed": None, "available": True, "left": 3, "next": "C-x"}}},
        {"dummy": {"powers": [3, 4]}},
        {"truth": {}},
        {"frames": []},
    ]
    for frame in wrong:
        with pytest.raises(Leak):
            send(moment, frame_for(moment, 1, more=frame), (1,))
    with pytest.raises(Leak):
        send(moment, frame_for(moment, 0), (1,))
    send(moment, frame_for(moment, 1, more={"event": "disc_set", "colour": 0}), (1,))
    throw = {"event": "moved", "colour": 0, "from": "court", "to": "castillo", "count": 2}
    send(moment, {"events": [throw]}, (1,))
    with pytest.raises(Leak):
        send(moment, {"events": [throw]}, (1,), lasting=True)
    with pytest.raises(Leak):
        send(moment, {"events": [throw], "lines": [throw]}, (1,))


def test_the_search_finds_a_frame_that_depends_on_what_is_hidden() -> None:
    """A disc is a word that stands everywhere: only another world shows that it was told."""
    found = 0
    while not found:
        row, entries, _ = table_of(Options(players=5), 140)
        playthrough, moment = new_playthrough(row), Moment(row)
        for entry in entries:
            moment.apply(entry)
            if entry.number == 1:
                continue
            playthrough.apply(entry)
            discs: Any = moment.game.snapshot()["discs"]
            for other in [seat for seat in range(5) if discs[seat] is not None]:
                found += tells_a_disc(moment, playthrough, (other + 1) % 5, discs[other])


def tells_a_disc(moment: Moment, playthrough: Playthrough, seat: int, disc: str) -> bool:
    view = describe_view(playthrough, seat, "en")
    frame = as_json(
        {"view": view, "seat": seat, "events": [], "events_from": playthrough.game.event_count}
    )
    compare(moment, playthrough, frame, imagine=True)
    frame["view"]["ask"] += f" {disc}"
    with pytest.raises(Leak):
        compare(moment, playthrough, frame, imagine=True)
    return True


def test_what_a_server_leaks_on_purpose_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that tells one card of a stack in one frame in a hundred is found out."""
    honest = describe_own

    def talkative(
        playthrough: Playthrough, seat: int | None, language: str, names: Names
    ) -> OwnTableView:
        data = honest(playthrough, seat, language, names)
        if playthrough.position % 25 == 3:
            stacks: Any = playthrough.game.snapshot()["stacks"]
            data["undo_reason"] = stacks["2"][0]
        return data

    monkeypatch.setattr(state_messages, "describe_own", talkative)
    settings = ServerSettings(database_url=sqlite_url(tmp_path), rates=read_limits(NO_LIMITS)[0])

    async def run() -> None:
        async with serving_here(settings) as server:
            storage = server.app.state.services.storage
            await play_many(server.url, storage, [SHORTEST[0]], 3, circles=1)

    with pytest.raises(AssertionError, match=r"hidden card|depends on what it hides"):
        asyncio.run(run())
