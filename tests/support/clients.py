"""Scripted players at a real server: guests, tables, and sockets that play at random.

Every byte a client is sent is kept, by whom it was sent to, for those who search it.
"""

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import websockets

Frame = dict[str, Any]
Choose = Callable[["SeatClient", Frame], Frame | None]


class Person:
    """Somebody with a name at a server."""

    def __init__(self, http: httpx.AsyncClient, url: str, name: str, token: str) -> None:
        self.http = http
        self.url = url
        self.name = name
        self.token = token
        self.received: list[bytes] = []

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """One request; whatever the answer."""
        content = {} if body is None else {"json": body}
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


async def come_in(http: httpx.AsyncClient, url: str, name: str) -> Person:
    """A new guest."""
    answer = await http.post(f"{url}/api/players", json={"name": name})
    assert answer.status_code == 201, answer.text
    http.cookies.clear()
    return Person(http, url, name, answer.json()["token"])


async def open_table(
    people: Sequence[Person],
    kinds: Sequence[str],
    options: Frame | None = None,
    **more: object,
) -> str:
    """A table of the first person with such seats (`bot:steady` is a bot); friends sit down."""
    seats = [
        {"kind": "bot", "bot": kind.partition(":")[2]}
        if kind.startswith("bot:")
        else {"kind": kind}
        for kind in kinds
    ]
    body = {"seats": seats, "options": {"players": len(kinds), **(options or {})}, **more}
    opened = await people[0].post("/api/tables", body)
    friends = iter(people[1:])
    for invitation in opened["invitations"]:
        if invitation["seat"] is not None:
            await next(friends).post("/api/invitations/accept", {"token": invitation["token"]})
    table: str = opened["table"]["id"]
    return table


class SeatClient:
    """A socket at a table: it looks from a seat, or as a spectator, and plays as it is told."""

    def __init__(
        self,
        person: Person,
        table: str,
        *,
        seat: int | str | None = None,
        choose: Choose | None = None,
        seed: int = 0,
        url: str | None = None,
    ) -> None:
        self.person = person
        self.table = table
        self.seat = seat
        self.choose = choose or play_at_random
        self.random = random.Random(seed)
        self.url = (url or person.url).replace("http", "ws", 1)
        self.frames: list[str] = []
        self.acknowledged: list[Frame] = []  # what was sent and answered by `done`
        self.errors: list[Frame] = []
        self.state: Frame = {}
        self._sent: dict[str, Frame] = {}
        self._count = 0

    @property
    def address(self) -> str:
        place = "" if self.seat is None else f"?seat={self.seat}"
        return f"{self.url}/api/tables/{self.table}/socket{place}"

    async def play(self, seconds: float = 60.0) -> Frame:
        """Play until the game is over; the last state."""
        async with (
            asyncio.timeout(seconds),
            websockets.connect(
                self.address, additional_headers=self.person.headers, compression=None
            ) as socket,
        ):
            async for text in socket:
                assert isinstance(text, str)
                answer = self.take(text)
                if self.state.get("table", {}).get("state") in ("finished", "closed"):
                    break
                if answer is not None:
                    await socket.send(json.dumps(answer))
        return self.state

    def take(self, text: str) -> Frame | None:
        """Note a frame, and say what to send in answer to it."""
        self.frames.append(text)
        self.person.received.append(text.encode())
        frame: Frame = json.loads(text)
        if frame["type"] == "done":
            self.acknowledged.append(self._sent.pop(frame["id"]))
        elif frame["type"] == "error":
            self.errors.append(frame)
            self._sent.pop(frame["id"], None)
        elif frame["type"] == "state":
            self.state = frame
        if self._sent or not self.state:
            return None  # first hear what became of the last one
        answer = self.choose(self, self.state)
        if answer is not None:
            self._count += 1
            answer["id"] = f"{self._count}"
            self._sent[answer["id"]] = answer
        return answer


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


def only_watch(client: SeatClient, state: Frame) -> Frame | None:
    """Nothing at all."""
    return None
