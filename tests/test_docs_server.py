"""The site served beside a table server: its API is passed on with a token, never with a cookie."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from docsite.serve import SiteServer


class Upstream(BaseHTTPRequestHandler):
    """Answers with what it was asked."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        asked = f"{self.path} {self.headers['Authorization']} {self.headers['Cookie']} "
        answer = asked.encode() + body
        self.send_response(201)
        self.send_header("Set-Cookie", "session=secret")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *told: Any) -> None: ...


@contextmanager
def running(server: HTTPServer) -> Iterator[str]:
    with server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("The site", encoding="utf-8")
    return tmp_path


def test_the_api_is_passed_on_without_cookies(site: Path) -> None:
    with (
        running(ThreadingHTTPServer(("127.0.0.1", 0), Upstream)) as upstream,
        running(SiteServer(site, 0, upstream)) as url,
    ):
        assert httpx.get(url).text == "The site"
        headers = {"Authorization": "Bearer t", "Cookie": "session=mine"}
        answer = httpx.post(f"{url}/api/tables?a=1", headers=headers, content=b"{}")
        assert (answer.status_code, answer.text) == (201, "/api/tables?a=1 Bearer t None {}")
        assert "Set-Cookie" not in answer.headers


def test_others_are_refused_and_missing_servers_named(site: Path) -> None:
    with running(SiteServer(site, 0, None)) as url:
        assert httpx.get(f"{url}/api/me").status_code == 503
        elsewhere = httpx.get(f"{url}/api/me", headers={"Host": "evil.example:80"})
        assert elsewhere.status_code == 403
    with running(SiteServer(site, 0, "http://127.0.0.1:9")) as url:
        assert "does not answer" in httpx.get(f"{url}/api/me").json()["detail"]
