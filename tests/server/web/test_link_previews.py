"""What chat programs are told about a link: everything of public games, nothing of others."""

import re
from html import unescape
from pathlib import Path

from elgrande.puzzles.library import puzzles
from tests.server.web.api.test_sharing import TITLE, bring_game
from tests.support.clients import open_table
from tests.support.company import Company, in_company


async def tags_of(at: Company, path: str) -> dict[str, str]:
    answer = await at.http.get(f"{at.url}{path}", headers={"accept": "text/html"})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    tag = r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"'
    found = re.findall(tag, answer.text)
    tags = {name: unescape(value) for name, value in found}
    tags.pop("og:site_name", None)
    return tags


def test_a_public_game_has_a_preview(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await bring_game(at, at.ana, published=True)
        tags = await tags_of(at, f"/table/{table}/replay?at=200&seat=none")
        assert tags["og:title"] == f"{TITLE}: Round 6 of 9"
        assert tags["og:image"] == f"https://play.example/api/tables/{table}/picture.png?at=200"
        assert tags["twitter:card"] == "summary_large_image"
        assert "Carmine: " in tags["og:image:alt"]
        for page in ("result", "review"):
            tags = await tags_of(at, f"/table/{table}/{page}")
            assert tags["og:title"].endswith(": Final result")
            assert re.fullmatch(r"\w+ wins with \d+", tags["og:description"])
        for strange in ("at=99999999", "at=x", "at=-1", "at=%3Cscript%3E", "at=&at="):
            tags = await tags_of(at, f"/table/{table}/replay?{strange}")
            assert tags["og:image"].endswith("/picture.png")
        assert await tags_of(at, f"/table/{table}/replay?at=9999") == {}

    in_company(tmp_path, story, public_url="https://play.example")


def test_a_puzzle_has_a_preview(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        puzzle = puzzles()[0]
        tags = await tags_of(at, f"/puzzles/{puzzle.id}")
        assert tags["og:image"] == f"{at.url}/api/puzzles/{puzzle.id}/picture.png"
        assert tags["og:title"].startswith("El Grande: ")
        for strange in ("", "/nothing", "/%3Cscript%3E"):
            assert await tags_of(at, f"/puzzles{strange}") == {}

    in_company(tmp_path, story)


def test_nothing_is_told_about_other_games(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        private = await bring_game(at, at.ana, published=False)
        running = await open_table(
            [at.ana, at.ben],
            ["me", "invite"],
            {"players": 2},
            public=True,
            settings={"watching": "anyone"},
        )
        for table in (private, running, "nowhere", "a" * 64, "%2e%2e"):
            for page in ("", "/replay?at=1", "/result", "/review"):
                assert await tags_of(at, f"/table/{table}{page}") == {}
        for page in ("/", "/learn", "/rules"):
            assert await tags_of(at, page) == {}

    in_company(tmp_path, story)


def test_without_an_address_of_its_own_the_server_uses_the_one_it_was_asked_at(
    tmp_path: Path,
) -> None:
    async def story(at: Company) -> None:
        table = await bring_game(at, at.ana, published=True)
        tags = await tags_of(at, f"/table/{table}/result")
        assert tags["og:image"] == f"{at.url}/api/tables/{table}/picture.png"
        answer = await at.http.get(
            f"{at.url}/table/{table}/result",
            headers={"accept": "text/html", "host": 'x"><script>alert(1)</script>'},
        )
        assert "<script>alert" not in answer.text

    in_company(tmp_path, story)
