"""Samples of what the server sends: few, and yet with every shape that games come by.

A sample is kept if it has a feature that none before it had: a field, a type, a word of a fixed
vocabulary. What is kept proves as much about types as all of it would.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from elgrande import Record
from elgrande.rules.pending import decision_data
from elgrande.server.presentation.table_views import (
    Teller,
    describe_past,
    describe_view,
    events_for,
    lasting_log,
)
from elgrande.server.storage.rows import Entry
from elgrande.server.tables.playthrough import Playthrough
from tests.games.make import GAMES
from tests.support.clients import SeatClient, open_table, play_in_drafts
from tests.support.company import Company, in_company

# Fields in which any text is as good as any other.
FREE_TEXT = frozenset(
    [
        *("ask", "bot", "card", "description", "detail", "digest", "error", "id", "label", "name"),
        *(
            "notation",
            "path",
            "places",
            "revealed",
            "salt",
            "says",
            "seal",
            "seats",
            "seed",
            "seen",
        ),
        *("sentence", "source", "table", "text", "title", "token", "who"),
    ]
)
EVERY = 50  # a view is checked every this many positions, besides each new decision


def features(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """What can be said of the shape of a value: its fields, its types, its words."""
    if isinstance(value, dict):
        yield path, f"{{{' '.join(sorted(value))}}}"
        for key, part in value.items():
            yield from features(part, f"{path}.{key}")
    elif isinstance(value, list):
        yield path, "[]"
        for part in value:
            yield from features(part, f"{path}[]")
    elif isinstance(value, str):
        is_free = path.removesuffix("[]").rpartition(".")[2] in FREE_TEXT
        yield path, "text" if is_free else repr(value)
    else:
        yield path, type(value).__name__


class Samples:
    """Samples by the name of the type that pages take them for."""

    def __init__(self) -> None:
        self.kept: dict[str, list[Any]] = defaultdict(list)
        self._seen: dict[str, set[tuple[str, str]]] = defaultdict(set)

    def add(self, name: str, *values: Any) -> None:
        """Keep of these values those whose shape has something new."""
        for value in values:
            found = set(features(value))
            if found - self._seen[name]:
                self._seen[name] |= found
                self.kept[name].append(value)


def add_recorded_games(samples: Samples) -> None:
    """Views and events of all recorded games, from every kind of decision."""
    for path in sorted(GAMES.glob("*.egn")):
        add_game(samples, Record.from_text(path.read_text(encoding="utf-8")))


def add_game(samples: Samples, record: Record) -> None:
    """What those at a table would have been sent during a game, and afterwards."""
    playthrough = Playthrough(record.options, record.seed, record.start)
    playthrough.apply(Entry(1, "started", None, None, 0, {"seal": ""}))
    decisions = set()
    for number, (seat, choice) in enumerate(zip(record.seats, record.choices, strict=True), 2):
        asked = frozenset(decision_data(playthrough.game.state) or ()), playthrough.game.decision
        if asked not in decisions or number % EVERY == 0:
            decisions.add(asked)
            samples.add("View", describe_view(playthrough, seat, "en"))
        data = {"choice": choice, "step": playthrough.step_for(seat), "confirm": True}
        playthrough.apply(Entry(number, "choice", seat, None, 0, data))
    samples.add(
        "View", describe_view(playthrough, None, "en"), describe_past(playthrough.game, 0, "en")
    )
    count = playthrough.game.event_count
    for eyes, fresh in ((None, count), (0, count), (1, count), (None, 0)):
        events = events_for(playthrough, eyes, 0, fresh)
        samples.add("Happening", *Teller(playthrough).tell(events, "en"))
    samples.add("Line", *lasting_log(playthrough, playthrough.game, 0, "en"))


def add_answers(samples: Samples, folder: Path) -> None:
    """What a real server answers to people who open tables, play, look back and ask."""

    async def story(company: Company) -> None:
        await _add_first_steps(samples, company)
        await _add_played_game(samples, company)
        await _add_looking_back(samples, company)
        await _add_knowledge(samples, company)

    in_company(folder, story)


async def _add_first_steps(samples: Samples, company: Company) -> None:
    """Guests, tables that nobody sits at yet, invitations."""
    ana, ben = company.ana, company.ben
    samples.add("Player", (await ana.get("/api/visitor"))["player"])
    opened = await ana.post(
        "/api/tables",
        {"seats": [{"kind": "me"}, {"kind": "invite"}], "options": {"players": 2}, "public": True},
    )
    samples.add("OpenedTable", opened)
    table, token = opened["table"]["id"], opened["invitations"][0]["token"]
    samples.add("Table", await ana.get(f"/api/tables/{table}"))
    samples.add("StateFrame", await ana.get(f"/api/tables/{table}/state"))
    samples.add("Invited", await ben.post("/api/invitations/look", {"token": token}))
    samples.add("TableLine", *await ben.get("/api/tables"))
    again = await ana.post(f"/api/tables/{table}/seats/1/invitation")
    samples.add("Invitation", again)
    await ana.post("/api/me/tokens", {"label": "my bot"})
    samples.add("SessionShown", *await ana.get("/api/me/tokens"))


async def _add_played_game(samples: Samples, company: Company) -> None:
    """A game that two play over sockets, changing their minds, while a third looks on."""
    people = (company.ana, company.ben)
    more = {"settings": {"clock": {"kind": "game", "seconds": 900, "increment": 5}}}
    options = {"short": True, "power_shift": True}
    table = await open_table(people, ["me", "invite"], options, **more)
    await company.ana.post(f"/api/tables/{table}/chat", {"text": "Good luck!"})
    clients = [
        SeatClient(person, table, seat=seat, choose=play_in_drafts, seed=seat)
        for seat, person in enumerate(people)
    ]
    await asyncio.gather(*(client.play() for client in clients))
    for client in clients:
        samples.add("ServerFrame", *map(json.loads, client.frames))
    samples.add("Table", await company.ana.get(f"/api/tables/{table}"))
    samples.add("LogEntry", *await company.ana.get(f"/api/tables/{table}/log"))
    samples.add("TableLine", *await company.ana.get("/api/me/tables"))


async def _add_looking_back(samples: Samples, company: Company) -> None:
    """A game that was brought, its positions, and one that goes on from it with a bot."""
    ana = company.ana
    record = (GAMES / "2023-2p-everything.egn").read_text(encoding="utf-8")
    brought = await ana.post("/api/records", {"record": record, "title": "Friday"})
    samples.add("OpenedTable", brought)
    table = brought["table"]["id"]
    for position in (0, 40, 120):
        path = f"/api/tables/{table}/positions/{position}?seat=0&events=false"
        samples.add("Shown", await ana.get(path))
    samples.add("StateFrame", await ana.get(f"/api/tables/{table}/state"))
    samples.add("Insights", await ana.get(f"/api/tables/{table}/insights?position=120"))
    fork = await ana.post(f"/api/tables/{table}/fork", {"position": 60, "seat": 0, "bot": "random"})
    samples.add("OpenedTable", fork)
    forked = fork["table"]["id"]
    samples.add("Reasons", await ana.get(f"/api/tables/{forked}/reasons?seat=0"))
    samples.add("StateFrame", await ana.get(f"/api/tables/{forked}/state"))
    await ana.post(f"/api/tables/{forked}/seats/0/bot", {"bot": "random"})
    await ana.post(f"/api/tables/{forked}/seats/0/return")
    samples.add("LogEntry", *await ana.get(f"/api/tables/{forked}/log"))
    samples.add("Presence", *await ana.get(f"/api/tables/{forked}/presence"))


async def _add_knowledge(samples: Samples, company: Company) -> None:
    """What is the same for all tables."""
    for edition in ("2023", "classic"):
        query = f"edition={edition}&language=de"
        samples.add("CatalogueData", await company.ana.get(f"/api/catalogue?{query}"))
    samples.add("BotShown", *await company.ana.get("/api/bots?language=de"))


def kinds_of(samples: Sequence[Any]) -> set[str]:
    """The kinds of events among samples."""
    return {sample["event"] for sample in samples}
