"""To show others: pictures, clips, pages and frames, only of games that the asker may look at."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from elgrande.model_games.library import model_games
from elgrande.pictures import raster
from elgrande.puzzles.library import puzzles
from elgrande.server.background import drawings
from elgrande.server.settings import read_limits
from tests.support.clients import Person, open_table
from tests.support.company import Company, in_company

TITLE = "<script>alert(1)</script> & \"friends'"
SHARED = ("picture.png", "picture.svg", "clip.gif?to=4", "page.html")


async def bring_game(at: Company, person: Person, *, published: bool) -> str:
    """A finished game of this person's, one that comes with us."""
    record = model_games()[0].record
    brought = await person.post("/api/records", {"record": record.to_text(), "title": TITLE})
    table = str(brought["table"]["id"])
    if published:
        await person.ask("PUT", f"/api/tables/{table}/published", {"published": True})
    return table


class Stranger(Person):
    """Somebody who never came in."""

    @property
    def headers(self) -> dict[str, str]:
        return {}


def as_stranger(at: Company) -> Person:
    return Stranger(at.http, at.url, "nobody", "")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw in this process, and without the map, which takes a second."""

    def no_map(form: str, size: tuple[int, int]) -> Image.Image:
        return Image.new("RGB", size)

    monkeypatch.setattr(raster, "_map_of", no_map)
    monkeypatch.setattr(drawings, "_open_pool", lambda: ThreadPoolExecutor(1))


@pytest.mark.proof
def test_a_process_of_its_own_draws(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await bring_game(at, at.ana, published=True)
        paths = [f"{at.url}/api/tables/{table}/{path}" for path in SHARED]
        answers = [await at.http.get(path) for path in paths]
        assert [answer.status_code for answer in answers] == [200] * len(SHARED)
        assert at.services.drawings._pool is not None

    in_company(tmp_path, story)


@pytest.mark.usefixtures("quick")
def test_a_published_game_can_be_shown_anywhere(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await bring_game(at, at.ana, published=True)
        here = f"{at.url}/api/tables/{table}"
        answer = await at.http.get(f"{here}/picture.png?at=200")
        assert answer.headers["content-type"] == "image/png"
        assert answer.headers["cache-control"] == "public, max-age=300"
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
        assert Image.open(BytesIO(answer.content)).size == (1200, 630)
        again = await at.http.get(
            f"{here}/picture.png?at=200", headers={"if-none-match": answer.headers["etag"]}
        )
        assert (again.status_code, again.content) == (304, b"")
        clip = await at.http.get(f"{here}/clip.gif?from=194&to=200")
        image = Image.open(BytesIO(clip.content))
        assert image.size == (800, 420)
        assert 2 <= getattr(image, "n_frames", 1) <= 7
        svg = await at.http.get(f"{here}/picture.svg?at=200")
        assert svg.headers["content-type"].startswith("image/svg+xml")
        assert "<script" not in svg.text
        ElementTree.fromstring(svg.text)
        page = await at.http.get(f"{here}/page.html")
        assert page.headers["content-disposition"] == (
            f'attachment; filename="elgrande-{table}.html"'
        )
        assert "<script>alert" not in page.text
        assert len(page.content) < 1_000_000

    in_company(tmp_path, story)


@pytest.mark.usefixtures("quick")
def test_only_the_frame_may_stand_in_pages_of_others(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await bring_game(at, at.ana, published=True)
        private = await bring_game(at, at.ana, published=False)
        framed = await at.http.get(f"{at.url}/embed/{table}")
        policy = framed.headers["content-security-policy"]
        assert "x-frame-options" not in framed.headers
        assert "frame-ancestors *" in policy
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        refused = await at.http.get(f"{at.url}/embed/{private}", headers=at.ana.headers)
        assert refused.status_code == 404
        assert "alert" not in refused.text
        for path in (f"/api/tables/{table}/page.html", f"/table/{table}/replay", "/"):
            answer = await at.http.get(f"{at.url}{path}", headers={"accept": "text/html"})
            assert answer.headers["x-frame-options"] == "DENY"
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]

    in_company(tmp_path, story)


@pytest.mark.usefixtures("quick")
def test_strangers_are_shown_neither_private_nor_running_games(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        private = await bring_game(at, at.ana, published=False)
        running = await open_table([at.ana, at.ben], ["me", "invite"], {"players": 2})
        nobody = as_stranger(at)
        for path in SHARED:
            for table in (private, running):
                for person in (at.eva, nobody):
                    code = await person.refused("GET", f"/api/tables/{table}/{path}")
                    assert code == "no_such_table"
            assert await at.ana.refused("GET", f"/api/tables/{running}/{path}") == "wrong_state"
            known = await at.ana.ask("GET", f"/api/tables/{private}/{path}")
            assert known.is_success
            assert known.headers["cache-control"] == "no-store"
            assert known.headers["cross-origin-resource-policy"] == "same-origin"

    in_company(tmp_path, story)


def test_a_running_game_that_anyone_may_watch_is_not_drawn(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table(
            [at.ana, at.ben],
            ["me", "invite"],
            {"players": 2},
            public=True,
            settings={"watching": "anyone"},
        )
        for path in SHARED:
            assert await at.eva.refused("GET", f"/api/tables/{table}/{path}") == "wrong_state"
            nobody = as_stranger(at)
            assert await nobody.refused("GET", f"/api/tables/{table}/{path}") == "no_such_table"
        assert (await at.http.get(f"{at.url}/embed/{table}")).status_code == 404

    in_company(tmp_path, story)


@pytest.mark.usefixtures("quick")
def test_a_puzzle_is_drawn_for_everybody(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        answer = await at.http.get(f"{at.url}/api/puzzles/{puzzles()[0].id}/picture.png")
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
        assert Image.open(BytesIO(answer.content)).size == (1200, 630)
        path = "/api/puzzles/nothing/picture.png"
        assert await as_stranger(at).refused("GET", path) == "not_found"

    in_company(tmp_path, story)


@pytest.mark.usefixtures("quick")
def test_a_game_hidden_again_is_shown_no_more(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await bring_game(at, at.ana, published=True)
        path = f"{at.url}/api/tables/{table}/picture.png"
        assert (await at.http.get(path)).is_success
        await at.ana.ask("PUT", f"/api/tables/{table}/published", {"published": False})
        assert (await at.http.get(path)).status_code == 404
        assert (await at.http.get(f"{at.url}/embed/{table}")).status_code == 404

    in_company(tmp_path, story)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("picture.png?at=100000", "bad_request"),
        ("picture.png?at=9999", "not_found"),
        ("picture.svg?seat=4", "no_such_seat"),
        ("clip.gif?from=-1", "bad_request"),
        ("clip.gif?to=9999", "not_found"),
        ("page.html?language=xx", "bad_request"),
    ],
)
def test_bad_input_is_refused(tmp_path: Path, path: str, code: str) -> None:
    async def story(at: Company) -> None:
        table = await bring_game(at, at.ana, published=True)
        assert await as_stranger(at).refused("GET", f"/api/tables/{table}/{path}") == code

    in_company(tmp_path, story)


def test_without_a_package_one_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(at: Company) -> None:
        table = await bring_game(at, at.ana, published=True)
        answer = await at.http.get(f"{at.url}/api/tables/{table}/picture.png")
        assert answer.status_code == 501
        assert answer.json()["error"] == "no_pictures"
        assert "resvg_py" in answer.json()["detail"]
        assert (await at.http.get(f"{at.url}/api/tables/{table}/picture.svg")).is_success

    monkeypatch.setattr(drawings, "_open_pool", lambda: ThreadPoolExecutor(1))
    monkeypatch.setattr(raster, "find_spec", lambda name: None)
    in_company(tmp_path, story)


def test_drawing_is_limited(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        at.services.limits.pictures._rate = read_limits(["pictures=2/60"])[0]["pictures"]
        table = await bring_game(at, at.ana, published=True)
        path = f"{at.url}/api/tables/{table}/picture.svg"
        statuses = [(await at.http.get(f"{path}?at={at_}")).status_code for at_ in (1, 2, 3)]
        assert statuses == [200, 200, 429]

    in_company(tmp_path, story)
