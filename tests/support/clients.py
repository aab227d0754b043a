"""Scripted players at a real server: guests, tables, and sockets that play at random.

Every byte a client is sent is kept, by whom it was sent to, for those who search it.
"""

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import httpx
import msgspec
import websockets

Frame = dict[str, Any]
Choose = Callable[["SeatClient", Frame], Frame | None]


class Answer(NamedTuple):
    """What a request was answered, and up to which entry of the table it may tell."""

    path: str
    status: int
    content: bytes
    table: str | None = None
    number: int | None = None


class Person:
    """Somebody with a name at a server."""

    def __init__(self, http: httpx.AsyncClient, url: str, name: str, token: str) -> None:
        self.http = http
        self.url = url
        self.name = name
        self.token = token
        self.received: list[bytes] = []
        self.answers: list[Answer] = []

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """One request; whatever the answer."""
        content: dict[str, Any] = {} if body is None else {"json": body}
        answer = await self.http.request(
            method, f"{self.url}{path}", headers=self.headers, **content
        )
        self.received.append(answer.content)
        return answer

    async def get(self, path: str) -> Any:
        answer = await self.ask("GET", path)
        assert answer.is_success, answer.text
        return answer.json()

    async def post(self, path: str, body: object = None) -> Any:
        answer = await self.ask("POST", path, body)
        assert answer.is_success, answer.text
        return answer.json()

    async def refused(self, method: str, path: str, body: object = None) -> str:
        """The code of a refusal; anything else fails."""
        answer = await self.ask(method, path, body)
        told = answer.json()
        assert not answer.is_success, told
        assert set(told) == {"error", "detail", "status"}, told
        assert told["status"] == answer.status_code
        return str(told["error"])


async def come_in(http: httpx.AsyncClient, url: str, name: str) -> Person:
    """A new guest."""
    answer = await http.post(f"{url}/api/players", json={"name": name})
    assert answer.status_code == 201, answer.text
    http.cookies.clear()
    return Person(http, url, name, answer.json()["token"])


class Opened(NamedTuple):
    """A table that was opened, and the links to it: of seats, and (None) to watch."""

    id: str
    links: dict[int | None, str]


async def open_with_links(
    host: Person, kinds: Sequence[str], options: Frame | None = None, **more: object
) -> Opened:
    """A table of this person with such seats (`bot:steady` is a bot); nobody sits down yet."""
    seats = [
        {"kind": "bot", "bot": kind.partition(":")[2]}
        if kind.startswith("bot:")
        else {"kind": kind}
        for kind in kinds
    ]
    body = {"seats": seats, "options": {"players": len(kinds), **(options or {})}, **more}
    opened = await host.post("/api/tables", body)
    links = {link["seat"]: link["token"] for link in opened["invitations"]}
    return Opened(opened["table"]["id"], links)


async def open_table(
    people: Sequence[Person],
    kinds: Sequence[str],
    options: Frame | None = None,
    **more: object,
) -> str:
    """A table of the first person with such seats (`bot:steady` is a bot); friends sit down."""
    opened = await open_with_links(people[0], kinds, options, **more)
    friends = iter(people[1:])
    for seat, token in opened.links.items():
        if seat is not None:
            await next(friends).post("/api/invitations/accept", {"token": token})
    return opened.id


class SeatClient:
    """A socket at a table: it looks from a seat, or as a spectator, and plays as it is told.

    `hangs_up` is how often it goes away in the middle and comes back; what it sent without an
    answer it sends again. `slow` is the most seconds it takes to read a frame.
    """

    def __init__(
        self,
        person: Person,
        table: str,
        *,
        seat: int | str | None = None,
        choose: Choose | None = None,
        seed: int = 0,
        url: str | None = None,
        hangs_up: int = 0,
        slow: float = 0.0,
    ) -> None:
        self.person = person
        self.table = table
        self.seat = seat
        self.choose = choose or play_at_random
        self.random = random.Random(seed)
        self.url = (url or person.url).replace("http", "ws", 1)
        self.hangs_up = hangs_up
        self.slow = slow
        self.frames: list[str] = []
        self.acknowledged: list[Frame] = []  # what was sent and answered by `done`
        self.errors: list[Frame] = []
        self.state: Frame = {}
        self.picture: dict[int, Frame] = {}  # the events as this client has them, by number
        self.patience = 12  # how often it may still change its mind
        self._sent: dict[str, Frame] = {}
        self._count = 0
        self._looks_from: int | None = None

    @property
    def address(self) -> str:
        place = "" if self.seat is None else f"?seat={self.seat}"
        return f"{self.url}/api/tables/{self.table}/socket{place}"

    @property
    def is_over(self) -> bool:
        """Whether this client knows that the game is over."""
        return self.state.get("table", {}).get("state") in ("finished", "closed")

    async def play(self, seconds: float = 60.0) -> Frame:
        """Play until the game is over; the last state."""
        async with asyncio.timeout(seconds):
            while not self.is_over:
                await self._play_on()
        return self.state

    async def _play_on(self) -> None:
        """Play over one connection."""
        stay = self.random.randrange(5, 60) if self.hangs_up > 0 else None
        with suppress(websockets.ConnectionClosed):
            async with websockets.connect(
                self.address,
                additional_headers=self.person.headers,
                compression=None,
                max_queue=2 if self.slow else 64,
            ) as socket:
                self.picture = {}  # the first state tells of no events
                for pending in self._sent.values():
                    await socket.send(json.dumps(pending))
                async for text in socket:
                    assert isinstance(text, str)
                    answer = self.take(text)
                    if self.is_over:
                        return
                    if answer is not None:
                        await socket.send(json.dumps(answer))
                    if stay is not None:
                        stay -= 1
                        if stay <= 0:
                            self.hangs_up -= 1
                            return
                    if self.slow:
                        await asyncio.sleep(self.random.uniform(0, self.slow))

    def take(self, text: str) -> Frame | None:
        """Note a frame, and say what to send in answer to it."""
        self.frames.append(text)
        self.person.received.append(text.encode())
        frame: Frame = msgspec.json.decode(text)
        if frame["type"] == "done":
            self.acknowledged.append(self._sent.pop(frame["id"]))
        elif frame["type"] == "error":
            self.errors.append(frame)
            self._sent.pop(frame["id"], None)
            if frame["id"] is None:  # it could not be read, so that nobody knows which it was
                self._sent.clear()
        elif frame["type"] == "state":
            self.state = frame
            self._keep_picture(frame)
        if self._sent or not self.state:
            return None  # first hear what became of the last one
        answer = self.choose(self, self.state)
        if answer is not None:
            self._count += 1
            answer["id"] = f"{self._count}"
            self._sent[answer["id"]] = answer
        return answer

    def _keep_picture(self, frame: Frame) -> None:
        """Drop what was taken back, add what is new, as docs/program/playing.md says."""
        if frame["seat"] != self._looks_from:
            self._looks_from = frame["seat"]
            self.picture = {}
        first = frame["events_from"]
        while self.picture and (last := next(reversed(self.picture))) >= first:
            del self.picture[last]
        self.picture.update(enumerate(frame["events"], start=first))


def play_at_random(client: SeatClient, state: Frame) -> Frame | None:
    """Any legal choice, confirmed at once; a hotseat hands over to whichever seat is asked."""
    view, seat = state["view"], state["seat"]
    if view is None or state["table"]["state"] != "running":
        return None
    if view["choices"]:
        chosen = client.random.choice(view["choices"])["choice"]
        return {
            "type": "choose",
            "seat": seat,
            "step": view["step"],
            "choice": chosen,
            "confirm": True,
        }
    waiting = [other for other in state["mine"] if other in state["table"]["play"]["waiting"]]
    if waiting and seat not in waiting and seat is not None:
        return {"type": "look", "seat": waiting[0]}
    return None


def play_in_drafts(client: SeatClient, state: Frame) -> Frame | None:
    """Random choices that are confirmed at the end, taken back now and then, or undone by all."""
    view, seat = state["view"], state["seat"]
    if view is None or seat is None or state["table"]["state"] != "running":
        return play_at_random(client, state)
    play, step = state["table"]["play"], view["step"]
    wish = play["undo"]
    if wish is not None and seat in wish["wanted"]:
        agrees = client.random.random() < 0.7
        return {
            "type": "answer_undo",
            "seat": seat,
            "request": wish["request"],
            "agree": agrees,
        }
    if client.patience > 0 and client.random.random() < 0.15:
        if view["can_undo"]:
            client.patience -= 1
            whole = client.random.random() < 0.3
            return {"type": "take_back", "seat": seat, "step": step, "whole": whole}
        if wish is None and play["position"] and client.random.random() < 0.2:
            client.patience -= 4
            back = max(0, play["position"] - client.random.randrange(1, 12))
            return {"type": "ask_undo", "seat": seat, "to": back}
    if play["to_confirm"] and play["drafting"] == seat:
        return {"type": "confirm", "seat": seat, "step": step}
    chosen = play_at_random(client, state)
    if chosen is not None and chosen["type"] == "choose":
        chosen["confirm"] = client.random.random() < 0.2
    return chosen


def only_watch(client: SeatClient, state: Frame) -> Frame | None:
    """Nothing at all."""
    return None
