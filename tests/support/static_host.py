"""A plain host of files on loopback: a folder under some path, with or without compression."""

import gzip
import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

PACKED = (".html", ".js", ".mjs", ".css", ".json", ".svg", ".webmanifest")


class StaticHost(BaseHTTPRequestHandler):
    """Answers with the files of a folder, as the simplest hosts do."""

    protocol_version = "HTTP/1.1"

    def __init__(
        self, *given: object, folder: Path, path: str, packs: bool, sent: list[int]
    ) -> None:
        self._folder, self._path, self._packs, self._sent = folder, path, packs, sent
        super().__init__(*given)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Send a file, or 404; there is no index but that of the folder itself."""
        asked = urlsplit(self.path).path
        name = asked.removeprefix(self._path) or "index.html"
        file = self._folder / name
        if not asked.startswith(self._path) or ".." in name or not file.is_file():
            self._send(404, b"", "text/plain")
            return
        kind = "text/javascript" if name.endswith(".mjs") else mimetypes.guess_type(name)[0]
        self._send(200, file.read_bytes(), kind or "application/octet-stream", name)

    def _send(self, status: int, body: bytes, kind: str, name: str = "") -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        # As GitHub Pages has it: soon asked for again, though perhaps unchanged.
        self.send_header("cache-control", "max-age=600")
        if self._packs and name.endswith(PACKED):
            body = gzip.compress(body)
            self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self._sent.append(len(body))

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hosting_files(
    folder: Path,
    path: str = "/games/el-grande/",
    *,
    packs: bool = False,
    sent: list[int] | None = None,
) -> Iterator[str]:
    """The address of a host that has a folder's files under a path; `sent` counts their bytes."""
    counted = [] if sent is None else sent
    handler = partial(StaticHost, folder=folder, path=path, packs=packs, sent=counted)
    host = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=host.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{host.server_port}{path}"
    finally:
        host.shutdown()
        host.server_close()
        thread.join()
