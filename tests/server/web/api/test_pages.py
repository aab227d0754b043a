"""The pages of the browser game: which file is sent for which address, how, and nothing else."""

import asyncio
import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from elgrande.server.settings import ServerSettings
from elgrande.server.web.api.pages import FOLDER, NOT_BUILT, read_pages
from tests.server.web.api.test_players import is_refused
from tests.support.server import serving_here, sqlite_url

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-encoding": "identity"}
FRONT = b"<!doctype html><title>El Grande</title><script type=module src=/assets/a.js></script>"
SCRIPT = b"console.log('caballero');" * 40
FOREVER = "public, max-age=31536000, immutable"
SECRET = "the deal"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Pages as the build leaves them, with some that it should never leave."""
    made = tmp_path / "pages"
    files = {
        "index.html": FRONT,
        "index.html.gz": gzip.compress(FRONT),
        "icon.svg": b"<svg/>",
        "game.webmanifest": b"{}",
        "sw.js": SCRIPT,
        "sw.js.gz": gzip.compress(SCRIPT),
        "icon-192.png": b"PNG",
        "assets/a-1234.js": SCRIPT,
        "assets/a-1234.js.gz": gzip.compress(SCRIPT),
        "assets/a-1234.js.br": b"packed by brotli",
        "assets/b.css": b"body{}",
        "assets/c.woff2": b"wOF2",
        "assets/d.json": b"{}",
        "assets/lost.js.br": b"nothing beside it",
        ".secret": SECRET.encode(),
        "assets/.secret.js": SECRET.encode(),
    }
    for name, content in files.items():
        path = made / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "outside.txt").write_text(SECRET)
    (made / "assets" / "link.txt").symlink_to(tmp_path / "outside.txt")
    (made / "linked").symlink_to(tmp_path)
    return made


def ask(
    folder: Path, tmp_path: Path, questions: Callable[[httpx.AsyncClient], Any], **more: Any
) -> None:
    """Ask a server with these pages."""

    async def main() -> None:
        settings = ServerSettings(database_url=sqlite_url(tmp_path), **more)
        async with (
            serving_here(settings, pages=folder) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            await questions(client)

    asyncio.run(main())


def test_every_address_of_a_page_is_the_front_page(folder: Path, tmp_path: Path) -> None:
    pages = ["/", "/new", "/join/tok_EN-1", "/table/abc", "/table/abc/replay?at=3", "/learn/1"]
    pages += [
        "/apiary",
        "/healthy",
        "/no/such/page",
        "/index.html",
        "/" + "a" * 3000,
        "/missing.js",
    ]

    async def questions(client: httpx.AsyncClient) -> None:
        for page in pages:
            answer = await client.get(page, headers=BROWSER)
            assert (answer.status_code, answer.content) == (200, FRONT), page
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["vary"] == "accept-encoding"
            assert "content-security-policy" in answer.headers
            known = {**BROWSER, "if-none-match": f'"x", W/{answer.headers["etag"]}'}
            again = await client.get(page, headers=known)
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == answer.headers["etag"]
            head = await client.head(page, headers=BROWSER)
            assert (head.status_code, head.content) == (200, b"")
            assert head.headers["content-length"] == str(len(FRONT))
        assert (await client.get("/", headers={"accept": "*/*"})).content == FRONT
        figures = (await client.get("/metrics")).text
        assert 'path="/"' in figures
        assert "tok_EN-1" not in figures

    ask(folder, tmp_path, questions)


def test_tables_and_replays_have_front_pages_that_ask_for_their_files_at_once(
    folder: Path, tmp_path: Path
) -> None:
    (folder / "table.html").write_bytes(b"<title>Table</title>")
    (folder / "replay.html").write_bytes(b"<title>Replay</title>")

    async def questions(client: httpx.AsyncClient) -> None:
        for page in ("/table/abc", "/table/abc/"):
            assert (await client.get(page, headers=BROWSER)).content == b"<title>Table</title>"
        replay = await client.get("/table/abc/replay?at=3", headers=BROWSER)
        assert replay.content == b"<title>Replay</title>"
        others = ("/", "/table", "/tables", "/learn/table", "/table/abc/result", "/table/a/re/play")
        for page in others:
            assert (await client.get(page, headers=BROWSER)).content == FRONT

    ask(folder, tmp_path, questions)


def test_what_is_no_page_keeps_its_answers(folder: Path, tmp_path: Path) -> None:
    async def questions(client: httpx.AsyncClient) -> None:
        for path in (
            "/api/nothing",
            "/api/",
            "/assets/none.js",
            "/assets",
            "/assets/",
            "/health/x",
        ):
            if path != "/api/":
                is_refused(await client.get(path, headers=BROWSER), 404, "not_found")
            assert FRONT not in (await client.get(path, headers=BROWSER)).content
        for path in ("/table/abc", "/missing.js", "/favicon.ico"):
            is_refused(await client.get(path, headers={"accept": "*/*"}), 404, "not_found")
        is_refused(await client.post("/new", headers=BROWSER), 404, "not_found")
        is_refused(await client.get("/api/me", headers=BROWSER), 401, "not_signed_in")
        assert (await client.get("/health", headers=BROWSER)).json()["status"] == "ok"
        assert "elgrande_" in (await client.get("/metrics", headers=BROWSER)).text
        assert (await client.get("/api/openapi.json", headers=BROWSER)).json()["openapi"]

    ask(folder, tmp_path, questions)


@pytest.mark.parametrize(
    ("path", "kind", "kept"),
    [
        ("/assets/a-1234.js", "text/javascript; charset=utf-8", FOREVER),
        ("/assets/b.css", "text/css; charset=utf-8", FOREVER),
        ("/assets/c.woff2", "font/woff2", FOREVER),
        ("/assets/d.json", "application/json", FOREVER),
        ("/icon.svg", "image/svg+xml", "no-cache"),
        ("/game.webmanifest", "application/manifest+json", "no-cache"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/icon-192.png", "image/png", "no-cache"),
    ],
)
def test_files_have_their_type_and_are_kept_as_long_as_they_may(
    folder: Path, tmp_path: Path, path: str, kind: str, kept: str
) -> None:
    async def questions(client: httpx.AsyncClient) -> None:
        for accept in ("*/*", BROWSER["accept"]):
            answer = await client.get(path, headers={"accept": accept})
            assert answer.status_code == 200
            assert answer.headers["content-type"] == kind
            assert answer.headers["cache-control"] == kept
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert len(answer.headers["etag"]) > 10
            assert ("vary" in answer.headers) == path.endswith(".js")

    ask(folder, tmp_path, questions)


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("*", "br"),
        ("*, br;q=0", "gzip"),
        ("gzip;q=0.000, br; q=0", None),
        ("identity", None),
        ("", None),
    ],
)
def test_packed_files_go_to_those_who_take_them(
    folder: Path, accepted: str, encoding: str | None
) -> None:
    page = read_pages(folder)["/assets/a-1234.js"]
    form = page.form_for(accepted)
    assert dict(form.headers).get(b"content-encoding") == (encoding and encoding.encode())
    bodies = {"br": b"packed by brotli", "gzip": gzip.compress(SCRIPT), None: SCRIPT}
    assert form.body == bodies[encoding] or gzip.decompress(form.body) == SCRIPT
    assert len({other.etag for other in page.forms.values()}) == 3


def test_a_packed_file_arrives_as_what_it_was(folder: Path, tmp_path: Path) -> None:
    async def questions(client: httpx.AsyncClient) -> None:
        answer = await client.get("/assets/a-1234.js", headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) < len(SCRIPT) / 5
        assert answer.content == SCRIPT
        assert answer.headers["vary"] == "accept-encoding"

    ask(folder, tmp_path, questions)


HOSTILE = [
    "/../outside.txt",
    "/assets/../../outside.txt",
    "/assets/../.secret",
    "/%2e%2e/outside.txt",
    "/assets/%2e%2e/%2e%2e/outside.txt",
    "/assets/..%2f..%2foutside.txt",
    "/assets/..%5c..%5coutside.txt",
    "/assets\\..\\..\\outside.txt",
    "/assets/%252e%252e/%252e%252e/outside.txt",
    "//etc/passwd",
    "/assets//etc/passwd",
    "/assets/link.txt",
    "/linked/outside.txt",
    "/.secret",
    "/assets/.secret.js",
    "/assets/lost.js.br",
    "/assets/lost.js",
    "/assets/a-1234.js%00.txt",
    "/assets/a-1234.js/",
]


def test_no_address_leads_out_of_the_pages(folder: Path, tmp_path: Path) -> None:
    async def raw(url: httpx.URL, path: str, accept: str) -> bytes:
        """An answer to an address exactly as it stands here: clients tidy them up."""
        reader, writer = await asyncio.open_connection(url.host, url.port)
        line = f"GET {path} HTTP/1.1\r\nhost: x\r\naccept: {accept}\r\nconnection: close\r\n\r\n"
        writer.write(line.encode())
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        return answer

    async def questions(client: httpx.AsyncClient) -> None:
        for path in HOSTILE:
            for accept in ("*/*", "text/html"):
                answer = await raw(client.base_url, path, accept)
                assert SECRET.encode() not in answer, path
                assert b"root:" not in answer, path
                status = answer.split(b" ", 2)[1]
                is_page = status == b"200" and FRONT in answer and accept == "text/html"
                assert is_page or status in (b"400", b"404"), (path, answer)

    ask(folder, tmp_path, questions)


@pytest.mark.parametrize("has_folder", [True, False])
def test_without_pages_one_is_told_how_to_build_them(tmp_path: Path, has_folder: bool) -> None:
    folder = tmp_path / "pages"
    if has_folder:
        folder.mkdir()

    async def questions(client: httpx.AsyncClient) -> None:
        for path in ("/", "/table/abc"):
            answer = await client.get(path, headers=BROWSER)
            assert answer.status_code == 503
            assert "make ui" in answer.text
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"
            head = await client.head(path, headers=BROWSER)
            assert (head.status_code, head.content) == (503, b"")
        is_refused(await client.get("/assets/a.js", headers=BROWSER), 404, "not_found")
        assert (await client.get("/health")).status_code == 200

    ask(folder, tmp_path, questions)
    assert b"style" not in NOT_BUILT
    assert b"script" not in NOT_BUILT


def test_the_built_pages_are_whole_and_packed() -> None:
    pages = read_pages(FOLDER)
    names = ("/index.html", "/table.html", "/replay.html")
    fronts = [pages[name].form_for("").body.decode() for name in names]
    for front in fronts:
        named = {part.split('"')[0] for part in front.split('="')[1:] if part.startswith("/")}
        assert any(name.startswith("/assets/") and name.endswith(".js") for name in named)
        assert named <= set(pages)
        fonts = {name for name in pages if name.endswith(".woff2")}
        assert fonts
        assert fonts <= named
    asked_for = {
        "board": [0, 1, 1],
        "telling": [0, 1, 1],
        "table": [0, 1, 0],
        "ReplayPage": [0, 0, 1],
    }
    for chunk, expected in asked_for.items():
        assert [front.count(f'href="/assets/{chunk}-') for front in fronts] == expected, chunk
    runs_first = 'async crossorigin src="/assets/early-'
    assert [front.count(runs_first) for front in fronts] == [1, 1, 1]
    for address, page in pages.items():
        if (
            address.endswith((".js", ".css", ".html", ".svg"))
            and len(page.forms["identity"].body) > 1500
        ):
            assert gzip.decompress(page.form_for("gzip").body) == page.forms["identity"].body
            sizes = [len(page.forms[form].body) for form in ("br", "gzip", "identity")]
            assert sizes == sorted(sizes), address
