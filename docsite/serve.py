"""Serve the built site on this machine, and with `--server` the API of a table server beside it.

Browsers let a page talk only to the address it came from, and table servers allow no other site.
Here both have one address, so that the page about the API can be tried out. What is passed on
carries a bearer token if the reader gave one, and never a cookie.

    python -m docsite.serve --server http://127.0.0.1:8470
"""

import argparse
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import httpx

SITE: Final = Path(__file__).parents[1] / "dist" / "site"
PORT: Final = 8471
SECONDS: Final = 40
MOST_BYTES: Final = 2**20
API: Final = "/api/"
# What is asked with, and what comes back; everything else stays here.
PASSED: Final = ("accept", "authorization", "content-type")
RETURNED: Final = ("content-type", "retry-after")
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")


class SiteHandler(SimpleHTTPRequestHandler):
    """Files of the site; below /api/ the answers of a table server, if one is named."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments: Any, api: httpx.Client | None, **more: Any) -> None:
        self.api = api
        super().__init__(*arguments, **more)

    def do_GET(self) -> None:
        """A file or an answer."""
        if self.path.startswith(API):
            self._pass_on()
        else:
            super().do_GET()

    def do_POST(self) -> None:
        """An answer."""
        self._pass_on()

    def do_PUT(self) -> None:
        """An answer."""
        self._pass_on()

    def do_DELETE(self) -> None:
        """An answer."""
        self._pass_on()

    def log_message(self, *told: Any) -> None:
        """Say nothing: the table server has a log."""

    def _pass_on(self) -> None:
        # A page elsewhere whose name leads here by a trick of the DNS has another name.
        if self.headers.get("Host", "").rpartition(":")[0] not in LOOPBACK:
            self._answer(403, b'{"detail": "Only pages of this address may ask."}')
            return
        if self.api is None:
            self._answer(503, b'{"detail": "No server was named; see --server."}')
            return
        length = int(self.headers.get("Content-Length") or 0)
        if length > MOST_BYTES:
            self._answer(413, b'{"detail": "That is too long."}')
            return
        headers = {name: self.headers[name] for name in PASSED if name in self.headers}
        try:
            found = self.api.request(
                self.command, self.path, headers=headers, content=self.rfile.read(length)
            )
        except httpx.HTTPError:
            self._answer(502, b'{"detail": "The server that was named does not answer."}')
            return
        self._answer(found.status_code, found.content, found.headers)

    def _answer(self, status: int, body: bytes, headers: httpx.Headers | None = None) -> None:
        kept = headers or httpx.Headers({"content-type": "application/json"})
        self.send_response(status)
        for name in RETURNED:
            if name in kept:
                self.send_header(name, kept[name])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class SiteServer(ThreadingHTTPServer):
    """Serves the site, and the API of a table server if one is named."""

    def __init__(self, site: Path, port: int, api: str | None) -> None:
        self.api = httpx.Client(base_url=api, timeout=SECONDS) if api else None
        handler = partial(SiteHandler, api=self.api, directory=str(site))
        super().__init__(("127.0.0.1", port), handler)

    def server_close(self) -> None:
        """Close the connections to the table server too."""
        super().server_close()
        if self.api is not None:
            self.api.close()


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description="Serve the site that `make docs` built.")
    parser.add_argument("--site", type=Path, default=SITE, help="the folder of the built site")
    parser.add_argument("--port", type=int, default=PORT, help="the port to listen on")
    parser.add_argument("--server", help="a table server, such as http://127.0.0.1:8470")
    wanted = parser.parse_args()
    if not (wanted.site / "index.html").is_file():
        parser.error("There is no site to serve; build it with `make docs`.")
    with SiteServer(wanted.site, wanted.port, wanted.server) as server:
        print(f"The site is at http://127.0.0.1:{server.server_port}. Ctrl-C stops it.")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
