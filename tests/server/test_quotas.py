"""How much one player, and all players behind one address, may add to the database in a day."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

from elgrande.server.settings import RATES, Rate
from tests.server.test_chat import over_a_socket, say
from tests.support.clients import Person, come_in, open_table, open_with_links
from tests.support.server import NO_LIMITS, serving, sqlite_url


def with_limits(
    folder: Path, limits: list[str], check: Callable[[httpx.AsyncClient, str], Awaitable[None]]
) -> None:
    """Check something at a server that lifts all limits but these."""

    async def run(url: str) -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            await check(http, url)

    with serving(sqlite_url(folder), limits=(*NO_LIMITS, *limits)) as server:
        asyncio.run(run(server.url))


def is_too_fast(answer: httpx.Response) -> bool:
    return answer.status_code == 429 and answer.json()["error"] == "too_fast"


def a_day(name: str) -> float:
    """How many a day a rate allows in the long run."""
    rate: Rate = RATES[name].default
    return rate.amount * 86400 / rate.seconds


def test_an_address_may_do_several_times_what_a_player_may() -> None:
    for of_player, of_address in (
        ("new_tables", "new_tables_of_address"),
        ("new_tables_daily", "new_tables_of_address_daily"),
        ("chat", "chat_of_address"),
        ("chat_daily", "chat_of_address_daily"),
        ("actions_daily", "actions_of_address_daily"),
    ):
        assert a_day(of_address) >= 4 * a_day(of_player)
    for burst, sustained in (
        ("new_players", "new_players_daily"),
        ("new_tables", "new_tables_daily"),
        ("chat", "chat_daily"),
        ("chat_of_address", "chat_of_address_daily"),
    ):
        assert a_day(burst) > 4 * a_day(sustained)


def test_the_lines_of_a_day_are_counted_by_player_and_address(tmp_path: Path) -> None:
    async def check(http: httpx.AsyncClient, url: str) -> None:
        ana, ben, eva = [await come_in(http, url, name) for name in ("Ana", "Ben", "Eva")]
        table = await open_table([ana, ben, eva], ["me", "invite", "invite"])
        for number in range(3):
            assert (await say(ana, table, f"{number}")).status_code == 200
        assert is_too_fast(refused := await say(ana, table, "4"))
        assert int(refused.headers["retry-after"]) > 3600
        # By a socket the same lines are counted, and the address has two left for the others.
        assert (await over_a_socket(ben, table, "5"))["type"] == "done"
        assert (await over_a_socket(eva, table, "6"))["type"] == "done"
        assert is_too_fast(await say(ben, table, "7"))
        assert (await over_a_socket(eva, table, "8"))["error"] == "too_fast"

    with_limits(tmp_path, ["chat_daily=3/86400", "chat_of_address_daily=5/86400"], check)


def test_a_message_is_short_in_bytes_too(tmp_path: Path) -> None:
    async def check(http: httpx.AsyncClient, url: str) -> None:
        ana = await come_in(http, url, "Ana")
        table = await open_table([ana], ["me", "bot:random"])
        assert (await say(ana, table, "王" * 200)).status_code == 200
        for text in ("王" * 201, "👑" * 151):
            assert (await say(ana, table, text)).json()["error"] == "bad_name"

    with_limits(tmp_path, [], check)


def test_guests_of_a_day_are_counted_by_address(tmp_path: Path) -> None:
    async def check(http: httpx.AsyncClient, url: str) -> None:
        for number in range(4):
            await come_in(http, url, f"Guest {number}")
        assert is_too_fast(await http.post(f"{url}/api/players", json={"name": "One more"}))

    with_limits(tmp_path, ["new_players_daily=4/86400"], check)


def test_tables_are_counted_by_player_and_address(tmp_path: Path) -> None:
    async def opened(person: Person) -> httpx.Response:
        body = {"seats": [{"kind": "me"}, {"kind": "invite"}], "options": {"players": 2}}
        return await person.ask("POST", "/api/tables", body)

    async def check(http: httpx.AsyncClient, url: str) -> None:
        ana, ben = [await come_in(http, url, name) for name in ("Ana", "Ben")]
        for _ in range(2):
            assert (await opened(ana)).status_code == 201
        assert is_too_fast(await opened(ana))
        assert (await opened(ben)).status_code == 201
        assert is_too_fast(await opened(ben))

    limits = ["new_tables_daily=2/86400", "new_tables_of_address_daily=3/86400"]
    with_limits(tmp_path, limits, check)


def test_a_guest_holds_fewer_tables_than_a_player_with_a_password(tmp_path: Path) -> None:
    async def check(http: httpx.AsyncClient, url: str) -> None:
        ana = await come_in(http, url, "Ana")
        table = await open_table([ana], ["me", "bot:random"])
        await open_with_links(ana, ["me", "invite"])
        body = {"seats": [{"kind": "me"}, {"kind": "invite"}], "options": {"players": 2}}
        assert await ana.refused("POST", "/api/tables", body) == "too_many"
        # Going on from a position is one more table, too.
        fork = {"position": 0, "seat": 0, "bot": "random"}
        assert await ana.refused("POST", f"/api/tables/{table}/fork", fork) == "too_many"
        await ana.post("/api/me/password", {"password": "a long enough password"})
        assert (await ana.ask("POST", "/api/tables", body)).status_code == 201
        assert await ana.refused("POST", "/api/tables", body) == "too_many"

    with_limits(tmp_path, ["tables_of_guest=2", "tables_of_player=3"], check)


def test_links_and_changes_are_counted(tmp_path: Path) -> None:
    async def check(http: httpx.AsyncClient, url: str) -> None:
        ana = await come_in(http, url, "Ana")
        table = (await open_with_links(ana, ["me", "invite"])).id
        path = f"/api/tables/{table}/seats/1/invitation"
        assert (await ana.ask("POST", path)).status_code == 201
        for way in (path, f"/api/tables/{table}/watch-link"):
            assert await ana.refused("POST", way) == "too_fast"
        policy = f"/api/tables/{table}/seats/0/policy"
        while (answer := await ana.ask("PUT", policy, {"bot": "random"})).is_success:
            pass
        assert is_too_fast(answer)
        await ana.get(f"/api/tables/{table}")  # who only looks changes nothing
        assert (await over_a_socket(ana, table, "hello"))["error"] == "too_fast"

    with_limits(tmp_path, ["new_invitations=1/3600", "actions_daily=9/86400"], check)
