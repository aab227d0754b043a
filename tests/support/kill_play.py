"""Play that goes on while servers die: clients that come back, and a notebook of what they know.

The notebook holds what the server has promised: every submission it answered with `done`, and
every state it has shown. What the database holds afterwards is compared with that.
"""

import asyncio
import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import httpx
import msgspec
import websockets

from elgrande.record import Record
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.presentation.table_views import describe_view
from elgrande.server.storage import Storage
from elgrande.server.storage.rows import Entry
from elgrande.server.tables.loading import fold
from elgrande.server.tables.table import TableState
from tests.support.clients import Frame, Person, open_table

LOST = (OSError, websockets.WebSocketException, httpx.HTTPError)
SECONDS_TO_COME_BACK = 0.03
Promise = tuple[str, int, int, int | None]  # type, seat, step, choice


class Notebook:
    """What the server promised, by table."""

    def __init__(self) -> None:
        self.promised: dict[str, list[Promise]] = defaultdict(list)
        self.shown: dict[str, dict[tuple[int | None, int], str]] = defaultdict(dict)
        self.highest: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()  # what became of what was sent again
        self.contradictions: list[str] = []
        self.pauses: dict[str, list[str | None]] = defaultdict(list)  # what was said about them
        self.goodbyes: Counter[str] = Counter()
        self.closings: Counter[int] = Counter()

    def __len__(self) -> int:
        """How many submissions were acknowledged."""
        return sum(len(promises) for promises in self.promised.values())

    def note_state(self, table: str, state: Frame) -> None:
        """A state was shown to a seat."""
        number: int = state["number"]
        self.highest[table] = max(self.highest[table], number)
        key, view = (state["seat"], number), normal(state["view"])
        if self.shown[table].setdefault(key, view) != view:
            self.contradictions.append(f"{table}: seat {key[0]} at entry {number}")


class Survivor:
    """A player who comes back after every crash and sends again what was not answered."""

    def __init__(
        self,
        person: Person,
        table: str,
        notebook: Notebook,
        seed: int,
        *,
        urls: Sequence[str] = (),
        drafts: float = 0.3,
        seat: int | None = None,
    ) -> None:
        self.person = person
        self.table = table
        self.notebook = notebook
        self.random = random.Random(seed)
        self.urls = list(urls) or [person.url]
        self.drafts = drafts
        self.seat = seat
        self.state: Frame = {}
        self.unanswered: Frame | None = None
        self.connected = asyncio.Event()
        self.stop = False
        self.refused = False  # the storage was away when we asked
        self._count = 0
        self._sent_again = False

    @property
    def is_over(self) -> bool:
        return self.stop or self.state.get("table", {}).get("state") == "finished"

    async def play(self) -> None:
        """Play until the game is over, or until told to stop, whatever happens to the server."""
        while not self.is_over:
            try:
                await self._play_while_it_lasts()
            except websockets.ConnectionClosed as closed:
                if closed.rcvd is not None:
                    self.notebook.closings[closed.rcvd.code] += 1
            except LOST:
                pass
            self.connected.clear()
            self.refused = False
            self.urls.append(self.urls.pop(0))
            await asyncio.sleep(SECONDS_TO_COME_BACK)

    async def _play_while_it_lasts(self) -> None:
        place = "" if self.seat is None else f"?seat={self.seat}"
        address = f"{self.urls[0].replace('http', 'ws', 1)}/api/tables/{self.table}/socket{place}"
        async with websockets.connect(
            address, additional_headers=self.person.headers, compression=None
        ) as socket:
            self.connected.set()
            if self.unanswered is not None:
                self._sent_again = True
                await _send(socket, self.unanswered)
            async for text in socket:
                frame = json.loads(text)
                self.take(frame)
                if self.is_over:
                    return
                if self.refused and frame["type"] == "paused" and frame["detail"] is None:
                    self.refused, self._sent_again = False, True
                    await _send(socket, self.unanswered)
                elif self.unanswered is None and self.state:
                    answer = self.next_frame()
                    if answer is not None:
                        self._count += 1
                        self.unanswered = answer = {**answer, "id": f"{self._count}"}
                        await _send(socket, answer)

    def take(self, frame: Frame) -> None:
        """Note what the server says."""
        sent = self.unanswered
        if frame["type"] == "state":
            self.state = frame
            self.notebook.note_state(self.table, frame)
        elif frame["type"] == "done" and sent is not None and frame["id"] == sent["id"]:
            if sent["type"] != "look":
                promise = (sent["type"], sent["seat"], sent["step"], sent.get("choice"))
                self.notebook.promised[self.table].append(promise)
            self._note_answer("done")
        elif frame["type"] == "error":
            if frame["error"] == "storage_down" and frame["id"] is not None:
                self.refused = True
                self.notebook.answers["storage_down"] += 1
            elif sent is not None and frame["id"] == sent["id"]:
                self._note_answer(frame["error"])
            elif frame["id"] is None:
                raise OSError(frame["error"])  # this connection was refused

        elif frame["type"] == "paused":
            self.notebook.pauses[self.table].append(frame["detail"])
        elif frame["type"] == "goodbye":
            self.notebook.goodbyes[self.table] += 1

    def _note_answer(self, answer: str) -> None:
        self.notebook.answers[f"again:{answer}" if self._sent_again else answer] += 1
        self.unanswered = None
        self._sent_again = False

    def next_frame(self) -> Frame | None:
        """A choice, mostly confirmed at once; else a draft, confirmed or taken back later."""
        view, seat, play = self.state["view"], self.state["seat"], self.state["table"]["play"]
        if view is None or self.state["table"]["state"] != "running":
            return None
        about = {"seat": seat, "step": view["step"]}
        if view["choices"]:
            choice = self.random.choice(view["choices"])["choice"]
            confirmed = self.random.random() >= self.drafts
            return {"type": "choose", **about, "choice": choice, "confirm": confirmed}
        if play["to_confirm"] and play["drafting"] == seat:
            if view["can_undo"] and self.random.random() < 0.3:
                return {"type": "take_back", **about}
            return {"type": "confirm", **about}
        waiting = [other for other in self.state["mine"] if other in play["waiting"]]
        if waiting and seat not in waiting:
            return {"type": "look", "seat": waiting[0]}
        return None


async def _send(socket: websockets.ClientConnection, frame: Frame | None) -> None:
    # If it is closed, there may still be something to read before that is reported.
    with suppress(websockets.ConnectionClosed):
        await socket.send(json.dumps(frame))


async def insist(person: Person, method: str, path: str, body: object = None) -> Any:
    """A request that is made again until a server answers it."""
    while True:
        with suppress(*LOST):
            answer = await person.ask(method, path, body)
            if answer.is_success:
                return answer.json()
            assert answer.status_code >= 500, answer.text
        await asyncio.sleep(SECONDS_TO_COME_BACK)


async def open_anyway(people: Sequence[Person], kinds: Sequence[str], **more: Any) -> str:
    """A table that is opened whenever a server lasts long enough for that."""
    while True:
        with suppress(*LOST, AssertionError):
            return await open_table(people, kinds, **more)
        await asyncio.sleep(SECONDS_TO_COME_BACK)


class Plays:
    """Several tables at once; where a game is over the next one begins."""

    def __init__(self, notebook: Notebook, seed: int) -> None:
        self.notebook = notebook
        self.random = random.Random(seed)
        self.hosts: dict[str, Person] = {}
        self.finished: set[str] = set()
        self.survivors: dict[str, list[Survivor]] = {}
        self.no_more = False

    async def keep_playing(self, people: Sequence[Person], kinds: Sequence[str]) -> None:
        """Play at a table of these kinds of seats, and then at the next."""
        while not self.no_more:
            table = await open_anyway(people, kinds)
            self.hosts[table] = people[0]
            seed = self.random.getrandbits(32)
            players = [
                Survivor(person, table, self.notebook, seed + index)
                for index, person in enumerate(people)
            ]
            self.survivors[table] = players
            await asyncio.gather(*(player.play() for player in players))
            if all(not player.stop for player in players):
                self.finished.add(table)


async def check_promises(
    storage: Storage, notebook: Notebook, host: Person, table: str, ask: Callable[..., Any]
) -> TableState:
    """Compare a table in the database with what was promised, and with what the server shows."""
    shown = await ask(host, "GET", f"/api/tables/{table}/state")
    notebook.note_state(table, shown)
    # Before the entries are read: while they are, play goes on.
    highest, promised = notebook.highest[table], list(notebook.promised[table])
    row = await storage.table(table)
    assert row is not None, "the table is gone"
    entries = await storage.entries(table)
    numbers = [entry.number for entry in entries]
    assert numbers == list(range(1, len(entries) + 1)), "a number is missing or there twice"
    assert len(entries) >= highest, "something was shown that is not kept"
    kept = Counter(promise_of(entry) for entry in entries if "step" in entry.data)
    for promise in promised:
        assert kept[promise] == 1, f"{promise} is kept {kept[promise]} times"
    steps = Counter((entry.seat, entry.data["step"]) for entry in entries if "step" in entry.data)
    assert all(count == 1 for count in steps.values()), "a question was answered twice"
    assert not notebook.contradictions
    then = fold(row, entries[: shown["number"]], [])
    assert then.playthrough is not None
    assert then.playthrough.position == shown["table"]["play"]["position"]
    assert view_of(then, shown["seat"]) == normal(shown["view"])
    now = fold(row, entries, await storage.checkpoints(table))
    assert now.difference is None, now.difference
    return now


async def check_finished(table: TableState, host: Person, ask: Callable[..., Any]) -> None:
    """The record of a finished game leads to the same position as its entries."""
    assert table.row.state == "finished"
    assert table.playthrough is not None
    told = await ask(host, "GET", f"/api/tables/{table.id}/record.json")
    replayed = Record.from_json(json.dumps(told)).replay()
    assert table.row.result is not None
    assert replayed.digest() == table.playthrough.game.digest() == table.row.result["digest"]


async def check_all_that_was_shown(storage: Storage, notebook: Notebook, table: str) -> int:
    """Every state that anybody was ever shown is what the entries up to it lead to."""
    row = await storage.table(table)
    assert row is not None
    state = TableState(row)
    by_number: dict[int, list[tuple[int | None, str]]] = defaultdict(list)
    for (seat, number), view in notebook.shown[table].items():
        by_number[number].append((seat, view))
    for entry in await storage.entries(table):
        state.apply(entry)
        for seat, view in by_number.pop(entry.number, ()):
            assert view_of(state, seat) == view, f"seat {seat} was shown another {entry.number}"
    assert not by_number, "states were shown of entries that are not there"
    return len(notebook.shown[table])


def promise_of(entry: Entry) -> Promise:
    """What a client was told when this entry was written for it."""
    kind = {"choice": "choose", "withdraw": "take_back"}.get(entry.kind, entry.kind)
    assert entry.seat is not None
    return (kind, entry.seat, entry.data["step"], entry.data.get("choice"))


def view_of(table: TableState, seat: int | None) -> str:
    """The view of a seat as it is sent."""
    if table.playthrough is None:
        return normal(None)
    view = describe_view(table.playthrough, seat, "en", names_at(table, "en"))
    return normal(msgspec.to_builtins(view, str_keys=True))


def normal(view: object) -> str:
    """A text that is the same for the same view."""
    return json.dumps(view, sort_keys=True)
