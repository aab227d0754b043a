"""The pages of the browser game: files built from `ui/`, read once and served from memory.

Plain ASGI before Litestar: when a browser asks for a page at an address that has no other handler,
it gets the game, which does its own routing. So serving is a lookup in a table of known files, and
no requested address ever becomes a path on the disk.
"""

import hashlib
import mimetypes
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send
from msgspec import Struct

FOLDER: Final = Path(__file__).parents[2] / "pages"
FRONT_PAGE: Final = "/index.html"
# The same page, which preloads what a table or a replay needs, by what follows the table's name.
PAGES_OF_TABLE: Final = {"": "/table.html", "replay": "/replay.html"}
ASSETS: Final = "assets"
# The first parts of addresses that are never pages.
NOT_PAGES: Final = frozenset({"api", "health", "metrics", "embed", ASSETS})
# Their names change with their content.
KEPT_FOREVER: Final = b"public, max-age=31536000, immutable"
ASKED_EVERY_TIME: Final = b"no-cache"
# What files packed by the build end with, best first; each by the name of its encoding.
PACKED: Final = {"br": ".br", "gzip": ".gz"}
# What mimetypes does not know, or takes from the machine it runs on.
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
NOT_BUILT: Final = b"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>El Grande</title></head>
<body>
<h1>The table is not laid yet</h1>
<p>This server holds tables of El Grande, but the pages of the game are not built here.</p>
<p>In a checkout, <code>make ui</code> builds them; then start the server again.</p>
<p>Programs talk to it as <a href="/api/openapi.json">the API document</a> says.</p>
</body>
</html>
"""
Headers = list[tuple[bytes, bytes]]
# What the head of a page says to programs that show links; nothing for most addresses.
LinkTags = Callable[[HTTPScope], Awaitable[str]]


class Form(Struct, frozen=True):
    """A file as it is sent in one encoding."""

    etag: bytes
    headers: Headers
    body: bytes


class Page(Struct, frozen=True):
    """A file in every encoding there is of it; the plain one has the name `identity`."""

    forms: dict[str, Form]

    def form_for(self, accepted: str) -> Form:
        """The smallest form that a client accepts."""
        taken = _read_accepted(accepted)
        for encoding in PACKED:
            if encoding in self.forms and taken.get(encoding, taken.get("*", False)):
                return self.forms[encoding]
        return self.forms["identity"]


class Pages:
    """Serves the game's pages to browsers, and leaves the rest to the application."""

    def __init__(
        self, app: ASGIApp, pages: Mapping[str, Page], link_tags: LinkTags | None = None
    ) -> None:
        self._app = app
        self._pages = pages
        self._link_tags = link_tags

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != ScopeType.HTTP or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        path = scope["path"]
        page, template = self._pages.get(path), path
        if page is None and _is_address_of_page(path, headers.get(b"accept", "")):
            page, template = self._page_of(path), "/"
            if page is None:
                scope["path_template"] = template
                await _send_not_built(scope, send)
                return
        if page is None:
            await self._app(scope, receive, send)
            return
        # The log and the metrics name a page, but no invitation contained in an address.
        scope["path_template"] = f"/{ASSETS}/{{file}}" if _first_part(path) == ASSETS else template
        form = page.form_for(headers.get(b"accept-encoding", ""))
        if template == "/" and self._link_tags is not None:
            tags = await self._link_tags(scope)
            form = _with_tags(page, tags) if tags else form
        await _send(scope, send, form, headers.get(b"if-none-match", ""))

    def _page_of(self, path: str) -> Page | None:
        front = self._pages.get(FRONT_PAGE)
        parts = path.strip("/").split("/")
        if parts[0] != "table" or len(parts) not in (2, 3):
            return front
        return self._pages.get(PAGES_OF_TABLE.get("".join(parts[2:]), FRONT_PAGE), front)


def read_pages(folder: Path) -> dict[str, Page]:
    """All files of a folder by the addresses they are served at; none if they are not built."""
    if not (folder / FRONT_PAGE[1:]).is_file():
        return {}
    addresses = {f"/{path.relative_to(folder).as_posix()}": path for path in _files(folder)}
    return {address: _read(address, path) for address, path in addresses.items()}


def _files(folder: Path) -> Iterator[Path]:
    """The files to serve: not hidden, not behind symbolic links, not compressed copies alone."""
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _files(path)
        elif path.suffix not in PACKED.values():
            yield path


def _read(address: str, path: Path) -> Page:
    bodies = {"identity": path.read_bytes()}
    for encoding, ending in PACKED.items():
        packed = path.with_name(path.name + ending)
        if packed.is_file() and not packed.is_symlink():
            bodies[encoding] = packed.read_bytes()
    is_asset = _first_part(address) == ASSETS
    shared: Headers = [
        (b"content-type", _type_of(path).encode()),
        (b"cache-control", KEPT_FOREVER if is_asset else ASKED_EVERY_TIME),
    ]
    if len(bodies) > 1:
        shared.append((b"vary", b"accept-encoding"))
    return Page({encoding: _form(encoding, body, shared) for encoding, body in bodies.items()})


def _with_tags(page: Page, tags: str) -> Form:
    """A page with tags in its head; not packed, for it is small and different every time."""
    plain = page.forms["identity"]
    shared = [header for header in plain.headers if header[0] != b"etag"]
    return _form("identity", plain.body.replace(b"</head>", tags.encode() + b"</head>", 1), shared)


def _form(encoding: str, body: bytes, shared: Headers) -> Form:
    # Each encoding has its own, because they differ byte by byte.
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'.encode()
    packed = [] if encoding == "identity" else [(b"content-encoding", encoding.encode())]
    return Form(etag, [*shared, *packed, (b"etag", etag)], body)


def _type_of(path: Path) -> str:
    return (
        TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    )


def _is_address_of_page(path: str, accepted: str) -> bool:
    """Whether somebody asks for a page at this address.

    A program that does not ask for a page gets the usual answer that nothing is there.
    """
    if path == "/":
        return True
    wants_page = "text/html" in accepted or "application/xhtml+xml" in accepted
    return wants_page and _first_part(path) not in NOT_PAGES


def _first_part(path: str) -> str:
    return path.removeprefix("/").partition("/")[0]


def _read_accepted(header: str) -> dict[str, bool]:
    """Whether a client accepts an encoding, for each it names; a weight of 0 refuses it."""
    parts = [part.partition(";") for part in header.lower().replace(" ", "").split(",")]
    return {name: weight.rstrip("0.") != "q=" for name, _, weight in parts}


async def _send(scope: HTTPScope, send: Send, form: Form, known: str) -> None:
    """Send a file, or say that the browser already has it."""
    tags = {tag.strip().removeprefix("W/") for tag in known.split(",")}
    if form.etag.decode() in tags or "*" in tags:
        headers = [header for header in form.headers if header[0] != b"content-encoding"]
        await _answer(send, 304, headers, b"")
        return
    length = (b"content-length", str(len(form.body)).encode())
    body = b"" if scope["method"] == "HEAD" else form.body
    await _answer(send, 200, [*form.headers, length], body)


async def _send_not_built(scope: HTTPScope, send: Send) -> None:
    headers = [
        (b"content-type", TYPES[".html"].encode()),
        (b"content-length", str(len(NOT_BUILT)).encode()),
        (b"cache-control", ASKED_EVERY_TIME),
    ]
    await _answer(send, 503, headers, b"" if scope["method"] == "HEAD" else NOT_BUILT)


async def _answer(send: Send, status: int, headers: Headers, body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
