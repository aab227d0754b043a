"""Whole games over real sockets: every edition, variant and kind of player, from deal to record."""

import asyncio
import random
from itertools import groupby
from pathlib import Path
from typing import Any

import httpx
import pytest

from elgrande.record import Record
from tests.support.clients import (
    Frame,
    Person,
    SeatClient,
    come_in,
    only_watch,
    open_with_links,
    play_at_random,
    play_in_drafts,
)
from tests.support.secrets_search import as_json
from tests.support.server import NO_LIMITS, serving, sqlite_url

pytestmark = pytest.mark.proof

# What may be refused to somebody who changes their mind while others play.
ORDINARY_REFUSALS = {"stale_step", "cannot_undo", "not_your_turn", "wrong_state", "game_over"}
SECRETLY = ("disc_set", "modifier_passed")
ALL_OLD_HANDS = ["delegation", "veto", "veto", "rivalries"]

# Options, seats: every option has each of its values here at least once.
GAMES: list[tuple[Frame, list[str]]] = [
    ({"edition": "classic"}, ["me", "invite"]),
    ({"edition": "classic", "castillo": "open", "short": True}, ["me", "invite", "invite"]),
    ({"edition": "classic", "first_player": 3}, ["me", "hotseat", "bot:novice", "invite"]),
    ({"edition": "classic", "short": True}, ["me", "invite", "hotseat", "invite", "bot:novice"]),
    ({"edition": "2023"}, ["me", "invite"]),
    ({"short": True, "power_shift": True}, ["me", "bot:novice"]),
    ({"merged_stacks": True}, ["me", "invite", "bot:novice"]),
    ({"new_regency": True, "first_player": 0}, ["invite", "me", "invite"]),
    ({"old_hands": ["delegation"], "short": True}, ["me", "invite", "invite", "invite"]),
    ({"old_hands": ["veto"], "power_shift": True, "short": True}, ["me", "invite", "invite"]),
    ({"old_hands": ["rivalries"], "castillo": "open"}, ["me", "invite", "hotseat"]),
    (
        {"old_hands": ALL_OLD_HANDS, "new_regency": True, "power_shift": True, "first_player": 4},
        ["me", "invite", "invite", "invite", "invite"],
    ),
    ({"power_shift": True}, ["me", "hotseat", "hotseat", "hotseat"]),
    ({"short": True, "castillo": "secret"}, ["me", "hotseat"]),
    ({"short": True}, ["me", "bot:novice", "bot:novice", "bot:novice", "bot:novice"]),
]


async def play(people: list[Person], options: Frame, kinds: list[str], seed: int) -> None:
    """One game with a spectator, and all that must be true of it."""
    chance = random.Random(seed)
    host, watcher = people[0], people[-1]
    table, links = await open_with_links(host, kinds, options)
    await watcher.post("/api/invitations/accept", {"token": links.pop(None)})
    clients = [SeatClient(watcher, table, choose=only_watch, slow=0.02)]
    clients.append(client_of(host, table, chance))
    for person, (_, token) in zip(people[1:], links.items(), strict=False):
        await person.post("/api/invitations/accept", {"token": token})
        clients.append(client_of(person, table, chance))
    if chance.random() < 0.5:  # a second window of the host, which only looks
        clients.append(SeatClient(host, table, seat=kinds.index("me"), choose=only_watch))
    ends = await asyncio.gather(*(client.play(400) for client in clients))
    for client in clients:
        assert {error["error"] for error in client.errors} <= ORDINARY_REFUSALS, client.errors
    await check_end(host, watcher, table, clients, ends)


def client_of(person: Person, table: str, chance: random.Random) -> SeatClient:
    """Somebody who plays: in drafts or at once, comes and goes, reads quickly or slowly."""
    return SeatClient(
        person,
        table,
        choose=chance.choice([play_at_random, play_in_drafts, play_in_drafts]),
        seed=chance.randrange(10**6),
        hangs_up=chance.choice([0, 0, 2]),
        slow=chance.choice([0.0, 0.0, 0.01]),
    )


async def check_end(
    host: Person, watcher: Person, table: str, clients: list[SeatClient], ends: list[Frame]
) -> None:
    """The record replays to the result that all clients saw, and so do the events they kept."""
    results = [end["table"]["result"] for end in ends]
    assert all(result == results[0] for result in results)
    text = (await host.ask("GET", f"/api/tables/{table}/record.egn")).text
    data = (await watcher.ask("GET", f"/api/tables/{table}/record.json")).text
    record = Record.from_text(text)
    assert record == Record.from_json(data)
    game = record.replay(events=True)
    assert game.over
    assert results[0]["digest"] == game.digest() == record.digest
    assert results[0]["scores"] == game.scores
    assert results[0]["winners"] == list(game.winners)
    assert results[0]["choices"] == len(record.choices)
    for client, end in zip(clients, ends, strict=True):
        true = as_json(game.view(end["seat"]).data)
        assert {key: end["view"][key] for key in true} == true
        check_picture(client, game)
    assert end["table"]["seed"] == str(record.seed)


def check_picture(client: SeatClient, game: Any) -> None:
    """What a client noted from its frames is what happened."""
    assert client.picture
    first, last = min(client.picture), max(client.picture)
    noted = [client.picture[index] for index in range(first, last + 1)]
    plain = [
        {key: value for key, value in event.items() if key not in ("says", "position")}
        for event in noted
    ]
    happened = game.events(client.state["seat"])
    assert last == len(happened) - 1
    begins = next(i for i in range(first, last + 1) if happened[i]["event"] not in SECRETLY)
    assert in_order_of_seats(plain[begins - first :]) == in_order_of_seats(happened[begins:])


def in_order_of_seats(events: list[Frame]) -> list[Frame]:
    """Secret answers come in any order, and a record has them in that of the seats."""
    ordered: list[Frame] = []
    for name, group in groupby(events, key=lambda event: event["event"]):
        together = list(group)
        ordered += sorted(together, key=lambda e: e["colour"]) if name in SECRETLY else together
    return ordered


@pytest.mark.parametrize("part", range(3))
def test_whole_games_over_sockets(tmp_path: Path, part: int) -> None:
    async def run(url: str) -> None:
        async with httpx.AsyncClient(timeout=60) as http:
            circles = [
                [await come_in(http, url, f"P{number}") for number in range(7)]
                for _ in GAMES[part::3]
            ]
            await asyncio.gather(
                *(
                    play(people, options, kinds, seed)
                    for seed, (people, (options, kinds)) in enumerate(
                        zip(circles, GAMES[part::3], strict=True), start=part * 100
                    )
                )
            )

    with serving(sqlite_url(tmp_path), limits=NO_LIMITS) as server:
        asyncio.run(run(server.url))
        assert server.stop() == 0
        assert '"level":"error"' not in server.log().replace(" ", "")
