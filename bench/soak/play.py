"""What happens at the tables of a soak: games with bots, chat, people who leave and return."""

import asyncio
import random
from time import perf_counter
from typing import Any

from bench.attacks.victim import Victim
from bench.attacks.visitor import TableSocket, Visitor
from bench.load.failures import LoadFailure

BOTS = ("random", "novice", "steady")
PEOPLE = 2
# How likely each of these is after a person's choice.
CHATS, RECONNECTS, WATCHES, ABANDONS = 0.05, 0.03, 0.02, 0.0005
LINES = ("Well played.", "That was my region!", "Who holds the thirteen?", "¡Olé!")
# Errors whose texts are kept; all are counted.
MOST_ERRORS = 20
OVER = ("finished", "closed")


class Company:
    """Everybody who plays, and what has happened so far."""

    def __init__(self, victim: Victim, pause: float, seed: int) -> None:
        self.victim = victim
        self.pause = pause
        self.random = random.Random(seed)
        self.choices = 0
        self.chats = 0
        self.reconnects = 0
        self.opened = 0
        self.finished = 0
        self.abandoned = 0
        self.errors = 0
        self.first_errors: list[str] = []
        self.stopping = False

    async def keep_table(self) -> None:
        """Play at one table after another until the soak is over."""
        # Spread the starts, so that tables do not move in step.
        await asyncio.sleep(self.random.uniform(0, 10 * self.pause))
        while not self.stopping:
            try:
                await Game(self).play()
            except LoadFailure as error:
                self.complain(str(error))
                await asyncio.sleep(self.pause)

    def complain(self, error: str) -> None:
        """Note what should not have happened."""
        if self.stopping:
            return
        self.errors += 1
        if len(self.first_errors) < MOST_ERRORS:
            self.first_errors.append(error)

    def counts(self) -> dict[str, int]:
        """What has happened so far."""
        return {
            "choices": self.choices,
            "chats": self.chats,
            "reconnects": self.reconnects,
            "opened": self.opened,
            "finished": self.finished,
            "abandoned": self.abandoned,
            "errors": self.errors,
        }


class Game:
    """A table of two people and a bot, from its opening until it is over or given up."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.random = company.random
        self.id = ""
        self.watch_token: str | None = None
        self.people: list[Visitor] = []
        self.sockets: list[TableSocket] = []
        self.watchers: list[Visitor] = []

    async def play(self) -> None:
        """Play it; whatever happens, nothing stays open here."""
        try:
            await self._open()
            while not self.company.stopping and not self._is_over():
                await asyncio.sleep(self.random.expovariate(1 / self.company.pause))
                seat = await self._seat_asked()
                if seat is None:
                    continue
                await self._choose(seat)
                if self.random.random() < ABANDONS:
                    self.company.abandoned += 1
                    return
                await self._do_something_else(seat)
            self.company.finished += self._is_over()
        finally:
            for visitor in (*self.people, *self.watchers):
                visitor.leave()

    async def _open(self) -> None:
        """Two guests; the first opens the table, the second joins through the link."""
        victim = self.company.victim
        self.people = [await victim.visitor(f"Player {seat}") for seat in range(PEOPLE)]
        host, friend = self.people
        bot = self.random.choice(BOTS)
        body = {
            "options": {"players": PEOPLE + 1, "short": True},
            "settings": {"watching": "link"},
            "seats": [{"kind": "me"}, {"kind": "invite"}, {"kind": "bot", "bot": bot}],
        }
        opened = await host.must("POST", "/api/tables", body)
        self.id = opened["table"]["id"]
        links = {link["seat"]: link["token"] for link in opened["invitations"]}
        self.watch_token = links.get(None)
        await friend.must("POST", "/api/invitations/accept", {"token": links[1]})
        for seat, visitor in enumerate(self.people):
            self.sockets.append(await visitor.follow(self.id, seat))
        self.company.opened += 1

    def _is_over(self) -> bool:
        return any(socket.state["table"]["state"] in OVER for socket in self.sockets)

    async def _seat_asked(self) -> int | None:
        """The person who is asked, unless it is the bot's turn; anybody cut off comes back."""
        for seat, socket in enumerate(self.sockets):
            if socket.closed:
                self.company.complain(f"a socket was closed: {socket.closed_because}")
                await self._reconnect(seat)
            if choices_of(self.sockets[seat]):
                return seat
        return None

    async def _choose(self, seat: int) -> None:
        socket = self.sockets[seat]
        view = socket.state["view"]
        choice = self.random.choice(choices_of(socket))["choice"]
        step = view["step"]
        answer = await socket.say("choose", seat=seat, step=step, choice=choice, confirm=True)
        # Somebody else may have been quicker where several are asked at once.
        if answer.get("type") == "done":
            self.company.choices += 1
        elif answer.get("error") != "stale_step":
            self.company.complain(f"a choice was not taken: {answer}")

    async def _do_something_else(self, seat: int) -> None:
        drawn = self.random.random()
        if drawn < CHATS:
            line = self.random.choice(LINES)
            key = f"{self.id}-{perf_counter()}"
            answer = await self.sockets[seat].say("chat", text=line, key=key)
            self.company.chats += answer.get("type") == "done"
        elif drawn < CHATS + RECONNECTS:
            await self._reconnect(seat)
        elif drawn < CHATS + RECONNECTS + WATCHES and self.watch_token is not None:
            watcher = await self.company.victim.visitor("Watcher")
            self.watchers.append(watcher)
            await watcher.must("POST", "/api/invitations/accept", {"token": self.watch_token})
            await watcher.follow(self.id, None)

    async def _reconnect(self, seat: int) -> None:
        self.sockets[seat].drop()
        self.sockets[seat] = await self.people[seat].follow(self.id, seat)
        self.company.reconnects += 1


def choices_of(socket: TableSocket) -> list[dict[str, Any]]:
    """What the seat of a socket may choose now."""
    view = socket.state["view"]
    found: list[dict[str, Any]] = view["choices"] if view else []
    return found
